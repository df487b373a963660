# Recursion, with a list of what has been looked at.


def kind(n, ranks):
    def look(rest):
        if not rest:
            return None
        return rest[0] if ranks.count(rest[0]) == n else look(rest[1:])

    return look(ranks)


def two_pair(ranks):
    # Sorted, two pairs are at one of three places.
    a, b, c, d, e = ranks
    if len(set(ranks)) != 3 or a == c or b == d or c == e:
        return None
    return (a if a == b else b), (e if d == e else d)
