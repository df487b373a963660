"""Containers that the student's side still holds once they have travelled as copies.

A list that a function returns is a copy where the test runs. If the function keeps the list, or returned one that the
test had passed or that it returned before, then in one kernel a change of either would be seen in the other.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from typing import Any

from nbproctor.examination.wire.changed_arguments import MAPPINGS, SEQUENCES, any_container, is_container


def are_shared(values: list[Any], holders: int = 0) -> bool:
    """Whether something else holds one of the containers among some values, or inside them.

    Args:
        values: what travels as copies.
        holders: how many hold each of the values beside this list, and are not counted.
    """
    if not any_container(values):
        return False
    waiting: list[tuple[Collection[Any], int]] = [(values, holders)]
    while waiting:
        items, holders = waiting.pop()
        for item, references in zip(items, _references(items), strict=True):
            kind = type(item)
            if not is_container(kind):
                continue
            is_held = references > _IN_A_LIST + holders
            if is_held and kind is not tuple:
                return True
            # A tuple cannot change, but what it holds can: held with the tuple, all of it is held.
            inner_holders = -1 if is_held else 0
            if kind in MAPPINGS:
                waiting.append((item.values(), inner_holders))
            elif kind in SEQUENCES:
                waiting.append((item, inner_holders))
            elif _is_part_of_a_held_array(item):
                return True
    return False


def _is_part_of_a_held_array(value: Any) -> bool:
    """Whether an array shows a part of another one, which something else holds as well."""
    base = [getattr(value, "base", None)]
    return base[0] is not None and _references(base)[0] > _IN_A_LIST + 1


def _references(items: Collection[Any]) -> list[int]:
    """How many references there are to each item, at this moment and from here."""
    return list(map(sys.getrefcount, items))


(_IN_A_LIST,) = _references([[]])
