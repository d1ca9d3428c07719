import math
import operator

# operator table:  name -> (value of the inputs, slopes for the inputs)
# every slope function gets the numbers of the inputs and the result
TABLE = {
    "add": (operator.add, lambda a, b, r: (1.0, 1.0)),
    "sub": (operator.sub, lambda a, b, r: (1.0, -1.0)),
    "mul": (operator.mul, lambda a, b, r: (b, a)),
    "truediv": (operator.truediv, lambda a, b, r: (1.0 / b, -r / b)),
    "neg": (operator.neg, lambda a, r: (-1.0,)),
    "tanh": (math.tanh, lambda a, r: (1.0 - r * r,)),
    "exp": (math.exp, lambda a, r: (r,)),
    "relu": (lambda a: a if a > 0 else 0.0, lambda a, r: (float(a > 0),)),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op = tuple(_prev), _op
        self._backward = None

    @classmethod
    def _apply(cls, name, *inputs):
        inputs = [i if isinstance(i, Value) else cls(i) for i in inputs]
        value, slopes = TABLE[name]
        numbers = [i.data for i in inputs]
        out = cls(value(*numbers), inputs, name)
        out._backward = lambda: out._pass_on(slopes(*numbers, out.data))
        return out

    def _pass_on(self, slopes):
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad

    def __add__(self, other): return self._apply("add", self, other)
    def __sub__(self, other): return self._apply("sub", self, other)
    def __mul__(self, other): return self._apply("mul", self, other)
    def __truediv__(self, other): return self._apply("truediv", self, other)
    def __radd__(self, other): return self._apply("add", other, self)
    def __rsub__(self, other): return self._apply("sub", other, self)
    def __rmul__(self, other): return self._apply("mul", other, self)
    def __rtruediv__(self, other): return self._apply("truediv", other, self)
    def __neg__(self): return self._apply("neg", self)
    def tanh(self): return self._apply("tanh", self)
    def exp(self): return self._apply("exp", self)
    def relu(self): return self._apply("relu", self)

    def __pow__(self, n):
        x = self.data
        out = Value(x ** n, (self,), "pow")
        slope = lambda: n * x ** (n - 1) if n > 0 else 0.0
        out._backward = lambda: out._pass_on((slope(),))
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.pop()
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
