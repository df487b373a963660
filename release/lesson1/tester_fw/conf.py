"""Reads the `conf` of a test cell, fills in what it leaves out, and says plainly what in it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any

from tester_fw.errors import (
    ConfError,
    DtypeMismatchError,
    MissingKeyError,
    NoOutputsError,
    NotAFunctionError,
    OutputIndexError,
    UnknownDtypeError,
    UnknownKeyError,
    UnknownNameError,
)
from tester_fw.messages import shown
from tester_fw.rules import DEFAULT, Rules

OUTPUT_PREFIX = "output_"

DTYPES: dict[str, Callable[[Any], bool]] = {
    "": lambda value: True,
    "int": lambda value: isinstance(value, Integral) and not isinstance(value, bool),
    "float": lambda value: isinstance(value, Real) and not isinstance(value, Integral),
    "bool": lambda value: _is_a(value, "bool", "bool_"),
    "str": lambda value: isinstance(value, str),
    "list": lambda value: isinstance(value, list),
    "tuple": lambda value: isinstance(value, tuple),
    "set": lambda value: isinstance(value, (set, frozenset)),
    "dict": lambda value: isinstance(value, dict),
    "df": lambda value: _is_a(value, "DataFrame"),
    "series": lambda value: _is_a(value, "Series"),
    "array": lambda value: _is_a(value, "ndarray"),
    "db": lambda value: isinstance(value, dict) and all(_is_a(table, "DataFrame") for table in value.values()),
}


@dataclass(frozen=True)
class Input:
    """One argument of the function."""

    name: str

    dtype: str = ""
    """Says what the cases hold. Only "db" does something: its frames reach the function as a database."""

    check_modified: bool = False
    """The function must leave it as it was."""


@dataclass(frozen=True)
class Output:
    """One value that the function returns."""

    name: str

    index: int
    """Its place in the returned tuple; by default, its place in the conf."""

    dtype: str = ""
    """Says what the cases hold, where `check_dtype` is True."""

    rules: Rules = DEFAULT

    check: Callable[[dict[str, Any], Any, Any], str | None] | None = None
    """Says what is wrong with what was returned, in the place of a comparison: several answers may be right.

    It is called with copies of the inputs, with what was returned and with what the reference returned, and returns
    None, or a sentence for the student. An exception in it says that the answer is wrong.
    """


@dataclass(frozen=True)
class Conf:
    """What to test, on which cases, and how to compare."""

    case_file: str
    func: Callable[..., Any]

    inputs: tuple[Input, ...] = ()
    """By default, every name in the cases that is not an output."""

    outputs: tuple[Output, ...] = ()
    """By default, every name in the cases that begins with `output_`. In the order of their indexes."""


INPUT_KEYS = tuple(field.name for field in fields(Input)[1:])
RULE_KEYS = tuple(field.name for field in fields(Rules))
FLAGS = tuple(key for key in RULE_KEYS if key == "exact" or key.startswith("check_"))
OUTPUT_KEYS = ("index", "dtype", "check", *RULE_KEYS)
CONF_KEYS = tuple(field.name for field in fields(Conf))
CASE_FILE_AND_FUNC = CONF_KEYS[:2]


def read_conf(raw: Any) -> Conf:
    """Return what the dict `raw` says, checked as far as that goes without the cases."""
    require_keys(raw, CASE_FILE_AND_FUNC, CONF_KEYS)
    _check("conf['case_file']", raw["case_file"], isinstance(raw["case_file"], str), "the name of a file")
    if not callable(raw["func"]):
        raise NotAFunctionError(value=shown(raw["func"]))
    return Conf(raw["case_file"], raw["func"], _inputs(raw), _outputs(raw))


def require_keys(raw: Any, required: tuple[str, ...], allowed: tuple[str, ...] = ()) -> None:
    """Require that a conf is a dict with these keys.

    Args:
        raw: the conf as a test cell has it.
        required: those that must be there.
        allowed: those that may be there; default: the same.

    Raises:
        ConfError: one is missing, or unknown.
    """
    _check("conf", raw, isinstance(raw, dict), "a dict")
    _check_keys("conf", raw, allowed or required)
    for key in required:
        if key not in raw:
            raise MissingKeyError(key=key)


def fit_to_cases(conf: Conf, cases: list[dict[str, Any]]) -> Conf:
    """Return the conf with the names that it leaves to the cases, checked against every case.

    Args:
        conf: as a test cell has it.
        cases: at least one.

    Raises:
        ConfError: the conf and a case contradict each other.
    """
    existing = list(cases[0])
    outputs = conf.outputs or _default_outputs(existing)
    if not outputs:
        raise NoOutputsError(case_file=conf.case_file, existing=_listed(existing))
    names_of_outputs = [output.name for output in outputs]
    inputs = conf.inputs or tuple(Input(name) for name in existing if name not in names_of_outputs)
    fitted = replace(conf, inputs=inputs, outputs=outputs)
    for case in cases:
        _check_case(fitted, case)
    return fitted


def _inputs(raw: dict[str, Any]) -> tuple[Input, ...]:
    entries = _entries(raw, "inputs", INPUT_KEYS)
    for place, about in entries.values():
        _check_dtype(place, about, tuple(DTYPES))
        _check_flags(place, about, ("check_modified",))
    return tuple(Input(name, **about) for name, (_, about) in entries.items())


def _outputs(raw: dict[str, Any]) -> tuple[Output, ...]:
    entries = _entries(raw, "outputs", OUTPUT_KEYS)
    for place, about in entries.values():
        _check_dtype(place, about, tuple(dtype for dtype in DTYPES if dtype != "db"))
        _check_flags(place, about, FLAGS)
        _check_tolerance(place, about)
        check = about.get("check")
        _check(f"{place}['check']", check, check is None or callable(check), "a function")
    outputs = [_output(name, place, about) for place, (name, (_, about)) in enumerate(entries.items())]
    _check_indexes(outputs)
    return tuple(sorted(outputs, key=lambda output: output.index))


def _output(name: str, place: int, about: dict[str, Any]) -> Output:
    rules = Rules(**{key: value for key, value in about.items() if key in RULE_KEYS})
    return Output(name, about.get("index", place), about.get("dtype", ""), rules, about.get("check"))


def _default_outputs(existing: list[Any]) -> tuple[Output, ...]:
    names = [name for name in existing if str(name).startswith(OUTPUT_PREFIX)]
    return tuple(Output(name, index) for index, name in enumerate(names))


def _entries(raw: dict[str, Any], part: str, allowed: tuple[str, ...]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the place (for messages) and the dict of every input or output, by name."""
    _check(f"conf[{part!r}]", raw.get(part, {}), isinstance(raw.get(part, {}), dict), "a dict")
    entries = {name: (f"conf[{part!r}][{name!r}]", about) for name, about in raw.get(part, {}).items()}
    for place, about in entries.values():
        _check(place, about, isinstance(about, dict), "a dict")
        _check_keys(place, about, allowed)
    return entries


def _check(place: str, value: Any, is_right: bool, wanted: str) -> None:
    if not is_right:
        raise ConfError(place=place, value=shown(value), wanted=wanted)


def _check_keys(place: str, given: dict[Any, Any], allowed: tuple[str, ...]) -> None:
    for key in given:
        if key not in allowed:
            nearest = get_close_matches(str(key), allowed, n=1, cutoff=0.5)
            advice = f"did you mean {nearest[0]!r}?" if nearest else f"the known keys are {_listed(allowed)}."
            raise UnknownKeyError(place=place, key=shown(key), advice=advice)


def _check_dtype(place: str, about: dict[str, Any], allowed: tuple[str, ...]) -> None:
    if about.get("dtype", "") not in allowed:
        raise UnknownDtypeError(place=place, value=shown(about["dtype"]), allowed=_listed(allowed))


def _check_flags(place: str, about: dict[str, Any], flags: tuple[str, ...]) -> None:
    for flag in flags:
        value = about.get(flag, True)
        _check(f"{place}[{flag!r}]", value, isinstance(value, bool), "True or False")


def _check_tolerance(place: str, about: dict[str, Any]) -> None:
    value = about.get("float_tolerance", 0.0)
    is_right = isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0
    _check(f"{place}['float_tolerance']", value, is_right, "a number, 0 or more")


def _check_indexes(outputs: list[Output]) -> None:
    indexes = [output.index for output in outputs]
    if any(type(index) is not int for index in indexes) or sorted(indexes) != list(range(len(outputs))):
        raise OutputIndexError(indexes=shown(indexes), count=len(outputs), last=len(outputs) - 1)


def _check_case(conf: Conf, case: dict[str, Any]) -> None:
    for place, name, dtype in _expectations(conf):
        if name not in case:
            raise UnknownNameError(place=place, name=name, case_file=conf.case_file, existing=_listed(case))
        if not (case[name] is None or DTYPES[dtype](case[name])):
            raise DtypeMismatchError(
                place=f"{place}[{name!r}]", dtype=dtype, case_file=conf.case_file, value=shown(case[name], 60)
            )


def _expectations(conf: Conf) -> list[tuple[str, str, str]]:
    """Return where each name stands in the conf, the name, and the dtype that its values must have."""
    return [("conf['inputs']", entry.name, entry.dtype if entry.dtype == "db" else "") for entry in conf.inputs] + [
        ("conf['outputs']", entry.name, entry.dtype if entry.rules.check_dtype else "") for entry in conf.outputs
    ]


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(repr(name) for name in names)


def _is_a(value: Any, *names: str) -> bool:
    # By name, so that neither numpy nor pandas need be imported to ask.
    return any(ancestor.__name__ in names for ancestor in type(value).__mro__)
