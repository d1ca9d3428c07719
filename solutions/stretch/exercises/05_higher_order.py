"""Exercise 5: the gradient of a gradient.

How fast does a slope change? For  y = x**3  the slope is 3*x**2, and the slope of the slope
is 6*x. Your exam's engine cannot say that: its gradients are plain numbers, and a number
does not remember where it came from.

The cure is short. Let every rule compute with nodes: what it gives an input is then a node
itself, made by + and *, and has a graph below it. So the gradient has a gradient.

    d = a * b       a gets   b * gradient of d         (two nodes, and a product of them)
    t = tanh(x)     x gets   (1 - t*t) * gradient of t

Your task
---------
Write a class `Value` with `+`, `*` and `tanh()`, between Values and plain numbers, and

    gradients(root, nodes)

which returns a list of Values: the gradient of the root for each of these nodes, made so
that `gradients` works on them again. A node that the root does not depend on gets a Value
of 0. Nothing is kept from one call to the next.

Mind the order: a node passes its gradient on after all of its consumers have contributed.
The graph of a gradient holds nodes of the graph that it came from, so nodes are shared a lot.

What is judged
--------------
The value, all first derivatives and all second derivatives of a calculation, and third ones
of a single number. They are compared with PyTorch (torch.autograd.grad, create_graph=True).

Run this file to see the examples:  python 05_higher_order.py
Stuck?  topograde hint higher-order        Ready?  topograde check higher-order
"""

import math

# TODO: the class Value with + * tanh, and the function gradients(root, nodes)


def calculated(steps):
    """Given: the root and the leaves of a calculation."""
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
    return nodes[steps[-1][1]], [nodes[step[1]] for step in steps if step[0] == "leaf"]


def derivatives(steps):
    """Given: [value, first derivatives, second derivatives], a row for each leaf."""
    root, leaves = calculated(steps)
    first = gradients(root, leaves)
    second = [[each.data for each in gradients(slope, leaves)] for slope in first]
    return [root.data, [each.data for each in first], second]


def one_after_another(steps, times):
    """Given: the value, and so many derivatives of a calculation with one leaf."""
    node, (leaf,) = calculated(steps)
    found = [node.data]
    for _ in range(times):
        (node,) = gradients(node, [leaf])
        found.append(node.data)
    return found


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def main():
    two = [["leaf", "x2", 3.0], ["leaf", "x3", 4.0]]
    steps = [*two, ["*", "s", "x2", "x2"], ["*", "p", "x2", "x3"], ["+", "y", "s", "p"]]
    cube = [["leaf", "x", 2.0], ["*", "s", "x", "x"], ["*", "y", "s", "x"]]
    try:
        print("y = x2*x2 + x2*x3 at 3, 4")
        print("  expected [21.0, [10.0, 3.0], [[2.0, 1.0], [1.0, 0.0]]]")
        print(f"  found    {derivatives(steps)}")
        print("y = x*x*x at 2: its value, slope, slope of the slope, and once more")
        print("  expected [8.0, 12.0, 12.0, 6.0]")
        print(f"  found    {one_after_another(cube, 3)}")
    except (NameError, NotImplementedError, TypeError, AttributeError) as error:
        print(f"There is still something to do:\n  {error}")


if __name__ == "__main__":
    main()
