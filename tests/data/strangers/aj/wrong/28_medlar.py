import math
import operator


def differentiable(number_function, slopes):
    """Make a method of Value from a function of numbers and the slopes of its inputs."""

    def method(*operands):
        nodes = [x if isinstance(x, Value) else Value(x) for x in operands]
        out = Value(number_function(*(n.data for n in nodes)))
        out._prev = tuple(nodes)

        def _backward():
            at = [n.data for n in nodes]
            for n, slope in zip(nodes, slopes(out.data, *at)):
                n.grad += slope * out.grad

        out._backward = _backward
        return out

    return method


def reflected(method):
    def other_way_round(self, other):
        return method(other, self)

    return other_way_round


def power(x, n):
    slope = (lambda y, x: (n * x ** (n - 1),)) if n != 0 else (lambda y, x: (0.0,))
    return differentiable(lambda x: x**n, slope)(x)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    __add__ = differentiable(operator.add, lambda y, a, b: (1.0, 1.0))
    __sub__ = differentiable(operator.sub, lambda y, a, b: (1.0, -1.0))
    __mul__ = differentiable(operator.mul, lambda y, a, b: (b, a))
    __truediv__ = differentiable(operator.truediv, lambda y, a, b: (1.0 / b, -y / b))
    __radd__ = reflected(__add__)
    __rsub__ = reflected(__sub__)
    __rmul__ = reflected(__mul__)
    __rtruediv__ = reflected(__truediv__)
    __neg__ = differentiable(operator.neg, lambda y, a: (-1.0,))
    __pow__ = power

    tanh = differentiable(math.tanh, lambda y, a: (1.0 - y**2,))
    exp = differentiable(math.exp, lambda y, a: (y,))
    relu = differentiable(lambda a: a if a > 0 else 0.0, lambda y, a: (float(a > 0),))

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p._prev and p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    root.grad = 0.0
    seen = {root}
    stack = [root]
    while stack:
        for p in stack.pop()._prev:
            if p not in seen:
                p.grad = 0.0
                seen.add(p)
                stack.append(p)
