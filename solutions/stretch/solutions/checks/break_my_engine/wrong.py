"""Wrong engines that a student's copy holds: by family, what the author says, and the change."""

from .the_right_one import Change

Wrong = dict[str, dict[str, tuple[str, tuple[Change, ...]]]]

ADD = ("self.grad += out.grad", "other.grad += out.grad")
MUL = ("self.grad += other.data * out.grad", "other.grad += self.data * out.grad")
SEED = "self.grad += 1.0"
RESET = "            if node._prev:\n                node.grad = 0.0\n"
ORDERED = "def ordered(root):\n"
REST = "\n\ndef unused(root):\n"
"""The right way is still there, under a name that nobody calls."""
VISIT = """\
        if node not in visited:
            visited.add(node)
            for source in node._prev:
                visit(source)
            found.append(node)
"""
RUN = """\
        for node in nodes:
            node._backward()
"""
SUB = "return self + -as_value(other)"
DIVIDED = "return self * as_value(other) ** -1"

_FIRST_MET = """\
        if node not in visited:
            visited.add(node)
            found.append(node)
            for source in node._prev:
                visit(source)
"""
_RINGS = """\
def ordered(root):
    found = [root]
    for node in found:
        found += [each for each in dict.fromkeys(node._prev) if each not in found]
    return found
"""
_STACK = """\
def ordered(root):
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if node not in found:
            found.append(node)
            stack += node._prev
    return found
"""
_DEEPER = """\
        def go_on(node):
            node._backward()
            for source in node._prev:
                go_on(source)

        go_on(self)
"""
_IADD = """
    def __iadd__(self, other):
        self.data += as_value(other).data
        return self

    def __radd__(self, other):
"""

WRONG: Wrong = {
    "seeding": {
        "no-seed": (
            "The root gets its gradient from its consumers, like every other node.",
            ((SEED, "pass"),),
        ),
        "seed-everywhere": (
            "Each node starts with a gradient of 1. Why should only the root have one?",
            ((RESET, RESET.replace("0.0", "1.0")), (SEED, "self.grad = 1.0")),
        ),
        "seed-overwrites-leaf": (
            "I set the root's gradient to 1, whatever it was before. Even if the root is a leaf.",
            ((SEED, "self.grad = 1.0"),),
        ),
    },
    "order": {
        "forward-not-reversed": (
            "My list has inputs first, and I run the rules from its beginning to its end.",
            (("return found[::-1]", "return found"),),
        ),
        "first-met": (
            "I run a node's rule as soon as I meet it, and each runs once. What can go wrong?",
            ((VISIT, _FIRST_MET), ("return found[::-1]", "return found")),
        ),
        "rings": (
            "Near nodes first, far nodes later, like rings in water.",
            ((ORDERED, _RINGS + REST),),
        ),
        "naive-stack": (
            "I take a node from a stack, run its rule, and put its inputs on the stack.",
            ((ORDERED, _STACK + REST),),
        ),
        "every-route": (
            "I run a node's rule, then I do the same for its inputs, each time that I get there.",
            ((RUN, _DEEPER),),
        ),
        "listed-again": (
            "A node that is used twice is in my list twice.",
            (("if node not in visited:", "if True:"),),
        ),
        "by-number": (
            "Two nodes with the same number are the same node, so I visit one of them.",
            (
                ("if node not in visited:", "if node.data not in visited:"),
                ("visited.add(node)", "visited.add(node.data)"),
            ),
        ),
        "visited-forever": (
            "Which nodes I have visited I keep in mind, from call to call.",
            (
                ("found, visited = [], set()", "found, visited = [], VISITED"),
                (ORDERED, "VISITED = set()\n\n\n" + ORDERED),
            ),
        ),
    },
    "accumulation": {
        "overwrite-add": (
            "In my `+` both inputs get the gradient of the result. I write it there with `=`.",
            tuple((line, line.replace("+=", "=")) for line in ADD),
        ),
        "overwrite-right-factor": (
            "The left factor adds to what it has. The right one is new to me, so I use `=`.",
            ((MUL[1], MUL[1].replace("+=", "=")),),
        ),
        "overwrite-tanh": (
            "tanh has one input. With one input nothing can meet, so `=` will do.",
            (("grad += (1 - t * t)", "grad = (1 - t * t)"),),
        ),
        "same-twice": (
            "If both operands are the same node, I pay it once. Twice would be double.",
            tuple(
                (line, f"if other is not self:\n                {line}")
                for line in (ADD[1], MUL[1])
            ),
        ),
        "no-upstream": (
            "The slopes of a product are the other factors. That is all that my rule adds.",
            tuple((line, line.replace(" * out.grad", "")) for line in MUL),
        ),
        "own-factor": (
            "A large factor matters more, so each factor gets its own value times the gradient.",
            (
                (MUL[0], MUL[0].replace("other.data", "self.data")),
                (MUL[1], MUL[1].replace("self.data", "other.data")),
            ),
        ),
    },
    "zeroing": {
        "nothing-reset": (
            "Gradients add up, everywhere. That is what `+=` is for, so I clear nothing.",
            ((RESET, "            pass\n"),),
        ),
        "zero-only-leaves": (
            "zero_grad clears the leaves. Only they are ever trained.",
            (
                (
                    "        node.grad = 0.0\n        for below",
                    "        if not node._prev:\n            node.grad = 0.0\n        for below",
                ),
            ),
        ),
        "zero-nothing": (
            "zero_grad? Each new graph starts at 0 by itself.",
            (
                (
                    "    reached, waiting = {root}, [root]\n",
                    "    return\n    reached, waiting = {root}, [root]\n",
                ),
            ),
        ),
        "backward-clears-all": (
            "Each backward() starts clean: I set every gradient to 0, then I begin.",
            ((RESET, "            node.grad = 0.0\n"),),
        ),
    },
    "operators": {
        "radd-missing": (
            "A number goes to the right of a node. Nobody writes `2 + x`.",
            (("    def __radd__(self, other):\n        return self + other\n", ""),),
        ),
        "rsub-flipped": (
            "`5 - x` and `x - 5` are one subtraction to me.",
            (("return -self + as_value(other)", "return self - other"),),
        ),
        "minus-like-plus": (
            "`-` is as `+`: both operands get the gradient of the result.",
            (
                (
                    SUB,
                    "other = as_value(other)\n        out = self + other\n"
                    "        out.data = self.data - other.data\n        return out",
                ),
            ),
        ),
        "whole-division": (
            "I divide with `//`. It looked more exact.",
            ((DIVIDED, "return as_value(self.data // as_value(other).data) + (self - self)"),),
        ),
        "exponent-kept": (
            "The exponent comes down in front, and stays where it was as well.",
            (("self.data ** (n - 1)", "self.data**n"),),
        ),
    },
    "functions": {
        "tanh-of-x": (
            "The slope of tanh is 1 minus x squared. x is what goes in.",
            (("(1 - t * t)", "(1 - self.data**2)"),),
        ),
        "exp-of-x": (
            "The slope of exp at x is x.",
            (("grad += e * out.grad", "grad += self.data * out.grad"),),
        ),
        "relu-open": (
            "relu hands each gradient through. It is only the value that is cut off.",
            (("(self.data > 0) * out.grad", "out.grad"),),
        ),
        "relu-at-zero": (
            "At 0 the gate of relu is open. PyTorch may see it differently.",
            (("(self.data > 0)", "(self.data >= 0)"),),
        ),
    },
    "construction": {
        "forgets-right-factor": (
            "A product remembers its left factor. One is enough to find the way back.",
            (
                (
                    "Value(self.data * other.data, (self, other))",
                    "Value(self.data * other.data, (self,))",
                ),
            ),
        ),
        "tanh-is-a-leaf": (
            "A function has no inputs worth remembering, so tanh remembers none.",
            (("out = Value(t, (self,))", "out = Value(t)"),),
        ),
        "wrapped-again": (
            "Whatever stands on the right I wrap in a new Value. Better safe than sorry.",
            (
                (
                    "return other if isinstance(other, Value) else Value(other)",
                    "return Value(other.data if isinstance(other, Value) else other)",
                ),
            ),
        ),
        "changed-in-place": (
            "`y += x` changes y. So I add x to the data of y, and return y.",
            (("    def __radd__(self, other):\n", _IADD),),
        ),
    },
}
