"""Writes the hands and reductions that the demos of midterm1 read.

    python resource/make_demo_data.py

It writes to `asnlib/publicdata` beside this file, the same bytes every time.
"""

from pathlib import Path

import dill

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

# One hand of each type, as a set of cards in 52 bits.
HANDS = {
    "STRAIGHT_FLUSH": 34084860461056,
    "FOUR_OF_A_KIND": 2252899459547138,
    "FULL_HOUSE": 3378112070942720,
    "FLUSH": 595935302254592,
    "STRAIGHT": 131958575202304,
    "THREE_OF_A_KIND": 598684148441088,
    "TWO_PAIR": 1144044063293440,
    "PAIR": 80815178383360,
    "HIGH_CARD": 723616090030080,
}

REDUCTIONS = ("rank_count", "hand_ranks", "odd_ranks", "quads", "flush", "trips", "straight", "five_high")

# The reductions of another hand of each type, in the same order of types.
REDUCED_HANDS = [
    (5, 124, 124, 0, True, 0, True, False),
    (2, 192, 64, 128, False, 0, False, False),
    (2, 3072, 2048, 0, False, 2048, False, False),
    (5, 3400, 3400, 0, True, 0, False, False),
    (5, 62, 62, 0, False, 0, True, False),
    (3, 1544, 1544, 0, False, 512, False, False),
    (3, 2068, 4, 0, False, 0, False, False),
    (4, 594, 578, 0, False, 0, False, False),
    (5, 454, 454, 0, False, 0, False, False),
]


def main() -> None:
    """Write both files."""
    write(PUBLIC_DATA / "demo_hands_ex4.pkl", {hand_type: {"hand": hand} for hand_type, hand in HANDS.items()})
    write(
        PUBLIC_DATA / "demo_reductions.pkl",
        [dict(zip(REDUCTIONS, row, strict=True)) for row in REDUCED_HANDS],
    )


def write(file: Path, value: object) -> None:
    """Write `value` in the newest protocol that every Python since 3.4 reads."""
    file.write_bytes(dill.dumps(value, protocol=4))
    print(f"wrote {file}")


if __name__ == "__main__":
    main()
