"""The samples of lesson1: one function each, which does to the released notebook what its sentence says."""

from __future__ import annotations

from samples.sample import ERRORED, FAILED, NOT_ATTEMPTED, Samples
from samples.work import Work

SAMPLES = Samples()

# What a sample does not say otherwise, it solves like this.
RIGHT = {
    "ex1": """
        ranks = ['  23456789TJQKA'.index(rank) for rank, suit in hand]
        ranks.sort(reverse=True)
        if ranks == [14, 5, 4, 3, 2]:
            ranks = [5, 4, 3, 2, 1]
        return ranks
        """,
    "ex4": """
        ranks = card_ranks(hand)
        if straight(ranks) and flush(hand):
            return (8, max(ranks))
        if kind(4, ranks):
            return (7, kind(4, ranks), kind(1, ranks))
        if kind(3, ranks) and kind(2, ranks):
            return (6, kind(3, ranks), kind(2, ranks))
        if flush(hand):
            return (5, ranks)
        if straight(ranks):
            return (4, max(ranks))
        if kind(3, ranks):
            return (3, kind(3, ranks), ranks)
        if two_pair(ranks):
            return (2, *two_pair(ranks), ranks)
        if kind(2, ranks):
            return (1, kind(2, ranks), ranks)
        return (0, *ranks)
        """,
    "ex5": """
        items = list(iterable)
        values = items if key is None else [key(item) for item in items]
        return [item for item, value in zip(items, values) if value == max(values)]
        """,
    "ex6": """
        return allmax(hands, key=hand_rank)
        """,
    "ex9": """
        counts, ranks = unzip(group(['  23456789TJQKA'.index(rank) for rank, suit in hand]))
        if ranks == (14, 5, 4, 3, 2):
            ranks = (5, 4, 3, 2, 1)
        in_a_row = len(ranks) == 5 and max(ranks) - min(ranks) == 4
        return max(count_rankings[counts], 4 * in_a_row + 5 * flush(hand)), ranks
        """,
    "ex10": """
        counts = [0] * 9
        for hand in given_hands(n):
            code = hand_rank(hand)[0]
            counts[code] = counts[code] + 1
        return [count / n * 100 for count in counts]
        """,
    "ex11": """
        whole = sum(count for hand, count in classes)
        return [100 * sum(c for hand, c in classes if given_type(hand) == code) / whole for code in range(9)]
        """,
}

# The cells with two places for an answer, as a whole.
RIGHT_CELLS = {
    "ex2": """
        def straight(ranks):
            return (max(ranks) - min(ranks) == 4) and (len(set(ranks)) == 5)

        def flush(hand):
            suits = [suit for rank, suit in hand]
            return suits == suits[:1] * len(suits)
        """,
    "ex3": """
        def kind(n, ranks):
            for rank in ranks:
                if ranks.count(rank) == n:
                    return rank

        def two_pair(ranks):
            high, low = kind(2, ranks), kind(2, ranks[::-1])
            if high != low:
                return (high, low)
        """,
    "ex7": """
        mydeck = [rank + suit for suit in 'SHDC' for rank in 'AKQJT98765432']

        def deal(numhands, n=5, deck=mydeck):
            if numhands * n > len(deck):
                raise ValueError('the deck is too small')
            cards = deck.copy()
            random.shuffle(cards)
            return [[cards.pop() for _ in range(n)] for _ in range(numhands)]
        """,
    "ex8": """
        def group(items):
            return sorted({(items.count(item), item) for item in items}, reverse=True)

        def unzip(pairs):
            return tuple(first for first, _ in pairs), tuple(second for _, second in pairs)
        """,
}


def solve(work: Work, without: tuple[str, ...] = (), **others: str) -> None:
    """Answer the exercises: those with two places for an answer with a whole cell, the others in their place."""
    for name, code in {**RIGHT_CELLS, **RIGHT, **others}.items():
        if name in without:
            continue
        if name in RIGHT_CELLS:
            work.rewrite(name, code)
        else:
            work.answer({name: code})


@SAMPLES.sample()
def all_right(work: Work) -> None:
    """Every exercise is right, and calls the functions of those before."""
    solve(work)


@SAMPLES.sample(ex9=NOT_ATTEMPTED, ex10=NOT_ATTEMPTED, ex11=NOT_ATTEMPTED)
def cap_reached(work: Work) -> None:
    """More than twelve points make no more than 100%, though three exercises are left out."""
    solve(work, without=("ex9", "ex10", "ex11"))


@SAMPLES.sample(**{f"ex{number}": NOT_ATTEMPTED for number in range(1, 12)})
def nothing_done(work: Work) -> None:
    """The notebook as it was released."""


@SAMPLES.sample(ex1=FAILED, ex4=FAILED, ex6=FAILED, ex10=FAILED)
def wheel_ace_high(work: Work) -> None:
    """Exercise 1 knows no low ace, and the exercises 4, 6 and 10, which call it, fall with it."""
    solve(work, ex1="return sorted(('  23456789TJQKA'.index(card[0]) for card in hand), reverse=True)")


@SAMPLES.sample(ex1=FAILED, ex4=ERRORED, ex6=ERRORED, ex10=ERRORED)
def returns_what_sort_returns(work: Work) -> None:
    """Exercise 1 returns list.sort(), which is None, and three more exercises stumble over it."""
    solve(
        work,
        ex1="""
            ranks = ['  23456789TJQKA'.index(rank) for rank, suit in hand]
            return ranks.sort(reverse=True)
            """,
    )


@SAMPLES.sample(ex7=FAILED)
def deck_without_aces(work: Work) -> None:
    """The deck of exercise 7 has no aces, and deal shuffles the deck that it was given."""
    solve(
        work,
        ex7="""
            mydeck = [r + s for r in '23456789TJQK' for s in 'SHDC']

            def deal(numhands, n=5, deck=mydeck):
                random.shuffle(deck)
                return [deck[n * i:n * (i + 1)] for i in range(numhands)]
            """,
    )


@SAMPLES.sample(ex5=FAILED, ex6=FAILED)
def knows_no_ties(work: Work) -> None:
    """Exercise 5 finds only one of the largest items, so that exercise 6 has one winner also in a tie."""
    solve(work, ex5="return [max(iterable, key=key)]")


@SAMPLES.sample(ex9=FAILED)
def loses_the_straight_flush(work: Work) -> None:
    """Exercise 9 takes the larger of straight and flush instead of their sum."""
    solve(
        work,
        ex9="""
            counts, ranks = unzip(group(card_ranks(hand)))
            run = len(ranks) == 5 and ranks[0] - ranks[4] == 4
            return max(count_rankings[counts], 4 * run, 5 * flush(hand)), ranks
            """,
    )
