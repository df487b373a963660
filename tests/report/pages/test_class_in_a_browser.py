"""The class report in a real browser: found, sorted, filtered, downloaded, and read by everybody."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from nbproctor.report.tables.summary_csv import summary_csv
from nbproctor.results import Outcome
from nbproctor.system.printable import one_line
from tests.report.conftest import GRADED, HOSTILE, class_page, make_exercise, make_result
from tests.report.pages.accessibility import faint_texts, findings

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]

NAMES = ["Anna", "Ben", "José", "Łukasz", "Zoë"]
SHOWN = "table.submissions tbody th > :first-child"


def student(number):
    return f"{NAMES[number % 5]}-{number:04d}"


def graded(number):
    """A submission that differs from the next ones in all that can be filtered and sorted by."""
    outcomes = GRADED
    exercises = [make_exercise(one, outcomes[number // one % 5], name=f"ex{one}") for one in range(1, 5)]
    if number % 10 == 7:
        exercises[1] = make_exercise(2, name="ex2", manual_score=1.0, look_again=True)
    score = sum(one.earned for one in exercises)
    repairs = ("the cell was put back",) * (number % 13 == 3)
    return make_result(student(number), *exercises, repairs=repairs, percent=score / 8 * 100)


def class_of(count):
    results = [graded(number) for number in range(count)]
    return class_page("midterm1", results, {one.student: f"../feedback/{one.student}/midterm1.html" for one in results})


def names_in(page):
    return page.locator(SHOWN).all_text_contents()


# --- for everybody ----------------------------------------------------------------------------------


@pytest.mark.parametrize("students", [1, 26])
@pytest.mark.parametrize(
    "window",
    [{}, {"color_scheme": "dark"}, {"viewport": {"width": 390, "height": 844}}, {"media": "print"}],
    ids=["wide", "dark", "phone", "print"],
)
def test_nothing_keeps_anybody_from_reading_it(opened, students, window):
    media = {"media": window["media"]} if "media" in window else {}
    page = opened(class_of(students), **{name: value for name, value in window.items() if name != "media"})
    page.emulate_media(**media)
    page.evaluate("document.querySelector('details').open = true")
    assert findings(page) == []
    assert faint_texts(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def test_what_keeps_somebody_is_noticed(opened):
    page = opened("<!DOCTYPE html><title>A page</title><main><p style='color: #888'>✓</p><img src='data:,'></main>")
    assert {finding.partition(":")[0] for finding in findings(page)} >= {"html-has-lang", "image-alt"}
    assert faint_texts(page) == ["3.54: P: ✓"]


def test_without_a_script_all_rows_are_there_and_nothing_that_does_nothing(opened):
    page = opened(class_of(600), java_script_enabled=False)
    assert page.locator(SHOWN).count() == 600
    assert page.locator(SHOWN).last.is_visible()
    assert [button.inner_text() for button in page.locator("button").all() if button.is_visible()] == []
    assert not page.get_by_role("searchbox").is_visible()
    assert page.get_by_role("link", name="summary.csv").is_visible()


@pytest.mark.parametrize("width", [390, 1366])
@pytest.mark.parametrize("table", ["items", "submissions"])
def test_each_head_stands_over_its_column(opened, table, width):
    page = opened(class_of(26), viewport={"width": width, "height": 800})
    middles = [
        page.locator(f"table.{table} {row} > *").evaluate_all(
            "cells => cells.map(cell => cell.getBoundingClientRect()).map(box => Math.round(box.x + box.width / 2))"
        )
        for row in ("thead tr", "tbody tr:first-child")
    ]
    assert middles[0] == middles[1]
    assert len(middles[0]) >= 5


# --- sorted, searched, filtered ---------------------------------------------------------------------


def test_a_student_is_found_by_a_part_of_the_name_with_accents_or_without(opened):
    page = opened(class_of(26))
    told = page.get_by_role("status")
    expect(told).to_have_text("All 26 submissions.")
    for typed, found in (("jose", [2, 7, 12, 17, 22]), ("JOSÉ-0012", [12]), (" zoe ", [4, 9, 14, 19, 24]), ("xyz", [])):
        page.get_by_role("searchbox", name="Student").fill(typed)
        expect(told).to_have_text(f"{len(found)} of 26 submissions.")
        assert names_in(page) == [student(number) for number in found]
    page.get_by_role("button", name="Clear").click()
    expect(told).to_have_text("All 26 submissions.")
    assert page.locator(SHOWN).count() == 26


def test_what_ended_so_is_shown_alone(opened):
    page = opened(class_of(26))
    results = {one.student: one for one in map(graded, range(26))}

    def matching(holds):
        return sorted(name for name, result in results.items() if holds(result))

    page.locator("#outcome").select_option("timed out")
    assert sorted(names_in(page)) == matching(lambda one: Outcome.TIMED_OUT in [e.outcome for e in one.exercises])
    page.locator("#exercise").select_option("ex3")
    assert sorted(names_in(page)) == matching(lambda one: one.exercises[2].outcome is Outcome.TIMED_OUT)
    page.get_by_role("button", name="Clear").click()
    page.locator("#band").select_option("20–29")
    assert sorted(names_in(page)) == matching(lambda one: 20 <= one.percent < 30) != []
    page.locator("#band").select_option("100")
    assert sorted(names_in(page)) == matching(lambda one: one.percent == 100) != []
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("checkbox", name="Needs manual grading").check()
    assert sorted(names_in(page)) == matching(lambda one: any(e.decision.look_again for e in one.exercises)) != []
    page.get_by_label("Repaired").check()
    assert names_in(page) == []
    page.get_by_role("checkbox", name="Needs manual grading").uncheck()
    assert sorted(names_in(page)) == matching(lambda one: one.submission.repairs) != []


def test_each_column_sorts_by_the_keyboard_alone(opened):
    page = opened(class_of(26))
    results = {one.student: one for one in map(graded, range(26))}
    heads = page.locator("table.submissions thead th")
    order = [*Outcome]
    keys = [
        lambda one: one.percent,
        lambda one: one.percent,
        *(lambda one, place=place: order.index(one.exercises[place].outcome) for place in range(4)),
        lambda one: len(one.submission.repairs) or 99,  # who has none comes last
    ]
    assert heads.count() == len(keys) + 1
    assert heads.first.get_attribute("aria-sort") == "ascending"
    heads.first.get_by_role("button").focus()
    for place, key in enumerate(keys, start=1):
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert [key(results[name]) for name in names_in(page)] == sorted(map(key, results.values()))
        assert [head.get_attribute("aria-sort") for head in heads.all()].index("ascending") == place
        page.keyboard.press("Enter")
        assert heads.nth(place).get_attribute("aria-sort") == "descending"
        if place < len(keys):
            assert [key(results[name]) for name in names_in(page)] == sorted(map(key, results.values()), reverse=True)


def test_the_exercises_are_sorted_too(opened):
    page = opened(class_of(33))
    earned = page.locator("table.items").get_by_role("button", name="Earned")
    shares = page.locator("table.items tbody tr > :nth-child(3)")
    for reverse in (False, True):
        earned.click()
        found = [float(share.get_attribute("data-sort")) for share in shares.all()]
        assert len(set(found)) > 1
        assert found == sorted(found, reverse=reverse)


def test_five_thousand_students_are_found_sorted_and_printed(opened):
    page = opened(class_of(5000))
    told = page.get_by_role("status")
    expect(told).to_have_text("All 5000 submissions. The first 500 are shown.")
    assert page.locator(SHOWN).count() == 500
    page.get_by_role("searchbox").fill("-4321")
    assert names_in(page) == [student(4321)]
    page.get_by_role("searchbox").fill("")
    page.locator("table.submissions").get_by_role("button", name="Student").click()
    assert names_in(page)[0] == student(4999)
    page.get_by_role("button", name="Show all").click()
    assert page.locator(SHOWN).count() == 5000
    expect(told).to_have_text("All 5000 submissions.")
    page.get_by_role("searchbox").fill("anna")
    page.evaluate(
        "addEventListener('beforeprint', () => printed = document.querySelectorAll('#submissions tbody tr').length)"
    )
    page.pdf()
    assert page.evaluate("printed") == 1000
    assert page.locator(SHOWN).count() == 500


# --- taken away -------------------------------------------------------------------------------------


def downloaded(page):
    with page.expect_download() as download:
        page.get_by_role("button", name="Download these as CSV").click()
    assert download.value.suggested_filename == "midterm1.csv"
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_what_is_shown_is_downloaded(opened):
    page = opened(class_of(26))
    page.get_by_role("searchbox").fill("anna")
    page.locator("table.submissions").get_by_role("button", name="Student").click()
    head, *rows = csv.reader(StringIO(downloaded(page)))
    assert head == ["Student", "Score", "Percent", "ex1", "ex2", "ex3", "ex4", "Repairs"]
    assert [row[0] for row in rows] == [student(number) for number in (25, 20, 15, 10, 5, 0)]
    assert rows[-1] == [student(0), "8", "100", "passed", "passed", "passed", "passed", ""]


def test_what_was_not_examined_has_no_number_in_the_download(opened):
    results = [make_result("a", make_exercise(1, Outcome.UNEXAMINED)), make_result("b", make_exercise(1), penalty=0.5)]
    _, *rows = csv.reader(StringIO(downloaded(opened(class_page("midterm1", results, {})))))
    assert rows == [["a", "", "", "could not be graded yet", ""], ["b", "2", "25", "passed", ""]]


FORMULAS = ["=1+1", " =1+1", "'=1", "＝1", "@a", "-1", "+1.5e3", "a;=1", 'a; "=1"']
HARMLESS = ["a 'b' - c", "a,b", 'say "hi"', "– dash"]


def test_hostile_texts_are_downloaded_as_summary_csv_has_them(opened):
    texts = [*FORMULAS, *HARMLESS, *HOSTILE.values()]
    results = [make_result(text, make_exercise(1, name=text), repairs=(text,)) for text in texts]
    page = opened(class_page("midterm1", results, {}))
    mine = [row[0] for row in csv.reader(StringIO(downloaded(page)))][1:]
    shown = [make_result(one_line(text)) for text in texts]
    theirs = [row[0] for row in csv.reader(StringIO(summary_csv(shown)))][1:]
    assert sorted(mine) == sorted(theirs)
    page.get_by_role("searchbox").fill("<script>")
    assert page.locator(SHOWN).count() >= 1
    for button in page.locator("table button").all():
        button.click()
        page.locator("table.submissions tbody td").nth(3).hover()


def test_the_policy_keeps_the_pages_own_script_from_making_markup(opened):
    page = opened(class_of(3))
    with pytest.raises(Error, match="TrustedHTML"):
        page.evaluate("document.querySelector('h1').innerHTML = '<b>bold</b>'")
    assert page.locator("h1").inner_text() == "midterm1"
    assert "TrustedHTML" in opened.trouble.pop()
