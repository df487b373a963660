"""The mistakes that are made in a solution."""

from __future__ import annotations

import ast

from nbproctor.check.mutation.operators import mutations

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
