from fractions import Fraction


@operators
class Value:
    """Counts in fractions inside and shows floats."""

    def __init__(self, data, sources=(), slopes=()):
        self.exact = exact(data)
        self.sum = Fraction(0)
        self.sources, self.slopes = sources, slopes

    @property
    def data(self):
        return float(self.exact)

    @data.setter
    def data(self, number):
        self.exact = exact(number)

    @property
    def grad(self):
        return float(self.sum)

    @grad.setter
    def grad(self, number):
        self.sum = Fraction(number)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.sources:
                node.sum = Fraction(0)
        self.sum += 1
        for node in reversed(topo):
            for source, slope in zip(node.sources, node.slopes):
                source.sum = rounded(source.sum + exact(slope) * node.sum)


def exact(number):
    return number if isinstance(number, Fraction) else Fraction(number)

def rounded(number):
    """Long fractions are cut: 200 binary digits are plenty."""
    return number.limit_denominator(1 << 200) if number.denominator >> 400 else number


def make(name, operands, n=None):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    data, slopes = result(name, [x.exact for x in nodes], n)
    return Value(rounded(exact(data)), nodes, slopes)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, True), *((source, False) for source in node.sources)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo: node.grad = 0
