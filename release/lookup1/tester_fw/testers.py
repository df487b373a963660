"""Runs the function of an exercise on its test cases, one at a time."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tester_fw import messages
from tester_fw.case_files import read_cases
from tester_fw.compare import difference
from tester_fw.conf import Conf, fit_to_cases, read_conf
from tester_fw.errors import ModifiedInputError, WrongAnswerError
from tester_fw.inputs import change, fresh
from tester_fw.smallest import SECONDS, quietly, size, time_limit
from tester_fw.tracebacks import hide_framework

DATA_FOLDER = "resource/asnlib/publicdata/"


class Case(NamedTuple):
    """The inputs of one call and the outputs that it should have."""

    inputs: dict[str, Any]
    outputs: dict[str, Any]


class Tester:
    """Tests a function as its conf says.

    A conf is a dict: `case_file` and `func` are required; `inputs` and `outputs` describe the function's
    arguments and what it returns. Their keys and defaults stand in `tester_fw.conf` and `tester_fw.rules`.

    `conf` is what was understood of it, `runs` counts the cases that were run.
    """

    __test__ = False  # its name begins with "Test", and pytest would take it for a class of tests

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = DATA_FOLDER) -> None:
        self.key = key
        self.path = path
        self.conf = read_conf(conf)
        cases = self.load_cases()
        self.conf = self.fit_conf(cases)
        self.runs = 0
        self._cases = [self._split(case) for case in cases]
        self._waiting: list[Case] = []
        self._has_failed = False
        # Its own, so that random.seed() in a notebook neither decides the order nor notices it.
        self._random = Random()
        self._case = Case({}, {})
        self._inputs: dict[str, Any] = {}
        self._returned: dict[str, Any] = {}

    def load_cases(self) -> list[dict[str, Any]]:
        """Return the cases: dicts of every input's and output's value."""
        return read_cases(Path(self.path) / self.conf.case_file, self.key)

    def fit_conf(self, cases: list[dict[str, Any]]) -> Conf:
        """Return the conf with the names that it leaves to the cases, checked against every case."""
        return fit_to_cases(self.conf, cases)

    def run_test(self) -> None:
        """Run one case; raise an error if the function returns a wrong value or changes what it must not.

        A small case is easier to think through. So after a failure the smaller ones of the cases that are left are
        tried, and the smallest that fails takes the place of the one that was drawn.
        """
        __tracebackhide__ = True
        self._draw()
        self.runs += 1
        error = self._failure()
        if error is not None:
            raise self._smallest_failure(error)

    def get_test_vars(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Return the inputs after the last call, those before it, what it returned and what was expected."""
        return dict(self._inputs), dict(self._case.inputs), dict(self._returned), dict(self._case.outputs)

    def _split(self, case: dict[str, Any]) -> Case:
        return Case(
            {each.name: case[each.name] for each in self.conf.inputs},
            {each.name: case[each.name] for each in self.conf.outputs},
        )

    def _draw(self) -> None:
        if not self._waiting:
            self._waiting = self._cases.copy()
            self._random.shuffle(self._waiting)
        self._take_next()

    def _take_next(self) -> None:
        self._case = self._waiting.pop()
        self._inputs = self._fresh_inputs()
        self._returned = {}

    def _fresh_inputs(self) -> dict[str, Any]:
        """Return the case's inputs for the call, which may change them."""
        return {each.name: fresh(each, self._case.inputs[each.name]) for each in self.conf.inputs}

    def _failure(self) -> Exception | None:
        """Run the case; return the error if it fails. An interrupt or an exit is none, and ends the test."""
        __tracebackhide__ = True
        try:
            returned = self._call()
            self._take_apart(returned)
            self._check_outputs(returned)
            self._check_inputs()
        except Exception as error:
            return error
        return None

    def _smallest_failure(self, error: Exception) -> Exception:
        """Return the error of the smallest case that fails; from now on, the four dicts are of that case."""
        __tracebackhide__ = True
        waiting, drawn = self._waiting, (self._case, self._inputs, self._returned)
        found, is_known = None, False
        # The last two mean that nothing can be interrupted here; then nothing is tried.
        with suppress(KeyboardInterrupt, ValueError, RuntimeError), self._search_limit():
            found = self._smaller_failure()
            is_known = not self._has_failed
        if found is None:
            self._case, self._inputs, self._returned = drawn
        self._waiting = [drawn[0] if each is self._case else each for each in waiting]
        self._has_failed = True
        error = error if found is None else found
        if is_known and len(self._cases) > 1:
            self._say(error, messages.smallest(len(self._smaller_cases(self._cases)), len(self._cases)))
        return error

    def _smaller_failure(self) -> Exception | None:
        """Run the waiting cases that are smaller than the one at hand, the smallest first, up to one that fails."""
        self._waiting = self._smaller_cases(self._waiting)[::-1]
        while self._waiting:
            self._take_next()
            error, printed = quietly(self._failure)
            if error is not None:
                sys.stdout.write(printed)
                return error
        return None

    def _smaller_cases(self, cases: list[Case]) -> list[Case]:
        """Return those that are smaller than the case at hand, the smallest first."""
        largest = size(self._case.inputs)
        sizes = [(size(each.inputs), each) for each in cases]
        return [each for its_size, each in sorted(sizes, key=lambda one: one[0]) if its_size < largest]

    def _search_limit(self) -> AbstractContextManager[None]:
        """Return what ends the search for a smaller case if it takes long."""
        return time_limit(SECONDS)

    def _call(self) -> Any:
        __tracebackhide__ = True
        try:
            return self.conf.func(**self._inputs)
        except BaseException as error:
            self._annotate(error)
            raise

    def _take_apart(self, returned: Any) -> None:
        outputs = self.conf.outputs
        if len(outputs) == 1:
            self._returned = {outputs[0].name: returned}
            return
        if type(returned) is tuple:
            self._returned = {each.name: returned[each.index] for each in outputs[: len(returned)]}
        if type(returned) is not tuple or len(returned) != len(outputs):
            names = [each.name for each in outputs]
            raise WrongAnswerError(messages.wrong_shape(self._call_in_words(), returned, names))

    def _check_outputs(self, returned: Any) -> None:
        for each in self.conf.outputs:
            expected, returned_one = self._case.outputs[each.name], self._returned[each.name]
            if returned_one is expected:
                continue
            problem = difference(expected, returned_one, each.name, rules=each.rules)
            if problem is not None:
                call = self._call_in_words()
                raise WrongAnswerError(messages.wrong_answer(problem, call, returned, self._expected()))

    def _check_inputs(self) -> None:
        for each in self.conf.inputs:
            if each.check_modified:
                was, now = self._case.inputs[each.name], self._inputs[each.name]
                problem = None if now is was else change(each, was, now)
                if problem is not None:
                    function, call = messages.name_of(self.conf.func), self._call_in_words()
                    raise ModifiedInputError(messages.modified_input(each.name, function, was, now, problem, call))

    def _expected(self) -> Any:
        """Return the expected outputs in the shape in which the function should return them."""
        expected = tuple(self._case.outputs.values())
        return expected[0] if len(expected) == 1 else expected

    def _call_in_words(self) -> str:
        return messages.call_of(messages.name_of(self.conf.func), self._case.inputs)

    def _annotate(self, error: BaseException) -> None:
        """Add to what the function raised which call raised it; the error itself stays as it is."""
        with suppress(Exception):  # a student's own exception class may object
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:
                hide_framework(error)  # raised by the call itself, say for a parameter of another name
        self._say(error, f"This came from {self._call_in_words()}, a test case of {self.conf.case_file}.")

    def _say(self, error: BaseException, sentence: str) -> None:
        """Add a sentence to the message of an error; to one of the function's own as a note."""
        if isinstance(error, WrongAnswerError):
            error.args = (f"{error}\n{sentence}",)
        with suppress(Exception):  # a student's own exception class may object
            if not isinstance(error, WrongAnswerError) and hasattr(error, "add_note"):  # since Python 3.11
                error.add_note(sentence)
