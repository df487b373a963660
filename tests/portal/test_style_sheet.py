"""Every colour of a text has a contrast of 4.5 on every ground that the report and the portal put it on."""

from __future__ import annotations

import re

import pytest

from nbproctor.portal.pages.rendering import style_sheet

LEAST = 4.5  # WCAG 2.2, 1.4.3
GROUNDS = ("paper", "card", "code")
NO_TEXT = {*GROUNDS, "line", "on-mark"}
MARKS = ("passed", "failed", "errored", "timed_out", "not_attempted", "not_run", "waiting", "unexamined")
TINT = 0.09  # of a mark, behind its label


def _rgb(colour: str) -> list[float]:
    return [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]


def _contrast(one: list[float], other: list[float]) -> float:
    def luminance(rgb: list[float]) -> float:
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_text_stands_out(scheme: int) -> None:
    block = re.findall(r":root \{(.*?)\}", style_sheet(), re.DOTALL)[scheme]
    colours = {name: _rgb(colour) for name, colour in re.findall(r"--([\w-]+): (#\w{6})", block)}
    assert set(MARKS) <= set(colours)
    faint = []
    for name in colours.keys() - NO_TEXT:
        grounds = [colours[ground] for ground in GROUNDS]
        if name in MARKS:
            grounds += [
                [TINT * mark + (1 - TINT) * below for mark, below in zip(colours[name], ground, strict=True)]
                for ground in grounds
            ]
        faint += [(name, ground) for ground in grounds if _contrast(colours[name], ground) < LEAST]
    for name in (*MARKS, "accent"):  # a mark, or a filled button
        if _contrast(colours["on-mark"], colours[name]) < LEAST:
            faint.append((name, colours["on-mark"]))
    assert not faint
