"""A receipt is what the portal signed, to the last bit, and names the one before."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from nbproctor.cli import app
from nbproctor.errors import GradingError
from nbproctor.portal.receipts import NO_RECEIPT, Receipt, Signer, checksum_of_receipt, require_chain, verified

RECEIPT = Receipt(1, "poker", "zoë", "midterm1", sha256(b"work").hexdigest(), 4, 1_000_000, 1_000_001, NO_RECEIPT)


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer(tmp_path_factory.mktemp("key") / "signing.key")


def test_a_receipt_says_what_was_signed(signer: Signer) -> None:
    assert verified(signer.signed(RECEIPT), signer.public_key) == RECEIPT


def test_one_changed_bit_anywhere_fails(signer: Signer) -> None:
    right = signer.signed(RECEIPT)
    for place in range(len(right) * 8):
        wrong = bytearray(right)
        wrong[place // 8] ^= 1 << place % 8
        with pytest.raises(GradingError, match="not a receipt"):
            verified(bytes(wrong), signer.public_key)


@given(st.binary(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_what_is_no_receipt_is_refused_in_a_sentence(signer: Signer, told: bytes | str) -> None:
    with pytest.raises(GradingError, match="not a receipt"):
        verified(told.encode() if isinstance(told, str) else told, signer.public_key)


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text + b"\n",
        lambda text: text.replace(b",", b", "),
        lambda text: text.replace(b"{", b'{"bytes":4,', 1),
        lambda text: text.replace(b'"signature":"', b'"signature":" '),
        lambda text: text.replace(b'"bytes":4', b'"bytes":4.0'),
        lambda text: text.replace(b"\\u00eb", "ë".encode()),
        lambda text: b"[" * 5000 + text,
        lambda text: b"",
    ],
)
def test_the_same_in_another_form_is_no_receipt(signer: Signer, changed: object) -> None:
    right = signer.signed(RECEIPT)
    assert changed(right) != right  # type: ignore[operator]
    with pytest.raises(GradingError, match="not a receipt"):
        verified(changed(right), signer.public_key)  # type: ignore[operator]


def test_another_portals_receipt_is_none_of_this_one(signer: Signer, tmp_path: Path) -> None:
    with pytest.raises(GradingError, match="not a receipt"):
        verified(signer.signed(RECEIPT), Signer(tmp_path / "key").public_key)
    with pytest.raises(GradingError, match="64 hexadecimal digits"):
        verified(signer.signed(RECEIPT), "none")


def test_the_key_stays_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = Signer(tmp_path / "key").public_key
    assert Signer(tmp_path / "key").public_key == first
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_a_chain_misses_nothing(signer: Signer) -> None:
    first = signer.signed(RECEIPT)
    second = signer.signed(replace(RECEIPT, number=2, before=checksum_of_receipt(first)))
    require_chain([first, second], signer.public_key)
    earlier = replace(RECEIPT, number=2, before=checksum_of_receipt(first), signed=RECEIPT.signed - 1)
    for wrong in ([second], [second, first], [first, first], [first, signer.signed(earlier)]):
        with pytest.raises(GradingError, match="does not follow"):
            require_chain(wrong, signer.public_key)


def test_the_command_verifies_without_a_portal(signer: Signer, tmp_path: Path) -> None:
    (tmp_path / "receipt.json").write_bytes(signer.signed(RECEIPT))
    (tmp_path / "work.ipynb").write_bytes(b"work")
    (tmp_path / "other.ipynb").write_bytes(b"other")
    words = ["verify-receipt", str(tmp_path / "receipt.json"), "--key", signer.public_key, "--notebook"]
    told = CliRunner().invoke(app, [*words, str(tmp_path / "work.ipynb")])
    assert told.exit_code == 0
    assert "Receipt 1 of poker: zoë handed in midterm1\nReceived 1970-01-01 00:00:01.000000 UTC, 4 bytes" in told.stdout
    other = CliRunner().invoke(app, [*words, str(tmp_path / "other.ipynb")])
    assert isinstance(other.exception, GradingError)
    assert "is not the file that receipt 1 is for" in str(other.exception)
