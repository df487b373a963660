# The seed's own code: it prints the percentages, and deals ten hands at a time.


hand_names = ['High Card',
 'Pair',
 'Two pair',
 'Three of a kind',
 'Straight',
 'Flush',
 'Full house',
 'Four of a kind',
 'Straigh Flush']


def hand_percentages(n=1000_1000):
    "Sample random hands and print a table of frequencies."
    counts = [0] * 9
    for i in range(n // 10):
        for hand in deal(10):
            ranking = hand_rank(hand)[0] # The first element identifies the hand
            counts[ranking] += 1
    for i in reversed(range(9)):
        print(f"%14s: %6.3f %%" % (hand_names[i], 100 * counts[i] / n))
