import math
import weakref


class Register:
    """Keeps an eye on every node that is alive, in the order of birth."""

    def __init__(self):
        self.alive = weakref.WeakSet()
        self.births = 0

    def enter(self, node):
        node.number = self.births
        self.births += 1
        self.alive.add(node)

    def back_from(self, root):
        older = [node for node in self.alive if node.number <= root.number]
        return sorted(older, key=lambda node: -node.number)


register = Register()


class Value:
    def __init__(self, data, _prev=(), how=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.how = how
        register.enter(self)

    def _backward(self):
        if self.how is not None:
            self.how(self, *self._prev)

    def backward(self):
        needed = set(members(self))
        for node in needed:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in register.back_from(self):
            node._backward()

    def __add__(self, other):
        other = number(other)
        return Value(self.data + other.data, (self, other), after_add)

    def __sub__(self, other):
        other = number(other)
        return Value(self.data - other.data, (self, other), after_sub)

    def __mul__(self, other):
        other = number(other)
        return Value(self.data * other.data, (self, other), after_mul)

    def __truediv__(self, other):
        other = number(other)
        return Value(self.data / other.data, (self, other), after_div)

    def __neg__(self):
        return Value(-self.data, (self,), after_neg)

    def __pow__(self, n):
        return Value(self.data ** n, (self,), after_pow(n))

    def tanh(self):
        return Value(math.tanh(self.data), (self,), after_tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), after_exp)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), after_relu)

    def __radd__(self, other):
        return number(other) + self

    def __rsub__(self, other):
        return number(other) - self

    def __rmul__(self, other):
        return number(other) * self

    def __rtruediv__(self, other):
        return number(other) / self


def number(x):
    return x if isinstance(x, Value) else Value(float(x))


def after_add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def after_sub(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def after_mul(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def after_div(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def after_neg(out, a):
    a.grad -= out.grad


def after_pow(n):
    def after(out, a):
        if n != 0:
            a.grad += out.grad * n * a.data ** (n - 1)
    return after


def after_tanh(out, a):
    a.grad += out.grad * (1 - out.data ** 2)


def after_exp(out, a):
    a.grad += out.grad * out.data


def after_relu(out, a):
    if a.data > 0:
        a.grad += out.grad


def members(root):
    found = {root: None}
    fresh = [root]
    while fresh:
        node = fresh.pop()
        for p in node._prev:
            if p not in found:
                found[p] = None
                fresh.append(p)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(members(v), key=lambda node: node.number))


def zero_grad(root):
    for node in members(root):
        node.grad = 0.0
