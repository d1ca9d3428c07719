import functools
import heapq
import itertools
import math


_number = itertools.count()


class Value:
    """A node knows when it was born; whoever was born later is never an input of the older."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward or (lambda: None)
        self._born = next(_number)

    def __lt__(self, other):
        return self._born > other._born

    def _descend(self):
        queued = {id(self)}
        heap = [self]
        while heap:
            node = heapq.heappop(heap)
            yield node
            for below in node._prev:
                if id(below) not in queued:
                    queued.add(id(below))
                    heapq.heappush(heap, below)

    def backward(self):
        family = list(self._descend())
        for node in family:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in family:
            node._backward()

    def zero_grad(self):
        for node in self._descend():
            node.grad = 0.0


def zero_grad(root):
    root.zero_grad()


def build_topo(v, visited, topo):
    topo.extend(reversed(list(v._descend())))


def _operator(formula):
    """formula(x, y) gives the number, and the two slopes as functions of the result."""

    def forward(left, right):
        left, right = (k if isinstance(k, Value) else Value(k) for k in (left, right))
        number, left_slope, right_slope = formula(left.data, right.data)
        out = Value(number, (left, right))

        def rule():
            left.grad += left_slope * out.grad
            right.grad += right_slope * out.grad

        out._backward = rule
        return out

    return forward, lambda right, left: forward(left, right)


def _function(formula):
    @functools.wraps(formula)
    def forward(inner, *more):
        number, slope = formula(inner.data, *more)
        out = Value(number, (inner,))

        def rule():
            inner.grad += slope * out.grad

        out._backward = rule
        return out

    return forward


def _divide(x, y):
    return x / y, 1 / y, -(x / y) / y


for _name, _formula in {
    "add": lambda x, y: (x + y, 1.0, 1.0),
    "sub": lambda x, y: (x - y, 1.0, -1.0),
    "mul": lambda x, y: (x * y, y, x),
    "truediv": _divide,
}.items():
    _plain, _reflected = _operator(_formula)
    setattr(Value, f"__{_name}__", _plain)
    setattr(Value, f"__r{_name}__", _reflected)


@_function
def _tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


@_function
def _exp(x):
    return (math.exp(x),) * 2


@_function
def _relu(x):
    return (x, 1.0) if x > 0.0 else (0.0, 0.0)


@_function
def _neg(x):
    return -x, -1.0


@_function
def _pow(x, n):
    return x**n, 0.0 if n == 0 else n * x ** (n - 1)


Value.tanh, Value.exp, Value.relu, Value.__neg__, Value.__pow__ = _tanh, _exp, _relu, _neg, _pow
