"""Figures as forms: what is drawn again from one has the same form; nothing else is taken for a form."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.figures.drawn_figures import at_place, can_draw, draw, new_figure
from nbproctor.examination.wire.figures.figure_forms import (
    UnheldError,
    decoded_form,
    encoded_form,
    form_of,
    place_of,
)
from nbproctor.examination.wire.figures.figure_schema import MOST_CHARACTERS, is_form
from nbproctor.examination.wire.wire_bounds import WireError

pytestmark = pytest.mark.all


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    with plt.rc_context({"backend": "agg"}):
        yield
        plt.close("all")


def _lines(ax: Any) -> None:
    ax.plot([1, 2, 3], [1, np.nan, 9], "r--o", label="squares", alpha=0.5)
    ax.set(title="Title", xlabel="x", ylabel="y", xlim=(0, 4))
    ax.legend(title="what", loc="upper left")
    ax.grid(True)
    ax.tick_params(axis="x", labelrotation=30)


def _bars(ax: Any) -> None:
    ax.bar_label(ax.bar(["a", "b"], [1, 2], color=["red", "blue"], hatch="/"))
    ax.figure.set_size_inches(8, 3)
    plt.setp(ax.get_xticklabels(), rotation=45)


def _points(ax: Any) -> None:
    points = ax.scatter([1, 2, 3], [3, 4, 5], c=[1, 2, 3], s=[10, 20, 30], label="points")
    ax.figure.colorbar(points)
    ax.legend()


def _areas(ax: Any) -> None:
    ax.fill_between([1, 2], [1, 2])
    ax.stackplot([1, 2], [1, 2], [3, 4])
    ax.axvspan(0, 1)
    ax.hist([1, 2, 2], histtype="step")
    ax.pcolormesh(np.arange(4).reshape(2, 2))
    ax.add_patch(plt.Circle((0, 0), 1, fill=False))
    ax.invert_yaxis()


def _marks(ax: Any) -> None:
    ax.axhline(1)
    ax.errorbar([1, 2], [1, 2], yerr=0.1)
    ax.stem([1, 2], [1, 2])
    ax.annotate("there", (1, 2), xytext=(3, 4), arrowprops={"arrowstyle": "->"})
    ax.text(0.1, 0.2, "$x^2$", transform=ax.transAxes, fontweight="bold")
    ax.spines["top"].set_visible(False)
    ax.axis("off")


def _several(ax: Any) -> None:
    other = ax.twinx()
    other.plot([1, 100])
    other.set_yscale("log")
    ax.figure.suptitle("Heading")
    ax.figure.text(0.5, 0.5, "free")
    ax.figure.legend(["one"], loc="upper right")


def _moments(ax: Any) -> None:
    ax.plot(pd.date_range("2020-01-01", periods=3).to_numpy(), [1, 2, 3])
    ax.yaxis.set_major_formatter("{x:.1f} %")
    ax.minorticks_on()


FIGURES: dict[str, Callable[[Any], object]] = {
    "lines": _lines,
    "bars": _bars,
    "points": _points,
    "areas": _areas,
    "marks": _marks,
    "several": _several,
    "moments": _moments,
    "image": lambda ax: ax.imshow(np.ma.masked_less(np.arange(12).reshape(3, 4), 2), cmap="gray", vmax=9),
    "boxes": lambda ax: ax.boxplot([[1, 2, 3], [2, 3, 9]], patch_artist=True),
    "pie": lambda ax: ax.pie([1, 2], labels=["a", "b"]),
    "pandas": lambda ax: pd.DataFrame({"a": [1, 2], "b": [3, 4]}, index=["u", "v"]).plot.barh(ax=ax, title="T"),
    "pandas, a histogram": lambda ax: pd.Series([1, 2, 2, 5]).plot.hist(ax=ax, bins=3),
}


@pytest.mark.parametrize("name", FIGURES)
def test_what_is_drawn_again_has_the_same_form(name: str) -> None:
    figure, ax = plt.subplots()
    FIGURES[name](ax)
    form = decoded_form(encoded_form(figure))
    again = new_figure()
    for _ in range(2):  # the second time, in axes that are there already
        draw(again, form)
        np.testing.assert_equal(form_of(again), form_of(figure))


def test_a_thing_in_a_figure_is_found_at_its_place() -> None:
    figure, ax = plt.subplots()
    _lines(ax)
    bars = ax.bar([1, 2], [3, 4])
    again = new_figure()
    draw(again, form_of(figure))
    for value in (figure, ax, ax.lines[0], bars, bars[1], ax.title, ax.yaxis.label, ax.legend_):
        found = place_of(value)
        assert found is not None and found[0] is figure
        there = at_place(again, found[1])
        assert type(there) is type(value) and place_of(there) == (again, found[1])
    assert place_of(plt.Line2D([], [])) is None and place_of([ax]) is None and place_of(5) is None
    for place in (["axes", 1], ["axes", 0, "artists", 99], ["axes", 0, "figure"], ["canvas"], ["axes", "0"]):
        with pytest.raises((LookupError, ValueError)):
            at_place(again, place)


def _odd_line(ax: Any) -> None:
    class Line(plt.Line2D):
        pass

    ax.add_line(Line([1], [1]))


UNHELD: dict[str, Callable[[Any], object]] = {
    "an artist of a class of its own": _odd_line,
    "axes of another kind": lambda ax: ax.figure.add_subplot(projection="polar"),
    "axes in axes": lambda ax: ax.inset_axes([0, 0, 1, 1]),
    "coordinates of its own": lambda ax: ax.plot([1], [1], transform=ax.transAxes + ax.transData),
    "data that is an object": lambda ax: setattr(ax.plot([1])[0], "_alpha", object()),
    "limits that are none": lambda ax: setattr(ax.viewLim, "intervalx", (0, np.inf)),
    "megabytes of text": lambda ax: ax.set_title("x" * 2_000_000),
    "a million points": lambda ax: ax.scatter(np.zeros(1_000_000), np.zeros(1_000_000)),
}


@pytest.mark.parametrize("name", UNHELD)
def test_what_no_form_holds_makes_a_figure_no_data(name: str) -> None:
    figure, ax = plt.subplots()
    UNHELD[name](ax)
    with pytest.raises(UnheldError):
        encoded_form(figure)


def _changes(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a form."""
    yield way
    if isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _changes(part, (*way, key))


def test_no_part_of_a_form_may_be_of_another_type_or_without_a_bound() -> None:
    figure, ax = plt.subplots()
    _lines(ax)
    form = form_of(figure)
    assert is_form(form)
    ways = list(_changes(form))
    assert len(ways) > 100
    for way in ways:
        for instead in ({"other": 1}, 10**400, "x" * (MOST_CHARACTERS + 1), b"bytes", object()):
            changed: Any = [copy.deepcopy(form)]
            inner, *rest = changed, 0, *way
            for key in rest[:-1]:
                inner = inner[key]
            inner[rest[-1]] = instead
            assert not is_form(changed[0]), (way, instead)


@pytest.mark.parametrize("size", [(float("nan"), 5), (float("inf"), 5), (1e6, 1e6), (0.0, 0.0), (-1.0, -1.0)])
def test_no_figure_has_a_size_that_cannot_be_drawn(size: tuple[float, float]) -> None:
    form = form_of(plt.figure())
    with pytest.raises(WireError, match="the form of a figure"):
        decoded_form(Codec().encode({**form, "size": size}))


def test_no_text_is_set_with_latex() -> None:
    figure, ax = plt.subplots()
    ax.set_title("$x$", usetex=True)
    ax.plot([1], label="$y$")
    for text in ax.legend().get_texts():
        text.set_usetex(True)
    again = new_figure()
    draw(again, form_of(figure))
    assert not any(text.get_usetex() for text in again.findobj(lambda each: hasattr(each, "get_usetex")))
    with plt.rc_context({"text.usetex": True}):
        assert not can_draw()
    assert can_draw()


def test_matplotlib_is_imported_only_by_those_who_draw() -> None:
    code = "import sys, nbproctor.examination.candidate.candidate, nbproctor.examination.examiner.examiner\n"
    code += "from nbproctor.examination.wire.codec import Codec\n"
    code += "assert Codec(lambda value: b'').encode([object(), 1]) and 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
