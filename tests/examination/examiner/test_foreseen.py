"""Calls that a test's own function makes are foreseen from what it did with the reference, and sent ahead."""

from pytest import fixture, raises

from nbproctor.examination.examiner.official_tester import (
    OfficialCases,
    OfficialTester,
    prepare_cases,
    without_function,
)
from nbproctor.examination.examiner.rehearsal.reference_uses import UseChecker, UseRecorder
from tester_fw.conf import read_conf
from tester_fw.errors import WrongAnswerError

CASES = [{"n": n, "value": None if n % 3 == 0 else n * n, "is_refused": n % 3 == 0} for n in range(30)]
REFERENCE = """
def square(n):
    if n % 3 == 0:
        raise ValueError(n)
    return n * n
"""


def conf_of(square):
    def func(n):
        try:
            return square(n), False
        except ValueError:
            return None, True

    outputs = {"value": {"index": 0, "check_dtype": False}, "is_refused": {"index": 1, "dtype": "bool"}}
    return {"case_file": "tc", "func": func, "inputs": {"n": {"check_modified": True}}, "outputs": outputs}


@fixture
def tester(student):
    """A function that gives a tester of a submission, and its link, after the reference has been rehearsed."""
    rehearsed = student(REFERENCE)
    rehearsed.link.uses = recorder = UseRecorder()
    conf_with_any_function = read_conf(conf_of(print))
    prepared = {without_function(conf_with_any_function): prepare_cases(conf_with_any_function, CASES)}

    def tester_of(conf, link, most=None):
        class TesterOfTheNotebook(OfficialTester):
            official = OfficialCases({"tc": CASES}, prepared, link, b"", most)

        return TesterOfTheNotebook(conf, b"")

    tested = tester_of(conf_of(rehearsed.square), rehearsed.link, 8)
    for _ in CASES:
        tested.run_test()

    def made(submission, conf=conf_of):
        sat = student(submission)
        sat.link.uses = UseChecker(recorder.uses)
        return tester_of(conf(sat.square), sat.link), sat.link

    return made


def test_many_calls_go_in_one_message(tester):
    tested, link = tester(REFERENCE)
    asked, ask = [], link._ask
    link._ask = lambda request, kind: asked.append(request.kind) or ask(request, kind)
    for _ in CASES:
        tested.run_test()
    assert tested.runs == len(CASES)
    assert set(asked) == {"ahead"}
    assert len(asked) < len(CASES) / 4


def test_a_wrong_answer_fails_in_its_case(tester):
    tested, _ = tester(REFERENCE.replace("return n * n", "return n * n + (n == 7)"))
    with raises(WrongAnswerError, match="expected 49"):
        for _ in CASES:
            tested.run_test()
    assert tested.get_test_vars()[1] == {"n": 7}


def test_the_traceback_is_of_the_call_that_failed_not_of_one_ahead(tester):
    tested, link = tester(REFERENCE.replace("return n * n", "return n * n if n != 7 else {}['seven']"))
    with raises(KeyError, match="seven"):
        for _ in CASES:
            tested.run_test()
    assert "{}['seven']" in "\n".join(link.traceback())


def test_what_each_call_printed_is_printed_in_its_turn(tester, capsys):
    tested, _ = tester(REFERENCE.replace("return n * n", "print(n); return n * n"))
    numbers = []
    for _ in CASES:
        tested.run_test()
        numbers += [tested.get_test_vars()[1]["n"]]
        assert capsys.readouterr().out.split() == ([] if numbers[-1] % 3 == 0 else [str(numbers[-1])])


def test_a_function_that_calls_something_else_gets_its_answer(tester):
    def other_way_round(square):
        conf = conf_of(lambda n: -square(-n))
        return {**conf, "func": lambda n: (None, True) if n % 3 == 0 else (square(-n), False)}

    tested, _ = tester(REFERENCE, other_way_round)
    for _ in CASES:
        tested.run_test()
    assert tested.runs == len(CASES)


def test_a_call_after_something_was_replaced_is_made_anew(tester):
    tested, link = tester("factor = 1\n" + REFERENCE.replace("n * n", "n * n * factor"))
    for _ in CASES[:5]:
        tested.run_test()
    link.has_news = lambda: True  # as if the test cell had replaced a name
    link.call_ahead = None  # which is called no more
    for _ in CASES[5:]:
        tested.run_test()
    assert tested.runs == len(CASES)
