"""The examination: the notebook runs in one process, and what its functions gave is judged in another.

    judges' parent ──official inputs, in a secret order──▶ runners' parent
          │ fork                                                │ fork
        judge ◀──tables that differ── grader ◀──reports, tables── runner

Each has a room here, and so have the sandbox and the wire between them; `docs/decisions` says why.
"""
