import heapq
import itertools
import math

_tie = itertools.count()


class Value:

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None
        self.rank = 0
        if _prev:
            self.rank = 1 + _prev[0].rank

    def backward(self):
        inner = [n for n in reachable(self) if n._prev]
        for n in inner:
            n.grad = 0.0
        self.grad += 1.0
        for n in highest_first(self):
            if n._backward:
                n._backward(n)

    def __add__(self, other):
        other = promote(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = add_rule
        return out

    def __sub__(self, other):
        other = promote(other)
        out = Value(self.data - other.data, (self, other))
        out._backward = sub_rule
        return out

    def __mul__(self, other):
        other = promote(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = mul_rule
        return out

    def __truediv__(self, other):
        other = promote(other)
        out = Value(self.data / other.data, (self, other))
        out._backward = div_rule
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))

        def pow_rule(out):
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = pow_rule
        return out

    def __neg__(self):
        return self * -1.0

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = tanh_rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = exp_rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))
        out._backward = relu_rule
        return out

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self


def promote(x):
    return x if isinstance(x, Value) else Value(float(x))


def add_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad


def sub_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad -= out.grad


def mul_rule(out):
    a, b = out._prev
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def div_rule(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def tanh_rule(out):
    (a,) = out._prev
    a.grad += out.grad * (1.0 - out.data * out.data)


def exp_rule(out):
    (a,) = out._prev
    a.grad += out.grad * out.data


def relu_rule(out):
    (a,) = out._prev
    a.grad += out.grad if a.data > 0 else 0.0


def highest_first(root):
    heap = [(-root.rank, next(_tie), root)]
    known = {root}
    while heap:
        _, _, node = heapq.heappop(heap)
        yield node
        for p in node._prev:
            if p not in known:
                known.add(p)
                heapq.heappush(heap, (-p.rank, next(_tie), p))


def reachable(root):
    found, known = [root], {root}
    for node in found:
        for p in node._prev:
            if p not in known:
                known.add(p)
                found.append(p)
    return found


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, inputs = path[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
