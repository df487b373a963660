"""What `course grade --preview` does and says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.progress import TaskID

from nbproctor.cli.console import out, print_line, progress_line
from nbproctor.cli.grading_summary import tell_failures, tell_unexamined
from nbproctor.errors import GradingError, StoppedError, UnexaminedError
from nbproctor.report.grade_changes import ClassChanges
from nbproctor.report.tables.preview_table import preview_table

if TYPE_CHECKING:
    from nbproctor.marking.class_grading import GradingOptions
    from nbproctor.marking.class_preview import ClassPreview
    from nbproctor.marking.marking_place import MarkingPlace


def tell_preview(preview: ClassPreview, place: MarkingPlace, options: GradingOptions, json: bool) -> None:
    """Look what another grading would change, showing how far that is, and print it.

    Raises:
        GradingError: something could not be examined, or somebody stopped it.
    """
    try:
        changes = _looked_at(preview, place, options)
    except KeyboardInterrupt:
        raise StoppedError("stopped; nothing has been changed") from None
    if json:
        print(changes.to_json())
    else:
        out.print(preview_table(changes))
        print_line(out, "Nothing was changed. Run the command without --preview to grade")
    tell_unexamined(preview.unexamined)
    tell_failures(preview.failures)
    if preview.failures:
        raise GradingError(f"{len(preview.failures)} submissions could not be graded; see above")
    if preview.unexamined:
        raise UnexaminedError(
            f"{len(preview.unexamined)} of {len(preview.submissions)} submissions could not be fully graded "
            "because of a technical problem, so the effect on their grades is unknown"
        )


def _looked_at(preview: ClassPreview, place: MarkingPlace, options: GradingOptions) -> ClassChanges:
    with progress_line() as progress:

        def add_task(description: str, total: int) -> TaskID:
            return progress.add_task(description, total=total, remark=lambda: place.waits_for)

        tasks = [add_task(f"Previewing {preview.assignment}", len(preview.submissions))]

        def show(is_second: bool, done: int, total: int) -> None:
            if is_second and len(tasks) == 1:
                tasks.append(add_task("Grading changed submissions a second time", total))
            progress.update(tasks[-1], completed=done, total=total)

        return preview.changes(place, options, show)
