"""Changes messages of the wire as the trees that they are: bytes changed at random rarely have lengths that agree."""

import random
from dataclasses import dataclass
from typing import Any

import atheris
import msgpack


@dataclass(frozen=True)
class Extension:
    """A value of an extension type, and what it holds: a tree too, or bytes that are none."""

    code: int
    content: Any


def mutated(data: bytes, longest: int, seed: int) -> bytes:
    """A message like this one; libFuzzer's own mutation of it every now and then, and if it is no tree."""
    chance = random.Random(seed)
    try:
        changed = packed(changed_somewhere(opened(data), chance)) if chance.random() < 0.7 else b""
    except Exception:
        changed = b""
    return changed if 0 < len(changed) <= longest else atheris.Mutate(data, longest)


def opened(data: bytes) -> Any:
    """The tree of a message."""
    return msgpack.unpackb(data, ext_hook=_extension, strict_map_key=False, unicode_errors="surrogatepass")


def _extension(code: int, data: bytes) -> Extension:
    try:
        return Extension(code, opened(data))
    except Exception:
        return Extension(code, data)


def packed(tree: Any) -> bytes:
    """The message of a tree."""
    data: bytes = msgpack.packb(tree, default=_packed_extension, unicode_errors="surrogatepass")
    return data


def _packed_extension(tree: Extension) -> msgpack.ExtType:
    content = tree.content if isinstance(tree.content, bytes) else packed(tree.content)
    return msgpack.ExtType(tree.code, content)


def changed_somewhere(tree: Any, chance: random.Random) -> Any:
    """A tree that differs in one place."""
    match tree:
        case Extension(code, content):
            if chance.random() < 0.1:
                return Extension(chance.randrange(42), content)
            return Extension(code, changed_somewhere(content, chance))
        case list() if tree:
            return _changed_list(tree, chance)
        case dict() if tree:
            pairs = [list(pair) for pair in tree.items()]
            return dict(changed_somewhere(pairs, chance))
        case str():
            return atheris.Mutate(tree.encode("utf-8", "replace"), 64).decode("utf-8", "replace")
        case bytes():
            return atheris.Mutate(tree, 256)
    return chance.choice([None, True, -1, 0, 1, 2**31, 2**63, -(2**63), 0.5, "", "O", b"", [], {}, tree, [tree]])


def _changed_list(items: list[Any], chance: random.Random) -> list[Any]:
    position, items = chance.randrange(len(items)), list(items)
    what = chance.random()
    if what < 0.8:
        items[position] = changed_somewhere(items[position], chance)
    elif what < 0.87:
        del items[position]
    elif what < 0.94:
        items.insert(chance.randrange(len(items)), items[position])
    else:
        items[position] = chance.choice(items)
    return items
