"""Exercise 1: the backward pass by hand.

No code yet: three graphs and a pencil.

The words of this course
------------------------
In  d = a*b;  e = d + c  every name is a node of a graph:

    input, consumer     a and b are the inputs of d; d is a consumer of a
    leaf, inner node    a, b, c have no inputs; d and e have some
    root                the node that we ask about: e
    gradient            dL/dn: how fast the root L moves when the node n moves

The idea
--------
The root's gradient is 1. Each node passes its gradient on to its inputs:

    d = a*b     contributes  dL/dd * b  to a,  and  dL/dd * a  to b
    e = d + c   contributes  dL/de  to d, and to c

A gradient is the sum of all contributions. So a node waits until ALL of its
consumers have contributed. At a=2, b=-3, c=10:  e 1, d 1, c 1, a -3, b 2.

Your task
---------
For each graph, such as P1, fill in

    P1_ORDER    a right order: a list of names, root first (leaves may be left out)
    P1_GRADS    {name: gradient} of every node

SHOWCASE, at a=2, b=3, c=1 (drawn twice, a and b are one node each):

    a --->+---------+         c --->+---------+
          | d = a*b |-------------->| e = d+c |----+
    b --->+---------+               +---------+    +--->+---------+
                                                        | L = e*f |
    a --->+---------+                              +--->+---------+
          | f = a+b |------------------------------+
    b --->+---------+

P1, at a=2:
                           +---------+
                      +--->| c = b*2 |----+
          +---------+ |    +---------+    +--->+---------+
    a --->| b = a*3 |-+                        | L = c+d |
          +---------+ |    +---------+    +--->+---------+
                      +--->| d = b*5 |----+
                           +---------+

P2, at a=3 (a is both inputs of b):

                      +------------------------------------+
          +---------+ |    +---------+      +---------+    +--->+---------+
    a ===>| b = a*a |-+--->| c = b*2 |----->| d = c*5 |-------->| L = b*d |
          +---------+      +---------+      +---------+         +---------+

What is judged: the numbers, and that each node in an order comes after all of its consumers.

Run this file to see what is still to do:  python 01_order_by_hand.py
Stuck?  topograde hint order-by-hand        Ready?  topograde check order-by-hand
"""

# The same three graphs as code, to be read and not to be changed:
#
#   SHOWCASE            P1              P2
#   a, b, c = 2, 3, 1   a = 2           a = 3
#   d = a * b           b = a * 3       b = a * a
#   e = d + c           c = b * 2       c = b * 2
#   f = a + b           d = b * 5       d = c * 5
#   L = e * f           L = c + d       L = b * d

# TODO: a backward order of SHOWCASE, root first, and all seven gradients
SHOWCASE_ORDER = "L f e c a d b".split()
SHOWCASE_GRADS = {"L": 1, "e": 5, "f": 7, "d": 5, "c": 5, "a": 22, "b": 17}

# TODO: a backward order of P1, root first, and all five gradients
P1_ORDER = ["L", "c", "d", "b", "a"]
P1_GRADS = dict(L=1, c=1, d=1, b=7, a=21)

# TODO: a backward order of P2, root first, and all five gradients
P2_ORDER = ["L", "d", "c", "b"]
P2_GRADS = dict(L=1, d=9, c=45, b=180, a=1080)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def worked_example(a, b, c):
    d = a * b
    return d + c


def showcase(a, b, c):
    d = a * b
    e = d + c
    f = a + b
    return e * f


def p1(a):
    b = a * 3
    c = b * 2
    d = b * 5
    return c + d


def p2(a):
    b = a * a
    c = b * 2
    d = c * 5
    return b * d


# Of every node the names of its inputs.
SHOWCASE_INPUTS = {"d": "ab", "e": "dc", "f": "ab", "L": "ef", "a": "", "b": "", "c": ""}
P1_INPUTS = {"b": "a", "c": "b", "d": "b", "L": "cd", "a": ""}
P2_INPUTS = {"b": "a", "c": "b", "d": "c", "L": "bd", "a": ""}


def measured_slope(loss, values, position):
    """Nudge one leaf up and down a little and see how far the root moves."""
    step = 0.0001
    up, down = list(values), list(values)
    up[position] += step
    down[position] -= step
    return (loss(*up) - loss(*down)) / (2 * step)


def fault_in_order(order, inputs):
    """Say what is wrong with a backward order, or return an empty string."""
    for node in order:
        if node not in inputs:
            return f"there is no node {node!r} in this graph"
        if order.count(node) > 1:
            return f"{node} is listed more than once"
    for node in inputs:
        if inputs[node] and node not in order:
            return f"{node} is missing"
    for node in order:
        for consumer in inputs:
            if node in inputs[consumer] and order.index(node) < order.index(consumer):
                return f"{node} comes before its consumer {consumer}"
    return ""


def show_graph(name, order, grads, inputs, loss, leaves):
    values = list(leaves.values())
    print(f"\n{name}: the root L is {loss(*values):g}")
    done = True
    if not order:
        done = False
        print(f"  {name}_ORDER  still to do")
    else:
        fault = fault_in_order(order, inputs)
        done = not fault
        print(f"  {name}_ORDER  {', '.join(order)}: {fault or 'a right backward order'}")
    missing = [node for node in inputs if node not in grads]
    if missing:
        done = False
        print(f"  {name}_GRADS  still to do: {', '.join(sorted(missing))}")
    for position, leaf in enumerate(leaves):
        if leaf in grads:
            right = abs(measured_slope(loss, values, position) - grads[leaf]) < 0.001
            done = done and right
            print(f"  dL/d{leaf} is {grads[leaf]:g}: {'right' if right else 'not yet'}")
    return done


def main():
    print("Worked example, d = a*b; e = d + c at a=2, b=-3, c=10; e is the root.")
    print("Nudging each leaf a little moves the root this many times as far:")
    for position, leaf, expected in [(0, "a", -3), (1, "b", 2), (2, "c", 1)]:
        found = measured_slope(worked_example, [2, -3, 10], position)
        print(f"  dL/d{leaf}: expected {expected}, found {found:.6g}")
    done = [
        show_graph(
            "SHOWCASE",
            SHOWCASE_ORDER,
            SHOWCASE_GRADS,
            SHOWCASE_INPUTS,
            showcase,
            {"a": 2, "b": 3, "c": 1},
        ),
        show_graph("P1", P1_ORDER, P1_GRADS, P1_INPUTS, p1, {"a": 2}),
        show_graph("P2", P2_ORDER, P2_GRADS, P2_INPUTS, p2, {"a": 3}),
    ]
    if all(done):
        print("\nOrders and leaves agree. The grader also looks at the inner nodes:")
        print("topograde check order-by-hand")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print("Stuck? topograde hint order-by-hand")


if __name__ == "__main__":
    main()
