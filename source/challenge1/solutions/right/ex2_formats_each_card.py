# Formats card by card, with a heap.


import heapq


class Hand(Hand):
    def __repr__(self):
        heap = [(-card.rank, card.suit, card.name) for card in self.cards]
        heapq.heapify(heap)
        text = "<Hand"
        while heap:
            text += f" {heapq.heappop(heap)[2]}"
        return f"{text}>"
