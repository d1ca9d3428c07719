class Node:

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return self.name


def toposort(end_node):
    waiting_for = {}
    stack = [end_node]
    while stack:
        node = stack.pop()
        if node in waiting_for:
            waiting_for[node] += 1
        for source in node.inputs:
            stack.append(source)

    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for source in node.inputs:
            waiting_for[source] -= 1
            if waiting_for[source] == 0:
                ready.append(source)
