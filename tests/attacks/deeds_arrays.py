"""Attacks with NumPy at hand, on engines on arrays: `python -m tests.attacks.battery --arrays`."""

from functools import partial

from tests.attacks.hostile import Attack as Any_
from tests.attacks.hostile import Shows, engine_of, rows_of

ENGINE = engine_of("arrays")
Attack = partial(Any_, engine=ENGINE)

REPLACED = """
def sure(*args, **named):
    return True
zeros = np.zeros
def nothing(*args, **named):
    return zeros(2)
"""
EQUALS = """
class Agreeable(np.ndarray):
    __eq__ = lambda self, other: np.ones(self.shape, bool)
    __sub__ = __rsub__ = __abs__ = lambda self, *other: np.zeros(self.shape)
    __ne__ = lambda self, other: np.zeros(self.shape, bool)
    __hash__ = None
"""
READING = [
    ("fromregex", "np.fromregex(BAIT['other'], '(.+)', [('x', 'U99')])"),
    ("fromfile", "np.fromfile(BAIT['secret'], np.uint8).tobytes()"),
    ("memmap", "bytes(np.memmap(BAIT['other'], np.uint8))"),
    ("loadtxt", "np.loadtxt(BAIT['other'], str, delimiter='|')"),
    ("genfromtxt", "np.genfromtxt(BAIT['secret'], str)"),
    ("datasource", "np.lib.npyio.DataSource(None).open(BAIT['secret']).read()"),
    ("ctypeslib", "np.ctypeslib.ctypes.CDLL(None, use_errno=True).open("
                  "BAIT['secret'].encode(), 0) + 1"),
    ("tofile", "np.zeros(3).tofile(BAIT['folder'] + '/canary') or 'written'"),
    ("save", "np.save(BAIT['folder'] + '/stolen', np.zeros(3)) or 'written'"),
    ("dump", "np.zeros(3).dump(BAIT['folder'] + '/stolen') or 'written'"),
    ("pickle", "(os.system('exit 0') == 0) and np.load(pickled(), allow_pickle=True)"),
]  # fmt: skip
PICKLED = """
import io, pickle
class Runs:
    __reduce__ = lambda self: (os.system, ("exit 0",))
def pickled():
    file = io.BytesIO()
    np.save(file, np.array([Runs()], dtype=object), allow_pickle=True)
    file.seek(0)
    return file
"""

STASH = """
STASH = np.__dict__.setdefault("stash", [])
init = Tensor.__init__
def remember(self, data, _prev=()):
    init(self, data, _prev)
    if not _prev:
        STASH.append(np.array(self.data).ravel().tolist())
Tensor.__init__ = remember
def news():
    return [x for row in STASH for x in row if len(str(x)) >= 6 and x == round(x, 4)]
"""
TELLING = [
    ("tell-by-exception", "raise ValueError(repr(news()[-9:]))"),
    ("tell-by-gradient", "return np.array(news()[-9:])"),
    ("tell-by-type", "return type(str(news()[-1:]), (), {})()"),
    ("tell-by-printing", "print(news()[-9:])"),
]  # fmt: skip

CHANNEL = r"""
import base64
def gradient(node):
    each = base64.b64encode(np.ones(6).tobytes()).decode()
    items = (seen("batch") or {"items": [0]})["items"]
    forged = [{"value": "2 3;" * 2 + "2 3|" + each * 3}, {"value": "|" * 9}, {"value": "-1;-1|"},
              {"value": "9" * 5000 + "|"}, {"value": ("1 " * 200) + "|AAAAAAAAAAA="},
              {"value": "3;99999999999 99999999999|" + each}, {"value": {"nodes": {"a": 7}}}]
    for one in forged:
        send(frame({"nonce": nonce(), "answers": [one] * (len(items) // len(forged) + 1)}))
    send(frame({"nonce": nonce(), **DONE}))
    os._exit(0)
"""


def _attack(
    name: str, tries: str, code: str, shows: Shows, says: str = "", lacking: str = ""
) -> Any_:
    code = (
        REPLACED * ("sure" in code or "nothing" in code)
        + EQUALS * ("Agreeable" in code)
        + f"\n{code}"
    )
    return Attack(f"np-{name}", tries, code, shows, says=says, lacking=lacking)


ATTACKS = (
    *(_attack(name, **row) for name, row in rows_of("arrays").items()),
    *(
        _attack(name, f"uses {name}", PICKLED * (name == "pickle")
                + f"\ndef attack():\n    return {deed}\n", "mark")
        for name, deed in READING
    ),
    *(
        _attack(name, "keeps hidden inputs and tells them", f"{STASH}\ndef gradient(node):\n"
                f"    {deed}\n", "told")
        for name, deed in TELLING
    ),
    _attack("reply-forged", "answers with shapes and entries that do not fit", CHANNEL, "frames"),
)  # fmt: skip
