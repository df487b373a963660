# Tries only cards of a rank or of a suit that the hand has.


def best_replacements(hand):
    known = [card for card in hand if card[0] != "?"]
    (joker,) = {*hand} - {*known}
    ranks, suits = {card[0] for card in known}, {card[1] for card in known}
    strength = {
        card: max(map(hand_rank, combinations([*known, card], 5)))
        for card in replace(joker)
        if card not in known and (card[0] in ranks or card[1] in suits)
    }
    return {card for card, rank in strength.items() if rank == max(strength.values())}
