# SPDX-License-Identifier: GPL-3.0-or-later
"""Graphs, overflows and configurations, against the documents of the command line."""

import os
import stat
import subprocess
import sys

import pytest
from conftest import DATA, ROOT, SAMPLE, spelled

import dumpscope as ds


@pytest.mark.parametrize("path", [DATA / "overflow" / "dump", SAMPLE / "target"], ids=lambda path: path.name)
def test_overflows_are_those_of_the_command_line(path, cli):
    told = cli("overflow", path)
    assert spelled(ds.overflow(path)) == told
    few = cli("overflow", path, "--first", "2", "--filter", "io:output")
    with ds.open(path) as dump:
        assert spelled(dump.overflow("io:output", first=2)) == few


def test_wrong_filters_of_overflows_are_refused():
    with pytest.raises(ds.UsageError):
        ds.overflow(SAMPLE / "target", "no_such_column:1")


@pytest.mark.parametrize(
    "path",
    [DATA / "graphs" / "special.onnx", DATA / "graphs" / "ge_build.json", DATA / "graphs" / "tensorflow.pb", SAMPLE / "target"],
    ids=lambda path: path.name,
)
def test_graphs_are_those_of_the_command_line(path, cli):
    told = cli("graph", path, "--to", "json")
    if "graphs" not in told:
        with pytest.raises(ds.Error):
            ds.graph(path)
        return
    mine = spelled(ds.graph(path))
    wanted = next(graph for graph in told["graphs"] if graph["name"] == mine["name"])
    for key, value in wanted.items():
        assert mine[key] == value, key


def test_no_graph_is_said():
    with pytest.raises(ds.Error) as none:
        ds.graph(DATA / "npy")
    assert none.value.code == "not-recognised"


CONFIGS = sorted(path for path in (DATA / "configs").rglob("*.json"))[:40]


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_configurations_are_checked_as_by_the_command_line(path, cli):
    told = cli("config", "check", path)
    mine = ds.check_config(path)
    lines = mine.pop("lines")
    assert spelled(mine) == told
    if told["valid"]:
        assert lines == cli("config", "explain", path)["lines"]


def test_configurations_that_are_none(tmp_path):
    with pytest.raises(ds.NotFoundError):
        ds.check_config(tmp_path / "none.json")
    with pytest.raises(ds.UsageError):
        ds.check_config(CONFIGS[0], kind="no such kind")


@pytest.fixture
def window(tmp_path):
    """A program that writes down what it was called with."""
    program = tmp_path / "dumpscope"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{tmp_path}/called.part"\nmv "{tmp_path}/called.part" "{tmp_path}/called"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_the_window_opens_on_what_is_looked_at(window, tmp_path, monkeypatch):
    comparison = ds.compare(SAMPLE / "target", SAMPLE / "golden")
    target, golden = str(SAMPLE / "target"), str(SAMPLE / "golden")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for arguments, wanted in [
        ((SAMPLE / "target",), [target]),
        ((comparison,), [target, golden]),
        ((comparison.target, SAMPLE / "golden"), [target, golden]),
    ]:
        assert ds.show(*arguments).wait(60) == 0
        assert (tmp_path / "called").read_text().split("\n")[:-1] == wanted
        assert ds.show(*arguments, program=window).wait(60) == 0
    with pytest.raises(ds.NotFoundError, match="no-such-folder"):
        ds.show(tmp_path / "no-such-folder")
    import numpy

    with pytest.raises(ds.UsageError, match="in memory"):
        ds.show(ds.compare(numpy.ones(2), numpy.ones(2)))


def test_golden_tensors_of_pytest(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    pytester.makepyfile(
        """
        import os
        import numpy

        FAULT = float(os.environ.get("FAULT", "0"))

        def test_layer(dumpscope_golden):
            y = numpy.arange(6.0) + FAULT
            dumpscope_golden.check({"x": numpy.ones(3), "y": y})
            dumpscope_golden.check(y.astype("f2"), "half/precision")

        def test_big_endian(dumpscope_golden):
            dumpscope_golden.check({"n": numpy.array([2**60 + (FAULT > 0)], ">i8")})

        def test_types(dumpscope_golden):
            dumpscope_golden.check({"n": numpy.ones(3, "f4" if FAULT > 0 else "f8")})

        def test_names(dumpscope_golden):
            dumpscope_golden.check({"renamed" if FAULT > 0 else "n": numpy.arange(9.0)})
        """
    )

    def run(*arguments):
        plugin = [] if has_entry_point() else ["-p", "dumpscope.pytest_plugin"]
        return pytester.runpytest_subprocess(*plugin, *arguments)

    run().assert_outcomes(skipped=4)
    run("--dumpscope-golden", "golden").assert_outcomes(failed=4)
    run("--dumpscope-golden", "golden", "--dumpscope-record").assert_outcomes(passed=4)
    run("--dumpscope-golden", "golden").assert_outcomes(passed=4)
    monkeypatch.setenv("FAULT", "1")
    failed = run("--dumpscope-golden", "golden")
    failed.assert_outcomes(failed=4)
    failed.stdout.fnmatch_lines(["*tensors differs from*", "*y*"])
    failed.stdout.no_fnmatch_line("*During handling of*")
    for document in pytester.path.glob("golden/*/*/golden.json"):
        document.write_text("{")
    run("--dumpscope-golden", "golden").stdout.fnmatch_lines(["*cannot be read*record them again*"])


def has_entry_point():
    from importlib.metadata import entry_points

    return any(point.value == "dumpscope.pytest_plugin" for point in entry_points(group="pytest11"))


def test_types_are_complete():
    pytest.importorskip("mypy")
    package = os.path.dirname(ds.__file__)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--ignore-missing-imports", "-p", "dumpscope"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MYPYPATH": os.path.dirname(package)},
        cwd=ROOT,
    )
    assert checked.returncode == 0, checked.stdout


def members_of_stub(body, prefix=""):
    """Names that a stub declares, those of classes with a dot."""
    import ast

    found = set()
    for node in body:
        if isinstance(node, ast.ClassDef):
            found |= {node.name} | members_of_stub(node.body, node.name + ".")
        elif isinstance(node, ast.FunctionDef):
            found.add(prefix + node.name)
        elif isinstance(node, ast.AnnAssign):
            found.add(prefix + node.target.id)
    return found


def test_the_stub_names_what_the_extension_has():
    import ast
    from pathlib import Path

    from dumpscope import _core

    has = set()
    for name, value in vars(_core).items():
        if not name.startswith("_"):
            has.add(name)
        if isinstance(value, type):
            has |= {f"{name}.{member}" for member in vars(value) if not member.startswith("_") or member == "__len__"}
    stub = Path(_core.__file__).parent / "_core.pyi"
    assert members_of_stub(ast.parse(stub.read_text(encoding="utf-8")).body) == has


#: What only type checkers see, and what pybind11's classes have: their metaclass, and no constructor.
NOT_AT_RUN_TIME = r"""
dumpscope\._tensor\.Array
dumpscope\._core\.\w+
dumpscope\._core\.\w+\.__init__
"""


def test_stubs_say_what_the_extension_does(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "allowed").write_text(NOT_AT_RUN_TIME)
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", "mypy.ini", "--allowlist", "allowed", "dumpscope"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MYPYPATH": os.path.dirname(os.path.dirname(ds.__file__))},
        cwd=tmp_path,
    )
    assert checked.returncode == 0, checked.stdout
