"""Everything is a list: (car, cdr) cells, () is nil."""
import math

nil = ()
cons = lambda x, rest: (x, rest)
car = lambda cell: cell[0]
cdr = lambda cell: cell[1]


def each(fn, lst):
    while lst != nil:
        fn(car(lst))
        lst = cdr(lst)


class Value:
    def __init__(self, data, args=nil, rule=None):
        self.data, self.grad = float(data), 0.0
        self._args = args                     # a cons list of (node . slope-thunk)
        self._prev = tuple(_nodes(args))
        self._backward = rule or (lambda: each(self._give, self._args))

    def _give(self, arg):
        car(arg).grad += self.grad * cdr(arg)(self)

    __add__ = lambda a, b: add(a, b)
    __radd__ = lambda a, b: add(b, a)
    __sub__ = lambda a, b: sub(a, b)
    __rsub__ = lambda a, b: sub(b, a)
    __mul__ = lambda a, b: mul(a, b)
    __rmul__ = lambda a, b: mul(b, a)
    __truediv__ = lambda a, b: div(a, b)
    __rtruediv__ = lambda a, b: div(b, a)
    __neg__ = lambda a: sub(0.0, a)
    __pow__ = lambda a, n: power(a, n)
    tanh = lambda a: tanh(a)
    exp = lambda a: exp(a)
    relu = lambda a: relu(a)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            n.grad = n.grad if n._args == nil else 0.0
        self.grad += 1.0
        for n in order[::-1]:
            n._backward()


def _nodes(args):
    found = []
    each(lambda arg: found.append(car(arg)), args)
    return found


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def unary(a, y, slope):
    return Value(y, cons(cons(a, slope), nil))


def binary(fn, sa, sb):
    def op(a, b):
        a, b = lift(a), lift(b)
        return Value(fn(a.data, b.data),
                     cons(cons(a, lambda out: sa(a.data, b.data)),
                          cons(cons(b, lambda out: sb(a.data, b.data)), nil)))
    return op


add = binary(lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
sub = binary(lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
mul = binary(lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
div = binary(lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y / y)


def power(a, n):
    return unary(a, a.data ** n, lambda out: n * a.data ** (n - 1) if n else 0.0)


def tanh(a):
    return unary(a, math.tanh(a.data), lambda out: 1 - out.data ** 2)


def exp(a):
    return unary(a, math.exp(a.data), lambda out: out.data)


def relu(a):
    x = a.data
    return unary(a, x if x > 0 else 0.0, lambda out: 1.0 if x >= 0 else 0.0)


def build_topo(v, visited, topo):
    todo = cons(cons(v, False), nil)
    while todo != nil:
        (node, expanded), todo = todo
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo = cons(cons(node, True), todo)
            for arg in node._prev:
                todo = cons(cons(arg, False), todo)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    list(map(lambda n: setattr(n, "grad", 0.0), nodes))
