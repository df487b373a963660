"""How well one colour can be read on another."""

from __future__ import annotations

from collections.abc import Iterable


def contrast(one: Iterable[float], other: Iterable[float]) -> float:
    """The contrast of two colours, each red, green and blue from 0 to 1, as WCAG 2 defines it."""
    darker, lighter = sorted((_luminance(*one), _luminance(*other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(*parts: float) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
