# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact models of rounding: a value of a type is the float64 nearest to what the type can hold, ties to even."""
import math
import struct

LIMITS = {"float16": (11, 65504.0), "bfloat16": (8, 3.3895313892515355e38), "tf32": (11, 3.4028234663852886e38),
          "float32": (24, 3.4028234663852886e38), "float64": (53, math.inf)}
SMALLEST = {"float16": -24, "bfloat16": -133, "tf32": -136, "float32": -149, "float64": -1074}


def rounded(value, dtype):
    if dtype == "float64" or value == 0 or not math.isfinite(value):
        return value
    digits, largest = LIMITS[dtype]
    exponent = max(math.frexp(value)[1] - digits, SMALLEST[dtype])
    near = math.ldexp(float(round(math.ldexp(value, -exponent))), exponent)
    return math.copysign(math.inf, value) if abs(near) > largest else near


def npy(matrix, dtype):
    """The bytes of a .npy file; bfloat16, which .npy has not, is widened."""
    descr, code = {"float16": ("<f2", "e"), "float64": ("<f8", "d")}.get(dtype, ("<f4", "f"))
    rows, columns = len(matrix), len(matrix[0])
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }" % (descr, rows, columns)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    values = [value for row in matrix for value in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(
        "<%d%s" % (len(values), code), *values)


def statistics(matrix, dtype):
    """Max, Min, Mean, Norm as a framework computes them: in float64, then rounded to the type."""
    values = [value for row in matrix for value in row]
    if any(math.isnan(value) for value in values):
        return [math.nan] * 4
    mean = sum(values) / len(values)
    norm = math.sqrt(sum(min(value * value, 1e300) for value in values)) if all(map(math.isfinite, values)) else math.inf
    return [max(values), min(values), rounded(mean, dtype), rounded(norm, dtype)]
