@operators
class Value:
    """No walk back at all: every node carries its slopes with respect to the leaves."""

    def __init__(self, data, sources=(), by_leaf=None):
        self.data, self.grad, self.sources = data, 0.0, sources
        self.by_leaf = {self: 1.0} if by_leaf is None else by_leaf

    def backward(self):
        for leaf, slope in self.by_leaf.items():
            leaf.grad += slope
        if self.sources:
            self.grad = 1.0


def make(name, operands, n=None):
    nodes = [x if isinstance(x, Value) else Value(x, by_leaf={}) for x in operands]
    data, slopes = result(name, [x.data for x in nodes], n)
    by_leaf = {}
    for node, slope in zip(nodes, slopes):
        for leaf, below in node.by_leaf.items():
            by_leaf[leaf] = by_leaf.get(leaf, 0.0) + slope * below
    return Value(data, tuple(nodes), by_leaf)


def build_topo(v, visited, topo):
    stack = [(v, iter(v.sources))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        for source in rest:
            if source not in visited:
                visited.add(source)
                stack.append((source, iter(source.sources)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
