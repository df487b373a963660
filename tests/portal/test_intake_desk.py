"""Who holds a receipt has a submission: the bytes and the row are kept, once, whatever happens around it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from nbproctor.errors import GradingError
from nbproctor.portal.intake_desk import Arrival, IntakeDesk, NotTakenError, PortalClock, Rule, TakenKeyError
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import Signer, require_chain, verified
from nbproctor.portal.stored_files import StoredFiles, TooLargeError

ARRIVAL = Arrival("owner", "midterm1", "key-00000001", "a" * 64, 10, 5_000_000)
FREE = Rule()


def _desk(folder: Path) -> tuple[PortalRows, Signer, IntakeDesk]:
    rows, signer = PortalRows(folder / "portal.db"), Signer(folder / "signing.key")
    return rows, signer, IntakeDesk(rows, signer, "poker")


def test_the_same_key_and_bytes_get_the_same_receipt(tmp_path: Path) -> None:
    rows, signer, desk = _desk(tmp_path)
    first = desk.receipt_for(ARRIVAL, FREE)
    assert desk.receipt_for(replace(ARRIVAL, received=9_000_000), Rule(deadline=1, attempts=1)) == first
    assert desk.head() == first
    assert verified(first, signer.public_key).received == ARRIVAL.received
    with pytest.raises(TakenKeyError):
        desk.receipt_for(replace(ARRIVAL, sha256="b" * 64), FREE)
    # A key is a student's own, for one assignment.
    for other in (replace(ARRIVAL, student="neighbour"), replace(ARRIVAL, assignment="lesson1")):
        assert desk.receipt_for(other, FREE) != first
    assert len(rows.read("SELECT * FROM jobs")) == 3
    require_chain([row["receipt"] for row in rows.read("SELECT receipt FROM submissions")], signer.public_key)


@pytest.mark.parametrize("key", ["", "short", "with blank 1", "x" * 101, "../../key", "key-\n12345", "ключ-12345"])
def test_a_key_has_a_plain_form(tmp_path: Path, key: str) -> None:
    with pytest.raises(GradingError, match="idempotency key"):
        _desk(tmp_path)[2].receipt_for(replace(ARRIVAL, key=key), FREE)


MINUTE = 60_000_000
IN_TIME, DEADLINE = ARRIVAL, Rule(deadline=ARRIVAL.received + 1)
INSISTED = {  # after the first upload: whether it is taken, the second upload, and what came between
    "the same bytes at the last moment": (True, {}, 2 * MINUTE, None),
    "the same bytes a moment later": (False, {}, 2 * MINUTE + 2, None),
    "other bytes": (False, {"sha256": "b" * 64}, MINUTE, None),
    "the bytes of a neighbour": (False, {"student": "neighbour"}, MINUTE, None),
    "the bytes of another assignment": (False, {"assignment": "lesson1"}, MINUTE, None),
    "the bytes before the last wrong file": (False, {}, MINUTE, {"sha256": "b" * 64}),
    "the same bytes, refused again": (True, {}, MINUTE, {"received": IN_TIME.received + MINUTE}),
}


@pytest.mark.parametrize("which", INSISTED)
def test_shortly_after_the_deadline_bytes_are_taken_that_came_before_it_as_a_wrong_file(
    tmp_path: Path, which: str
) -> None:
    is_taken, changed, later, between = INSISTED[which]
    _, signer, desk = _desk(tmp_path)
    desk.note_wrong_file(IN_TIME, DEADLINE)
    if between:
        desk.note_wrong_file(replace(IN_TIME, **between), DEADLINE)
    insisted = replace(IN_TIME, received=IN_TIME.received + later, **changed)
    if is_taken:
        assert verified(desk.receipt_for(insisted, DEADLINE), signer.public_key).received == IN_TIME.received
    else:
        with pytest.raises(NotTakenError, match="deadline"):
            desk.receipt_for(insisted, DEADLINE)


def test_a_wrong_file_that_comes_late_is_late(tmp_path: Path) -> None:
    rows, _, desk = _desk(tmp_path)
    with pytest.raises(NotTakenError, match="deadline"):
        desk.note_wrong_file(ARRIVAL, Rule(deadline=ARRIVAL.received - 1))
    assert rows.read("SELECT * FROM wrong_files") == []


def test_the_deadline_counts_the_last_byte(tmp_path: Path) -> None:
    desk = _desk(tmp_path)[2]
    with pytest.raises(NotTakenError, match="deadline"):
        desk.receipt_for(ARRIVAL, Rule(deadline=ARRIVAL.received - 1))
    assert desk.receipt_for(ARRIVAL, Rule(deadline=ARRIVAL.received))


def test_time_never_runs_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, signer, desk = _desk(tmp_path)
    first = verified(desk.receipt_for(replace(ARRIVAL, received=desk.clock.now()), FREE), signer.public_key)
    monkeypatch.setattr(time, "time_ns", lambda: 1_000)  # the machine's clock is set back to 1970
    again = IntakeDesk(rows, signer, "poker")
    later = replace(ARRIVAL, key="key-00000002", received=again.clock.now())
    second = verified(again.receipt_for(later, FREE), signer.public_key)
    assert first.signed <= second.received <= second.signed


def test_a_clock_that_jumps_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = PortalClock()
    before = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 2**62)
    assert before <= clock.now() < before + 60_000_000


def test_what_was_received_is_never_changed(tmp_path: Path) -> None:
    rows, _, desk = _desk(tmp_path)
    desk.receipt_for(ARRIVAL, FREE)
    for statement in ("DELETE FROM submissions", "UPDATE submissions SET student = 'neighbour'"):
        with pytest.raises(sqlite3.IntegrityError, match="stay"), rows.transaction() as connection:
            connection.execute(statement)


def test_every_transaction_is_on_the_disk_and_a_database_of_a_newer_version_left_alone(tmp_path: Path) -> None:
    rows = PortalRows(tmp_path / "portal.db")
    assert [rows.read(f"PRAGMA {name}")[0][0] for name in ("synchronous", "journal_mode")] == [2, "wal"]
    with rows.transaction() as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(GradingError, match="a newer version"):
        PortalRows(tmp_path / "portal.db")


def test_a_database_of_an_earlier_version_gets_what_it_lacks_and_keeps_what_it_has(tmp_path: Path) -> None:
    _, signer, desk = _desk(tmp_path)
    receipt = desk.receipt_for(ARRIVAL, FREE)
    later = (
        "answers", "wrong_files", "extra_times", "unready", "stopped_assignments", "graders", "editions",
        "previewed_grades",
    )  # fmt: skip
    with sqlite3.connect(tmp_path / "portal.db") as connection:
        for table in later:
            connection.execute(f"DROP TABLE {table}")
        for column in ("begun", "autograded"):
            connection.execute(f"ALTER TABLE grades DROP COLUMN {column}")
        connection.execute("ALTER TABLE jobs DROP COLUMN previews")
        connection.execute("ALTER TABLE people DROP COLUMN class_group")
        connection.execute("PRAGMA user_version = 1")
    rows = PortalRows(tmp_path / "portal.db")
    assert [bytes(row["receipt"]) for row in rows.read("SELECT * FROM submissions")] == [receipt]
    assert all(rows.read(f"SELECT * FROM {table}") == [] for table in later)
    assert rows.read("PRAGMA user_version")[0][0] == 5
    again = IntakeDesk(rows, signer, "poker")
    assert again.receipt_for(ARRIVAL, FREE) == receipt


def test_a_file_is_kept_under_its_checksum_or_not_at_all(tmp_path: Path) -> None:
    files = StoredFiles(tmp_path / "uploads", most_bytes=8)
    assert files.path(files.keep(b"12345678")).read_bytes() == b"12345678"
    assert files.keep(b"12345678") == sha256(b"12345678").hexdigest()
    with pytest.raises(TooLargeError, match="clear the notebook's outputs"), files.begin() as file:
        file.write(b"12345678")
        file.write(b"9")
    with files.begin() as file:
        file.write(b"given up")
    with files.begin() as file:
        file.write(b"finished")
        assert file.finish() == sha256(b"finished").hexdigest()
    assert len(list((tmp_path / "uploads").iterdir())) == 1


def test_what_is_not_taken_is_not_kept(tmp_path: Path) -> None:
    _, _, desk = _desk(tmp_path)
    files = StoredFiles(tmp_path / "uploads", most_bytes=8)
    kept = []
    for number, rule in enumerate((Rule(), Rule(attempts=1), Rule(deadline=1), Rule())):
        with files.begin() as file, suppress(GradingError):
            file.write(b"work %d" % number)
            arrival = replace(ARRIVAL, key=f"key-{number % 3:08}", sha256=file.finish())
            kept.append(desk.receipt_for(arrival, rule, file.keep))
    assert len(kept) == 1
    assert [path.read_bytes() for path in (tmp_path / "uploads").iterdir()] == [b"work 0"]


def test_a_full_disk_refuses_before_it_promises(tmp_path: Path) -> None:
    with pytest.raises(GradingError, match="the disk is full"):
        StoredFiles(tmp_path / "uploads", most_bytes=1 << 62).begin()


_SENDER = """
    import sys
    from pathlib import Path
    from nbproctor.portal.intake_desk import Arrival, IntakeDesk, Rule
    from nbproctor.portal.portal_rows import PortalRows
    from nbproctor.portal.receipts import Signer
    from nbproctor.portal.stored_files import StoredFiles

    folder, round = Path(sys.argv[1]), sys.argv[2]
    files = StoredFiles(folder / "uploads", 1000)
    desk = IntakeDesk(PortalRows(folder / "portal.db"), Signer(folder / "signing.key"), "poker")
    for number in range(10**6):
        work = f"work {round} {number}".encode()
        checksum = files.keep(work)
        arrival = Arrival("owner", "midterm1", f"key-{round}-{number:08}", checksum, len(work), desk.clock.now())
        print(desk.receipt_for(arrival, Rule()).decode(), flush=True)
"""


@pytest.mark.all
def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    held = []
    for round in range(8):
        command = [sys.executable, "-c", textwrap.dedent(_SENDER), str(tmp_path), str(round)]
        sender = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert sender.stdout
        held += [sender.stdout.readline() for _ in range(3 * round + 1)]
        os.kill(sender.pid, signal.SIGKILL)
        held += sender.stdout.readlines()
        sender.stdout.close()
        sender.wait()
    rows, signer, _ = _desk(tmp_path)
    kept = {bytes(row["receipt"]): row for row in rows.read("SELECT * FROM submissions")}
    whole = [line[:-1] for line in held if line.endswith(b"}\n")]
    assert len(whole) >= 8
    for receipt in whole:
        told = verified(receipt, signer.public_key)
        work = (tmp_path / "uploads" / told.sha256).read_bytes()
        assert (sha256(work).hexdigest(), len(work)) == (told.sha256, told.bytes)
        assert kept[receipt]["number"] == told.number
    require_chain(list(kept), signer.public_key)
    assert len(rows.read("SELECT * FROM jobs")) == len(kept)


def test_a_commit_that_fails_gives_no_receipt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, _, desk = _desk(tmp_path)
    with rows.transaction() as connection:
        connection.execute("CREATE TEMP TRIGGER full BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(sqlite3.IntegrityError):
        desk.receipt_for(ARRIVAL, FREE)
    assert rows.read("SELECT * FROM submissions") == []
