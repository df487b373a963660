"""The examination: the student's code in one process, the expected answers in another.

    grader ── control ──▶ candidate      runs the submitted notebook; holds no secret
       │                     ▲
       │                     │ calls, as plain data
       └──── control ──▶ examiner        runs the instructor's test cells; holds the official cases

Each has a room here, and so have the candidate's sandbox and the wire between them; `docs/architecture.md` says why.
"""
