"""The command line: parses, calls, prints. Meets no secret and no submitted code."""

from nbproctor.cli.commands import app, main

__all__ = ["app", "main"]
