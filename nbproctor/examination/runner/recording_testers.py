"""The `Tester` and the `Suite` of a test cell that is graded: they call functions and write the outcomes down.

A tester has the inputs of all official cases and no expected output. Its table of outcomes goes to a judge in another
process. By changing these classes, the submitted code can only write other outcomes.
"""

from __future__ import annotations

import io
import linecache
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar

from IPython.utils.capture import capture_output

from nbproctor.examination.outcomes.function_calls import OfficialInputs, call_all
from nbproctor.examination.outcomes.outcome import TablesWriter
from nbproctor.examination.outcomes.suite_messages import (
    CALL,
    END,
    FAILS,
    PASSES,
    RAISED,
    RETURNED,
    VERDICT,
    exception_named,
)
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_tracebacks import text_of

_DATA_FOLDER = "resource/asnlib/publicdata/"
_DEBUG_VARIABLES = "input_vars", "original_input_vars", "returned_output_vars", "true_output_vars"


class RunnerTester:
    """Replaces the notebook's `Tester` while a test cell is graded.

    The first `run_test` or `run_tests` calls the function on all cases; later ones do nothing. The debug variables are
    those of a visible case.
    """

    __test__ = False

    inputs: ClassVar[Mapping[str, OfficialInputs]]
    tables: ClassVar[TablesWriter | None]
    """Where the table goes; None if the cell runs again, without calls."""

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = _DATA_FOLDER) -> None:
        self._function: Callable[..., Any] = conf["func"]
        self._case_file = str(conf["case_file"])
        self._key, self._path = key, path
        self._official = self.inputs[self._case_file]
        if not callable(self._function):
            raise TypeError(f"conf['func'] must be a function, but is {self._function!r}")
        self._has_run = False

    def run_tests(self, count: int, names: dict[str, Any]) -> None:
        """Call the function on all cases if the cell asks for any, and put the debug variables into its `globals()`."""
        if count > 0:
            self.run_test()
        names.update(zip(_DEBUG_VARIABLES, self.get_test_vars(), strict=True))

    def run_test(self) -> None:
        """Call the function on all cases, once."""
        if not self._has_run and self.tables is not None:
            self._has_run = True
            with _showing_nothing():
                call_all(self._function, self._case_file, self._official, self.tables)

    def get_test_vars(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
        """The inputs and the outputs of a visible case, as after a right call."""
        case = self._visible_case()
        names = pickle.loads(self._official.cases[0])  # noqa: S301 - pickled by the judges' parent
        inputs = {name: value for name, value in case.items() if name in names}
        outputs = {name: value for name, value in case.items() if name not in names}
        return dict(inputs), inputs, dict(outputs), outputs

    def _visible_case(self) -> dict[str, Any]:
        if self._official.visible:
            return dict(pickle.loads(self._official.visible))  # noqa: S301 - pickled by the judges' parent
        from tester_fw.case_files import read_cases  # the release's own

        with suppress(Exception):  # the submitted code may have removed the file
            return read_cases(Path(self._path) / self._case_file, self._key)[0]
        return {}


class RunnerSuite:
    """Replaces the notebook's `Suite` while a test cell is graded: the judge chooses the functions that it tests."""

    channel: ClassVar[Channel | None]
    """The channel to the judge; None in a runner in which no suite is judged."""

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = _DATA_FOLDER) -> None:
        judged = conf["judged"]
        self._suite = AskedSuite(conf["func"], (judged,) if isinstance(judged, str) else tuple(judged))

    def judge(self, points: float, names: dict[str, Any]) -> float:
        """Run the suite on the judge's functions, put in the notebook's `globals()`; only the judge's points count."""
        if self.channel is not None:
            self._suite.answer(self.channel, names)
        return points


@contextmanager
def graded_cell(
    names: dict[str, Any],
    inputs: Mapping[str, OfficialInputs],
    tables: TablesWriter | None,
    channel: Channel | None = None,
) -> Iterator[None]:
    """Meanwhile, `Tester` and `Suite` are the runner's where a cell imports them, or has done so in `names`."""
    tester = type("Tester", (RunnerTester,), {"inputs": inputs, "tables": tables})
    suite = type("Suite", (RunnerSuite,), {"channel": channel})
    with _replaced("tester_fw.testers", tester, names), _replaced("tester_fw.suites", suite, names):
        yield


@contextmanager
def _replaced(module_name: str, replacement: type, names: dict[str, Any]) -> Iterator[None]:
    module, called = _module(module_name), replacement.__name__
    original = getattr(module, called, None)
    # A release may lack the package, and the student may have replaced the class.
    if module is None or not isinstance(original, type):
        yield
        return
    replaced = {name: value for name, value in names.items() if isinstance(value, type) and _derives(value, original)}
    setattr(module, called, replacement)
    names.update(dict.fromkeys(replaced, replacement))
    try:
        yield
    finally:
        setattr(module, called, original)
        bound = [name for name, value in names.items() if value is replacement]
        names.update({name: replaced.get(name, original) for name in bound})


def _derives(kind: type, base: type) -> bool:
    return any(ancestor is base for ancestor in type.__dict__["__mro__"].__get__(kind))


def _module(name: str) -> ModuleType | None:
    if name not in sys.modules:
        with suppress(ImportError):
            __import__(name)
    return sys.modules.get(name)


@contextmanager
def _showing_nothing() -> Iterator[None]:
    """Drop what is displayed meanwhile, and close the figures that are opened: they show official cases."""
    before = set(_figure_numbers())
    with capture_output(stdout=False, stderr=False):
        yield
    for number in set(_figure_numbers()) - before:
        with suppress(Exception):
            sys.modules["matplotlib.pyplot"].close(number)


def _figure_numbers() -> list[int]:
    pyplot = sys.modules.get("matplotlib.pyplot")
    with suppress(Exception):
        return list(pyplot.get_fignums()) if pyplot else []
    return []


_NOTHING = object()
_CHANGEABLE: dict[type, Callable[[Any, Any], object]] = {
    list: lambda value, now: value.__setitem__(slice(None), now),
    dict: lambda value, now: (value.clear(), value.update(now)),
    set: lambda value, now: (value.clear(), value.update(now)),
    bytearray: lambda value, now: value.__setitem__(slice(None), now),
}


class AskedSuite:
    """A suite, run as often as the judge asks; it finds the functions under the names `judged`."""

    def __init__(self, suite: Callable[[], object], judged: tuple[str, ...]) -> None:
        self._suite, self._judged = suite, judged

    def answer(self, channel: Channel, names: dict[str, Any]) -> None:
        """Run the suite on each function that the judge has, and send the verdicts."""
        while channel.receive()[0] != END:
            channel.send([VERDICT, *self._verdict(channel, names)])

    def _verdict(self, channel: Channel, names: dict[str, Any]) -> list[str]:
        functions = {name: _judged_function(channel, name) for name in self._judged}
        before = {name: names.get(name, _NOTHING) for name in functions}
        names.update(functions)
        printed = io.StringIO()
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                self._suite()
        except (Exception, SystemExit) as error:
            name = str(type.__getattribute__(type(error), "__name__"))
            return [FAILS, name, text_of(error).strip().partition("\n")[0][:200], self._line(error)]
        finally:
            names.update(before)
            for name in (name for name, value in before.items() if value is _NOTHING):
                del names[name]
        return [PASSES, "", "", ""]

    def _line(self, error: BaseException) -> str:
        """The line of the suite that raised an error, where that is known."""
        frame = error.__traceback__ if isinstance(self._suite, FunctionType) else None
        while frame is not None and frame.tb_frame.f_code is not self._suite.__code__:
            frame = frame.tb_next
        return linecache.getline(frame.tb_frame.f_code.co_filename, frame.tb_lineno).strip() if frame else ""


def _judged_function(channel: Channel, name: str) -> Callable[..., Any]:
    def judged(*args: Any, **kwargs: Any) -> Any:
        try:
            channel.send([CALL, name, list(args), kwargs])
        except WireError as problem:
            raise TypeError(f"{name} can be called only with plain data: {problem}") from None
        kind, *content = channel.receive()
        if kind == RAISED:
            raised, text = content
            raise exception_named(raised)(text)
        assert kind == RETURNED
        returned, changed = content
        for position, now in changed:
            given = args[position] if isinstance(position, int) else kwargs[position]
            _CHANGEABLE[type(given)](given, now)
        return returned

    judged.__name__ = judged.__qualname__ = name
    return judged
