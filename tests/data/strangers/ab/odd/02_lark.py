"""Roads as objects. A node has a list of the roads that lead away from it, to its inputs."""

from __future__ import annotations

import math
from collections.abc import Iterator


class Road:
    """From a result down to one of its inputs; what travels on it is multiplied."""

    __slots__ = ("end", "slope")

    def __init__(self, end: Value, slope: float) -> None:
        self.end = end
        self.slope = slope

    def carry(self, load: float) -> None:
        self.end.grad += load * self.slope


class Crossing:
    """What leaves and results have in common."""

    __slots__ = ("data", "grad", "roads")

    def __init__(self, data: float, *roads: Road) -> None:
        self.data = data
        self.grad = 0.0
        self.roads = roads

    @property
    def _prev(self) -> list[Value]:
        return [road.end for road in self.roads]

    def _backward(self) -> None:
        for road in self.roads:
            road.carry(self.grad)


class Value(Crossing):
    __slots__ = ()

    def __repr__(self) -> str:
        return f"{self.data:g} ({len(self.roads)} roads)"

    def __add__(self, other: Value | float) -> Value:
        other = station(other)
        return Value(self.data + other.data, Road(self, 1.0), Road(other, 1.0))

    def __mul__(self, other: Value | float) -> Value:
        other = station(other)
        return Value(self.data * other.data, Road(self, other.data), Road(other, self.data))

    def __pow__(self, n: float) -> Value:
        return Value(self.data**n, Road(self, n * self.data ** (n - 1) if n else 0.0))

    def __neg__(self) -> Value:
        return Value(-self.data, Road(self, -1.0))

    def __sub__(self, other: Value | float) -> Value:
        return self + (-station(other))

    def __truediv__(self, other: Value | float) -> Value:
        return self * station(other) ** -1

    def __radd__(self, other: float) -> Value:
        return station(other) + self

    def __rmul__(self, other: float) -> Value:
        return station(other) * self

    def __rsub__(self, other: float) -> Value:
        return station(other) - self

    def __rtruediv__(self, other: float) -> Value:
        return station(other) / self

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        return Value(t, Road(self, (1.0 - t) * (1.0 + t)))

    def exp(self) -> Value:
        e = math.exp(self.data)
        return Value(e, Road(self, e))

    def relu(self) -> Value:
        # a closed road where the number is not positive
        return Value(max(self.data, 0.0), Road(self, float(self.data > 0.0)))

    def backward(self) -> None:
        journey = list(downhill(self))
        for crossing in journey:
            if crossing.roads:
                crossing.grad = 0.0
        self.grad += 1.0
        for crossing in journey:
            crossing._backward()


def station(x: Value | float) -> Value:
    return x if isinstance(x, Value) else Value(float(x))


def downhill(root: Value) -> Iterator[Value]:
    """Each crossing once, after all the crossings that have a road to it."""
    arrivals: dict[Value, int] = {root: 0}
    map_ = [root]
    for crossing in map_:
        for road in crossing.roads:
            if road.end in arrivals:
                arrivals[road.end] += 1
            else:
                arrivals[road.end] = 1
                map_.append(road.end)
    open_ = [root]
    while open_:
        crossing = open_.pop()
        yield crossing
        for road in crossing.roads:
            arrivals[road.end] -= 1
            if arrivals[road.end] == 0:
                open_.append(road.end)


def build_topo(v, visited, topo):
    topo.extend([*downhill(v)][::-1])


def zero_grad(root):
    for crossing in downhill(root):
        crossing.grad = 0.0
