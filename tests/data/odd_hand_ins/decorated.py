"""backward() keeps gradients in a dict of its own; only leaves get .grad in the end."""
import math, logging, weakref, threading
from collections import defaultdict
from functools import lru_cache, wraps
logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger(__name__)
state = threading.local()
ALL = weakref.WeakSet()

def accepts_numbers(method):
    @wraps(method)
    def inner(self, other):
        if not isinstance(other, Value):
            if not isinstance(other, (int, float)): return NotImplemented
            other = constant(other)
        return method(self, other)
    return inner

@lru_cache(maxsize=None)
def constant(x): return Value(x)

class Value:
    def __init__(self, data, *edges):
        self.data = float(data)
        self.grad = 0.0
        self._edges = edges
        ALL.add(self)
    @property
    def _prev(self): return frozenset(n for n, _ in self._edges)
    def _backward(self, grads):
        for n, slope in self._edges: grads[n] += slope * grads[self]
    @accepts_numbers
    def __add__(self, o): return Value(self.data + o.data, (self, 1), (o, 1))
    @accepts_numbers
    def __sub__(self, o): return Value(self.data - o.data, (self, 1), (o, -1))
    @accepts_numbers
    def __mul__(self, o): return Value(self.data * o.data, (self, o.data), (o, self.data))
    @accepts_numbers
    def __truediv__(self, o): return Value(self.data / o.data, (self, 1 / o.data), (o, -self.data / o.data / o.data))
    @accepts_numbers
    def __radd__(self, o): return o + self
    @accepts_numbers
    def __rsub__(self, o): return o - self
    @accepts_numbers
    def __rmul__(self, o): return o * self
    @accepts_numbers
    def __rtruediv__(self, o): return o / self
    def __neg__(self): return 0 - self
    def __pow__(self, n): return Value(self.data ** n, (self, n * self.data ** (n - 1) if n else 0))
    def tanh(self): return Value(t := math.tanh(self.data), (self, 1 - t * t))
    def exp(self): return Value(e := math.exp(self.data), (self, e))
    def relu(self): return Value(max(self.data, 0), (self, self.data > 0))
    @lru_cache(maxsize=None)
    def _order(self):
        order = []
        build_topo(self, set(), order)
        return tuple(reversed(order))
    def backward(self):
        state.calls = getattr(state, "calls", 0) + 1
        log.debug("backward call %d", state.calls)
        grads = defaultdict(float, {self: 1.0})
        for n in self._order():
            n._backward(grads)
            if not n._edges: n.grad += grads[n]
def walk(n, visited):
    stack = [(n, iter(n._prev))]
    visited.add(n)
    while stack:
        n, rest = stack[-1]
        try:
            p = next(rest)
        except StopIteration:
            yield n
            stack.pop()
        else:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
def build_topo(v, visited, topo): topo.extend(walk(v, visited))
def zero_grad(root):
    for n in walk(root, set()): n.grad = 0.0
