"""The browser page's door: the page asks in JSON, in a Python that runs in a worker of its own.

* `prepare(likely)` loads what checking an exercise needs;
* `check(request, say)` is what `topograde check` is elsewhere: same course, checks and report;
  with `"run": true` it runs the file and gives what its examples print;
* `close_behind()` takes JavaScript away from everything that runs after it.

A request is {"exercise": id, "files": {name: text}, "journal": [...]}; the journal is that of
`grader.worker.in_place`. The result is told at `check`.
"""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from grader.checks.declare import load_checks
from grader.course.course import Course, load_course
from grader.course.models import beside
from grader.grading.own_work import OwnWork
from grader.grading.progress import PASSED
from grader.judging.error_sentences import sentence
from grader.programs.recorded import right_answers
from grader.reports.pages.html import fragment_of
from grader.reports.view import DONE_HERE, hidden_words
from grader.text import harmless
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.in_place import InPlaceServer, Say
from grader.worker.inside import shared
from grader.worker.observation import named_error

RUN_SECONDS = 6.0
close_behind = shared.take_away


@cache
def _course() -> Course:
    """The course of this page."""
    return load_course()


def prepare(likely: str) -> None:
    """Load what checking this exercise needs, while the student still reads."""
    course = _course()
    if likely:
        load_checks([likely], course.checks_dir)
        right_answers(likely, course.recorded_dir)


def check(request: str, say: Say) -> str:
    """Check one exercise and give as JSON

    * `state`: how it stands (`grader.grading.progress.State`);
    * `outcomes`: the outcome of every check that was run, by its id;
    * `passed`, `checks`: how many checks passed, of how many that were run;
    * `ungraded`: how many could not be checked, which is not the student's doing;
    * `html`: the result as the report page shows it;
    * `printed`: what the student's code printed;
    * `unchecked`: the sentences of checks that cannot run in a browser;
    * `beside`: after a pass the parts of the course's answer, where the course shows it;
    * `built`: of an exam that passes, how large the engine is and how long it took;
    * `remain`: what is said of hidden checks; `faults`: what is said of its file.
    """
    asked = json.loads(request)
    course = _course()
    if asked.get("run"):
        return json.dumps(_run(InPlaceServer(say, asked["journal"]), course, asked))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in asked["files"].items():
            (Path(folder) / Path(name).name).write_text(text, encoding="utf-8", newline="")
        server = InPlaceServer(say, asked["journal"])
        with OwnWork(course, Path(folder), [asked["exercise"]], lambda: server) as own:
            return json.dumps(_checked(own, course, asked["exercise"], asked["files"]))


def _run(server: InPlaceServer, course: Course, asked: dict[str, Any]) -> dict[str, str]:
    """What a file prints when it is the main program, and how it ended if it did not come to it."""
    name = asked["exercise"]
    file = course.exercise(name).file_name
    text = asked["files"][file].replace('if __name__ == "__main__":', "if True:")
    source = {"name": file, "cells": [text], "future_flags": [0], "main": False, "siblings": {}}
    worker = server.start({**source, "calls_rules": False})
    reply = worker.run(encode_batch([], []), BatchLimits(cpu=RUN_SECONDS, wall=RUN_SECONDS))
    printed = reply.output.decode("utf-8", "replace")
    for command in ("check", "hint"):
        printed = printed.replace(f"topograde {command} {name}", f"press {command.title()}")
    ended = [sentence(named_error(reply.failure))] if reply.failure else []
    if reply.failure and reply.failure["kind"] == "timeout":
        ended = ["It took too long, and was ended. Is there a loop that never ends?"]
    ended += [harmless(notice.partition(";")[0]) for notice in reply.notices]
    return {"printed": printed, "ended": " ".join(ended)}


def _checked(own: OwnWork, course: Course, name: str, files: dict[str, str]) -> dict[str, Any]:
    report, states = own.check([name])
    exercise = next(each for each in report.exercises if each.id == name)
    file = course.exercise(name).file_name
    passed = states[name] == PASSED and not own.not_run(name)
    shown = beside(course, course.exercise(name), [files.get(file, "")]) if passed else None
    return {
        "state": states[name],
        "outcomes": {check.id: check.outcome for check in exercise.checks},
        "passed": sum(check.outcome == "passed" for check in exercise.checks),
        "checks": len(exercise.checks),
        "ungraded": sum(check.outcome == "ungraded" for check in exercise.checks),
        "html": fragment_of(report),
        "printed": exercise.output,
        "unchecked": own.not_run(name),
        "remain": hidden_words(own.hidden(name)),
        "beside": shown or [],
        "built": own.built if states[name] in DONE_HERE else [],
        "faults": [fault for fault in report.faults if fault.startswith(f"{file}: ")],
    }
