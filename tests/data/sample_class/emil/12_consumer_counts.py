"""Exercise 12. The stub threw the Node class in, I kept it and rewrote toposort."""


class Node:
    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return "Node(%s)" % self.name


def toposort(end_node):
    # pass 1: how many arrows lead out of each node (towards end_node)?
    consumers = {end_node: 0}
    todo = [end_node]
    while todo:
        n = todo.pop()
        for i in n.inputs:
            if i in consumers:
                consumers[i] += 1      # met before: count the arrow, do not walk on
            else:
                consumers[i] = 1
                todo.append(i)

    # pass 2: a node speaks once everybody who listens to it has spoken
    free = [end_node]
    while free:
        n = free.pop()
        yield n
        for i in n.inputs:
            if consumers[i] == 1:
                free.append(i)
            else:
                consumers[i] -= 1


if __name__ == "__main__":
    z = Node("z", [])
    one = Node("1", [])
    t1 = Node("t1", [z])
    t2 = Node("t2", [t1])
    t3 = Node("t3", [one, t2])
    y = Node("y", [t3])
    print(list(toposort(y)))
