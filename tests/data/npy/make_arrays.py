#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the arrays of this folder and expected.json with NumPy (2.x)."""
import json
import math

import numpy as np

expected = {}


def text(x):
    if isinstance(x, float) and not math.isfinite(x):
        return "nan" if math.isnan(x) else ("inf" if x > 0 else "-inf")
    return "-0" if x == 0 and math.copysign(1, x) < 0 else x  # readers of JSON lose the sign


def put(name, array, version=None, fortran=False):
    array = np.asarray(array, order="F" if fortran else "C")
    with open(name + ".npy", "wb") as file:
        np.lib.format.write_array(file, array, version=version, allow_pickle=False)
    flat = array.ravel(order="C")
    if flat.dtype.kind == "c":  # by magnitude, in float64
        flat = np.hypot(flat.real.astype(np.float64), flat.imag.astype(np.float64))
    expected[name] = {
        "shape": list(array.shape),
        "dtype": array.dtype.name,
        "values": [text(float(x)) for x in flat],
    }


rng = np.random.default_rng(11)
for kind in ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]:
    info = np.iinfo(kind)
    values = np.array([info.min, info.max, 0, 1, 2, 3], dtype=kind).reshape(2, 3)
    put("int_" + kind, values)
    if kind[1] != "1":
        put("int_be_" + kind, values.astype(">" + kind))
for kind in ["f2", "f4", "f8"]:
    info = np.finfo(kind)
    values = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, info.max, info.tiny, info.smallest_subnormal],
                      dtype=kind)
    put("float_" + kind, values)
    put("float_be_" + kind, values.astype(">" + kind).reshape(2, 4))
for kind in ["c8", "c16"]:
    values = (rng.normal(size=6) + 1j * rng.normal(size=6)).astype(kind)
    put("complex_" + kind, values)
    put("complex_be_" + kind, values.astype(">" + kind))
put("bool", [[True, False, True]])
cube = np.arange(24, dtype="f4").reshape(2, 3, 4)
put("fortran_2d", cube[0], fortran=True)
put("fortran_3d", cube, fortran=True)
put("fortran_be", cube.astype(">i2"), fortran=True)
put("fortran_1d", np.arange(5, dtype="i4"), fortran=True)
put("scalar", np.float32(1.5))
put("scalar_be", np.array(-7, dtype=">i8"))
put("empty", np.zeros((2, 0, 3), dtype="f4"))
put("empty_fortran", np.zeros((2, 0, 3), dtype="f4"), fortran=True)
put("version_2", np.arange(4, dtype="f8"), version=(2, 0))
put("version_3", np.arange(4, dtype="f8"), version=(3, 0))
put("rank_8", np.arange(4, dtype="u1").reshape(1, 1, 2, 1, 1, 2, 1, 1))
with open("expected.json", "w") as file:
    json.dump(expected, file, indent=0, sort_keys=True)
