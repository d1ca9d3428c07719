import heapq
import itertools

NUMBERS = itertools.count()


@operators
class Value:
    """The youngest node with a gradient speaks next: a heap of creation numbers."""

    __slots__ = ("__dict__",)

    def __init__(self, data):
        self.data, self.grad = data, 0.0
        self.sources, self.slopes, self.number = (), (), next(NUMBERS)

    def backward(self):
        self.grad = 1.0 if self.sources else self.grad + 1.0
        waiting, queued = [(-self.number, self)], {self.number}
        while waiting:
            _, node = heapq.heappop(waiting)
            for source, slope in zip(node.sources, node.slopes):
                if source.number not in queued:
                    queued.add(source.number)
                    heapq.heappush(waiting, (-source.number, source))
                    if source.sources:
                        source.grad = 0.0
                source.grad += slope * node.grad


def make(name, operands, n=None):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    data, slopes = result(name, [x.data for x in nodes], n)
    out = Value(data)
    out.sources, out.slopes = nodes, slopes
    return out


def build_topo(v, visited, topo):
    found, stack = {v.number: v}, [v]
    while stack:
        for source in stack.pop().sources:
            if source.number not in found:
                found[source.number] = source
                stack.append(source)
    topo.extend(found[number] for number in sorted(found))


def zero_grad(root):
    topo = []
    build_topo(root, None, topo)
    for node in topo:
        node.grad = 0.0
