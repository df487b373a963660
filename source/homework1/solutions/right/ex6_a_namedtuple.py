# Returns a namedtuple.

from collections import namedtuple

Five = namedtuple('Five', 'a b c d e')


def best_wild_hand(hand: list) -> tuple:
    known = [card for card in hand if '?' not in card]
    free = [card for card in DECK if card not in known]
    colours = [[card for card in free if (card[1] in 'HD') == (joker == '?R')] for joker in hand if '?' in joker]
    sevens = ([*known, *cards] for cards in product(*colours))
    return Five(*max((five for seven in sevens for five in combinations(seven, 5)), key=hand_rank))
