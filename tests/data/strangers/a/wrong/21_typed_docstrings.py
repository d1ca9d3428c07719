"""
engine.py
=========

A small, fully documented automatic differentiation engine.
"""

import math
from typing import Callable, Iterable, List, Optional, Set, Tuple, Union

Number = Union[int, float]


class Value:
    """
    A scalar in a computation graph.

    Attributes
    ----------
    data : float
        The number.
    grad : float
        d(root)/d(self), filled by :meth:`backward`.
    """

    def __init__(self, data: Number, _prev: Iterable["Value"] = ()) -> None:
        self.data: float = float(data)
        self.grad: float = 0.0
        self._prev: Tuple["Value", ...] = tuple(_prev)
        self._backward: Optional[Callable[[float], None]] = None

    # ------------------------------------------------------------------
    # addition
    # ------------------------------------------------------------------
    def __add__(self, other: Union["Value", Number]) -> "Value":
        """Return ``self + other``."""
        rhs = _as_value(other)
        out = Value(self.data + rhs.data, (self, rhs))

        def _backward(upstream: float) -> None:
            self.grad += upstream
            rhs.grad += upstream

        out._backward = _backward
        return out

    def __radd__(self, other: Number) -> "Value":
        """Return ``other + self``."""
        return _as_value(other).__add__(self)

    def __iadd__(self, other: Union["Value", Number]) -> "Value":
        """Perform ``self += other``."""
        self.data += _as_value(other).data
        return self

    # ------------------------------------------------------------------
    # subtraction and sign
    # ------------------------------------------------------------------
    def __neg__(self) -> "Value":
        """Return ``-self``."""
        out = Value(-self.data, (self,))

        def _backward(upstream: float) -> None:
            self.grad -= upstream

        out._backward = _backward
        return out

    def __sub__(self, other: Union["Value", Number]) -> "Value":
        """Return ``self - other``."""
        return self.__add__(_as_value(other).__neg__())

    def __rsub__(self, other: Number) -> "Value":
        """Return ``other - self``."""
        return _as_value(other).__sub__(self)

    # ------------------------------------------------------------------
    # multiplication and division
    # ------------------------------------------------------------------
    def __mul__(self, other: Union["Value", Number]) -> "Value":
        """Return ``self * other``."""
        rhs = _as_value(other)
        out = Value(self.data * rhs.data, (self, rhs))

        def _backward(upstream: float) -> None:
            self.grad += rhs.data * upstream
            rhs.grad += self.data * upstream

        out._backward = _backward
        return out

    def __rmul__(self, other: Number) -> "Value":
        """Return ``other * self``."""
        return _as_value(other).__mul__(self)

    def __truediv__(self, other: Union["Value", Number]) -> "Value":
        """Return ``self / other``."""
        return self.__mul__(_as_value(other).__pow__(-1))

    def __rtruediv__(self, other: Number) -> "Value":
        """Return ``other / self``."""
        return _as_value(other).__truediv__(self)

    def __pow__(self, exponent: Number) -> "Value":
        """Return ``self ** exponent`` for a plain number."""
        out = Value(self.data ** exponent, (self,))

        def _backward(upstream: float) -> None:
            if exponent == 0:
                return
            self.grad += exponent * self.data ** (exponent - 1) * upstream

        out._backward = _backward
        return out

    # ------------------------------------------------------------------
    # functions
    # ------------------------------------------------------------------
    def tanh(self) -> "Value":
        """Return the hyperbolic tangent."""
        out = Value(math.tanh(self.data), (self,))

        def _backward(upstream: float) -> None:
            self.grad += (1.0 - out.data ** 2) * upstream

        out._backward = _backward
        return out

    def exp(self) -> "Value":
        """Return e to the power of ``self``."""
        out = Value(math.exp(self.data), (self,))

        def _backward(upstream: float) -> None:
            self.grad += out.data * upstream

        out._backward = _backward
        return out

    def relu(self) -> "Value":
        """Return ``max(self, 0)``."""
        out = Value(max(self.data, 0.0), (self,))

        def _backward(upstream: float) -> None:
            if self.data > 0.0:
                self.grad += upstream

        out._backward = _backward
        return out

    # ------------------------------------------------------------------
    # the backward pass
    # ------------------------------------------------------------------
    def backward(self) -> None:
        """Fill the gradients of every node this one depends on."""
        topo: List["Value"] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node.grad)


def _as_value(x: Union[Value, Number]) -> Value:
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: Set[Value], topo: List[Value]) -> None:
    """Append the nodes below ``v``, inputs first, and ``v`` itself."""
    stack: List[Tuple[Value, int]] = [(v, 0)]
    visited.add(v)
    while stack:
        node, position = stack.pop()
        if position == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, position + 1))
        child = node._prev[position]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root: Value) -> None:
    """Set the gradient of every node below ``root`` to zero."""
    topo: List[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
