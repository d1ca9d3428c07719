# My autograd engine.
# I write down everything I do so that I understand it later.

# math has tanh and exp, I need those
import math


# This is the class of a number which knows its gradient
class Value:

    # This runs when I write Value(3.0)
    def __init__(self, data, parents=()):
        # the number itself
        self.data = data
        # the gradient is zero in the beginning
        self.grad = 0.0
        # the nodes I was made of (a leaf has none)
        self._prev = tuple(parents)
        # what to do in the backward pass (a leaf does nothing)
        self._backward = self._nothing

    # does nothing at all
    def _nothing(self):
        # really nothing
        pass

    # so that I can print my nodes
    def __repr__(self):
        return "Value(" + str(self.data) + ")"

    # so that float(v) works, useful for plots
    def __float__(self):
        return float(self.data)

    # a + b
    def __add__(self, other):
        # if it is only a number I make a Value of it
        if not isinstance(other, Value):
            other = Value(other)
        # the new node
        out = Value(self.data + other.data, (self, other))

        # the rule: plus passes the gradient on to both
        def rule():
            self.grad = self.grad + out.grad
            other.grad = other.grad + out.grad

        # remember the rule
        out._backward = rule
        # give back the new node
        return out

    # number + a
    def __radd__(self, other):
        # plus can be turned around
        return self + other

    # a * b
    def __mul__(self, other):
        # if it is only a number I make a Value of it
        if not isinstance(other, Value):
            other = Value(other)
        # the new node
        out = Value(self.data * other.data, (self, other))

        # the rule: each one gets the number of the other one
        def rule():
            self.grad = self.grad + other.data * out.grad
            other.grad = other.grad + self.data * out.grad

        # remember the rule
        out._backward = rule
        return out

    # number * a
    def __rmul__(self, other):
        # times can be turned around
        return self * other

    # -a
    def __neg__(self):
        # minus a is a times minus one
        return self * -1.0

    # a - b
    def __sub__(self, other):
        # a - b is a + (-b)
        return self + (-other)

    # number - a
    def __rsub__(self, other):
        # first minus a, then plus the number
        return (-self) + other

    # a / b
    def __truediv__(self, other):
        # make sure that it is a Value
        other = Value(float(other))
        # the new node
        out = Value(self.data / other.data, (self, other))

        # the rule: quotient rule from school
        def rule():
            self.grad = self.grad + out.grad / other.data
            other.grad = other.grad - out.grad * self.data / (other.data * other.data)

        # remember the rule
        out._backward = rule
        return out

    # number / a
    def __rtruediv__(self, other):
        # a to the power of minus one, times the number
        return (self ** -1) * other

    # a ** n
    def __pow__(self, n):
        # the new node, it has only one parent
        out = Value(self.data ** n, (self,))

        # the rule: n times a to the n minus one
        def rule():
            # for n = 0 the result is always 1 so nothing changes
            if n == 0:
                return
            self.grad = self.grad + n * self.data ** (n - 1) * out.grad

        # remember the rule
        out._backward = rule
        return out

    # e to the power of a
    def exp(self):
        # the new node
        out = Value(math.exp(self.data), (self,))

        # the rule: exp is its own derivative
        def rule():
            self.grad = self.grad + out.data * out.grad

        out._backward = rule
        return out

    # hyperbolic tangent
    def tanh(self):
        # the value
        t = math.tanh(self.data)
        # the new node
        out = Value(t, (self,))

        # the rule: one minus t squared
        def rule():
            self.grad = self.grad + (1.0 - t * t) * out.grad

        out._backward = rule
        return out

    # zero for negative numbers
    def relu(self):
        # start with zero
        value = 0.0
        # and only take the number if it is positive
        if self.data > 0:
            value = self.data
        # the new node
        out = Value(value, (self,))

        # the rule: only positive numbers let the gradient through
        def rule():
            if self.data > 0:
                self.grad = self.grad + out.grad

        out._backward = rule
        return out

    # the backward pass
    def backward(self):
        # get the order
        topo = []
        build_topo(self, set(), topo)
        # inner nodes start at zero again, leaves keep their sum
        for node in topo:
            if len(node._prev) > 0:
                node.grad = 0.0
        # the derivative of the root by itself is one
        self.grad = self.grad + 1.0
        # go from the end to the start
        i = len(topo) - 1
        while i >= 0:
            topo[i]._backward()
            i = i - 1


# puts all nodes into topo, the inputs first
def build_topo(v, visited, topo):
    # I keep my own stack because Python does not like deep recursion
    stack = [v]
    while len(stack) > 0:
        # look at the top, do not take it yet
        node = stack[-1]
        # already done? then take it away
        if node in visited:
            stack.pop()
            continue
        # find the inputs which are not done yet
        todo = []
        for p in node._prev:
            if p not in visited:
                todo.append(p)
        # if there are some they go first
        if len(todo) > 0:
            stack.extend(todo)
        # otherwise it is my turn
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


# sets all gradients to zero
def zero_grad(root):
    # use the order, it has all nodes
    topo = []
    build_topo(root, set(), topo)
    # and zero them
    for node in topo:
        node.grad = 0.0
