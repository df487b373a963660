"""What the portal of exam day needs to know: `c.ExamDay`."""

from __future__ import annotations

from traitlets import Dict, Enum, Float, Integer, Unicode

from nbproctor.config.grading import Settings

SHOWN = ("nothing", "score", "outcomes", "messages", "cases")
"""What a report may show, from least to most."""


class ExamDay(Settings):
    """What the portal of exam day needs to know."""

    deadlines = Dict(
        key_trait=Unicode(),
        value_trait=Unicode(),
        help="The assignments that the portal accepts, each with its deadline, such as 2026-12-01T12:00:00+01:00; an "
        "empty string means none. Default: all released assignments, without a deadline.",
    )
    attempts = Integer(0, min=0, help="How many times a student may hand in an assignment; 0 means no limit.").tag(
        config=True
    )
    shows = Enum(
        list(SHOWN),
        "cases",
        help="What a report shows: nothing; the score; also each exercise's outcome; also each test's message; or "
        "everything, with the case that failed and what the student's code printed.",
    )
    shows_from = Unicode(
        "", help="When students may see their reports, such as 2026-12-01T18:00:00+01:00; empty means at once."
    )
    counts = Enum(["last", "best"], "last", help="Which of a student's submissions counts: the last, or the best.").tag(
        config=True
    )
    not_isolated = Enum(
        ["allow", "refuse"],
        "refuse",
        help="Whether the points of tests that are not isolated count on exam day. The values are those of "
        "c.Grading.not_isolated, and c.Grading.counted_tests applies here too. In a course without any c.ExamDay "
        "setting, c.Grading.not_isolated decides.",
    )
    folder = Unicode("portal", help="The portal's data folder; a relative path starts at the course's root.").tag(
        config=True
    )
    submission_bytes = Integer(20_000_000, min=1_000, help="Largest file that is accepted, in bytes.")
    session_hours = Float(12.0, min=0.01, help="How long a login lasts, in hours.")
