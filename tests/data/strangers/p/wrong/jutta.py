import math


def unary(f, slope):
    """Make a method from a function and its slope (of input and result)."""

    def method(self):
        x = self.data
        y = f(x)
        out = Value(y, (self,))

        def rule():
            self.grad += slope(x, y) * out.grad

        out._backward = rule
        return out

    return method


def binary(f, slope_left, slope_right, swap=False):
    """Make a method from a function of two numbers and its two slopes."""

    def method(self, other):
        other = other if isinstance(other, Value) else Value(other)
        left, right = (other, self) if swap else (self, other)
        x, y = left.data, right.data
        out = Value(f(x, y), (left, right))

        def rule():
            left.grad += slope_left(x, y) * out.grad
            right.grad += slope_right(x, y) * out.grad

        out._backward = rule
        return out

    return method


PLUS = (lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
MINUS = (lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
TIMES = (lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
OVER = (lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y**2)


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    __add__ = binary(*PLUS)
    __sub__ = binary(*MINUS)
    __mul__ = binary(*TIMES)
    __truediv__ = binary(*OVER)
    __radd__ = binary(*PLUS, swap=True)
    __rsub__ = binary(*MINUS, swap=True)
    __rmul__ = binary(*TIMES, swap=True)
    __rtruediv__ = binary(*OVER, swap=True)

    __neg__ = unary(lambda x: -x, lambda x, y: -1.0)
    tanh = unary(math.tanh, lambda x, y: 1 - y * y)
    exp = unary(math.exp, lambda x, y: y)
    relu = unary(lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0)

    def __pow__(self, n):
        def slope(x, y):
            return n * x ** (n - 1) if n != 0 else 0.0

        return unary(lambda x: x**n, slope)(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack[-1]
        if i < len(node._prev):
            stack[-1] = (node, i + 1)
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                stack.append((child, 0))
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for child in node._prev:
            if child not in seen:
                seen.add(child)
        todo.extend(c for c in node._prev if c not in seen)


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
