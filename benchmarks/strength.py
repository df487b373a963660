"""Scores all 2,598,960 hands of five cards with lookup1's references, eval7 and phevaluator, side by side.

Prints processor time for each hand and the ratios, all measured in one run; run it with `make bench-strength`. Each
gets the hands in its own form, made beforehand. The exit code is 1 if the numpy reference takes a tenth of the time of
the pure Python one or more, or more than three times as long as the faster of eval7 and phevaluator.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice
from math import comb
from pathlib import Path
from typing import Any

import eval7
import nbformat
import numpy as np
import phevaluator
from rich.console import Console
from rich.table import Table

from poker_game import Card, Hand, poker_info

ROOT = Path(__file__).parents[1]
NAMES = list(poker_info["CARDS"])
HANDS = comb(52, 5)
PART = 65_536  # hands at once: small enough for the processor's cache
PYTHON, NUMPY = "lookup1, pure Python", "lookup1, numpy"


def main() -> None:
    """Measure, print, and say whether it is as it should be."""
    names = reference()
    seconds = {
        PYTHON: one_by_one(lambda cards: names["get_strength"](Hand(cards)), Card),
        NUMPY: at_once(names["get_strengths"]),
        "eval7": one_by_one(eval7.evaluate, lambda name: eval7.Card(name[0] + name[1].lower())),
        "phevaluator": one_by_one(
            lambda cards: phevaluator.evaluate_cards(*cards), lambda name: phevaluator.Card(name[0] + name[1].lower())
        ),
    }
    show(seconds)
    fastest = min(seconds["eval7"], seconds["phevaluator"])
    sys.exit(seconds[NUMPY] >= 0.1 * seconds[PYTHON] or seconds[NUMPY] > 3 * fastest)


def reference() -> dict[str, Any]:
    """What the imports, demo inputs and solutions of lookup1 define."""
    folder = ROOT / "source" / "lookup1"
    os.chdir(folder)
    names: dict[str, Any] = {"__name__": "__main__", "print": lambda *_, **__: None}
    for cell in nbformat.read(folder / "lookup1.ipynb", as_version=4).cells:
        if cell.cell_type == "code" and not cell.id.startswith("test_"):
            code, _, _demo = cell.source.partition("### demo function call")
            exec(compile(code, cell.id, "exec"), names)
    return names


def one_by_one(strength: Callable[[tuple[Any, ...]], int], card: Callable[[str], Any]) -> float:
    """The seconds that a function takes which gets one hand at a time."""
    hands = combinations([card(name) for name in NAMES], 5)
    seconds = 0.0
    while part := list(islice(hands, PART)):
        start = time.process_time()
        for cards in part:
            strength(cards)
        seconds += time.process_time() - start
    return seconds


def at_once(strengths: Callable[[np.ndarray], np.ndarray]) -> float:
    """The seconds that a function takes which gets many hands at a time."""
    seconds = 0.0
    for cards in _arrays():
        start = time.process_time()
        strengths(cards)
        seconds += time.process_time() - start
    return seconds


def _arrays() -> Iterator[np.ndarray]:
    deck = np.array([Card(name).b for name in NAMES], dtype=np.int64)
    places = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.int8, count=5 * HANDS)
    places = places.reshape(HANDS, 5)
    for start in range(0, HANDS, PART):
        yield deck[places[start : start + PART]]


def show(seconds: dict[str, float]) -> None:
    """Print a row for each."""
    table = Table("", "all hands", "a hand", f"x {NUMPY}", title=f"All {HANDS:,} hands of five cards", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, each in seconds.items():
        table.add_row(name, f"{each:.2f} s", f"{1e9 * each / HANDS:,.0f} ns", f"{each / seconds[NUMPY]:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
