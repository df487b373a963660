"""What `poker_info` holds."""

from poker_game import poker_info


def test_poker_info_is_a_dict_with_five_entries() -> None:
    assert type(poker_info) is dict
    assert list(poker_info) == ["RANKS", "SUITS", "CARDS", "HAND_TYPES", "FIVE_HIGH"]


def test_ranks_are_numbered_from_two_up_to_the_ace() -> None:
    assert list(poker_info["RANKS"].items()) == [(rank, number) for number, rank in enumerate("23456789TJQKA")]


def test_suits_lie_from_right_to_left_in_the_order_hearts_spades_clubs_diamonds() -> None:
    names = ("index", "symbol", "start_pos", "end_pos", "full_block")
    assert [(suit, *about.items()) for suit, about in poker_info["SUITS"].items()] == [
        (suit, *zip(names, values, strict=True))
        for suit, *values in (
            ("H", 0, "♥", 0, 13, 8191),
            ("S", 1, "♠", 13, 26, 67100672),
            ("C", 2, "♣", 26, 39, 549688705024),
            ("D", 3, "♦", 39, 52, 4503049871556608),
        )
    ]


def test_cards_are_the_52_bits_in_order() -> None:
    names = [rank + suit for suit in "HSCD" for rank in "23456789TJQKA"]
    assert list(poker_info["CARDS"].items()) == [(name, 2**bit) for bit, name in enumerate(names)]


def test_hand_types_stand_from_the_strongest_to_the_weakest() -> None:
    names = "STRAIGHT_FLUSH FOUR_OF_A_KIND FULL_HOUSE FLUSH STRAIGHT THREE_OF_A_KIND TWO_PAIR PAIR HIGH_CARD"
    assert list(poker_info["HAND_TYPES"].items()) == list(zip(names.split(), range(9, 0, -1), strict=True))


def test_five_high_is_the_ace_with_the_four_lowest_ranks() -> None:
    assert poker_info["FIVE_HIGH"] == 4111 == sum(1 << poker_info["RANKS"][rank] for rank in "A2345")
