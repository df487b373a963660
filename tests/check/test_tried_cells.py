"""The time of one case ends with it."""

from __future__ import annotations

import signal
import time

import pytest

from nbproctor.check.trial import Endless, time_limit


def _clock() -> float:
    return signal.getitimer(signal.ITIMER_PROF)[0]


def test_the_clock_of_a_case_stops_with_the_case() -> None:
    with time_limit(60):
        assert _clock() > 50
    assert _clock() == 0
    with pytest.raises(ValueError, match="wrong"), time_limit(60):
        raise ValueError("wrong")
    assert _clock() == 0


def test_what_takes_too_long_is_ended_and_the_clock_stops() -> None:
    def ring(*_: object) -> None:
        raise Endless

    gives_up = time.process_time() + 20
    before = signal.signal(signal.SIGPROF, ring)
    try:
        with pytest.raises(Endless), time_limit(0.05):
            while time.process_time() < gives_up:
                pass
    finally:
        signal.signal(signal.SIGPROF, before)
    assert _clock() == 0
