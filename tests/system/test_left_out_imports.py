"""Our own programs do without packages that take long to import; a program that imports us has them as before."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nbproctor.system.nbgrader_modules import LEFT_OUT

_WITHOUT = """
import sys
import {module}
import nbformat
assert None not in sys.modules.values()
import isoduration, rfc3986_validator, rfc3987_syntax
"""


@pytest.mark.parametrize(
    "module", ["nbproctor", "nbproctor.config", "nbproctor.exchange.portal_exchange", "nbproctor.portal.hub_identity"]
)
def test_a_program_that_imports_us_is_left_as_it_is(module: str) -> None:
    subprocess.run([sys.executable, "-c", _WITHOUT.format(module=module)], check=True)


def test_a_program_of_ours_imports_nbformat_without_them() -> None:
    program = "nbproctor.report.page_makers.page_maker_program"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", program], stderr=subprocess.PIPE, text=True, check=False
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "jsonschema.validators" in imported
    assert not [name for name in imported if name.startswith(tuple(f"{package}." for package in LEFT_OUT))]
