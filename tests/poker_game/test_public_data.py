"""The figure and the demo data, and the scripts that they come from."""

import runpy
import struct
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import dill
import numpy as np
import pytest
from matplotlib.image import imread

from poker_game import cards_info, poker_info
from tests.contrast import contrast
from tests.course.redrawn_figures import PUBLIC_DATA, RESOURCE, redrawn

COLOURS = SimpleNamespace(**runpy.run_path(str(RESOURCE / "felt.py")))


@pytest.fixture(scope="module")
def redone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return redrawn(tmp_path_factory, "draw_cards.py", "make_demo_data.py")


@pytest.fixture
def beside_the_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are relative to the folder that the notebook's own paths are relative to."""
    monkeypatch.chdir(RESOURCE.parent)


HANDS = {
    34084860461056: "3D 4D 5D 6D 7D",
    2252899459547138: "3H 3S 3C 3D AD",
    3378112070942720: "AS KC AC KD AD",
    595935302254592: "4D 5D 6D 7D QD",
    131958575202304: "TC 6D 7D 8D 9D",
    598684148441088: "2S 2C 2D 8D QD",
    1144044063293440: "2C 7C 2D 7D KD",
    80815178383360: "6C 2D 3D 6D 9D",
    723616090030080: "KC 4D 7D TD QD",
}


@pytest.mark.usefixtures("beside_the_notebook")
def test_the_demo_hands_are_those_of_the_exam() -> None:
    with Path("resource/asnlib/publicdata/demo_hands_ex4.pkl").open("rb") as f:
        hands = [v["hand"] for v in dill.load(f).values()]
    assert hands == list(HANDS)


@pytest.mark.usefixtures("beside_the_notebook")
def test_the_demo_reductions_print_as_in_the_exam() -> None:
    with Path("resource/asnlib/publicdata/demo_reductions.pkl").open("rb") as f:
        reductions = dill.load(f)
    names = ("rank_count", "hand_ranks", "odd_ranks", "quads", "flush", "trips", "straight", "five_high")
    rows = [
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
    assert [str(reduction) for reduction in reductions] == [str(dict(zip(names, row, strict=True))) for row in rows]


def test_the_demo_hands_are_one_of_each_type_from_the_strongest_to_the_weakest() -> None:
    hands = dill.loads((PUBLIC_DATA / "demo_hands_ex4.pkl").read_bytes())
    assert list(hands) == list(poker_info["HAND_TYPES"])
    assert [cards_info(entry["hand"])["string_representation"] for entry in hands.values()] == list(HANDS.values())


@pytest.mark.parametrize("name", ["demo_hands_ex4.pkl", "demo_reductions.pkl"])
def test_the_script_writes_the_committed_bytes_again(name: str, redone: Path) -> None:
    assert (redone / name).read_bytes() == (PUBLIC_DATA / name).read_bytes()


def test_the_scripts_make_these_three_files_and_no_others(redone: Path) -> None:
    assert sorted(path.name for path in redone.iterdir()) == ["cards.png", "demo_hands_ex4.pkl", "demo_reductions.pkl"]


def test_the_figure_is_a_png_wide_enough_to_read_and_small_enough_to_ship() -> None:
    png = (PUBLIC_DATA / "cards.png").read_bytes()
    width, height = struct.unpack(">II", png[16:24])
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert 1500 <= width <= 2400
    assert width // 3 < height < width
    assert 50_000 < len(png) < 400_000


def test_the_figure_names_neither_a_time_nor_the_software_that_drew_it(redone: Path) -> None:
    for folder in (PUBLIC_DATA, redone):
        chunks = set(chunk_types((folder / "cards.png").read_bytes()))
        assert chunks == {b"IHDR", b"pHYs", b"IDAT", b"IEND"}


def test_the_script_draws_the_committed_figure_again(redone: Path) -> None:
    committed, again = imread(PUBLIC_DATA / "cards.png"), imread(redone / "cards.png")
    assert committed.shape == again.shape
    # Another machine may shade the edge of a letter differently, but never turn white into black.
    assert (np.abs(committed - again) > 0.5).sum() < 100


def chunk_types(png: bytes) -> Iterator[bytes]:
    at = len(b"\x89PNG\r\n\x1a\n")
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8]
        at += 12 + length


@pytest.mark.parametrize("figure", sorted(PUBLIC_DATA.glob("*.png")), ids=lambda path: path.stem)
def test_a_figure_lies_on_felt_and_its_round_corners_show_what_is_behind(figure: Path) -> None:
    pixels = imread(figure)
    height, width, _ = pixels.shape
    felt = np.array(rgb(COLOURS.FELT))
    for row, column in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert pixels[row, column, 3] == 0
    for row, column in ((2, width // 2), (height - 3, width // 2), (height // 2, 2)):
        assert pixels[row, column, 3] == 1
        assert np.abs(pixels[row, column, :3] - felt).max() < 0.01


def test_words_on_felt_can_be_read_and_felt_is_neither_bright_nor_black() -> None:
    felt, inner = rgb(COLOURS.FELT), rgb(COLOURS.INNER_FELT)
    for words in (COLOURS.WORDS, COLOURS.SOFT_WORDS, COLOURS.GOLD):
        assert contrast(rgb(words), felt) >= 4.5
    assert contrast(rgb(COLOURS.SOFT_WORDS), inner) >= 4.5
    for background in ("#ffffff", "#111111"):  # JupyterLab's, light and dark
        assert contrast(felt, rgb(background)) >= 2.4


def rgb(colour: str) -> list[float]:
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
