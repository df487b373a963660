"""Outputs are passed over as a plain reading of the JSON says, whatever their texts hold."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

from nbproctor.intake.notebook_json import _without_outputs

ROOT = Path(__file__).parents[2]


def _value(numbers: random.Random, depth: int) -> object:
    shape = numbers.choice(["text", "text", "number", "list", "object"] if depth else ["text", "number"])
    if shape == "text":
        return "".join(numbers.choice('"\\[]{}, \n:a\u00e9') for _ in range(numbers.randrange(9)))
    if shape == "number":
        return numbers.randrange(100)
    values = [_value(numbers, depth - 1) for _ in range(numbers.randrange(4))]
    return values if shape == "list" else {_key(numbers): value for value in values}


def _key(numbers: random.Random) -> str:
    return "".join(numbers.choice('"\\[{a') for _ in range(1 + numbers.randrange(4)))


def test_only_the_outputs_are_left_out() -> None:
    for seed in range(2_000):
        numbers = random.Random(seed)
        cells = [{"outputs": [_value(numbers, 3)], "source": _value(numbers, 0)} for _ in range(3)]
        text = json.dumps({"cells": cells}, ensure_ascii=numbers.random() < 0.5)
        size = 1 + numbers.randrange(len(text))
        kept = _without_outputs(text[start : start + size] for start in range(0, len(text), size))
        expected = {"cells": [{"outputs": [], "source": cell["source"]} for cell in cells]}
        assert json.loads(kept) == expected, seed


def test_no_group_is_repeated_possessively() -> None:
    # Python 3.11.0 to 3.11.4 match such a pattern wrongly: CPython issue 106052.
    repeated = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]+\})\+")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for folder in ("nbproctor", "tester_fw")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if repeated.search(line)
    ]
    assert found == []
