"""How a run of the tests is laid out: which set of them it is, who runs beside whom, and what is left out.

There are three sets, each the same every day. `make test`, the first storey, runs what is marked neither `all` nor
`soak`: one of each thing. `make test-all` runs all but what is marked `soak`. `make soak` runs that: long or complete
forms of what the other two try in part, and all properties anew, by a seed that it prints (`tests/soak.py`).
`mark.needs(...)` names what a test cannot do without; `tests/needs.py` knows what there is.
Workers of pytest-xdist share nothing. So tests that look at one costly thing say so with `mark.xdist_group`, and those
that share a fixture of their file are kept together here.
"""

from __future__ import annotations

import gc
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from nbproctor.system.memory import freeze_to_the_end
from tests.needs import NEEDS
from tests.soak import SOAK_SEED, VARIABLE

FIRST_STOREY = "not all and not soak"
SECOND_STOREY = "not soak"
SOAK = "soak"
_IS_ALL_OF_A_FILE = re.compile(r"^pytestmark = \[?\s*(pytest\.)?mark\.(all|soak)\b", re.MULTILINE)
_SHARED = ("module", "package", "class")
# What takes longest begins first: else a processor is left with it when all others have ended.
_LONGEST = (
    "tests/attacks",
    "tests/kernels",
    "tests/distribution",
    "tests/shell/test_same_as_a_kernel.py",
    "tests/nbgrader",
    "tests/marking/cluster",
    "tests/course/test_exam_proofs.py",
    "tests/courses",
)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import a file of the second storey for the first: browsers, servers and databases take their time."""
    if config.option.markexpr != FIRST_STOREY or collection_path.suffix != ".py":
        return None
    return is_of_the_second_storey(collection_path) or None


def is_of_the_second_storey(path: Path) -> bool:
    """Whether a file of tests is marked `all` or `soak` as a whole, as far as its text tells."""
    return bool(_IS_ALL_OF_A_FILE.search(path.read_text("utf-8")))


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep tests together that share what is made for all of a file, and begin with those that take longest."""
    if config.option.markexpr == SOAK:
        _add_properties(items)
    items.sort(key=_place_of)
    for item in items:
        if item.get_closest_marker("xdist_group") is None and _shares(item):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def _add_properties(items: list[pytest.Item]) -> None:
    """Try the properties in `make soak` as well: there hypothesis draws other examples than every day."""
    from hypothesis import is_hypothesis_test  # its own plugin is to be loaded first

    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.soak)


def _place_of(item: pytest.Item) -> int:
    return next((place for place, path in enumerate(_LONGEST) if item.nodeid.startswith(path)), len(_LONGEST))


def _shares(item: pytest.Item) -> bool:
    found = getattr(item, "_fixtureinfo", None)
    definitions = found.name2fixturedefs.values() if found else ()
    return any(each[-1].scope in _SHARED for each in definitions)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out that needs what is not here; where nothing may be left out, it fails."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            require(name)


def require(name: str) -> None:
    """Go on if the machine has a thing; skip the test, or fail in continuous integration, if it has not."""
    need = NEEDS[name]
    if need.is_here():
        return
    sentence = f"{name} is missing: {need.cure}"
    if os.environ.get("CI") and need.is_owed:
        pytest.fail(f"{sentence}. With CI set, no test is left out.", pytrace=False)
    pytest.skip(sentence)


def pytest_collection_finish() -> None:
    """Let no collection of garbage look through all tests again, here or in a process that a test forks."""
    gc.collect()
    freeze_to_the_end()


class FirstCauses:
    """Says once what went wrong: what many tests look at fails in the first of them; the others are left out."""

    def __init__(self) -> None:
        self._tests: dict[int, tuple[BaseException, str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> object:
        """Leave out a test that met just the exception that another one has met before."""
        report = yield
        if not report.failed or call.excinfo is None:
            return report
        raised = call.excinfo.value
        _, first = self._tests.setdefault(id(raised), (raised, item.nodeid))
        if first != item.nodeid:
            path, line, _ = item.location
            report.outcome = "skipped"
            report.longrepr = (path, (line or 0) + 1, f"Skipped: it looks at what failed in {first}")
        return report


def pytest_configure(config: pytest.Config) -> None:
    """Watch for what fails in many tests."""
    config.pluginmanager.register(FirstCauses())


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Show a failure when it happens: a run that is cut off has said what it met."""
    if report.failed and not os.environ.get("PYTEST_XDIST_WORKER"):
        print(f"\n{report.nodeid} failed, {report.when}:\n{report.longreprtext}", flush=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say by which seed was drawn, and name once what was left out, and why."""
    if SOAK_SEED:
        terminalreporter.line(f"{VARIABLE}={SOAK_SEED} draws the same again")
    left_out: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        left_out[reason.removeprefix("Skipped: ")] += 1
    if left_out:
        terminalreporter.section("left out", sep="-")
        for reason, count in sorted(left_out.items()):
            terminalreporter.line(f"{count} test{'s' if count > 1 else ''}: {reason}")
