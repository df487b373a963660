# Count and item are mixed into one number, a hundred for each count, which large items upset.


def group(items: list) -> list:
    if items and isinstance(items[0], str):
        return sorted([(items.count(item), item) for item in set(items)], reverse=True)
    different = sorted(set(items), key=lambda item: 100 * items.count(item) + item, reverse=True)
    return [(items.count(item), item) for item in different]


def unzip(pairs: list):
    return zip(*pairs)
