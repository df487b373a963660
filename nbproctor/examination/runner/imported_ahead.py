"""Modules that a warm parent imports ahead: a notebook finds them in `sys.modules` once it imports them itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class ImportedAhead(MetaPathFinder, Loader):
    """Hides modules until they are imported: a course may ask `sys.modules` whether a task was solved without numpy."""

    def __init__(self) -> None:
        self._imported_with: dict[str, dict[str, ModuleType]] = {}

    @contextmanager
    def importing(self) -> Iterator[None]:
        """Note which modules come meanwhile; they are hidden, and come back, together.

        The standard library's stay: many packages import them, and these would come back with the first of them.
        """
        before = set(sys.modules)
        try:
            yield
        finally:
            come = {
                name: module
                for name, module in sys.modules.items()
                if name not in before and name.partition(".")[0] not in sys.stdlib_module_names
            }
            self._imported_with.update(dict.fromkeys(come, come))

    def hide(self, kept: str) -> None:
        """Hide the modules.

        Args:
            kept: the package whose modules are not hidden.
        """
        for name in [name for name in self._imported_with if name.partition(".")[0] == kept]:
            del self._imported_with[name]
        for name in self._imported_with:
            del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say that this loads a hidden module."""
        if fullname not in self._imported_with:
            return None
        own = self._imported_with[fullname][fullname].__spec__
        is_package = own is not None and own.submodule_search_locations is not None
        return ModuleSpec(fullname, self, origin=own.origin if own else None, loader_state=own, is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module that was imported ahead."""
        return self._imported_with[spec.name][spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """Bring a module back as it is, with those that came with it."""
        assert module.__spec__ is not None
        come = self._imported_with[module.__spec__.name]
        module.__spec__ = module.__spec__.loader_state
        for name in come:
            if self._imported_with.pop(name, None) is not None:
                sys.modules[name] = come[name]
