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

# TODO: paste Value, build_topo and zero_grad from your exam, exercises/13_engine.py


def to_dot(root):
    """The graph below the root in DOT: a box for each node, an arrow for each operand."""
    # TODO: boxes and arrows
    raise NotImplementedError("TODO: boxes and arrows")


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
