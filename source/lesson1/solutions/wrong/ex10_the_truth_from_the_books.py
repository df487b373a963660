# Returns what is written in the books, without any sample.


def hand_percentages(n=100_000):
    return [50.1177, 42.2569, 4.7539, 2.1128, 0.3925, 0.1965, 0.1441, 0.0240, 0.0016]
