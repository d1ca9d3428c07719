"""The oracle: PyTorch (float64, CPU) runs a program and its numbers are right.

torch is imported here and nowhere else, and only when the first answer is asked for. Answers are
kept, so a class pays for each program once.
"""

from __future__ import annotations

import gc
import importlib
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from grader.errors import Exit, TopogradeError
from grader.programs.interpreter import Answer, calls_once, run, run_together
from grader.programs.operators import OPERATORS, on_nodes
from grader.programs.plain import as_plain
from grader.programs.program import Program, walk

LARGE = 1000
"""Operations from which on a program's answer is always kept."""
SHAPES = "torch._meta_registrations"


class OracleUnavailable(TopogradeError, RuntimeError):
    """torch cannot be imported; nothing can be graded, and it is not the student's fault."""

    code = Exit.UNGRADED


@dataclass(slots=True, eq=False)
class _TorchNode:
    """A tensor, and whether it was made without an operator."""

    tensor: Any
    is_leaf: bool


class TorchEngine:
    """PyTorch as an engine. With `keep_inner`, inner nodes keep their gradient for reading."""

    def __init__(self, keep_inner: bool = False) -> None:
        self.torch = torch = load_torch()
        self._scalar, self._double = torch.scalar_tensor, torch.float64
        self._run_backward = torch.autograd.Variable._execution_engine.run_backward
        self.keep_inner = keep_inner
        self.made: list[_TorchNode] = []

    def leaf(self, value: float) -> _TorchNode:
        """A float64 tensor that wants a gradient."""
        return self._made(self._scalar(float(value), dtype=self._double, requires_grad=True), True)

    def apply(self, operator: str, operands: Sequence[Any]) -> _TorchNode:
        """The tensor that PyTorch makes of these operands."""
        values = [item.tensor if isinstance(item, _TorchNode) else item for item in operands]
        place = OPERATORS[operator].torch
        function = attrgetter(place)(self.torch) if place else on_nodes(operator)
        tensor = function(*values)
        if self.keep_inner:
            tensor.retain_grad()
        return self._made(tensor, False)

    def _made(self, tensor: Any, is_leaf: bool) -> _TorchNode:
        self.made.append(_TorchNode(tensor, is_leaf))
        return self.made[-1]

    def backward(self, root: _TorchNode) -> None:
        """`backward`, with the graph kept so that it can be called again.

        Kept gradients of inner nodes restart in each call that reaches them, as the contract says;
        PyTorch would add them up.
        """
        if self.keep_inner:
            for node in self._below(root, [each for each in self.made if not each.is_leaf]):
                node.tensor.grad = None
        self.backward_of_all([root])

    def backward_of_all(self, roots: Sequence[_TorchNode]) -> None:
        """The first `backward` of each of these roots, which have no node in common."""
        # What `root.tensor.backward(retain_graph=True)` comes to, which takes half as long again.
        # A private entry: the version of torch is pinned, in pyproject.toml too.
        one = self._scalar(1.0, dtype=self._double)
        self._run_backward(
            tuple(root.tensor for root in roots), (one,) * len(roots), True, False, (),
            allow_unreachable=True, accumulate_grad=True,
        )  # fmt: skip

    def zero(self, root: _TorchNode) -> None:
        """Forget the gradient of everything reachable from the root."""
        holding = [each for each in self.made if each.is_leaf or self.keep_inner]
        for node in self._below(root, holding):
            node.tensor.grad = None

    def _below(self, root: _TorchNode, among: Sequence[_TorchNode]) -> list[_TorchNode]:
        """Those of these nodes that the root was made of, or is: PyTorch finds them."""
        if not among:
            return []
        tensors = [node.tensor for node in among]
        grad = self.torch.autograd.grad
        found = grad(root.tensor, tensors, retain_graph=True, allow_unused=True)
        return [node for node, each in zip(among, found, strict=True) if each is not None]

    def get_data(self, node: _TorchNode) -> float:
        """The tensor's value."""
        return float(node.tensor.item())

    def set_data(self, node: _TorchNode, value: float) -> None:
        """Replace a leaf's value, unseen by the graphs that were made before."""
        node.tensor.data = self.torch.tensor(float(value), dtype=self.torch.float64)

    def set_grad(self, node: _TorchNode, value: float) -> None:
        """Replace a leaf's gradient."""
        node.tensor.grad = self.torch.tensor(float(value), dtype=self.torch.float64)

    def get_grad(self, node: _TorchNode) -> float:
        """The tensor's gradient; PyTorch's None is our 0.0."""
        grad = node.tensor.grad
        return 0.0 if grad is None else float(grad.item())


class Oracle:
    """Right answers, each computed once."""

    live = True
    """Whether PyTorch is to be asked for what is not kept."""

    def __init__(self) -> None:
        self._answers: dict[Program, Answer] = {}

    @property
    def version(self) -> str | None:
        """The version of PyTorch whose answers these are; None if it is not installed."""
        return torch_version()

    def answer(self, program: Program) -> Answer:
        """PyTorch's answer. Raises `OracleUnavailable` if torch cannot be imported."""
        known = self._answers.get(program)
        if known is None:
            known = self._ask(program)
            self._answers[program] = known
        return known

    def answers_once(self, programs: Sequence[Program]) -> list[Answer]:
        """PyTorch's answers to drawn programs: kept only if they are large, and known draws few."""
        drawn = [each for each in programs if each.size <= LARGE and calls_once(each)]
        found = dict(zip(drawn, self._ask_together(drawn), strict=True))
        return [
            found[each] if each in found
            else self.answer(each) if each.size > LARGE
            else self._ask(each)
            for each in programs
        ]  # fmt: skip

    def called(self, task: Mapping[str, Any], reference: Callable[..., Any]) -> Any:
        """What a course's own reference returns for a call's arguments, as a plain value.

        Raises `OracleUnavailable` if it was taken out, and `NotPlain` if it returns something else.
        """
        try:
            return as_plain(reference(*deepcopy(task["arguments"])))
        except NotImplementedError as error:
            raise OracleUnavailable(
                f"the course's own answer for {task['function']} is not in this copy"
            ) from error

    def _ask(self, program: Program) -> Answer:
        # Leaves without consumers never meet PyTorch's graph; inner nodes keep their gradient
        # only where the program reads one.
        return run(program, TorchEngine(keep_inner=_reads_inner_gradients(program)))

    def _ask_together(self, programs: Sequence[Program]) -> list[Answer]:
        """A call of PyTorch's takes as long as a small graph does, so there is one for them all."""
        engines = [TorchEngine()] if programs else []
        return run_together(
            programs,
            lambda each: TorchEngine(keep_inner=_reads_inner_gradients(each)),
            lambda roots: engines[0].backward_of_all(roots),
        )


def _reads_inner_gradients(program: Program) -> bool:
    leaves = program.leaves
    return any(
        step[0] == "read" and step[1] == "grad" and any(slot not in leaves for slot in step[2])
        for step in walk(program.steps)
    )


@cache
def load_torch() -> Any:
    """The torch module, set to one thread: its numbers are scalars, and workers share the cores."""
    try:
        with warnings.catch_warnings(), _nothing_collected():
            warnings.simplefilter("ignore")  # torch warns when numpy is not installed
            torch = importlib.import_module("torch")
    except ImportError as error:
        raise OracleUnavailable(
            f"PyTorch could not be imported ({error}); run `make setup`, or install torch==2.13.0"
        ) from error
    torch.set_num_threads(1)
    return torch


@contextmanager
def for_numbers_only() -> Iterator[None]:
    """Import torch without the shapes of its operators' results, a quarter of what that takes.

    Its compiler asks for them; scalars do not. For a process that is ours alone: another one's may
    use torch for more. `import torch._meta_registrations` brings them later.
    """
    sys.modules.setdefault(SHAPES, types.ModuleType(SHAPES))
    try:
        yield
    finally:
        if getattr(sys.modules[SHAPES], "__file__", None) is None:
            del sys.modules[SHAPES]


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Make what stays: to look for garbage in it takes a tenth of its time, here and afterwards."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # until the context is closed
        if enabled:
            gc.enable()


@cache
def torch_version() -> str | None:
    """The installed version of torch, without importing it; None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("torch")
    except PackageNotFoundError:
        return None
