"""What submissions may read is what a warm parent imports from, whatever the grader's own process was told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nbproctor.examination.sandbox.readable_places import readable_beside


def test_a_folder_that_only_this_process_imports_from_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course, scratch, own = (tmp_path / name for name in ("course", "scratch", "own"))
    for folder in (course, scratch, own):
        folder.mkdir()
    before = readable_beside(course, scratch)
    monkeypatch.syspath_prepend(own)  # as a Dask worker does
    assert readable_beside(course, scratch) == before
    assert sys.prefix in before
