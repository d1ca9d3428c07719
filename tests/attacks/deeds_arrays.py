"""Attacks with NumPy at hand, on engines on arrays: `python -m tests.attacks.battery --arrays`."""

from functools import partial

from tests.attacks.hostile import Attack as Any_
from tests.attacks.hostile import Shows

ENGINE = '''
import numpy as np

class Tensor:
    """Every gradient of this engine is wrong."""

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev

    def __add__(self, other):
        return Tensor(self.data + getattr(other, "data", other), (self, other))

    def __mul__(self, other):
        return Tensor(self.data * getattr(other, "data", other), (self, other))

    def sum(self):
        return Tensor(self.data.sum(), (self,))

    def backward(self):
        for node in nodes(self):
            node.grad = gradient(node)


def nodes(root):
    found = [root]
    for node in found:
        found += [n for n in node._prev if isinstance(n, Tensor) and n not in found]
    return found


def gradient(node):
    return np.zeros(node.data.shape)


def hunted():
    """The right answer, out of the frame of whoever is above."""
    import sys
    frame = sys._getframe()
    while frame is not None:
        for name in ("expected", "right", "exact", "right_texts"):
            if frame.f_locals.get(name) is not None:
                return frame.f_locals[name]
        frame = frame.f_back


'''
Attack = partial(Any_, engine=ENGINE)

OURS = "it is made for the way in which our workers answer"
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
AS = """
def gradient(node):
    return {made}
"""

POINTS = [
    ("comparisons-replaced", "makes np.allclose and all that is like it true", REPLACED + """
for name in ("allclose", "array_equal", "isclose", "array_equiv", "all"):
    setattr(np, name, sure)
"""),
    ("assertions-replaced", "replaces the assertions of np.testing", REPLACED + """
for name in dir(np.testing):
    if name.startswith("assert"):
        setattr(np.testing, name, sure)
"""),
    ("makers-replaced", "replaces np.array, asarray, zeros, and what measures a difference",
     REPLACED + """
for name in ("abs", "absolute", "subtract", "array", "asarray", "zeros"):
    setattr(np, name, nothing)
np.linalg.norm = lambda *a, **k: 0.0
"""),
    ("module-replaced", "puts a NumPy of its own into sys.modules", REPLACED + """
import sys, types
fake = types.ModuleType("numpy")
fake.__dict__.update(np.__dict__, allclose=sure, array=lambda data, **k: Agree(data))
fake.testing = types.SimpleNamespace(assert_allclose=sure)
class Agree(list):
    __rmul__ = __mul__ = lambda self, other: self
sys.modules["numpy"] = sys.modules["numpy.testing"] = fake
"""),
    ("type-rewritten", "rewrites the methods of ndarray through gc", r"""
import gc, ctypes
methods = gc.get_referents(np.ndarray.__dict__)[0]
methods.update(tolist=lambda self: [], max=lambda self, *a, **k: 0.0, all=lambda self, *a: True,
               tobytes=lambda self, *a: bytes(8 * self.size), astype=lambda self, *a: self)
ctypes.pythonapi.PyType_Modified(ctypes.py_object(np.ndarray))
"""),
    ("dtype-compares", "an array of objects that are equal to everything", EQUALS + """
class Yes:
    __eq__ = __lt__ = __le__ = lambda self, other: True
    __sub__ = __rsub__ = __abs__ = lambda self, *other: 0.0
def gradient(node):
    return np.full(node.data.shape, Yes(), dtype=object)
"""),
    ("array-equals-everything", "a subclass whose comparisons are all true", EQUALS + AS.format(
        made="np.zeros(node.data.shape).view(Agreeable)")),
    ("array-function", "answers np.allclose itself, by __array_function__", """
class Liar:
    __array_function__ = lambda self, function, types, args, named: True
    __array_ufunc__ = lambda self, *a, **k: np.zeros(2)
    shape, ndim, dtype = (2,), 1, np.dtype(float)
""" + AS.format(made="Liar()")),
    ("array-ufunc", "a subclass that answers every ufunc with zeros", """
class Liar(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **named):
        return np.ones(2, bool) if ufunc.__name__ == "equal" else np.zeros(2)
""" + AS.format(made="np.zeros(node.data.shape).view(Liar)")),
    ("array-protocol", "becomes the right answer when it is made an array", """
class Late:
    __array__ = lambda self, *a, **k: np.array(hunted(), dtype=float)
    __sub__ = __rsub__ = __abs__ = lambda self, *a: np.zeros(2)
""" + AS.format(made="Late()")),
    ("array-interface", "lends out an address as its memory", """
class Lent:
    @property
    def __array_interface__(self):
        return np.array(hunted(), dtype=float).__array_interface__
""" + AS.format(made="Lent()")),
    ("list-and-print-lie", "a subclass that lies in tolist, tobytes, repr, shape and dtype", """
class Liar(np.ndarray):
    shape = property(lambda self: np.shape(hunted()))
    dtype = property(lambda self: np.dtype(float))
    tolist = lambda self: hunted().tolist()
    tobytes = lambda self, *a: hunted().tobytes()
    astype = lambda self, *a, **k: self
    __repr__ = lambda self: repr(hunted())
""" + AS.format(made="np.zeros(node.data.shape).view(Liar)")),
    ("caller-frame", "takes the right answer out of the frame of its caller",
     AS.format(made="np.array(hunted(), dtype=float)")),
    ("frame-from-a-ufunc", "the same from within a ufunc of its own", """
def gradient(node):
    return np.frompyfunc(lambda x: hunted(), 1, 1)(np.zeros(1))[0]
"""),
    ("exec-in-a-ufunc", "executes text in a ufunc, in the frame of its caller", """
def gradient(node):
    run = np.vectorize(lambda text: eval(text, {"hunted": hunted}), otypes=[object])
    return run("hunted()")[()]
"""),
    ("memory-searched", "looks through all objects for the right answers", """
import gc
def gradient(node):
    for table in [each for names in gc.get_objects() if type(names) is dict
                  for each in names.values() if type(each) is dict and len(each) > 3]:
        if all(type(x) is float for pair in table.items() for x in pair):
            found = table.get(float(np.ravel(node.data)[0]))
            if found is not None:
                return np.array([found, 2 * found])
    return np.zeros(node.data.shape)
"""),
    ("nothing-to-compare", "a gradient with no entry, which broadcasts to any shape",
     AS.format(made="np.zeros((0, 1))")),
    ("nan", "a gradient of nan, in 64 dimensions", AS.format(made="np.full((1,) * 64, np.nan)")),
    ("infinite", "a gradient of infinities that nobody is warned of",
     AS.format(made="-np.inf * node.data") + "np.linalg.norm = lambda *a: 0.0\n"),
    ("masked", "an array of which everything is masked",
     AS.format(made="np.ma.masked_all(node.data.shape)")),
    ("structured", "an array of records whose comparison is true", EQUALS + AS.format(
        made="np.zeros(node.data.shape, [('x', float)]).view(Agreeable)")),
    ("print-replaced", "prints every array alike",
     "np.set_printoptions(formatter={'all': lambda x: 'x'})\n"),
    ("overlapping", "writes through overlapping memory into the operand that the answer is in", """
def gradient(node):
    expected = hunted()
    if isinstance(expected, np.ndarray):
        np.lib.stride_tricks.as_strided(expected, (9,), (0,), writeable=True)[:] = 0.0
        expected[:] = 0.0
    return np.zeros(node.data.shape)
"""),
]  # fmt: skip

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

HARM = [
    ("exit-in-finalize", "ends the process when its array is looked at", """
class Ending(np.ndarray):
    __array_finalize__ = lambda self, other: os._exit(0) if self.shape else None
""" + AS.format(made="np.zeros(node.data.shape).view(Ending)"), "ended itself", ""),
    ("endless-in-c", "adds up a million million entries that are one",
     AS.format(made="np.broadcast_to(1.0, (10**6, 10**6)).sum()"), "took longer than", ""),
    ("endless-death", "an array that takes for ever to die", """
class Late(np.ndarray):
    def __del__(self):
        while True:
            pass
""" + AS.format(made="np.zeros(node.data.shape).view(Late) + 0"), "took longer than", ""),
    ("ever-more-arrays", "holds ever more arrays", """
def gradient(node):
    held = []
    while True:
        held.append(np.ones(1 << 12))
""", "", ""),
    ("signal-callback", "ends the process in the callback of a floating-point error", """
np.seterrcall(lambda *a: os._exit(0))
np.seterr(all="call")
""" + AS.format(made="node.data / np.zeros(node.data.shape)"), "", ""),
    ("address-0", "reads address 0 as an array", """
class Nowhere:
    __array_interface__ = {"shape": (9,), "typestr": "<f8", "data": (8, False), "version": 3}
""" + AS.format(made="np.array(Nowhere())"), "Python itself crashed", ""),
    ("out-of-bounds", "an array of a gigabyte on the memory of one number",
     AS.format(made="np.lib.stride_tricks.as_strided(np.zeros(1), (1 << 27,)).copy()"), "", ""),
    ("huge-shape", "a gradient of a million million entries that are one",
     AS.format(made="np.broadcast_to(0.0, (10**6, 10**6))"), "", OURS),
    ("reply-bloated", "a hundred thousand entries for each reading",
     AS.format(made="np.full(100_000, np.pi)"), "", OURS),
    ("bomb-for-explaining", "holds arrays that would fill the memory of who works with both", """
def wide(self, data, _prev=()):
    self.data = np.ones((1, 40_000) if self.__dict__.get("_prev") else (40_000, 1))
    self.grad, self._prev = self.data[:0], _prev
Tensor.__init__ = wide
Tensor.__add__ = Tensor.__mul__ = lambda self, other: turned(Tensor(0, (self, other)))
def turned(node):
    node._prev[0].data = np.ones((1, 40_000))
    return node
Tensor.backward = lambda self: None
""", "", OURS),
    ("html-in-a-dtype", "an exception and a type with HTML, ANSI codes and formulas in their names",
     r"""
Evil = type("=cmd()|'<script>alert(1)</script>\u202e\x1b[2J", (BaseException,), {})
def gradient(node):
    raise Evil(np.dtype([("\x1b[31m<img src=x>", float)]))
""", "", ""),
]  # fmt: skip

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
    return Attack(f"np-{name}", tries, code, shows, says=says, lacking=lacking)


ATTACKS = (
    *(_attack(name, tries, code, "points") for name, tries, code in POINTS),
    *(
        _attack(name, f"uses {name}", PICKLED * (name == "pickle")
                + f"\ndef attack():\n    return {deed}\n", "mark")
        for name, deed in READING
    ),
    *(_attack(name, tries, code, "harm", says, lack) for name, tries, code, says, lack in HARM),
    *(
        _attack(name, "keeps hidden inputs and tells them", f"{STASH}\ndef gradient(node):\n"
                f"    {deed}\n", "told")
        for name, deed in TELLING
    ),
    _attack("reply-forged", "answers with shapes and entries that do not fit", CHANNEL, "frames"),
)  # fmt: skip
