"""What stands in the examiner for the student's things: calls go to the candidate, data comes back."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgpack

from grading.examination.channel import Channel, ChannelClosed
from grading.examination.wire import Codec, WireError, containers


class CandidateGone(BaseException):
    """The candidate ended, or sent what is not data.

    Not an `Exception`, so that a test cell which expects exceptions does not take it for one.
    """


class Link:
    """The examiner's end of the channel to the candidate.

    Args:
        sock: the socket, or None as long as there is no candidate.
    """

    def __init__(self, sock: Any = None) -> None:
        self._is_waiting = False
        self._codec = Codec(_refer, self._resolve)
        self._channel: Channel | None = None
        self.attach(sock)

    def attach(self, sock: Any) -> None:
        """Talk to another candidate from now on."""
        self.close()
        self._channel = Channel(sock, Codec(_refer, self._resolve)) if sock is not None else None

    def close(self) -> None:
        """Talk to no candidate any more."""
        if self._channel is not None:
            self._channel.close()
        self._channel = None

    @property
    def is_closed(self) -> bool:
        """Whether there is no candidate to talk to."""
        return self._channel is None

    def names(self, callables: Iterable[str], data: Iterable[str]) -> dict[str, Any]:
        """What the candidate has under these names: proxies for functions and classes, copies of data."""
        callables, data = sorted(callables), sorted(data)
        present, values = self._ask(["names", callables, data], list, dict)
        # Only what was asked for: an answer that brings more names changes nothing here.
        return {
            **{name: values[name] for name in data if name in values},
            **{name: Proxy(self, name, name) for name in callables if name in present},
        }

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate apply an operation, as if it had happened here.

        What it printed is printed here, arguments that it changed are changed here, what it raised is
        raised here.
        """
        __tracebackhide__ = True
        operands = self._codec.encode([list(args), kwargs])
        status, content, changed, outputs = self._ask(["apply", operation, operands], str, object, dict, list)
        _print(outputs)
        if changed:
            self._update(containers([*args, *kwargs.values()]), changed)
        if status == "returned":
            return content
        if status == "unreadable":
            raise TypeError(f"what came back is not data that a test can look at: {content}")
        raise _exception(content)

    def traceback(self) -> list[str]:
        """Where in the student's code the last exception came from, as IPython shows it."""
        (lines,) = self._ask(["traceback"], list)
        return [line for line in lines if isinstance(line, str)]

    def _ask(self, request: list[Any], *types: type) -> list[Any]:
        """Send a request and receive its answer: a list of values of these types."""
        if self._channel is None:
            raise CandidateGone("there is no candidate")
        try:
            if self._is_waiting:
                # Two references with one hash would ask the candidate whether they are equal.
                raise WireError("a reply cannot be read without another question")
            self._is_waiting = True
            self._channel.send(request)
            reply = self._channel.receive()
            if type(reply) is not list or len(reply) != len(types) or not all(map(isinstance, reply, types)):
                raise WireError("a reply does not have the parts that it should have")
        except (ChannelClosed, WireError) as error:
            # After something that is not an answer, the next one could belong to an earlier request.
            self.close()
            raise CandidateGone(str(error)) from None
        finally:
            self._is_waiting = False
        return reply

    def _resolve(self, data: bytes) -> Proxy:
        key, kind = msgpack.unpackb(data)
        if type(key) is not int or type(kind) is not str:
            raise WireError("a reference does not hold a number and a name")
        return _proxy_type(kind)(self, key, kind)

    def _update(self, parts: list[Any], changed: dict[int, bytes]) -> None:
        """Make parts of the arguments, by number, what the candidate made of them."""
        try:
            for number, content in changed.items():
                items, links = self._codec.decode(content)
                _fill(parts[number], items, links, parts)
        except Exception as error:  # whatever comes of filling a frame with what is none
            self.close()
            raise CandidateGone(f"the changed arguments are no arguments: {error}") from None


@cache
def _proxy_type(name: str) -> type[Proxy]:
    """A kind of proxy that messages call what the student's own type is called."""
    return type(name, (Proxy,), {"__module__": "__main__", "__doc__": _doc})


def _refer(value: object) -> bytes:
    if not isinstance(value, Proxy):
        raise WireError(f"a {type(value).__name__} of the test cell cannot be passed to the student's code")
    packed: bytes = msgpack.packb(object.__getattribute__(value, "_key"))
    return packed


def _print(outputs: list[dict[str, Any]]) -> None:
    for output in outputs:
        match output:
            case {"output_type": "stream", "name": name, "text": str(text)}:
                print(text, end="", file=sys.stderr if name == "stderr" else sys.stdout)


def _fill(old: Any, new: Any, links: dict[int, int], parts: list[Any]) -> None:
    """Give a part of the arguments its new content, without replacing the object or the parts in it."""
    if type(old) is list:
        old[:] = _linked(new, links, parts)
    elif type(old) is dict:
        keys, values = new
        items = dict(zip(keys, _linked(values, links, parts), strict=True))
        old.clear()
        old.update(items)
    elif type(old) is set:
        old.clear()
        old.update(new)
    elif type(old) is type(new):
        _fill_table(old, new)


def _linked(items: list[Any], links: dict[int, int], parts: list[Any]) -> list[Any]:
    for position, number in links.items():
        items[position] = parts[number]
    return items


def _fill_table(old: Any, new: Any) -> None:
    if hasattr(old, "_update_inplace"):  # Series and DataFrame: pandas' own way to keep the object
        old._update_inplace(new)
        if old.ndim == 1:
            old.name = new.name
    elif hasattr(old, "flags") and old.shape == new.shape and old.dtype == new.dtype and old.flags.writeable:
        old[...] = new


def _exception(content: Any) -> BaseException:
    match content:
        case [str(name), str(builtin), list(args)] if "\0" not in name:
            kind = _exception_type(name, builtin)
        case _:
            kind, args = RuntimeError, ["an exception that could not be read"]
    try:
        error = kind(*args)
    except Exception:  # some builtin ones ask for more than a message
        error = RuntimeError(f"{kind.__name__}: {args}")
    error.from_candidate = True  # type: ignore[attr-defined]
    return error


@cache
def _exception_type(name: str, builtin: str) -> type[BaseException]:
    base = getattr(builtins, builtin, None)
    if not (isinstance(base, type) and issubclass(base, BaseException)):
        base = RuntimeError
    if name == base.__name__:
        return base
    # What the student's own class says was already put into words, whatever its base would make of it.
    return type(name, (base,), {"__init__": BaseException.__init__, "__str__": BaseException.__str__})


class Proxy:
    """A thing of the student's: a function or class by its name, anything else by its number.

    It never equals plain data, whatever its own `__eq__` would say. For the same reason its other operators
    apply to other such things only: what `result - 9` or `result < 9` gives, the student's code would decide.
    """

    __array_ufunc__ = None  # so that numpy leaves `array == proxy` to the proxy

    def __init__(self, link: Link, key: str | int, name: str) -> None:
        object.__setattr__(self, "_link", link)
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "__name__", name)

    def __repr__(self) -> str:
        name: str = object.__getattribute__(self, "__name__")
        if isinstance(object.__getattribute__(self, "_key"), str):
            return name
        is_closed = object.__getattribute__(self, "_link").is_closed
        return f"<{name} object>" if is_closed else _apply("repr", self)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate call it."""
        __tracebackhide__ = True
        return _apply("call", self, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        __tracebackhide__ = True
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # Python's own protocols are those below and no others
        return _apply("getattr", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        __tracebackhide__ = True
        _apply("setattr", self, name, value)

    def __iter__(self) -> Iterator[Any]:
        iterator = _apply("iter", self)
        if not isinstance(iterator, Proxy):
            raise TypeError(f"iter() returned non-iterator of type {type(iterator).__name__!r}")
        while True:
            try:
                item = _apply("next", iterator)
            except StopIteration:
                return
            yield item

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Proxy) and _apply("eq", self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Proxy):
            return _apply("contains", self, item) is True
        return any(item == each for each in self)

    def __hash__(self) -> int:
        return hash(object.__getattribute__(self, "_key"))

    def __bool__(self) -> bool:
        return _apply("bool", self) is True


def _apply(operation: str, proxy: Proxy, /, *args: Any, **kwargs: Any) -> Any:
    __tracebackhide__ = True
    return object.__getattribute__(proxy, "_link").apply(operation, proxy, *args, **kwargs)


_doc = property(lambda proxy: _apply("getattr", proxy, "__doc__"))
Proxy.__doc__ = _doc  # type: ignore[assignment]


def _forward(operation: str) -> None:
    def forward(self: Proxy, *args: Any) -> Any:
        __tracebackhide__ = True
        return _apply(operation, self, *args)

    setattr(Proxy, f"__{operation}__", forward)


def _forward_between_proxies(operation: str) -> None:
    def forward(self: Proxy, other: object) -> Any:
        __tracebackhide__ = True
        return _apply(operation, self, other) if isinstance(other, Proxy) else NotImplemented

    setattr(Proxy, f"__{operation.rstrip('_')}__", forward)


for _operation in (
    *("getitem", "setitem", "delitem", "len", "str", "int", "float", "next"),
    *("neg", "pos", "abs", "invert"),
):
    _forward(_operation)
for _operation in (
    *("lt", "le", "gt", "ge", "and_", "or_", "xor", "lshift", "rshift"),
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow"),
):
    _forward_between_proxies(_operation)
