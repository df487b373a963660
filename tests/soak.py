"""What `make soak` tries beyond `make test-all`: the rest of what is long to try in all its forms, and other draws.

Where chance has a part in a test, SOAK_SEED has one in its seed. It is 0 but for `make soak`: so the other sets draw
the same every day. The tools make the secret seed of a course by chance, too: courses of the tests are given theirs.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from nbproctor.config import Course

VARIABLE = "SOAK_SEED"
SOAK_SEED = int(os.environ.get(VARIABLE) or 0)
OFFICIAL_SEED = f"official cases of the tests {SOAK_SEED}"

# A slow machine is no failure; and a change is not judged by an example that it has nothing to do with. `make soak`
# draws others, by the seed that it gives to hypothesis.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("drawn", deadline=None, derandomize=False, database=None)
settings.load_profile("drawn" if SOAK_SEED else "fixed")


def rest_in_soak(tried: Iterable[str], *chosen: str) -> list[Any]:
    """Parameters of a test: the chosen ones, which `make test-all` tries, as they are; the others marked `soak`."""
    others = [pytest.param(name, marks=pytest.mark.soak) for name in tried if name not in chosen]
    return [*chosen, *others]


def keep_official_seed(course: Course) -> None:
    """Give a course that has none its secret seed, as if an earlier run had made it."""
    path = course.official_seed_file
    path.parent.mkdir(mode=0o700)
    path.touch(mode=0o600)
    path.write_text(f"{OFFICIAL_SEED}\n")
