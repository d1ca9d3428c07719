"""Tests of the course: the built-in course, tiny courses, and every way to get one wrong."""

from pathlib import Path

import pytest

from grader.course.course import Course, CourseError, Limits, default_course_dir, load_course

TINY = """
title = "Tiny"

[[exercise]]
id = "first-step"
title = "The first step"
points = 2
hints = ["Begin."]

[[exercise]]
id = "second-step"
title = "The second step"
points = 3
after = ["first-step"]
defines = "Value"
hints = ["Go on.", "Nearly there."]
"""


@pytest.fixture(scope="module")
def built_in() -> Course:
    return load_course(default_course_dir())


def write_course(folder: Path, text: str) -> Path:
    (folder / "course.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "name", ["zero-grad", "8", "08", "08_zero_grad", "08-zero_grad", "ZERO-grad", " zero_grad "]
)
def test_an_exercise_is_found_by_id_number_or_stem(built_in: Course, name: str) -> None:
    assert built_in.exercise(name).file_name == "08_zero_grad.py"


@pytest.mark.parametrize(
    ("name", "guess"),
    [
        ("backwards", "'backward'"),
        ("04_backwrad", "'backward'"),
        ("14_engine", "'engine'"),
        ("zerograd", "'zero-grad'"),
        *((name, "") for name in ("", "99", "xyzzy")),
    ],
)
def test_an_unknown_name_lists_the_ids_and_guesses(built_in: Course, name: str, guess: str) -> None:
    with pytest.raises(CourseError) as caught:
        built_in.exercise(name)
    assert (f"Did you mean {guess}?" if guess else "There is no exercise") in str(caught.value)
    assert ("Did you mean" in str(caught.value)) is bool(guess)
    assert "order-by-hand, local-rules" in str(caught.value)


def test_a_course_may_hold_its_toml_itself(tmp_path: Path) -> None:
    course = load_course(write_course(tmp_path, TINY))
    assert course.title == "Tiny"
    assert course.count == "all"
    assert course.root == tmp_path
    assert course.stubs_dir == tmp_path / "exercises"
    assert course.solutions_dir == tmp_path / "solutions"
    assert course.checks_dir == course.root / "solutions" / "checks"
    assert course.points == 5
    assert course.exercises[0].after == ()
    assert course.exercises[0].defines is None
    assert course.exercises[1].after == ("first-step",)


def test_the_same_course_is_found_by_its_folder_its_exercises_and_its_file(tmp_path: Path) -> None:
    (tmp_path / "exercises").mkdir()
    write_course(tmp_path / "exercises", TINY)
    course = load_course(tmp_path)
    assert course.root == tmp_path
    assert load_course(tmp_path / "exercises") == course
    assert load_course(tmp_path / "exercises" / "course.toml") == course


def test_limits_come_from_the_exercise_then_the_course_then_the_default(tmp_path: Path) -> None:
    text = TINY.replace('title = "Tiny"', 'title = "Tiny"\n[limits]\ncpu = 1\nmemory = 1000')
    course = load_course(write_course(tmp_path, text + "[exercise.limits]\ncpu = 10.5\n"))
    default = Limits()
    assert (default.cpu, default.wall, default.memory) == (2.0, 4.0, 1024**3)
    assert course.limits == Limits(1.0, default.wall, 1000, default.output)
    assert course.exercises[0].limits == course.limits
    assert course.exercises[1].limits == Limits(10.5, default.wall, 1000, default.output)


def test_a_course_asks_for_lazy_imports_at_its_top(tmp_path: Path) -> None:
    assert load_course(write_course(tmp_path, TINY)).lazy_imports is False
    assert load_course(write_course(tmp_path, "lazy_imports = true\n" + TINY)).lazy_imports is True


FAULTS = {
    "no title": ('title = "Tiny"', "", "title must be a text that is not empty, found nothing"),
    "empty title": ('title = "Tiny"', 'title = " "', "title must be a text"),
    "bad count": (
        'title = "Tiny"',
        'title = "Tiny"\ncount = "some"',
        "count must be 'all' or 'handed-in', found 'some'",
    ),
    "unknown key of the course": (
        'title = "Tiny"',
        'title = "Tiny"\ncout = "all"',
        "unknown key 'cout', expected one of title, count, lazy_imports, pack, packages, limits, "
        "late, finish, only, show_solutions, exercise. Did you mean 'count'?",
    ),
    "unknown key of an exercise": (
        "points = 3",
        "points = 3\nhint = 'x'",
        "exercise 2 (second-step): unknown key 'hint'",
    ),
    "lazy imports that are no yes or no": (
        'title = "Tiny"',
        'title = "Tiny"\nlazy_imports = "yes"',
        "lazy_imports must be true or false, found 'yes'",
    ),
    "no id": ('id = "first-step"', "", "exercise 1: id must be a text"),
    "id with a capital": ('"second-step"', '"Second-step"', "found 'Second-step'"),
    "id of digits": ('"second-step"', '"2"', "joined by hyphens"),
    "id twice": ('id = "second-step"', 'id = "first-step"', "is taken by exercise 1"),
    "no points": ("points = 3", "", "points must be a whole number of at least 1, found nothing"),
    "negative points": ("points = 3", "points = -3", "found -3"),
    "points that are no number": ("points = 3", "points = true", "found True"),
    "after an unknown exercise": (
        '["first-step"]',
        '["fist-step"]',
        "after names 'fist-step', and there is no such exercise. Did you mean 'first-step'?",
    ),
    "after itself": ('["first-step"]', '["second-step"]', "does not come before this exercise"),
    "after a text": ('after = ["first-step"]', 'after = "first-step"', "after must be a list"),
    "defines no name": ('"Value"', '"a value"', "defines must be a name"),
    "defines a keyword": ('"Value"', '"class"', "defines must be a name"),
    "no hints": ('hints = ["Begin."]', "", "expected hints"),
    "an empty hint": ('hints = ["Begin."]', 'hints = [""]', "hints must hold texts"),
    "a hint that is no text": ('hints = ["Begin."]', "hints = [1]", "found 1"),
    "no title of an exercise": ('title = "The first step"', "", "exercise 1 (first-step): title"),
    "an unknown limit": (
        'title = "Tiny"',
        'title = "Tiny"\nlimits.cpus = 1',
        "course.toml, limits: unknown key 'cpus'",
    ),
    "a limit of nothing": (
        'title = "Tiny"',
        'title = "Tiny"\nlimits.wall = 0',
        "wall must be a number of seconds above 0, found 0",
    ),
    "an infinite limit": ('title = "Tiny"', 'title = "Tiny"\nlimits.cpu = inf', "found inf"),
    "a limit that is no number": (
        'title = "Tiny"',
        'title = "Tiny"\nlimits.cpu = "2"',
        "found '2'",
    ),
    "a fraction of a byte": (
        'title = "Tiny"',
        'title = "Tiny"\nlimits.memory = 1.5',
        "memory must be a whole number of bytes above 0, found 1.5",
    ),
    "limits that are no table": ('title = "Tiny"', 'title = "Tiny"\nlimits = 3', "must be a table"),
    "a limit of an exercise": (
        "points = 3",
        "points = 3\nlimits.output = -1",
        "exercise 2 (second-step), limits: output must be",
    ),
    "not TOML": ('title = "Tiny"', "title = Tiny", "is not valid TOML"),
}


@pytest.mark.parametrize(("old", "new", "sentence"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_with_its_file_and_place(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert TINY.count(old) == 1
    with pytest.raises(CourseError) as caught:
        load_course(write_course(tmp_path, TINY.replace(old, new)))
    message = str(caught.value)
    assert sentence in message
    assert message.startswith(str(tmp_path / "course.toml"))
    assert message.endswith((".", "?"))
    assert "\n" not in message


@pytest.mark.parametrize(
    "text", ['title = "Empty"', 'title = "x"\nexercise = []', 'title = "x"\nexercise = 1']
)
def test_a_course_needs_an_exercise(tmp_path: Path, text: str) -> None:
    with pytest.raises(CourseError, match="at least one"):
        load_course(write_course(tmp_path, text))


def test_an_exercise_must_be_a_table(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="exercise 1 must be a"):
        load_course(write_course(tmp_path, 'title = "x"\nexercise = [1]'))


def test_a_folder_that_is_not_there_and_one_without_a_course_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"holds no course\.toml"):
        load_course(tmp_path)
    with pytest.raises(CourseError, match="does not exist"):
        load_course(tmp_path / "nowhere")


def test_a_course_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(CourseError, match="not UTF-8"):
        load_course(tmp_path)


def test_a_course_that_cannot_be_read_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    write_course(tmp_path, TINY)
    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(CourseError, match="cannot be read: Permission denied"):
        load_course(tmp_path)


def test_without_a_checkout_the_copy_in_the_package_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "grader"
    package.mkdir(parents=True)
    monkeypatch.setattr("grader.course.course.__file__", str(package / "course" / "course.py"))
    with pytest.raises(CourseError, match="--course DIR"):
        default_course_dir()
    (package / "_course" / "exercises").mkdir(parents=True)
    write_course(package / "_course" / "exercises", TINY)
    assert default_course_dir() == package / "_course"
    assert load_course(default_course_dir()).root == package / "_course"
