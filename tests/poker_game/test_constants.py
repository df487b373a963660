"""What `poker_info` holds."""

import pytest

from poker_game import poker_info


def test_poker_info_is_a_dict_with_five_entries() -> None:
    assert type(poker_info) is dict
    assert list(poker_info) == ["RANKS", "SUITS", "CARDS", "HAND_TYPES", "FIVE_HIGH"]


def test_ranks_are_numbered_from_two_up_to_the_ace() -> None:
    assert list(poker_info["RANKS"].items()) == [
        ("2", 0),
        ("3", 1),
        ("4", 2),
        ("5", 3),
        ("6", 4),
        ("7", 5),
        ("8", 6),
        ("9", 7),
        ("T", 8),
        ("J", 9),
        ("Q", 10),
        ("K", 11),
        ("A", 12),
    ]


def test_suits_lie_from_right_to_left_in_the_order_hearts_spades_clubs_diamonds() -> None:
    assert [(name, *suit.values()) for name, suit in poker_info["SUITS"].items()] == [
        ("H", 0, "♥", 0, 13, 8191),
        ("S", 1, "♠", 13, 26, 67100672),
        ("C", 2, "♣", 26, 39, 549688705024),
        ("D", 3, "♦", 39, 52, 4503049871556608),
    ]


@pytest.mark.parametrize("suit", "HSCD")
def test_a_suit_has_five_attributes(suit: str) -> None:
    assert list(poker_info["SUITS"][suit]) == ["index", "symbol", "start_pos", "end_pos", "full_block"]


def test_the_full_blocks_of_the_suits_make_up_the_whole_deck() -> None:
    blocks = [suit["full_block"] for suit in poker_info["SUITS"].values()]
    assert sum(blocks) == blocks[0] | blocks[1] | blocks[2] | blocks[3] == 2**52 - 1


def test_cards_are_the_52_bits_in_order() -> None:
    names = [rank + suit for suit in "HSCD" for rank in "23456789TJQKA"]
    assert list(poker_info["CARDS"].items()) == [(name, 2**bit) for bit, name in enumerate(names)]


@pytest.mark.parametrize(
    ("card", "number"), [("2H", 1), ("AH", 4096), ("2S", 8192), ("2C", 2**26), ("2D", 2**39), ("AD", 2**51)]
)
def test_a_card_at_the_end_of_a_block_has_its_number(card: str, number: int) -> None:
    assert poker_info["CARDS"][card] == number


def test_every_card_belongs_to_the_full_block_of_its_own_suit_only() -> None:
    for card, bit in poker_info["CARDS"].items():
        holders = [name for name, suit in poker_info["SUITS"].items() if bit & suit["full_block"]]
        assert holders == [card[1]]


def test_hand_types_stand_from_the_strongest_to_the_weakest() -> None:
    assert list(poker_info["HAND_TYPES"].items()) == [
        ("STRAIGHT_FLUSH", 9),
        ("FOUR_OF_A_KIND", 8),
        ("FULL_HOUSE", 7),
        ("FLUSH", 6),
        ("STRAIGHT", 5),
        ("THREE_OF_A_KIND", 4),
        ("TWO_PAIR", 3),
        ("PAIR", 2),
        ("HIGH_CARD", 1),
    ]


def test_five_high_is_the_ace_with_the_four_lowest_ranks() -> None:
    assert poker_info["FIVE_HIGH"] == 4111
    assert poker_info["FIVE_HIGH"] == sum(1 << poker_info["RANKS"][rank] for rank in "A2345")
