"""Attacks by the name, form or depth of a hand-in: spreadsheets, pages, terminals, compilers."""

from tests.attacks.hostile import Attack


def _named(name: str, tries: str, student: str) -> Attack:
    return Attack(name, tries, "", "name", student=student)


ATTACKS = [
    _named("id-formula", "an id that a spreadsheet runs", "=cmd()|' -C calc'!A1"),
    _named("id-formula-plus", "an id that a spreadsheet calculates", "+1+HYPERLINK(1)"),
    _named("id-formula-at", "an id that calls a function", "@SUM(1)"),
    _named("id-script", "an id that is a script", "<script>alert(1)<script>"),
    _named("id-image", "an id that is an image with a handler", "\"><img src=x onerror=alert(1)>"),
    _named("id-dots", "an id that climbs out of the folder", "x..\\..\\..%2f..%2fx"),
    _named("id-newline", "an id with a line break and a second row", "mallory\nada,10,10"),
    _named("id-bidi", "an id that reads backwards", "mallory\u202e100 of 100 \u2066ada"),
    _named("id-terminal", "an id that clears the screen", "mallory\x1b[2J\x1b[1;1H\x07"),
    _named("id-bytes", "an id that is no text", "mallory\udcff\udcfe"),
    _named("id-ours", "an id that is called like a file of ours", "grades"),
    _named("id-option", "an id that looks like an option", "--out"),
    _named("id-long", "an id of 240 letters", "m" * 240),
    _named("id-markup", "an id with a terminal's markup", "[bold red]full marks[blink]"),
    Attack("deep-source", "a source so deep that compilers crash on it",
           "class Value: pass\nx = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
           "harm", says="not valid Python", raw=True),
    Attack("zip-slip", "an archive with members outside of its folder", "", "name", form="zip"),
    Attack("link-to-secret", "a folder with links to the secret and to a neighbour", """
        import stolen, neighbour
        print(vars(stolen), vars(neighbour))
        """, "name", form="link"),
]  # fmt: skip
