# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of Dumpscope on this machine, and what is installed with them."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import List, Optional

from . import _core


def find_program(name: str) -> Optional[str]:
    """The one in PATH, else the one beside the package in a build folder."""
    found = shutil.which(name)
    built = Path(__file__).parents[2] / "bin" / name
    return str(built) if found is None and os.access(built, os.X_OK) else found


def onnx_runtimes() -> List[bytes]:
    """Libraries of ONNX Runtime that may run nodes of models, the first that is there is used: the one that
    DUMPSCOPE_ONNXRUNTIME names, else the one of the package onnxruntime of this Python, else the one installed with the
    programs. The release is fixed, as others give other numbers."""
    chosen = os.environ.get("DUMPSCOPE_ONNXRUNTIME")
    if chosen:
        return [os.fsencode(chosen)]
    places = []
    try:
        package = find_spec("onnxruntime")
    except ValueError:  # a module that somebody made up
        package = None
    for folder in (package.submodule_search_locations or []) if package else []:
        places.append(os.fsencode(os.path.join(folder, "capi", f"libonnxruntime.so.{_core.onnx_runtime_version}")))
    for name in ("dumpscope-cli", "dumpscope"):
        program = find_program(name)
        if program is not None:
            places += _core.onnx_runtime_places(os.fsencode(os.path.dirname(os.path.realpath(program))))
            break
    return places
