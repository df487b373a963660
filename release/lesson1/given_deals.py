"""What the test of exercise 7 checks. Deals are random, so nothing is compared: each function says what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

Deals = list[list[list[str]]]


def check_mydeck(
    inputs: dict[str, Any], returned: tuple[list[str], Deals], expected: tuple[list[str], Deals]
) -> str | None:
    """Say what is wrong with `mydeck`, and with what was dealt from it."""
    deck, deals = returned
    full_deck = expected[0]
    if not isinstance(deck, list):
        return f"mydeck is a {type(deck).__name__}, not a list"
    if others := [card for card in deck if card not in full_deck]:
        return f"mydeck contains {others[0]!r}, which is not a card"
    if missing := [card for card in full_deck if card not in deck]:
        return f"{len(missing)} of the 52 cards are missing in mydeck: {', '.join(missing[:4])}"
    if len(deck) != len(full_deck):
        return f"mydeck has {len(deck)} cards, not {len(full_deck)}"
    if problem := check_deals({**inputs, "n": 5, "deck": full_deck}, deals, None):
        return problem
    never = set(full_deck) - {card for hands in deals for hand in hands for card in hand}
    return f"deal was called {len(deals)} times, and never dealt {', '.join(sorted(never))}" if never else None


def check_deals(inputs: dict[str, Any], deals: Deals | str, expected: object) -> str | None:
    """Say what is wrong with hands, or with a ValueError, whose text stands for the deals then."""
    numhands, n, deck = inputs["numhands"], inputs["n"], inputs["deck"]
    needed = f"{numhands} hands of {n} cards need {numhands * n}, and the deck has {len(deck)}"
    if numhands * n > len(deck):
        return None if isinstance(deals, str) else f"{needed}: expected a ValueError"
    if isinstance(deals, str):
        return f"{needed}: expected no ValueError"
    if len(deals) != len(inputs["seeds"]) * inputs["times"]:
        return f"{len(deals)} deals are too many or too few"
    for hands in deals:
        if not isinstance(hands, list) or not all(isinstance(hand, list) for hand in hands):
            return f"deal did not return a list of lists, but {str(hands)[:60]}"
        sizes = [len(hand) for hand in hands]
        if sizes != [n] * numhands:
            return f"deal returned hands of {sizes} cards, not {numhands} hands of {n}"
        too_many = Counter(card for hand in hands for card in hand) - Counter(deck)
        if too_many:
            return f"these are not in the deck, or not as often as they were dealt: {[*too_many]}"
    return None


def check_seeds(inputs: dict[str, Any], deals: Deals, expected: object) -> str | None:
    """Say whether another seed deals the same, or the same seed something else."""
    if problem := check_deals(inputs, deals, expected):
        return problem
    times = inputs["times"]
    after: dict[int, Deals] = {}
    for number, seed in enumerate(inputs["seeds"]):
        dealt = deals[number * times : (number + 1) * times]
        if after.setdefault(seed, dealt) != dealt:
            return f"two calls, each after random.seed({seed}), dealt different hands"
    if len({str(hands) for hands in deals}) < len(after) * times:
        return "different seeds dealt the same hands"
    return None


def check_shuffle(inputs: dict[str, Any], texts: list[str], expected: object) -> str | None:
    """Say whether many deals, each the text of its cards, show that not all orders of the deck are equally likely."""
    deck = inputs["deck"]
    deals = [[text[at : at + 2] for at in range(0, len(text), 2)] for text in texts]
    is_right = [
        len(cards) == inputs["numhands"] * inputs["n"] and not Counter(cards) - Counter(deck) for cards in deals
    ]
    if is_right != [True] * inputs["times"]:
        return "not as many cards of the deck were dealt as should be"
    return shuffle_fault(deals, deck)


def shuffle_fault(deals: list[list[str]], deck: list[str]) -> str | None:
    """Say in what the deals differ from those of a right shuffle; None if it may be chance.

    Of everything that is counted, a right shuffle is refused once in ten million times.

    Args:
        deals: the cards of many deals from the deck, of as many cards each.
        deck: at least five different cards, each once; or each twice, the second time in the same order.
    """
    first_place = {card: place for place, card in reversed([*enumerate(deck)])}
    orders = [[first_place[card] for card in cards] for cards in deals]
    size, dealt = len(first_place), len(orders[0])
    if size == 5:
        is_uneven = _is_uneven(map(tuple, orders), 120, 119)
        return "the 120 orders of five cards are not equally likely" if is_uneven else None
    # A card that lies at one place lies at no other. The factors make up for that: they are exact, or in favour of the
    # shuffle.
    factor, places = (len(deck) - 1) / len(deck), [pair for cards in orders for pair in enumerate(cards)]
    if _is_uneven(places, size * dealt, (size - 1) * min(dealt, len(deck) - 1), factor):
        (place, card), often = Counter(places).most_common(1)[0]
        return (
            f"not every card is equally likely in every place. For example, {deck[card]} was card number {place + 1} "
            f"in {often} deals; on average it should be in {len(deals) / size:.0f}"
        )
    if _is_uneven(((card - place) % size for place, card in places), size, size - 1, factor):
        return "many cards stay where they were in the deck, or move by the same number of places"
    if size < len(deck):
        is_never = all(len(set(cards[:size])) == len(cards[:size]) for cards in orders)
        return f"the deck has each card twice, and none came twice among the first {size}" if is_never else None
    steps = ((after - before) % size for before, after in _neighbours(orders))
    if _is_uneven(steps, size - 1, size - 2, (size - 1) / (size + 1)):
        return "many cards still follow the card that they followed in the deck"
    return _fault_of_whole_decks(orders) if dealt == size else None


def _fault_of_whole_decks(orders: list[list[int]]) -> str | None:
    """Say what many orders of a whole deck have in common, each card written as its place in the deck."""
    size = len(orders[0])
    places_of_cards = [sorted(range(size), key=cards.__getitem__) for cards in orders]
    for numbers, what in (
        (orders, "one that lay behind it in the deck"),
        (places_of_cards, "the one that lay right behind it in the deck"),
    ):
        falls = [after < before for before, after in _neighbours(numbers)]
        # In each order, there are (size - 1) / 2 of them on average, with a variance of (size + 1) / 12.
        if _is_uneven(falls, 2, 1, 3 * (size - 1) / (size + 1)):
            return f"{sum(falls)} times a card comes after {what}; on average it should be {len(falls) // 2} times"
    odd = [_swaps_to_sort(cards) % 2 for cards in orders]
    if _is_uneven(odd, 2, 1):
        return f"{sum(odd)} of these {len(odd)} orders are an odd number of swaps away from the deck's, not about half"
    return None


def _swaps_to_sort(order: list[int]) -> int:
    """Count the swaps that bring each card to its place in the deck."""
    cards, swaps = order.copy(), 0
    for place in range(len(cards)):
        while (card := cards[place]) != place:
            cards[place], cards[card] = cards[card], card
            swaps += 1
    return swaps


def _neighbours(orders: list[list[int]]) -> list[tuple[int, int]]:
    return [pair for cards in orders for pair in zip(cards, cards[1:])]


def _is_uneven(things: Iterable[object], kinds: int, freedom: int, factor: float = 1) -> bool:
    """Tell whether the kinds of things occur less evenly than chance lets them but once in ten million times.

    Args:
        things: all that was seen.
        kinds: how many kinds there are, also of those that were not seen.
        freedom: the degrees of freedom.
        factor: what chi-square has to be multiplied by, where what is seen is not independent.
    """
    counts = Counter(things).values()
    chi_square = sum(count**2 for count in counts) * kinds / sum(counts) - sum(counts)
    part = 2 / (9 * freedom)  # Wilson and Hilferty's formula
    return bool(chi_square * factor > freedom * (1 - part + 5.2 * part**0.5) ** 3)
