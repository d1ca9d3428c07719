import math
from abc import ABC, abstractmethod


class Regel(ABC):
    """Eine Rechenart: rechnet vorwaerts und verteilt den Gradienten rueckwaerts."""

    @abstractmethod
    def wert(self, *zahlen):
        ...

    @abstractmethod
    def verteile(self, g, ergebnis, *zahlen):
        ...

    def __call__(self, *knoten):
        knoten = tuple(k if isinstance(k, Value) else Value(float(k)) for k in knoten)
        neu = Value(self.wert(*(k.data for k in knoten)))
        neu._prev = knoten
        neu.regel = self
        return neu


class Summe(Regel):
    def wert(self, x, y):
        return x + y

    def verteile(self, g, ergebnis, x, y):
        return g, g


class Differenz(Regel):
    def wert(self, x, y):
        return x - y

    def verteile(self, g, ergebnis, x, y):
        return g, -g


class Produkt(Regel):
    def wert(self, x, y):
        return x * y

    def verteile(self, g, ergebnis, x, y):
        return g * y, g * x


class Quotient(Regel):
    def wert(self, x, y):
        return x / y

    def verteile(self, g, ergebnis, x, y):
        return g / y, -g * ergebnis / y


class Gegenzahl(Regel):
    def wert(self, x):
        return -x

    def verteile(self, g, ergebnis, x):
        return (-g,)


class Potenz(Regel):
    def __init__(self, n):
        self.n = n

    def wert(self, x):
        return x ** self.n

    def verteile(self, g, ergebnis, x):
        if self.n == 0:
            return (0.0,)
        return (g * self.n * x ** (self.n - 1),)


class Tanh(Regel):
    def wert(self, x):
        return math.tanh(x)

    def verteile(self, g, ergebnis, x):
        return (g * (1 - ergebnis ** 2),)


class Exp(Regel):
    def wert(self, x):
        return math.exp(x)

    def verteile(self, g, ergebnis, x):
        return (g * ergebnis,)


class Relu(Regel):
    def wert(self, x):
        return x if x > 0 else 0.0

    def verteile(self, g, ergebnis, x):
        return (g if x > 0 else 0.0,)


summe, differenz, produkt, quotient = Summe(), Differenz(), Produkt(), Quotient()
gegenzahl, tanh, exp, relu = Gegenzahl(), Tanh(), Exp(), Relu()


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self.regel = None

    def _backward(self):
        if self.regel is None:
            return
        zahlen = [k.data for k in self._prev]
        anteile = self.regel.verteile(self.grad, self.data, *zahlen)
        for k, anteil in zip(self._prev, anteile):
            k.grad += anteil

    def __add__(self, anderer):
        return summe(self, anderer)

    def __radd__(self, anderer):
        return summe(anderer, self)

    def __sub__(self, anderer):
        return differenz(self, anderer)

    def __rsub__(self, anderer):
        return differenz(anderer, self)

    def __mul__(self, anderer):
        return produkt(self, anderer)

    def __rmul__(self, anderer):
        return produkt(anderer, self)

    def __truediv__(self, anderer):
        return quotient(self, anderer)

    def __rtruediv__(self, anderer):
        return quotient(anderer, self)

    def __neg__(self):
        return gegenzahl(self)

    def __pow__(self, n):
        return Potenz(n)(self)

    def tanh(self):
        return tanh(self)

    def exp(self):
        return exp(self)

    def relu(self):
        return relu(self)

    def backward(self):
        reihe = []
        build_topo(self, set(), reihe)
        for k in reihe:
            if k.regel is not None:
                k.grad = 0.0
        self.grad += 1.0
        for k in reversed(reihe):
            k._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stapel = [(v, iter(v._prev))]
    while stapel:
        k, rest = stapel[-1]
        for kind in rest:
            if kind not in visited:
                visited.add(kind)
                stapel.append((kind, iter(kind._prev)))
                break
        else:
            stapel.pop()
            if k.regel is not None:
                topo.append(k)


def zero_grad(root):
    gesehen = {root}
    offen = [root]
    while offen:
        k = offen.pop()
        k.grad = 0.0
        for kind in k._prev:
            if kind not in gesehen:
                gesehen.add(kind)
                offen.append(kind)
