"""A page maker as a program: it makes the files of one submission after the other, within bounds of time and memory.

`PageMakers` starts it. It holds what students wrote, runs none of it, and has no secret. A request is the name of a
task and its arguments, pickled by the grader; the answer is plain text.
"""

from __future__ import annotations

from nbproctor.system.nbgrader_modules import leave_out

if __name__ == "__main__":
    leave_out()  # before anything imports nbformat

import gc
import pickle
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection

from nbproctor.examination.sandbox import limits
from nbproctor.report.page_makers.page_makers import DONE, FAILED, FILES, PAGE
from nbproctor.report.page_makers.submission_pages import page_again, submission_files
from nbproctor.report.pages.page import compile_templates

_TASKS: Mapping[str, Callable[..., Sequence[str]]] = {
    FILES: submission_files,
    PAGE: lambda *arguments: [page_again(*arguments)],
}


def main() -> None:
    """Serve until the grader closes the connection."""
    descriptor, memory_bytes, cpu_seconds = map(int, sys.argv[1:])
    connection = Connection(descriptor)
    compile_templates()
    gc.collect()
    gc.freeze()
    limits.limit_memory(limits.size_of_this_process(), memory_bytes)
    while True:
        try:
            task, *arguments = pickle.loads(connection.recv_bytes())  # noqa: S301 - the grader's own
        except EOFError:
            return
        limits.allow_processor_seconds(cpu_seconds)
        try:
            texts = [text.encode("utf-8", "surrogatepass") for text in _TASKS[task](*arguments)]
        except MemoryError:
            raise SystemExit(1) from None
        except Exception:  # our own bug; the next page is made all the same
            connection.send_bytes(FAILED + traceback.format_exc().encode("utf-8", "replace"))
            continue
        connection.send_bytes(DONE)
        for text in texts:
            connection.send_bytes(text)


if __name__ == "__main__":
    main()
