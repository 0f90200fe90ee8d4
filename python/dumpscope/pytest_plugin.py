# SPDX-License-Identifier: GPL-3.0-or-later
"""A plugin for pytest: golden tensors of a test suite.

    def test_layer(dumpscope_golden):
        dumpscope_golden.check({"y": layer(x)}, limits="precision")

`pytest --dumpscope-golden DIR` compares what tests hand to the fixture with what lies below DIR, one folder of .npy files
a test; `--dumpscope-record` writes it there instead. Without DIR such tests are skipped."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Iterator, List, Mapping, Optional

import pytest

_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("dumpscope", "golden tensors")
    group.addoption("--dumpscope-golden", metavar="DIR", help="folder of golden tensors to compare with")
    group.addoption(
        "--dumpscope-record", action="store_true", help="write golden tensors into that folder instead of comparing"
    )


class GoldenTensors:
    """What a test hands over is compared with golden tensors, or becomes them."""

    def __init__(self, folder: Path, is_recording: bool) -> None:
        self._folder = folder
        self._is_recording = is_recording
        self._used: List[str] = []

    @property
    def folder(self) -> Path:
        """Where the golden tensors of this test lie."""
        return self._folder

    def check(self, tensors: Any, name: str = "tensors", **options: Any) -> Optional[Any]:
        """Compares one array or a mapping from names to arrays; options are those of `dumpscope.compare`. Fails with the
        first divergence. Several checks in one test have different names. Returns the comparison; None where it
        recorded."""
        # Imported here, so that the coverage of what pytest loads before tests is no concern of this plugin.
        from . import assert_close

        __tracebackhide__ = True
        if name in self._used:
            raise ValueError(f"this test has checked {name!r} already; give its checks different names")
        self._used.append(name)
        folder = self._folder / _file_name(name)
        if self._is_recording:
            _record(folder, tensors)
            return None
        if not folder.is_dir():
            pytest.fail(f"there are no golden tensors in {folder}; record them with --dumpscope-record", pytrace=False)
        try:
            golden = _recorded(folder)
        except (OSError, ValueError, KeyError, TypeError) as error:
            problem = f"the golden tensors in {folder} cannot be read: {error}; record them again with --dumpscope-record"
        else:
            try:
                return assert_close(tensors, golden, **options)
            except AssertionError as error:
                problem = f"{name} differs from {folder}\n{error}"
        pytest.fail(problem, pytrace=False)  # out here, as pytest would show what it was raised from as another failure


def _file_name(text: str) -> str:
    """A name of a file that every file system takes; different texts may not share one."""
    import hashlib

    plain = _UNSAFE.sub("_", text)[:80]
    return plain if plain == text and plain.strip(".") else f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _record(folder: Path, tensors: Any) -> None:
    """One .npy file for each, and a file that says which is which."""
    import json
    import shutil

    import numpy

    from ._arrays import ONLY_NAME, elements_of

    arrays = tensors if isinstance(tensors, Mapping) else {ONLY_NAME: tensors}
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    entries = []
    for number, (name, value) in enumerate(arrays.items()):
        dtype, array = elements_of(name, value)
        file = f"{number:04d}.npy"
        if array.dtype.isbuiltin != 1:  # .npy files have no such types: their bits
            array = array.view(numpy.dtype(f"u{array.dtype.itemsize}"))
        numpy.save(part / file, array, allow_pickle=False)
        entries.append({"name": name, "file": file, "dtype": dtype})
    (part / "golden.json").write_text(json.dumps({"version": 1, "tensors": entries}, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)


def _recorded(folder: Path) -> Any:
    import json

    import numpy

    from ._elements import Elements

    document = json.loads((folder / "golden.json").read_text(encoding="utf-8"))
    return {
        entry["name"]: Elements(entry["dtype"], numpy.load(folder / Path(entry["file"]).name, allow_pickle=False))
        for entry in document["tensors"]
    }


@pytest.fixture
def dumpscope_golden(request: Any) -> Iterator[GoldenTensors]:
    """Golden tensors of this test."""
    root = request.config.getoption("--dumpscope-golden")
    is_recording = request.config.getoption("--dumpscope-record")
    if not root:
        if is_recording:
            pytest.fail("--dumpscope-record needs --dumpscope-golden DIR, the folder to write to", pytrace=False)
        pytest.skip("no golden tensors: pytest --dumpscope-golden DIR")
    yield GoldenTensors(Path(root) / _file_name(request.node.nodeid), is_recording)
