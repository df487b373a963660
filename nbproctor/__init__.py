"""The instructor's tools: build an assignment, grade what students hand in, report it.

What an author imports in a `cases.py` is here: `JudgedFunctions`, `Sampler` and `proof`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbproctor.assignment.cases_file import proof
    from nbproctor.assignment.sampler import JudgedFunctions, Sampler

__all__ = ["JudgedFunctions", "Sampler", "proof"]


def __getattr__(name: str) -> Any:
    """Import what an author asks for, and only then: a runner imports this package too, and holds no sampler."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from nbproctor.assignment import cases_file, sampler

    return getattr(cases_file if name == "proof" else sampler, name)
