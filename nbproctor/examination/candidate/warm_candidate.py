"""The candidates' warm parent, which imports before it forks, and how a forked candidate begins and confines itself.

Nothing in this process is secret. It holds the release, and later a submission.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbproctor.examination.candidate.candidate import Candidate
from nbproctor.examination.candidate.own_files import put_own_files
from nbproctor.examination.candidate.own_process import be_the_student, close_standard_streams
from nbproctor.examination.sandbox.tiers import Sandbox
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.messages.message import know_all_messages
from nbproctor.examination.wire.messages.process_messages import CandidateStart, Enforced, PrepareCandidates
from nbproctor.shell.no_input import ask_nobody
from nbproctor.shell.shell import Shell
from nbproctor.system.left_out_imports import allow_all_imports


@dataclass(frozen=True)
class WarmCandidate:
    """What the parent has ready for each candidate.

    Args:
        shell: a shell that has run no cell.
        sandbox: the sandbox, which each candidate confines itself in.
    """

    shell: Shell
    sandbox: Sandbox


def prepare(sandbox: Sandbox, preparation: object) -> WarmCandidate:
    """Warm the parent up: import what the released notebook imports, from the release itself.

    Args:
        sandbox: entered already.
        preparation: the grader's message, a `PrepareCandidates` as it travels.
    """
    request = PrepareCandidates.read(preparation)
    sources = request.sources
    allow_all_imports()
    os.chdir(sandbox.release)
    # The release's own modules come first; those of the course, and these tools, no candidate can read.
    readable = [Path(path) for path in sandbox.readable]
    sys.path[:] = ["", *(path for path in sys.path if any(Path(path).is_relative_to(root) for root in readable))]
    shell = Shell.start(request.output_bytes)
    ask_nobody()
    know_all_messages()
    for source in sources:
        shell.keep(source)
    imports = _imports(shell, sources)
    for name, taken in sorted(imports.items()):
        with contextlib.suppress(Exception), shell.collecting():  # what a module says goes to nobody's terminal
            __import__(name, fromlist=sorted(taken))  # what is taken may be a module as well
    # The student's code may import numpy itself; in the sandbox, this module could not be read any more.
    importlib.import_module("nbproctor.examination.wire.arrays_and_tables")
    importlib.import_module("numpy.random")  # which numpy does when it is first used, in ten milliseconds
    shell.warm_up()
    files = [str(getattr(sys.modules.get(name), "__file__", "")) for name in sorted(imports)]
    shell.keep_for_tracebacks(sources, [file for file in files if Path(file).is_relative_to(sandbox.release)])
    return WarmCandidate(shell, sandbox)


def _imports(shell: Shell, cells: Iterable[str]) -> dict[str, set[str]]:
    """The modules that cells import, and the names that they take from each."""
    imports: dict[str, set[str]] = {}
    for cell in cells:
        with contextlib.suppress(SyntaxError, ValueError):
            for node in ast.walk(ast.parse(shell.as_python(cell))):
                if isinstance(node, ast.Import):
                    for alias in node.names:
                        imports.setdefault(alias.name, set())
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    imports.setdefault(node.module, set()).update(alias.name for alias in node.names)
    return imports


def serve(prepared: WarmCandidate, control_socket: Any, examiner_socket: Any) -> None:
    """Sit the examination: serve the grader and the examiner until the grader closes the channel.

    Args:
        prepared: what `prepare` returned.
        control_socket: the socket to the grader.
        examiner_socket: the socket to the examiner.
    """
    close_standard_streams()
    control = Channel(control_socket, PlainCodec(max_sent_bytes=report_bytes(prepared.shell.collector.limit)))
    start = CandidateStart.read(control.receive())
    if start.processor is not None:
        os.sched_setaffinity(0, {start.processor})
    enforced = list(prepared.sandbox.confine(start.folder, keep=(control.fileno(), examiner_socket.fileno())))
    put_own_files(start.files)
    be_the_student()
    # A fork repeats its parent's random numbers; a fresh kernel does not.
    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(int.from_bytes(os.urandom(4), "little"))
    # A process that the student's code forks is not the candidate: it answers nobody, and keeps no channel open.
    for channel in (control, examiner_socket):
        os.register_at_fork(after_in_child=channel.close)
    control.send(Enforced(enforced).parts())
    Candidate(prepared.shell, control, examiner_socket).serve()
