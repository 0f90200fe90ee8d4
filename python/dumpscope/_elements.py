# SPDX-License-Identifier: GPL-3.0-or-later
"""Elements on their way to the core."""

from __future__ import annotations

from typing import Any, NamedTuple

#: Types that NumPy lacks and the core reads as they are; ml_dtypes and torch have the same names.
KNOWN_EXTENDED = (
    "bfloat16",
    "float8_e4m3fn",
    "float8_e5m2",
    "float8_e8m0fnu",
    "float8_e4m3fnuz",
    "float8_e5m2fnuz",
    "float8_e4m3",
    "float8_e3m4",
    "float8_e4m3b11fnuz",
)


class Elements(NamedTuple):
    """Elements whose type NumPy cannot name: the core's name of it, and their bits."""

    dtype: str
    array: Any
