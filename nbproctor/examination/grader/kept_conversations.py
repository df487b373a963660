"""What was said over the reference, kept from one run for the next: encrypted, where the secret seed is kept."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import secrets
import stat
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgpack

from nbproctor.assignment.official_seed import derived_key
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.wire.wire_bounds import MAX_BYTES
from nbproctor.system import whole_files
from nbproctor.system.child_environment import child_environment
from nbproctor.system.versions import add_pieces

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

_PURPOSE = b"nbproctor: key of kept conversations"
_NONCE_BYTES = 12
_HASH_SEED_BITS = 32


@dataclass(frozen=True)
class KeptConversations:
    """What a run kept. A secret: it holds inputs of official cases and answers.

    Args:
        hash_seed: decides the hashes of texts, and with them the order of sets, in candidates and examiners.
        cases_mark: a keyed mark of the official cases with which the reference was examined; empty if there is none.
        conversations: what was said over the reference, test by test, as `RecordedConversation.to_bytes` has it.
    """

    hash_seed: int = field(repr=False)
    cases_mark: str = field(default="", repr=False)
    conversations: tuple[bytes, ...] = field(default=(), repr=False)


class ConversationsFile:
    """The file in which the conversations over a notebook's reference are kept.

    It is encrypted and sealed with a key of the seed's (ChaCha20-Poly1305), bound to all that the conversations depend
    on, and readable by its owner alone. Whatever else lies there is as good as nothing.

    Args:
        examined: the notebook, with the secret seed.
        scratch: the folder of this run: what names it is not kept, as in the next run it is another.
    """

    def __init__(self, examined: ExaminationSettings, scratch: Path) -> None:
        self._examined = examined
        self._scratch = os.fsencode(scratch)
        name = f"{examined.assignment.name}-{examined.assignment.path.stem}"
        is_kept = examined.short_way and examined.assignment.is_python
        self._path = examined.conversations_folder / name if examined.conversations_folder and is_kept else None
        self._binding = b""

    def read(self) -> KeptConversations:
        """What an earlier run kept; else no conversation, and hashes that were drawn by chance."""
        with suppress(OSError, ValueError, TypeError, RecursionError):
            if self._path and (sealed := _own_file(self._path)):
                hash_seed, mark, conversations = msgpack.unpackb(self._opened(sealed), use_list=False)
                return KeptConversations(hash_seed, mark, conversations)
        return KeptConversations(secrets.randbits(_HASH_SEED_BITS))

    def keep(self, kept: KeptConversations) -> None:
        """Keep conversations for the next run; where nothing can be written, that records them again.

        Args:
            kept: what this run recorded. Without a mark of the cases it is not kept.
        """
        if not self._path or not kept.cases_mark or any(self._scratch in said for said in kept.conversations):
            return
        content = msgpack.packb([kept.hash_seed, kept.cases_mark, kept.conversations])
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            whole_files.remove_unfinished(self._path.parent)
            whole_files.write(self._path, self._sealed(content))
            self._path.chmod(0o600)

    def _opened(self, sealed: bytes) -> bytes:
        from cryptography.exceptions import InvalidTag

        nonce, rest = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._cipher().decrypt(nonce, rest, self._bound_to())
        except InvalidTag:
            raise ValueError("it is of another seed, of something else, or not of these tools") from None

    def _sealed(self, content: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher().encrypt(nonce, content, self._bound_to())

    def _cipher(self) -> ChaCha20Poly1305:
        # Imported where something is kept: nobody else needs it.
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        return ChaCha20Poly1305(derived_key(self._examined.seed, _PURPOSE))

    def _bound_to(self) -> bytes:
        """The checksum of all that the conversations depend on, but the seed: the machine too, which a test can see."""
        if not self._binding:
            digest = hashlib.sha256()
            add_pieces(digest, [_about_this_machine(), *self._examined.pieces()])
            self._binding = digest.digest()
        return self._binding


def _about_this_machine() -> bytes:
    about = [*platform.uname(), os.cpu_count(), os.getuid(), sys.prefix, *time.tzname, time.timezone]
    return json.dumps([about, sorted(child_environment().items())]).encode()


def _own_file(path: Path) -> bytes:
    """The bytes of a file of this user's that nobody else may read or write; none if it is anything else."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        is_own = stat.S_ISREG(about.st_mode) and about.st_uid == os.geteuid() and not about.st_mode & 0o077
        return file.read(MAX_BYTES) if is_own and about.st_size <= MAX_BYTES else b""
