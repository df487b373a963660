"""The student's exceptions, made here from what the candidate sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nbproctor.examination.examiner.proxies import Conversation, Proxy, proxy_type
from nbproctor.examination.examiner.rehearsal.reference_uses import RAISED_BY, Origin, UsePolicy
from nbproctor.examination.examiner.sent_objects import PassedObjects
from nbproctor.examination.wire.exceptions_as_data import Classes, is_builtin


class StudentExceptions:
    """Makes exceptions and their classes.

    Args:
        link: what the proxies ask.
        uses: says where the student's code may give objects.
        passed: the objects that the test cell passed.
        namespace: the names of the test cells, where a class that both sides define is found.

    Attributes:
        made: the exceptions that were made, if somebody wants to see what becomes of them.
    """

    def __init__(
        self,
        link: Conversation,
        uses: UsePolicy,
        passed: PassedObjects,
        namespace: Mapping[str, object] | None,
    ) -> None:
        self._link = link
        self._uses = uses
        self._passed = passed
        self._classes = Classes({} if namespace is None else namespace, StudentsException)
        self.made: list[BaseException] | None = None

    def named_class(self, description: Any, proxy: Proxy) -> type[BaseException]:
        """A class of exceptions of the student's.

        Args:
            description: the class as plain data.
            proxy: stands for the student's class itself.

        Raises:
            Exception: any, as a description that is none may raise any.
        """
        kind = self._classes.find(description)
        if isinstance(kind, StudentsException):
            type.__setattr__(kind, "examiners_proxy", proxy)
        return kind

    def exception(self, content: Any, origin: Origin) -> BaseException:
        """The exception that the student's code raised, or one of the test's own that came back.

        Args:
            content: the exception as the candidate sent it.
            origin: how the test came by what raised it.
        """
        match content:
            case [_, int(number)] if (passed := self._tests_exception(number)) is not None:
                return passed
            case [description, None]:
                error = self._classes.exception(description)
            case [description, None, int(key)]:
                error = self._classes.exception(description)
                self._add_proxy(error, key, origin)
            case _:
                error = RuntimeError("an exception that could not be read")
        error.from_candidate = True  # type: ignore[attr-defined]
        if self.made is not None:
            self.made.append(error)
        return error

    def _tests_exception(self, number: int) -> BaseException | None:
        """The exception that the test passed under this number; None if it passed none."""
        try:
            passed = self._passed[number]
        except LookupError:
            return None
        return passed if isinstance(passed, BaseException) else None

    def _add_proxy(self, error: BaseException, key: int, origin: Origin) -> None:
        """Let the candidate be asked for the exception's methods, and for attributes that are no plain data."""
        kind = type(error)
        if type(key) is not int or is_builtin(kind):
            return
        place = self._uses.took(origin, RAISED_BY, kind.__name__)
        if place is not None:
            proxy = proxy_type(kind.__name__, is_callable=False)(self._link, key, place, key)
            error.__dict__["examiners_proxy"] = proxy


class StudentsException(type):
    """The class of the student's classes of exceptions: the candidate is asked for what these have not here."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate make the exception, as the student's code does."""
        proxy = cls.__dict__.get("examiners_proxy")
        if proxy is None:
            return super().__call__(*args, **kwargs)
        return object.__getattribute__(proxy, "_examiners_link").make(proxy, *args, **kwargs)

    def __getattr__(cls, name: str) -> Any:
        proxy = cls.__dict__.get("examiners_proxy")
        if proxy is None or name.startswith("__"):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return getattr(proxy, name)


def ending_no_loop(error: BaseException, operation: str, origin: Origin) -> BaseException:
    """The exception, but not as one that would end a loop of the test's own, such as `for ... in map(f, ...)`.

    Args:
        error: what the student's code raised.
        operation: what raised it.
        origin: how the test came by what it was asked of.
    """
    is_end = isinstance(error, (StopIteration, StopAsyncIteration))
    if not is_end or operation in ("next", "anext") or origin.words.endswith((".send", ".throw", ".asend", ".athrow")):
        return error
    replacement = RuntimeError(f"a call raised {type(error).__name__}, which only an iterator may do")
    replacement.from_candidate = True  # type: ignore[attr-defined]
    return replacement
