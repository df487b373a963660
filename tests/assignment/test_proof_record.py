"""The recorded proof says of what it is, until it is another one's or a later proof fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.assignment.proof_record import asks_for_proof, forget_record, is_proven, recorded_kinds, write_record

KINDS = {"tc_pairs": ["one pair", "two pairs"]}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """An assignment's source folder with solutions."""
    (tmp_path / "solutions").mkdir()
    return tmp_path


def test_a_proof_holds_for_what_was_proven_alone(source: Path) -> None:
    assert not is_proven(source, "as it stands")
    write_record(source, "as it stands", {"solutions": 3}, KINDS)
    assert is_proven(source, "as it stands")
    assert not is_proven(source, "changed")
    assert recorded_kinds(source) == KINDS


def test_a_proof_that_failed_is_forgotten_but_not_which_kinds_were_proven(source: Path) -> None:
    write_record(source, "as it stands", {"solutions": 3}, KINDS)
    forget_record(source)
    assert not is_proven(source, "as it stands")
    assert recorded_kinds(source) == KINDS


def test_without_a_record_nothing_is_proven_or_forgotten(source: Path) -> None:
    forget_record(source)
    assert not (source / "solutions" / "proof.json").exists()
    assert recorded_kinds(source) == {}


def test_only_an_assignment_with_solutions_asks_for_a_proof(
    source: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert asks_for_proof(source)
    assert not asks_for_proof(tmp_path_factory.mktemp("without"))
