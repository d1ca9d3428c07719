"""A solution in, a stub out: what students get of an exercise is cut from `solutions/*.py`.

A region between the lines `### BEGIN SOLUTION` and `### END SOLUTION` is left out. Its first
line, `# TODO: what is to be done`, stays. Lines `# STUB: code` in it are what the stub gets in
its place; a region without any gets a `raise NotImplementedError`. A solution that cannot be
cut is a `ReleaseError` that names the file and the line: a marker that is mistyped must never
hand the solution out.
"""

import json
import re

from grader.course.course import Course, Exercise
from grader.errors import TopogradeError

BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"
TODO = "# TODO: "
STUB = "# STUB:"
LIKE_A_MARKER = re.compile(r"#[#\s]*(BEGIN|END)\W*SOLUTION|#\s*STUB\b", re.IGNORECASE)


class ReleaseError(TopogradeError):
    """A solution from which no stub can be made; the message names file and line."""


def stub_of(course: Course, exercise: Exercise) -> str:
    solution = course.solutions_dir / exercise.file_name
    try:
        text = solution.read_text(encoding="utf-8")
    except OSError as error:
        raise ReleaseError(
            f"{solution}, the solution of exercise {exercise.id}, cannot be read: {error.strerror}."
        ) from error
    except UnicodeDecodeError as error:
        raise ReleaseError(f"{solution} is not UTF-8 text (byte {error.start}).") from error
    return stub_text(text, str(solution))


def stub_text(solution_text: str, name: str) -> str:
    """Cut the solution regions out of a solution; `name` is the file for error messages.

    Raises ReleaseError for markers that are unpaired, nested, mistyped or missing altogether,
    for a region without its TODO line, and for a stub that is not valid Python.
    """
    stub: list[str] = []
    region: list[str] = []
    begin = 0  # the line of the BEGIN that is open, 0 outside of a region
    regions = 0
    for number, line in enumerate(solution_text.splitlines(), start=1):
        where = f"{name}, line {number}"
        stripped = line.strip()
        if stripped == BEGIN:
            if begin:
                raise ReleaseError(
                    f"{where}: {BEGIN!r} inside the region that began in line {begin}; "
                    f"regions cannot be nested, so put {END!r} before it."
                )
            begin, region = number, []
        elif stripped == END:
            if not begin:
                raise ReleaseError(f"{where}: {END!r} without a {BEGIN!r} before it.")
            stub += replacement(region, f"{name}, line {begin}")
            regions += 1
            begin = 0
        elif begin and (stripped == STUB or stripped.startswith(STUB + " ")):
            region.append(line)
        elif LIKE_A_MARKER.match(stripped):
            raise ReleaseError(
                f"{where}: {stripped!r} looks like a marker and is none here; expected exactly "
                f"{BEGIN!r} or {END!r}, or '{STUB} code' inside a region."
            )
        elif begin:
            region.append(line)
        else:
            stub.append(line)
    if begin:
        raise ReleaseError(f"{name}, line {begin}: {BEGIN!r} without {END!r} after it.")
    if not regions:
        raise ReleaseError(
            f"{name}, line 1: no {BEGIN!r} in this file, so its stub would be the whole solution."
        )
    text = "\n".join(stub) + "\n"
    try:
        compile(text, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise ReleaseError(
            f"{name}: its stub is not valid Python: {error.msg} in line {error.lineno} of the "
            f"stub, which reads {(error.text or '').strip()!r}."
        ) from error
    return text


def replacement(region: list[str], where: str) -> list[str]:
    """The lines that stand in the stub in place of a region."""
    first = region[0] if region else ""
    task = first.strip().removeprefix(TODO.strip()).strip()
    if not first.strip().startswith(TODO) or not task:
        raise ReleaseError(
            f"{where}: the first line of a region must say what is to be done, "
            f"'{TODO}...', found {first.strip()!r}."
        )
    indent = first[: len(first) - len(first.lstrip())]
    given = [uncommented(line) for line in region if line.strip().startswith(STUB)]
    if not given:
        message = json.dumps(f"TODO: {task}", ensure_ascii=False)
        return [first, f"{indent}raise NotImplementedError({message})"]
    # A lone `# STUB:` says that nothing at all takes the region's place.
    return [first, *given] if any(given) else [first]


def uncommented(line: str) -> str:
    """`    # STUB:   x = 1` as `      x = 1`; a bare marker as an empty line."""
    indent, _, code = line.partition(STUB)
    return (indent + code.removeprefix(" ")).rstrip()
