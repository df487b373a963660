"""How numbers are written in every report."""

from __future__ import annotations


def number(value: float) -> str:
    """Write a number without needless digits: 3, not 3.0; 66.67, not 66.66999999999999."""
    rounded = round(float(value), 4)
    return str(int(rounded)) if rounded.is_integer() else str(rounded)


def seconds(value: float) -> str:
    """Write a duration as precise as it is of interest: 0.04 s, 2.5 s, 61 s."""
    digits = 2 if value < 1 else 1 if value < 10 else 0
    return f"{value:.{digits}f} s"
