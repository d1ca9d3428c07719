"""The class page and the figures on it."""

from __future__ import annotations

import json
import re
import statistics
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest

from grader.judging.finding import Finding
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.pages.class_page import ClassSheet, class_page
from grader.reports.pages.markup import hash_of
from grader.submissions.sources.likeness import shape_of

HOSTILE = '</script><img src=x onerror=alert(1)>"\u2028'


def report(student: str, outcomes: str, **exercise: object) -> Report:
    """A report with one exercise of one-point checks: p passed, f failed, b blocked."""
    words = {"p": "passed", "f": "failed", "b": "blocked", "u": "ungraded"}
    checks = tuple(
        CheckResult(f"check_{n}", words[letter], float(letter == "p"), 1.0, n > 0, f"Property {n}.")
        for n, letter in enumerate(outcomes)
    )
    score = float(outcomes.count("p"))
    done = ExerciseReport("engine", "The engine", bool(outcomes), score, 4.0, checks, **exercise)
    return Report(student, score, 4.0, {"isolated": True}, {}, (done,))


def sheet(*reports: Report) -> ClassSheet:
    found = ClassSheet("A course")
    for each in reports:
        found.add(each)
    return found


def embedded(page: str) -> dict:
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])


def belief(name: str, kind: str = "seen") -> Finding:
    return Finding(name, 3, 3, f"Your engine holds `{name}`.", kind, name)


def test_difficulty_counts_only_hand_ins_that_were_judged() -> None:
    found = sheet(report("a", "pp"), report("b", "fb"), report("c", "pu"), report("d", ""))
    first, second = found.figures()
    assert (first.asked, first.passed, first.difficulty) == (3, 2, pytest.approx(2 / 3))
    assert (second.asked, second.passed, second.blocked) == (2, 1, 1)


def test_discrimination_is_the_correlation_with_the_other_checks() -> None:
    class_of = [report(str(n), text) for n, text in enumerate(("pppp", "ppff", "fpff", "fffp"))]
    figures = sheet(*class_of).figures()[0]
    passed = [1.0, 1.0, 0.0, 0.0]
    others = [each.score - own for each, own in zip(class_of, passed, strict=True)]
    assert figures.discrimination == pytest.approx(statistics.correlation(passed, others))


def test_the_last_bar_of_the_distribution_holds_full_marks() -> None:
    bars = sheet(report("a", "pppp"), report("b", "ffff"), report("c", "pfff")).distribution()
    assert (bars[0], bars[5], bars[-1], sum(bars)) == (1, 1, 1, 3)


def test_what_costs_most_points_is_taught_first_and_what_one_student_has_last() -> None:
    page_of = sheet(
        report("a", "pf", diagnosis=(belief("preorder"),)),
        report("b", "fffp", diagnosis=(belief("preorder"), belief("no-seed"))),
        report("c", "ffff", diagnosis=(belief("alone"),)),
        report("d", "pfff"),
        report("e", "pf"),
    )
    told = [(each.name, each.students, each.points, tuple(each.also)) for each in page_of.lessons()]
    assert told == [
        ("preorder", 2, 4.0, ("The engine holds `no-seed`.",)),
        ("Property 1.", 2, 2.0, ()),
        ("alone", 1, 4.0, ()),
        ("Property 2.", 1, 1.0, ()),
        ("Property 3.", 1, 1.0, ()),
    ]
    assert [each.found for each in page_of.lessons()] == [True, False, True, False, False]
    page = class_page(page_of)
    assert "<b>4</b> points" in page
    assert page_of.standing() == (5, 3, 0)
    assert "Does not hold: Property 1." in page


def test_what_was_not_judged_has_no_score_and_is_in_no_figure() -> None:
    found = sheet(report("a", "pppp"), report("b", "ppuu"))
    assert [(row.score, row.percent, row.points) for row in found.rows] == [
        (4.0, 100.0, (4.0,)), (None, None, (None,)),
    ]  # fmt: skip
    assert found.middle() == (4.0, 4.0, 0.0, 4.0)
    assert "of 4 points" in class_page(found)
    assert sum(found.distribution()) == 1
    assert embedded(class_page(found))["rows"][1][2] is None


def test_what_to_teach_comes_first_and_five_things_are_unfolded() -> None:
    class_of = [report(f"s{n}", "f", diagnosis=(belief(f"belief-{n}"),)) for n in range(7)]
    page = class_page(sheet(*class_of))
    places = [page.index(f'id="{name}"') for name in ("teach", "students", "scores", "map")]
    assert places == sorted(places)
    findings = page[places[0] : places[1]]
    shown, folded = findings.split("<summary>2 more</summary>")
    assert (shown.count("<li>"), folded.count("<li>")) == (5, 2)
    for name in ("scores", "map", "checks", "flags"):
        assert f'<details class="part" id="{name}">' in page


def test_the_exam_comes_first_and_names_come_from_the_roster() -> None:
    one = report("ada", "pf")
    warm_up = replace(one.exercises[0], id="warm-up", title="Warm up", score=2.0)
    found = ClassSheet("A course", ("engine",), {"ada": "Ada Lovelace"}, ["Dan Brown"])
    found.add(replace(one, exercises=(warm_up, one.exercises[0])))
    data = embedded(class_page(found))
    assert [name for name, _ in data["exercises"]] == ["engine", "warm-up"]
    assert data["rows"][0][4] == [1.0, 2.0]
    assert [column[0] for column in data["columns"]] == ["engine"] * 2 + ["warm-up"] * 2
    assert (data["names"], data["missing"]) == ({"ada": "Ada Lovelace"}, ["Dan Brown"])


def test_scores_of_different_exercises_are_told_in_percent() -> None:
    half = replace(report("b", "pf"), score=1.0, max_score=2.0)
    assert sheet(report("a", "pppp"), half).middle() == (75.0, 75.0, 25.0, None)


def test_a_page_without_students_still_comes_out() -> None:
    assert "Nothing cost anybody a point" in class_page(sheet())


def test_names_and_sentences_cannot_inject_anything() -> None:
    hostile = replace(report(HOSTILE, "pf", diagnosis=(belief(HOSTILE),)), flags=(HOSTILE,))
    page = class_page(sheet(hostile))

    class Elements(HTMLParser):
        seen: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.seen.append(tag)

    parser = Elements()
    parser.feed(page)
    assert "img" not in parser.seen
    assert parser.seen.count("script") == 2
    assert embedded(page)["rows"][0][0] == HOSTILE
    assert "\u2028" not in page.replace("\\u2028", "").split('id="data">')[1].split("</script>")[0]


def test_the_page_fetches_nothing() -> None:
    page = class_page(sheet(report("a", "pf")))
    assert "default-src &#39;none&#39;" in page
    for name in ("style", "script"):  # the page's own are allowed, by the hashes of what is in it
        (text,) = re.findall(rf"<{name}>(.*?)</{name}>", page, re.DOTALL)
        assert hash_of(text) in unescape(page)
    assert not re.search(r"""(?:src|href)=["']?(?:https?:|//)""", page)


def test_two_thousand_students_stay_under_1_3_megabytes() -> None:
    letters = "pfbp" * 38
    one = report("nobody", letters, diagnosis=(belief("preorder"),))
    large = sheet(*(replace(one, student=f"student number {n:05}") for n in range(2_000)))
    page = class_page(large)
    assert len(page.encode()) < 1_300_000
    assert len(embedded(page)["rows"]) == 2_000


ENGINE = "\n".join(
    f"def f{n}(x, y):\n    '''Says {n}.'''\n    return x * y + {n}" for n in range(30)
)


def test_a_copy_has_one_shape_and_other_or_little_code_does_not() -> None:
    own = shape_of([ENGINE], "")
    copy = ENGINE.replace("x", "left").replace("f1", "g1").replace("Says", "Tells") + "\n# mine\n"
    assert own == shape_of([copy], "") != ""
    for part, other in (("x * y", "x - y"), ("+ 3", "+ 4"), ("x * y", "y * x")):
        assert shape_of([ENGINE.replace(part, other)], "") != own
    for text, stub in ((ENGINE, ENGINE), ("def f(:", ""), ("x = 1", "")):
        assert shape_of([text], stub) == ""


def test_hand_ins_of_one_shape_are_listed_together() -> None:
    found = sheet(
        report("zoe", "p", shape="aa"), report("Al", "p", shape="aa"), report("b", "p", shape="bb")
    )
    assert found.alike() == [("engine", ["Al", "zoe"])]
