"""What a submission is charged for: what it does, and not what is done to it."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from nbproctor.examination.machine import charged_time
from nbproctor.examination.machine.charged_time import ChargedTime, ProcessTimes
from nbproctor.examination.machine.resource_watchdog import stolen_seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that a test moves."""
    made = SimpleNamespace(now=100.0, monotonic=lambda: made.now)
    monkeypatch.setattr(charged_time, "time", made)
    return made


def _look(charged: ChargedTime, clock: SimpleNamespace, *looks: tuple[float, float, float, bool]) -> None:
    """Look again and again: the seconds that passed, the seconds computed, waited for a processor, whether stopped."""
    computed = waited = 0.0
    charged.look(ProcessTimes())
    for passed, more_computed, more_waited, stopped in looks:
        clock.now += passed
        computed += more_computed
        waited += more_waited
        charged.look(ProcessTimes(computed, waited, stopped))


@pytest.mark.parametrize(
    ("looks", "seconds"),
    [
        pytest.param([(0.1, 0.1, 0, False)] * 30, 3.0, id="what it computes"),
        pytest.param([(0.1, 0, 0, False)] * 30, 3.0, id="what it lets pass"),
        pytest.param([(0.1, 0.02, 0.03, False)] * 30, 2.1, id="but not what it waits for a processor"),
        pytest.param([(0.1, 0, 0.1, False)] * 30, 0.0, id="waiting for a processor alone"),
        pytest.param([(0.1, 0, 0, True)] * 30, 0.0, id="time in which it is stopped"),
        pytest.param([(13.0, 0, 0, False)], 0.3, id="a pause of everything"),
        pytest.param([(13.0, 13.0, 0, False)], 13.0, id="a pause of the grader in which it computes"),
        pytest.param([(0.1, 0.2, 0, False)] * 10, 2.0, id="two processors at once"),
        pytest.param([(0.1, 0.01, 1.5, False)] * 10, 0.1, id="many threads that wait for a processor"),
    ],
)
def test_a_request_is_charged_for(
    clock: SimpleNamespace, looks: list[tuple[float, float, float, bool]], seconds: float
) -> None:
    charged = ChargedTime()
    with charged.of_a_request():
        _look(charged, clock, *looks)
        assert charged.of_request == pytest.approx(seconds)
    assert charged.total == pytest.approx(seconds)


def test_nobody_is_charged_for_what_passes_between_requests(clock: SimpleNamespace) -> None:
    charged = ChargedTime()
    _look(charged, clock, *[(0.1, 0, 0, False)] * 30)
    assert charged.total == 0


def test_each_request_is_charged_for_its_own_time(clock: SimpleNamespace) -> None:
    charged = ChargedTime()
    with charged.of_a_request():
        _look(charged, clock, *[(0.1, 0.1, 0, False)] * 30)
    charged.restart()
    with charged.of_a_request():
        assert charged.of_request == 0
        _look(charged, clock, *[(0.1, 0.1, 0, False)] * 10)
        assert charged.of_request == pytest.approx(1.0)
    assert charged.total == pytest.approx(4.0)


def test_what_the_host_takes_away_is_what_the_kernel_says() -> None:
    before = stolen_seconds()
    lines = Path("/proc/stat").read_text().splitlines()
    stolen = [int(line.split()[8]) for line in lines if line.startswith("cpu")]
    assert before - 0.02 <= stolen[0] / os.sysconf("SC_CLK_TCK") / (len(stolen) - 1) <= stolen_seconds() + 0.02
