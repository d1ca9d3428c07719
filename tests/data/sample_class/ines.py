"""Motor de autograd / Inês.  Comments are half Portuguese, sorry!"""
import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @staticmethod
    def _valor(x):
        return x if isinstance(x, Value) else Value(x)

    # soma: o gradiente passa igual
    def __add__(self, outro):
        outro = self._valor(outro)
        out = Value(self.data + outro.data, (self, outro), "+")

        def regra():
            self.grad += out.grad
            outro.grad += out.grad

        out._backward = regra
        return out

    # produto: cada um recebe o valor do outro
    def __mul__(self, outro):
        outro = self._valor(outro)
        out = Value(self.data * outro.data, (self, outro), "*")

        def regra():
            self.grad += outro.data
            outro.grad += self.data

        out._backward = regra
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def regra():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = regra
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def regra():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = regra
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def regra():
            self.grad += out.data * out.grad

        out._backward = regra
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def regra():
            self.grad += out.grad * (out.data > 0)

        out._backward = regra
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, outro):
        return self + self._valor(outro) * -1.0

    def __truediv__(self, outro):
        return self * self._valor(outro) ** -1

    def __radd__(self, outro):
        return self + outro

    def __rmul__(self, outro):
        return self * outro

    def __rsub__(self, outro):
        return self._valor(outro) - self

    def __rtruediv__(self, outro):
        return self._valor(outro) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for no in topo:
            if no._prev:
                no.grad = 0.0
        self.grad += 1.0
        for no in reversed(topo):
            no._backward()


def build_topo(v, visited, topo):
    pilha = [(v, False)]
    while pilha:
        no, pronto = pilha.pop()
        if pronto:
            topo.append(no)
        elif no not in visited:
            visited.add(no)
            pilha.append((no, True))
            for p in no._prev:
                pilha.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for no in topo:
        no.grad = 0.0
