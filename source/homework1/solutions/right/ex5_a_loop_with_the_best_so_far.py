# A loop that begins a new set when a card is better.

def best_replacements(hand: list) -> set:
    joker = '?R' if '?R' in hand else '?B'
    best_rank, best = (-1,), set()
    for card in DECK:
        if card in hand or (card[1] in 'HD') != (joker == '?R'):
            continue
        seven = [card if other == joker else other for other in hand]
        rank = max(hand_rank(five) for five in combinations(seven, 5))
        if rank > best_rank:
            best_rank, best = rank, {card}
        elif rank == best_rank:
            best.add(card)
    return best
