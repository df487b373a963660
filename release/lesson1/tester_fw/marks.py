"""Marks where two texts differ: with colour, and with signs below the line for who sees none."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import SequenceMatcher

Span = tuple[int, int]  # from the first character to the one after the last

# Dark on light of the 256 colours, on a background of their own: no red can be read on both the background that
# JupyterLab's light theme gives errors and that of its dark theme.
RED, GREEN, BOLD = "38;5;88;48;5;224;1", "38;5;22;48;5;194;1", "1"

_WIDTH = 88  # columns of a value: with what stands before it, they fit into a notebook's output
_TOKEN = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|[\w.]+|\s+|.", re.DOTALL)
_MOST_MARKED = 0.8
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

Paint = Callable[[str, str], str]


def painted(text: str, colour: str) -> str:
    """Return the text with the signs that colour it in a terminal or a notebook."""
    return f"\x1b[{colour}m{text}\x1b[0m" if text else ""


def unpainted(text: str, colour: str) -> str:
    """Return the text as it is."""
    return text


def harmless(text: str) -> str:
    """Return the text without signs that would steer a terminal; a student's `__repr__` may hold some."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def differing(one: str, other: str) -> tuple[list[Span], list[Span]]:
    """Return where each of two texts differs from the other, by whole words, numbers and quoted texts.

    Both lists are empty if they have little in common: then nothing need be pointed at.
    """
    ours, others = _TOKEN.findall(one), _TOKEN.findall(other)
    matcher = SequenceMatcher(None, ours, others, autojunk=False)
    if not matcher.find_longest_match(0, len(ours), 0, len(others)).size:
        return [], []
    steps = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    ends, other_ends = _ends(ours), _ends(others)
    spans = [(ends[step[1]], ends[step[2]]) for step in steps if step[2] > step[1]]
    other_spans = [(other_ends[step[3]], other_ends[step[4]]) for step in steps if step[4] > step[3]]
    marked = sum(end - start for start, end in spans + other_spans)
    return ([], []) if marked > _MOST_MARKED * (len(one) + len(other)) else (spans, other_spans)


def marked_lines(label: str, text: str, spans: list[Span], colour: str, paint: Paint) -> list[str]:
    """Return the lines of a value: broken where they get too long, with signs below what differs.

    Args:
        label: what stands before the value.
        text: the value, on one line.
        spans: where it differs from the other one; none if all of it does.
        colour: of what differs.
        paint: `painted` or `unpainted`.
    """
    lines = []
    for start in range(0, max(len(text), 1), _WIDTH):
        piece = text[start : start + _WIDTH]
        inside = [(max(a - start, 0), min(b - start, len(piece))) for a, b in spans if a < start + _WIDTH and b > start]
        lines.append(
            (label if not start else " " * len(label)) + _coloured(piece, inside if spans else None, colour, paint)
        )
        if inside:
            below = "".join("^" if any(a <= at < b for a, b in inside) else " " for at in range(len(piece)))
            lines.append(" " * len(label) + below.rstrip())
    return lines


def _coloured(piece: str, spans: list[Span] | None, colour: str, paint: Paint) -> str:
    if spans is None:
        return paint(piece, colour)
    parts, last = [], 0
    for start, end in spans:
        parts += [piece[last:start], paint(piece[start:end], colour)]
        last = end
    return "".join(parts) + piece[last:]


def _ends(tokens: list[str]) -> list[int]:
    """Where each token begins, and where the last one ends."""
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    return ends
