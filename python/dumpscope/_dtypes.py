# SPDX-License-Identifier: GPL-3.0-or-later
"""Element types that NumPy does not have."""

from __future__ import annotations

from typing import Any, Optional

from ._elements import KNOWN_EXTENDED

#: As the core spells them; ml_dtypes has the same names.
_EXTENDED = (*KNOWN_EXTENDED, "int4", "uint4")


def extended_type(name: str) -> Optional[Any]:
    """The type of ml_dtypes for an element type of a dump; None where ml_dtypes is not installed or lacks it."""
    if name not in _EXTENDED:
        return None
    try:
        import ml_dtypes
        import numpy
    except ImportError:
        return None
    scalar = getattr(ml_dtypes, name, None)
    return None if scalar is None else numpy.dtype(scalar)
