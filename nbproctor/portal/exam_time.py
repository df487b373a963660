"""The exam's time zone: how pages show moments in it, and how they read them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo

from markupsafe import Markup

from nbproctor.errors import GradingError

_FIRST_YEAR, _LAST_YEAR = 2000, 2999  # of a deadline


class ExamTime:
    """Shows and reads times in one zone; None for the zone of this machine."""

    def __init__(self, zone: tzinfo | None = None) -> None:
        self._zone = zone

    @classmethod
    def of(cls, deadlines: Iterable[str]) -> ExamTime:
        """The exam's zone is the offset of the first of these deadlines."""
        return cls(next((datetime.fromisoformat(text).tzinfo for text in deadlines if text), None))

    def text(self, microseconds: int, to: str = "seconds") -> str:
        """A moment, in microseconds since 1970, as `2026-12-01 12:00:00 UTC+01:00`, to the `minutes` or `seconds`."""
        moment = datetime.fromtimestamp(microseconds // 1_000_000, UTC).astimezone(self._zone)
        return moment.strftime("%Y-%m-%d %H:%M:%S %Z" if to == "seconds" else "%Y-%m-%d %H:%M %Z")

    def element(self, microseconds: int, to: str = "seconds") -> Markup:
        """The same for a page; programs read it in UTC."""
        machine = f"{datetime.fromtimestamp(microseconds // 1_000_000, UTC):%Y-%m-%dT%H:%M:%SZ}"
        return Markup('<time datetime="{}">{}</time>').format(machine, self.text(microseconds, to))

    def name(self, microseconds: int) -> str:
        """What the zone is called at a moment."""
        return self.text(microseconds).rpartition(" ")[2]

    def read(self, text: str) -> int:
        """The moment that a form names, in microseconds since 1970; raises GradingError if it is not a time."""
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            moment = datetime.min
        if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
            raise GradingError("a deadline is a date and a time, such as 2026-12-01T12:00")
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=self._zone) if self._zone else moment.astimezone()
        return round(moment.timestamp() * 1e6)
