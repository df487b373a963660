"""What a Tester does when its cases are run."""

import random
import sqlite3
from collections import namedtuple
from copy import deepcopy

import pandas as pd
from pytest import fixture, mark, raises

from tester_fw.compare import difference
from tester_fw.errors import ModifiedInputError, WrongAnswerError
from tester_fw.names import DEBUG_VARIABLES
from tester_fw.rules import EXACT
from tester_fw.testers import Tester

COUNTS = [{"n": n, "output_0": bin(n).count("1")} for n in range(50)]


def count_bits(n):
    return bin(n).count("1")


def drawn_of(tester, runs):
    drawn = []
    for _ in range(runs):
        tester.run_test()
        drawn.append(tester.get_test_vars()[0]["n"])
    return drawn


def test_each_round_draws_every_case_once_and_is_shuffled_anew(tester_of):
    drawn = drawn_of(tester_of(count_bits, COUNTS), 150)
    rounds = [drawn[start : start + 50] for start in (0, 50, 100)]
    assert [sorted(each) for each in rounds] == [list(range(50))] * 3
    assert rounds[0] != rounds[1]
    assert rounds[0] != sorted(rounds[0])


def test_the_order_does_not_follow_the_random_seed_of_the_notebook(tester_of):
    orders = []
    for _ in range(2):
        random.seed(7)
        orders.append(drawn_of(tester_of(count_bits, COUNTS), 50))
    assert orders[0] != orders[1]


def test_drawing_does_not_advance_the_random_numbers_of_the_notebook(tester_of):
    random.seed(7)
    expected = random.random()
    random.seed(7)
    tester_of(count_bits, COUNTS).run_test()
    assert random.random() == expected


def test_the_four_dicts_are_empty_before_the_first_run(tester_of):
    assert tester_of(count_bits, COUNTS).get_test_vars() == ({}, {}, {}, {})


def test_the_four_dicts_hold_what_went_in_and_came_out(tester_of):
    tester = tester_of(count_bits, [{"n": 7, "output_0": 3}])
    tester.run_test()
    assert tester.get_test_vars() == ({"n": 7}, {"n": 7}, {"output_0": 3}, {"output_0": 3})


@mark.parametrize(
    ("func", "error_class", "returned"),
    [(lambda n: 5, AssertionError, {"output_0": 5}), (lambda n: 1 // 0, ZeroDivisionError, {})],
    ids=["a wrong answer", "an error"],
)
def test_the_four_dicts_are_there_after_a_failure(tester_of, func, error_class, returned):
    tester = tester_of(func, [{"n": 7, "output_0": 3}])
    with raises(error_class):
        tester.run_test()
    assert tester.get_test_vars() == ({"n": 7}, {"n": 7}, returned, {"output_0": 3})
    assert tester.runs == 1


def test_run_tests_runs_so_many_cases_and_binds_the_four_dicts(tester_of):
    tester, names = tester_of(count_bits, COUNTS), {"other": 1}
    tester.run_tests(25, names)
    assert tester.runs == 25
    assert names.keys() == {"other", *DEBUG_VARIABLES}
    assert tuple(names[name] for name in DEBUG_VARIABLES) == tester.get_test_vars()
    assert names["returned_output_vars"] == names["true_output_vars"]


def test_run_tests_stops_at_the_first_failure_and_binds_the_four_dicts_all_the_same(tester_of):
    tester, names = tester_of(lambda n: n if n < 17 else -1, [{"n": n, "output_0": n} for n in range(40)]), {}
    with raises(WrongAnswerError):
        tester.run_tests(40, names)
    assert names == {
        "input_vars": {"n": 17},
        "original_input_vars": {"n": 17},
        "returned_output_vars": {"output_0": -1},
        "true_output_vars": {"output_0": 17},
    }


def test_run_tests_binds_the_four_dicts_when_a_person_interrupts_it(tester_of):
    def loop(n):
        raise KeyboardInterrupt

    names = {}
    with raises(KeyboardInterrupt):
        tester_of(loop, [{"n": 7, "output_0": 3}]).run_tests(1, names)
    assert names["input_vars"] == {"n": 7}
    assert names["returned_output_vars"] == {}


def test_a_result_of_the_run_before_does_not_survive_an_error(tester_of):
    answers = iter([3])
    tester = tester_of(lambda n: next(answers), [{"n": 7, "output_0": 3}])
    tester.run_test()
    with raises(StopIteration):
        tester.run_test()
    assert tester.get_test_vars()[2] == {}


def test_changing_the_dicts_does_not_change_the_case(tester_of):
    tester = tester_of(count_bits, [{"n": 7, "output_0": 3}])
    tester.run_test()
    for variables in tester.get_test_vars():
        variables.clear()
    tester.run_test()
    assert tester.get_test_vars()[1] == {"n": 7}


def test_the_inputs_are_passed_by_name_whatever_their_order_in_the_case(tester_of):
    tester = tester_of(lambda a, b: a - b, [{"b": 1, "a": 3, "output_0": 2}])
    tester.run_test()


def test_a_function_that_spoils_its_input_does_not_spoil_the_next_draw(tester_of):
    def emptied(items):
        total = sum(items)
        items.clear()
        return total

    tester = tester_of(emptied, [{"items": [1, 2], "output_0": 3}])
    tester.run_test()
    tester.run_test()
    assert tester.get_test_vars()[:2] == ({"items": []}, {"items": [1, 2]})


def test_a_changed_input_is_allowed_unless_it_is_checked(tester_of):
    tester_of(lambda items: items.sort(), [{"items": [2, 1], "output_0": None}]).run_test()
    cases, checked = [{"items": [2, 1], "output_0": [1, 2]}], {"items": {"check_modified": True}}
    tester_of(lambda items: sorted(items), cases, inputs=checked).run_test()


def nudge(items):
    items[0] += 1e-12


def append_within(items):
    items["cards"].iloc[0].append("KH")


@mark.parametrize(
    ("spoil", "dtype", "items"),
    [(list.sort, "", [2, 1]), (nudge, "", [1.0]), (append_within, "df", pd.DataFrame({"cards": [["AS"]]}))],
    ids=["the order", "a float by very little", "a list in a column of a frame"],
)
def test_a_change_of_a_checked_input_is_noticed_and_the_original_is_kept(tester_of, spoil, dtype, items):
    inputs, original = {"items": {"dtype": dtype, "check_modified": True}}, deepcopy(items)
    tester = tester_of(lambda items: spoil(items), [{"items": items, "output_0": None}], inputs=inputs)
    with raises(ModifiedInputError):
        tester.run_test()
    assert difference(original, tester.get_test_vars()[1]["items"], rules=EXACT) is None


def test_the_only_output_may_be_a_tuple_but_a_tuple_is_not_the_one_value_in_it(tester_of):
    tester_of(lambda n: (n, n), [{"n": 1, "output_0": (1, 1)}]).run_test()
    with raises(WrongAnswerError):
        tester_of(lambda n: (n,), [{"n": 1, "output_0": 1}]).run_test()


def test_several_outputs_are_taken_from_a_tuple_by_index(tester_of):
    tester = tester_of(
        lambda n: (n, "x"),
        [{"n": 1, "word": "x", "number": 1}],
        outputs={"word": {"index": 1}, "number": {"index": 0}},
        inputs={"n": {}},
    )
    tester.run_test()
    assert tester.get_test_vars()[2] == {"number": 1, "word": "x"}


BOTH = {"output_0": 1, "output_1": 2}


@mark.parametrize(
    ("returned", "kept"), [(None, {}), ([1, 2], {}), ((5,), {"output_0": 5}), ((1, 2, 3), BOTH), ("ab", {})]
)
def test_several_outputs_must_come_as_a_tuple_of_that_length_and_can_be_looked_at(tester_of, returned, kept):
    tester = tester_of(lambda n: returned, [{"n": 1, **BOTH}])
    with raises(WrongAnswerError, match="expected a tuple of 2 values"):
        tester.run_test()
    assert tester.get_test_vars()[2] == kept


def test_a_namedtuple_stands_for_several_outputs(tester_of):
    pair = namedtuple("Pair", "first second")
    tester_of(lambda n: pair(1, 2), [{"n": 1, "output_0": 1, "output_1": 2}]).run_test()
    with raises(WrongAnswerError, match="expected 2, got 3"):
        tester_of(lambda n: pair(1, 3), [{"n": 1, "output_0": 1, "output_1": 2}]).run_test()


def test_an_error_of_the_function_comes_out_as_it_is(tester_of):
    error = KeyError("1H")

    def fail(n):
        raise error

    with raises(KeyError) as caught:
        tester_of(fail, COUNTS).run_test()
    assert caught.value is error
    assert caught.value.args == ("1H",)


@mark.needs("Python 3.11")
@mark.parametrize("error_class", [ZeroDivisionError, KeyboardInterrupt])
def test_an_error_or_an_interrupt_says_which_call_it_came_from(tester_of, error_class):
    def fail(n):
        raise error_class

    with raises(error_class) as caught:
        tester_of(fail, [{"n": 0, "output_0": 1}]).run_test()
    assert caught.value.__notes__ == ["This came from fail(n=0), a test case of tc_3."]


def test_an_error_that_refuses_notes_comes_out_all_the_same(tester_of):
    class Stubborn(Exception):
        def add_note(self, note):
            raise RuntimeError

    def fail(n):
        raise Stubborn

    with raises(Stubborn):
        tester_of(fail, COUNTS).run_test()


def test_a_callable_object_without_a_name_is_a_function_too(tester_of):
    class Proxy:
        def __call__(self, n):
            return 99

        def __getattr__(self, name):
            return self

    with raises(WrongAnswerError, match=r"func\(n=\d+\) returned 99"):
        tester_of(Proxy(), COUNTS[:3]).run_test()


def test_a_subclass_may_bring_its_own_cases():
    class FromMemory(Tester):
        def load_cases(self):
            return [{"n": 1, "output_0": len(self.conf.case_file)}]

    tester = FromMemory({"case_file": "tc_3", "func": lambda n: 4}, key=b"none")
    tester.run_test()
    assert tester.get_test_vars()[3] == {"output_0": 4}


PLAYERS = pd.DataFrame({"name": ["Ada", "Bob"], "chips": [3, 4]})
DB = {"db": {"dtype": "db", "check_modified": True}}


def chips(db):
    return db.execute("select sum(chips) from players").fetchone()[0]


@fixture
def database_tester(tester_of):
    """Return a function that makes a Tester of a function that is called with a database of players."""

    def make(func, output, inputs=DB):
        return tester_of(func, [{"db": {"players": PLAYERS}, "output_0": output}], inputs=inputs)

    return make


def test_a_database_reaches_the_function_as_a_connection(database_tester):
    tester = database_tester(chips, 7)
    tester.run_test()
    after, before, _, _ = tester.get_test_vars()
    assert isinstance(after["db"], sqlite3.Connection)
    assert before["db"]["players"].equals(PLAYERS)


@mark.parametrize(
    "statement",
    [
        "delete from players",
        "update players set chips = 5",
        "create table games (x)",
        "drop table players",
        "alter table players rename column chips to coins",
    ],
)
def test_a_changed_database_is_noticed(database_tester, statement):
    def change(db):
        db.execute(statement)

    with raises(ModifiedInputError, match="db was changed by change"):
        database_tester(change, None).run_test()
    database_tester(change, None, inputs={"db": {"dtype": "db"}}).run_test()


def test_a_closed_database_is_a_changed_one(database_tester):
    with raises(ModifiedInputError, match="db: it was closed"):
        database_tester(lambda db: db.close(), None).run_test()


def test_a_table_of_a_database_has_the_columns_of_its_frame(database_tester):
    def columns(db):
        return [column[0] for column in db.execute("select * from players").description]

    database_tester(columns, ["name", "chips"]).run_test()


def test_a_changed_database_is_as_new_in_the_next_run(database_tester):
    def emptied(db):
        total = chips(db)
        db.execute("delete from players")
        return total

    database_tester(emptied, 7, inputs={"db": {"dtype": "db"}}).run_tests(2, {})


def test_how_the_function_reads_rows_is_no_change_of_a_database(database_tester):
    def read(db):
        db.row_factory = lambda cursor, row: dict(enumerate(row))
        db.text_factory = bytes

    database_tester(read, None).run_test()
