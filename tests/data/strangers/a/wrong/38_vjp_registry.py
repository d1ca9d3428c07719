import math

PRIMITIVES = {}
VJPS = {}


def primitive(fun):
    PRIMITIVES[fun.__name__] = fun
    return fun


def defvjp(name):
    def register(vjp):
        VJPS[name] = vjp
        return vjp
    return register


@primitive
def add(x, y): return x + y

@defvjp("add")
def vjp_add(g, ans, x, y): return g, g

@primitive
def sub(x, y): return x - y

@defvjp("sub")
def vjp_sub(g, ans, x, y): return g, -g

@primitive
def mul(x, y): return x * y

@defvjp("mul")
def vjp_mul(g, ans, x, y): return g * y, g * x

@primitive
def div(x, y): return x / y

@defvjp("div")
def vjp_div(g, ans, x, y): return g / y, -g * ans / y

@primitive
def neg(x): return -x

@defvjp("neg")
def vjp_neg(g, ans, x): return -g,

@primitive
def tanh(x): return math.tanh(x)

@defvjp("tanh")
def vjp_tanh(g, ans, x): return g * (1 - ans),

@primitive
def exp(x): return math.exp(x)

@defvjp("exp")
def vjp_exp(g, ans, x): return g * ans,

@primitive
def relu(x): return max(x, 0.0)

@defvjp("relu")
def vjp_relu(g, ans, x): return (g if x > 0 else 0.0),


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    @staticmethod
    def call(name, *args):
        nodes = tuple(a if isinstance(a, Value) else Value(a) for a in args)
        argvals = [n.data for n in nodes]
        ans = PRIMITIVES[name](*argvals)
        return Value(ans, nodes, lambda g: VJPS[name](g, ans, *argvals))

    def __add__(self, o): return Value.call("add", self, o)
    def __radd__(self, o): return Value.call("add", o, self)
    def __sub__(self, o): return Value.call("sub", self, o)
    def __rsub__(self, o): return Value.call("sub", o, self)
    def __mul__(self, o): return Value.call("mul", self, o)
    def __rmul__(self, o): return Value.call("mul", o, self)
    def __truediv__(self, o): return Value.call("div", self, o)
    def __rtruediv__(self, o): return Value.call("div", o, self)
    def __neg__(self): return Value.call("neg", self)
    def tanh(self): return Value.call("tanh", self)
    def exp(self): return Value.call("exp", self)
    def relu(self): return Value.call("relu", self)

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(x ** n, (self,), lambda g: (0.0,))
        return Value(x ** n, (self,), lambda g: (g * n * x ** (n - 1),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._prev:
                for parent, g in zip(node._prev, node._backward(node.grad)):
                    parent.grad += g


def build_topo(v, visited, topo):
    child_counts = {}
    stack = [v]
    while stack:
        node = stack.pop()
        if node in child_counts:
            child_counts[node] += 1
        else:
            child_counts[node] = 1
            stack.extend(node._prev)
    childless = [v]
    while childless:
        node = childless.pop()
        visited.add(node)
        topo.append(node)
        for parent in node._prev:
            if child_counts[parent] == 1:
                childless.append(parent)
            else:
                child_counts[parent] -= 1
    topo.reverse()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
