"""Test cells as they stand in an exam, with every key of the conf written out."""

from pytest import fixture, mark, raises

from tester_fw.case_files import write_cases
from tester_fw.errors import ModifiedInputError, WrongAnswerError

MADE = """
from tester_fw.testers import Tester

{conf}
tester = Tester(conf, key={key!r}, path={path!r})
"""

# As a test cell may end.
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

OUTPUT = """{
            'index': INDEX,
            'dtype': 'DTYPE',
            'check_dtype': CHECK,
            'check_col_dtypes': CHECK, # Ignored if dtype is not df
            'check_col_order': True, # Ignored if dtype is not df
            'check_row_order': True, # Ignored if dtype is not df
            'check_column_type': True, # Ignored if dtype is not df
            'float_tolerance': TOLERANCE
        }"""


def output(index, dtype, check=True, tolerance="10 ** (-6)"):
    filled = OUTPUT.replace("INDEX", str(index)).replace("DTYPE", dtype)
    return filled.replace("CHECK", str(check)).replace("TOLERANCE", tolerance)


@fixture(params=ENDS)
def run_cell(request, tmp_path, key):
    """Return a function that runs a student's cell and then a test cell, in the given names."""

    def run(case_file, cases, solution, conf, names):
        write_cases(tmp_path / case_file, key, cases)
        exec(solution, names)
        exec((MADE + ENDS[request.param]).format(conf=conf, key=key, path=str(tmp_path) + "/"), names)

    return run


RANKS = "23456789TJQKA"
CARDS = {rank + suit: 1 << 13 * at + place for at, suit in enumerate("HSCD") for place, rank in enumerate(RANKS)}

HAND_FROM_STR = f"""
conf = {{
    'case_file':'tc_1',
    'func': hand_from_str, # replace this with the function defined above
    'inputs':{{ # input config dict. keys are parameter names
        's':{{
            'dtype':'str', # data type of param.
            'check_modified':False,
        }}
    }},
    'outputs':{{
        'output_0':{output(0, "int")}
    }}
}}
"""


def hand_cases():
    hands = ["ah TH jd qs 9D", "2h", "", "KC kd KS", *CARDS]
    return [{"s": hand, "output_0": sum(CARDS[card] for card in hand.upper().split())} for hand in hands]


def test_the_first_exercise_passes(run_cell, capsys):
    solution = "def hand_from_str(s): return sum(CARDS[card] for card in s.upper().split())"
    names = {"CARDS": CARDS}
    run_cell("tc_1", hand_cases(), solution, HAND_FROM_STR, names)
    assert capsys.readouterr().out == "Passed! Please submit.\n"
    assert names["input_vars"] == names["original_input_vars"]
    assert names["returned_output_vars"] == names["true_output_vars"]


def test_the_first_exercise_fails_for_lower_case(run_cell):
    solution = "def hand_from_str(s): return sum(CARDS.get(card, 0) for card in s.split())"
    names = {"CARDS": CARDS}
    with raises(WrongAnswerError, match=r"hand_from_str\(s="):
        run_cell("tc_1", hand_cases(), solution, HAND_FROM_STR, names)
    assert names["returned_output_vars"] != names["true_output_vars"]


REVERSE_DICT = f"""
def ex2_wrapper(d):
    val = None
    err = False
    try:
        val = reverse_dict(d)
    except ValueError:
        err = True
    return (val, err)

conf = {{
    'case_file':'tc_2',
    'func': ex2_wrapper, # replace this with the function defined above
    'inputs':{{ # input config dict. keys are parameter names
        'd':{{
            'dtype':'dict', # data type of param.
            'check_modified':True,
        }}
    }},
    'outputs':{{
        'output_0':{output(0, "", check=False, tolerance="0")},
        'output_1':{output(1, "bool", tolerance="0")}
    }}
}}
"""

REVERSED = [
    {"d": {"x": 1, "y": 2}, "output_0": {1: "x", 2: "y"}, "output_1": False},
    {"d": {"x": 1, "y": 1}, "output_0": None, "output_1": True},
    {"d": {}, "output_0": {}, "output_1": False},
]

REVERSE = """
def reverse_dict(d):
    turned = {value: key for key, value in d.items()}
    if len(turned) < len(d):
        raise ValueError
    return turned
"""


def test_the_second_exercise_passes(run_cell, capsys):
    run_cell("tc_2", REVERSED, REVERSE, REVERSE_DICT, {})
    assert capsys.readouterr().out == "Passed! Please submit.\n"


def test_the_second_exercise_fails_without_the_error(run_cell):
    solution = "def reverse_dict(d): return {value: key for key, value in d.items()}"
    with raises(WrongAnswerError, match=r"ex2_wrapper\(d=\{'x': 1, 'y': 1\}\)"):
        run_cell("tc_2", REVERSED, solution, REVERSE_DICT, {})


def test_the_second_exercise_fails_for_a_changed_input(run_cell):
    solution = REVERSE.replace("    return turned", "    d.clear()\n    return turned")
    with raises(ModifiedInputError, match="d was changed by ex2_wrapper"):
        run_cell("tc_2", REVERSED[:1], solution, REVERSE_DICT, {})


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

GET_REDUCTIONS = f"""
conf = {{
    'case_file':'tc_4',
    'func': get_reductions, # replace this with the function defined above
    'inputs':{{ # input config dict. keys are parameter names
        'hand':{{
            'dtype':'int', # data type of param.
            'check_modified':False,
        }}
    }},
    'outputs':{{
        {", ".join(f"{name!r}:{output(at, dtype)}" for at, (name, dtype) in enumerate(REDUCTIONS.items()))}
    }}
}}
"""

REDUCED = {
    34084860461056: (True, 62, 0, 62, 0, False, True, 5),
    2252899459547138: (False, 4098, 2, 4096, 0, False, False, 2),
    598684148441088: (False, 1089, 0, 1089, 1, False, False, 3),
}


def reduction_cases():
    return [{"hand": hand, **dict(zip(REDUCTIONS, values))} for hand, values in REDUCED.items()]  # noqa: B905


def test_the_fourth_exercise_passes(run_cell, capsys):
    solution = f"def get_reductions(hand): return {REDUCED}[hand]"
    run_cell("tc_4", reduction_cases(), solution, GET_REDUCTIONS, {})
    assert capsys.readouterr().out == "Passed! Please submit.\n"


def test_the_fourth_exercise_fails_for_an_int_in_place_of_a_bool(run_cell):
    solution = f"def get_reductions(hand): return tuple(int(value) for value in {REDUCED}[hand])"
    with raises(WrongAnswerError, match=r"flush: expected (True|False) \(bool\), got [01] \(int\)"):
        run_cell("tc_4", reduction_cases(), solution, GET_REDUCTIONS, {})


def test_the_fourth_exercise_fails_for_a_forgotten_return(run_cell):
    with raises(WrongAnswerError, match=r"expected a tuple of 8 values \(flush, hand_ranks, quads, odd_ranks"):
        run_cell("tc_4", reduction_cases(), "def get_reductions(hand): pass", GET_REDUCTIONS, {})


ARGUMENTS = ("rank_count", "hand_ranks", "odd_ranks", "quads", "flush", "trips", "straight", "five_high")
BOOLS = ("flush", "straight", "five_high")

IDENTIFY = f"""
conf = {{
    'case_file':'tc_5',
    'func': identify_from_reductions,
    'inputs':{{
        {
    ", ".join(
        f"{name!r}: {{'dtype': {'bool' if name in BOOLS else 'int'!r}, 'check_modified': False}}" for name in ARGUMENTS
    )
}
    }},
    'outputs':{{
        'hand_type': {output(0, "str", tolerance="1e-06")},
        'primary': {output(1, "int", tolerance="1e-06")},
        'secondary': {output(2, "int", tolerance="1e-06")}
    }}
}}
"""

IDENTIFIED = [
    ((2, 192, 64, 128, False, 0, False, False), ("FOUR_OF_A_KIND", 128, 64)),
    ((2, 3072, 2048, 0, False, 2048, False, False), ("FULL_HOUSE", 2048, 1024)),
]


def identify_cases():
    outputs = ("hand_type", "primary", "secondary")
    return [
        {**dict(zip(ARGUMENTS, values)), **dict(zip(outputs, answers))}  # noqa: B905
        for values, answers in IDENTIFIED
    ]


IDENTIFY_SOLUTION = f"""
def identify_from_reductions({", ".join(ARGUMENTS)}):
    if quads:
        return ("FOUR_OF_A_KIND", quads, odd_ranks)
    return ("FULL_HOUSE", odd_ranks, hand_ranks - odd_ranks)
"""


def test_the_fifth_exercise_passes(run_cell, capsys):
    run_cell("tc_5", identify_cases(), IDENTIFY_SOLUTION, IDENTIFY, {})
    assert capsys.readouterr().out == "Passed! Please submit.\n"


@mark.parametrize(
    ("right", "wrong", "where"),
    [
        ("FULL_HOUSE", "FULL HOUSE", "hand_type"),
        ("quads, odd_ranks)", "odd_ranks, quads)", "primary"),
        ("hand_ranks - odd_ranks", "hand_ranks", "secondary"),
    ],
)
def test_the_fifth_exercise_fails_for_any_wrong_part(run_cell, right, wrong, where):
    with raises(WrongAnswerError, match=f"\n{where}: expected"):
        run_cell("tc_5", identify_cases(), IDENTIFY_SOLUTION.replace(right, wrong), IDENTIFY, {})
