"""The statement that a test failed at, and the values of its names."""

import pytest

from nbproctor.shell.cell_tracebacks import failed_statement
from nbproctor.shell.shell import Shell

_TRY = "try:\n    f(x)\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError('did not raise')"
_LONG = "for y in ys:\n" + "    f(y)\n" * 5 + "    ...\nraise AssertionError('no')\ny = 1\nys = [1, 2, 3]"


def _indented(code: str) -> str:
    return "\n".join(f"    {line}" for line in code.splitlines())


@pytest.fixture(scope="module")
def shell() -> Shell:
    shell = Shell.start(1_000_000)
    shell.run("import math\nx = 3\nys = [1, 2, 3]\nlong = list(range(10**6))\ndef f(n): return n")
    shell.run("class Sly:\n    def __repr__(self): return 1 / 0\nsly = Sly()")
    return shell


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("assert f(x) == math.pi", "assert f(x) == math.pi\nx = 3"),
        ("assert f(x) == ys", "assert f(x) == ys\nx = 3\nys = [1, 2, 3]"),
        ("for y in ys:\n    assert (\n        y < 2\n    ), 'no'", "assert (\n    y < 2\n), 'no'\ny = 2"),
        ("def check(a):\n    assert a > 5\ncheck(2)", "assert a > 5\na = 2"),
        ("import numpy as np\nnp.testing.assert_allclose(f(2), 3)", "np.testing.assert_allclose(f(2), 3)"),
        ("assert f(1) == 2; print(x)", "assert f(1) == 2"),
        ("assert sly is None", "assert sly is None\nsly = <Sly instance>"),
        ("if x:\n    raise AssertionError", "if x:\n    raise AssertionError\nx = 3"),
        ("def check():\n    raise AssertionError\nfor y in ys:\n    check()", "raise AssertionError"),
        (f"for y in ys:\n{_indented(_TRY)}", f"{_TRY}\nx = 3"),
        ("for y in ys:\n" + "    f(y)\n" * 20 + "    raise AssertionError('no')", _LONG),
        (
            "import pytest\nwith pytest.raises(ValueError):\n    f(x)",
            "with pytest.raises(ValueError):\n    f(x)\nx = 3",
        ),
    ],
)
def test_it_is_the_cells_own_statement_with_the_values_of_its_names(shell: Shell, cell: str, said: str) -> None:
    run = shell.run(cell)
    assert run.error is not None
    assert failed_statement(run.error) == said


def test_a_large_value_is_cut(shell: Shell) -> None:
    error = shell.run("assert not long").error
    assert error is not None
    assert len(failed_statement(error)) < 1000


def test_an_error_without_a_cell_has_no_statement() -> None:
    assert failed_statement(AssertionError()) == ""
