"""Numbers do not live on the nodes: descriptors keep them in tables with weak keys."""

import math
import weakref


class Column:
    """A descriptor: one table for all nodes; a row goes when its node goes."""

    def __init__(self, default):
        self.rows = weakref.WeakKeyDictionary()
        self.default = default

    def __get__(self, node, owner=None):
        if node is None:
            return self
        return self.rows.get(node, self.default)

    def __set__(self, node, number):
        self.rows[node] = number

    def __delete__(self, node):
        self.rows.pop(node, None)


class Operator:
    """A descriptor that is a method: value(x, y) and slopes(x, y, result)."""

    def __init__(self, value, slopes, swapped=False):
        self.value, self.slopes, self.swapped = value, slopes, swapped

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, node, owner=None):
        if node is None:
            return self

        def method(*operands):
            inputs = [node, *(o if isinstance(o, owner) else owner(o) for o in operands)]
            if self.swapped:
                inputs.reverse()
            numbers = [i.data for i in inputs]
            result = self.value(*numbers)
            out = owner(result, inputs, self.name)
            out._backward = Owed(out, self.slopes(*numbers, result))
            return out

        return method


class Owed:
    """The local rule. It knows its node weakly, so that no circle arises."""

    __slots__ = ("node", "slopes")

    def __init__(self, node, slopes):
        self.node, self.slopes = weakref.ref(node), slopes

    def __call__(self):
        node = self.node()
        g = node.grad
        for below, slope in zip(node._prev, self.slopes):
            below.grad += slope * g


ADD = (lambda x, y: x + y), (lambda x, y, z: (1.0, 1.0))
SUB = (lambda x, y: x - y), (lambda x, y, z: (1.0, -1.0))
MUL = (lambda x, y: x * y), (lambda x, y, z: (y, x))
DIV = (lambda x, y: x / y), (lambda x, y, z: (1.0 / y, -z / y))


class Value:
    data = Column(0.0)
    grad = Column(0.0)

    __slots__ = ("_prev", "_op", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self._prev = list(_prev)
        self._op = _op
        self._backward = None

    __add__ = Operator(*ADD)
    __radd__ = Operator(*ADD, swapped=True)
    __sub__ = Operator(*SUB)
    __rsub__ = Operator(*SUB, swapped=True)
    __mul__ = Operator(*MUL)
    __rmul__ = Operator(*MUL, swapped=True)
    __truediv__ = Operator(*DIV)
    __rtruediv__ = Operator(*DIV, swapped=True)
    __neg__ = Operator(lambda x: -x, lambda x, z: (-1.0,))
    tanh = Operator(math.tanh, lambda x, z: (1.0 - z * z,))
    exp = Operator(math.exp, lambda x, z: (z,))
    relu = Operator(lambda x: x if x > 0 else 0.0, lambda x, z: (1.0 if z > 0 else 0.0,))

    def __pow__(self, n):
        x = self.data
        out = Value(x**n, [self], "**")
        out._backward = Owed(out, (n * x ** (n - 1) if n else 0.0,))
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                del node.grad
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        del node.grad
