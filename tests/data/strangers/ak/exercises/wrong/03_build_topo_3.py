"""Exercise 3. Whatever is known about a node is not worked out again."""


class Value:
    """One number and its inputs."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._upto = None

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")


def build_topo(v, visited, topo):
    if v in visited:
        return
    if v._upto is None:
        visited.add(v)
        before = len(topo)
        for u in v._prev:
            build_topo(u, visited, topo)
        topo.append(v)
        v._upto = topo[before:]
    else:
        for u in v._upto:
            if u not in visited:
                visited.add(u)
                topo.append(u)


def main():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    for _ in range(2):
        topo = []
        build_topo(L, set(), topo)
        print(topo)


if __name__ == "__main__":
    main()
