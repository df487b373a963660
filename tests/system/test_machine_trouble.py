"""What an error says of what is scarce on a machine."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nbproctor.system import whole_files
from nbproctor.system.machine_trouble import sentence_about


def test_a_full_disk_is_named_whether_one_file_or_many_did_not_fit(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("content")
    with pytest.raises(OSError, match="No space left") as one, Path("/dev/full").open("w") as file:
        file.write("content")
        file.flush()

    def copy_to_a_full_disk(source: str, _: str) -> None:
        shutil.copyfile(source, "/dev/full")

    with pytest.raises(shutil.Error) as many:
        shutil.copytree(folder, tmp_path / "copy", copy_function=copy_to_a_full_disk)
    for error in (one.value, many.value):
        assert "there is no room left on the disk: make room, or set TMPDIR" in sentence_about(error)


def test_a_folder_in_the_place_of_a_file_is_named_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "results.json").mkdir()
    with pytest.raises(IsADirectoryError) as found:
        whole_files.write(tmp_path / "results.json", "{}")
    said = sentence_about(found.value)
    assert said.startswith("there is a folder where a file should be: move it away")
    assert said.endswith(f"({tmp_path / 'results.json'})")


@pytest.mark.parametrize("error", [ValueError("no room"), shutil.Error([("a", "b", "[Errno 2] no such file")])])
def test_what_says_nothing_of_that_stays_an_error_of_ours(error: Exception) -> None:
    assert sentence_about(error) == ""
