import math


class Value:

    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(parents)

        def leaf_rule():
            """A leaf has nobody to tell."""

        self._backward = leaf_rule

    def __add__(self, other):
        out_of = [self, other if isinstance(other, Value) else Value(other)]
        out = Value(sum(p.data for p in out_of), out_of)

        def add_rule():
            for p in out_of:
                p.grad += out.grad

        out._backward = add_rule
        return out

    def __mul__(self, other):
        left = self
        right = other if isinstance(other, Value) else Value(other)
        out = Value(left.data * right.data, [left, right])

        def mul_rule():
            left.grad += out.grad * right.data
            right.grad += out.grad * left.data

        out._backward = mul_rule
        return out

    def __pow__(self, n):
        base = self
        out = Value(base.data ** n, [base])

        def pow_rule():
            if n != 0:
                base.grad += out.grad * n * base.data ** (n - 1)

        out._backward = pow_rule
        return out

    def tanh(self):
        x = self
        out = Value(math.tanh(x.data), [x])

        def tanh_rule():
            x.grad += out.grad * (1 - out.data) * (1 + out.data)

        out._backward = tanh_rule
        return out

    def exp(self):
        x = self
        out = Value(math.exp(x.data), [x])

        def exp_rule():
            x.grad += out.grad * out.data

        out._backward = exp_rule
        return out

    def relu(self):
        x = self
        out = Value(max(0.0, x.data), [x])

        def relu_rule():
            if x.data > 0:
                x.grad += out.grad

        out._backward = relu_rule
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + other * -1
    def __rsub__(self, other): return self * -1 + other
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other ** -1
        return self * (1 / other)

    def __rtruediv__(self, other): return self ** -1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        if i == 0:
            if node in visited:
                continue
            visited.add(node)
        if i < len(node._prev):
            stack.append((node, i + 1))
            stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root, seen=set()):
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
