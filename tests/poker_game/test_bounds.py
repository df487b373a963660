"""What is no set of cards or of ranks is refused in one sentence, and nothing is printed."""

import pytest

from poker_game import cards_info, pprint_cards, pprint_ranks, ranks_info

CARDS = "(cards) takes an int from 0 to 4503599627370495, one bit for each of the 52 cards"
RANKS = "(ranks) takes an int from 0 to 8191, one bit for each of the 13 ranks"
each_function = pytest.mark.parametrize(
    ("function", "takes", "bits"),
    [(cards_info, CARDS, 52), (pprint_cards, CARDS, 52), (ranks_info, RANKS, 13), (pprint_ranks, RANKS, 13)],
)


@each_function
@pytest.mark.parametrize(
    ("value", "given_text"),
    [
        ("TH AH", "'TH AH', of type str"),
        (640.0, "640.0, of type float"),
        (True, "True, of type bool"),
        (False, "False, of type bool"),
        (None, "None, of type NoneType"),
        ({"9"}, "{'9'}, of type set"),
    ],
)
def test_what_is_not_an_int_is_refused(function, takes, bits, value, given_text, capsys) -> None:
    with pytest.raises(TypeError) as error:
        function(value)
    assert str(error.value) == f"{function.__name__}{takes}, but was given {given_text}."
    assert capsys.readouterr().out == ""


@each_function
def test_an_int_that_is_no_such_set_is_refused(function, takes, bits, capsys) -> None:
    too_large = {2**bits: str(2**bits), 2**64: "one of 65 bits", 10**5000: "one of 16610 bits"}
    for value, given_text in {-1: "-1", -640: "-640", **too_large}.items():
        with pytest.raises(ValueError) as error:
            function(value)
        assert str(error.value) == f"{function.__name__}{takes}, but was given {given_text}."
    assert capsys.readouterr().out == ""


def test_a_long_value_of_a_wrong_type_is_shortened_in_the_message() -> None:
    with pytest.raises(TypeError) as error:
        ranks_info("A" * 10_000)
    assert len(str(error.value)) < 200
