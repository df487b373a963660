"""The examination: the student's code in one process, the expected answers in another.

    grader ── control ──▶ candidate      runs the submitted notebook; holds no secret
       │                     ▲
       │                     │ calls, as plain data (`link`, `wire`)
       └──── control ──▶ examiner        runs the instructor's cells; holds the official cases

`conduct` is the grader's side and the way in. `warm` keeps one parent process of each kind that has
everything imported, and forks a child of it for each submission. `docs/architecture.md` says why.
"""
