"""The versions that a grade depends on, and how they are compared with those of another machine."""

from __future__ import annotations

import platform
from importlib.metadata import version

from nbproctor.system.versions import difference, versions


def test_they_are_those_that_are_installed() -> None:
    found = versions()
    assert found["Python"] == platform.python_version()
    assert found["numpy"] == version("numpy")
    assert found["nbproctor"].startswith(version("nbproctor"))


def test_what_another_machine_has_otherwise_is_named_with_both_versions() -> None:
    here = {"Python": "3.11.7", "numpy": "2.0", "pandas": "", "dill": "0.4"}
    assert difference(here, here) == ""
    there = {"Python": "3.12.1", "pandas": "2.2", "dill": "0.4"}
    assert difference(there, here) == (
        "Python 3.12.1 instead of 3.11.7, numpy missing instead of 2.0, pandas 2.2 instead of none"
    )
