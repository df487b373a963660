"""RecordSeal: tells a record that a run of these tools wrote from one that was written, or changed, by anybody else."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

from nbproctor.assignment.official_seed import derived_key
from nbproctor.results import Result, parts

_PURPOSE = b"nbproctor: seal of results.json"
_FIELD = "seal"
# What the records of earlier versions lack; empty, it is not sealed either.
_ADDED_LATER = frozenset({"kept_since", "kept_why", "kept_against", "seconds_late", "other_notebook"})


class RecordSeal:
    """Seals the records of graded submissions.

    A seal covers student, assignment, the checksum of what was handed in, the fingerprint of all that the grade depends
    on, and what the machine found. What a person decides stands in the gradebook and is not sealed, nor which pages
    were written of it: a record stays sealed when only these change. So does one that was written before there was a
    word on what is kept.

    Args:
        seed: the secret seed, which the key is derived from, for this purpose alone.
    """

    def __init__(self, seed: str) -> None:
        self._key = derived_key(seed, _PURPOSE)

    def sealed(self, result: Result) -> str:
        """The text of `results.json`: the record, and its seal."""
        record = {**result.record(), _FIELD: self._seal(result)}
        return json.dumps(record, indent=2) + "\n"

    def opened(self, text: str) -> Result | None:
        """The record of a text, if it is one of this version's and has its seal, and its score is that of its parts."""
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
