"""What `course` needs to know beyond nbgrader's own settings."""

from __future__ import annotations

import os

from traitlets import Bool, Dict, Enum, Float, Integer, List, TraitType, Unicode
from traitlets.config import Configurable


class Settings(Configurable):
    """Traits that a course's configuration sets."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for trait in vars(cls).values():
            if isinstance(trait, TraitType):
                trait.tag(config=True)


class Grading(Settings):
    """What `course` needs to know beyond nbgrader's own settings."""

    caps = Dict(
        key_trait=Unicode(), value_trait=Float(), help="Points that make 100%, by assignment; default: all points."
    )
    packages = List(
        Unicode(), [], help="Packages at the course root that ship with every release, for example `tester_fw`."
    )
    canonical_sources = Bool(
        False,
        help="Whether course build rewrites source notebooks in a canonical form, without outputs and transient "
        "metadata. If not, it leaves them unchanged.",
    )
    visible_seed = Unicode("visible", help="Seed of the visible cases; committed, so builds are reproducible.").tag(
        config=True
    )
    official_seed_file = Unicode(
        ".secret/official_seed", help="The file with the secret seed of the official cases; created on first use."
    )
    scheduler = Unicode(
        "", help="Address of the Dask scheduler to grade with, such as tcp://host:8786; default: this machine only."
    )
    workers = Integer(os.cpu_count() or 1, min=1, help="Submissions graded at the same time.")
    cell_seconds = Float(
        30.0,
        min=0.1,
        help="Time limit of one cell, in seconds. Only the time that the cell spends computing or sleeping counts. "
        "Default: nbgrader's own Execute.timeout.",
    )
    submission_seconds = Float(180.0, min=0.1, help="Time limit of all cells of a submission together, in seconds.")
    memory_bytes = Integer(
        1 << 30,
        min=64 << 20,
        help="Memory that a submission may take, in bytes, beyond what its process has at the start.",
    )
    disk_bytes = Integer(128 << 20, min=1 << 20, help="Total size of the files that a submission may write, in bytes.")
    files = Integer(4096, min=64, help="Files that a submission may create.")
    processes = Integer(64, min=1, help="Processes and threads that a submission may have at once.")
    not_isolated = Enum(
        ["allow", "refuse"],
        "allow",
        help="Whether the points of tests that are not isolated count; course explain shows these tests. With refuse, "
        "they are graded, but their points stay open until counted_tests decides for the class.",
    )
    counted_tests = Dict(
        key_trait=Unicode(),
        value_trait=Bool(),
        help="Decisions for the whole class about tests that are not isolated, by assignment/test: with "
        "{'midterm1/test_ex3': True} its points count, with False they do not.",
    )
    kernel_files = List(
        Unicode(),
        [],
        help="Absolute paths of further files and folders that Jupyter kernels of other languages read, besides the "
        "system's and those that kernel.json names: for example an R library in a home folder.",
    )
    weakest_tier = Enum(list("ABCD"), "C", help="The weakest sandbox that submissions may run in; see course doctor.")
    strongest_tier = Enum(list("ABCD"), "A", help="The strongest sandbox to try.")
    submission_bytes = Integer(
        500_000_000,
        min=1_000,
        help="Largest notebook that is read, in bytes; most of it may be outputs, which take no memory.",
    )
    further_bytes = Integer(
        20_000_000,
        min=0,
        max=20_000_000,
        help="Total size of the files that a student may hand in beside the notebook, in bytes. Further files are left "
        "out, and the student's report says so.",
    )
    output_bytes = Integer(200_000, min=1_000, help="Output that is kept from one cell, in bytes; the rest is cut off.")
    submission_output_bytes = Integer(
        10_000_000,
        min=1_000,
        help="Output that is kept from all cells of a submission, in bytes; the rest is left out.",
    )
