import math
from abc import ABC, abstractmethod


class Operation(ABC):
    """Strategy: the forward value and the partial derivatives of one kind of node."""

    @abstractmethod
    def evaluate(self, *args): ...

    @abstractmethod
    def partials(self, result, *args): ...


class Addition(Operation):
    def evaluate(self, a, b): return a + b
    def partials(self, result, a, b): return 1.0, 1.0


class Subtraction(Operation):
    def evaluate(self, a, b): return a - b
    def partials(self, result, a, b): return 1.0, -1.0


class Multiplication(Operation):
    def evaluate(self, a, b): return a * b
    def partials(self, result, a, b): return b, a


class Division(Operation):
    def evaluate(self, a, b): return a / b
    def partials(self, result, a, b): return 1.0 / b, -result / b


class Negation(Operation):
    def evaluate(self, a): return -a
    def partials(self, result, a): return (-1.0,)


class Power(Operation):
    def __init__(self, exponent):
        self.exponent = exponent

    def evaluate(self, a): return a ** self.exponent

    def partials(self, result, a):
        if self.exponent == 0:
            return (0.0,)
        return (self.exponent * a ** (self.exponent - 1),)


class HyperbolicTangent(Operation):
    def evaluate(self, a): return math.tanh(a)
    def partials(self, result, a): return (1.0 - result * result,)


class Exponential(Operation):
    def evaluate(self, a): return math.exp(a)
    def partials(self, result, a): return (result,)


class Rectifier(Operation):
    def evaluate(self, a): return max(0.0, a)
    def partials(self, result, a): return (1.0 if a > 0 else 0.0,)


class Value(object):
    def __init__(self, data, inputs=(), operation=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._operation = operation

    @staticmethod
    def value_of(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    @staticmethod
    def create(operation, *operands):
        inputs = [Value.value_of(x) for x in operands]
        return Value(operation.evaluate(*[x.data for x in inputs]), inputs, operation)

    def hash_code(self):
        return hash(self.data)

    def __hash__(self):
        return hash(self.hash_code())

    def __eq__(self, that):
        return isinstance(that, Value) and self.hash_code() == that.hash_code()

    def is_leaf(self):
        return self._operation is None

    def _backward(self):
        if self.is_leaf():
            return
        slopes = self._operation.partials(self.data, *[x.data for x in self._prev])
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad

    def __add__(self, that): return Value.create(Addition(), self, that)
    def __radd__(self, that): return Value.create(Addition(), that, self)
    def __sub__(self, that): return Value.create(Subtraction(), self, that)
    def __rsub__(self, that): return Value.create(Subtraction(), that, self)
    def __mul__(self, that): return Value.create(Multiplication(), self, that)
    def __rmul__(self, that): return Value.create(Multiplication(), that, self)
    def __truediv__(self, that): return Value.create(Division(), self, that)
    def __rtruediv__(self, that): return Value.create(Division(), that, self)
    def __pow__(self, exponent): return Value.create(Power(exponent), self)
    def __neg__(self): return Value.create(Negation(), self)
    def tanh(self): return Value.create(HyperbolicTangent(), self)
    def exp(self): return Value.create(Exponential(), self)
    def relu(self): return Value.create(Rectifier(), self)

    def backward(self):
        ordered = []
        build_topo(self, set(), ordered)
        for node in ordered:
            if not node.is_leaf():
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(ordered):
            node._backward()


def build_topo(v, visited, topo):
    iterators = [(v, iter(v._prev))]
    visited.add(v)
    while len(iterators) > 0:
        node, iterator = iterators[-1]
        following = next(iterator, None)
        if following is None:
            topo.append(node)
            iterators.pop()
        elif following not in visited:
            visited.add(following)
            iterators.append((following, iter(following._prev)))


def zero_grad(root):
    ordered = []
    build_topo(root, set(), ordered)
    for node in ordered:
        node.grad = 0.0
