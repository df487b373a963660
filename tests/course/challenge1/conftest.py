"""The assignment whose tests these are, and the classes of its hands."""

from typing import Any

import pytest

Names = dict[str, Any]


@pytest.fixture(scope="session")
def assignment() -> str:
    return "challenge1"


@pytest.fixture
def solved(reference: Names) -> Names:
    return reference


@pytest.fixture(scope="module")
def steps(cases: Names) -> list[str]:
    """A hand of each of the classes of strength, the weakest first."""
    return list(cases["_steps"]())
