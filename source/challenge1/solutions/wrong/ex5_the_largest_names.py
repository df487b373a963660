# The largest choice by its names.


def best(cards):
    return Hand(" ".join(max(combinations(cards, 5))))
