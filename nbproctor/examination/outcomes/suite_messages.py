"""What a runner and a judge say to each other while the judge judges a student's own tests."""

from __future__ import annotations

import builtins
from typing import Any

from nbproctor.examination.wire.wire_bounds import WireError

FUNCTION, CALL, RETURNED, RAISED, VERDICT, END = "function", "call", "returned", "raised", "verdict", "end"
PASSES, FAILS = "passes", "fails"
_MOST_TEXT = 200


def read_call(message: Any, names: tuple[str, ...]) -> tuple[str, list[Any], dict[str, Any]]:
    """A runner's call of a judged function: its name and arguments. A `WireError` if the message is none."""
    match message:
        case [str(kind), str(name), list(args), dict(kwargs)] if kind == CALL and name in names:
            if all(type(key) is str for key in kwargs):
                return name, args, kwargs
    raise WireError("a runner called something that is not judged")


def read_verdict(message: Any) -> tuple[str, str, str, str]:
    """A runner's verdict, with the class, text and line of what the suite raised. A `WireError` if it is none."""
    match message:
        case [str(kind), str(verdict), str(raised), str(text), str(line)] if kind == VERDICT:
            if verdict in (PASSES, FAILS):
                return verdict, raised[:_MOST_TEXT], text[:_MOST_TEXT], line[:_MOST_TEXT]
    raise WireError("a runner sent an invalid verdict")


def exception_named(name: str) -> type[Exception]:
    """Python's own exception of this name, or a new class."""
    known = getattr(builtins, name, None)
    if isinstance(known, type) and issubclass(known, Exception):
        return known
    return type(name.replace("\0", "") or "Exception", (Exception,), {})


def is_call(message: Any) -> bool:
    """Whether a message of a runner is a call."""
    return type(message) is list and bool(message) and message[0] == CALL
