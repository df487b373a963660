# With reverse_dict.


def translate_score(score):
    strength, primary, secondary = partition_score(score)
    names = reverse_dict(poker_info["RANKS"])
    return dict(
        hand_type=reverse_dict(poker_info["HAND_TYPES"])[strength],
        primary={names[i] for i in names if primary & 1 << i},
        secondary={names[i] for i in names if secondary & 1 << i},
    )
