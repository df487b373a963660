"""The project's shape: which way imports point, and who meets a secret or a student's code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.storeys import is_of_the_second_storey

ROOT = Path(__file__).parents[1]
PACKAGES = ("tester_fw", "poker_game", "nbproctor")

# From the top down, as docs/architecture.md has them: a module imports from its own room, and from those below it.
FLOORS = re.findall(
    r"^\| `([a-z_/]+)` \| .* \| .* \| .* \|$", (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE
)
# Who meets a secret, and who a student's code, shows in the path.
HOLDS_CASES = {"examination/judge", "assignment", "check"}
RUNS_SUBMITTED_CODE = "examination/runner"
LOCKS = sorted([*ROOT.glob("requirements*.lock"), *ROOT.glob("[a-z]*/requirements*.lock")])


def _modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _name(module: Path) -> str:
    return ".".join(module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_name(module): module for package in PACKAGES for module in _modules(package)}


@cache
def _nodes(module: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(module.read_text())))


@cache
def _imported(module: Path) -> tuple[str, ...]:
    """The modules that a module imports, wherever in it: those of the project by their whole name."""
    return tuple(_imports(module))


def _imports(module: Path) -> Iterator[str]:
    for node in _nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else node.module for name in whole)


def _room(name: str) -> str:
    """The floor that a module stands on; of the examination, each room is one."""
    parts = name.split(".")[1:]
    return "/".join(parts[:2]) if parts[0] == "examination" and len(parts) > 1 else parts[0]


def _tops(module: Path) -> set[str]:
    return {name.partition(".")[0] for name in _imported(module)}


OURS = {name: path for name, path in MODULES.items() if name.count(".") and name.startswith("nbproctor")}
EMPTY = ("nbproctor.examination",)  # rooms of rooms


@pytest.mark.parametrize(
    ("package", "allowed"),
    [("tester_fw", {"tester_fw"}), ("poker_game", {"poker_game"}), ("nbproctor", {"nbproctor", "tester_fw"})],
)
def test_imports_point_one_way(package: str, allowed: set[str]) -> None:
    for module in _modules(package):
        within = {name for name in _tops(module) if name in PACKAGES}
        assert within <= allowed, f"{module.relative_to(ROOT)} imports {within - allowed}"


def test_a_room_imports_only_from_those_below_it() -> None:
    upward = [
        f"{name} imports {imported}"
        for name, path in OURS.items()
        if name not in EMPTY
        for imported in _imported(path)
        if imported in OURS and FLOORS.index(_room(imported)) < FLOORS.index(_room(name))
    ]
    assert not upward


def test_a_text_that_documents_a_constant_stands_below_it() -> None:
    for name, path in MODULES.items():
        body = ast.parse(path.read_text("utf-8")).body
        for before, node in pairwise(body):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                assert isinstance(before, ast.Assign | ast.AnnAssign), f"{name}, line {node.lineno}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: {other for other in _imported(path) if other in MODULES} for name, path in MODULES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(circle.args[1]))


def _reached(room: str) -> set[str]:
    """The rooms that a room's modules import from, and those that these import from, and so on."""
    waiting = [name for name in OURS if _room(name) == room]
    met: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in met:
            met.add(name)
            waiting += [other for other in _imported(OURS[name]) if other in OURS]
    return {_room(name) for name in met}


def test_every_room_has_its_floor() -> None:
    rooms = {_room(name) for name in OURS if name not in EMPTY}
    assert len(FLOORS) == len(set(FLOORS))
    assert set(FLOORS) == rooms


def test_a_runner_imports_nothing_that_holds_a_case_and_a_judge_nothing_that_runs_submitted_code() -> None:
    assert _reached(RUNS_SUBMITTED_CODE).isdisjoint(HOLDS_CASES)
    assert RUNS_SUBMITTED_CODE not in _reached("examination/judge")


def test_the_grader_imports_neither_a_runner_nor_a_judge() -> None:
    assert _reached("examination/grader").isdisjoint({RUNS_SUBMITTED_CODE, "examination/judge"})


@pytest.mark.parametrize("room", ["marking", "gradebook", "report", "examination/grader", "intake"])
def test_no_thread_of_the_grader_builds_syntax_trees(room: str) -> None:
    """Python 3.11 cannot do so in two threads at once (python/cpython#106905)."""
    own = [name for name in OURS if _room(name) == room]
    assert own
    assert [name for name in own if "ast" in _imported(OURS[name])] == []


def test_what_may_pass_between_the_processes_depends_on_neither_of_them() -> None:
    allowed = {"examination/wire", "shell", "system", "errors"}
    assert _reached("examination/wire") <= allowed


def test_nothing_but_tester_fw_names_what_is_private_to_a_tester() -> None:
    """Whoever stands for a Tester overrides its public steps."""
    private = {name for name in _names_within(_tester()) if name.startswith("_") and not name.endswith("__")}
    assert {"_smallest_failure", "_has_failed"} <= private
    assert {name: shared for name, path in OURS.items() if (shared := private & _private_names(path))} == {}


def _tester() -> ast.ClassDef:
    (tester,) = (
        node
        for node in _nodes(MODULES["tester_fw.testers"])
        if isinstance(node, ast.ClassDef) and node.name == "Tester"
    )
    return tester


def _private_names(module: Path) -> set[str]:
    return {name for node in _nodes(module) for name in _names_within(node) if name.startswith("_")}


def _names_within(node: ast.AST) -> set[str]:
    """The methods that a class defines, and the attributes that it or they name."""
    if not isinstance(node, ast.ClassDef):
        return {node.attr} if isinstance(node, ast.Attribute) else set()
    methods = {child.name for child in node.body if isinstance(child, ast.FunctionDef)}
    return methods | {child.attr for child in ast.walk(node) if isinstance(child, ast.Attribute)}


def test_the_tools_know_nothing_of_poker() -> None:
    for module in _modules("nbproctor"):
        names = {node.id.lower() for node in _nodes(module) if isinstance(node, ast.Name)}
        assert not [name for name in names if "poker" in name or "card" in name], module


def test_the_reference_module_needs_nothing_but_python() -> None:
    for module in _modules("poker_game"):
        assert _tops(module) <= set(sys.stdlib_module_names) | {"poker_game"}, module


@pytest.mark.parametrize("source", sorted((ROOT / "source").iterdir()), ids=lambda path: path.name)
def test_every_link_beside_a_source_notebook_leads_into_the_project(source: Path) -> None:
    links = [path for path in source.rglob("*") if path.is_symlink()]
    assert links
    for link in links:
        assert link.is_file(), link
        assert link.resolve().is_relative_to(ROOT)
        assert not link.readlink().is_absolute()


def test_no_committed_file_is_what_only_a_course_keeps() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tops = {line.partition("/")[0] for line in listed.splitlines()}
    assert not tops & {".secret", "gradebook.db", "submitted", "autograded", "feedback", "reports", "graded"}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_lock_names_no_address_and_pins_with_hashes(path: Path) -> None:
    lock = path.read_text()
    assert "://" not in lock
    pins = [line for line in lock.splitlines() if "==" in line]
    assert pins
    assert lock.count("--hash=sha256:") >= len(pins)


def test_the_first_storey_leaves_no_file_out_but_for_its_own_mark() -> None:
    # The mark is looked for in the text: a text within the text may look like it.
    left_out = [path for path in (ROOT / "tests").rglob("test_*.py") if is_of_the_second_storey(path)]
    assert len(left_out) > 50
    assert [str(path) for path in left_out if not _binds(path, "pytestmark")] == []


def _binds(path: Path, name: str) -> bool:
    """Whether a module binds a name outside of its functions and classes."""
    bound = (node.targets for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.Assign))
    return any(isinstance(target, ast.Name) and target.id == name for targets in bound for target in targets)
