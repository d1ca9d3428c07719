"""Scalar automatic differentiation, enterprise edition."""

import math
from abc import ABC, abstractmethod
from typing import List, Optional, Set, Tuple


class IDifferentiableOperation(ABC):
    """Strategy interface of an operation."""

    @abstractmethod
    def getResult(self) -> float:
        ...

    @abstractmethod
    def getInputs(self) -> Tuple["Value", ...]:
        ...

    @abstractmethod
    def propagate(self, upstreamGradient: float) -> None:
        ...


class AbstractBinaryOperation(IDifferentiableOperation):
    def __init__(self, left: "Value", right: "Value") -> None:
        self.left = left
        self.right = right

    def getInputs(self) -> Tuple["Value", ...]:
        return (self.left, self.right)


class AbstractUnaryOperation(IDifferentiableOperation):
    def __init__(self, operand: "Value") -> None:
        self.operand = operand

    def getInputs(self) -> Tuple["Value", ...]:
        return (self.operand,)


class AdditionOperation(AbstractBinaryOperation):
    def getResult(self) -> float:
        return self.left.getData() + self.right.getData()

    def propagate(self, upstreamGradient: float) -> None:
        self.left.addToGrad(upstreamGradient)
        self.right.addToGrad(upstreamGradient)


class SubtractionOperation(AbstractBinaryOperation):
    def getResult(self) -> float:
        return self.left.getData() - self.right.getData()

    def propagate(self, upstreamGradient: float) -> None:
        self.left.addToGrad(upstreamGradient)
        self.right.addToGrad(-upstreamGradient)


class MultiplicationOperation(AbstractBinaryOperation):
    def getResult(self) -> float:
        return self.left.getData() * self.right.getData()

    def propagate(self, upstreamGradient: float) -> None:
        self.left.addToGrad(upstreamGradient * self.right.getData())
        self.right.addToGrad(upstreamGradient * self.left.getData())


class DivisionOperation(AbstractBinaryOperation):
    def getResult(self) -> float:
        return self.left.getData() / self.right.getData()

    def propagate(self, upstreamGradient: float) -> None:
        denominator = self.right.getData()
        self.left.addToGrad(upstreamGradient / denominator)
        self.right.addToGrad(-upstreamGradient * self.left.getData() / denominator**2)


class PowerOperation(AbstractUnaryOperation):
    def __init__(self, operand: "Value", exponent: float) -> None:
        super().__init__(operand)
        self.exponent = exponent

    def getResult(self) -> float:
        return self.operand.getData() ** self.exponent

    def propagate(self, upstreamGradient: float) -> None:
        if self.exponent == 0:
            return
        derivative = self.exponent * self.operand.getData() ** (self.exponent - 1)
        self.operand.addToGrad(upstreamGradient * derivative)


class TanhOperation(AbstractUnaryOperation):
    def getResult(self) -> float:
        x = self.operand.getData()
        t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
        self.result = t
        return t

    def propagate(self, upstreamGradient: float) -> None:
        self.operand.addToGrad(upstreamGradient * (1 - self.result**2))


class ExponentialOperation(AbstractUnaryOperation):
    def getResult(self) -> float:
        self.result = math.exp(self.operand.getData())
        return self.result

    def propagate(self, upstreamGradient: float) -> None:
        self.operand.addToGrad(upstreamGradient * self.result)


class RectifierOperation(AbstractUnaryOperation):
    def getResult(self) -> float:
        return max(self.operand.getData(), 0.0)

    def propagate(self, upstreamGradient: float) -> None:
        if self.operand.getData() > 0.0:
            self.operand.addToGrad(upstreamGradient)


class ValueFactory:
    @staticmethod
    def fromObject(thing: object) -> "Value":
        if isinstance(thing, Value):
            return thing
        return Value(thing)

    @staticmethod
    def fromOperation(operation: IDifferentiableOperation) -> "Value":
        return Value(operation.getResult(), operation)


class Value:
    def __init__(self, data: float, operation: Optional[IDifferentiableOperation] = None) -> None:
        self.data = data
        self.grad = 0.0
        self._operation = operation
        self._prev = () if operation is None else operation.getInputs()

    def getData(self) -> float:
        return self.data

    def addToGrad(self, amount: float) -> None:
        self.grad += amount

    def isLeaf(self) -> bool:
        return self._operation is None

    def _backward(self) -> None:
        if self._operation is not None:
            self._operation.propagate(self.grad)

    def __add__(self, other):
        return ValueFactory.fromOperation(AdditionOperation(self, ValueFactory.fromObject(other)))

    def __radd__(self, other):
        return ValueFactory.fromOperation(AdditionOperation(ValueFactory.fromObject(other), self))

    def __sub__(self, other):
        return ValueFactory.fromOperation(SubtractionOperation(self, ValueFactory.fromObject(other)))

    def __rsub__(self, other):
        return ValueFactory.fromOperation(SubtractionOperation(ValueFactory.fromObject(other), self))

    def __mul__(self, other):
        return ValueFactory.fromOperation(MultiplicationOperation(self, ValueFactory.fromObject(other)))

    def __rmul__(self, other):
        return ValueFactory.fromOperation(MultiplicationOperation(ValueFactory.fromObject(other), self))

    def __truediv__(self, other):
        return ValueFactory.fromOperation(DivisionOperation(self, ValueFactory.fromObject(other)))

    def __rtruediv__(self, other):
        return ValueFactory.fromOperation(DivisionOperation(ValueFactory.fromObject(other), self))

    def __neg__(self):
        return ValueFactory.fromOperation(MultiplicationOperation(self, Value(-1.0)))

    def __pow__(self, exponent):
        return ValueFactory.fromOperation(PowerOperation(self, exponent))

    def tanh(self):
        return ValueFactory.fromOperation(TanhOperation(self))

    def exp(self):
        return ValueFactory.fromOperation(ExponentialOperation(self))

    def relu(self):
        return ValueFactory.fromOperation(RectifierOperation(self))

    def backward(self) -> None:
        GradientComputationService(self).execute()


class GradientComputationService:
    def __init__(self, root: Value) -> None:
        self.root = root
        self.order: List[Value] = TopologicalSorter().sort(root)

    def execute(self) -> None:
        self.resetInnerNodes()
        self.root.addToGrad(1.0)
        for node in reversed(self.order):
            node._backward()

    def resetInnerNodes(self) -> None:
        for node in self.order:
            if not node.isLeaf():
                node.grad = 0.0


class TopologicalSorter:
    def sort(self, root: Value, visited: Optional[Set[Value]] = None) -> List[Value]:
        visited = set() if visited is None else visited
        result: List[Value] = []
        stack: List[Tuple[Value, bool]] = [(root, False)]
        while stack:
            node, isFinished = stack.pop()
            if isFinished:
                result.append(node)
            elif node not in visited:
                visited.add(node)
                stack.append((node, True))
                for predecessor in node._prev:
                    stack.append((predecessor, False))
        return result


def build_topo(v, visited, topo):
    topo.extend(TopologicalSorter().sort(v, visited))


def zero_grad(root):
    for node in TopologicalSorter().sort(root):
        node.grad = 0.0
