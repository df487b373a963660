"""Shows a failed test in a notebook: what it is about, and of the code that ran only what the student wrote."""

from __future__ import annotations

import linecache
import re
import traceback
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from tester_fw.marks import BOLD, GREEN, RED, Paint, differing, harmless, marked_lines, painted, unpainted
from tester_fw.messages import CallOutcome
from tester_fw.session import bound_debug_variables, shell, shows_colours

_LINES_AROUND = 2
_MOST_COLUMNS = 120
_MOST_FRAMES = 8
_FRAMES_AT_AN_END = 3
_FRAMES_WITH_CONTEXT = 2
_LONGEST_CYCLE = 12
_MOST_CHARACTERS = 2000
_MOST_CAUSES = 3
_INSTALLED = re.compile(r".*[/\\](?:site-packages|dist-packages|lib[/\\]python[\d.]+)[/\\]")


class Frame(NamedTuple):
    """A place in the code at which a traceback was."""

    file: str
    line: int
    function: str
    first_line: int


class ShownWithoutFramework:
    """An exception that a notebook shows by its message alone, as it is about no line of code."""

    outcome: CallOutcome | None = None
    """What is shown of a wrong answer with the difference marked; None for what has only a message."""

    def _render_traceback_(self) -> list[str]:
        """Return the lines; IPython looks for a method of this name."""
        assert isinstance(self, BaseException)
        paint = painted if shows_colours() else unpainted
        text, outcome = harmless(_text(self)), self.outcome
        if outcome is None:
            first, _, rest = text.partition("\n")
            return [paint(first, RED), *rest.splitlines()]
        rest = text[len(harmless(str(outcome))) :].strip("\n")
        return [*outcome_lines(outcome, paint), *rest.splitlines(), *_variables()]


def outcome_lines(outcome: CallOutcome, paint: Paint) -> list[str]:
    """Return the lines that show a call, what it returned and what was expected, with the difference marked.

    Args:
        outcome: all three in words.
        paint: `painted` or `unpainted`.
    """
    call, returned, expected = map(harmless, outcome)
    spans, other_spans = differing(returned, expected)
    return [
        f"{paint('Wrong answer:', RED)} {paint(call, BOLD)}",
        *marked_lines("  returned  ", returned, spans, RED, paint),
        *marked_lines("  expected  ", expected, other_spans, GREEN, paint),
    ]


def show_as_raised_by(error: BaseException, call: str, further: list[str]) -> None:
    """Let a notebook show an error of any class by the call that raised it and the code that this call ran.

    Args:
        error: as it comes out of the call: the first frame is the tester's.
        call: in words.
        further: sentences that are shown below; what is added to the list later is shown as well.
    """
    frames = _frames(error.__traceback__)
    # `vars`, as a student's class may have ideas about attributes. The frames are noted now, since whoever shows
    # the error may have cut its traceback.
    vars(error)["_render_traceback_"] = partial(_raised, error, call, frames, further)


def _raised(error: BaseException, call: str, frames: list[Frame], further: list[str]) -> list[str]:
    paint = painted if shows_colours() else unpainted
    verb = "was interrupted" if isinstance(error, KeyboardInterrupt) else f"raised {_summary(error)}"
    first, _, rest = verb.partition("\n")
    lines = [f"{paint(harmless(call), BOLD)} {paint(first, RED)}", *rest.splitlines()]
    lines += _shown_frames(frames, paint)
    lines += _causes(error, paint)
    return [*lines, *map(harmless, further), *_variables()]


def _causes(error: BaseException, paint: Paint) -> list[str]:
    """The errors that were being handled when this one was raised."""
    lines: list[str] = []
    seen = {id(error)}
    for _ in range(_MOST_CAUSES):
        cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if cause is None or id(cause) in seen:
            break
        seen.add(id(cause))
        first, _, rest = _summary(cause).partition("\n")
        lines += [f"It was raised while this error was being handled: {paint(first, RED)}", *rest.splitlines()]
        lines += _shown_frames(_frames(cause.__traceback__), paint)
        error = cause
    return lines


def _summary(error: BaseException) -> str:
    """Its class and message, as Python shows them; of a syntax error, the line as well."""
    try:
        notes = getattr(error, "__notes__", None)
        text = "".join(traceback.format_exception_only(type(error), error)).rstrip()
        for note in reversed(notes if isinstance(notes, list) else []):
            text = text[: -len(str(note)) - 1] if text.endswith(f"\n{note}") else text
    except Exception:  # a student's own class may raise whatever is asked of it
        text = type.__getattribute__(type(error), "__name__")
    text = harmless(text)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"


def _text(error: BaseException) -> str:
    return str(error)


def _variables() -> list[str]:
    names = bound_debug_variables()
    if not names:
        return []
    return [f"This case is in {', '.join(names[:-1])} and {names[-1]}."]


def _frames(frames: TracebackType | None) -> list[Frame]:
    """The places of a traceback, without those in this package and in what stands for it in grading."""
    found = []
    while frames is not None:
        code = frames.tb_frame.f_code
        package = str(frames.tb_frame.f_globals.get("__package__") or "").partition(".")[0]
        hidden = "__tracebackhide__" in frames.tb_frame.f_locals
        if package not in (__package__, "nbproctor") and not hidden:
            found.append(Frame(code.co_filename, frames.tb_lineno, code.co_name, code.co_firstlineno))
        frames = frames.tb_next
    return found


def _shown_frames(frames: list[Frame], paint: Paint) -> list[str]:
    lines: list[str] = []
    shortened = _without_repetition(frames)
    for place, item in enumerate(shortened):
        if isinstance(item, str):
            lines.append(item)
        else:
            lines += _shown_frame(item, _LINES_AROUND if place >= len(shortened) - _FRAMES_WITH_CONTEXT else 0, paint)
    return lines


def _without_repetition(frames: list[Frame]) -> list[Frame | str]:
    """The frames of a long traceback with a line in the place of what only repeats, or of its middle."""
    if len(frames) <= _MOST_FRAMES:
        return [*frames]
    for period in range(1, _LONGEST_CYCLE + 1):
        start, stop = _longest_repetition(frames, period)
        if stop - start > len(frames) / 2:
            repeated = (stop - start) // period
            these = "this call" if period == 1 else f"these {period} calls"
            rest = frames[start + repeated * period :]
            head: list[Frame | str] = [*frames[:start][:_FRAMES_AT_AN_END], *frames[start : start + period]]
            return [*head, f"  ... {these} repeated {repeated} times ...", *rest[-_FRAMES_AT_AN_END:]]
    ends: tuple[list[Frame], list[Frame]] = frames[:_FRAMES_AT_AN_END], frames[-_FRAMES_AT_AN_END:]
    return [*ends[0], f"  ... {len(frames) - 2 * _FRAMES_AT_AN_END} more calls ...", *ends[1]]


def _longest_repetition(frames: list[Frame], period: int) -> tuple[int, int]:
    """Where, at the longest, each frame is the one so many before it; from its first frame to after its last."""
    longest = start = 0
    found = (0, 0)
    for at in range(period, len(frames) + 1):
        if at == len(frames) or frames[at] != frames[at - period]:
            if at - start > longest and at - start > period:
                longest, found = at - start, (start, at)
            start = at - period + 1
    return found


def _shown_frame(frame: Frame, around: int, paint: Paint) -> list[str]:
    place, is_own = _place(frame.file)
    lines = [f"  {place}, line {frame.line}, in {frame.function}"]
    if not is_own:
        return lines
    code = linecache.getlines(frame.file)
    for number in range(max(frame.line - around, frame.first_line, 1), frame.line + around + 1):
        if number <= len(code) and (code[number - 1].strip() or number == frame.line):
            arrow = "--->" if number == frame.line else "    "
            line = f"  {arrow} {number:3} {harmless(code[number - 1].rstrip())[:_MOST_COLUMNS]}"
            lines.append(paint(line, BOLD) if number == frame.line else line)
    return lines


def _place(file: str) -> tuple[str, bool]:
    """What a file is called, without the folders in which it lies; and whether its code is the student's or ours."""
    compiler = getattr(shell(), "compile", None)
    try:
        named = compiler.format_code_name(file)  # type: ignore[union-attr]
    except Exception:  # an older IPython, or none
        named = None
    if named:
        return " ".join(named), True
    if file.startswith("<ipython-input") or "ipykernel_" in file:
        return "A cell", True
    if _INSTALLED.match(file) or file.startswith("<"):
        return f"File {_INSTALLED.sub('', file)}", False
    return f"File {Path(file).name}", True
