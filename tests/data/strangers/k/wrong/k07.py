from math import exp, tanh


class Value:

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = self._nothing

    def _nothing(self):
        pass

    def _from(self, *parents):
        self._prev = list(parents)
        return self

    def postorder(self):
        """Yield each node below this one once, inputs before consumers."""
        seen = {self}
        trail = [(self, list(self._prev))]
        while trail:
            node, left = trail[-1]
            if left:
                child = left.pop()
                if child not in seen:
                    seen.add(child)
                    trail.append((child, list(child._prev)))
            else:
                trail.pop()
                yield node

    def backward(self):
        order = list(self.postorder())
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        order.reverse()
        for node in order:
            node._backward()


def _num(x):
    return x if isinstance(x, Value) else Value(x)


def v_add(a, b):
    b = _num(b)
    out = Value(a.data + b.data)._from(a, b)
    def pull():
        a.grad += out.grad
        b.grad += out.grad
    out._backward = pull
    return out


def v_sub(a, b):
    b = _num(b)
    out = Value(a.data - b.data)._from(a, b)
    def pull():
        a.grad += out.grad
        b.grad -= out.grad
    out._backward = pull
    return out


def v_mul(a, b):
    b = _num(b)
    out = Value(a.data * b.data)._from(a, b)
    def pull():
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad
    out._backward = pull
    return out


def v_pow(a, n):
    out = Value(a.data ** n)._from(a)
    def pull():
        a.grad += (n * a.data ** (n - 1) if n != 0 else 0) * out.grad
    out._backward = pull
    return out


def v_tanh(a):
    out = Value(tanh(a.data))._from(a)
    def pull():
        a.grad += (1.0 - out.data * out.data) * out.grad
    out._backward = pull
    return out


def v_exp(a):
    out = Value(exp(a.data))._from(a)
    def pull():
        a.grad += out.data * out.grad
    out._backward = pull
    return out


def v_relu(a):
    out = Value(a.data if a.data > 0 else 0.0)._from(a)
    def pull():
        if a.data >= 0:
            a.grad += out.grad
    out._backward = pull
    return out


Value.__add__ = Value.__radd__ = v_add
Value.__sub__ = v_sub
Value.__rsub__ = lambda a, b: v_sub(_num(b), a)
Value.__mul__ = Value.__rmul__ = v_mul
Value.__truediv__ = lambda a, b: v_mul(a, v_pow(_num(b), -1))
Value.__rtruediv__ = lambda a, b: v_mul(v_pow(a, -1), b)
Value.__pow__ = v_pow
Value.__neg__ = lambda a: v_mul(a, -1)
Value.tanh, Value.exp, Value.relu = v_tanh, v_exp, v_relu


def build_topo(v, visited, topo):
    for node in v.postorder():
        topo.append(node)


def zero_grad(root):
    for node in root.postorder():
        node.grad = 0.0
