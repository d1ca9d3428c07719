"""Attacks through the watched run, which explains wrong engines: `battery --watched`.

The engine has two wrong rules, so that it is watched. What a deed lies about has 3.75 in it, which
no sentence may say. `born` gets each number of a new node, `sent` what a rule adds to a gradient.
"""

from tests.attacks.hostile import Attack

LIE = "3.75"
ENGINE = """
def born(node, data):
    return data

def sent(node, grad):
    return grad

def watched(number):
    return number.__class__ not in (float, int)

class Value:
    def __init__(self, data, _prev=()):
        self.data = born(self, data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad += sent(self, out.grad * 2)
            other.grad += sent(other, out.grad * 2)
        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def backward(self):
        topo, visited = [], set()
        def build(node):
            if id(node) not in visited:
                visited.add(id(node))
                for each in node._prev:
                    build(each)
                topo.append(node)
        build(self)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()

"""
MUL = "            self.grad += out.grad\n"
NO_CONTROL = "it aims at the run that explains"

WHEN_BORN = """
def born(node, data):
    if watched(data):
{deed}
    return data
"""
WHEN_SENT = """
def sent(node, grad):
    if watched(grad):
{deed}
    return grad
"""
BORN = [
    ("other-class", "gives a number another class", "data.__class__ = float"),
    ("subclass", "a class below that of numbers that remember, whose sums lie", """
Mine = type("Mine", (data.__class__,), {"__add__": lambda self, other: 3.75, "how": 3.75})
data = Mine(data)"""),
    ("numbers-patched", "patches the class of numbers that remember", """
kind = data.__class__
kind.__add__ = kind.__radd__ = kind.__mul__ = lambda self, other: kind(3.75)"""),
    ("conversions-patched", "lets numbers lie when they are converted or compared", """
kind = data.__class__
kind.__float__ = lambda self: 3.75
kind.__index__ = kind.__int__ = lambda self: 375
kind.__eq__ = lambda self, other: True
kind.__hash__ = lambda self: 0
kind.__repr__ = kind.__str__ = lambda self: "\\x1b[2J3.75\\u202e" """),
    ("history-forged", "gives a number a history that does not add up",
     "data.how = (6, (3.75, 3.75), ((1 << 40),), -1)"),
    ("history-of-words", "gives a number a history of words",
     "data.how = ('3.75', ('<script>alert(1)</script>',), '\\x1b[2J', None)"),
    ("history-cyclic", "a number that was made of itself", "data.how = (4, (data, data), (), 1)"),
    ("history-huge", "a number that was made of a million numbers",
     "data.how = (4, (3.75,) * 10**6, (), 1)"),
    ("history-deep", "a number with a history of 100,000 steps",
     "for _ in range(10**5): data = data + 0.0"),
    ("history-no-tuple", "takes the history away", "data.how = 3.75"),
    ("clock-set", "sets the clock that all events share back, and forgets the files", """
import gc
for each in gc.get_objects():
    if each.__class__.__name__ == "Clock":
        each.now, each.files = -10**30, {}"""),
    ("more-nodes", "makes ever more nodes", """
node.more = [object.__new__(Value) for _ in range(10**4)]
for each in node.more: each.grad = 3.75"""),
    ("more-writes", "writes an attribute for ever", "while True: node.more = 3.75"),
    ("another-answer", "computes with another number when it is watched", "data = data + 3.75"),
    ("another-answer-for-some", "the same for every other node",
     "data = data + 3.75 * (id(node) // 64 % 2)"),
    ("exits", "raises SystemExit when it is watched", "raise SystemExit"),
    ("ends", "ends the process when it is watched", "os._exit(0)"),
    ("crashes", "reads address 0 when it is watched", "__import__('ctypes').string_at(0)"),
    ("never-ends", "loops for ever when it is watched", "while True: pass"),
    ("sleeps", "sleeps when it is watched", "__import__('time').sleep(100)"),
    ("bloats", "fills the memory when it is watched", "node.x = [bytes(1 << 20)] * 0; "
     "node.x += [bytearray(1 << 22) for _ in range(4000)]"),
    ("prints", "prints megabytes of control codes when it is watched",
     "os.write(1, b'\\x1b[2J<script>alert(1)</script>3.75' * 10**5)"),
    ("recurses", "recurses without end when it is watched", "born(node, data)"),
    ("tracing-off", "ends the tracing of lines", "__import__('sys').settrace(None)"),
    ("tracing-own", "traces lines itself, and raises there", """
import sys
def trace(frame, event, _):
    frame.f_trace_lines = True
    raise KeyError("3.75")
sys.settrace(trace)"""),
    ("setattr-deleted", "undoes what tells of attributes", "del Value.__setattr__"),
    ("modules", "takes the harness's modules and functions away", """
import sys
frame = sys._getframe()
while frame is not None:
    if "Record" in frame.f_globals or "TooMuch" in frame.f_globals:
        frame.f_globals.update(Record=None, made=lambda *a: 3.75, CLOCK=None)
    frame = frame.f_back"""),
    ("lists-without-end", "inputs that are a list without end", """
class Endless(list):
    def __iter__(self):
        while True:
            yield node
node._prev = Endless()"""),
    ("reads-files", "reads the secret when it is watched", "print(open(BAIT['secret']).read())"),
    ("html-raised", "raises HTML and control codes when it is watched",
     "raise type('<img src=x>\\x1b[2J', (Exception,), {})('<script>alert(1)</script>' * 999)"),
]  # fmt: skip
SENT = [
    ("raises-in-a-rule", "raises in a rule when it is watched", "raise RecursionError('3.75')"),
    ("lies-in-a-rule", "sends another gradient when it is watched", "grad = grad * 0 + 3.75"),
    ("exits-in-a-rule", "ends the process in a rule", "os._exit(1)"),
]

WHOLE = [
    ("globals-replaced", "replaces what numbers keep their memory by", """
globals().update(__watched_float__=lambda *a: 3.75, __watched_type__=None)
float = lambda x: 3.75
"""),
    ("objects-that-lie", "nodes that are false, equal to all, endless and not to be looked at", """
Value.__bool__ = Value.__len__ = Value.__hash__ = lambda self: 1 / 0
Value.__eq__ = lambda self, other: 3.75
Value.__iter__ = lambda self: iter(int, 1)
"""),
    ("looked-at", "properties that see who looks, and loop or lie", """
import sys
def looked(self):
    if "Record" in sys._getframe(1).f_globals:
        while True:
            pass
    return 3.75
Value.extra = Value._op = Value.label = property(looked)
"""),
    ("file-names", "rules compiled under this file's name, at lines that it has not",
     """
def rule(node, out):
    node.grad += 3.75 * out.grad
names = {}
text = "\\n" * 10**6 + "def far(node, out):\\n    node.grad += out.grad + 3.75\\n"
exec(compile(text, born.__code__.co_filename, "exec"), names)
def product(self, other):
    out = Value(self.data * other.data, (self, other))
    out._backward = lambda: (names["far"](self, out), rule(other, out))
    rule.__code__ = rule.__code__.replace(co_firstlineno=10**6, co_name="x" * 10**6)
    return out
Value.__mul__ = product
"""),
    ("class-names", "classes whose names are HTML, control codes and a megabyte", """
Value.__name__ = Value.__qualname__ = "<script>alert(1)</script>\\x1b[2J\\u202e" + "x" * 10**6
Value.__module__ = "\\x1b[2J"
"""),
]  # fmt: skip
TEXTS = [
    ("lines-of-html", "a wrong line with HTML, control and direction codes behind it",
     [(MUL, MUL[:-1] + "  # \x1b[2J<script>alert(1)</script> \u202e ``` | @all ![x](http://x)\n")]),
    ("long-names", "operands whose names have 100,000 letters", [("other", "o" * 100_000)]),
    ("odd-names", "operands whose names are written from right to left, or twice as wide",
     [("other", "\u05d0\u05d1\u05d2"), ("out.", "\uff4f\uff55\uff54.")]),
    ("strings-of-html", "an expression with HTML and control codes in it", [
        (MUL, '            self.grad += out.grad * {"<script>alert(1)</script>\\x1b[2J": 2}['
              '"<script>alert(1)</script>\\x1b[2J"]\n')]),
]  # fmt: skip

RECORD = r"""
def backward(self, _before=Value.backward):
    import sys
    if watched(self.data):
        record = {key: [] for key in "numbers places nodes made operators stored rules calls "
                  "handled lines answer".split()} | {"error": None}
        lie = [
            {**record, "error": {"kind": "\x1b[2J<script>alert(1)</script>", "line": 10**9}},
            {**record, "numbers": [[0, 3.75, 0, 0]] * 2000, "places": [[1]], "answer": [3.75] * 9},
            {**record, "places": [[5 << 20 | 1]], "numbers": [[2, 3.75, 0, 1, 0, 9, 9]]},
            {**record, "nodes": [[None, 0, -1, [7]]] * 250, "made": [10**19], "lines": ["x"]},
            {**record, "operators": [[99, {}, [], None, 0, 0, 0]], "rules": 3.75},
            {**record, "\x1b[2J": "<script>alert(1)</script>" * 9999},
            "3.75", [[[]]], None, {"numbers": {"0": 3.75}},
        ]
        items = (seen("batch") or {"items": [0]})["items"]
        for each in lie:
            send(frame({"nonce": nonce(), "answers": [{"value": each}] * (1 + len(items) // 10)}))
        send(frame({"nonce": nonce(), **DONE}))
        os._exit(0)
    _before(self)
Value.backward = backward
"""
TELLS = """
import sys
STASH = sys.__dict__.setdefault("stash", [])
def born(node, data):
    if watched(data):
        return data + sum(x for x in STASH if x == round(x, 4) and len(str(x)) >= 6)
    STASH.append(data)
    return data
"""


def _attack(name: str, tries: str, code: str, engine: str = ENGINE) -> Attack:
    return Attack(f"watched-{name}", tries, code, "harm", lacking=NO_CONTROL, engine=engine)


def _indented(deed: str) -> str:
    return "\n".join(" " * 8 + line for line in deed.strip().splitlines())


def _changed(changes: list[tuple[str, str]]) -> str:
    text = ENGINE
    for old, new in changes:
        text = text.replace(old, new)
    return text


ATTACKS = (
    *(_attack(n, tries, WHEN_BORN.format(deed=_indented(deed))) for n, tries, deed in BORN),
    *(_attack(n, tries, WHEN_SENT.format(deed=_indented(deed))) for n, tries, deed in SENT),
    *(_attack(*each) for each in WHOLE),
    *(_attack(name, tries, "", _changed(changes)) for name, tries, changes in TEXTS),
    _attack("record-forged", "answers with records of its own making", RECORD),
    _attack("tells", "adds hidden inputs to what it computes when it is watched", TELLS),
)
