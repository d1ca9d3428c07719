"""Exercise 1, answers."""

def steepness(curve, at, step=1e-3):
    return (curve(at + step) - curve(at)) / step


SHOWCASE_ORDER = ["L", "f", "e", "d"]
SHOWCASE_GRADS = dict(
    L=1.0,
    f=7.0,
    e=5.0,
    d=5.0,
    c=5.0,
    b=5.0 * 2 + 7.0,
    a=5.0 * 3 + 7.0,
)

P1_ORDER = ["L", "d", "c", "b"]
P1_GRADS = dict(L=1.0, d=1.0, c=1.0, b=2.0 + 5.0, a=3 * (2.0 + 5.0))

# all of P2 in one line: L = b * d = a*a * (a*a * 2 * 5)
P2_ORDER = ["L", "d", "c", "b"]
P2_GRADS = dict(L=1.0, d=9.0, c=45.0, b=90.0 + 90.0, a=steepness(lambda a: 10 * a**4, 3.0))


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
