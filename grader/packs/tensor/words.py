"""The sentence about a broken place, in the words of its program."""

from __future__ import annotations

from math import inf, isfinite

import numpy as np

from grader.packs.tensor.below import BOTH, LATER, SAME, Broken
from grader.packs.tensor.calls import FUNCTIONS
from grader.packs.tensor.listing import Step, written
from grader.packs.tensor.misconceptions import ANY, BEYOND
from grader.packs.tensor.program import Program
from grader.packs.tensor.unseen import UNSEEN
from grader.programs.listing import ATOM
from grader.text import apart, listed

RULE_OF, ZERO, A_RULE = "the rule of ", "zero_grad", "`backward()` or a rule"
COPIED, UNRUN, ADDED, AGAIN = "copied", "unrun", "added", "again"
SEEDED, UNWRITTEN = "seeded", "unwritten"
LEFT = "leaves in its gradient"
EARLY, WHOLE, WIPED, NOWHERE = "early", "whole", "wiped", "nowhere"
ALTERED, PASSED, ENDED = "altered", "passed", "ended"
"""Said of a result that lists a copy of its operand; of a rule that no call runs; of
a gradient that nothing was seen to set; of a result whose rule ran twice;
of a tensor that is given ones as a root is; of a rule that ran and wrote nothing. Of a rule that
sent nothing and ran too early, or when all had arrived at its result; of a leaf that was cleared;
of a root without gradient, where it is not known what was lost on the way; of a gradient in which
what was there before was changed when something was added; of one that is another tensor's own; of
what got nothing in a call that stored zeros last."""

ENTRY = "an entry is"
FAR = 700.0
"""exp(-x) of what is larger is about 0, and exp(x) about infinite."""


def in_words(program: Program, broken: Broken, computed: str = "") -> str:
    """The sentence about a broken place. computed: the expression that the student's code is."""
    names = program.names
    tensor, made = f"`{names.get(broken.slot, broken.slot)}`", expression(program, broken.step)
    how = f" Your code computes `{computed}`." if computed else ""
    why = f": {broken.why}" if broken.why else ""
    other = names.get(broken.other, broken.other)
    what, verb = ("gradient", "is") if broken.other == "grad" else ("data", "are")
    instead = "or are several tensors given one array of zeros"
    instead = "where it should add" if computed == PASSED else instead
    always = {
        "dtype": f"The {what} of {tensor} {verb} {broken.why}, and not float64. Data and gradients "
        "are arrays of float64, whatever numbers a tensor is made of.",
        "shared": f"The gradients of {tensor} and `{other}` are one and the same array: what is "
        f"added to one is in the other too. Does a rule store `out.grad` itself, {instead}?",
        "spoilt": f"The rule of {made} changes the gradient that arrives, `out.grad` itself, so "
        "that whatever reads it next gets a spoilt one. Does it work in place, or set `out.grad`, "
        "where a new array is due?",
        "born": f"{tensor} has another gradient than zeros as soon as {made} has made it. Is it a "
        "new tensor, and not one that was kept? Is `backward()` called there, or a gradient "
        "written?",
        "stuck": f"A later call brings nothing to {tensor}. Does its walk pass over tensors that "
        "an earlier one came by, or did that one take the graph apart?",
        "forgets": f"After several calls {tensor} holds what one call brings. Leaves add from call "
        "to call: does something set their gradients back, or set them, or is a rule gone?",
        "restart": f"After a second call {tensor} holds what the first call left there, too. "
        "Leaves add from call to call. Does an inner tensor begin each call with zeros?",
        "beside": f"A call of `{other}` changes the gradient of {tensor}, which cannot be reached "
        "from there. Does it set back, or go through, more than what its root was made of?",
        "stranger": f"{tensor} got something from {made} again in a later call, of `{other}`, from "
        f"which {made} cannot be reached. Does a call run the rules of all results that were ever "
        "made?",
        "adding": f"{tensor} is used more than once. Its gradient is not the sum of what it is owed"
        f"{why}. Is one array the gradient of two tensors, is something added twice, or is what a "
        "rule needs replaced by the next use?",
    }
    if broken.kind == "born" and broken.step is None:
        return (
            f"{tensor} has another gradient than zeros as soon as it is made. What does `__init__` "
            "store there?"
        )
    if computed == NOWHERE and broken.other:
        return (
            f"The call of {tensor} brings nothing to any leaf, and in other programs calls do. "
            "What does this one need that those do not? Does each result list its operands, does "
            "the walk get to each, and what do the rules send?"
        )
    if computed == NOWHERE:
        return (
            f"After the call the gradient of the root {tensor} is 0, and other programs are right. "
            "What does this one need that those do not? Is its root seeded with ones, does its "
            "result list its operands, and what does its rule send?"
        )
    if computed == ALTERED:
        return (
            f"A line that adds to the gradient of {tensor} changes what was there before, too. Is "
            "the whole gradient summed or multiplied there, where only what is added should be?"
        )
    if broken.why == SAME:
        return (
            f"A later call leaves {tensor} as the one before did, and leaves add from call to "
            "call. Does its walk pass over tensors that an earlier one came by? Did that one take "
            "the graph apart? Or does something set the gradient, or set it back?"
        )
    if broken.why == UNSEEN:
        return {
            "restart": "The leaves get what they would if a later call sent on what an earlier one "
            f"left in the gradient of {tensor}. Inner tensors begin each call with zeros, also one "
            "that was the root before.",
            "stranger": f"The leaves get what they would if {made} sent to {tensor} once more in "
            f"the call of `{other}`, from which {made} cannot be reached. Does a call run the "
            "rules of all results that were ever made?",
            "sets": f"The leaves get what they would if only some of the contributions to {tensor} "
            "counted, which has several consumers. Does a rule set the gradient, where it should "
            "add, or run before all consumers of its result have contributed?",
            "again": f"The leaves get what they would if what {made} owes {tensor} counted twice. "
            "Is one array the gradient of two tensors, does a rule run twice, or does a walk come "
            "back to a tensor?",
            "spoilt": f"The leaves get what they would if the rule of {made} changed the gradient "
            f"that arrives, and `{other}` were sent the same array. Does that rule "
            "work in place, where a new array is due?",
            "shared": f"The leaves get what they would if what {tensor} is owed were added to "
            f"`{other}`, too. Is one array the gradient of both, where each needs its own?",
        }[broken.kind]
    if broken.kind in always:
        return always[broken.kind]
    if broken.kind == "given" and broken.entry:
        return (
            f"The data of {tensor} are not what it was made of: {entries(broken.entry)}. Is the "
            "array of its data written to, or is it one with that of its gradient?"
        )
    if broken.kind == "value" and broken.shapes:
        found, right = broken.shapes
        return f"{made} has shape {found} in your engine. Right is {right}{why}.{how}"
    if broken.kind == "value" and broken.entry:
        differ = entries(broken.entry)
        if broken.entry[0] == -inf and broken.entry[1] < -FAR:
            return (
                f"The value of {made} is wrong: {differ}. So far below the largest logit the "
                "exponential is 0, and its logarithm infinite. Is a logarithm taken of each "
                "quotient?"
            )
        if not isfinite(broken.entry[0]) and _has_huge(program):
            return (
                f"The value of {made} is wrong: {differ}. The exponential of a large logit is "
                "infinite, and that of one far below the largest is 0. Is the largest entry "
                "of each row subtracted first?"
            )
        return f"The value of {made} is wrong: {broken.why or differ}.{how}"
    if broken.kind == "changed":
        what = computed or (f"`{broken.name}`" if broken.name else "an operation")
        due = "its operand, where it should make a new array"
        if what == f"`{ZERO}`":
            due = "data, where it should clear gradients and nothing else"
        elif what.startswith(RULE_OF) or what == A_RULE:
            due = "data, where it should add to gradients and do nothing else"
        return (
            f"{tensor} holds other data at the end than when it was made. Does {what} change {due}?"
        )
    if broken.kind == "seed" and broken.shapes:
        return (
            f"The root {tensor} has shape {broken.shapes[1]}, and its gradient has shape "
            f"{broken.shapes[0]}. A root is seeded with ones of its own shape."
        )
    if broken.kind == "seed" and broken.entry:
        return (
            f"The gradient of the root {tensor} is {broken.entry[0]:.6g} after the call. A root is "
            "seeded with ones, and nothing changes them: no rule, and no clearing after that."
        )
    if broken.kind == "kept" and broken.shapes:
        return (
            f"After `zero_grad({other})` the gradient of {tensor} has shape {broken.shapes[0]}. "
            f"Zeros are due, of its own shape {broken.shapes[1]}."
        )
    if broken.why == LATER:
        return (
            f"After `zero_grad({other})` the gradient of {tensor} is not zeros. After an earlier "
            "one all was zeros that it reaches. Does a later one pass over tensors that an earlier "
            "one came by, or stop at a gradient that is zeros already? Or does it fill a number "
            "that is no array?"
        )
    if broken.kind == "kept" and broken.why:
        return (
            f"After `zero_grad({other})` the gradient of {tensor} is zeros, too. `{other}` does "
            f"not reach {tensor}, which keeps what it has."
        )
    if broken.kind == "kept":
        return (
            f"After `zero_grad({other})` the gradient of {tensor} is not zeros. `{ZERO}` has to "
            "clear all that can be reached: the root, inner tensors and leaves."
        )
    if broken.kind == "loses" and broken.entry:
        before, share = (each + 0.0 for each in broken.entry)  # no -0
        return (
            f"An entry of the gradient of {tensor} was {before:.6g} before the rule of {made} ran, "
            f"which sends {share:.6g} there. After it that is all that is there. Does the rule "
            "set the gradient, or a part of it, where it should add?"
        )
    alias = f"It also shares its memory with that of `{other}`. " * bool(other)
    if broken.why == BOTH:
        return (
            f"{tensor} is both operands of {made}, which owes it two contributions, and not both "
            f"are left in its gradient. {alias}Is one overwritten, are both worked out before "
            "either is added, or is one of them left out?"
        )
    if broken.kind == "sets" and not broken.name:
        walks = any(step[0] == "backward" for step in program.steps)
        early = ", or run before all consumers of its result have contributed" * walks
        return (
            f"{tensor} has several consumers, and only some of their contributions are left in its "
            f"gradient. {alias}Does a rule set the gradient, where it should add{early}?"
        )
    if broken.kind == "sets" and computed == ADDED:
        return (
            f"{tensor} is used more than once, and only some of what it is owed is in its "
            f"gradient. Is a contribution left out{_twice(broken.step)}, or overwritten by a line "
            "that should add?"
        )
    if broken.kind == "sets":
        last = f"one contribution of {made}" if _twice(broken.step) else f"what {made} sends"
        return (
            f"{tensor} is used more than once, and {last} is all that is left in its "
            f"gradient. {alias}Does that rule set the gradient, where it should add?"
        )
    if computed == COPIED:
        return (
            f"{tensor} got nothing from {made}: what the result lists is a copy of {tensor}, and "
            f"not {tensor} itself. Is a new tensor made of an operand that is a tensor already?"
        )
    if computed == UNRUN:
        return (
            f"{tensor} got nothing from {made}, whose rule never ran in that call. Does the walk "
            "leave a tensor out, or do results not list what they were made of?"
        )
    if computed == WIPED:
        return (
            f"Something arrived at {tensor} in the call, and its gradient is zeros after it. Which "
            "line sets it back?"
        )
    if computed == ENDED and other:
        return (
            f"{tensor} got nothing from {made}. The last gradient that the call stored is that of "
            f"`{other}`, and it is zeros. Does the walk end there, or is that tensor passed over "
            "before its operands are told that it is done?"
        )
    if computed == WHOLE:
        return (
            f"{tensor} got nothing from {made}, whose rule ran when its gradient was whole. Does "
            f"the rule read the gradient of the result, and add to that of {tensor}, and not of a "
            "copy?"
        )
    nothing = broken.sent is not None and not broken.sent.any()
    if broken.kind == "early" and nothing and computed != EARLY:
        return (
            f"{tensor} got nothing from {made}. Does the result list {tensor}? Does that rule run "
            f"at all, and does it add anything to {tensor}? Or does that rule run for a gradient "
            "that is not whole yet?"
        )
    if broken.kind == "early":
        return (
            f"{tensor} got from {made} what that owes for a gradient that is not whole yet. Did "
            "its rule run before all consumers of its result had contributed? In which order does "
            "the walk take tensors?"
        )
    if broken.kind == "again" and computed != AGAIN:
        return (
            f"{tensor} got what {made} owes it, and more. Is one array the gradient of two "
            "tensors, or did that rule run more than once in one call? Does the walk come back to "
            "a tensor when something more arrives there?"
        )
    if computed == AGAIN:
        return (
            f"{tensor} got what {made} owes it, and more: that rule ran more than once in one "
            "call. Does the walk come back to a tensor when something more arrives there?"
        )
    if computed == SEEDED:
        return (
            f"{tensor} got what {made} owes it, and 1 more: the line that gives the root its ones "
            f"ran for {tensor} too. Does `backward()` call itself for what a result was made of?"
        )
    if computed == UNWRITTEN:
        return (
            f"{tensor} got nothing from {made}: that rule ran, and wrote to no gradient. Does "
            "each way through the rule add to it?"
        )
    if broken.shapes:
        found, right = broken.shapes
        left = f"what the rule of {made} {LEFT}" if broken.name else "its gradient"
        return f"{tensor} has shape {right}, and {left} has shape {found}{why}.{how}"
    if broken.why == ANY["nothing"] and all(step[0] != "rule" for step in program.steps):
        return (
            f"{tensor} got nothing from {made}. Does the result list {tensor}? Does that rule run "
            f"at all, and does it add anything to {tensor}? Or does the walk come to {tensor} "
            "first?"
        )
    sent = f"What the rule of {made} sends to {tensor} is wrong"
    if broken.why in BEYOND:
        return f"{sent}: {broken.why}?{how}"
    if broken.why or not broken.entry:
        return f"{sent}{why}.{how}"
    return f"{sent}: {entries(broken.entry)}.{how}"


def with_shapes(program: Program, sentence: str) -> str:
    """A sentence with the shapes of the program that it is about, where another one is shown."""
    shapes = [
        f"`{program.names[step[1]]}` has shape {program.shape_of(step[1])}"
        for step in program.steps
        if step[0] == "leaf"
    ]
    told = [each for each in shapes if each not in sentence]
    where = f"where {listed(told)}, " if told else ""
    return f"In another program that goes wrong, {where}{sentence[0].lower()}{sentence[1:]}"


def _has_huge(program: Program) -> bool:
    """Whether it has logits of which the exponential is infinite, or 0."""
    arrays = [np.asarray(step[2]) for step in program.steps if step[0] == "leaf"]
    soft = any(s[0] == "apply" and s[2] in ("log_softmax", *FUNCTIONS) for s in program.steps)
    return soft and any(np.abs(each).max(initial=0.0) > FAR for each in arrays)


def _twice(step: Step | None) -> str:
    same = step is not None and len({*step[3]}) < len(step[3])
    return " where both operands are one tensor" if same else ""


def entries(entry: tuple[float, float]) -> str:
    """A wrong entry and the right one, in words."""
    found, right = apart(entry[0], entry[1] + 0.0)
    return f"{ENTRY} {found}, and should be {right}"


def expression(program: Program, step: Step | None) -> str:
    """How the operator of a step is written: `a * b`."""
    if step is None:
        return ""
    texts = program.texts
    parts = [texts.get(each, (str(each), ATOM)) for each in step[3]]
    return f"`{written(step[2], parts, step[4])[0]}`"
