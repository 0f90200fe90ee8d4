# SPDX-License-Identifier: GPL-3.0-or-later
"""Dumpscope: opens and compares tensor dumps of Ascend NPUs, with the numbers of its window and command line.

    import dumpscope as ds

    dump = ds.open("dump")
    dump.tensors.filter("nan_count>0")
    dump["Default/Conv2D-op1:output:0"].numpy()
    ds.compare("dump", "golden").suspects
"""

from __future__ import annotations

import os as _os
from typing import Any as _Any, Dict as _Dict, List as _List, Mapping as _Mapping, Optional as _Optional

from . import _core
from ._assertion import assert_close
from ._comparison import (
    Comparison,
    Explanation,
    Pair,
    PairTable,
    Suspect,
    compare,
)
from ._dump import Dump, Path, TensorTable, open
from ._errors import Error, NotFoundError, Place, UnsupportedError, UsageError
from ._progress import Progress, reporting as _reporting
from ._table import Table
from ._tensor import Histogram, Tensor
from ._window import show

__version__: str = _core.version

__all__ = [
    "Comparison",
    "Dump",
    "Error",
    "Explanation",
    "Histogram",
    "NotFoundError",
    "Pair",
    "PairTable",
    "Place",
    "Suspect",
    "Table",
    "Tensor",
    "TensorTable",
    "UnsupportedError",
    "UsageError",
    "assert_close",
    "check_config",
    "compare",
    "graph",
    "open",
    "overflow",
    "show",
]


def _dump(side: "Path | Dump", progress: _Any) -> Dump:
    return side if isinstance(side, Dump) else open(side, progress=progress)


def graph(
    path: "Path | Dump",
    *,
    dump: "Path | Dump | None" = None,
    rank: _Optional[int] = None,
    progress: Progress = None,
) -> _Dict[str, _Any]:
    """The graph of a folder or file that was most likely executed: one entry of `graphs` of `dumpscope-cli graph --json`
    (`nodes`, `parameters`, `constants`, `outputs`), and `match`, which entries of the dump have a node. `dump`: the dump
    to match where it does not lie beside the graph."""
    with _reporting(progress) as report:
        root = _dump(path, report)
        other = None if dump is None else _dump(dump, report)
        return _core.graph(root._core, None if other is None else other._core, rank, report)


def overflow(
    path: "Path | Dump", filter: str = "", *, first: _Optional[int] = None, progress: Progress = None
) -> _Dict[str, _Any]:
    """Overflow records of the device, and where NaN and infinities are born: the document of `dumpscope-cli overflow`."""
    with _reporting(progress) as report:
        return _dump(path, report).overflow(filter, first=first, progress=report)


def check_config(
    path: Path,
    *,
    kind: str = "",
    release: str = "",
    device: str = "",
    framework: str = "",
    folder: Path = ".",
    environment: _Optional[_Mapping[str, str]] = None,
) -> _Dict[str, _Any]:
    """Checks a dump configuration as the runtime would read it: the document of `dumpscope-cli config check`, and `lines`,
    what will be captured in sentences where it is valid. The runtime is described by `release`, `device`, `framework`,
    its working `folder` and its `environment`, as far as they are known."""
    variables: _List[_Any] = list((environment or {}).items())
    return _core.check_config(
        _os.fsencode(path), kind, release, device, framework, _os.fsencode(folder), variables
    )
