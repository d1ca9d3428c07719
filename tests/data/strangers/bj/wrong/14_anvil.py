import math
import operator


def sweep(order):
    for node in reversed(order):
        node._backward(node)


def forget(nodes):
    for node in nodes:
        if node._prev:
            node.grad = 0.0


def binary(f, rule, op):
    def method(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(f(self.data, other.data), (self, other), op, rule)

    def reflected(self, other):
        return method(Value(other), self)

    return method, reflected


def unary(f, rule, op):
    def method(self):
        return Value(f(self.data), (self,), op, rule)

    return method


def add_rule(out):
    for p in out._prev:
        p.grad += out.grad


def sub_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad -= out.grad


def mul_rule(out):
    a, b = out._prev
    da, db = out.grad * b.data, out.grad * a.data
    a.grad += da
    b.grad += db


def div_rule(out):
    a, b = out._prev
    share = out.grad / b.data
    a.grad += share
    b.grad -= share * out.data


def neg_rule(out):
    out._prev[0].grad -= out.grad


def tanh_rule(out):
    out._prev[0].grad += out.grad * (1.0 - out.data * out.data)


def exp_rule(out):
    out._prev[0].grad += out.grad * out.data


def relu_rule(out):
    if out.data > 0.0:
        out._prev[0].grad += out.grad


def leaf_rule(out):
    pass


class Value:
    def __init__(self, data, _prev=(), _op="", _rule=leaf_rule):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _rule

    __add__, __radd__ = binary(operator.add, add_rule, "+")
    __sub__, __rsub__ = binary(operator.sub, sub_rule, "-")
    __mul__, __rmul__ = binary(operator.mul, mul_rule, "*")
    __truediv__, __rtruediv__ = binary(operator.truediv, div_rule, "/")
    __neg__ = unary(operator.neg, neg_rule, "neg")
    tanh = unary(math.tanh, tanh_rule, "tanh")
    exp = unary(math.exp, exp_rule, "exp")
    relu = unary(lambda x: max(x, 0.0), relu_rule, "relu")

    def __pow__(self, n):
        def rule(out):
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), "**", rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        forget(order[:-1])
        self.grad += 1.0
        sweep(order)


def build_topo(v, visited, topo):
    visited.add(v)
    path = [v]
    left = [list(v._prev)]
    while path:
        if left[-1]:
            child = left[-1].pop(0)
            if child not in visited:
                visited.add(child)
                path.append(child)
                left.append(list(child._prev))
        else:
            left.pop()
            topo.append(path.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
