"""Exercise 1. The pencil is a small program: each line of it is one contribution."""

def push(*lines):
    """lines: (consumer, slope, input), in backward order -> order of inner nodes, gradients"""
    grads, order = {"L": 1}, []
    for consumer, slope, source in lines:
        if consumer not in order:
            order += [consumer]
        grads[source] = grads.get(source, 0) + slope * grads[consumer]
    return order, grads


SHOWCASE_ORDER, SHOWCASE_GRADS = push(
    ("L", 7, "f"), ("L", 5, "e"), ("f", 1, "b"), ("f", 1, "a"),
    ("e", 1, "c"), ("e", 1, "d"), ("d", 2, "b"), ("d", 3, "a"),
)  # fmt: skip

P1_ORDER, P1_GRADS = push(
    ("L", 1, "d"), ("L", 1, "c"), ("d", 5, "b"), ("c", 2, "b"), ("b", 3, "a")
)

P2_ORDER, P2_GRADS = push(
    ("L", 90, "b"), ("L", 9, "d"), ("d", 5, "c"), ("c", 2, "b"), ("b", 3, "a"), ("b", 3, "a")
)


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
