"""The student's figures, as the examiner knows them: each is sent as its form, and again when it has changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from nbproctor.examination.wire.figures.figure_forms import Place, UnheldError, encoded_form, is_loaded, place_of
from nbproctor.examination.wire.messages.exam_messages import FiguresSeen, LookAtFigures


class SentFigures:
    """Figures by the numbers under which the examiner knows them."""

    def __init__(self) -> None:
        self._figures: dict[int, Any] = {}  # kept, so that no other gets the number
        self._sent: dict[int, bytes] = {}
        self._forms: dict[int, bytes | None] = {}  # as long as no code of the student's has run
        self._is_looking = True

    def begin(self) -> None:
        """Begin a test cell: the examiner has no figure, and those that the test before drew are closed."""
        self._sent.clear()
        self._forms.clear()
        _close_as_after_a_cell()

    def code_ran(self) -> None:
        """Look at each figure anew: the student's code may have changed it."""
        self._forms.clear()

    @contextmanager
    def not_looking(self) -> Iterator[None]:
        """Meanwhile, let figures be objects like others: nobody will look at them."""
        self._is_looking = False
        try:
            yield
        finally:
            self._is_looking = True

    def sent(self, value: object) -> tuple[int, Place, bytes] | None:
        """The number of a figure, the place of a thing in it, and its form; None for all that is no such thing."""
        if not self._is_looking or not is_loaded():
            return None
        with suppress(Exception):  # of a thing that is none, though its class is matplotlib's
            found = place_of(value)
            if found is not None and (form := self._form(found[0])) is not None:
                number = id(found[0])
                self._sent[number] = form
                return number, found[1], form
        return None

    def _form(self, figure: Any) -> bytes | None:
        number = id(figure)
        self._figures[number] = figure
        if number not in self._forms:
            try:
                self._forms[number] = encoded_form(figure)
            except UnheldError:
                self._forms[number] = None
        return self._forms[number]

    def look(self, request: LookAtFigures) -> FiguresSeen:
        """How figures are now: those that the examiner has, and pyplot's open ones if it asks.

        Args:
            request: the examiner's.
        """
        if request.closed and (pyplot := sys.modules.get("matplotlib.pyplot")) is not None:
            for number in request.closed:
                pyplot.close(self._figures[number])
        opened = [(number, figure) for number, figure in _open_figures() if request.with_open and self._form(figure)]
        numbers = {*request.known, *(id(figure) for _, figure in opened)}
        forms = {number: self._form(self._figures[number]) or b"" for number in numbers}
        changed = {number: form for number, form in forms.items() if form != self._sent.get(number)}
        self._sent.update(changed)
        return FiguresSeen(changed, [[number, id(figure)] for number, figure in opened])


def _open_figures() -> list[tuple[int, Any]]:
    """Pyplot's open figures with its numbers for them, the current one last."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    if helpers is None:
        return []
    managers = list(helpers.Gcf.figs.values())
    return [(each.num, each.canvas.figure) for each in managers if type(each.num) is int]


def _close_as_after_a_cell() -> None:
    """Close pyplot's figures if a notebook's kernel does so after each cell."""
    backend, pyplot = sys.modules.get("matplotlib_inline.backend_inline"), sys.modules.get("matplotlib.pyplot")
    if backend is None or pyplot is None or "inline" not in pyplot.get_backend():
        return
    if backend.InlineBackend.instance().close_figures:
        pyplot.close("all")
