"""Says whether a student predicted rightly what a notebook asks before an exercise; it earns nothing."""

from __future__ import annotations

from collections.abc import Mapping


def check_prediction(name: str, names: Mapping[str, object], answer: object) -> None:
    """Say whether what was predicted is so.

    Args:
        name: the name under which the prediction is written down.
        names: the names of the notebook.
        answer: what is so.
    """
    if name not in names:
        print(f"There is no {name} yet: write it down in a cell of your own, and run that cell and this one.")
    elif names[name] == answer:
        print("Yes, so it is.")
    else:
        print(f"No, it is not {names[name]}. Think again, or try it out in a cell of your own.")
