"""Exercise 1: let `+` hand its gradient to both of its inputs."""


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def backward(self):
        self.grad = 1.0
        for node in self._prev:
            ### BEGIN SOLUTION
            # TODO: add what each input gets.
            node.grad += self.grad
            ### END SOLUTION
