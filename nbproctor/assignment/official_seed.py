"""The secret seed of the official cases."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from nbproctor.config import Course
from nbproctor.errors import GradingError

SEED_VARIABLE = "COURSE_OFFICIAL_SEED"


def official_seed(course: Course) -> str:
    """The secret seed, from the environment or a file that is made on first use.

    Raises:
        GradingError: the file can be neither read nor made.
    """
    if seed := os.environ.get(SEED_VARIABLE):
        return seed
    path = course.official_seed_file
    try:
        if not path.exists():
            _make(path)
        seed = path.read_text().strip()
    except OSError as error:
        raise GradingError(f"the secret seed {path} can be neither read nor created: {error.strerror}") from error
    if not seed:
        raise GradingError(f"the secret seed {path} is empty: delete the file; the next run creates a new one")
    return seed


def has_official_seed(course: Course) -> bool:
    """Whether there is a secret seed already."""
    return bool(os.environ.get(SEED_VARIABLE)) or course.official_seed_file.exists()


def derived_key(seed: str, purpose: bytes) -> bytes:
    """A key of 32 bytes for one purpose, which does not reveal the seed: HKDF with SHA-256 (RFC 5869)."""
    extracted = hmac.digest(bytes(hashlib.sha256().digest_size), seed.encode(), hashlib.sha256)
    return hmac.digest(extracted, purpose + b"\x01", hashlib.sha256)


def _make(path: Path) -> None:
    """Make the file atomically; one that another run made meanwhile stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
        with suppress(FileExistsError):
            os.link(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
