# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a process of its own."""

from __future__ import annotations

import os
import subprocess
from typing import Any, List, Optional, Union

from ._arguments import shown as printable
from ._comparison import Comparison
from ._dump import Dump, Path
from ._errors import NotFoundError, UsageError
from ._programs import find_program


def _program(program: Optional[Path]) -> str:
    if program is not None:
        return os.fsdecode(program)
    found = find_program("dumpscope")
    if found is None:
        raise NotFoundError(
            "the window is not installed here: there is no program dumpscope in PATH; install the package dumpscope, "
            "or pass program=",
            "not-found",
        )
    return found


def _paths(shown: Any) -> List[str]:
    if isinstance(shown, Comparison):
        return _paths(shown.target) + _paths(shown.golden)
    if isinstance(shown, Dump):
        if shown._is_of_arrays:
            raise UsageError("the window opens files; these are arrays in memory: save them and show the folder")
        return [shown.root]
    path = os.path.abspath(os.fsdecode(shown))
    if not os.path.exists(path):
        raise NotFoundError(f"there is no file or folder {printable(path)}", "not-found")
    return [path]


def show(
    what: Union[Path, Dump, Comparison],
    golden: Union[Path, Dump, None] = None,
    *,
    program: Optional[Path] = None,
) -> "subprocess.Popen[bytes]":
    """Opens the window on a path, a dump, two of them or a comparison. Returns at once; the window outlives Python."""
    paths = _paths(what) + ([] if golden is None else _paths(golden))
    return subprocess.Popen(
        [_program(program), *paths],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
