"""Put a named error into a sentence for the student: what happened, where, what to do."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable

from grader.programs.operators import OPERATORS
from grader.text import counted, listed
from grader.worker.inside.standins import IMPORTED, LIMIT_ERRORS
from grader.worker.observation import NamedError

_OUTSIDE = re.compile(r"`(\w+)[^`]*` .*standard library(?:, nor of ([^;]+))?(?:;|\Z)")
"""What is said of a module that is neither Python's nor of a package that a course allows."""
ALIKE = 0.8
"""How much a module's name must be like another one to be a slip for it."""
STILL_TO_DO = "Still to do"
"""How the sentence about a stub that was not begun starts."""


def sentence(error: NamedError) -> str:
    """One or two sentences, without a number that a trap hides."""
    return _SENTENCES[error.kind](error)


def short(error: NamedError) -> str:
    """A few words, for one line among many."""
    return _SHORT.get(error.kind, error.kind)


def place(error: NamedError) -> str:
    """ " (line 12 of engine.py: `code`)", or nothing where no line is known."""
    if error.line is None:
        return ""
    file = f" of {error.get('file')}" if error.get("file") else ""
    text = f": `{error.get('text')}`" if error.get("text") else ""
    return f" (line {error.line}{file}{text})"


def _sign(error: NamedError) -> str:
    operator = error.get("operator")
    row = OPERATORS.get(operator)
    return operator if row is None else row.spelled


def _missing(error: NamedError) -> str:
    name = error.get("name")
    if error.get("of"):
        return f"`{error.get('of')}` has no method `{name}`. Add `def {name}(self): ...`."
    close = _close(name, error.get("names").split())
    hint = f" There is `{close}`: is that it, under another name?" if close else ""
    return f"`{name}` is not defined at the top level of your file.{hint}"


def _close(name: str, names: list[str], alike: float = 0.6) -> str:
    """The one of these names that is nearly the same, if any is."""
    import difflib  # where a check starts, this is not needed

    return next(iter(difflib.get_close_matches(name, names, n=1, cutoff=alike)), "")


def _stopped(error: NamedError) -> str:
    """Where it was when its time was up, where that is known."""
    if error.line is None:
        return ""
    file, text = error.get("file"), error.get("text")
    where = f"{'in the loop ' if error.number('loop') else ''}at line {error.line}"
    return f" It was stopped {where}{f' of {file}' if file else ''}: `{text}`."


def _timeout(error: NamedError) -> str:
    if error.get("skipped"):
        return (
            "The time for this hand-in was used up by checks that ran too long or crashed. Fix "
            "those first."
        )
    if error.get("phase") == "loading":
        told = (
            "Loading your file took longer than a check may. It is loaded anew for many checks: "
            "put training and experiments into a function, or in a .py file under "
            '`if __name__ == "__main__":`. Or is it a loop that never ends, input() or sleep?'
        )
    else:
        return f"Your code took longer than a check may.{_stopped(error)} {_why_slow(error)}"
    return told + _stopped(error)


def _why_slow(error: NamedError) -> str:
    """What to ask of the line at which code was stopped."""
    text = error.get("text") or ""
    if error.get("searched"):
        return (
            f"Line {int(error.number('at'))} looks a node up in `{error.get('searched')}`, a list "
            f"of {int(error.number('length')):,} by then: a list is gone through from its "
            "beginning each time. A set finds it at once."
        )
    if error.number("loop") and text.startswith("for "):
        return (
            "Does the work double with every step? Otherwise, is a list searched in it for each "
            "node (`x in a_list`)? A set finds it at once."
        )
    if text.startswith("while "):
        return "Does that loop ever end? Otherwise, does the work double with every step?"
    return (
        "A loop that never ends, input() or sleep? Work that doubles with every step, a search "
        "through a list for each node, or a list that grows from one graph to the next?"
    )


def _exit(error: NamedError) -> str:
    how = "with sys.exit()" if error.get("type") else "with os._exit()"
    return f"Your program ended itself {how} while it was being graded{place(error)}."


def _crash(error: NamedError) -> str:
    number = int(error.number("signal"))
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    why = (
        "The commonest reason is a very deep recursion with a raised recursion limit."
        if name in _OVERFLOWS
        else "Plain Python does not: look at what calls C or the system, such as `ctypes`."
    )
    return f"Python itself crashed ({name}) while running your code. {why}"


def _exception(error: NamedError) -> str:
    message = f": {error.get('message')}" if error.get("message") else ""
    if error.get("type") == "EOFError":
        return f"Your code asks for keyboard input, which nobody gives while grading{place(error)}."
    more = _not_to_be_had(error)
    return (
        f"{error.get('type') or 'An exception'}{message}{place(error)}{'.' + more if more else ''}"
    )


def _not_to_be_had(error: NamedError) -> str:
    name, *names = error.get("names").split() or [""]
    close = _close(name, names, ALIKE if "module " in error.get("message") else 0.6)
    if close and not (close == name.lstrip("_") and f".{name}(" in error.get("text")):
        return f" Did you mean `{close}`?"
    if "unsupported operand" in error.get("message") and "'tuple'" in error.get("message"):
        return " A tuple holds several values: which one of them is meant?"
    if error.get("type") in _SYSTEM_ERRORS:
        return " No file, process or network is available while grading."
    if error.get("message") == "can't start new thread":
        return " No thread can be started while grading."
    if error.get("type") == "ValueError" and error.get("message") in LIMIT_ERRORS:
        return (
            " The limits of the process (resource.setrlimit) cannot be raised while grading: take "
            "the line out. If it was for a deep recursion, a loop with a stack of its own needs "
            "no limit."
        )
    return ""


def _module(error: NamedError) -> str:
    message = error.get("message")
    packages, slip = _outside(message)
    use = "" if packages is None else f" Use {listed(['the standard library', *packages])} only."
    use = f" Did you mean `{slip}`?" if slip else use
    return f"{message[:1].upper()}{message[1:]}{place(error)}.{use}"


def _outside(message: str) -> tuple[list[str] | None, str]:
    """The packages that a course allows, where a module is told that is of none of them, None for
    another message; and which module that may be a slip for."""
    told = _OUTSIDE.match(message)
    if told is None:
        return None, ""
    packages = told[2].split(" and of ") if told[2] else []
    known = (packages, sorted(sys.stdlib_module_names))
    return packages, next(filter(None, (_close(told[1], names, ALIKE) for names in known)), "")


def of_notice(notice: str) -> str:
    """What a worker noted, with the module that a name may be a slip for."""
    slip = _outside(notice)[1]
    return notice.replace(IMPORTED, f"did you mean `{slip}`?") if slip else notice


def _import(error: NamedError) -> str:
    cell = f" (cell {error.get('cell')})" if error.get("cell") else ""
    told = f"Your file raised an exception while it was loaded{cell}: {_exception(error)}"
    if error.get("type") != "NameError":
        return told
    name = error.get("message").removeprefix("name '").partition("'")[0]
    if name in sys.stdlib_module_names:
        return f"{told}. Is `import {name}` missing?"
    if later := int(error.number("later")):
        return (
            f"{told}. It is defined further down, in line {later}: what uses it comes after that."
        )
    return f"{told}. If it is meant as a text, it needs quotes."


def _syntax(error: NamedError) -> str:
    cell = f"cell {error.get('cell')}, " if error.get("cell") else ""
    text = f": `{error.get('text')}`" if error.get("text") else ""
    line = f"{cell}line {error.line}" if error.line else f"{cell}unknown line"
    return f"Your file is not valid Python: {error.get('message')} ({line}{text})."


def _type(error: NamedError) -> str:
    what, slot = error.get("what"), error.get("slot")
    if what in ("grad", "data"):
        wanted = "an array of numbers" if error.get("wanted") == "array" else "a number"
        return f"`{slot}.{what}` should be {wanted}, found {error.get('got')}."
    at = f" at {error.get('at')}" if error.get("at") else ""
    told = f"{what} of `{slot}` has the wrong type{at}: {error.get('got')}."
    wanted = _WANTED.get(error.get("wanted"), "")
    if error.get("wanted") == "plain" and error.get("got") == "Value":
        wanted = "Wanted: a plain number. A node has it in its `data`, or in its `grad`."
    return f"{told} {wanted}".rstrip()


def _none(error: NamedError) -> str:
    """What gave nothing: an operator is told as an expression, a number left of it as 5."""
    name, row = error.get("operator"), OPERATORS.get(error.get("operator"))
    if row is None:
        told = f"`{name}` returned None: a `return` is missing"
        return f"{told}, or a `yield`." if name == "toposort" else f"{told}."
    second = "3" if row.takes == "number" else "b"
    operands = ["5", "a"] if error.number("left") else ["a", second] if row.sign else ["a"]
    told = row.written(*(operands[:1] if row.takes == "node" else operands))
    told = f"a {row.sign}= {second}" if error.number("in_place") else told
    return f"`{told}` returned None: a `return` is missing."


def _signature(error: NamedError) -> str:
    given = int(error.number("given"))
    arguments = counted(given, "argument")
    message = f" ({error.get('message')})" if error.get("message") else ""
    told = f"`{error.get('name')}` could not be called with {arguments}{message}."
    if error.get("name") == "_backward" and "'NoneType'" in str(error.get("message")):
        told += " It is None. Was the rule called, `_backward()`, where it should be stored?"
    return told


def _recursion(error: NamedError) -> str:
    if "operations" not in error.details:
        return (
            "The recursion went too deep for Python (RecursionError). A loop with a stack of its "
            "own has no such limit."
        )
    count = int(error.number("operations"))
    operations = counted(count, "operation")
    return (
        f"On a graph of {operations} your code's calls went deeper than Python allows"
        f"{place(error)}: a RecursionError. Does something call itself again with the same node?"
    )


def _size(error: NamedError) -> str:
    return f"{int(error.number('limit')) >> 20} MiB"


_WANTED = {
    "plain": "Wanted: numbers, texts, and lists or dicts of them, not too deep.",
    "node": "Wanted: an expression of the arguments, with + and *. Make no node of your own.",
    "bool": "Wanted: True or False.",
    "array": "Wanted: an array of numbers.",
    "tensor": "Wanted: a Tensor.",
    "tensors": "Wanted: a Tensor. NumPy went through the entries: with `__array_ufunc__ = None` in "
    "the class it leaves the array to the tensor's own method.",
    "nodes": "Wanted: all the nodes, one after the other. `yield` gives a node and goes on; "
    "`return` ends the function.",
}
"""What a result is to be, by the word that the worker has for it."""

_SENTENCES: dict[str, Callable[[NamedError], str]] = {
    "syntax": _syntax,
    "import": _import,
    "missing": _missing,
    "operator": lambda e: (
        f"Your `{e.get('of')}` does not support {_sign(e)} here: {e.get('message')}."
    ),
    "signature": _signature,
    "todo": lambda e: f"{STILL_TO_DO}{place(e)}.",
    "none": _none,
    "type": _type,
    "attribute": lambda e: (
        f"`{e.get('slot')}` has no attribute `{e.get('name')}` (it is a {e.get('got')})."
    ),
    "exception": _exception,
    "recursion": _recursion,
    "memory": lambda e: f"Your code used more memory than it may{place(e)}.",
    "exit": _exit,
    "module": _module,
    "timeout": _timeout,
    "output": lambda e: f"Your code printed more than {_size(e)}; printing was cut off.",
    "reply": lambda e: f"Your code's answer was larger than {_size(e)}.",
    "protocol": lambda e: "Your code disturbed the channel over which answers are read.",
    "crash": _crash,
    "toolong": lambda e: f"`{e.get('name')}` gave more than {e.get('most')} entries.",
    "limit": lambda e: (
        f"Your code raised Python's recursion limit to {e.number('limit'):,.0f}. A loop with a "
        "stack of its own needs no such limit."
    ),
    "nested": lambda e: (
        f"`{e.get('name')}` was at work {e.number('times'):,.0f} times at once: it calls itself, "
        "or another function calls it again. Keep the waiting nodes in a list of your own."
    ),
}

_SYSTEM_ERRORS = frozenset({
    "OSError", "FileNotFoundError", "PermissionError", "BlockingIOError", "URLError",
})  # fmt: skip

_OVERFLOWS = frozenset({"SIGSEGV", "SIGBUS", "SIGABRT"})
"""How Python ends when its stack overflows: by the kernel, or by its own hand."""

_SHORT = {
    "syntax": "syntax error", "import": "exception while loading", "missing": "missing name",
    "operator": "missing operator", "signature": "wrong signature", "todo": "still to do",
    "none": "returned None", "type": "wrong type", "attribute": "missing attribute",
    "recursion": "recursion too deep", "memory": "too much memory", "exit": "ended itself",
    "module": "unavailable module", "timeout": "too slow", "output": "too much output",
    "reply": "answer too large", "protocol": "broken answer", "crash": "crash",
    "toolong": "too many entries", "limit": "recursion limit raised", "nested": "calls itself",
    "exception": "your code raised an exception",
}  # fmt: skip
