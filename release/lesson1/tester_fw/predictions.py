"""Says whether a student predicted rightly what a notebook asks before an exercise; it earns nothing."""

from __future__ import annotations

from collections.abc import Mapping

from tester_fw.compare import difference
from tester_fw.rules import Rules

ALIKE = Rules(check_dtype=False)


def check_prediction(name: str, names: Mapping[str, object], answer: object) -> None:
    """Say whether what was predicted is so; a tuple or an array of the right items counts as a list of them.

    Args:
        name: the name under which the prediction is written down.
        names: the names of the notebook.
        answer: what is so.
    """
    if name not in names:
        print(f"There is no {name} yet: write it down in a cell of your own, and run that cell and this one.")
        return
    predicted = names[name]
    items = predicted.tolist() if hasattr(predicted, "tolist") else predicted  # an array of numpy, or a series
    if difference(answer, items, rules=ALIKE) is None:
        print("Yes, that is right.")
    else:
        print(f"No, it is not {predicted}. Think again, or try it out in a cell of your own.")
