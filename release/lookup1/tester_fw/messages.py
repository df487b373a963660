"""Puts values and calls into words: short, on one line, and whatever their `__repr__` does."""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from tester_fw.families import is_one_of, type_name

LONGEST = 300
ONE_LINE = 100
SERIES_SHOWN = 10
TAKEN_APART = (int, str, list, tuple, dict, set, frozenset)


class CallOutcome(NamedTuple):
    """What a call gave and what it should have given, each in words."""

    call: str
    returned: str
    expected: str

    def __str__(self) -> str:
        line = f"{self.call} returned {self.returned}; expected {self.expected}"
        if len(line) <= ONE_LINE:
            return line
        return f"{self.call}\n  returned {self.returned}\n  expected {self.expected}"


def outcome(call: str, returned: Any, expected: Any) -> CallOutcome:
    """Put a call that gave something wrong into words: with the types, where it is these that differ.

    Args:
        call: the call, as it is written in a notebook.
        returned: what the function returned.
        expected: what it should have returned.
    """
    texts = shown(returned), shown(expected)
    if type(returned) is not type(expected) and returned is not None and expected is not None:
        texts = f"{texts[0]} ({type_name(type(returned))})", f"{texts[1]} ({type_name(type(expected))})"
    return CallOutcome(call, *texts)


def wrong_answer(found: CallOutcome, problem: str) -> str:
    """Say what was called, what it returned and what was expected; then where they differ, if that is only a part.

    Args:
        found: the call and what it gave.
        problem: where it differs, a sentence; empty if all of it does.
    """
    return f"{found}\n{problem}" if problem else str(found)


def output_called(name: str, index: int, count: int) -> str:
    """Return what a sentence calls an output: its name, unless that is one that only the case file uses.

    Args:
        name: the output's name: `flush`, or `output_0`.
        index: its place in the returned tuple.
        count: how many outputs there are.
    """
    if not name.startswith("output_"):
        return name
    return "result" if count == 1 else f"result[{index}]"


def broken_rule(call: str, returned: Any, problem: str) -> str:
    """Say what was called, what it returned and what is wrong with that, where several answers would be right.

    Args:
        call: the call, as it is written in a notebook.
        returned: what the function returned.
        problem: what is wrong, a sentence.
    """
    line = f"{call} returned {shown(returned)}"
    if len(line) > ONE_LINE:
        line = f"{call}\n  returned {shown(returned)}"
    return f"{line}\n{problem}"


def wrong_shape(call: str, returned: Any, names: list[str]) -> str:
    """Say that a function with several outputs did not return a tuple of them.

    Args:
        call: the call, as it is written in a notebook.
        returned: what the function returned.
        names: those of the outputs.
    """
    return f"{call} returned {shown(returned)}; expected a tuple of {len(names)} values ({', '.join(names)})"


def modified_input(culprit: str, was: Any, now: Any, problem: str, call: str) -> str:
    """Say which input was changed, from what to what, and by which call.

    Args:
        culprit: which input was changed by which function: `cards was changed by deal`.
        was: the input before the call.
        now: the input after it.
        problem: where the two differ, a sentence.
        call: the call, as it is written in a notebook.
    """
    return f"{culprit}: it was {shown(was)} and is now {shown(now)}\n{problem}\nThis came from {call}."


def smallest(passing: int, total: int) -> str:
    """Say that of all cases which fail, this is the smallest.

    Args:
        passing: how many smaller cases there are, all of which pass.
        total: how many cases there are.
    """
    if not passing:
        return f"Of the {total} test cases, this is the smallest."
    rest = "1 smaller one passes" if passing == 1 else f"{passing} smaller ones pass"
    return f"Of the {total} test cases, this is the smallest that fails; {rest}."


def call_of(function: str, inputs: dict[str, Any]) -> str:
    """Write a call as in the notebook: `count_bits(n=0)`.

    Args:
        function: its name.
        inputs: its arguments, by name.
    """
    return f"{function}({', '.join(f'{name}={shown(value)}' for name, value in inputs.items())})"


def name_of(function: Callable[..., Any]) -> str:
    """Return the function's name, or `func` for a callable object that has none."""
    try:
        name = getattr(function, "__name__", None)
    except Exception:
        name = None
    return name if type(name) is str else "func"


def shown(value: Any, longest: int = LONGEST) -> str:
    """Return a repr of at most `longest` characters on one line.

    Args:
        value: anything, whatever its `__repr__` does.
        longest: how many characters it may have.
    """
    try:
        text = _SHORT.repr(value)
    except Exception:
        text = f"<{type_name(type(value))} object that cannot be shown>"
    # A repr may be an instance of a subclass of str with ideas of its own; slicing str's way makes it plain.
    text = str.__getitem__(text, slice(0, 10 * longest))
    return shortened(" ".join(text.split()) if "\n" in text else text, longest)


def shortened(text: str, longest: int) -> str:
    """Take out the middle of a text that is too long.

    Args:
        text: any.
        longest: how many characters it may have.
    """
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"


def _summary(value: Any) -> str:
    """Describe a table in a few words, since its repr is many lines; return nothing for other values."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and type(value) is pandas.DataFrame:
        return f"<DataFrame of {len(value)} rows, columns {value.columns.tolist()}>"
    if pandas is not None and type(value) is pandas.Series:
        return f"<Series of {len(value)} values, dtype {value.dtype}: {value.head(SERIES_SHOWN).tolist()}>"
    return ""


class _Short(reprlib.Repr):
    """Shortens the repr of what is large or deep."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 6
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 20
        self.maxstring = self.maxlong = 120
        self.maxother = LONGEST

    def repr1(self, x: Any, level: int) -> str:
        if is_one_of(type(x), TAKEN_APART):
            return super().repr1(x, level)
        # By itself it would also take apart an object whose class is merely called "list".
        return _summary(x) or self.repr_instance(x, level)


_SHORT = _Short()
