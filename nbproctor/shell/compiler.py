"""A compiler that keeps what a parent process has parsed and compiled, for the children that it forks."""

from __future__ import annotations
import __future__

import ast
import functools
import inspect
import operator
import os
from contextlib import suppress
from hashlib import sha1
from types import CodeType
from typing import Any, cast

from IPython.core.compilerop import CachingCompiler


class KeepingCompiler(CachingCompiler):
    """Keeps the syntax tree of a cell, and the code of each of its statements: IPython runs a cell by statements.

    As in ipykernel, the name of a cell's code depends on its text only.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._trees: dict[tuple[Any, ...], ast.Module] = {}
        self._codes: dict[tuple[Any, ...], CodeType] = {}
        self._awaits: dict[tuple[Any, ...], bool] = {}

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        """The name that stands for the file of a cell."""
        digest = sha1(transformed_code.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
        return f"<ipython-input-{digest[:12]}>"

    def cache(self, transformed_code: str, number: int = 0, raw_code: str | None = None) -> str:
        """Keep the text of a cell for tracebacks; return the name that stands for its file."""
        name = super().cache(transformed_code, number, raw_code)
        # A cell's code is in no module. Otherwise `inspect` would look through all modules for each line that a
        # traceback shows, which is most of the time that a traceback takes.
        inspect.modulesbyfile[name] = ""
        with suppress(FileNotFoundError):  # a cell has removed the working folder
            inspect.modulesbyfile[os.path.abspath(name)] = ""  # noqa: PTH100 - a sixth of the time
        return name

    def ast_parse(self, source: str, filename: str = "<unknown>", symbol: str = "exec") -> ast.AST:
        """The syntax tree of code: the kept one if there is one."""
        tree = self._trees.get((source, filename, symbol, self.flags))
        if tree is None:
            return super().ast_parse(source, filename, symbol)
        return ast.Module(list(tree.body), tree.type_ignores)

    def __call__(self, source: Any, filename: str, symbol: str, **options: Any) -> CodeType:
        """The code of a statement."""
        statement = source.body[0] if isinstance(source, (ast.Module, ast.Interactive)) and source.body else source
        code = self._codes.get((id(statement), filename, symbol, self.flags))
        return code or super().__call__(source, filename, symbol, **options)

    def keep(self, transformed_code: str, flags: int) -> bool:
        """Parse and compile a cell, unless that was done before; return whether it awaits something.

        Args:
            flags: for `compile`, beside those of the imports from `__future__`.

        Raises:
            SyntaxError: the cell is no Python.
        """
        name = self.get_code_name(transformed_code, transformed_code, 0)
        key = transformed_code, name, "exec", self.flags
        if key not in self._awaits:
            self._trees[key] = tree = cast(ast.Module, super().ast_parse(transformed_code, name))
            with self.extra_flags(flags):
                codes = [self._keep_statement(node, name, node is tree.body[-1]) for node in tree.body]
            self._awaits[key] = any(code.co_flags & inspect.CO_COROUTINE for code in codes)
        return self._awaits[key]

    def _keep_statement(self, node: ast.stmt, name: str, is_last: bool) -> CodeType:
        has_shown_value = is_last and isinstance(node, ast.Expr)
        tree, symbol = (ast.Interactive([node]), "single") if has_shown_value else (ast.Module([node], []), "exec")
        code: CodeType = compile(tree, name, symbol, self.flags, dont_inherit=True)
        if not code.co_flags & _FUTURE_FLAGS:  # an import from __future__ changes how the rest is compiled
            self._codes[id(node), name, symbol, self.flags] = code
        return code

    def forget(self) -> None:
        """Keep nothing."""
        self._trees.clear()
        self._codes.clear()
        self._awaits.clear()


_FUTURE_FLAGS = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
