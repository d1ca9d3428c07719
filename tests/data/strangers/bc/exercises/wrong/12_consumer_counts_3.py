"""Exercise 12: of all nodes that are ready, the first by name comes next."""

import heapq


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


class Waiting:
    """How many consumers each node still waits for; nodes are told apart by identity."""

    def __init__(self, end_node):
        self.count = {id(end_node): 0}
        self.keep = [end_node]
        for node in self.keep:
            for input_node in node.inputs:
                if id(input_node) not in self.count:
                    self.count[id(input_node)] = 0
                    self.keep.append(input_node)
                self.count[id(input_node)] += 1

    def one_less(self, node):
        """Take one consumer off; is the node ready now?"""
        self.count[id(node)] -= 1
        return self.count[id(node)] == 0


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    waiting = Waiting(end_node)
    ready = [(str(end_node.name), end_node)]
    while ready:
        _, node = heapq.heappop(ready)
        yield node
        for input_node in node.inputs:
            if waiting.one_less(input_node):
                heapq.heappush(ready, (str(input_node.name), input_node))
