import math


def is_number(thing):
    return isinstance(thing, (int, float))


class Value(object):
    '''Holds data, grad, the inputs and a rule. Rules are bound methods (one per operation).'''

    def __init__(self, data, _prev=(), rule="_rule_leaf", const=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._const = const
        self._rule = rule

    def _backward(self):
        getattr(self, self._rule)()

    # ---- the rules ----
    def _rule_leaf(self):
        pass

    def _rule_add(self):
        for p in self._prev:
            p.grad += self.grad

    def _rule_shift(self):
        self._prev[0].grad += self.grad

    def _rule_mul(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad

    def _rule_scale(self):
        self._prev[0].grad += self._const * self.grad

    def _rule_pow(self):
        n = self._const
        if n != 0:
            self._prev[0].grad += n * self._prev[0].data ** (n - 1) * self.grad

    def _rule_tanh(self):
        self._prev[0].grad += (1 - self.data * self.data) * self.grad

    def _rule_exp(self):
        self._prev[0].grad = self.data * self.grad

    def _rule_relu(self):
        self._prev[0].grad += self.grad if self._prev[0].data > 0 else 0.0

    # ---- the operators ----
    def __add__(self, other):
        if is_number(other):
            return Value(self.data + other, (self,), "_rule_shift")
        return Value(self.data + other.data, (self, other), "_rule_add")

    def __mul__(self, other):
        if is_number(other):
            return Value(self.data * other, (self,), "_rule_scale", other)
        return Value(self.data * other.data, (self, other), "_rule_mul")

    def __pow__(self, n):
        return Value(self.data ** n, (self,), "_rule_pow", n)

    def __truediv__(self, other):
        if is_number(other):
            return self * (1.0 / other)
        return self * other ** -1

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "_rule_tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "_rule_exp")

    def relu(self):
        return Value(self.data * (self.data > 0), (self,), "_rule_relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    agenda = [(v, False)]
    while len(agenda) > 0:
        node, expanded = agenda.pop()
        if expanded:
            topo.append(node)
            continue
        if id(node) in visited:
            continue
        visited.add(id(node))
        agenda.append((node, True))
        for p in node._prev:
            agenda.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
