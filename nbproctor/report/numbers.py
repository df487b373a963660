"""How numbers are written in every report."""

from __future__ import annotations


def number(value: float) -> str:
    """Write a number without needless digits: 3, not 3.0; 66.67, not 66.66999999999999."""
    rounded = round(float(value), 4)
    return str(int(rounded)) if rounded.is_integer() else str(rounded)


def duration(value: float) -> str:
    """Write how long something took, to its two largest units: `2 days 3 h`, `1 h 5 min`, `40 s`."""
    rest = max(round(value), 1)
    parts: list[tuple[int, str]] = []
    for unit, length in (("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, rest = divmod(rest, length)
        if count or parts:
            parts.append((count, "days" if unit == "day" and count != 1 else unit))
    return " ".join(f"{count} {unit}" for count, unit in parts[:2] if count)


def seconds(value: float) -> str:
    """Write a duration as precise as it is of interest: 0.04 s, 2.5 s, 61 s."""
    digits = 2 if value < 1 else 1 if value < 10 else 0
    return f"{value:.{digits}f} s"
