# Returns in the first round of the loop.


def check_unique_five(hand):
    for i in range(5):
        for j in range(i + 1, 5):
            if hand[i].value_i == hand[j].value_i:
                return False
            return True
