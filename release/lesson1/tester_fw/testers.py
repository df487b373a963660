"""Runs the function of an exercise on its test cases, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tester_fw import messages
from tester_fw.case_files import Case, read_cases
from tester_fw.compare import difference, mismatch
from tester_fw.conf import Conf, fit_to_cases, read_conf
from tester_fw.errors import ModifiedInputError, OutdatedFunctionError, WrongAnswerError
from tester_fw.families import plain
from tester_fw.held_print import HeldPrint, holding
from tester_fw.inputs import change, fresh
from tester_fw.names import DEBUG_VARIABLES
from tester_fw.smallest import SECONDS, size, time_limit
from tester_fw.stale import outdated_function
from tester_fw.tracebacks import show_as_raised_by

DATA_FOLDER = "resource/asnlib/publicdata/"


class SplitCase(NamedTuple):
    """A case as a tester runs it: the inputs of the call, and the outputs that it should have."""

    inputs: dict[str, Any]
    outputs: dict[str, Any]

    @classmethod
    def of(cls, conf: Conf, case: Case) -> SplitCase:
        """Split a case.

        Args:
            conf: fitted to the cases.
            case: the values of all inputs and outputs.
        """
        inputs = {about.name: case[about.name] for about in conf.inputs}
        return cls(inputs, {output.name: case[output.name] for output in conf.outputs})


class Tester:
    """Tests a function as its conf says.

    A conf is a dict: `case_file` and `func` are required; `inputs` and `outputs` describe the function's
    arguments and what it returns. Their keys and defaults stand in `tester_fw.conf` and `tester_fw.rules`.

    Test cells call `run_tests`, or `run_test` and `get_test_vars`. A subclass may override the steps of which these
    consist, in the order in which they are called:

    - once: `load_cases`, `fit_conf`, and for each case `split_case`;
    - for each case that is run: `fresh_inputs` and then `run_case`, which calls `call`, `check_outputs` and
      `check_inputs`;
    - after a failure: `search_limit`, and then for each smaller case the same steps again.

    Attributes:
        conf: what was understood of the conf.
        runs: how many cases were run; those that were tried in search of a smaller one do not count.
        cases: all cases.
        upcoming: those that have yet to be drawn before any case is drawn again, the next one last.
        case: the case that is run, or was run last.
        inputs: what the function is given for it; after the call, with what the function changed of them.
        returned: what the function returned for it, by the names of the outputs.
        judged_names: where the function is a suite's verdict, the names of the functions that the suite tests.
        verdicts: the verdicts that a suite has reached on the function of each case, by the `id` of the case.
    """

    __test__ = False  # its name begins with "Test", and pytest would take it for a class of tests

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = DATA_FOLDER) -> None:
        self.key = key
        self.path = path
        self.conf = read_conf(conf)
        if name := outdated_function(self.conf.func):
            raise OutdatedFunctionError(name=name)
        cases = self.load_cases()
        self.conf = self.fit_conf(cases)
        self.runs = 0
        self.cases = [self.split_case(case) for case in cases]
        self.upcoming: list[SplitCase] = []
        self.case = SplitCase({}, {})
        self.inputs: dict[str, Any] = {}
        self.returned: dict[str, Any] = {}
        self.judged_names: tuple[str, ...] = ()
        self.verdicts: dict[int, set[str]] = {}
        self._has_failed = False
        self._sentences_below: list[str] = []  # sentences that a notebook shows below what the function raised last
        # Its own, so that random.seed() in a notebook neither decides the order nor notices it.
        self._random = Random()

    # What test cells call.

    def run_tests(self, count: int, names: dict[str, Any]) -> None:
        """Run so many cases, up to the first that fails; raise its error.

        Afterwards, whether one failed or none did, these variables are in the notebook, for the case that was run
        last: `input_vars`, `original_input_vars`, `returned_output_vars` and `true_output_vars`.

        Args:
            count: how many cases to run.
            names: where the variables are put: the notebook's `globals()`.

        Raises:
            WrongAnswerError: the function returned a wrong value, or changed an input that it must not change.
        """
        __tracebackhide__ = True
        try:
            for _ in range(count):
                self.run_test()
        finally:
            names.update(zip(DEBUG_VARIABLES, self.get_test_vars()))

    def run_test(self) -> None:
        """Run one case; raise an error if the function returns a wrong value or changes what it must not.

        A small case is easier to think through. So after a failure the smaller ones of the cases that are left are
        tried, and the smallest that fails takes the place of the one that was drawn. Only what the function prints for
        that case is shown.
        """
        __tracebackhide__ = True
        if not self.upcoming:
            self.upcoming = self.cases.copy()
            self._random.shuffle(self.upcoming)
        self.take_case(self.upcoming.pop())
        self.runs += 1
        with holding() as printed:
            try:
                error = self.run_case()
            except BaseException:  # the interrupt of a loop that never ends
                printed.flush()
                raise
        if error is not None:
            raise self._smallest_failure(error, printed)

    def get_test_vars(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Return the inputs after the last call, those before it, what it returned and what was expected."""
        return dict(self.inputs), dict(self.case.inputs), dict(self.returned), dict(self.case.outputs)

    # What a subclass may override.

    def rounds(self) -> list[list[SplitCase]]:
        """Return all cases in the orders in which a suite is run on them: twice, each time shuffled anew.

        Called by `Suite.judge`. A subclass may return one order, if `verdicts` holds what was reached another time.
        """
        return [self._random.sample(self.cases, len(self.cases)) for _ in range(2)]

    def load_cases(self) -> list[Case]:
        """Return the cases, each a dict of every input's and output's value.

        Called once, when the tester is made and `conf` is what the test cell says. A subclass may take the cases from
        anywhere; without any there is nothing that `run_test` could draw.
        """
        return read_cases(Path(self.path) / self.conf.case_file, self.key)

    def fit_conf(self, cases: list[Case]) -> Conf:
        """Return the conf with the names that it leaves to the cases, checked against every case.

        Called once, after `load_cases`; `conf` is then what this returns. A subclass may know that the cases have been
        checked.

        Args:
            cases: as `load_cases` returned them.
        """
        return fit_to_cases(self.conf, cases)

    def split_case(self, case: Case) -> SplitCase:
        """Return the inputs and the outputs of a case.

        Called once for each case, after `fit_conf`. A subclass may return what it has split earlier.

        Args:
            case: one of those that `load_cases` returned.
        """
        return SplitCase.of(self.conf, case)

    def fresh_inputs(self) -> dict[str, Any]:
        """Return what the function is called with: copies of the inputs of `case`, which the call may change.

        Called before each case is run, when `case` is that case. A subclass may copy less where it knows that nothing
        changes.
        """
        return {about.name: fresh(about, self.case.inputs[about.name]) for about in self.conf.inputs}

    def run_case(self) -> Exception | None:
        """Run `case` on `inputs`; return the error if it fails. An interrupt or an exit is none, and ends the test.

        Called once for each case. A subclass may know the outcome without a call; it then sets `returned`.
        """
        __tracebackhide__ = True
        try:
            returned = self.call()
            self._take_apart(returned)
            self.check_outputs(returned)
            self.check_inputs()
        except Exception as error:
            return error
        return None

    def call(self) -> Any:
        """Call the function with `inputs`; return what it returns and raise what it raises.

        Called by `run_case`. A subclass may get the answer in another way, and replace `inputs` by what became of them;
        what the function raised it hands to `name_call`.
        """
        __tracebackhide__ = True
        try:
            return self.conf.func(**self.inputs)
        except BaseException as error:
            self.name_call(error)
            raise

    def check_outputs(self, returned: Any) -> None:
        """Raise a `WrongAnswerError` if an output is not what was expected.

        Called by `run_case` after the call, when `returned` holds the outputs by name. A subclass may know without a
        comparison that they are right.

        Args:
            returned: what the function returned: the output, or a tuple of several.
        """
        for output in self.conf.outputs:
            expected, returned_output = self.case.outputs[output.name], self.returned[output.name]
            if output.check is not None:
                self._check_by_rule(output.check, returned, returned_output, expected)
                continue
            if returned_output is expected:
                continue
            count = len(self.conf.outputs)
            where = messages.output_called(output.name, output.index, count)
            problem = difference(expected, returned_output, where, rules=output.rules)
            if problem is not None:
                is_all = count == 1 and problem == where + mismatch(expected, returned_output)
                outcome = messages.outcome(self._call_in_words(), returned, self._expected())
                raise WrongAnswerError.about(outcome, "" if is_all else problem)

    def _check_by_rule(self, check: Callable[..., Any], returned: Any, output: Any, expected: Any) -> None:
        inputs = {about.name: fresh(about, self.case.inputs[about.name]) for about in self.conf.inputs}
        try:
            problem = check(inputs, plain(output), deepcopy(expected))
        except Exception as error:
            problem = f"it cannot be checked ({type(error).__name__}: {error})"
        if problem is not None:
            sentence = messages.broken_rule(self._call_in_words(), returned, str(problem))
            raise WrongAnswerError(sentence)

    def check_inputs(self) -> None:
        """Raise a `ModifiedInputError` if the call changed an input that must stay as it was.

        Called by `run_case` after `check_outputs`. A subclass may know without a comparison that nothing has changed.
        """
        for about in self.conf.inputs:
            if about.check_modified:
                was, now = self.case.inputs[about.name], self.inputs[about.name]
                problem = None if now is was else change(about, was, now)
                if problem is not None:
                    culprit = f"{about.name} was changed by {messages.name_of(self.conf.func)}"
                    sentence = messages.modified_input(culprit, was, now, problem, self._call_in_words())
                    raise ModifiedInputError(sentence)

    def search_limit(self) -> AbstractContextManager[None]:
        """Return what ends the search for a smaller case that fails, if it takes long.

        Called after a case has failed; the search takes place inside. To end it, `KeyboardInterrupt` is raised there. A
        subclass may give the search another time.
        """
        return time_limit(SECONDS)

    # What a subclass may call.

    def take_case(self, case: SplitCase) -> None:
        """Let this be the case that `run_case` runs."""
        self.case = case
        self.inputs = self.fresh_inputs()
        self.returned = {}

    def name_call(self, error: BaseException) -> None:
        """Add to what the function raised which call raised it; the error itself stays as it is."""
        call, self._sentences_below = self._call_in_words(), []
        with suppress(Exception):  # a student's own exception class may object
            show_as_raised_by(error, call, self._sentences_below)
        self._say(error, f"This came from {call}, a test case of {self.conf.case_file}.")

    def _take_apart(self, returned: Any) -> None:
        outputs = self.conf.outputs
        if len(outputs) == 1:
            self.returned = {outputs[0].name: returned}
            return
        parts = plain(returned)  # a namedtuple of the outputs is a tuple
        if type(parts) is tuple:
            self.returned = {output.name: parts[output.index] for output in outputs[: len(parts)]}
        if type(parts) is not tuple or len(parts) != len(outputs):
            names = [output.name for output in outputs]
            raise WrongAnswerError(messages.wrong_shape(self._call_in_words(), returned, names))

    def _smallest_failure(self, error: Exception, printed: HeldPrint) -> Exception:
        """Return the error of the smallest case that fails, and show what was printed for it; the dicts are of it."""
        __tracebackhide__ = True
        upcoming, drawn = self.upcoming, (self.case, self.inputs, self.returned)
        found, is_known = None, False
        # The last two mean that nothing can be interrupted here; then nothing is tried.
        with suppress(KeyboardInterrupt, ValueError, RuntimeError), self.search_limit():
            found = self._smaller_failure()
            is_known = not self._has_failed
        if found is None:
            self.case, self.inputs, self.returned = drawn
            printed.flush()
        self.upcoming = [drawn[0] if case is self.case else case for case in upcoming]
        self._has_failed = True
        error = error if found is None else found
        if is_known and len(self.cases) > 1:
            sentence = messages.smallest(len(self._smaller_cases(self.cases)), len(self.cases))
            self._sentences_below.append(sentence)
            self._say(error, sentence)
        return error

    def _smaller_failure(self) -> Exception | None:
        """Run the upcoming cases that are smaller than the one at hand, the smallest first, up to one that fails."""
        self.upcoming = self._smaller_cases(self.upcoming)[::-1]
        while self.upcoming:
            self.take_case(self.upcoming.pop())
            with holding() as printed:
                error = self.run_case()
            if error is not None:
                printed.flush()
                return error
        return None

    def _smaller_cases(self, cases: list[SplitCase]) -> list[SplitCase]:
        """Return those that are smaller than the case at hand, the smallest first."""
        largest = size(self.case.inputs)
        sized = sorted(((size(case.inputs), case) for case in cases), key=lambda pair: pair[0])
        return [case for case_size, case in sized if case_size < largest]

    def _expected(self) -> Any:
        """Return the expected outputs in the shape in which the function should return them."""
        expected = tuple(self.case.outputs.values())
        return expected[0] if len(expected) == 1 else expected

    def _call_in_words(self) -> str:
        return messages.call_of(messages.name_of(self.conf.func), self.case.inputs)

    def _say(self, error: BaseException, sentence: str) -> None:
        """Add a sentence to the message of an error; to one of the function's own as a note."""
        if isinstance(error, WrongAnswerError):
            error.args = (f"{error}\n{sentence}",)
        with suppress(Exception):  # a student's own exception class may object
            if not isinstance(error, WrongAnswerError) and hasattr(error, "add_note"):  # since Python 3.11
                error.add_note(sentence)
