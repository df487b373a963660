"""An assignment on a worker, when the cluster hands it on to another."""

from __future__ import annotations

import pickle

from nbproctor.marking.cluster.worker import AssignmentOnWorker


def test_on_another_worker_an_assignment_is_laid_out_anew() -> None:
    assignment = AssignmentOnWorker(b"a mark scheme")
    other = pickle.loads(pickle.dumps(assignment))
    assert isinstance(other, AssignmentOnWorker) and other is not assignment
    assert pickle.dumps(other) == pickle.dumps(assignment)
    assert b"a mark scheme" in pickle.dumps(other)
