"""A real kernel, asked as JupyterLab asks it: each request names the cell that is run."""

from __future__ import annotations

import re
from pathlib import Path

from tests.notebook_runs import KernelOnSockets
from tests.patience import HANGS

ROOT = Path(__file__).parents[2]


class Kernel:
    """Runs cells and returns what the notebook would show, without its colours."""

    def __init__(self, folder, environment):
        self._manager = KernelOnSockets(kernel_name="python3")
        self._manager.start_kernel(cwd=str(folder), env={**environment, "PYTHONPATH": str(ROOT)})
        self._client = self._manager.client()
        self._client.start_channels()
        self._client.wait_for_ready(timeout=HANGS)
        self.coloured = ""

    def run(self, source, cell=""):
        """Run a cell under an id, as the front end gives it; return what it shows."""
        content = {"code": source, "silent": False, "store_history": True, "user_expressions": {}}
        content |= {"allow_stdin": False, "stop_on_error": False}
        message = self._client.session.msg("execute_request", content, metadata={"cellId": cell} if cell else {})
        self._client.shell_channel.send(message)
        shown = []
        while True:
            reply = self._client.get_iopub_msg(timeout=HANGS)
            if reply["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            kind, about = reply["msg_type"], reply["content"]
            if kind == "stream":
                shown.append(about["text"])
            elif kind == "error":
                shown.append("\n".join(about["traceback"]) + "\n")
            elif kind in ("execute_result", "display_data"):
                shown.append(about["data"]["text/plain"] + "\n")
            elif kind == "status" and about["execution_state"] == "idle":
                break
        self.coloured = "".join(shown)
        return re.sub(r"\x1b\[[\d;]*m", "", self.coloured)

    def end(self):
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)
