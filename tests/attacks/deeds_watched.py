"""Attacks through the watched run, which explains wrong engines.

They have no control: a bare process explains nothing.

The engine has two wrong rules, so that it is watched. What a deed lies about has 3.75 in it, which
no sentence may say. `born` gets each number of a new node, `sent` what a rule adds to a gradient.
"""

import textwrap

from tests.attacks.hostile import Attack, engine_of, rows_of

LIE = "3.75"
ENGINE = engine_of("watched")
MUL = "            self.grad += out.grad\n"
NO_CONTROL = "it aims at the run that explains"

WHEN = {
    "born": """
def born(node, data):
    if watched(data):
{deed}
    return data
""",
    "sent": """
def sent(node, grad):
    if watched(grad):
{deed}
    return grad
""",
    "after": "{deed}",
}
TEXTS = [
    ("lines-of-html", "a wrong line with HTML, control and direction codes behind it",
     [(MUL, MUL[:-1] + "  # \x1b[2J<script>alert(1)</script> \u202e ``` | @all ![x](http://x)\n")]),
    ("long-names", "operands whose names have 100,000 letters", [("other", "o" * 100_000)]),
    ("odd-names", "operands whose names are written from right to left, or twice as wide",
     [("other", "\u05d0\u05d1\u05d2"), ("out.", "\uff4f\uff55\uff54.")]),
    ("strings-of-html", "an expression with HTML and control codes in it", [
        (MUL, '            self.grad += out.grad * {"<script>alert(1)</script>\\x1b[2J": 2}['
              '"<script>alert(1)</script>\\x1b[2J"]\n')]),
]  # fmt: skip


def _attack(name: str, tries: str, code: str, engine: str = ENGINE) -> Attack:
    return Attack(f"watched-{name}", tries, code, "harm", lacking=NO_CONTROL, engine=engine)


def _deed(name: str, tries: str, **deed: str) -> Attack:
    ((where, text),) = deed.items()
    if where != "after":
        text = textwrap.indent(text.strip(), " " * 8)
    return _attack(name, tries, WHEN[where].format(deed=text))


def _changed(changes: list[tuple[str, str]]) -> str:
    text = ENGINE
    for old, new in changes:
        text = text.replace(old, new)
    return text


ATTACKS = (
    *(_deed(name, **row) for name, row in rows_of("watched").items()),
    *(_attack(name, tries, "", _changed(changes)) for name, tries, changes in TEXTS),
)
