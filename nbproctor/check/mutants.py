"""Mutants: the reference's solutions with one small mistake each, made on the syntax tree.

mutmut and cosmic-ray make the same mistakes in the modules of a package, and run its test suite for each. Here a
solution is a part of a notebook's cell, and is tested with cases that are drawn anew for every seed: so `trial` runs
the mutants.
"""

from __future__ import annotations

import ast
import difflib
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from nbproctor.assignment.notebook import Exercise
from nbproctor.check.checked_exam import CheckedExam


@dataclass(frozen=True)
class Mutant:
    """A solution cell, by its `grade_id`, with one mistake, such as `== becomes !=`.

    `diff` has the changed lines. Where the same change can be made in several places of a cell, a line with the place
    comes first, so that each mutant of a cell has a diff of its own.
    """

    exercise: Exercise
    cell: str
    mistake: str
    diff: str
    code: str


def make_mutants(exam: CheckedExam) -> list[Mutant]:
    """All mutants of all solutions; of those with the same code, one."""
    made = []
    for exercise in exam.written:
        for cell in exercise.solutions:
            source = exam.source_of(cell)
            of_cell = (mutant for lines in exam.solved_lines(cell) for mutant in mutated(source, *lines))
            made += [Mutant(exercise, cell, mistake, diff, code) for mistake, diff, code in told_apart(of_cell)]
    return made


def told_apart(made: Iterable[tuple[str, list[str], str]]) -> Iterator[tuple[str, str, str]]:
    """The mutants of a cell, each code once; diffs become texts, with places only where they are needed."""
    found: dict[str, tuple[str, list[str]]] = {}
    for mistake, diff, code in made:
        found.setdefault(code, (mistake, diff))
    changes = Counter(_changed_lines(diff) for _, diff in found.values())
    for code, (mistake, diff) in found.items():
        yield mistake, "\n".join(diff if changes[_changed_lines(diff)] > 1 else _changed_lines(diff)), code


def _changed_lines(diff: Iterable[str]) -> tuple[str, ...]:
    """The changed lines of a diff, without their places."""
    return tuple(line for line in diff if not line.startswith("@@"))


def mutated(source: str, first: int, last: int) -> Iterator[tuple[str, list[str], str]]:
    """All mutants that compile, with mistakes from the first to the last of these lines, counted from 1.

    Yields the mistake, the lines of its diff, and the whole code.
    """
    tree = ast.parse(source)
    before = ast.unparse(tree)
    mistakes = (make(tree, first, last) for make in (mutations, dropped_checks, pairs_of_mistakes))
    for mistake, changed in itertools.chain.from_iterable(mistakes):
        code = ast.unparse(ast.fix_missing_locations(changed))
        if code != before and _compiles(code):
            yield mistake, _diff(before, code), code


def _diff(before: str, after: str) -> list[str]:
    _, _, *lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line if line.startswith("@@") else f"{line[0]} {line[1:].strip()}" for line in lines]


def _compiles(code: str) -> bool:
    try:
        compile(code, "<mutant>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq, ast.GtE, ast.LtE),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv, ast.Add),
    ast.Div: (ast.FloorDiv, ast.Mult),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitAnd, ast.BitOr),
}


def mutations(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Every tree with one mistake between these lines, and the mistake in words."""
    return _changed_trees(tree, first, last, _without_effect(tree), _CHANGES)


def dropped_checks(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Every tree that lacks a part of a check, or calls a function with a constant, and the mistake in words."""
    raised = (node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc)  # no test reads it
    return _changed_trees(tree, first, last, raised, _DROPPED_CHECKS)


def _changed_trees(
    tree: ast.Module, first: int, last: int, left_alone: Iterable[ast.AST], changes: Changes
) -> Iterator[tuple[str, ast.Module]]:
    skipped = {id(node) for node in left_alone}
    for node in ast.walk(tree):
        if id(node) in skipped or not _within(node, first, last):
            continue
        for mistake, change in (each for kind, make in changes if isinstance(node, kind) for each in make(node)):
            copies: dict[ast.AST, ast.AST] = {}
            changed = _copied(tree, copies)
            change(copies[node], changed)
            yield mistake, changed


def _copied(part: Any, copies: dict[ast.AST, ast.AST]) -> Any:
    """A copy, made sooner than by `copy.deepcopy`; it shares operators and contexts, which have no parts.

    Args:
        copies: gets the copy of each node.
    """
    if isinstance(part, list):
        return [_copied(item, copies) for item in part]
    if not isinstance(part, ast.AST) or not (part._fields or part._attributes):  # an operator, or a context
        return part
    if part not in copies:
        copies[part] = type(part)(**{name: _copied(value, copies) for name, value in vars(part).items()})
    return copies[part]


def _without_effect(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that no test notices: docstrings, annotations, the words of an exception."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if annotation is not None:
                yield from ast.walk(annotation)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from (part for argument in node.exc.args for part in ast.walk(argument) if _is_text(part))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr | ast.FormattedValue) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _within(node: ast.AST, first: int, last: int) -> bool:
    line = getattr(node, "lineno", None)
    return line is not None and first <= line <= last and (getattr(node, "end_lineno", line) or line) <= last


# --- what can be changed of a node; each change gets a copy of the node and its tree, and changes them in place -------

_Apply = Callable[[Any, ast.Module], None]
Change = tuple[str, _Apply]
Changes = tuple[tuple[Any, Callable[[Any], Iterable[Change]]], ...]
"""By the kind of node, what can be changed."""


def _compare(node: ast.Compare) -> Iterator[Change]:
    for place, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            yield f"{_sign(operator)} becomes {_sign(other())}", _item("ops", place, other())


def _binary(node: ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    for other in _OPERATORS.get(type(node.op), ()):
        yield f"{_sign(node.op)} becomes {_sign(other())}", _field("op", other())
    if isinstance(node, ast.BinOp):
        yield "an operand is left out", _become(lambda operation: operation.left)
        yield "an operand is left out", _become(lambda operation: operation.right)


def _boolean(node: ast.BoolOp) -> Iterator[Change]:
    other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield f"{_sign(node.op)} becomes {_sign(other)}", _field("op", other)
    for place in range(len(node.values)):
        yield "a condition is left out", _without("values", place)


def _constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield f"{value} becomes {not value}", _field("value", not value)
    elif isinstance(value, (int, float)):
        for other in (value + 1, value - 1):
            yield f"{value} becomes {other}", _field("value", other)
    elif isinstance(value, str):
        yield f"{value!r} is changed", _field("value", value + "X")


def _slice(node: ast.Slice) -> Iterator[Change]:
    for side, word in (("lower", "start"), ("upper", "stop"), ("step", "step")):
        if getattr(node, side) is not None:
            yield f"the slice has no {word}", _field(side, None)


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[Change]:
    yield "the condition is negated", lambda node, _: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))
    for value in (True, False):
        yield f"the condition is always {value}", _field("test", ast.Constant(value))
    if isinstance(node, ast.If) and node.orelse:
        yield "the other branch is dropped", _field("orelse", [])


def _comprehension(node: Comprehension) -> Iterator[Change]:
    for place, loop in enumerate(node.generators):
        for number in range(len(loop.ifs)):
            yield "the filter is dropped", lambda node, _, at=place, n=number: node.generators[at].ifs.pop(n)  # type: ignore[misc]


def _return(node: ast.Return) -> Iterator[Change]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "None is returned", _field("value", ast.Constant(None))
    if isinstance(node.value, ast.Tuple):
        for place in range(len(node.value.elts) - 1):
            yield "two returned values are swapped", _swapped(place)


def _raise(node: ast.Raise) -> Iterator[Change]:
    yield "nothing is raised", _become(lambda _: ast.Pass())
    yield "another exception is raised", _field("exc", ast.Name("RuntimeError", ast.Load()))


def _call(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Attribute):
        yield f".{node.func.attr}() is left out", _become(lambda call: call.func.value)
    for place in range(len(node.args)):
        if len(node.args) > 1:
            yield "an argument is left out", _without("args", place)


def _string(node: ast.FormattedValue) -> Iterator[Change]:
    if node.format_spec is not None:
        yield "the format is left out", _field("format_spec", None)


Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

_CHANGES: Changes = (
    (ast.Compare, _compare),
    (ast.BinOp | ast.AugAssign, _binary),
    (ast.BoolOp, _boolean),
    (ast.UnaryOp, lambda node: [(f"{_sign(node.op)} is left out", _become(lambda operation: operation.operand))]),
    (ast.Constant, _constant),
    (ast.Slice, _slice),
    (ast.If | ast.IfExp | ast.While, _condition),
    (Comprehension, _comprehension),
    (ast.Return, _return),
    (ast.Raise, _raise),
    (ast.ExceptHandler, lambda _: [("the exception is swallowed", _field("body", [ast.Pass()]))]),
    (ast.Assign | ast.AugAssign, lambda _: [("the statement is dropped", _become(lambda _: ast.Pass()))]),
    (ast.For, lambda _: [("the loop ends after its first round", lambda loop, _: loop.body.append(ast.Break()))]),
    (ast.Break | ast.Continue, lambda _: [("it does not leave the loop", _become(lambda _: ast.Pass()))]),
    (ast.Call, _call),
    (ast.FormattedValue, _string),
)


def _field(name: str, value: object) -> _Apply:
    return lambda node, _: setattr(node, name, value)


def _item(name: str, place: int, value: object) -> _Apply:
    return lambda node, _: getattr(node, name).__setitem__(place, value)


def _without(name: str, place: int) -> _Apply:
    return lambda node, _: getattr(node, name).pop(place)


def _swapped(place: int) -> _Apply:
    def swap(node: Any, _: ast.Module) -> None:
        elements = node.value.elts
        elements[place], elements[place + 1] = elements[place + 1], elements[place]

    return swap


def _become(other: Callable[[Any], ast.AST]) -> _Apply:
    """Replace the node."""

    def replace(node: ast.AST, tree: ast.Module) -> None:
        wanted = other(node)
        for parent in ast.walk(tree):
            for name, value in ast.iter_fields(parent):
                if value is node:
                    setattr(parent, name, wanted)
                elif isinstance(value, list):
                    value[:] = [wanted if item is node else item for item in value]

    return replace


def _sign(operator: ast.AST) -> str:
    """An operator as it is written."""
    return _SIGNS.get(type(operator), type(operator).__name__)


_SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
    ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&",
    ast.BitOr: "|", ast.BitXor: "^", ast.And: "and", ast.Or: "or", ast.Not: "not", ast.Invert: "~", ast.USub: "-",
    ast.UAdd: "+",
}  # fmt: skip


_PAIRS = 12
"""So many pairs of mistakes are made in each cell."""

_Place = tuple[str | int, ...]


def pairs_of_mistakes(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Trees with two small mistakes at once in different places, always the same ones, and both in words.

    Two mistakes in one place often cancel out: a condition that is negated twice.
    """
    chance = Random(ast.unparse(tree))
    singles = list(mutations(tree, first, last))
    for mistake, changed in chance.sample(singles, min(_PAIRS, len(singles))):
        place = _difference(tree, changed) or ()
        seconds = []
        for other, both in mutations(changed, first, last):
            another = _difference(changed, both) or ()
            if not _is_within(place, another) and not _is_within(another, place):
                seconds.append((other, both))
        if seconds:
            other, both = chance.choice(seconds)
            yield f"{mistake}, and {other}", both


def _difference(before: Any, after: Any) -> _Place | None:
    """The way from two parts of trees to the smallest part in which they differ; None if they are alike."""
    if isinstance(before, ast.AST) and type(before) is type(after):
        names: Iterable[str | int] = before._fields
        parts = [(getattr(before, name, None), getattr(after, name, None)) for name in before._fields]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        names, parts = range(len(before)), [*zip(before, after, strict=True)]
    else:
        return None if repr(before) == repr(after) else ()
    found = [
        (name, place) for name, pair in zip(names, parts, strict=True) if (place := _difference(*pair)) is not None
    ]
    if len(found) == 1:
        name, place = found[0]
        return name, *place
    return () if found else None


def _is_within(place: _Place, other: _Place) -> bool:
    return place[: len(other)] == other


_LIKELY = (1, 5)
"""What an argument becomes: the smallest number of something, and the cards of a hand."""


def _chained(node: ast.Compare) -> Iterator[Change]:
    """Leave out the first or the last comparison of `a < b < c`."""
    if len(node.ops) > 1:
        yield (
            "the first comparison is left out",
            _become(lambda it: ast.Compare(it.comparators[0], it.ops[1:], it.comparators[1:])),
        )
        yield (
            "the last comparison is left out",
            _become(lambda it: ast.Compare(it.left, it.ops[:-1], it.comparators[:-1])),
        )


def _item_by_item(node: ast.Compare) -> Iterator[Change]:
    """Leave out one item where a list or a tuple is compared with one that is written out."""
    written = node.comparators[0]
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq) and isinstance(written, ast.List | ast.Tuple):
        for place in range(len(written.elts) if len(written.elts) > 1 else 0):
            yield f"item {place} is not compared", _without_item(place)


def _without_item(place: int) -> _Apply:
    def leave_out(node: Any, _: ast.Module) -> None:
        left = f"({ast.unparse(node.left)})"
        node.left = ast.parse(f"{left}[:{place}] + {left}[{place + 1}:]", mode="eval").body
        node.comparators[0].elts.pop(place)

    return leave_out


def _constant_arguments(node: ast.Call) -> Iterator[Change]:
    for place, argument in enumerate(node.args):
        if isinstance(argument, ast.Name):
            for number in _LIKELY:
                yield f"{argument.id} becomes {number}", _item("args", place, ast.Constant(number))


_DROPPED_CHECKS: Changes = ((ast.Compare, _chained), (ast.Compare, _item_by_item), (ast.Call, _constant_arguments))
