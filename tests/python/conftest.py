# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the Python package share. DUMPSCOPE_CLI names the command line that was built with it."""

import json
import math
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
SAMPLE = ROOT / "resources" / "sample"
pytest_plugins = ["pytester"]


def spelled(value):
    """Numbers that JSON lacks as the contract spells them, so that documents can be compared."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: spelled(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [spelled(item) for item in value]
    return value


@pytest.fixture(scope="session")
def cli():
    """Calls the command line and gives its document."""
    program = os.environ.get("DUMPSCOPE_CLI")
    if not program:
        pytest.skip("DUMPSCOPE_CLI names no command line")

    def call(*arguments):
        done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, check=False)
        return json.loads(done.stdout)

    return call


@pytest.fixture
def saved(tmp_path):
    """Writes arrays as .npy files into a folder and gives its path."""
    import numpy

    def save(arrays, name="dump"):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        for key, array in arrays.items():
            numpy.save(folder / f"{key}.npy", array)
        return folder

    return save
