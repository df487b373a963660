"""Another class stands for the `Tester` that notebooks import, and is put back."""

from __future__ import annotations

import pytest

from nbproctor.assignment.reference import RememberingTester, replaced_tester
from tester_fw import testers
from tester_fw.testers import Tester

IMPORTS = "from tester_fw.testers import Tester"
MAKES = 'tester = Tester({"case_file": "tc_1", "func": abs}, key=b"", path="nowhere/")\ntester.run_tests(3, globals())'


def test_what_a_cell_imports_meanwhile_is_the_other_class() -> None:
    names: dict[str, object] = {}
    made: dict[str, Tester] = {}
    with replaced_tester(RememberingTester, names, remembered=made):
        exec(f"{IMPORTS}\n{MAKES}", names)
    assert made.keys() == {"tc_1"}
    assert isinstance(names["tester"], RememberingTester)
    assert (names["input_vars"], names["true_output_vars"]) == ({}, {})
    assert names["Tester"] is testers.Tester is Tester


def test_what_a_cell_imported_before_gives_way_and_is_back_afterwards() -> None:
    names: dict[str, object] = {}
    exec(f"{IMPORTS}\nclass Own(Tester):\n    pass", names)
    own = names["Own"]
    made: dict[str, Tester] = {}
    with replaced_tester(RememberingTester, names, remembered=made):
        exec(MAKES, names)
        exec(MAKES.replace("tc_1", "tc_2").replace("Tester(", "Own("), names)
    assert made.keys() == {"tc_1", "tc_2"}
    assert (names["Tester"], names["Own"]) == (Tester, own)


def test_what_was_imported_meanwhile_gives_way_to_the_next_class() -> None:
    names: dict[str, object] = {}
    first: dict[str, Tester] = {}
    second: dict[str, Tester] = {}
    with replaced_tester(RememberingTester, names, remembered=first):
        exec(f"{IMPORTS}\nclass Own(Tester):\n    pass", names)
    with replaced_tester(RememberingTester, names, remembered=second):
        exec(MAKES, names)
        exec(MAKES.replace("tc_1", "tc_2").replace("Tester(", "Own("), names)
    assert (first.keys(), second.keys()) == (set(), {"tc_1", "tc_2"})


def test_it_is_put_back_when_a_cell_raises() -> None:
    names: dict[str, object] = {}
    with pytest.raises(ZeroDivisionError), replaced_tester(RememberingTester, names, remembered={}):
        exec(f"{IMPORTS}\n1 / 0", names)
    assert names["Tester"] is testers.Tester is Tester
