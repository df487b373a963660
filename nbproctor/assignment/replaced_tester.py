"""Lets another class stand for the `Tester` that notebooks import."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tester_fw import testers
from tester_fw.case_files import Case
from tester_fw.conf import Conf


class IdleTester(testers.Tester):
    """A tester that loads no cases: the case file need not be there."""

    def load_cases(self) -> list[Case]:
        """Return none."""
        return []

    def fit_conf(self, cases: list[Case]) -> Conf:
        """Return the conf as the test cell has it."""
        return self.conf


@contextmanager
def replaced_tester(stand_in: type[testers.Tester], names: dict[str, Any], **shared: Any) -> Iterator[None]:
    """Meanwhile, what cells import as `Tester`, or have imported, is a class of this kind; then it is put back.

    Args:
        stand_in: the class; a subclass of it is made that is called `Tester`, as in the notebooks.
        names: the namespace in which the cells run. A `Tester` in it, and any class derived from one, gives way too.
        shared: attributes of that subclass: what its instances share.
    """
    original = testers.Tester
    replacement = type("Tester", (stand_in,), shared)
    replaced = {name: value for name, value in names.items() if isinstance(value, type) and issubclass(value, original)}
    testers.Tester = replacement  # type: ignore[assignment, misc]
    names.update(dict.fromkeys(replaced, replacement))
    try:
        yield
    finally:
        testers.Tester = original  # type: ignore[misc]
        bound = [name for name, value in names.items() if value is replacement]
        names.update({name: replaced.get(name, original) for name in bound})
