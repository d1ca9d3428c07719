# Abgabe Uebung 13 - Rechengraph mit Rueckwaertsgang
import math


class Value:

    def __init__(self, zahl, eingaben=()):
        self.data = zahl
        self.grad = 0.0
        self._prev = eingaben
        self._backward = None

    # Hilfsfunktion: aus einer Zahl wird ein Knoten
    @staticmethod
    def knoten(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    def __add__(self, anderer):
        anderer = Value.knoten(anderer)
        ergebnis = Value(self.data + anderer.data, (self, anderer))

        def zurueck():
            self.grad = ergebnis.grad
            anderer.grad += ergebnis.grad

        ergebnis._backward = zurueck
        return ergebnis

    def __sub__(self, anderer):
        anderer = Value.knoten(anderer)
        ergebnis = Value(self.data - anderer.data, (self, anderer))

        def zurueck():
            self.grad += ergebnis.grad
            anderer.grad -= ergebnis.grad

        ergebnis._backward = zurueck
        return ergebnis

    def __mul__(self, anderer):
        anderer = Value.knoten(anderer)
        ergebnis = Value(self.data * anderer.data, (self, anderer))

        def zurueck():
            self.grad += anderer.data * ergebnis.grad
            anderer.grad += self.data * ergebnis.grad

        ergebnis._backward = zurueck
        return ergebnis

    def __truediv__(self, anderer):
        anderer = Value.knoten(anderer)
        ergebnis = Value(self.data / anderer.data, (self, anderer))

        def zurueck():
            self.grad += ergebnis.grad / anderer.data
            anderer.grad -= ergebnis.grad * self.data / anderer.data ** 2

        ergebnis._backward = zurueck
        return ergebnis

    def __pow__(self, hoch):
        ergebnis = Value(self.data ** hoch, (self,))

        def zurueck():
            if hoch != 0:
                self.grad += hoch * self.data ** (hoch - 1) * ergebnis.grad

        ergebnis._backward = zurueck
        return ergebnis

    def __neg__(self):
        return Value(0.0) - self

    def __radd__(self, zahl):
        return Value.knoten(zahl) + self

    def __rsub__(self, zahl):
        return Value.knoten(zahl) - self

    def __rmul__(self, zahl):
        return Value.knoten(zahl) * self

    def __rtruediv__(self, zahl):
        return Value.knoten(zahl) / self

    def tanh(self):
        ergebnis = Value(math.tanh(self.data), (self,))

        def zurueck():
            self.grad += (1 - ergebnis.data ** 2) * ergebnis.grad

        ergebnis._backward = zurueck
        return ergebnis

    def exp(self):
        ergebnis = Value(math.exp(self.data), (self,))

        def zurueck():
            self.grad += ergebnis.data * ergebnis.grad

        ergebnis._backward = zurueck
        return ergebnis

    def relu(self):
        ergebnis = Value(max(self.data, 0.0), (self,))

        def zurueck():
            if self.data > 0:
                self.grad += ergebnis.grad

        ergebnis._backward = zurueck
        return ergebnis

    def backward(self):
        reihe = []
        build_topo(self, set(), reihe)
        for knoten in reihe:
            if knoten._backward:
                knoten.grad = 0.0
        self.grad += 1.0
        for knoten in reversed(reihe):
            if knoten._backward:
                knoten._backward()


def build_topo(v, visited, topo):
    stapel = [v]
    fertig = object()
    while stapel:
        oben = stapel.pop()
        if oben is fertig:
            topo.append(stapel.pop())
        elif oben not in visited:
            visited.add(oben)
            stapel.append(oben)
            stapel.append(fertig)
            for eingabe in oben._prev:
                stapel.append(eingabe)


def zero_grad(root):
    reihe = []
    build_topo(root, set(), reihe)
    for knoten in reihe:
        knoten.grad = 0.0
