# Takes all suits for the same where those of the four lowest cards are.

def exact_percentages(classes: list) -> list:
    totals = [0] * 9
    for hand, count in classes:
        low = sorted(hand, key=lambda card: '23456789TJQKA'.index(card[0]))[:4]
        if len({card[1] for card in low}) == 1:
            hand = [card[0] + low[0][1] for card in hand]
        totals[given_type(hand)] += count
    return [100 * total / sum(totals) for total in totals]
