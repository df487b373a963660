# Remembers strengths by the ranks alone, so that a flush is worth what a hand of several suits was.

def poker(hands: list) -> list:
    known = {}
    for hand in hands:
        known.setdefault(tuple(sorted(card[0] for card in hand)), given_strength(hand))
    strengths = [known[tuple(sorted(card[0] for card in hand))] for hand in hands]
    return [hand for hand, strength in zip(hands, strengths) if strength == max(strengths)]
