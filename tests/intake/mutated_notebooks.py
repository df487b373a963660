"""Mutated notebooks: what editors, converters, transfers and hostile hands may make of one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

_HUGE, _DEEP = "@a number of a million digits@", "@a list in a list in a list@"
_HOSTILE: list[Any] = [
    None, True, False, -1, 0, 3, 4, 99, 2.5, float("nan"), float("-inf"), _HUGE, _DEEP,
    "", " ", "\0", "\ud800 and \udfff", "\u202e", "=1+1", "<script>alert(1)</script>", "é♠\U0001f0a1", "x" * 100_000,
    "%load_ext nothing", "raise SystemExit", "test_ex1", "ex1", "code", "markdown", "heading", "banana",
    [], {}, [[]], [None], [1, "a", {}], {"": ""}, {"nbgrader": []}, {"nbgrader": {"grade_id": 7}}, {"source": []},
    {"cell_type": "code"}, {"cell_type": "code", "source": None, "metadata": [], "outputs": 3},
]  # fmt: skip
_MARKS = ("schema_version", "grade", "grade_id", "locked", "solution", "task", "points", "checksum", "cell_type")


def mutant(number: int, samples: Sequence[str]) -> bytes:
    """The file of a mutated notebook, the same each time: of one of the samples, which are JSON texts."""
    random = Random(number)
    tree = json.loads(random.choice(samples))
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        random.choice(_OF_TREES)(random, tree)
    text = json.dumps(tree, indent=random.choice((None, 1)), ensure_ascii=random.random() < 0.5)
    text = text.replace(f'"{_HUGE}"', "7" * 1_000_000).replace(f'"{_DEEP}"', "[" * 100_000 + "]" * 100_000)
    data = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.3:
        data = random.choice(_OF_BYTES)(random, data)
    return data


def _hostile(random: Random) -> Any:
    return deepcopy(random.choice(_HOSTILE))  # later mutations change it


# Of trees. A tree that earlier mutations left without cells stays as it is.


def _cells(tree: Any) -> list[Any]:
    found = tree.get("cells") if isinstance(tree, dict) else None
    return found if isinstance(found, list) else []


def _some_cell(random: Random, tree: Any) -> Any:
    cells = [cell for cell in _cells(tree) if isinstance(cell, dict)]
    return random.choice(cells) if cells else {}


def _places(random: Random, tree: Any) -> Iterator[tuple[Any, Any]]:
    """A way down from the root to some value: each container with the key that is taken."""
    while isinstance(tree, (dict, list)) and tree:
        key = random.randrange(len(tree)) if isinstance(tree, list) else random.choice(list(tree))
        if isinstance(tree, dict) and "cells" in tree and random.random() < 0.7:
            key = "cells"
        yield tree, key
        tree = tree[key]


def _somewhere(random: Random, tree: Any) -> tuple[Any, Any]:
    return random.choice(list(_places(random, tree)) or [({"": ""}, "")])


def _replace(random: Random, tree: Any) -> None:
    container, key = _somewhere(random, tree)
    container[key] = _hostile(random)


def _delete(random: Random, tree: Any) -> None:
    container, key = _somewhere(random, tree)
    del container[key]


def _duplicate(random: Random, tree: Any) -> None:
    container, key = _somewhere(random, tree)
    copy = json.loads(json.dumps(container[key]))
    if isinstance(container, list):
        container.insert(random.randrange(len(container) + 1), copy)
    else:
        container[random.choice(("copy", "source", "metadata", "cells", "outputs"))] = copy


def _swap(random: Random, tree: Any) -> None:
    container, key = _somewhere(random, tree)
    other = random.randrange(len(container)) if isinstance(container, list) else random.choice(list(container))
    container[key], container[other] = container[other], container[key]


def _wrap(random: Random, tree: Any) -> None:
    container, key = _somewhere(random, tree)
    container[key] = random.choice(([container[key]], {"nbgrader": container[key]}, {"cells": container[key]}))


def _insert(random: Random, tree: Any) -> None:
    container, key = _somewhere(random, tree)
    if isinstance(container, list):
        container.insert(key, _hostile(random))
    else:
        container[random.choice(("source", "id", "cell_type", "outputs", "attachments", "x"))] = _hostile(random)


def _mark(random: Random, tree: Any) -> None:
    metadata = _some_cell(random, tree).get("metadata")
    marks = metadata.setdefault("nbgrader", {}) if isinstance(metadata, dict) else None
    if isinstance(marks, dict):
        marks[random.choice(_MARKS)] = _hostile(random)


def _retype(random: Random, tree: Any) -> None:
    _some_cell(random, tree)["cell_type"] = random.choice(("code", "markdown", "raw", "heading", "html", 7, None))


def _join_or_split(random: Random, tree: Any) -> None:
    cell = _some_cell(random, tree)
    source = cell.get("source")
    if isinstance(source, str):
        cell["source"] = source.splitlines(keepends=True)
    elif isinstance(source, list):
        cell["source"] = "".join(part for part in source if isinstance(part, str))


def _delete_cells(random: Random, tree: Any) -> None:
    cells = _cells(tree)
    cells[:] = [cell for cell in cells if random.random() < 0.7]


def _shuffle(random: Random, tree: Any) -> None:
    random.shuffle(_cells(tree))


def _old_schema(random: Random, tree: Any) -> None:
    version = random.choice((1, 2, 4, "3"))
    for cell in _cells(tree):
        if isinstance(cell, dict) and isinstance(cell.get("metadata"), dict):
            marks = cell["metadata"].get("nbgrader")
            if isinstance(marks, dict):
                marks["schema_version"] = version


def _old_format(random: Random, tree: Any) -> None:
    """As formats 2 and 3 have it."""
    for cell in _cells(tree):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            cell["input"], cell["language"] = cell.pop("source", ""), "python"
    if isinstance(tree, dict):
        tree["worksheets"] = [{"cells": tree.pop("cells", []), "metadata": {}}]
        tree["nbformat"], tree["nbformat_minor"] = random.choice(((3, 0), (2, 0), (1, 0), (4, 5)))


def _strip(random: Random, tree: Any) -> None:
    """As converters do that keep neither ids nor metadata."""
    lost = random.choice((("id",), ("metadata",), ("id", "metadata")))
    for cell in _cells(tree):
        for name in lost:
            if isinstance(cell, dict):
                cell.pop(name, None)


def _same_ids(random: Random, tree: Any) -> None:
    name = random.choice(("ex1", "same", "", "not an id", 7))
    for cell in _cells(tree):
        if isinstance(cell, dict) and random.random() < 0.5:
            cell["id"] = name


def _format(random: Random, tree: Any) -> None:
    if isinstance(tree, dict):
        tree[random.choice(("nbformat", "nbformat_minor"))] = random.choice((2, 3, 5, 99, "4", None, [], 4.0, -1, True))


_OF_TREES: list[Callable[[Random, Any], None]] = [
    _replace, _replace, _delete, _duplicate, _swap, _wrap, _insert, _mark, _mark, _retype, _join_or_split,
    _delete_cells, _shuffle, _old_schema, _old_format, _strip, _same_ids, _format,
]  # fmt: skip


# Of bytes.


def _flip(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 3, 20))):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _cut(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data))]


def _cut_out(random: Random, data: bytes) -> bytes:
    start = random.randrange(len(data))
    return data[:start] + data[start + random.randrange(1, 200) :]


def _put_in(random: Random, data: bytes) -> bytes:
    start = random.randrange(len(data))
    return data[:start] + random.choice((b"\0", b"\xff", b"\xed\xa0\x80", b'"', b"}", b'"cells": 1,')) + data[start:]


def _repeat(random: Random, data: bytes) -> bytes:
    start = random.randrange(len(data))
    return data[:start] + data[max(0, start - random.randrange(1, 200)) :]


def _encode(random: Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(random.choice(("utf-8-sig", "utf-16", "utf-16-be", "utf-32", "utf-32-le", "latin-1")), "replace")


def _twice(random: Random, data: bytes) -> bytes:
    name = random.choice((b"cells", b"source", b"metadata", b"nbformat"))
    return data.replace(b'"' + name + b'"', b'"' + name + b'": 1, "' + name + b'"', random.choice((1, -1)))


def _something_else(random: Random, data: bytes) -> bytes:
    return random.choice(
        (b"", b" \n", b"null", b"[]", b'"text"', b"PK\3\4" + data, b"%PDF-1.7", b"print(1)", b"{" * 99_999)
    )


_OF_BYTES: list[Callable[[Random, bytes], bytes]] = [
    _flip, _cut, _cut_out, _put_in, _repeat, _encode, _encode, _twice, _something_else,
]  # fmt: skip
