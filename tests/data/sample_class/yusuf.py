import json
import math

# my settings are in a file next to this one
with open("settings.json") as f:
    SETTINGS = json.load(f)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = SETTINGS["first_grad"]
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")
