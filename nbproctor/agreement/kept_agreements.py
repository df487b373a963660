"""Agreements that are kept between runs, sealed, where the secret seed is kept."""

from __future__ import annotations

import hashlib
import hmac
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from nbproctor.agreement.agreement import Agreement
from nbproctor.assignment.official_seed import derived_key
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.system import whole_files
from nbproctor.system.versions import add_pieces

_PURPOSE = b"nbproctor: seal of agreements"


class KeptAgreements:
    """The folder of the agreements that were found earlier.

    Args:
        folder: the folder, which the owner alone may read.
        seed: the secret seed, from which the key of the seals is derived.
    """

    def __init__(self, folder: Path, seed: str) -> None:
        self._folder = folder
        self._key = derived_key(seed, _PURPOSE)

    def read(self, examined: ExaminationSettings, fingerprint: str) -> Agreement | None:
        """The agreement that was found for something; None if there is none of this fingerprint with its seal.

        Args:
            examined: what was compared.
            fingerprint: of all that the agreement depends on.
        """
        try:
            record = json.loads(self._path(examined).read_text())
            seal = str(record.pop("seal"))
            if record["fingerprint"] != fingerprint or not hmac.compare_digest(seal, self._seal(record)):
                return None
            return Agreement(dict(record["not_apart"]), tuple(record["failures"]), int(record["probes"]))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None  # whatever lies there, anybody may have written

    def keep(self, examined: ExaminationSettings, fingerprint: str, agreement: Agreement) -> None:
        """Keep an agreement, if nothing disturbed it; where nothing can be written, the next run finds it again.

        Args:
            examined: what was compared.
            fingerprint: of all that the agreement depends on.
            agreement: what it showed.
        """
        if agreement.is_disturbed:
            return
        record = json.loads(json.dumps({**asdict(agreement), "fingerprint": fingerprint}))
        path = self._path(examined)
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            whole_files.write(path, json.dumps({**record, "seal": self._seal(record)}, indent=2) + "\n")
            path.chmod(0o600)

    def _path(self, examined: ExaminationSettings) -> Path:
        return self._folder / f"{examined.assignment.name}-{examined.assignment.path.stem}.json"

    def _seal(self, record: dict[str, object]) -> str:
        return hmac.new(self._key, json.dumps(record, sort_keys=True).encode(), hashlib.sha256).hexdigest()


def fingerprint_of(examined: ExaminationSettings, probes: int) -> str:
    """The fingerprint of all that an agreement depends on: the files, the limits, the tiers, all installed packages.

    Args:
        examined: what is compared.
        probes: how many mutants are among the probes.
    """
    digest = hashlib.sha256()
    add_pieces(digest, [str(probes).encode(), *examined.pieces()])
    return digest.hexdigest()
