"""Cards, decks and hands as objects."""

import copy
import pickle
from random import Random

import pytest

from poker_game import Card, Deck, Hand, poker_info


@pytest.mark.parametrize(
    ("name", "shown", "bits"),
    [
        ("2S", "2♠", "000 0000000000001 0001 0000 00 000010"),
        ("9H", "9♡", "000 0000010000000 0010 0111 00 010011"),
        ("TC", "10♣", "000 0000100000000 1000 1000 00 010111"),
        ("AD", "A♢", "000 1000000000000 0100 1100 00 101001"),
    ],
)
def test_the_integer_of_a_card_holds_its_rank_and_its_suit(name: str, shown: str, bits: str) -> None:
    card = Card(name)
    assert str(card) == shown
    assert f"{card.b:032b}" == bits.replace(" ", "")


def test_the_mask_names_the_one_rank_bit_and_the_one_suit_bit_of_every_card() -> None:
    assert len(Card.MASK) == 32
    for card in Deck():
        ones = [sign for sign, bit in zip(Card.MASK, f"{card.b:032b}", strict=True) if bit == "1" and sign not in "rp"]
        assert ones == [card.name[0], Card.SYMBOLS[card.name[1]]]
        assert card.b >> 8 & 15 == card.value_i == poker_info["RANKS"][card.name[0]]
        assert card.b & 255 == Card.PRIMES[card.value_i]


@pytest.mark.parametrize("name", ["", "T", "10C", "tc", "1C", "TX", "CT", "T C", 7, None])
def test_what_is_no_name_of_a_card_is_refused_in_one_sentence(name: object) -> None:
    with pytest.raises(ValueError, match=r"^Card\(name\) takes a rank .* and a suit .*, but was given [^\n]*\.$"):
        Card(name)  # type: ignore[arg-type]


def test_a_card_cannot_be_changed_and_equals_its_like() -> None:
    card = Card("AS")
    with pytest.raises(AttributeError):
        card.name = "AH"  # type: ignore[misc]
    assert card == Card("AS") != Card("AH")
    assert len({card, Card("AS"), Card("AH")}) == 2


def test_a_deck_has_each_card_once() -> None:
    assert {card.name for card in Deck()} == set(poker_info["CARDS"])
    assert len(Deck()) == len({card.b for card in Deck()}) == 52


def test_shuffling_gives_the_deck_itself_in_an_order_that_the_generator_decides() -> None:
    deck = Deck()
    assert deck.shuffle(Random(1)) is deck
    assert deck == Deck().shuffle(Random(1)) != Deck().shuffle(Random(2))
    assert deck != Deck()
    assert set(deck) == set(Deck()) == set(Deck().shuffle())


def test_a_hand_is_a_list_of_cards() -> None:
    hand = Hand(Deck().shuffle(Random(3))[:5])
    assert isinstance(hand, list)
    assert len(set(hand)) == 5
    assert str(hand) == " ".join(str(card) for card in hand)
    assert Hand.from_str(" ".join(card.name for card in hand)) == hand


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_copies_are_equal_and_of_the_same_type(copied) -> None:
    deck = Deck().shuffle(Random(4))
    for thing in (deck, Hand(deck[:5]), deck[0]):
        assert copied(thing) == thing
        assert type(copied(thing)) is type(thing)
        assert repr(copied(thing)) == repr(thing)
