"""A dictionary of rules: name -> (forward, derivative in each input)."""
import math
import operator

RULES = {
    "add": (operator.add, lambda x, y, z: (1.0, 1.0)),
    "sub": (operator.sub, lambda x, y, z: (1.0, -1.0)),
    "mul": (operator.mul, lambda x, y, z: (y, x)),
    "div": (operator.truediv, lambda x, y, z: (1.0 / y, -x / y**2)),
    "neg": (operator.neg, lambda x, z: (-1.0,)),
    "tanh": (math.tanh, lambda x, z: (1.0 - z**2,)),
    "exp": (math.exp, lambda x, z: (z,)),
    "relu": (lambda x: max(x, 0.0), lambda x, z: (1.0 if x >= 0 else 0.0,)),
}


def power(n):
    return (lambda x: x**n, lambda x, z: (0.0 if n == 0 else n * x ** (n - 1),))


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule is not None:
            slopes = self._rule[1](*(p.data for p in self._prev), self.data)
            for p, slope in zip(self._prev, slopes):
                p.grad += slope * self.grad

    def _apply(self, rule, *others):
        inputs = (self,) + tuple(o if isinstance(o, Value) else Value(o) for o in others)
        return Value(rule[0](*(p.data for p in inputs)), inputs, rule)

    def __add__(self, o): return self._apply(RULES["add"], o)
    def __sub__(self, o): return self._apply(RULES["sub"], o)
    def __mul__(self, o): return self._apply(RULES["mul"], o)
    def __truediv__(self, o): return self._apply(RULES["div"], o)
    def __radd__(self, o): return Value(o)._apply(RULES["add"], self)
    def __rsub__(self, o): return Value(o)._apply(RULES["sub"], self)
    def __rmul__(self, o): return Value(o)._apply(RULES["mul"], self)
    def __rtruediv__(self, o): return Value(o)._apply(RULES["div"], self)
    def __neg__(self): return self._apply(RULES["neg"])
    def __pow__(self, n): return self._apply(power(n))
    def tanh(self): return self._apply(RULES["tanh"])
    def exp(self): return self._apply(RULES["exp"])
    def relu(self): return self._apply(RULES["relu"])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if len(v._prev) > 0:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def build_topo(v, visited, topo):
    path = [v]
    while path:
        node = path[-1]
        if id(node) in visited:
            path.pop()
            continue
        open_inputs = [p for p in node._prev if id(p) not in visited]
        if open_inputs:
            path.extend(open_inputs)
        else:
            visited.add(id(node))
            topo.append(path.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
