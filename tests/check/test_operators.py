"""The mistakes that are made in a solution."""

from __future__ import annotations

import ast

from nbproctor.check.mutants import mutated, mutations, told_apart

LOOP = """\
for card in cards:
    if card is None:
        continue
    if card == last:
        break
"""


def test_a_loop_is_not_left_early() -> None:
    changed = [ast.unparse(tree) for mistake, tree in mutations(ast.parse(LOOP), 1, 5) if "leave the loop" in mistake]
    assert changed == [ast.unparse(ast.parse(LOOP.replace(word, "pass"))) for word in ("continue", "break")]


def test_the_same_change_in_two_places_is_two_mutants_that_can_be_told_apart() -> None:
    code = "if a == 1:\n    b = a > 2\nelif a == 2:\n    b = a < 2\nelif c:\n    if a == 1:\n        b = 3"
    diffs = [diff for _, diff, _ in told_apart([*mutated(code, 1, 7), *mutated(code, 1, 7)])]
    assert len(diffs) == len(set(diffs))
    places = [diff.splitlines()[0] for diff in diffs if diff.endswith("- if a == 1:\n+ if a != 1:")]
    assert places == ["@@ -1 +1 @@", "@@ -6 +6 @@"]
    assert "- elif a == 2:\n+ elif a != 2:" in diffs  # there is no other like it
