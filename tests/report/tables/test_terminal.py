"""The table in the terminal."""

import io

import pytest
from rich.console import Console

from nbproctor.report.tables.results_table import MOST_ROWS, results_table
from nbproctor.results import Outcome


def printed(table, width=120):
    console = Console(file=io.StringIO(), width=width, force_terminal=False, color_system=None)
    console.print(table)
    return console.file.getvalue()


def test_a_row_has_a_mark_for_each_exercise(result):
    row = printed(results_table([result()])).splitlines()[1]
    assert row.split() == ["student-001", "2", "/", "10", "25", "%", "✓", "✗", "!", "◷", "○"]


def test_the_last_line_explains_the_marks_and_counts_them(result):
    legend = "✓ 2 passed   ✗ 2 failed   ! 2 errored   ◷ 2 timed out   ○ 2 not attempted"
    assert printed(results_table([result("a"), result("b")])).splitlines()[-1].strip() == legend


def test_no_count_is_parted_from_its_words(result):
    for width in range(40, 80):
        lines = printed(results_table([result()]), width).splitlines()
        counts = [line for line in lines if line.startswith(("✓", "✗", "!", "◷", "○"))]
        assert " ".join(" ".join(counts).split()) == "✓ 1 passed ✗ 1 failed ! 1 errored ◷ 1 timed out ○ 1 not attempted"
        assert not any(line.split()[-1].isdigit() for line in counts)


def test_columns_are_named_by_the_numbers_of_the_exercises(result):
    header = printed(results_table([result()])).splitlines()[0]
    assert header.split() == ["student", "score", "percent", "0", "1", "2", "3", "4"]


def test_exercises_without_numbers_are_counted(result, exercise):
    graded = result("student-001", exercise(1, name="parse"), exercise(2, name="rank"))
    assert printed(results_table([graded])).split()[:5] == ["student", "score", "percent", "1", "2"]


def test_a_key_says_what_each_column_is_and_a_score_what_it_is_of(result, exercise):
    waits = exercise(2, Outcome.WAITING, name="part2: essay", cell="part2/essay", title="Why?")
    graded = result("student-001", exercise(1, name="part1: sum", cell="part1/sum", title="A sum"), waits)
    _, row, *key, _ = printed(results_table([graded])).splitlines()
    assert row.split() == ["student-001", "2", "/", "2", "2", "100", "%", "✓", "…"]
    assert [line.strip().split(maxsplit=1) for line in key] == [["1", "part1: A sum"], ["2", "part2: Why?"]]


def test_a_key_does_not_say_the_number_of_an_exercise_twice(result, exercise):
    titles = "Exercise 1: a hand's suit", "Bits", "Exercise 4: not of column 3"
    cells = [exercise(1, name=f"ex{n}", cell=f"test_ex{n}", title=title) for n, title in enumerate(titles, 1)]
    _, _, *key, _ = printed(results_table([result("student-001", *cells)])).splitlines()
    shown = [line.strip().split(maxsplit=1)[1] for line in key]
    assert shown == ["a hand's suit", "Bits", "Exercise 4: not of column 3"]


def test_a_long_class_is_shown_by_its_distribution(result):
    results = [result(f"student-{number:03d}") for number in range(MOST_ROWS + 1)]
    shown = printed(results_table(results))
    assert "41 submissions: mean 25 %, median 25 %, 0 reached the cap" in shown
    assert "20–29" in shown
    assert "student-001" not in shown
    assert "41 passed" in shown


def test_what_could_not_be_examined_has_no_score_and_no_part_in_the_averages(result, exercise):
    unexamined = [result(f"student-{index}", exercise(1), exercise(2, Outcome.UNEXAMINED)) for index in range(3)]
    assert printed(results_table(unexamined)).splitlines()[1].split() == ["student-0", "–", "–", "✓", "?"]
    right = [result(f"student-{index}", exercise(1), exercise(2), percent=50.0) for index in range(3, MOST_ROWS + 1)]
    shown = printed(results_table(unexamined + right))
    averages = "mean 50 %, median 50 %, 0 reached the cap; not graded, and not counted: 3"
    assert f"41 submissions: {averages}" in " ".join(shown.split())
    assert "mean – %" in printed(results_table([unexamined[0]] * (MOST_ROWS + 1)))


@pytest.mark.parametrize("percents", [-5.0, 0.0, 9.99, 100.0, 120.0])
def test_every_percent_has_its_place_in_the_distribution(result, percents):
    results = [result(f"student-{number:03d}", percent=percents) for number in range(50)]
    assert " 50 " in printed(results_table(results))


def test_a_class_without_submissions_has_an_empty_table():
    assert "0 passed" in printed(results_table([]))


def test_it_fits_the_width_of_the_terminal(result):
    shown = printed(results_table([result("long-" * 50)]), width=50)
    assert max(map(len, shown.splitlines())) <= 50
    assert "… " in shown
    assert "✓  ✗  !  ◷  ○" in shown


def test_nothing_hostile_steers_the_terminal(hostile, result, exercise):
    graded = result(hostile, exercise(1, Outcome.FAILED, name=hostile))
    shown = printed(results_table([graded]), width=200)
    assert not set(shown) & set("\x00\x07\x1b\x7f\x9b\u202e\ud800")
    if hostile.isprintable():
        assert hostile[:39] in shown


def test_markup_in_a_name_is_text(result):
    assert "[red]x[/red] :smile:" in printed(results_table([result("[red]x[/red] :smile:")]))
