"""Exercise 11: the order of a very deep graph.

The idea
--------
The `build_topo` of exercise 3 calls itself, once for every node on the way down. Python allows
about a thousand calls inside one another, then it gives up with a RecursionError. A loop of a
thousand additions is nothing special. So a serious engine has to walk deep graphs without
calling itself.

What did the calls do for you? While `build_topo(v)` waits for the inputs of v, Python keeps a
note: "once they are done, come back here and append v". The pile of these notes is the call
stack. Take it into your own hands: a list, `append` to put a note on the pile, `pop` to take
the newest one off.

Beginners' trap: pop a node, append it to topo, push its inputs. That is short, and wrong: the
moment "after all inputs" is lost. A node has to be met twice: once on the way down, when its
inputs are still to come, and once on the way back, when they are done. Your notes must be
able to say which of the two it is. And look closely at WHEN you put a node into `visited`:
to have seen a node is not to have finished it.

(What input, consumer, leaf and root mean is said in exercise 1.)

What is given
-------------
`Value` with + and *, and `build_topo_recursive`, the version to start from.

Your task
---------
Write `build_topo(v, visited, topo)` with the same promise as before: every reachable node
once, each after its inputs. No function may call itself, neither directly nor through another
one. Leave Python's recursion limit as it is: to raise it only moves the wall.

What is judged
--------------
All that exercise 3 judges; a chain of 100,000 operations; a ladder of 40 doublings (y = y + y),
which has 41 nodes and a million million routes: whoever follows each route never comes to the end.

Run this file to see the examples:  python 11_toposort_iterative.py
Stuck?  topograde hint toposort-iterative        Ready?  topograde check toposort-iterative
"""

import time
import traceback


class Value:
    """One number and its inputs. (Only the forward half: no rules are needed here.)"""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")


def build_topo_recursive(v, visited, topo):
    """Given: right, but not for deep graphs."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo_recursive(input_node, visited, topo)
        topo.append(v)


def ticket(node):
    """What is noted in visited."""
    if node._prev:
        return node._op, node._prev
    return node  # a leaf: as an object, its number says nothing


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    notes = [(v, False)]
    while notes:
        node, inputs_done = notes.pop()
        if inputs_done:
            topo.append(node)
        elif ticket(node) not in visited:
            visited.add(ticket(node))
            notes.append((node, True))
            notes.extend((inp, False) for inp in node._prev)

# ---- Examples: run this file to see them. Nothing to do below this line. ----


def fault_in_topo(topo, count):
    """Say what is wrong with a topological order, or return an empty string."""
    place = {}
    for position, node in enumerate(topo):
        if node in place:
            return f"{node} is in the list more than once"
        place[node] = position
    for node in topo:
        for input_node in node._prev:
            if input_node not in place:
                return f"{input_node}, an input of {node}, is not in the list"
            if place[input_node] > place[node]:
                return f"{node} comes before its input {input_node}"
    if len(topo) != count:
        return f"{len(topo)} nodes in the list"
    return ""


def example(what, root, count):
    """Print whether your code gives a right order, and what is wrong with it if not."""
    topo = []
    fault = ""
    start = time.perf_counter()
    try:
        build_topo(root, set(), topo)
    except NotImplementedError as todo:
        fault = str(todo)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1].lineno
        fault = f"line {place}: {type(error).__name__}: {error}"
    seconds = time.perf_counter() - start
    fault = fault or fault_in_topo(topo, count)
    if not fault:
        print(f"  right    {what}: {count:,} nodes, inputs first ({seconds:.2f} s)")
        return True
    print(f"  not yet  {what}\n             expected {count:,} nodes, inputs first")
    print(f"             found    {fault}")
    return False


def chain(length):
    x = Value(1.0)
    y = x
    for _ in range(length):
        y = y + x
    return y


def ladder(doublings):
    y = Value(1.0)
    for _ in range(doublings):
        y = y + y
    return y


def main():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    x = Value(2.0)
    shared = x * 3

    print("The recursive version on a chain of 100,000 additions:")
    try:
        build_topo_recursive(chain(100_000), set(), [])
    except RecursionError as error:
        print(f"  RecursionError: {error}")

    print("Your version:")
    done = [
        example("L = (a*b + c) * (a+b)", (a * b + c) * (a + b), 7),
        example("b = a*3; L = b*2 + b*5", shared * 2 + shared * 5, 8),
        example("15 doublings, y = y + y", ladder(15), 16),
        example("a chain of 100,000 additions", chain(100_000), 100_001),
    ]
    if all(done):
        print("\nAll examples agree. The grader tries more: topograde check toposort-iterative")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print("Stuck? topograde hint toposort-iterative")


if __name__ == "__main__":
    main()
