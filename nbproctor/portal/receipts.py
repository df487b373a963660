"""Receipts: what a student holds of a submission, signed, each naming the one before; verified without the portal."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from nbproctor.errors import GradingError
from nbproctor.system import whole_files

NO_RECEIPT = "0" * 64
"""What the first receipt has in the place of the checksum of the receipt before."""
MOST_RECEIPT_BYTES = 10_000
"""The size of the longest file that is read as a receipt."""
_PREFIX = b"nbproctor receipt 1\n"  # nothing else that this key might ever sign begins so


@dataclass(frozen=True)
class Receipt:
    """The promise that these bytes of this student were received then, and are kept.

    Times are in microseconds since 1970, UTC; checksums are SHA-256, in hexadecimal.

    Args:
        number: counts the submissions that the portal received, from 1 on.
        bytes: how many there are.
        received: when the last byte came; it counts for the deadline.
        signed: never less than in the receipt before.
        before: the checksum of the receipt before.
    """

    number: int
    course: str
    student: str
    assignment: str
    sha256: str
    bytes: int
    received: int
    signed: int
    before: str

    @property
    def received_at(self) -> str:
        """When the last byte came, for people to read."""
        return moment_text(self.received)


def moment_text(microseconds: int) -> str:
    """A time in microseconds since 1970 as `2026-11-23 11:43:19.000001 UTC`."""
    seconds, rest = divmod(microseconds, 1_000_000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S}.{rest:06} UTC"


class Signer:
    """Signs receipts with the key of a portal; creates the key if there is none, readable only by its owner."""

    def __init__(self, path: Path) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(_private_bytes(path))

    @property
    def public_key(self) -> str:
        """64 hexadecimal digits."""
        return self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def signed(self, receipt: Receipt) -> bytes:
        """The receipt as the student gets it."""
        told = asdict(receipt)
        return _canonical(told | {"signature": self._key.sign(_PREFIX + _canonical(told)).hex()})


def verified(given: bytes, public_key: str) -> Receipt:
    """Read a receipt whose every byte is as the portal signed it; else raises GradingError."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key.strip()))
    except ValueError:
        raise GradingError("the public key is not 64 hexadecimal digits: copy it from the portal's page") from None
    try:
        told: dict[str, Any] = json.loads(given[:MOST_RECEIPT_BYTES].decode("ascii"))
        signature = bytes.fromhex(told.pop("signature"))
        receipt = Receipt(**told)
        if any(type(getattr(receipt, each.name)).__name__ != each.type for each in fields(Receipt)):
            raise TypeError
        key.verify(signature, _PREFIX + _canonical(told))
        if _canonical(told | {"signature": signature.hex()}) != given:
            raise ValueError
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError, InvalidSignature):
        raise GradingError(
            "this is not a receipt of that portal, or it was changed: use the file as it was downloaded, and the "
            "public key of the portal that issued it"
        ) from None
    return receipt


def checksum_of_receipt(receipt: bytes) -> str:
    """The SHA-256 by which the next receipt names this one."""
    return sha256(receipt).hexdigest()


def require_chain(receipts: list[bytes], public_key: str) -> None:
    """Raise GradingError unless these are all receipts of a portal, from the first on: unchanged and in order."""
    before, signed = NO_RECEIPT, 0
    for number, given in enumerate(receipts, 1):
        receipt = verified(given, public_key)
        if (receipt.number, receipt.before) != (number, before) or receipt.signed < signed:
            raise GradingError(f"receipt {number} does not follow the one before: restore the portal from its backup")
        before, signed = checksum_of_receipt(given), receipt.signed


def _canonical(told: dict[str, object]) -> bytes:
    """The one form in which a receipt is written: names in order, ASCII, no blanks."""
    return json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def _private_bytes(path: Path) -> bytes:
    if not path.exists():
        made = Ed25519PrivateKey.generate().private_bytes_raw()
        begun = path.with_name(f".{path.name}.{os.getpid()}")
        begun.touch(0o600, exist_ok=False)
        begun.write_bytes(made)
        whole_files.flush([begun])
        begun.replace(path)
        whole_files.flush([path.parent])
    read = path.read_bytes()
    if len(read) != 32:
        raise GradingError(f"{path} is not a portal's key: restore it from the portal's backup")
    return read
