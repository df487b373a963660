"""Test cells as they end in an exam, with every key of the conf written out."""

from collections import namedtuple

from pytest import fixture, mark, raises

from tester_fw.case_files import write_cases
from tester_fw.errors import ModifiedInputError, WrongAnswerError

MADE = """
from tester_fw.testers import Tester
tester = Tester(conf, key=key, path=path)
"""
ENDS = {
    "unpacking": """
for _ in range(70):
    try:
        tester.run_test()
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
    except:
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
        raise
print('Passed! Please submit.')
""",
    "run_tests": """
tester.run_tests(70, globals())
print('Passed! Please submit.')
""",
}
Exercise = namedtuple("Exercise", "func inputs outputs cases solution")


def input_of(dtype, check_modified=False):
    return {"dtype": dtype, "check_modified": check_modified}


def output(index, dtype, check=True, tolerance=10 ** (-6)):
    # Of what is no frame, the flags of columns and rows are ignored.
    ignored = {"check_col_order": True, "check_row_order": True, "check_column_type": True}
    checked = {"check_dtype": check, "check_col_dtypes": check, "float_tolerance": tolerance}
    return {"index": index, "dtype": dtype, **checked, **ignored}


def cases_of(inputs, outputs, rows):
    return [dict(zip((*inputs, *outputs), values)) for values in rows]  # noqa: B905 - Python 3.9 has no strict


RANKS = "23456789TJQKA"
CARDS = {rank + suit: 1 << 13 * at + place for at, suit in enumerate("HSCD") for place, rank in enumerate(RANKS)}
HANDS = ["ah TH jd qs 9D", "2h", "", "KC kd KS", *CARDS]

REVERSE = """
def reverse_dict(d):
    turned = {value: key for key, value in d.items()}
    if len(turned) < len(d):
        raise ValueError
    return turned

def ex2_wrapper(d):
    val = None
    err = False
    try:
        val = reverse_dict(d)
    except ValueError:
        err = True
    return (val, err)
"""
REVERSED = [({"x": 1, "y": 2}, {1: "x", 2: "y"}, False), ({"x": 1, "y": 1}, None, True), ({}, {}, False)]

REDUCTIONS = {
    "flush": "bool",
    "hand_ranks": "int",
    "quads": "int",
    "odd_ranks": "int",
    "trips": "int",
    "five_high": "bool",
    "straight": "bool",
    "rank_count": "int",
}
REDUCED = {
    34084860461056: (True, 62, 0, 62, 0, False, True, 5),
    2252899459547138: (False, 4098, 2, 4096, 0, False, False, 2),
    598684148441088: (False, 1089, 0, 1089, 1, False, False, 3),
}
REDUCE = "def get_reductions(hand):\n    return REDUCED[hand]\n"

ARGUMENTS = ("rank_count", "hand_ranks", "odd_ranks", "quads", "flush", "trips", "straight", "five_high")
IDENTIFIED = [
    (2, 192, 64, 128, False, 0, False, False, "FOUR_OF_A_KIND", 128, 64),
    (2, 3072, 2048, 0, False, 2048, False, False, "FULL_HOUSE", 2048, 1024),
]
IDENTIFY = f"""
def identify_from_reductions({", ".join(ARGUMENTS)}):
    if quads:
        return ("FOUR_OF_A_KIND", quads, odd_ranks)
    return ("FULL_HOUSE", odd_ranks, hand_ranks - odd_ranks)
"""

EXERCISES = {
    1: Exercise(
        "hand_from_str",
        {"s": input_of("str")},
        {"output_0": output(0, "int")},
        [(hand, sum(CARDS[card] for card in hand.upper().split())) for hand in HANDS],
        "def hand_from_str(s): return sum(CARDS[card] for card in s.upper().split())",
    ),
    2: Exercise(
        "ex2_wrapper",
        {"d": input_of("dict", check_modified=True)},
        {"output_0": output(0, "", check=False, tolerance=0), "output_1": output(1, "bool", tolerance=0)},
        REVERSED,
        REVERSE,
    ),
    4: Exercise(
        "get_reductions",
        {"hand": input_of("int")},
        {name: output(at, dtype) for at, (name, dtype) in enumerate(REDUCTIONS.items())},
        [(hand, *values) for hand, values in REDUCED.items()],
        REDUCE,
    ),
    5: Exercise(
        "identify_from_reductions",
        {name: input_of(REDUCTIONS[name]) for name in ARGUMENTS},
        {"hand_type": output(0, "str"), "primary": output(1, "int"), "secondary": output(2, "int")},
        IDENTIFIED,
        IDENTIFY,
    ),
}


@fixture(params=ENDS)
def run_cell(request, tmp_path, key):
    """Return a function that runs a solution of an exercise and then its test cell, in the given names."""

    def run(number, solution, names):
        func, inputs, outputs, rows, _ = EXERCISES[number]
        write_cases(tmp_path / f"tc_{number}", key, cases_of(inputs, outputs, rows))
        names.update(CARDS=CARDS, REDUCED=REDUCED, key=key, path=f"{tmp_path}/")
        exec(solution, names)
        names["conf"] = {"case_file": f"tc_{number}", "func": names[func], "inputs": inputs, "outputs": outputs}
        exec(MADE + ENDS[request.param], names)

    return run


@mark.parametrize("number", EXERCISES)
def test_an_exercise_passes(run_cell, capsys, number):
    names = {}
    run_cell(number, EXERCISES[number].solution, names)
    assert capsys.readouterr().out == "Passed! Please submit.\n"
    assert names["input_vars"] == names["original_input_vars"]
    assert names["returned_output_vars"] == names["true_output_vars"]


@mark.parametrize(
    ("number", "right", "wrong", "sentence"),
    [
        (1, "CARDS[card] for card in s.upper()", "CARDS.get(card, 0) for card in s", r"hand_from_str\(s="),
        (2, "raise ValueError", "pass", r"ex2_wrapper\(d=\{'x': 1, 'y': 1\}\)"),
        (
            4,
            "REDUCED[hand]",
            "tuple(map(int, REDUCED[hand]))",
            r"flush: expected (True|False) \(bool\), got [01] \(int\)",
        ),
        (4, "return ", "", r"expected a tuple of 8 values \(flush, hand_ranks, quads, odd_ranks"),
        (5, "FULL_HOUSE", "FULL HOUSE", "\nhand_type: expected"),
        (5, "quads, odd_ranks)", "odd_ranks, quads)", "\nprimary: expected"),
        (5, "hand_ranks - odd_ranks", "hand_ranks", "\nsecondary: expected"),
    ],
    ids=["lower case", "no error", "an int for a bool", "no return", "another name", "another order", "a wrong part"],
)
def test_an_exercise_fails(run_cell, number, right, wrong, sentence):
    names = {}
    with raises(WrongAnswerError, match=sentence):
        run_cell(number, EXERCISES[number].solution.replace(right, wrong), names)
    assert repr(names["returned_output_vars"]) != repr(names["true_output_vars"])


def test_an_exercise_fails_for_a_changed_input(run_cell):
    with raises(ModifiedInputError, match="d was changed by ex2_wrapper"):
        run_cell(2, REVERSE.replace("    return turned", "    d.clear()\n    return turned"), {})
