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
from functools import partial
from random import Random
from typing import Any

from nbproctor.assignment.notebook import Exercise
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.trial import regions


@dataclass(frozen=True)
class Mutant:
    """A solution cell with one mistake.

    Args:
        cell: the `grade_id` of the solution cell.
        mistake: the mistake in words: `== becomes !=`.
        diff: the changed lines, as a diff shows them. Where the same change can be made in several places of a cell, a
            line with the place comes first, so that each mutant of a cell has a diff of its own.
    """

    exercise: Exercise
    cell: str
    mistake: str
    diff: str
    code: str


def make_mutants(exam: CheckedExam) -> list[Mutant]:
    """All mutants of all solutions, without those that are written alike."""
    return [
        mutant for exercise in exam.written for cell in exercise.solutions for mutant in _of_cell(exam, exercise, cell)
    ]


def _of_cell(exam: CheckedExam, exercise: Exercise, cell: str) -> Iterator[Mutant]:
    source = exam.source_of(cell)
    made = (mutant for region in regions(source) for mutant in mutated(source, *region))
    for mistake, diff, code in told_apart(made):
        yield Mutant(exercise, cell, mistake, diff, code)


def told_apart(made: Iterable[tuple[str, list[str], str]]) -> Iterator[tuple[str, str, str]]:
    """The mutants of a cell, each code once: with their diffs as texts, which have places where they need them."""
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
    """All mutants of some code that compile: of each the mistake, the lines of its diff, and the whole code."""
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
    """Every tree with one mistake, and the mistake in words.

    Args:
        first: the first line in which a mistake is made, counted from 1.
        last: the last such line.
    """
    idle = {id(node) for node in _without_effect(tree)}
    for node in ast.walk(tree):
        if not _within(node, first, last) or id(node) in idle:
            continue
        for number in range(len(_changes_of(node))):
            changed, copies = copied(tree)
            mistake, change = _changes_of(copies[node])[number]
            change(copies[node], changed)
            yield mistake, changed


def copied(tree: ast.Module) -> tuple[ast.Module, dict[ast.AST, ast.AST]]:
    """A tree's copy, as `copy.deepcopy` makes it but sooner, and the copy of each of its nodes.

    Args:
        tree: the tree; it shares its operators and contexts, which have no parts, with the copy.
    """
    copies: dict[ast.AST, ast.AST] = {}
    copy_of_tree = _copied(tree, copies)
    assert isinstance(copy_of_tree, ast.Module)
    return copy_of_tree, copies


def _copied(part: Any, copies: dict[ast.AST, ast.AST]) -> Any:
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


def _changes_of(node: ast.AST) -> list[Change]:
    return [change for kind, changes in _CHANGES if isinstance(node, kind) for change in changes(node)]


# --- what can be changed of a node; each change gets the node and the tree, and changes them in place -----------------

_Apply = Callable[[Any, ast.Module], None]
Change = tuple[str, _Apply]


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
    for side in ("lower", "upper", "step"):
        if getattr(node, side) is not None:
            yield f"the slice has no {side}", _field(side, None)


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

_CHANGES: tuple[tuple[Any, Callable[[Any], Iterable[Change]]], ...] = (
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
    """Put another node in the place of this one."""

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
_LIKELY = (1, 5)
"""What an argument becomes: the smallest number of something, and the cards of a hand."""

_Change = Callable[[Any], ast.expr]
_Place = tuple[str | int, ...]


def dropped_checks(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Every tree with one of these mistakes, and the mistake in words.

    Args:
        first: the first line in which a mistake is made, counted from 1.
    """
    raised = {id(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise)}  # no test reads its words
    for node in ast.walk(tree):
        if id(node) in raised:
            continue
        if isinstance(node, ast.expr) and first <= node.lineno and (node.end_lineno or node.lineno) <= last:
            for mistake, change in _dropped_and_replaced(node):
                changed, copies = copied(tree)
                yield mistake, _Changed(copies[node], change).visit(changed)


def pairs_of_mistakes(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Trees with two small mistakes at once in different places, always the same ones, and both in words.

    Two mistakes in one place often make none: a condition that is turned round twice.
    """
    chance = Random(ast.unparse(tree))
    singles = list(mutations(tree, first, last))
    for mistake, changed in chance.sample(singles, min(_PAIRS, len(singles))):
        place = _place_of_change(tree, changed)
        seconds = [
            (other, both)
            for other, both in mutations(changed, first, last)
            if not _is_within(place, another := _place_of_change(changed, both)) and not _is_within(another, place)
        ]
        if seconds:
            other, both = chance.choice(seconds)
            yield f"{mistake}, and {other}", both


def _place_of_change(before: Any, after: Any) -> _Place:
    """The way from the root of two trees to the smallest part in which they differ."""
    place = _difference(before, after)
    return () if place is None else place


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


class _Changed(ast.NodeTransformer):
    """Puts another expression in the place of one."""

    def __init__(self, node: ast.AST, change: _Change) -> None:
        self._node, self._change = node, change

    def visit(self, node: ast.AST) -> Any:
        """Change the node, or what is in it."""
        return self._change(node) if node is self._node else self.generic_visit(node)


def _dropped_and_replaced(node: ast.expr) -> Iterator[tuple[str, _Change]]:
    if isinstance(node, ast.Compare):
        yield from _chained(node)
        yield from _item_by_item(node)
    if isinstance(node, ast.Call):
        yield from _constant_arguments(node)


def _chained(node: ast.Compare) -> Iterator[tuple[str, _Change]]:
    """Leave out the first or the last comparison of `a < b < c`."""
    if len(node.ops) > 1:
        yield (
            "the first comparison is left out",
            lambda it: ast.Compare(it.comparators[0], it.ops[1:], it.comparators[1:]),
        )
        yield "the last comparison is left out", lambda it: ast.Compare(it.left, it.ops[:-1], it.comparators[:-1])


def _item_by_item(node: ast.Compare) -> Iterator[tuple[str, _Change]]:
    """Leave out one item where a list or a tuple is compared with one that is written out."""
    written = node.comparators[0]
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq) and isinstance(written, ast.List | ast.Tuple):
        for place in range(len(written.elts) if len(written.elts) > 1 else 0):
            yield f"item {place} is not compared", partial(_without_item, place=place)


def _without_item(node: ast.Compare, place: int) -> ast.Compare:
    written = node.comparators[0]
    assert isinstance(written, ast.List | ast.Tuple)
    left = f"({ast.unparse(node.left)})"
    others = ast.parse(f"{left}[:{place}] + {left}[{place + 1}:]", mode="eval").body
    kept = [*written.elts[:place], *written.elts[place + 1 :]]
    return ast.Compare(others, node.ops, [type(written)(kept, ast.Load())])


def _constant_arguments(node: ast.Call) -> Iterator[tuple[str, _Change]]:
    for place, argument in enumerate(node.args):
        if isinstance(argument, ast.Name):
            for number in _LIKELY:
                yield f"{argument.id} becomes {number}", partial(_with_argument, place=place, number=number)


def _with_argument(node: ast.Call, place: int, number: int) -> ast.Call:
    return ast.Call(node.func, [*node.args[:place], ast.Constant(number), *node.args[place + 1 :]], node.keywords)
