from collections import Counter
from itertools import chain, repeat


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    # Nodes go by their number id(node). Pass 1 works in layers.
    nodes, layer = {}, [end_node]
    while layer:
        layer = [n for n in {id(n): n for n in layer}.values() if id(n) not in nodes]
        nodes.update(zip(map(id, layer), layer))
        layer = list(chain.from_iterable(node.inputs for node in layer))
    debts = Counter(id(i) for node in nodes.values() for i in node.inputs)

    # Pass 2: the oldest first, the root being free of debts.
    free = [number for number in nodes if not debts[number]]
    for number in free:
        yield nodes[number]
        for creditor, coin in zip(map(id, nodes[number].inputs), repeat(1)):
            debts[creditor] -= coin
            if debts[creditor] < 1:
                free.append(creditor)
