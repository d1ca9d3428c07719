import os
import sys

if not os.path.isdir("../day2"):
    print("This needs the folder of day 2 beside it")
    sys.exit(1)

sys.path.insert(0, "../day2")
from engine import Value as OldValue  # noqa


class Value(OldValue):

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for u in v._prev:
            build_topo(u, visited, topo)
        topo.append(v)
