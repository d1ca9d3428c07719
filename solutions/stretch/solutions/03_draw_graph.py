"""Exercise 3: draw the graph.

Graphviz draws a graph from a text. The text lists boxes and arrows, and the language is called
DOT. This is  L = a*b + c  at 2, -3, 10, after L.backward():

    digraph {
    rankdir=LR;
    n1 [label="a | data 2.0 | grad -3.0"];
    n2 [label="b | data -3.0 | grad 2.0"];
    n3 [label="d | data -6.0 | grad 1.0"];
    n1 -> n3;
    n2 -> n3;
    ...
    }

Each node has one box, however many consumers it has. Each operand has one arrow, from the
input to its consumer. So  b = a + a  has two boxes and two arrows. With `rankdir=LR` the data
flows from left to right, as in every drawing of this course.

Your task
---------
With your engine, write `to_dot(root)`, which returns such a text for all nodes that
can be reached from the root.

  * What a box is called (n1, n2 above) is up to you. Two nodes may hold equal numbers.
  * The label holds the node's `label` (its name), its data and its grad, in this order.
    Write numbers in full, as f"{node.data}" does.
  * If `_prev` of your engine is a set, `a + a` has lost its second arrow. Use a tuple.

To see your graph, paste the text into a Graphviz page, or save it and call `dot -Tsvg`.

What is judged
--------------
The boxes and the arrows in your text, whatever their order and names. `described(steps)`
below builds a graph with your engine, calls `to_dot` and reads its text.

Run this file to see the examples:  python 03_draw_graph.py
Stuck?  topograde hint draw-graph        Ready?  topograde check draw-graph
"""

import math
import re

### BEGIN SOLUTION
# TODO: paste Value, build_topo and zero_grad from your exam, exercises/13_engine.py
# STUB:


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            # x ** 0 is always 1, so its slope is 0, also where x ** -1 would fail.
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):  # other + self
        return self + other

    def __rmul__(self, other):  # other * self
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):  # other - self
        return (-self) + other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __rtruediv__(self, other):  # other / self
        return self**-1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        # Leaves add from call to call, inner nodes restart.
        for node in topo:
            if node._prev:
                node.grad = 0.0
        # Added, not set: the root may be a leaf.
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    # A node is on the stack twice: before its inputs (False) and after them (True).
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for input_node in node._prev:
                stack.append((input_node, False))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


### END SOLUTION


def to_dot(root):
    """The graph below the root in DOT: a box for each node, an arrow for each operand."""
    ### BEGIN SOLUTION
    # TODO: boxes and arrows
    topo = []
    build_topo(root, set(), topo)
    names = {node: f"n{number}" for number, node in enumerate(topo, start=1)}
    lines = []
    for node in topo:
        label = f"{node.label} | data {node.data} | grad {node.grad}"
        lines.append(f'{names[node]} [label="{label}"];')
        lines += [f"{names[input_node]} -> {names[node]};" for input_node in node._prev]
    return "\n".join(["digraph {", "rankdir=LR;", *lines, "}"])
    ### END SOLUTION


def built(steps):
    """Given: the root of a graph, built step by step. Each node has its name in `label`."""
    nodes = {}
    for kind, name, *items in steps:
        if kind == "leaf":
            nodes[name] = Value(items[0])
        elif kind == "+":
            nodes[name] = nodes[items[0]] + nodes[items[1]]
        elif kind == "*":
            nodes[name] = nodes[items[0]] * nodes[items[1]]
        else:
            nodes[name] = nodes[items[0]].tanh()
        nodes[name].label = name
    return nodes[steps[-1][1]]


def described(steps):
    """Given: what `to_dot` says, as [boxes, arrows] with names, sorted."""
    root = built(steps)
    root.backward()
    text = to_dot(root)
    if not isinstance(text, str):
        raise TypeError(f"to_dot should return one text, found {type(text).__name__}")
    boxes = dict(re.findall(r'"?(\w+)"? *\[[^\]]*?label *= *"([^"]*)"', text))
    arrows = re.findall(r'"?(\w+)"? *-> *"?(\w+)', text)
    read = {box: box_of(label) for box, label in boxes.items()}
    names = {box: each[0] for box, each in read.items()}
    for box in (box for arrow in arrows for box in arrow):
        if box not in names:
            raise ValueError(f'an arrow begins or ends at "{box}", and no line makes such a box')
    return [sorted(read.values()), sorted([names[one], names[other]] for one, other in arrows)]


def box_of(label):
    """Given: name, data and gradient of a label such as "a | data 2.0 | grad 4.0"."""
    words = re.split(r"[ |{}]+", label.strip("{} "))
    try:
        return [words[0], float(words[2]), float(words[4])]
    except (IndexError, ValueError):
        told = f'a label is to be like "a | data 2.0 | grad 4.0", found "{label}"'
        raise ValueError(told) from None


# ---- Examples: run this file to see them. Nothing to do below this line. ----

LESSON = [
    ["leaf", "a", 2.0],
    ["leaf", "b", -3.0],
    ["leaf", "c", 10.0],
    ["*", "d", "a", "b"],
    ["+", "L", "d", "c"],
]


def main():
    try:
        root = built(LESSON)
        root.backward()
        print(to_dot(root))
        boxes, arrows = described(LESSON)
        print(f"\n{len(boxes)} boxes (5 are right), {len(arrows)} arrows (4 are right)")
        boxes, arrows = described([["leaf", "a", 3.0], ["+", "b", "a", "a"]])
        print(f"b = a + a: {len(boxes)} boxes (2 are right), {len(arrows)} arrows (2 are right)")
    except (NameError, NotImplementedError, TypeError, AttributeError, ValueError) as error:
        print(f"There is still something to do:\n  {error}")


if __name__ == "__main__":
    main()
