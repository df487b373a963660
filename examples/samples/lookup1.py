"""The samples of lookup1: one function each, which does to the released notebook what its sentence says."""

from __future__ import annotations

from samples.sample import FAILED, NOT_ATTEMPTED, Samples
from samples.work import Work

SAMPLES = Samples()


# What a sample does not say otherwise, it solves like this.
RIGHT = {
    "ex1": """
        common = 0xF000
        for card in hand:
            common = common & card.b
        return common
        """,
    "ex2": """
        key = 0
        for card in hand:
            key = key | card.b >> 16
        return key
        """,
    "ex3": """
        ranks = [card.name[0] for card in hand]
        return all(ranks.count(rank) == 1 for rank in ranks)
        """,
    "ex4": """
        number = 1
        for card in hand:
            number = number * Card.PRIMES[card.value_i]
        return number
        """,
    "ex5": """
        memos = {}, {}, {}
        for memo, lines in zip(memos[:2], [flush_lines, unique_five_lines]):
            for line in lines:
                memo[sum(VALUES[rank] for rank in line[4:9])] = int(line[11:])
        for line in dupe_lines:
            key = 1
            for rank in line[4:9]:
                key *= PRIMES[rank]
            memos[2][key] = int(line[11:])
        return memos
        """,
    "ex6": """
        if check_flush(hand):
            return FLUSH_RANKS[get_encoding(hand)]
        if check_unique_five(hand):
            return UNIQUE_FIVE_RANKS[get_encoding(hand)]
        return DUPE_RANKS[get_godel_number(hand)]
        """,
    "ex7": """
        sizes = {
            'royal flush': 1, 'straight flush': 9, 'four of a kind': 156, 'full house': 156, 'flush': 1277,
            'straight': 10, 'three of a kind': 858, 'two pair': 858, 'pair': 2860, 'high card': 1277,
        }
        for category, size in sizes.items():
            if strength <= size:
                return category
            strength -= size
        """,
    "ex8": """
        hand = Hand(card for card in deck[:5] if card.value_i in keep)
        for card in deck[5:]:
            if len(hand) < 5:
                hand.append(card)
        return hand
        """,
    "ex9": """
        a, b, c, d, e = cards.T
        keys = (a | b | c | d | e) >> 16
        products = (cards & 255).prod(axis=1)
        places = np.searchsorted(DUPE_KEYS, products).clip(max=len(DUPE_KEYS) - 1)
        strengths = np.where(a & b & c & d & e & 0xF000, FLUSH_ARRAY[keys], UNIQUE_FIVE_ARRAY[keys])
        return np.where(DUPE_KEYS[places] == products, DUPE_STRENGTHS[places], strengths)
        """,
}


@SAMPLES.sample()
def all_right(work: Work) -> None:
    """Every exercise is right."""
    work.answer(RIGHT)


@SAMPLES.sample(**dict.fromkeys(RIGHT, NOT_ATTEMPTED))
def nothing_done(work: Work) -> None:
    """The released notebook, unchanged."""


@SAMPLES.sample(**dict.fromkeys(["ex1", "ex2", "ex3", "ex4", "ex5", "ex7", "ex8"], NOT_ATTEMPTED))
def begins_at_the_end(work: Work) -> None:
    """Only exercises 6 and 9 are done, without functions of the others."""
    work.answer(
        ex6="""
            bits = [card.b for card in hand]
            key = bits[0] | bits[1] | bits[2] | bits[3] | bits[4]
            if bits[0] & bits[1] & bits[2] & bits[3] & bits[4] & 15 << 12:
                return FLUSH_RANKS[key >> 16]
            if key >> 16 in UNIQUE_FIVE_RANKS:
                return UNIQUE_FIVE_RANKS[key >> 16]
            product = 1
            for each in bits:
                product *= each & 255
            return DUPE_RANKS[product]
            """,
        ex9=RIGHT["ex9"],
    )


@SAMPLES.sample(ex7=FAILED)
def overlapping_bounds(work: Work) -> None:
    """Exercise 7 extends the pairs to 6187, where high cards have already begun."""
    work.answer(
        RIGHT,
        ex7="""
            if 3326 <= strength <= 6187:
                return 'pair'
            bounds = {
                'royal flush': 1, 'straight flush': 10, 'four of a kind': 166, 'full house': 322, 'flush': 1599,
                'straight': 1609, 'three of a kind': 2467, 'two pair': 3325, 'high card': 7462,
            }
            return [category for category, last in bounds.items() if strength <= last][0]
            """,
    )


@SAMPLES.sample(ex1=FAILED, ex6=FAILED)
def forgets_the_mask(work: Work) -> None:
    """Exercise 1 forgets the mask, so exercise 6, which calls it, treats many hands as flushes."""
    work.answer(
        RIGHT,
        ex1="return hand[0].b & hand[1].b & hand[2].b & hand[3].b & hand[4].b",
        ex6=RIGHT["ex6"].replace("FLUSH_RANKS[get_encoding(hand)]\n", "FLUSH_RANKS.get(get_encoding(hand))\n", 1),
    )


@SAMPLES.sample(ex5=FAILED, ex8=FAILED, ex9=FAILED)
def wrong_type(work: Work) -> None:
    """Exercise 5 returns the strengths as text, exercise 8 a list, exercise 9 32-bit integers."""
    work.answer(
        RIGHT,
        ex5=RIGHT["ex5"].replace("int(line[11:])", "line[11:].strip()"),
        ex8="""
            kept = [card for card in deck[:5] if card.value_i in keep]
            return kept + deck[5:10 - len(kept)]
            """,
        ex9=RIGHT["ex9"].replace("strengths)\n", "strengths).astype(np.int32)\n"),
    )
