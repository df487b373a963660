"""What the module promises to whoever ships it with a notebook."""

import ast
import doctest
import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import poker_game

PACKAGE = Path(poker_game.__file__).parent
SOURCES = sorted(PACKAGE.glob("*.py"))


def test_the_package_offers_the_names_that_the_assignments_import() -> None:
    assert sorted(poker_game.__all__) == [
        "Card",
        "Deck",
        "Hand",
        "cards_info",
        "poker_info",
        "pprint_cards",
        "pprint_ranks",
        "ranks_info",
    ]
    assert all(hasattr(poker_game, name) for name in poker_game.__all__)


@pytest.mark.parametrize("statement", ["from poker_game import poker_info", "from poker_game import *"])
def test_poker_info_imported_from_the_package_is_the_dict(statement: str) -> None:
    names: dict[str, object] = {}
    exec(f"import poker_game.poker_info\n{statement}", names)
    assert names["poker_info"] is poker_game.poker_info
    assert isinstance(names["poker_info"], dict)


def test_the_package_beside_a_notebook_needs_nothing_that_is_installed(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "poker_game")
    shutil.copy(PACKAGE / "poker_info.py", tmp_path)
    program = "import poker_game as p, poker_info; assert p.poker_info == poker_info.poker_info; print(p.__file__)"
    # -S leaves out the installed packages; the program's own folder comes first on the path.
    run = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert Path(run.stdout.strip()) == tmp_path / "poker_game" / "__init__.py"


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_the_source_is_python_3_9(source: Path) -> None:
    ast.parse(source.read_text(encoding="utf-8"), feature_version=(3, 9))


@pytest.mark.parametrize("name", ["cards", "hand", "ranks"])
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"poker_game.{name}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_every_public_function_explains_itself() -> None:
    functions = [getattr(poker_game, name) for name in poker_game.__all__ if name != "poker_info"]
    assert all(function.__doc__ for function in functions)
