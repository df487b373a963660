"""What `ranks_info` and `pprint_ranks` say about a set of ranks."""

import pytest

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


def test_the_bits_and_the_string_are_of_exactly_the_ranks_in_the_number() -> None:
    for number in range(2**13):
        info = ranks_info(number)
        assert len(info["binary_representation"]) == len("0b") + 13
        assert int(info["binary_representation"], 2) == info["int_value"] == number
        assert info["string_representation"].split() == [r for r, n in poker_info["RANKS"].items() if number >> n & 1]
    assert info["string_representation"] == "2 3 4 5 6 7 8 9 T J Q K A"


def test_pprint_ranks_prints_the_bits_that_ranks_info_names(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (0, 1, 640, 4096, 8191):
        pprint_ranks(number)
        bits = capsys.readouterr().out.splitlines()[1]
        assert bits.replace("BITS: ", "0b") == ranks_info(number)["binary_representation"]
