"""Pull instead of push: a rule only lays out its node's offers, one for each operand, and a
node fetches what its consumers have laid out for it. Nodes are taken from a bucket for each
height, highest first. Fractions of the work are named tuples; names are Spanish."""
import math
from collections import defaultdict, namedtuple

Uso = namedtuple("Uso", "consumidor lugar")


class Value:
    def __init__(self, data, _prev=(), regla=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = regla or (lambda g: ())
        self.altura = 1 + max([n.altura for n in _prev]) if _prev else 0

    def backward(self):
        niveles, usos = mapa(self)
        ofertas = {}
        for altura in sorted(niveles, reverse=True):
            for nodo in niveles[altura]:
                total = 1.0 if nodo is self else 0.0
                for uso in usos[nodo]:
                    total += ofertas[uso.consumidor][uso.lugar]
                if altura:
                    nodo.grad = total
                else:
                    nodo.grad += total
                ofertas[nodo] = nodo._backward(total)

    def __add__(self, otro):
        otro = nodo_de(otro)
        return Value(self.data + otro.data, (self, otro), lambda g: (g, g))

    def __sub__(self, otro):
        otro = nodo_de(otro)
        return Value(self.data - otro.data, (self, otro), lambda g: (g, -g))

    def __mul__(self, otro):
        otro = nodo_de(otro)
        return Value(self.data * otro.data, (self, otro), lambda g: (g * otro.data, g * self.data))

    def __truediv__(self, otro):
        otro = nodo_de(otro)
        cociente = self.data / otro.data
        return Value(cociente, (self, otro),
                     lambda g: (g / otro.data, -g * cociente / otro.data))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def regla(g):
            if n == 0:
                return (0.0,)
            if n < 1 and self.data == 0:
                return (g * math.inf,)
            return (g * n * self.data ** (n - 1),)
        return Value(self.data ** n, (self,), regla)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        abierto = self.data > 0
        return Value(self.data if abierto else 0.0, (self,), lambda g: (g if abierto else 0.0,))

    def __radd__(self, otro):
        return nodo_de(otro) + self

    def __rsub__(self, otro):
        return nodo_de(otro) - self

    def __rmul__(self, otro):
        return nodo_de(otro) * self

    def __rtruediv__(self, otro):
        return nodo_de(otro) / self


def nodo_de(x):
    return x if isinstance(x, Value) else Value(float(x))


def mapa(raiz):
    niveles, usos = defaultdict(list), {raiz: []}
    frente = [raiz]
    while frente:
        nodo = frente.pop()
        niveles[nodo.altura].append(nodo)
        for lugar, entrada in enumerate(nodo._prev):
            if entrada not in usos:
                usos[entrada] = []
                frente.append(entrada)
            usos[entrada].append(Uso(nodo, lugar))
    return niveles, usos


def build_topo(v, visited, topo):
    niveles, _ = mapa(v)
    for altura in sorted(niveles):
        topo += niveles[altura]


def zero_grad(root):
    for nodo in mapa(root)[1]:
        nodo.grad = 0.0
