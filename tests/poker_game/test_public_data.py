"""The figure and the demo data, and the scripts that they come from."""

import runpy
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import dill
import numpy as np
import pytest
from matplotlib.image import imread

from poker_game import cards_info, poker_info
from tests.contrast import contrast

RESOURCE = Path(__file__).parents[2] / "resource"
PUBLIC_DATA = RESOURCE / "asnlib" / "publicdata"
COLOURS = runpy.run_path(str(RESOURCE / "felt.py"))
FELT, INNER_FELT, WORDS, SOFT_WORDS, GOLD = (
    COLOURS[name] for name in ("FELT", "INNER_FELT", "WORDS", "SOFT_WORDS", "GOLD")
)


@pytest.fixture(scope="module")
def redone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of public data made by copies of the scripts, called from elsewhere."""
    copy = tmp_path_factory.mktemp("course") / "resource"
    folder = copy / "asnlib" / "publicdata"
    folder.mkdir(parents=True)
    for script in ("felt.py", "draw_cards.py", "make_demo_data.py"):
        shutil.copy(RESOURCE / script, copy)
        elsewhere = tmp_path_factory.mktemp("elsewhere")
        subprocess.run([sys.executable, copy / script], cwd=elsewhere, check=True)
        assert list(elsewhere.iterdir()) == []
    return folder


@pytest.fixture
def beside_the_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are relative to the folder that the notebook's own paths are relative to."""
    monkeypatch.chdir(RESOURCE.parent)


@pytest.mark.usefixtures("beside_the_notebook")
def test_the_demo_hands_are_those_of_the_exam() -> None:
    with Path("resource/asnlib/publicdata/demo_hands_ex4.pkl").open("rb") as f:
        hands = [v["hand"] for v in dill.load(f).values()]
    assert hands == [
        34084860461056,
        2252899459547138,
        3378112070942720,
        595935302254592,
        131958575202304,
        598684148441088,
        1144044063293440,
        80815178383360,
        723616090030080,
    ]


@pytest.mark.usefixtures("beside_the_notebook")
def test_the_demo_reductions_print_as_in_the_exam() -> None:
    with Path("resource/asnlib/publicdata/demo_reductions.pkl").open("rb") as f:
        reductions = dill.load(f)
    assert [str(reduction) for reduction in reductions] == [
        "{'rank_count': 5, 'hand_ranks': 124, 'odd_ranks': 124, 'quads': 0, 'flush': True, 'trips': 0, "
        "'straight': True, 'five_high': False}",
        "{'rank_count': 2, 'hand_ranks': 192, 'odd_ranks': 64, 'quads': 128, 'flush': False, 'trips': 0, "
        "'straight': False, 'five_high': False}",
        "{'rank_count': 2, 'hand_ranks': 3072, 'odd_ranks': 2048, 'quads': 0, 'flush': False, 'trips': 2048, "
        "'straight': False, 'five_high': False}",
        "{'rank_count': 5, 'hand_ranks': 3400, 'odd_ranks': 3400, 'quads': 0, 'flush': True, 'trips': 0, "
        "'straight': False, 'five_high': False}",
        "{'rank_count': 5, 'hand_ranks': 62, 'odd_ranks': 62, 'quads': 0, 'flush': False, 'trips': 0, "
        "'straight': True, 'five_high': False}",
        "{'rank_count': 3, 'hand_ranks': 1544, 'odd_ranks': 1544, 'quads': 0, 'flush': False, 'trips': 512, "
        "'straight': False, 'five_high': False}",
        "{'rank_count': 3, 'hand_ranks': 2068, 'odd_ranks': 4, 'quads': 0, 'flush': False, 'trips': 0, "
        "'straight': False, 'five_high': False}",
        "{'rank_count': 4, 'hand_ranks': 594, 'odd_ranks': 578, 'quads': 0, 'flush': False, 'trips': 0, "
        "'straight': False, 'five_high': False}",
        "{'rank_count': 5, 'hand_ranks': 454, 'odd_ranks': 454, 'quads': 0, 'flush': False, 'trips': 0, "
        "'straight': False, 'five_high': False}",
    ]


def test_the_demo_hands_are_one_of_each_type_from_the_strongest_to_the_weakest() -> None:
    hands = dill.loads((PUBLIC_DATA / "demo_hands_ex4.pkl").read_bytes())
    assert list(hands) == list(poker_info["HAND_TYPES"])
    assert [cards_info(entry["hand"])["string_representation"] for entry in hands.values()] == [
        "3D 4D 5D 6D 7D",
        "3H 3S 3C 3D AD",
        "AS KC AC KD AD",
        "4D 5D 6D 7D QD",
        "TC 6D 7D 8D 9D",
        "2S 2C 2D 8D QD",
        "2C 7C 2D 7D KD",
        "6C 2D 3D 6D 9D",
        "KC 4D 7D TD QD",
    ]


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
    felt = np.array(rgb(FELT))
    for row, column in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert pixels[row, column, 3] == 0
    for row, column in ((2, width // 2), (height - 3, width // 2), (height // 2, 2)):
        assert pixels[row, column, 3] == 1
        assert np.abs(pixels[row, column, :3] - felt).max() < 0.01


def test_words_on_felt_can_be_read_and_felt_is_neither_bright_nor_black() -> None:
    for words in (WORDS, SOFT_WORDS, GOLD):
        assert contrast(rgb(words), rgb(FELT)) >= 4.5
    assert contrast(rgb(SOFT_WORDS), rgb(INNER_FELT)) >= 4.5
    for background in ("#ffffff", "#111111"):  # JupyterLab's, light and dark
        assert contrast(rgb(FELT), rgb(background)) >= 2.4


def rgb(colour: str) -> list[float]:
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
