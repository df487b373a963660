"""Each exercise says how long it takes, and its hints are folded, numbered, and the last thing in its prompt."""

from __future__ import annotations

import re

from nbformat import NotebookNode

HINT = r"\n\n<details><summary>Hint (\d)</summary>\n\n(?:(?!</?details>).)+\n\n</details>"


def test_each_exercise_says_once_how_long_it_takes(cells: dict[str, NotebookNode], exercises: list[str]) -> None:
    for name in exercises:
        assert len(re.findall(r" \*About \d+ minutes\.\*\n", cells[f"{name}-prompt"].source)) == 1, name


def test_hints_are_folded_and_numbered_and_end_the_prompt(cells: dict[str, NotebookNode], exercises: list[str]) -> None:
    for name in exercises:
        prompt = cells[f"{name}-prompt"].source
        numbers = [int(number) for number in re.findall(HINT, prompt, re.DOTALL)]
        assert numbers == list(range(1, len(numbers) + 1)), name
        assert 1 <= len(numbers) <= 4, name
        ending = re.search(rf"(?:{HINT})+$", prompt, re.DOTALL)
        assert ending, name
        assert prompt[: ending.start()].count("<details>") == 0, name
