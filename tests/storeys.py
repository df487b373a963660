"""How a run of the tests is laid out: who runs beside whom, what is left out, and what is said of both.

A test belongs to the first storey, `make test`, unless it or its file is marked `all` (`make test-all`). Of what is
long to try in all its forms, a run takes the day's share (`tests/todays_share.py`), and of what is marked
`half_the_days` one half. What takes hours is no test of pytest: see `make soak`. `mark.needs(...)` names what a
test cannot do without; `tests/needs.py` knows what there is.
Workers of pytest-xdist share nothing. So tests that look at one costly thing say so with `mark.xdist_group`, and those
that share a fixture of their file are kept together here.
"""

from __future__ import annotations

import gc
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from nbproctor.system.memory import freeze_to_the_end
from tests.needs import NEEDS
from tests.todays_share import about_today, half

FIRST_STOREY = "not all"
_IS_ALL_OF_A_FILE = re.compile(r"^pytestmark = \[?\s*(pytest\.)?mark\.all\b", re.MULTILINE)
_SHARED = ("module", "package", "class")
# What takes longest begins first: else a processor is left with it when all others have ended.
_LONGEST = (
    "tests/attacks",
    "tests/kernels",
    "tests/distribution",
    "tests/examination/grader/test_short_way.py",
    "tests/agreement",
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
    """Whether a file of tests is marked `all` as a whole, as far as its text tells."""
    return bool(_IS_ALL_OF_A_FILE.search(path.read_text("utf-8")))


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep tests together that share what is made for all of a file, and begin with those that take longest."""
    _leave_to_other_days(config, items)
    items.sort(key=_place_of)
    for item in items:
        if item.get_closest_marker("xdist_group") is None and _shares(item):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def _leave_to_other_days(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of the tests that are marked `half_the_days`, leave out those whose turn it is on other days.

    If that would leave nothing, all stay: who asks for one test alone gets it.

    Raises:
        pytest.UsageError: a test of the first storey is marked so, which is the same every day.
    """
    halves = {id(item): mark.args for item in items if (mark := item.get_closest_marker("half_the_days"))}
    for item in items:
        if id(item) in halves and not item.get_closest_marker("all"):
            raise pytest.UsageError(f"{item.nodeid} is marked half_the_days: mark it all as well")
    by_file: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if halves.get(id(item)) == ():
            by_file[item.path].append(item)
    taken = {id(item) for tests in by_file.values() for item in half(tests)}
    taken |= {key for key, args in halves.items() if args and args[0] in half((0, 1))}
    later = [item for item in items if id(item) in halves and id(item) not in taken]
    if len(later) < len(items):
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if id(item) not in halves or id(item) in taken]


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
    """Say which share was taken, and name once what was left out, and why."""
    if not terminalreporter.config.option.markexpr:  # else the first storey alone was run, which leaves no share out
        terminalreporter.line(about_today())
    left_out: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        left_out[reason.removeprefix("Skipped: ")] += 1
    if left_out:
        terminalreporter.section("left out", sep="-")
        for reason, count in sorted(left_out.items()):
            terminalreporter.line(f"{count} test{'s' if count > 1 else ''}: {reason}")
