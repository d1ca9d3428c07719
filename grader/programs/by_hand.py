"""A listing for an engine that has rules and no `backward()` yet: the rules are called by hand.

L = (a * b) * c          n1 = a * b
L.backward()             L = n1 * c
                         L.grad = 1.0
                         L._backward()
                         n1._backward()
"""

from __future__ import annotations

import ast

from grader.syntax import nodes_of, parse


def rules_by_hand(listing: str) -> str:
    """The listing with a name for every node, and a call of each rule in place of `backward()`.

    A listing without `backward()`, or with loops, is left as it is.
    """
    tree = parse(listing)
    if tree is None or not all(isinstance(line, (ast.Assign, ast.Expr)) for line in tree.body):
        return listing
    writer = _ByHand({node.id for node in nodes_of(tree) if isinstance(node, ast.Name)})
    for line in tree.body:
        writer.line(line)
    return "\n".join(writer.lines) if writer.found else listing


class _ByHand:
    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.lines: list[str] = []
        self.made: list[str] = []
        self.found = False

    def line(self, line: ast.stmt) -> None:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp() as value):
                self.lines.append(f"{name} = {self.operation(value)}")
                self.made.append(name)
            case ast.Expr(value=ast.Call(func=ast.Attribute(ast.Name(id=root), "backward"))):
                self.found = True
                self.lines.append(f"{root}.grad = 1.0")
                until = self.made.index(root) + 1 if root in self.made else 0
                self.lines += [f"{node}._backward()" for node in reversed(self.made[:until])]
            case _:
                self.lines.append(ast.unparse(line))

    def operation(self, value: ast.BinOp) -> str:
        left, right = self.operand(value.left), self.operand(value.right)
        return ast.unparse(ast.BinOp(left, value.op, right))

    def operand(self, value: ast.expr) -> ast.expr:
        """The operand, by a name of its own if it is an operation."""
        if not isinstance(value, ast.BinOp):
            return value
        text = self.operation(value)
        name = next(f"n{n}" for n in range(1, 1000) if f"n{n}" not in self.taken)
        self.taken.add(name)
        self.lines.append(f"{name} = {text}")
        self.made.append(name)
        return ast.Name(name)
