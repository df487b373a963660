"""The student's figures in the examiner: drawn again here from their forms, so that a test asks figures of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from nbproctor.examination.wire.figures.drawn_figures import at_place, can_draw, draw, new_figure
from nbproctor.examination.wire.figures.figure_forms import Place, decoded_form
from nbproctor.examination.wire.messages.exam_messages import FiguresSeen, LookAtFigures
from nbproctor.examination.wire.wire_bounds import WireError

_MOST_FIGURES = 200
"""The figures that a test cell may get; each takes some hundredths of a second."""

Ask = Callable[[LookAtFigures, type[FiguresSeen]], FiguresSeen]


class ArrivedFigures:
    """The figures that have come in one test cell, by the numbers that the candidate has for them.

    Attributes:
        with_open: whether the test looks at pyplot's open figures.
    """

    def __init__(self) -> None:
        self.with_open = False
        self._opened: dict[int, int] = {}  # pyplot's numbers here, by the candidate's
        self.forget()

    def forget(self) -> None:
        """Begin a test cell: no figure has come."""
        self.hide()
        self._figures: dict[int, Any] = {}
        self._forms: dict[int, bytes] = {}
        self._keys: dict[int, tuple[Any, int]] = {}

    @property
    def are_followed(self) -> bool:
        """Whether it matters to the test how figures of the student's are after each operation."""
        return bool(self._figures) or self.with_open

    def key(self, value: object) -> int | None:
        """The number under which the candidate knows what was drawn again; None for anything else."""
        known = self._keys.get(id(value))
        return None if known is None else known[1]

    def take(self, number: int, place: Place, content: bytes, key: int) -> Any:
        """What is at a place of a figure; None where it is not drawn.

        Args:
            number: the figure's.
            place: the place.
            content: the figure's form, encoded.
            key: the number of what is there.

        Raises:
            WireError: there is no form, or nothing at this place of it.
        """
        figure = self._drawn(number, content)
        if figure is None:
            return None
        try:
            value = at_place(figure, place)
        except (LookupError, ValueError, TypeError):
            raise WireError("nothing is at this place of a figure") from None
        self._keys[id(value)] = value, key
        return value

    def _drawn(self, number: int, content: bytes) -> Any:
        """The figure with a number, as its form says; None where none is drawn."""
        if not can_draw():
            return None
        if self._forms.get(number) == content:
            return self._figures[number]
        if len(self._figures) >= _MOST_FIGURES:
            raise WireError(f"a test gets more than {_MOST_FIGURES} figures")
        form = decoded_form(content)
        figure = self._figures.get(number) or new_figure()
        try:
            draw(figure, form)
        except Exception:  # what matplotlib has against the values
            self._figures.pop(number, None)
            self._forms.pop(number, None)
            return None
        self._figures[number], self._forms[number] = figure, content
        return figure

    # Figures that change while the test has them.

    def tell_closed(self, ask: Ask) -> None:
        """Tell the candidate which of its open figures the test has closed.

        Args:
            ask: asks the candidate.
        """
        closed = [number for number, num in self._opened.items() if not self._is_open(number, num)]
        if closed:
            for number in closed:
                del self._opened[number]
            ask(LookAtFigures([], False, closed), FiguresSeen)

    def follow(self, ask: Ask) -> None:
        """Let all figures be as they are in the candidate now.

        Args:
            ask: asks the candidate.

        Raises:
            WireError: a figure has no form.
        """
        if not self.are_followed or not can_draw():
            return
        self.tell_closed(ask)
        seen = ask(LookAtFigures(list(self._figures), self.with_open, []), FiguresSeen)
        for number, content in seen.forms.items():
            if type(number) is not int or type(content) is not bytes:
                raise WireError("a figure has no form")
            if content:
                self._drawn(number, content)
            elif number in self._figures:  # it has got what no form holds
                self._figures[number].clear()
                self._forms.pop(number, None)
        if self.with_open:
            self._show([pair for pair in seen.opened if _is_pair(pair)])

    def _show(self, opened: list[list[int]]) -> None:
        """Let pyplot have these figures open here, the last as the current one."""
        from matplotlib._pylab_helpers import Gcf
        from matplotlib.backend_bases import FigureManagerBase

        self.hide()
        for num, number in opened[:_MOST_FIGURES]:
            if (figure := self._figures.get(number)) is not None:
                Gcf._set_new_active_manager(FigureManagerBase(figure.canvas, num))
                self._opened[number] = num

    def _is_open(self, number: int, num: int) -> bool:
        manager = sys.modules["matplotlib._pylab_helpers"].Gcf.figs.get(num)
        return manager is not None and manager.canvas.figure is self._figures.get(number)

    def hide(self) -> None:
        """Let pyplot have none of these figures open: else it would draw them when the test cell ends."""
        for number, num in self._opened.items():
            if self._is_open(number, num):
                with suppress(Exception):
                    sys.modules["matplotlib._pylab_helpers"].Gcf.destroy(num)
        self._opened.clear()


def _is_pair(value: object) -> bool:
    """Whether it is two numbers, the first one as pyplot numbers figures."""
    return type(value) is list and [type(part) for part in value] == [int, int] and 0 < value[0] < 10_000
