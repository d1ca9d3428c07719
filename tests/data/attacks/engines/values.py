class Value:
    """Every gradient of this engine is wrong."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other))

    def backward(self):
        for node in nodes(self):
            node.grad = gradient(node)


def nodes(root):
    found = [root]
    for node in found:
        found += [n for n in node._prev if n not in found]
    return found


def gradient(node):
    return 0.0
