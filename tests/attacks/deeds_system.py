"""The deeds of the self-test (`grader/worker/inside/canary.py`), each handed in by a student.

They are attacks on files, other processes, the network and the kernel; bait is all that they hit.
"""

from pathlib import Path

from grader.worker.inside import canary
from tests.attacks.hostile import Attack

DEEDS = Path(canary.__file__).read_text("utf-8").replace("from __future__ import annotations", "")
YAMA = "ptrace is restricted to one's own descendants"
NOT_EVERYWHERE = "the kernel is built without it, or allows it to nobody"
LACKING = {
    "trace_the_grader": YAMA,
    "copy_the_memory_of_the_grader": YAMA,
    "open_the_memory_of_the_grader": YAMA,
    "have_shared_memory": NOT_EVERYWHERE,
    "use_io_uring": NOT_EVERYWHERE,
    "handle_page_faults": NOT_EVERYWHERE,
    "use_the_keys_of_the_kernel": NOT_EVERYWHERE,
    "make_a_user_namespace": NOT_EVERYWHERE,
}
CODE = """

def attack():
    Attacks(BAIT).{deed}()
    return "{deed}"
"""


def of_the_self_test(deed: str) -> Attack:
    """A hand-in that does a deed of the self-test."""
    words = deed.replace("_", " ")
    code = DEEDS + CODE.format(deed=deed)
    return Attack(words.replace(" ", "-"), words, code, "mark", lacking=LACKING.get(deed, ""))


ATTACKS = [of_the_self_test(deed) for deed in canary.NAMES]
