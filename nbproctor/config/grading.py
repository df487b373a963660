"""What `course` needs to know beyond nbgrader's own settings."""

from __future__ import annotations

import os

from traitlets import Bool, Dict, Enum, Float, Integer, List, Unicode
from traitlets.config import Configurable


class Grading(Configurable):
    """What `course` needs to know beyond nbgrader's own settings."""

    caps = Dict(
        key_trait=Unicode(), value_trait=Float(), help="Points that make 100%, by assignment; default: all points."
    ).tag(config=True)
    packages = List(
        Unicode(), [], help="Packages at the course root that ship with every release, `tester_fw` for one."
    ).tag(config=True)
    canonical_sources = Bool(
        False,
        help="Whether course build puts source notebooks into a canonical form, without outputs and passing metadata; "
        "if not, it leaves them alone.",
    ).tag(config=True)
    visible_seed = Unicode("visible", help="Seed of the visible cases; committed, so builds are reproducible.").tag(
        config=True
    )
    official_seed_file = Unicode(
        ".secret/official_seed", help="Where the secret seed of the official cases lies; made on first use."
    ).tag(config=True)
    scheduler = Unicode(
        "", help="Address of the Dask scheduler to grade with, tcp://host:8786 for one; default: this machine alone."
    ).tag(config=True)
    workers = Integer(os.cpu_count() or 1, min=1, help="Submissions in flight at once.").tag(config=True)
    cell_seconds = Float(
        30.0,
        min=0.1,
        help="Longest time, in seconds, that one cell is charged for: what it computes and waits itself; default: "
        "nbgrader's own Execute.timeout.",
    ).tag(config=True)
    submission_seconds = Float(
        180.0, min=0.1, help="Longest time that all cells of a submission are charged for, in seconds."
    ).tag(config=True)
    memory_bytes = Integer(
        1 << 30, min=64 << 20, help="Memory that a submission may take, in bytes, beside what was there at its start."
    ).tag(config=True)
    disk_bytes = Integer(
        128 << 20, min=1 << 20, help="What the files that a submission writes may hold together, in bytes."
    ).tag(config=True)
    files = Integer(4096, min=64, help="Files that a submission may make.").tag(config=True)
    processes = Integer(64, min=1, help="Processes and threads that a submission may have at once.").tag(config=True)
    not_isolated = Enum(
        ["allow", "refuse"],
        "allow",
        help="Whether the points of tests that are not isolated count; course explain shows these tests. With refuse, "
        "they are graded, and their points wait until counted_tests decides for the class.",
    ).tag(config=True)
    counted_tests = Dict(
        key_trait=Unicode(),
        value_trait=Bool(),
        help="Decisions for the whole class about tests that are not isolated, by assignment/test: "
        "{'midterm1/test_ex3': True} and its points count; with False they do not.",
    ).tag(config=True)
    kernel_files = List(
        Unicode(),
        [],
        help="Files and folders that Jupyter kernels of other languages read, by their absolute paths, beside the "
        "system's and what their kernel.json names: a library of R's in a home folder, for one.",
    ).tag(config=True)
    weakest_tier = Enum(
        list("ABCD"), "C", help="The weakest sandbox that submissions may run in; see course doctor."
    ).tag(config=True)
    strongest_tier = Enum(list("ABCD"), "A", help="The strongest sandbox to try.").tag(config=True)
    submission_bytes = Integer(
        500_000_000,
        min=1_000,
        help="Largest notebook that is read, in bytes; most of it may be outputs, which take no memory.",
    ).tag(config=True)
    further_bytes = Integer(
        20_000_000,
        min=0,
        max=20_000_000,
        help="What the files that a student hands in beside the notebook may hold together, in bytes; those beyond are "
        "left out, and the student is told.",
    ).tag(config=True)
    output_bytes = Integer(
        200_000, min=1_000, help="Output that is kept of one cell, in bytes; the rest is cut off."
    ).tag(config=True)
    submission_output_bytes = Integer(
        10_000_000, min=1_000, help="Output that is kept of all cells of a submission, in bytes; the rest is left out."
    ).tag(config=True)
