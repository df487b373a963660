"""What `ranks_info` and `pprint_ranks` say about a set of ranks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poker_game import poker_info, pprint_ranks, ranks_info


def test_ranks_info_prints_as_the_exam_shows_it() -> None:
    assert repr(ranks_info(640)) == (
        "{'int_value': 640, 'binary_representation': '0b0001010000000', 'string_representation': '9 J'}"
    )


def test_pprint_ranks_prints_what_the_exam_shows_with_a_space_after_the_ranks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert pprint_ranks(640) is None
    assert capsys.readouterr().out == "RANK: AKQJT98765432 \nBITS: 0001010000000\n"


@pytest.mark.parametrize(
    ("ranks", "text"),
    [(256, "T"), (4100, "4 A"), (0b1100000000000, "K A"), (6144, "K A"), (4111, "2 3 4 5 A"), (0, "")],
)
def test_the_string_names_the_ranks_from_weak_to_strong(ranks: int, text: str) -> None:
    assert ranks_info(ranks)["string_representation"] == text


def test_all_ranks_are_13_ones() -> None:
    assert ranks_info(8191) == {
        "int_value": 8191,
        "binary_representation": "0b1111111111111",
        "string_representation": "2 3 4 5 6 7 8 9 T J Q K A",
    }


@given(st.sets(st.sampled_from(list(poker_info["RANKS"]))))
def test_the_string_names_exactly_the_ranks_in_the_number(ranks: set[str]) -> None:
    number = sum(1 << poker_info["RANKS"][rank] for rank in ranks)
    named = ranks_info(number)["string_representation"].split()
    assert named == [rank for rank in poker_info["RANKS"] if rank in ranks]


def test_the_bits_are_13_digits_of_the_same_number() -> None:
    for number in range(2**13):
        info = ranks_info(number)
        assert len(info["binary_representation"]) == len("0b") + 13
        assert int(info["binary_representation"], 2) == info["int_value"] == number


def test_pprint_ranks_prints_the_bits_that_ranks_info_names(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (0, 1, 640, 4096, 8191):
        pprint_ranks(number)
        bits = capsys.readouterr().out.splitlines()[1]
        assert bits.replace("BITS: ", "0b") == ranks_info(number)["binary_representation"]


TAKES = "takes an int from 0 to 8191, one bit for each of the 13 ranks"


@pytest.mark.parametrize("function", [ranks_info, pprint_ranks])
@pytest.mark.parametrize(
    ("value", "given_text"),
    [
        ("9 J", "'9 J', of type str"),
        (640.0, "640.0, of type float"),
        (False, "False, of type bool"),
        ({"9"}, "{'9'}, of type set"),
    ],
)
def test_what_is_not_an_int_is_refused_as_ranks(function, value, given_text, capsys) -> None:
    with pytest.raises(TypeError) as error:
        function(value)
    assert str(error.value) == f"{function.__name__}(ranks) {TAKES}, but was given {given_text}."
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("function", [ranks_info, pprint_ranks])
@pytest.mark.parametrize(("value", "given_text"), [(-640, "-640"), (8192, "8192"), (2**64, "one of 65 bits")])
def test_an_int_that_is_no_set_of_ranks_is_refused(function, value, given_text, capsys) -> None:
    with pytest.raises(ValueError) as error:
        function(value)
    assert str(error.value) == f"{function.__name__}(ranks) {TAKES}, but was given {given_text}."
    assert capsys.readouterr().out == ""


def test_a_long_value_of_a_wrong_type_is_shortened_in_the_message() -> None:
    with pytest.raises(TypeError) as error:
        ranks_info("A" * 10_000)
    assert len(str(error.value)) < 200
