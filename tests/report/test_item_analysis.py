"""Item analysis: its figures, and classes whose exercises are known to be so hard and so telling."""

import numpy as np
import pytest

from nbproctor.report.item_analysis import FEWEST, Times, correlation, item_analysis, share
from nbproctor.results import Outcome
from tests.report.conftest import GRADED, make_exercise, make_result

NORMAL = 1.959964


def class_of(points, worth=(2,) * 9):
    """A class from the points that each student earned in each exercise, a row a student."""
    return [
        make_result(
            f"student-{number:04d}",
            *(
                make_exercise(1 + place, GRADED[not earned], points=float(most), earned=float(earned))
                for place, (earned, most) in enumerate(zip(row, worth, strict=False))
            ),
        )
        for number, row in enumerate(points)
    ]


def analysed(points, *worth):
    items, spread = item_analysis(class_of(points, *worth))
    return list(items.values()), spread


# --- what is known by hand ------------------------------------------------------------------------


def test_the_figures_of_a_class_are_those_of_the_textbook():
    points = 2 * np.random.default_rng(3).integers(0, 2, (60, 4))
    items, spread = analysed(points)
    total = points.sum(axis=1)
    for place, item in enumerate(items):
        solved, rest = points[:, place], total - points[:, place]
        assert item.difficulty.value == pytest.approx(solved.mean() / 2)
        assert item.discrimination.value == pytest.approx(np.corrcoef(solved, rest)[0, 1])
    assert spread.deviation == pytest.approx(total.std(ddof=1))
    alpha = 4 / 3 * (1 - points.var(axis=0, ddof=1).sum() / total.var(ddof=1))
    assert (spread.alpha, spread.exercises, spread.submissions) == (pytest.approx(alpha), 4, 60)
    assert spread.error == pytest.approx(spread.deviation * np.sqrt(1 - max(alpha, 0)))


def test_wilsons_interval_is_that_of_the_quadratic_equation():
    """The ends of it are the shares from which the observed one is just so many standard errors away."""
    for solved in (0, 1, 40, 79, 80):
        found = share([1.0] * solved + [0.0] * (80 - solved))
        for end in found.interval:
            distance = abs(found.value - end)
            assert distance == pytest.approx(NORMAL * np.sqrt(end * (1 - end) / 80), abs=1e-7)
        assert 0 <= found.interval[0] <= found.value <= found.interval[1] <= 1


def test_points_in_part_count_in_part(result, exercise):
    results = [result(f"s{index}", exercise(1, earned=0.5, outcome=Outcome.FAILED)) for index in range(30)]
    more = [result("more", exercise(1, earned=3.0))]  # extra credit is no negative difficulty
    items, _ = item_analysis([*results, *more])
    assert items["test_ex1"].difficulty.value == pytest.approx((30 * 0.25 + 1) / 31)


def test_what_is_not_known_yet_is_left_out_of_each_figure(result, exercise):
    points = 2 * np.random.default_rng(5).integers(0, 2, (50, 3))
    whole = class_of(points)
    late = [
        result(f"late-{index}", exercise(1, outcome, cases=99, seconds=99.0), exercise(2), exercise(3))
        for index, outcome in enumerate([Outcome.WAITING, Outcome.UNEXAMINED] * 10)
    ]
    (before, spread), (after, spread_after) = item_analysis(whole), item_analysis([*whole, *late])
    first, first_after = before["test_ex1"], after["test_ex1"]
    assert (first_after.counted, first_after.left_out) == (50, 20)
    for name in ("difficulty", "discrimination", "times"):
        assert getattr(first_after, name) == getattr(first, name)
    assert spread_after == spread
    assert after["test_ex2"].counted == 70


def test_an_exercise_that_waits_for_everybody_stops_no_figure_of_the_others(result, exercise):
    points = 2 * np.random.default_rng(6).integers(0, 2, (50, 3))
    waiting = [
        result(one.student, *one.exercises, exercise(9, Outcome.WAITING, points=5.0)) for one in class_of(points)
    ]
    items, spread = item_analysis(waiting)
    alone, spread_alone = item_analysis(class_of(points))
    assert {cell: item for cell, item in items.items() if cell != "test_ex9"} == alone
    assert spread == spread_alone
    essay = items["test_ex9"]
    assert (essay.counted, essay.left_out, essay.difficulty, essay.times) == (0, 50, None, None)
    assert essay.lacks == "too few"


def test_too_few_have_no_interval_and_no_correlation():
    points = 2 * np.random.default_rng(7).integers(0, 2, (FEWEST, 3))
    (some, *_), spread = analysed(points)
    assert some.difficulty.interval
    assert some.discrimination.interval
    assert spread.alpha is not None
    (few, *_), spread = analysed(points[:-1])
    assert few.difficulty.interval is None
    assert (few.discrimination, few.lacks, spread.alpha, spread.error) == (None, "too few", None, None)
    assert spread.deviation is not None


@pytest.mark.parametrize("earned", [0.0, 2.0])
def test_a_class_in_which_all_are_alike_divides_by_nothing(earned):
    items, spread = analysed(np.full((30, 3), earned))
    for item in items:
        assert item.difficulty.value == earned / 2
        assert (item.discrimination, item.lacks) == (None, "all equal")
    assert (spread.deviation, spread.alpha, spread.exercises) == (0.0, None, 0)


def test_an_exercise_that_alone_differs_has_nothing_to_go_with():
    points = np.array([[2.0 * (row % 2), 2.0, 0.0] for row in range(30)])
    items, _ = analysed(points)
    assert [item.lacks for item in items] == ["rest all equal", "all equal", "all equal"]


def test_exercises_that_go_together_exactly_have_no_interval():
    points = np.array([[2.0 * (row % 2)] * 3 for row in range(30)])
    items, spread = analysed(points)
    assert [(item.discrimination.value, item.discrimination.interval) for item in items] == [
        (pytest.approx(1), None)
    ] * 3
    assert (spread.alpha, spread.error) == (pytest.approx(1), pytest.approx(0, abs=1e-6))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_smallest_classes_have_what_figures_they_can(result, exercise, count):
    items, spread = item_analysis([result(f"s{index}", exercise(1)) for index in range(count)])
    assert [(item.difficulty.value, item.times) for item in items.values()] == [(1.0, Times(0.25, None))] * bool(count)
    assert spread.deviation == (0.0 if count > 1 else None)


def test_an_exercise_alone_or_without_points_has_no_rest(result, exercise):
    alone, _ = item_analysis([result(f"s{n}", exercise(1, GRADED[n % 2])) for n in range(30)])
    assert alone["test_ex1"].lacks == "too few"
    none, _ = item_analysis([result(f"s{n}", exercise(1, GRADED[n % 2], points=0.0, earned=0.0)) for n in range(30)])
    assert none["test_ex1"].difficulty.value == 0.5


def test_what_was_not_attempted_is_counted_apart_and_earned_nothing(result, exercise):
    outcomes = [Outcome.PASSED] * 20 + [Outcome.ERRORED] * 10 + [Outcome.NOT_ATTEMPTED] * 10
    seconds = {Outcome.PASSED: 1.0, Outcome.ERRORED: 1.0, Outcome.NOT_ATTEMPTED: 0.0}
    results = [result(f"s{n}", exercise(1, one, seconds=seconds[one])) for n, one in enumerate(outcomes)]
    item = item_analysis(results)[0]["test_ex1"]
    assert (item.counted, item.not_attempted, item.left_out) == (40, 10, 0)
    assert item.difficulty.value == 0.5
    assert item.times == Times(1.0, 1.0)


def test_the_slowest_tenth_took_so_long_at_least(result, exercise):
    results = [result(f"s{number}", exercise(1, seconds=float(number))) for number in range(1, 21)]
    never = [result(f"n{number}", exercise(1, Outcome.NOT_RUN, seconds=0.0)) for number in range(50)]
    items, _ = item_analysis([*results, *never])
    assert items["test_ex1"].times == Times(10.5, 18.0)
    few, _ = item_analysis(results[:9])
    assert few["test_ex1"].times == Times(5.0, None)


@pytest.mark.parametrize(("graded", "difficulty"), [(Outcome.NOT_ATTEMPTED, None), (Outcome.DECIDED, 1.0)])
def test_how_hard_an_exercise_is_is_not_known_while_a_person_has_graded_none_of_it(
    result, exercise, graded, difficulty
):
    known = exercise(1, Outcome.WAITING, manual_score=2.0) if graded is Outcome.DECIDED else exercise(1, graded)
    found, _ = item_analysis([result("a", known), result("b", exercise(1, Outcome.WAITING))])
    share = found["test_ex1"].difficulty
    assert (share and share.value) == difficulty


# --- simulated classes ----------------------------------------------------------------------------

EXAMS = {
    # How telling each exercise is, how hard, and its points, of the two-parameter logistic model: a student of the
    # ability t solves it with the probability 1 / (1 + exp(-telling * (t - hard))).
    "usual": ([0.6, 1.0, 1.5, 2.0, 0.8, 1.2, 1.7], [-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, -0.5], [1, 1, 2, 2, 3, 1, 2]),
    "extreme": ([2.0, 2.5, 2.0, 1.5, 0.3], [-2.0, -1.5, 2.2, -0.5, 0.0], [1, 1, 1, 1, 1]),
}


class Exam:
    """An exam whose exercises are known, and what its figures are in a class without end."""

    def __init__(self, name):
        self.telling, self.hard, self.points = map(np.array, EXAMS[name])
        solved = self.sat_by(1_000_000, np.random.default_rng(1))
        self.shares = solved.mean(axis=0)
        self.correlations = [np.corrcoef(one, rest)[0, 1] for one, rest in self.with_rest(solved)]

    def sat_by(self, students, random):
        ability = random.standard_normal((students, 1))
        return random.random((students, len(self.hard))) < 1 / (1 + np.exp(-self.telling * (ability - self.hard)))

    def with_rest(self, solved):
        earned = solved * self.points
        return [(one, rest) for one, rest in zip(earned.T, (earned.sum(axis=1, keepdims=True) - earned).T, strict=True)]


def coverage(exam, students, classes):
    """In how many of so many classes the intervals hold the true figure: of each exercise's share and correlation."""
    random = np.random.default_rng(2)
    held = np.zeros((2, len(exam.hard)))
    told = np.zeros(len(exam.hard))
    for _ in range(classes):
        solved = exam.sat_by(students, random)
        for place, (one, rest) in enumerate(exam.with_rest(solved)):
            low, high = share((solved[:, place] * 1.0).tolist()).interval
            held[0, place] += low <= exam.shares[place] <= high
            if found := correlation(one.astype(float).tolist(), rest.astype(float).tolist()):
                told[place] += 1
                held[1, place] += found.interval[0] <= exam.correlations[place] <= found.interval[1]
    return held[0] / classes, held[1] / told


@pytest.mark.all
@pytest.mark.parametrize(("students", "classes"), [(26, 2000), (300, 1000)])
def test_the_intervals_hold_what_is_known_of_an_exercise_as_often_as_they_say(students, classes):
    shares, correlations = coverage(Exam("usual"), students, classes)
    assert all(0.92 <= held <= 0.98 for held in shares), shares
    assert all(0.92 <= held <= 0.98 for held in correlations), correlations


@pytest.mark.all
def test_nearly_everybody_or_nobody_and_the_intervals_hold_no_less_often():
    shares, correlations = coverage(Exam("extreme"), 300, 1000)
    assert all(0.92 <= held <= 0.98 for held in shares), shares
    assert all(held >= 0.92 for held in correlations), correlations


def test_a_simulated_class_is_found_again_from_its_results():
    exam = Exam("usual")
    earned = exam.sat_by(600, np.random.default_rng(4)) * exam.points
    found, spread = analysed(earned, exam.points)
    intervals = [item.difficulty.interval for item in found] + [item.discrimination.interval for item in found]
    true = [*exam.shares, *exam.correlations]
    held = [low <= figure <= high for figure, (low, high) in zip(true, intervals, strict=True)]
    assert sum(held) >= 12  # of 14, of which 0.7 miss on the average
    by_difficulty = sorted(range(7), key=lambda place: found[place].difficulty.value)
    assert by_difficulty == sorted(range(7), key=lambda place: exam.shares[place])
    assert spread.deviation == pytest.approx(earned.sum(axis=1).std(ddof=1))
