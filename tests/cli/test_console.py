"""Progress where no terminal is: lines that say what is done, and how far it is."""

from __future__ import annotations

import time

import pytest

from nbproctor.cli import console


def test_lines_say_how_far_it_is_and_end_with_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "_SECONDS_BETWEEN_LINES", (0.01, 60.0))
    said = ""
    with console.progress_line() as progress:
        progress.update(progress.add_task("Grading midterm1", total=26, failed=0), completed=7)
        while "Grading" not in said:
            said += capsys.readouterr().err
    assert "Grading midterm1: 7 of 26, 0 s\n" in said
    time.sleep(0.1)
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_a_short_run_prints_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    with console.progress_line() as progress:
        progress.add_task("Grading midterm1", total=None, failed=0)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["a:b", "quiz:smile:", "[red]quiz[/red]"])
def test_a_name_is_printed_as_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    console.print_line(console.out, f"built {name}: students get release/{name}")
    console.print_line(console.err, f"{name}: nothing was handed in")
    said = capsys.readouterr()
    assert said.out == f"built {name}: students get release/{name}\n"
    assert said.err == f"{name}: nothing was handed in\n"
