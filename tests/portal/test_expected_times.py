"""What is told to those who wait is right as often as it says, in queues whose times are known."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest

from nbproctor.portal.waiting_times import EXPECTED_SHARE, QueuePace


def _queue(random: Random, received: list[float], mean: float) -> list[tuple[float, float, float]]:
    """When each is received, begun and graded by one grader that takes a Gamma-distributed time."""
    free, times = 0.0, []
    for moment in received:
        begun = max(moment, free)
        free = begun + random.gammavariate(4, mean / 4)
        times.append((moment, begun, free))
    return times


def test_the_pace_is_that_of_a_grader_who_always_has_something_to_do() -> None:
    pace = QueuePace.of([(0.0, 2.0 * number, 2.0 * number + 2) for number in range(20)])
    assert pace == QueuePace(pause=2.0, deviation=0.0, known=19, examination=2.0)
    assert pace.seconds(0) == 2.0
    assert pace.seconds(10) == 22.0
    assert QueuePace.of([]) is None


def test_pauses_in_which_nobody_waits_do_not_count() -> None:
    alone = [(100.0 * number, 100.0 * number, 100.0 * number + 1) for number in range(20)]
    assert QueuePace.of(alone) == QueuePace(pause=1.0, deviation=0.0, known=20, examination=1.0)
    busy = [(5000.0, 5000.0 + number, 5001.0 + number) for number in range(20)]
    pace = QueuePace.of(alone + busy)
    assert pace
    assert (pace.pause, pace.deviation) == (1.0, 0.0)


@pytest.mark.parametrize("load", [0.5, 0.9, 2.0])
def test_nine_of_ten_reports_come_within_what_is_told(load: float) -> None:
    random, mean = Random(1), 1.5
    received = list(accumulate(random.expovariate(load / mean) for _ in range(2000)))
    times = _queue(random, received, mean)
    told = []
    for number in range(300, len(times)):
        now = times[number][0]
        known = [each for each in times[:number] if each[2] <= now][-200:]
        pace = QueuePace.of(known)
        assert pace
        ahead = sum(1 for each in times[:number] if each[2] > now)
        told.append(times[number][2] - now <= pace.seconds(ahead))
    assert sum(told) / len(told) >= EXPECTED_SHARE - 0.05
