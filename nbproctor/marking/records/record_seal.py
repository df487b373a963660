"""RecordSeal: tells a record that this package wrote from one that somebody else wrote or changed."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

from nbproctor.assignment.official_seed import derived_key
from nbproctor.results import Result, parts

_PURPOSE = b"nbproctor: seal of results.json"
_FIELD = "seal"
_LARGEST_RECORD_BYTES = 50_000_000  # this package writes no larger one
# What the records of earlier versions lack; empty, it is not sealed either.
_ADDED_LATER = frozenset({"kept_since", "kept_why", "kept_against", "seconds_late", "other_notebook"})


class RecordSeal:
    """Seals the records of graded submissions, with a key that is derived from the secret seed.

    A seal covers student, assignment, the checksum of what was handed in, the fingerprint of all that the grade depends
    on, and what the machine found. It does not cover what a person decided, which the gradebook has, nor the pages: a
    record stays sealed when only these change. So does a record of a version that knew no field for what is kept.
    """

    def __init__(self, seed: str) -> None:
        self._key = derived_key(seed, _PURPOSE)

    def sealed(self, result: Result) -> str:
        """The text of `results.json`: the record, and its seal."""
        record = {**result.record(), _FIELD: self._seal(result)}
        return json.dumps(record, indent=2) + "\n"

    def read(self, path: Path) -> Result | None:
        """The record in a file; None if there is none, or it does not have its seal."""
        try:
            if not path.is_file() or path.stat().st_size > _LARGEST_RECORD_BYTES:
                return None
            return self.opened(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def opened(self, text: str) -> Result | None:
        """The record in a text; None if it is not this version's, lacks its seal, or its score is not its parts'."""
        try:
            record = json.loads(text)
            seal = record.pop(_FIELD)
            result = Result.from_json(json.dumps(record))
            is_ours = hmac.compare_digest(str(seal), self._seal(result))
        except Exception:  # whatever lies there, anybody may have written
            return None
        return result if is_ours and result == result.counted() else None

    def _seal(self, result: Result) -> str:
        found = parts(result.as_found())
        sealed = _without_later(found) | {"submission": _without_later(found["submission"])}
        canonical = json.dumps(sealed, sort_keys=True, separators=(",", ":")).encode()
        return hmac.new(self._key, canonical, hashlib.sha256).hexdigest()


def _without_later(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value or name not in _ADDED_LATER}
