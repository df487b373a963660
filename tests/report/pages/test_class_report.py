"""The report on a class."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nbproctor.report.pages import page
from nbproctor.results import Decision, Outcome
from tests.report.conftest import GRADED, class_page


def class_of(number, result, exercise):
    return [
        result(f"student-{index:03d}", *(exercise(one, GRADED[index * one % 5]) for one in range(1, 5)))
        for index in range(number)
    ]


def test_it_says_how_the_class_did(result, exercise, read):
    results = [
        result("student-001", exercise(1), cap=2.0, percent=100.0),
        result("student-002", exercise(1, Outcome.FAILED), cap=2.0, percent=0.0),
        result("student-003", exercise(1), cap=2.0, percent=100.0),
    ]
    text = " ".join(read(class_page("midterm1", results, {})).text.split())
    for words in ("Submissions ?3", "Mean ?66.7 %", "Median ?100 %", "Reached 100 % ?2", "67 %"):
        assert re.search(words, text)


def test_what_could_not_be_examined_is_told_and_counts_in_no_figure(result, exercise, read):
    right = [result(f"student-{index}", exercise(1), percent=100.0, cap=2.0) for index in range(2)]
    waits = result("student-002", exercise(1, Outcome.UNEXAMINED, message="the machine had no memory"), percent=0.0)
    page = class_page("midterm1", [*right, waits], {})
    text = " ".join(read(page).text.split())
    assert "could not be graded yet because of a technical problem on the machine: 1 of 3." in text
    assert re.search(r"Mean ?100 %", text)
    assert re.search(r"Exercise 1 ?2 ?100 % ?too few ?1 ?0\.25 s", text)
    assert re.search(r"student-002 ?– ?–", text)
    assert "the machine had no memory" not in text
    assert shown(charts_of(page)[0])[0] == "2"
    alone = " ".join(read(class_page("midterm1", [waits], {})).text.split())
    assert re.search(r"Mean ?– %", alone)
    assert re.search(r"Exercise 1 ?2 ?– ?too few ?1 ?– ?–", alone)


def charts_of(html):
    """The histogram and the outcome bars, read as the XML that they have to be."""
    figures = re.findall(r'<figure class="chart">.*?(<svg .*?)</figure>', html, re.DOTALL)
    return [ElementTree.fromstring(figure) for figure in figures]


@pytest.fixture
def outcomes_of(result):
    """The outcome bars of two students who have the same exercises."""
    return lambda *exercises: charts_of(class_page("midterm1", [result(name, *exercises) for name in "ab"], {}))[1]


def shown(chart):
    """The texts that one sees, without the titles that show when one points at them."""
    return [(text.text or "") + "".join(inner.tail or "" for inner in text) for text in chart.iter("text")]


def marks_of(page):
    return [span for span in page.all("span") if span.get("role") == "img"]


def lengths(element):
    return [float(element.get(name)) for name in ("x", "y", "width", "height")]


def test_both_charts_say_in_words_what_they_show(result, exercise):
    histogram, outcomes = charts_of(class_page("midterm1", class_of(10, result, exercise), {}))
    for chart, title, words in (
        (histogram, "Histogram of the percentages", "0–9 %: 8, 10–19 %: 0, "),
        (outcomes, "Share of each outcome", "Exercise 1: 20 % passed, 20 % failed, "),
    ):
        heard = {element.get("id"): element for element in chart if element.tag in ("title", "desc")}
        first, second = (heard[name] for name in chart.get("aria-labelledby").split())
        assert chart.get("role") == "img"
        assert (first.tag, first.text, second.tag) == ("title", title, "desc")
        assert words in second.text


def test_one_submission_has_no_chart(result, exercise, read):
    page = read(class_page("midterm1", [result("student-001", exercise(1, Outcome.FAILED))], {}))
    assert not page.all("svg")
    assert "Outcomes by exercise" not in page.text
    assert "failed" in page.text


def test_the_bars_of_the_histogram_stand_for_the_submissions(result, exercise):
    percents = [0, 9.99, 55, 99.9, 100, 100, 100, 100]
    results = [result(f"student-{index}", exercise(1), percent=percent) for index, percent in enumerate(percents)]
    chart, _ = charts_of(class_page("midterm1", results, {}))
    columns = [lengths(column) for column in chart.iter("rect")]
    assert [round(height / columns[1][3], 3) for _, _, _, height in columns] == [2, 1, 1, 4]
    assert len({round(y + height, 3) for _, y, _, height in columns}) == 1  # all stand on one line
    assert columns[3][0] - columns[2][0] > 1.2 * columns[2][2]  # 100% alone stands apart
    assert shown(chart) == ["2", "1", "1", "4", *map(str, range(0, 101, 10)), "percent"]
    _, _, width, height = map(float, chart.get("viewBox").split())
    assert all(x >= 0 and y >= 10 and x + wide <= width and y + high < height for x, y, wide, high in columns)


def test_the_parts_of_a_bar_are_the_shares_and_fill_it(result, exercise):
    parts = {Outcome.PASSED: 71, Outcome.FAILED: 13, Outcome.ERRORED: 9, Outcome.TIMED_OUT: 4, Outcome.NOT_ATTEMPTED: 3}
    outcomes = [outcome for outcome, count in parts.items() for _ in range(count)]
    results = [result(f"student-{index:02d}", exercise(1, outcome)) for index, outcome in enumerate(outcomes)]
    _, chart = charts_of(class_page("midterm1", results, {}))
    assert [part.get("class") for part in chart.iter("rect")] == [f"part {outcome}" for outcome in parts]
    drawn = [lengths(part) for part in chart.iter("rect")]
    unit = sum(width for _, _, width, _ in drawn) / 100
    assert [round(width / unit, 2) for _, _, width, _ in drawn] == list(parts.values())
    ends = [round(x + width, 2) for x, _, width, _ in drawn]
    assert ends == [*(round(x, 2) for x, _, _, _ in drawn[1:]), float(chart.get("viewBox").split()[2])]
    # The share where there is room for it, the mark from 4 percent on; and a part without a label can be pointed at.
    assert shown(chart) == ["Exercise 1", "✓ 71%", "✗ 13%", "!", "◷"]
    assert "Exercise 1: 3 not attempted" in [title.text for title in chart.iter("title")]


def test_an_exercise_is_named_in_the_chart_as_it_is(outcomes_of, exercise):
    for name in (r"$\frac{1}{0}$", ": #0000ff", "平均", 'a < b & "c"', "</text><b>&amp;", "a" * 18):
        chart = outcomes_of(exercise(1, name=name))
        assert shown(chart) == [f"1 {name[:15]}…" if len(name) > 16 else f"1 {name}", "✓ 100%"]
        assert chart.find("desc").text == f"{name}: 100 % passed. "


@pytest.mark.parametrize(
    ("title", "label"),
    [("Exercise 1: counting bits", "Exercise 1"), ("p1: Part A", "1 p1: Part A"), ("Part 1", "Part 1")],
)
def test_an_exercise_is_called_by_its_number_once(result, exercise, title, label):
    one = exercise(1, name="ex1", title=title)
    page = class_page("midterm1", [result(student, one) for student in "ab"], {})
    assert shown(charts_of(page)[1])[0] == label
    assert ('<span class="soft">1</span>' in page) == label.startswith("1 ")


def test_a_long_name_is_cut_in_the_chart_and_told_where_one_points(outcomes_of, exercise):
    name = "The best of seven cards"
    chart = outcomes_of(exercise(1, name=name))
    assert shown(chart)[0] == "1 The best of sev…"
    assert next(chart.iter("text")).find("title").text == name


def test_a_class_without_exercises_has_charts_all_the_same(result):
    results = [replace(result(student), exercises=()) for student in "ab"]
    charts = charts_of(class_page("midterm1", results, {}))
    assert [len(list(chart.iter("rect"))) for chart in charts] == [1, 0]


def test_the_page_loads_nothing_uses_no_id_twice_and_leaves_colours_to_its_style(result, exercise, read):
    html = class_page("midterm1", class_of(10, result, exercise), {})
    page = read(html)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert "url(" not in html
    assert not page.all("link") + page.all("use")
    assert all(head["scope"] in ("row", "col") for head in page.all("th"))
    used = {name for chart in charts_of(html) for element in chart.iter() for name in element.attrib}
    assert not used & {"style", "fill", "stroke", "color", "opacity", "font-family"}


def test_students_are_sorted_and_each_is_linked_to_the_feedback_page(result, read):
    links = {"student-001": "../feedback/student-001/a%20b.html"}
    page = read(class_page("midterm1", [result("student-002"), result("student-001")], links))
    assert page.text.index("student-001") < page.text.index("student-002")
    linked = {a["href"] for a in page.all("a")}
    assert linked == {"summary.csv", "../feedback/student-001/a%20b.html"}, "in the table, and where mistakes are shown"


def test_a_mark_says_in_words_what_it_means(result, exercise, read):
    page = read(class_page("midterm1", [result("student-001", exercise(1, Outcome.TIMED_OUT))], {}))
    assert [mark["aria-label"] for mark in marks_of(page)] == ["timed out"]


def test_points_that_the_outcome_does_not_tell_are_told(result, exercise, read):
    in_part = [exercise(1), exercise(2, earned=1.5), exercise(3, Outcome.FAILED), exercise(4, Outcome.FAILED, earned=1)]
    page = read(class_page("midterm1", [result("student-001", *in_part)], {}))
    assert [mark.get("title") for mark in marks_of(page)] == [None, "1.5 of 2 points", None, "1 of 2 points"]


def test_an_exercise_that_a_submission_lacks_leaves_its_place_empty(result, exercise, read):
    results = [result("student-001", exercise(1), exercise(2)), result("student-002", exercise(2))]
    assert len(marks_of(read(class_page("midterm1", results, {})))) == 3


def test_a_test_that_was_not_isolated_is_told(result, exercise):
    assert "not isolated" not in class_page("midterm1", [result("a", exercise(1))], {})
    assert "not isolated" in class_page("midterm1", [result("a", exercise(1, isolated=False))], {})


def test_a_class_without_submissions_says_so():
    assert "There are no submissions yet." in class_page("midterm1", [], {})


def test_nothing_hostile_comes_through(hostile, result, exercise, read):
    failed = exercise(1, Outcome.FAILED, name=hostile, message=hostile, cell=hostile)
    graded = replace(result(hostile, failed, repairs=(hostile,)), assignment=hostile)
    html = class_page(hostile, [graded, graded], {hostile: hostile})
    page = read(html)
    assert not page.dangers
    assert len(charts_of(html)) == 2
    html.encode("utf-8")
    if hostile.isprintable():
        assert page.text.count(hostile) >= 8


def test_a_hostile_link_stays_a_relative_one(result, read):
    for link in ("javascript:alert(1)", "//example.org", "/\\example.org", 'x" onclick="alert(1)', "https://x"):
        page = read(class_page("midterm1", [result("student-001")], {"student-001": link}))
        assert not page.dangers


def test_its_style_is_its_style_sheets_and_nothing_else(result):
    style = re.search("<style>(.*)</style>", class_page("midterm1", [result("student-001")], {}), re.DOTALL)[1]
    for name in ("report.css", "class.css", "mistakes.css"):
        sheet = (Path(page.__file__).parent / "templates" / name).read_text()
        assert style.count(sheet) == 1
        style = style.replace(sheet, "")
    assert not style.strip()


def test_rendering_twice_gives_the_same_page(result, exercise):
    results = class_of(30, result, exercise)
    assert class_page("midterm1", results, {}) == class_page("midterm1", list(reversed(results)), {})


def test_thousands_of_submissions_are_no_burden(result, exercise):
    links = {f"student-{index:03d}": f"../feedback/student-{index:03d}/midterm1.html" for index in range(5000)}
    assert len(class_page("midterm1", class_of(5000, result, exercise), links)) < 3_500_000


# --- the analysis of the exercises ----------------------------------------------------------------


def items_of(page):
    """The text of the table of exercises, a row each."""
    table = re.search(r'<table class="items".*?</table>', page, re.DOTALL)[0]
    rows = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", " ", row).replace("&nbsp;", " ").split()) for row in rows]


def test_the_table_of_exercises_has_the_short_names_that_the_titles_do_not_end_with(result, exercise):
    untitled, titled = exercise(1, name="sum"), exercise(2, name="rank", title="Ranks of hands")
    _, first, second = items_of(class_page("quiz1", [result("a", untitled, titled)], {}))
    assert (first[:6], second[:17]) == ("1 sum ", "2 Ranks of hands ")


def test_the_table_of_exercises_says_how_hard_and_how_telling_each_was(result, exercise):
    results = [
        result(f"s{index}", *(exercise(one, GRADED[bool(index % (one + 1))]) for one in range(1, 5)))
        for index in range(60)
    ]
    page = class_page("midterm1", results, {})
    head, first, *_ = items_of(page)
    assert head == "Exercise Points Earned Correlation with the rest Median time Slowest tenth"
    assert re.fullmatch(r"Exercise 1 2 50 % 38–62 0\.\d\d [−\d.]+ to [−\d.]+ 0\.25 s 0\.25 s", first)
    assert "Cronbach's alpha, a measure of reliability, is" in page


def test_a_small_class_is_told_that_it_is_too_small(result, exercise):
    results = [result(f"s{number}", exercise(1, GRADED[bool(number)])) for number in range(5)]
    page = class_page("midterm1", results, {})
    assert items_of(page)[1] == "Exercise 1 2 20 % too few 0.25 s –"
    assert "With fewer than 20 students there is no interval" in page
    assert "alpha" not in page


def test_an_exercise_that_everybody_passed_tells_no_students_apart(result, exercise):
    results = [result(f"s{number}", exercise(1), exercise(2, GRADED[number % 2])) for number in range(30)]
    _, first, second = items_of(class_page("midterm1", results, {}))
    assert first == "Exercise 1 2 100 % 89–100 all equal 0.25 s 0.25 s"
    assert "50 % 33–67 rest all equal" in second


@pytest.mark.parametrize(
    ("outcome", "earned", "told"),
    [
        (Outcome.WAITING, "100 %", "They are left out of every other figure here."),
        (Outcome.NOT_ATTEMPTED, "50 %", "Correlation with the rest Not attempted"),
    ],
)
def test_who_waits_or_did_not_attempt_it_is_counted_apart(result, exercise, outcome, earned, told):
    page = class_page("midterm1", [result("a", exercise(1)), result("b", exercise(1, outcome))], {})
    head, first = items_of(page)
    assert first == f"Exercise 1 2 {earned} too few 1 0.25 s –"
    assert told in head + page


def test_a_person_finds_the_rows_on_which_to_decide(result, exercise, read):
    again = exercise(1, manual_score=1.0, look_again=True)
    results = [result("a", exercise(1)), result("b", again), result("c", exercise(1, Outcome.WAITING))]
    page = read(class_page("midterm1", results, {}))
    assert ["data-asks" in row for row in page.all("tr")][-3:] == [False, True, True]


def test_points_that_wait_are_told_first_with_one_decision_a_test(result, exercise, read):
    waiting = exercise(2, earned=0.0, disputed="the test gives 2 points, but is not isolated")
    results = [result(f"s{number:02}", exercise(1), waiting) for number in range(12)]
    results.append(result("resolved", exercise(1), replace(waiting, decision=Decision(resolved=True))))
    html = class_page("midterm1", results, {})
    page = read(html)
    first = page.text[: page.text.index("Submissions by percent")]
    assert (
        '<th scope="row">test_ex2</th><td class="num">2</td><td class="num">12</td><td>the test gives 2 points' in html
    )
    assert "s09 and 2 more" in first and "resolved" not in first
    assert 'c.Grading.counted_tests = {"midterm1/test_ex2": True}' in first
    assert not any("data-asks" in row for row in page.all("tr")), "it is no decision about a student"
    assert "Points waiting" not in read(class_page("midterm1", [result("a", exercise(1))], {})).text


# --- its script -----------------------------------------------------------------------------------


def test_no_script_runs_but_the_pages_own(result, read):
    html = class_page("midterm1", [result("<script>alert(1)</script>")], {})
    (policy,) = (meta["content"] for meta in read(html).all("meta") if "http-equiv" in meta)
    (script,) = re.findall("<script>(.*?)</script>", html, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"; script-src 'sha256-{digest}'; require-trusted-types-for 'script'; trusted-types 'none'; " in policy
    assert "unsafe-eval" not in policy
    assert not read(html).dangers


def test_exercises_whose_names_begin_alike_are_told_apart_in_the_chart(outcomes_of, exercise):
    names = ["Squares of all numbers 1", "Squares of all numbers 2", "Sums of all numbers 3", "Part 4"]
    chart = outcomes_of(*(exercise(place, name=name) for place, name in enumerate(names)))
    labels = [text for text in shown(chart) if text != "✓ 100%"]
    assert labels == ["Square…l numbers 1", "Square…l numbers 2", "Sums of all numbe…", "Part 4"]
