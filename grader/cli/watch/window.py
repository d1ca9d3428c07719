"""The window of `check --watch`: which lines fit into it, and the keys that it has."""

from __future__ import annotations

from rich.text import Text

KEYS = "h hint  f next failure  d draw  v all  l list  p n exercise  Enter again  q quit"
ENDING = frozenset({"q", "Q", "\x04", ""})
LEAVING = ENDING | frozenset("nNpP")


def fitted(lines: list[Text], keep: int, height: int, top: int) -> tuple[list[Text], int]:
    """Lines that fit the window, and the first of them: what is below stays in sight."""
    if len(lines) <= height:
        return lines, 0
    keep = min(keep + 1, height // 2)
    above, shown = lines[:-keep], max(height - keep - 1, 1)
    top = min(top, len(above) - shown)
    told = f"  ... (lines {top + 1} to {top + shown} of {len(above)}: j and k scroll)"
    return [*above[top : top + shown], Text(told, "dim"), *lines[-keep:]], top
