"""The samples of homework1: one function each, which does to the released notebook what its sentence says."""

from __future__ import annotations

from samples.sample import FAILED, NOT_ATTEMPTED, Samples
from samples.work import Work

SAMPLES = Samples()


# What a sample does not say otherwise, it solves like this.
RIGHT = {
    "ex1": """
        return [five for five in combinations(hand, 5)]
        """,
    "ex2": """
        best = hand[:5]
        for five in combinations(hand, 5):
            if hand_rank(five) > hand_rank(best):
                best = five
        return best
        """,
    "ex3": """
        if card[0] != '?':
            return [card]
        suits = 'HD' if card == '?R' else 'SC'
        return [rank + suit for rank in RANKS for suit in suits]
        """,
    "ex4": """
        replacements = {
            '?R': [card for card in DECK if card[1] in ('H', 'D')],
            '?B': [card for card in DECK if card[1] in ('S', 'C')],
        }
        hands = product(*[replacements.get(card, [card]) for card in hand])
        return [cards for cards in hands if len(set(cards)) == len(cards)]
        """,
    "ex5": """
        joker = [card for card in hand if card[0] == '?'][0]
        others = [card for card in hand if card != joker]
        found = {}
        for card in DECK:
            is_red = card[1] in ('H', 'D')
            if card not in others and is_red == (joker == '?R'):
                rank = max(hand_rank(five) for five in combinations(others + [card], 5))
                found.setdefault(rank, set()).add(card)
        return found[max(found)]
        """,
    "ex6": """
        replacements = {
            '?R': [card for card in DECK if card[1] in ('H', 'D')],
            '?B': [card for card in DECK if card[1] in ('S', 'C')],
        }
        best = None
        for cards in product(*[replacements.get(card, [card]) for card in hand]):
            if len(set(cards)) == 7:
                five = max(combinations(cards, 5), key=hand_rank)
                if best is None or hand_rank(five) > hand_rank(best):
                    best = five
        return best
        """,
}


@SAMPLES.sample()
def all_right(work: Work) -> None:
    """Every exercise is right, and independent of the others."""
    work.answer(RIGHT)


@SAMPLES.sample()
def builds_on_itself(work: Work) -> None:
    """Every exercise is right, and most call functions of earlier ones."""
    work.answer(
        RIGHT,
        ex2="return max(five_card_hands(hand), key=hand_rank)",
        ex4="""
        replaced = product(*map(replace, hand))
        return [cards for cards in replaced if len(set(cards)) == 7]
        """,
        ex6="return max(map(best_hand, map(list, possible_hands(hand))), key=hand_rank)",
    )


@SAMPLES.sample(**{f"ex{number}": NOT_ATTEMPTED for number in range(1, 7)})
def nothing_done(work: Work) -> None:
    """The released notebook, unchanged: only the free point of exercise 0."""


@SAMPLES.sample(ex4=FAILED)
def jokers_copy_cards(work: Work) -> None:
    """Exercise 4 lets a joker stand for a card that is already in the hand."""
    work.answer(RIGHT, ex4="return list(product(*map(replace, hand)))")


@SAMPLES.sample(ex2=FAILED, ex6=FAILED)
def compares_types_only(work: Work) -> None:
    """Exercises 2 and 6 treat hands of the same type as equally strong, whatever their ranks."""
    work.answer(
        RIGHT,
        ex2="return max(combinations(hand, 5), key=lambda five: hand_rank(five)[0])",
        ex6="return max(map(best_hand, map(list, possible_hands(hand))), key=lambda five: hand_rank(five)[0])",
    )


@SAMPLES.sample(ex6=FAILED)
def one_joker_after_the_other(work: Work) -> None:
    """Exercise 6 finds the best card for one joker at a time, so it misses straights that need both."""
    work.answer(
        RIGHT,
        ex6="""
        cards = [card for card in hand if card[0] != '?']
        for joker in hand:
            if joker[0] == '?':
                others = [card for card in replace(joker) if card not in cards]
                cards.append(max(others, key=lambda card: max(map(hand_rank, combinations(cards + [card], 5)))))
        return max(combinations(cards, 5), key=hand_rank)
        """,
    )


@SAMPLES.sample(ex1=FAILED, ex4=FAILED, ex5=FAILED)
def not_what_was_asked_for(work: Work) -> None:
    """Exercises 1 and 4 return an itertools object instead of a list; exercise 5 returns only one of the best cards."""
    work.answer(
        RIGHT,
        ex1="return combinations(hand, 5)",
        ex4="""
        unseen = [card for card in DECK if card not in hand]
        red = [card for card in unseen if card[1] in ('H', 'D')]
        black = [card for card in unseen if card[1] in ('S', 'C')]
        return product(*[red if card == '?R' else black if card == '?B' else [card] for card in hand])
        """,
        ex5="""
        suits = 'HD' if '?R' in hand else 'SC'
        others = [card for card in hand if card[0] != '?']
        unseen = [card for card in DECK if card[1] in suits and card not in hand]
        return {max(unseen, key=lambda card: max(map(hand_rank, combinations(others + [card], 5))))}
        """,
    )


@SAMPLES.sample(ex2=FAILED, ex6=FAILED)
def changes_its_input(work: Work) -> None:
    """Exercises 2 and 6 return the right hands, but sort the given cards or remove the jokers."""
    work.answer(
        RIGHT,
        ex2="""
        hand.sort()
        return max(combinations(hand, 5), key=hand_rank)
        """,
        ex6="""
        choices = []
        for joker in ('?R', '?B'):
            if joker in hand:
                choices.append([card for card in replace(joker) if card not in hand])
                hand.remove(joker)
        hands = [hand + list(cards) for cards in product(*choices)]
        return max((five for cards in hands for five in combinations(cards, 5)), key=hand_rank)
        """,
    )
