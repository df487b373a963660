"""Backs up a portal, which may be open meanwhile, to one file; and restores it."""

from __future__ import annotations

import re
import shutil
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from hashlib import file_digest
from pathlib import Path

from nbproctor.errors import GradingError
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import Signer, require_chain
from nbproctor.system import whole_files

_DATABASE, _KEY = "portal.db", "signing.key"
_STORED = re.compile(r"(uploads|pages)/[0-9a-f]{64}")
_PIECE = 1 << 20
_STORED_FILES = """
SELECT 'uploads/' || sha256 AS name FROM submissions UNION
SELECT 'pages/' || file FROM (
    SELECT page AS file FROM grades UNION SELECT autograded FROM grades
    UNION SELECT page FROM previewed_grades UNION SELECT autograded FROM previewed_grades
) WHERE file <> ''
"""


def back_up(portal: Path, backup: Path) -> int:
    """Write all that a portal keeps into one file, as it is at one moment; returns how many submissions are in it.

    The file has the key that signs receipts, and what students handed in: only its owner may read it. An existing file
    is replaced when the new one is whole.

    Raises:
        GradingError: there is no portal, or a file of it is missing.
    """
    if not (portal / _DATABASE).exists():
        raise GradingError(f"there is no portal in {portal}: run this in the course's root")
    backup.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{backup.name}-", dir=backup.parent) as folder:
        # The database first: whatever it names is in its place before.
        copy = Path(folder) / _DATABASE
        with closing(sqlite3.connect(portal / _DATABASE)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            names = [name for (name,) in target.execute(_STORED_FILES)]
            (submissions,) = target.execute("SELECT count(*) FROM submissions").fetchone()
        written = Path(folder) / "backup"
        with written.open("xb") as file:
            written.chmod(0o600)
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=1) as archive:
                archive.add(copy, _DATABASE)
                try:
                    for name in (_KEY, *names):
                        archive.add(portal / name, name, recursive=False)
                except FileNotFoundError as missing:
                    problem = f"{missing.filename} is missing, so this backup would be incomplete: nothing was written"
                    raise GradingError(problem) from None
        whole_files.flush([written])
        written.replace(backup)
    whole_files.flush([backup.parent])
    return int(submissions)


def restore(backup: Path, portal: Path) -> int:
    """Make a portal of a backup; returns how many submissions it has.

    Raises:
        GradingError: there is a portal already; or the file is not a complete backup, in which every submission has its
            bytes and every receipt is right.
    """
    if portal.exists() and any(portal.iterdir()):
        raise GradingError(f"there already is a portal in {portal}: move the folder away first; it is never replaced")
    portal.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{portal.name}-", dir=portal.parent) as folder:
        made = Path(folder) / "portal"
        made.mkdir(mode=0o700)
        try:
            with tarfile.open(backup, "r:gz") as archive:
                for member in archive:
                    _take(archive, member, made)
            submissions = _require_whole(made)
        except (tarfile.TarError, EOFError, OSError) as problem:
            raise GradingError(f"{backup} is not a complete backup: {problem}") from None
        made.replace(portal)
    whole_files.flush([portal.parent])
    return submissions


def _take(archive: tarfile.TarFile, member: tarfile.TarInfo, made: Path) -> None:
    content = archive.extractfile(member) if member.isfile() else None
    if content is None or not (member.name in (_DATABASE, _KEY) or _STORED.fullmatch(member.name)):
        raise tarfile.TarError(f"it has {member.name!r}, which does not belong to a portal")
    path = made / member.name
    path.parent.mkdir(exist_ok=True)
    with content, path.open("xb") as file:
        path.chmod(0o600)
        shutil.copyfileobj(content, file, _PIECE)
    whole_files.flush([path])


def _require_whole(made: Path) -> int:
    """The number of submissions, if nothing is missing and nothing was changed."""
    if not all((made / name).is_file() for name in (_DATABASE, _KEY)):
        raise tarfile.TarError(f"{_DATABASE} or {_KEY} is missing")
    for path in made.glob("*/*"):
        with path.open("rb") as file:
            if file_digest(file, "sha256").hexdigest() != path.name:
                raise tarfile.TarError(f"{path.relative_to(made)} was changed")
    try:
        rows = PortalRows(made / _DATABASE)
    except sqlite3.DatabaseError as problem:
        raise tarfile.TarError(f"{_DATABASE}: {problem}") from None
    with closing(rows):
        missing = [row["name"] for row in rows.read(_STORED_FILES) if not (made / row["name"]).is_file()]
        if missing:
            raise tarfile.TarError(f"{missing[0]} is missing")
        receipts = [bytes(row["receipt"]) for row in rows.read("SELECT receipt FROM submissions ORDER BY number")]
        require_chain(receipts, Signer(made / _KEY).public_key)
    return len(receipts)
