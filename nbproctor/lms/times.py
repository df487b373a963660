"""Times as systems write them, in the one form of `timestamp.txt`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d\d:?\d\d|[A-Za-z_]+/[\w/+-]+)?"
)


def in_utc(text: str, zone: str) -> str | None:
    """A time as nbgrader writes it, such as `2026-02-02 15:58:23 UTC`; None if the text is no time.

    Args:
        text: ISO 8601, or with a blank and a zone behind it.
        zone: the time zone of a text that names none.
    """
    found = _TIME.fullmatch(text.strip())
    if not found:
        return None
    *numbers, fraction, named = found.groups()
    try:
        moment = datetime(*(int(number or 0) for number in numbers), tzinfo=_zone(named or zone))  # type: ignore[misc, arg-type]
        moment += timedelta(microseconds=int((fraction or "0").ljust(6, "0")[:6]))
        return f"{moment.astimezone(UTC).replace(tzinfo=None)} UTC"
    except (ValueError, OverflowError, ZoneInfoNotFoundError):
        return None


def _zone(name: str) -> tzinfo:
    if name[0] not in "+-":
        return UTC if name in ("Z", "UTC") else ZoneInfo(name)
    hours, minutes = int(name[:3]), int(name[0] + name[-2:])
    return timezone(timedelta(hours=hours, minutes=minutes))
