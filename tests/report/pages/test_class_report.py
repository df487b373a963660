"""The report on a class."""

from dataclasses import replace

from nbproctor.report.pages.class_report import class_page
from nbproctor.results import Outcome


def class_of(number, result, exercise):
    outcomes = list(Outcome)[:5]
    return [
        result(f"student-{index:03d}", *(exercise(one, outcomes[index * one % 5]) for one in range(1, 5)))
        for index in range(number)
    ]


def test_it_says_how_the_class_did(result, exercise, read):
    results = [
        result("student-001", exercise(1), cap=2.0, percent=100.0),
        result("student-002", exercise(1, Outcome.FAILED), cap=2.0, percent=0.0),
        result("student-003", exercise(1), cap=2.0, percent=100.0),
    ]
    text = " ".join(read(class_page("midterm1", results, {})).text.split())
    for words in ("Submissions 3", "Mean 66.7 %", "Median 100 %", "Reached the cap 2", "67 %"):
        assert words in text.replace("Submissions3", "Submissions 3").replace("Mean", "Mean ").replace(
            "Median", "Median "
        ).replace("cap", "cap ").replace("  ", " ")


def test_both_charts_say_in_words_what_they_show(result, exercise, read):
    page = read(class_page("midterm1", class_of(10, result, exercise), {}))
    histogram, outcomes = (div["aria-label"] for div in page.all("div") if div.get("role") == "img")
    assert histogram.startswith("Histogram of the percents. 0–9 %: ")
    assert "Exercise 1: 20 % passed, 20 % failed" in outcomes
    assert len(page.all("svg")) == 2


def test_one_submission_has_no_chart(result, exercise, read):
    page = read(class_page("midterm1", [result("student-001", exercise(1, Outcome.FAILED))], {}))
    assert not page.all("svg")
    assert "Outcomes by exercise" not in page.text
    assert "failed" in page.text


def test_the_charts_take_their_colours_from_the_page(result, exercise):
    html = class_page("midterm1", class_of(10, result, exercise), {})
    assert "fill: var(--passed)" in html
    assert "#0000" not in html[html.index("<svg") :]


def test_an_exercise_is_named_in_the_chart_as_it_is(result, exercise):
    for name in (r"$\frac{1}{0}$", ": #0000ff", "平均", "a" * 18):
        results = [result(student, exercise(1, name=name)) for student in "ab"]
        svg = class_page("midterm1", results, {}).split("<svg ")[2]
        assert f">{name}</text>" in svg


def test_no_id_occurs_twice(result, exercise, read):
    page = read(class_page("midterm1", class_of(10, result, exercise), {}))
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_most_frequent_messages_come_first(result, exercise, read):
    messages = ["rare", "frequent", "frequent"]
    results = [
        result(f"student-{index}", exercise(1, Outcome.FAILED, message=message))
        for index, message in enumerate(messages)
    ]
    text = read(class_page("midterm1", results, {})).text
    assert text.index("frequent", text.index("2 ×")) < text.index("rare")


def test_submissions_are_sorted_by_student(result, read):
    text = read(class_page("midterm1", [result("student-002"), result("student-001")], {})).text
    assert text.index("student-001") < text.index("student-002")


def test_each_student_is_linked_to_the_feedback_page(result, read):
    links = {"student-001": "../feedback/student-001/a%20b.html"}
    page = read(class_page("midterm1", [result("student-001"), result("student-002")], links))
    assert [a["href"] for a in page.all("a")] == ["../feedback/student-001/a%20b.html"]


def test_a_mark_says_in_words_what_it_means(result, exercise, read):
    page = read(class_page("midterm1", [result("student-001", exercise(1, Outcome.TIMED_OUT))], {}))
    marks = [span for span in page.all("span") if span.get("role") == "img"]
    assert [(mark["aria-label"], mark["title"]) for mark in marks] == [
        ("timed out", "Exercise 1: timed out, 0 of 2 points")
    ]


def test_an_exercise_that_a_submission_lacks_leaves_its_place_empty(result, exercise, read):
    results = [result("student-001", exercise(1), exercise(2)), result("student-002", exercise(2))]
    page = read(class_page("midterm1", results, {}))
    assert len([span for span in page.all("span") if span.get("role") == "img"]) == 3


def test_a_test_that_was_not_isolated_is_told(result, exercise):
    assert "not isolated" not in class_page("midterm1", [result("a", exercise(1))], {})
    assert "not isolated" in class_page("midterm1", [result("a", exercise(1, isolated=False))], {})


def test_a_class_without_submissions_says_so():
    assert "There are no submissions yet." in class_page("midterm1", [], {})


def test_nothing_hostile_comes_through(hostile, result, exercise, read):
    failed = exercise(1, Outcome.FAILED, name=hostile, message=hostile, cell=hostile)
    graded = replace(result(hostile, failed, repairs=(hostile,)), assignment=hostile)
    html = class_page(hostile, [graded], {hostile: hostile})
    page = read(html)
    assert not page.dangers
    html.encode("utf-8")
    if hostile.isprintable():
        assert page.text.count(hostile) >= 4


def test_a_hostile_link_stays_a_relative_one(result, read):
    for link in (
        "javascript:alert(1)",
        "//example.org",
        "/\\example.org",
        'x" onclick="alert(1)',
        "https://x",
    ):
        page = read(class_page("midterm1", [result("student-001")], {"student-001": link}))
        assert not page.dangers


def test_it_loads_nothing(result, exercise, read):
    html = class_page("midterm1", class_of(10, result, exercise), {})
    assert "url(" not in html
    assert not read(html).all("link")
    assert not read(html).all("use")


def test_every_head_of_a_table_has_a_scope(result, exercise, read):
    heads = read(class_page("midterm1", class_of(3, result, exercise), {})).all("th")
    assert all(head["scope"] in ("row", "col") for head in heads)


def test_rendering_twice_gives_the_same_page(result, exercise):
    results = class_of(30, result, exercise)
    assert class_page("midterm1", results, {}) == class_page("midterm1", list(reversed(results)), {})


def test_a_thousand_submissions_are_no_burden(result, exercise):
    assert len(class_page("midterm1", class_of(1000, result, exercise), {})) < 1_500_000
