"""Other right solutions pass the test cells, and the mistakes that students make fail them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nbformat import NotebookNode

from tester_fw.testers import Tester

Names = dict[str, Any]
Draws = Callable[[int], list[Any]]

EX5 = """
def identify_from_reductions(
        flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count):
"""
EX4 = """
def get_reductions(hand):
    W, X, Y, Z = cards_info(hand)['suit_groups'].values()
    in_arbitrary_pair = (W & X) | (Y & Z)
    flush = 5 in (count_bits(W), count_bits(X), count_bits(Y), count_bits(Z))
    hand_ranks = W | X | Y | Z
    quads = W & X & Y & Z
    odd_ranks = W ^ X ^ Y ^ Z
    trips = odd_ranks & in_arbitrary_pair
    five_high = hand_ranks == 4111
    straight = five_high or count_bits(hand_ranks & hand_ranks >> 1) == 4
    rank_count = count_bits(hand_ranks)
    {change}
    return {returned}
"""
EX4_RETURNED = "flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count"
EX7 = """
def translate_score(score):
    strength, primary, secondary = partition_score(score)
    hand_type = {{v: k for k, v in poker_info['HAND_TYPES'].items()}}[strength]
    def text(bits):
        return ranks_info(bits)['string_representation']
    def ranks(bits):
        return set(text(bits).split())
    return {returned}
"""
EX7_RETURNED = "{{'hand_type': {hand_type}, 'primary': {primary}, 'secondary': {secondary}}}"


def ex4(change: str = "pass", returned: str = EX4_RETURNED) -> str:
    return EX4.format(change=change, returned=returned)


def ex7(hand_type: str = "hand_type", primary: str = "ranks(primary)", secondary: str = "ranks(secondary)") -> str:
    return EX7.format(returned=EX7_RETURNED.format(hand_type=hand_type, primary=primary, secondary=secondary))


RIGHT = {
    "1: a loop": """
def hand_from_str(s):
    total = 0
    for card in s.split():
        total |= poker_info['CARDS'][card.upper()]
    return total
""",
    "1: a regular expression": """
import re
def hand_from_str(s):
    return sum(poker_info['CARDS'][card] for card in re.findall('[2-9TJQKA][HSCD]', s.upper()))
""",
    "1: without poker_info['CARDS']": """
def hand_from_str(s):
    return sum(1 << '23456789TJQKA'.index(r.upper()) + 13 * 'HSCD'.index(u.upper()) for r, u in s.split())
""",
    "2: a set of the values": """
def reverse_dict(d):
    if len(set(d.values())) != len(d):
        raise ValueError
    return dict(zip(d.values(), d.keys()))
""",
    "2: a loop": """
def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if v in d_rev:
            raise ValueError('duplicate')
        d_rev[v] = k
    return d_rev
""",
    "2: count in a list": """
def reverse_dict(d):
    values = list(d.values())
    if any(values.count(v) > 1 for v in values):
        raise ValueError
    return {d[k]: k for k in d}
""",
    "3: bit_count": "def count_bits(n): return n.bit_count()",
    "3: digits of bin": "def count_bits(n): return sum(int(digit) for digit in bin(n)[2:])",
    "3: division": """
def count_bits(n):
    count = 0
    while n:
        n, bit = divmod(n, 2)
        count += bit
    return count
""",
    "4: as in the table": ex4(),
    "4: counted by rank": """
def get_reductions(hand):
    groups = [hand >> 13 * i & 8191 for i in range(4)]
    times = [sum(g >> i & 1 for g in groups) for i in range(13)]
    def where(*wanted):
        return sum(1 << i for i, t in enumerate(times) if t in wanted)
    ranks = where(1, 2, 3, 4)
    held = [i for i, t in enumerate(times) if t]
    wheel = held == [0, 1, 2, 3, 12]
    return (groups.count(0) == 3, ranks, where(4), where(1, 3), where(3), wheel,
            wheel or (len(held) == 5 and held[4] - held[0] == 4), len(held))
""",
    "5: by the table": EX5
    + """\
    if rank_count == 2 and quads != 0:
        return ('FOUR_OF_A_KIND', quads, hand_ranks - quads)
    if rank_count == 2:
        return ('FULL_HOUSE', odd_ranks, hand_ranks - odd_ranks)
    if rank_count == 3 and trips != 0:
        return ('THREE_OF_A_KIND', trips, hand_ranks - trips)
    if rank_count == 3:
        return ('TWO_PAIR', hand_ranks - odd_ranks, odd_ranks)
    if rank_count == 4:
        return ('PAIR', hand_ranks & ~odd_ranks, odd_ranks)
    primary = 15 if five_high else hand_ranks
    if straight and flush:
        return ('STRAIGHT_FLUSH', primary, 0)
    return ('FLUSH' if flush else 'STRAIGHT' if straight else 'HIGH_CARD', primary, 0)
""",
    "6: a sum": """
def score_from_info(hand_type, primary, secondary):
    return poker_info['HAND_TYPES'][hand_type] * 2**26 + primary * 2**13 + secondary
""",
    "6: text": """
def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}{primary:013b}{secondary:013b}", 2)
""",
    "7: with ranks_info": ex7(),
    "7: with reverse_dict": """
def translate_score(score):
    strength, primary, secondary = partition_score(score)
    names = reverse_dict(poker_info['RANKS'])
    return dict(hand_type=reverse_dict(poker_info['HAND_TYPES'])[strength],
                primary={names[i] for i in names if primary & 1 << i},
                secondary={names[i] for i in names if secondary & 1 << i})
""",
}

WRONG = {
    # exercise 1
    "1: ignores the case of lower letters": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in s.split())
""",
    "1: splits at single spaces": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in s.upper().split(' '))
""",
    "1: splits at single spaces, after a strip": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in s.strip().upper().split(' '))
""",
    "1: knows spaces, tabs and line breaks only": r"""
import re
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in re.split('[ \t\n]+', s.strip().upper()) if c)
""",
    "1: stumbles over an empty string": """
from functools import reduce
def hand_from_str(s):
    return reduce(lambda a, b: a | b, [poker_info['CARDS'][c] for c in s.upper().split()])
""",
    "1: capitalises": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in s.title().split())
""",
    "1: reads five cards": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in s.upper().split()[:5])
""",
    "1: swaps upper and lower": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in s.swapcase().split())
""",
    "1: takes every third character": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][s[i:i + 2].upper()] for i in range(0, len(s), 3))
""",
    "1: returns text": """
def hand_from_str(s):
    return str(sum(poker_info['CARDS'][c] for c in s.upper().split()))
""",
    "1: returns a list": """
def hand_from_str(s):
    return [poker_info['CARDS'][c] for c in s.upper().split()]
""",
    "1: returns a float": """
def hand_from_str(s):
    return sum((poker_info['CARDS'][c] for c in s.upper().split()), 0.0)
""",
    "1: prints": """
def hand_from_str(s):
    print(sum(poker_info['CARDS'][c] for c in s.upper().split()))
""",
    "1: counts tens as 10": """
def hand_from_str(s):
    return sum(poker_info['CARDS'][c] for c in s.upper().replace('T', '10').split())
""",
    # exercise 2
    "2: raises nothing": "def reverse_dict(d): return {v: k for k, v in d.items()}",
    "2: raises always": "def reverse_dict(d): raise ValueError",
    "2: raises another error": """
def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise KeyError
    return {v: k for k, v in d.items()}
""",
    "2: returns the error": """
def reverse_dict(d):
    return ValueError() if len(set(d.values())) < len(d) else {v: k for k, v in d.items()}
""",
    "2: returns None for duplicates": """
def reverse_dict(d):
    return None if len(set(d.values())) < len(d) else {v: k for k, v in d.items()}
""",
    "2: raises for an empty dictionary": """
def reverse_dict(d):
    if not d or len(set(d.values())) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: returns pairs": """
def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise ValueError
    return [(v, k) for k, v in d.items()]
""",
    "2: asks get whether the value was met": """
def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if d_rev.get(v):
            raise ValueError
        d_rev[v] = k
    return d_rev
""",
    "2: asks get and is not None": """
def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if d_rev.get(v) is not None:
            raise ValueError
        d_rev[v] = k
    return d_rev
""",
    "2: passes over falsy values": """
def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if v and v in d_rev:
            raise ValueError
        d_rev[v] = k
    return d_rev
""",
    "2: looks among the keys of d": """
def reverse_dict(d):
    for v in d.values():
        if v in d:
            raise ValueError
    if len(set(d.values())) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: compares neighbours": """
def reverse_dict(d):
    values = list(d.values())
    if any(a == b for a, b in zip(values, values[1:])):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: compares what is printed": """
def reverse_dict(d):
    if len({str(v) for v in d.values()}) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: tells types apart": """
def reverse_dict(d):
    if len({(type(v), v) for v in d.values()}) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: compares hashes": """
def reverse_dict(d):
    if len({hash(v) for v in d.values()}) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: compares identities": """
def reverse_dict(d):
    if len({id(v) for v in d.values()}) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: sorts": """
def reverse_dict(d):
    values = sorted(d.values())
    if any(a == b for a, b in zip(values, values[1:])):
        raise ValueError
    return {v: k for k, v in d.items()}
""",
    "2: empties its input": """
def reverse_dict(d):
    d_rev = {}
    while d:
        k, v = d.popitem()
        if v in d_rev:
            raise ValueError
        d_rev[v] = k
    return d_rev
""",
    "2: works in place": """
def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise ValueError
    for k, v in list(d.items()):
        del d[k]
        d[v] = k
    return d
""",
    "2: text as keys": """
def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise ValueError
    return {str(v): k for k, v in d.items()}
""",
    # exercise 3
    "3: counts decimal digits 1": "def count_bits(n): return str(n).count('1')",
    "3: counts zeros": "def count_bits(n): return bin(n)[2:].count('0')",
    "3: counts all digits": "def count_bits(n): return n.bit_length()",
    "3: counts the 0 of 0b": "def count_bits(n): return len(bin(n)) - bin(n).count('0')",
    "3: looks at 13 bits": "def count_bits(n): return bin(n & 8191).count('1')",
    "3: looks at 52 bits": "def count_bits(n): return sum(n >> i & 1 for i in range(52))",
    "3: looks at 64 bits": "def count_bits(n): return bin(n & 2**64 - 1).count('1')",
    "3: divides into floats": """
def count_bits(n):
    count = 0
    while n >= 1:
        count += n % 2 >= 1
        n = n / 2
    return count
""",
    "3: one level deep for each bit": "def count_bits(n): return n and (n & 1) + count_bits(n >> 1)",
    "3: a logarithm": """
import math
def count_bits(n):
    count = 0
    while n:
        n -= 2 ** int(math.log2(n))
        count += 1
    return count
""",
    "3: at least one": "def count_bits(n): return max(1, bin(n).count('1'))",
    "3: leaves out the last bit": "def count_bits(n): return bin(n >> 1).count('1')",
    "3: returns text": "def count_bits(n): return str(bin(n).count('1'))",
    # exercise 4
    "4: knows no five-high straight": ex4("straight = count_bits(hand_ranks & hand_ranks >> 1) == 4"),
    "4: finds no five-high": ex4("five_high = False"),
    "4: takes any ace and two for five-high": ex4("five_high = hand_ranks & 4097 == 4097"),
    "4: five-high with other cards": ex4("five_high = count_bits(hand_ranks & 4111) >= 4"),
    "4: five-high must not be a flush": ex4("five_high = five_high and not flush"),
    "4: five-high is not straight": ex4("straight = straight and not five_high"),
    "4: three neighbours make a straight": ex4("straight = five_high or count_bits(hand_ranks & hand_ranks >> 1) >= 3"),
    "4: straights run round the ace": ex4(
        "straight = any(hand_ranks == (31 << i & 8191 | 31 << i >> 13) for i in range(13))"
    ),
    "4: a straight is ranks not more than four apart": ex4(
        "straight = five_high or hand_ranks.bit_length() - (hand_ranks & -hand_ranks).bit_length() == 4"
    ),
    "4: Broadway is forgotten": ex4("straight = straight and hand_ranks != 7936"),
    "4: flushes are not straight": ex4("straight = straight and not flush"),
    "4: the straight is a number": ex4("straight = five_high or hand_ranks & hand_ranks >> 1"),
    "4: the straight is 0 or 1": ex4("straight = int(straight)"),
    "4: five-high is 0 or 1": ex4("five_high = int(five_high)"),
    "4: trips are all arbitrary pairs": ex4("trips = in_arbitrary_pair"),
    "4: trips from the first three suits": ex4("trips = W & X & Y & ~Z"),
    "4: trips without the first suit missing": ex4("trips = odd_ranks & W & X"),
    "4: trips without the last pair": ex4("trips = odd_ranks & (W & X)"),
    "4: trips have quads among them": ex4("trips = trips | quads"),
    "4: trips are odd ranks": ex4("trips = odd_ranks"),
    "4: quads from three suits": ex4("quads = W & X & Y"),
    "4: quads by or": ex4("quads = in_arbitrary_pair & hand_ranks"),
    "4: odd ranks are single ranks": ex4("odd_ranks = odd_ranks & ~trips"),
    "4: odd ranks of three suits": ex4("odd_ranks = W ^ X ^ Y"),
    "4: counts cards": ex4("rank_count = count_bits(hand)"),
    "4: counts odd ranks": ex4("rank_count = count_bits(odd_ranks)"),
    "4: another order": ex4(returned="flush, hand_ranks, quads, trips, odd_ranks, five_high, straight, rank_count"),
    "4: a list": ex4(returned=f"[{EX4_RETURNED}]"),
    "4: a dictionary": ex4(returned="dict(flush=flush, hand_ranks=hand_ranks)"),
    # exercise 5, by what is put before the right way
    "5: five-high has its ace": {"primary": ("five_high", "hand_ranks")},
    "5: 15 for the straight only": {"primary": ("five_high and flush", "hand_ranks")},
    "5: 15 for the straight flush only": {"primary": ("five_high and not flush", "hand_ranks")},
    "5: 4111 for every straight": {"primary": ("straight", "4111")},
    "5: 15 for every straight": {"primary": ("straight", "15")},
    "5: the secondary of a straight": {"secondary": ("straight", "odd_ranks")},
    "5: the secondary of a high card": {"secondary": ("rank_count == 5 and not flush and not straight", "odd_ranks")},
    "5: no straight flush, but a flush": {"hand_type": ("straight and flush", "'FLUSH'")},
    "5: no straight flush, but a straight": {"hand_type": ("straight and flush", "'STRAIGHT'")},
    "5: five-high flushes are flushes": {"hand_type": ("five_high and flush", "'FLUSH'")},
    "5: a royal flush": {"hand_type": ("flush and hand_ranks == 7936", "'ROYAL_FLUSH'")},
    "5: full houses are three of a kind": {"hand_type": ("trips and rank_count == 2", "'THREE_OF_A_KIND'")},
    "5: a full house swapped": {
        "primary": ("trips and rank_count == 2", "hand_ranks ^ trips"),
        "secondary": ("trips and rank_count == 2", "trips"),
    },
    "5: a full house by strength": {
        "primary": ("trips and rank_count == 2", "1 << hand_ranks.bit_length() - 1"),
        "secondary": ("trips and rank_count == 2", "hand_ranks & -hand_ranks"),
    },
    "5: a full house all primary": {"primary": ("trips and rank_count == 2", "hand_ranks")},
    "5: quads swapped": {"primary": ("quads", "odd_ranks"), "secondary": ("quads", "quads")},
    "5: quads without the fifth card": {"secondary": ("quads", "0")},
    "5: three of a kind with itself as secondary": {"secondary": ("trips and rank_count == 3", "odd_ranks")},
    "5: two pairs swapped": {
        "primary": ("rank_count == 3 and not trips", "odd_ranks"),
        "secondary": ("rank_count == 3 and not trips", "hand_ranks ^ odd_ranks"),
    },
    "5: a pair swapped": {
        "primary": ("rank_count == 4", "odd_ranks"),
        "secondary": ("rank_count == 4", "hand_ranks ^ odd_ranks"),
    },
    "5: a pair with all ranks": {"primary": ("rank_count == 4", "hand_ranks")},
    "5: two pairs are a pair": {"hand_type": ("rank_count == 3 and not trips", "'PAIR'")},
    "5: names in small letters": {"hand_type": ("True", "hand_type.lower()")},
    "5: numbers for types": {"hand_type": ("True", "poker_info['HAND_TYPES'][hand_type]")},
    "5: None for no secondary": {"secondary": ("rank_count == 5", "None")},
    "5: False for no secondary": {"secondary": ("rank_count == 5", "False")},
    # exercise 6
    "6: swaps the ranks": """
def score_from_info(hand_type, primary, secondary):
    return poker_info['HAND_TYPES'][hand_type] << 26 | secondary << 13 | primary
""",
    "6: shifts too little": """
def score_from_info(hand_type, primary, secondary):
    return poker_info['HAND_TYPES'][hand_type] << 25 | primary << 12 | secondary
""",
    "6: shifts too far": """
def score_from_info(hand_type, primary, secondary):
    return poker_info['HAND_TYPES'][hand_type] << 27 | primary << 13 | secondary
""",
    "6: forgets zeros in front": """
def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}{primary:b}{secondary:b}", 2)
""",
    "6: forgets zeros in front of secondary": """
def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}{primary:013b}{secondary:b}", 2)
""",
    "6: forgets zeros in front of primary": """
def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}{primary:b}{secondary:013b}", 2)
""",
    "6: leaves no secondary ranks away": """
def score_from_info(hand_type, primary, secondary):
    ranks = f"{primary:013b}" + (f"{secondary:013b}" if secondary else "")
    return int(f"{poker_info['HAND_TYPES'][hand_type]:b}" + ranks, 2)
""",
    "6: gives five-high its ace back": """
def score_from_info(hand_type, primary, secondary):
    primary = 4111 if primary == 15 else primary
    return poker_info['HAND_TYPES'][hand_type] << 26 | primary << 13 | secondary
""",
    "6: puts decimal digits together": """
def score_from_info(hand_type, primary, secondary):
    return int(f"{poker_info['HAND_TYPES'][hand_type]}{primary}{secondary}")
""",
    "6: returns binary text": """
def score_from_info(hand_type, primary, secondary):
    return bin(poker_info['HAND_TYPES'][hand_type] << 26 | primary << 13 | secondary)
""",
    "6: returns a float": """
def score_from_info(hand_type, primary, secondary):
    return poker_info['HAND_TYPES'][hand_type] * 2.0**26 + primary * 2**13 + secondary
""",
    "6: counts types from the strongest": """
def score_from_info(hand_type, primary, secondary):
    return list(poker_info['HAND_TYPES']).index(hand_type) + 1 << 26 | primary << 13 | secondary
""",
    "6: counts types from zero": """
def score_from_info(hand_type, primary, secondary):
    return poker_info['HAND_TYPES'][hand_type] - 1 << 26 | primary << 13 | secondary
""",
    # exercise 7
    "7: lists for sets": ex7(primary="text(primary).split()", secondary="text(secondary).split()"),
    "7: frozensets for sets": ex7(primary="frozenset(ranks(primary))", secondary="frozenset(ranks(secondary))"),
    "7: text for sets": ex7(primary="text(primary)", secondary="text(secondary)"),
    "7: spaces among the ranks": ex7(primary="set(text(primary))"),
    "7: spaces among the secondary ranks": ex7(secondary="set(text(secondary))"),
    "7: a set of one text": ex7(primary="{text(primary)}"),
    "7: a set of one secondary text": ex7(secondary="{text(secondary)}"),
    "7: an empty text for no secondary": ex7(secondary="set(text(secondary).split(' '))"),
    "7: an empty dictionary for no secondary": ex7(secondary="ranks(secondary) or {}"),
    "7: None for no secondary": ex7(secondary="ranks(secondary) or None"),
    "7: positions for ranks": ex7(
        primary="{i for i in range(13) if primary >> i & 1}",
        secondary="{i for i in range(13) if secondary >> i & 1}",
    ),
    "7: swaps the ranks": ex7(primary="ranks(secondary)", secondary="ranks(primary)"),
    "7: gives five-high its ace back": ex7(primary="ranks(4111 if primary == 15 else primary)"),
    "7: a number for the type": ex7(hand_type="strength"),
    "7: the type in small letters": ex7(hand_type="hand_type.lower()"),
    "7: no key for no secondary": EX7.format(
        returned="{'hand_type': hand_type, 'primary': ranks(primary)}"
        " | ({'secondary': ranks(secondary)} if secondary else {})"
    ),
    "7: another key": EX7.format(
        returned="{'type': hand_type, 'primary': ranks(primary), 'secondary': ranks(secondary)}"
    ),
    "7: a tuple": EX7.format(returned="(hand_type, ranks(primary), ranks(secondary))"),
}

EX5_CHANGED = """
right = identify_from_reductions
{head}
    hand_type, primary, secondary = right(
        flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, rank_count)
    return ({changed})
"""


def ex5(changes: dict[str, tuple[str, str]]) -> str:
    """The right solution, but with other results under some conditions."""
    changed = [
        f"{instead} if {condition} else {name}"
        for name in ("hand_type", "primary", "secondary")
        for condition, instead in [changes.get(name, ("False", "None"))]
    ]
    return EX5_CHANGED.format(head=EX5, changed=", ".join(changed))


@pytest.fixture
def tested(
    cells: dict[str, NotebookNode], reference: Names, draws: Draws, monkeypatch: pytest.MonkeyPatch
) -> Callable[[int, str], None]:
    """Runs an exercise's test cell on freshly drawn cases, with other code for the solution."""
    right = dict(reference)

    def load_cases(tester: Tester) -> list[dict[str, Any]]:
        number = int(tester.conf.case_file.removeprefix("tc_"))
        outputs = [output.name for output in tester.conf.outputs]
        return [
            drawn.inputs | dict(zip(outputs, answer(right, number, drawn.inputs), strict=True))
            for drawn in draws(number)
        ]

    def run(number: int, code: str) -> None:
        exec(code, reference)
        exec(cells[f"test_ex{number}"].source, reference)

    monkeypatch.setattr(Tester, "load_cases", load_cases)
    return run


@pytest.mark.parametrize("number", range(1, 8))
def test_the_reference_passes(number: int, tested: Callable[[int, str], None]) -> None:
    tested(number, "")


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_solution_passes(name: str, tested: Callable[[int, str], None]) -> None:
    tested(int(name[0]), RIGHT[name])


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_fails(name: str, tested: Callable[[int, str], None]) -> None:
    mistake = WRONG[name]
    with pytest.raises(Exception):  # noqa: B017 - a wrong answer, or whatever the mistake raises
        tested(int(name[0]), mistake if isinstance(mistake, str) else ex5(mistake))


def answer(right: Names, number: int, inputs: dict[str, Any]) -> tuple[Any, ...]:
    """The outputs of the reference, as the test cell takes them apart."""
    if number == 2:
        try:
            return right["reverse_dict"](**inputs), False
        except ValueError:
            return None, True
    names = ["hand_from_str", "", "count_bits", "get_reductions", "identify_from_reductions"]
    function = right[[*names, "score_from_info", "translate_score"][number - 1]]
    returned = function(**inputs)
    return returned if number in (4, 5) else (returned,)
