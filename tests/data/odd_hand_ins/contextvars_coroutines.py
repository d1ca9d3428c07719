"""Every backward() call runs in a context of its own (contextvars). Rules are coroutines: the
rule of a node awaits the messages of all its consumers, and a small event loop wakes it when
the last one has come in. There is no topological order in backward() at all."""
import contextvars
import math
import types

MAILBOX = contextvars.ContextVar("mailbox")


@types.coroutine
def all_messages(node):
    yield node                      # suspended here until the loop says: nothing is missing
    return sum(MAILBOX.get()[node])


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self.slopes = tuple(slopes)

    async def _backward(self):
        total = await all_messages(self)
        if self._prev:
            self.grad = total
        else:
            self.grad += total
        mail = MAILBOX.get()
        for source, slope in zip(self._prev, self.slopes):
            mail[source].append(slope * total)

    def backward(self):
        contextvars.copy_context().run(_loop, self)

    def __add__(self, o):
        o = node(o)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __sub__(self, o):
        o = node(o)
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __mul__(self, o):
        o = node(o)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __truediv__(self, o):
        o = node(o)
        q = self.data / o.data
        return Value(q, (self, o), (1 / o.data, -q / o.data))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (float(self.data > 0),))

    def __radd__(self, o): return node(o) + self
    def __rsub__(self, o): return node(o) - self
    def __rmul__(self, o): return node(o) * self
    def __rtruediv__(self, o): return node(o) / self


def node(o):
    return o if isinstance(o, Value) else Value(o)


def _loop(root):
    nodes = _reachable(root)
    MAILBOX.set({v: [] for v in nodes})
    missing = dict.fromkeys(nodes, 0)
    for v in nodes:
        for p in v._prev:
            missing[p] += 1
    tasks = {v: v._backward() for v in nodes}
    for v, task in tasks.items():
        assert task.send(None) is v
    MAILBOX.get()[root].append(1.0)
    awake = [root]
    while awake:
        v = awake.pop()
        try:
            tasks[v].send(None)
        except StopIteration:
            pass
        for p in v._prev:
            missing[p] -= 1
            if missing[p] == 0:
                awake.append(p)


def _reachable(root):
    found = {root: None}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found[p] = None
                todo.append(p)
    return list(found)


def build_topo(v, visited, topo):
    nodes = _reachable(v)
    missing = {n: len(n._prev) for n in nodes}
    users = {n: [] for n in nodes}
    for n in nodes:
        for p in n._prev:
            users[p].append(n)
    ready = [n for n in nodes if not missing[n]]
    while ready:
        n = ready.pop()
        topo.append(n)
        for u in users[n]:
            missing[u] -= 1
            if not missing[u]:
                ready.append(u)


def zero_grad(root):
    for n in _reachable(root):
        n.grad = 0.0
