"""Pages show times in the exam's zone, programs read them in UTC, and what a form says means the exam's zone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from nbproctor.errors import GradingError
from nbproctor.portal.exam_time import ExamTime

NOON = round(datetime(2026, 12, 1, 12, tzinfo=UTC).timestamp() * 1e6)


def test_the_zone_is_that_of_the_deadlines() -> None:
    time = ExamTime.of(["", "2026-12-01T12:00:00+05:45", "2026-12-01T12:00:00-08:00"])
    assert time.element(NOON) == '<time datetime="2026-12-01T12:00:00Z">2026-12-01 17:45:00 UTC+05:45</time>'
    assert time.text(NOON, "minutes") == "2026-12-01 17:45 UTC+05:45"
    assert time.read("2026-12-01T17:45") == time.read("2026-12-01T12:00+00:00") == NOON


def test_without_a_deadline_it_is_the_machines() -> None:
    local = ExamTime.of([""])
    assert local.read(local.text(NOON).rpartition(" ")[0]) == NOON


@pytest.mark.parametrize("text", ["", "noon", "1999-12-31T12:00", "3000-01-01T00:00", "2026-13-01"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(GradingError, match="a date and a time"):
        ExamTime(UTC).read(text)
