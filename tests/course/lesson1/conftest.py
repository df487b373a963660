"""The assignment whose tests these are."""

import pytest


@pytest.fixture(scope="session")
def assignment() -> str:
    return "lesson1"
