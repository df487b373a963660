"""Progress where no terminal is: lines that say what is done, and how far it is."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

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


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Console:
    """A terminal of 100 columns in the place of the error stream."""
    made = Console(file=io.StringIO(), force_terminal=True, width=100, emoji=False)
    monkeypatch.setattr(console, "err", made)
    return made


def _shown(terminal: Console) -> str:
    assert isinstance(terminal.file, io.StringIO)
    return terminal.file.getvalue()


def test_no_remaining_time_is_shown_once_it_has_passed_and_nothing_has_finished(terminal: Console) -> None:
    now = 0.0
    progress = console.progress_line()
    progress.get_time = lambda: now
    task = progress.add_task("Grading midterm1", total=10)

    def shown() -> str:
        with terminal.capture() as captured:
            terminal.print(progress.make_tasks_table(progress.tasks))
        return captured.get()

    for completed in range(1, 9):
        now += 0.5
        progress.update(task, completed=completed)
    assert "0:00:01" in shown()
    now += 60
    assert "8/10" in shown() and "0:00" not in shown()


def test_no_bar_stays_once_the_work_has_ended(terminal: Console) -> None:
    with console.progress_line() as progress:
        progress.add_task("Running the reference", total=None)
    assert _shown(terminal).endswith("\x1b[1A\x1b[2K")


def test_a_line_is_broken_at_blanks_in_a_terminal_alone(capsys: pytest.CaptureFixture[str], terminal: Console) -> None:
    line = "  anna: " + ", ".join(f"exercise {number} ({number} points)" for number in range(20))
    console.print_wrapped(terminal, line)
    shown = _shown(terminal).splitlines()
    assert len(shown) > 3 and all(each.startswith("  ") and len(each) <= 100 for each in shown)
    assert " ".join(" ".join(shown).split()) == line.strip()
    console.print_wrapped(console.out, line)
    assert capsys.readouterr().out == f"{line}\n"
