# Draws places of the deck, and again if it had the place before.

mydeck = [r + s for r in '23456789TJQKA' for s in 'SHDC']


def deal(numhands, n=5, deck=mydeck):
    if numhands * n > len(deck):
        raise ValueError
    cards = list(deck)
    places = []
    while len(places) < numhands * n:
        place = int(random.random() * len(deck))
        if place not in places:
            places.append(place)
    cards = [deck[place] for place in places]
    return [cards[n * i:n * (i + 1)] for i in range(numhands)]
