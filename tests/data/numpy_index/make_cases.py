#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes slices.csv and npy.csv: what NumPy selects and the bytes np.save writes.

slices.csv  text;shape;result shape;flat values of np.arange(n).reshape(shape)[text]
npy.csv     dtype;shape;slice;SHA-256 of np.save of the sliced array. Element i of the whole array is
            (i * 7) % 23 - 5 (absolute for unsigned and bool types), with its tenth part added for floats;
            complex types have twice the real part as imaginary part.
"""
import hashlib
import io
import math
import pathlib

import ml_dtypes
import numpy as np

FOLDER = pathlib.Path(__file__).parent

SLICES = {
    (5, 4, 6): [
        "2", "-1", "2,:,1", ":", "...", "...,0", "0,...", "1,...,-2", "::-1", ":,::-1,::2", "1:4,1:3,2:5", "4:1:-1",
        "4:1:-2,0", "-3:", ":-2", "10:", ":10", "-10:2", "3:3", "4:2", "::3,::3,::4", "2,3,5", "-5,-4,-6", "...,::-1",
        "::100", "::-100", "0:99999999999999999999", "-99999999999999999999:2", "::-99999999999999999999",
        " 1 : 4 , : , 0 ", "1,", "(1,2)", "[1,2]", "1,2,3,...", "...,1,2,3", "+1", ":,:,:", "-2:-4:-1", "5:0:-1",
    ],
    (7,): ["3", "1:6:2", "6:0:-3", "...", "::-1", "-1:-8:-1", "2:2", "0::6"],
    (): ["...", "()"],
    (0, 3): [":", "...", ":,1", "::-1", "0:0,2"],
    (3, 0): ["1", ":,:", "::2"],
    (2, 3, 4, 5): ["1,...,::2", "...,1:3,0", ":,1,:,-1", "1,2,3,4", "::-1,::-1,::-1,::-1", "0,:,1:3"],
    (1, 1, 1): ["0,0,0", "::-1", "...,-1"],
}

NPY = [
    ("float32", (2, 3), "..."), ("float64", (5,), "..."), ("float16", (), "..."), ("int8", (0, 3), "..."),
    ("int64", (3, 4, 5), "1,::-1,1:4"), ("uint16", (3, 4), ":,2"), ("bool", (2, 2, 2), "..."),
    ("complex64", (3, 3), "::2"), ("complex128", (2,), "1"), ("uint64", (1234567,), "::100000"),
    ("int16", (1,) * 33, "..."), ("uint8", (300, 400), "..."), ("int32", (300, 400), "5:295:7,399:0:-3"),
    ("bfloat16", (4, 5), "..."), ("float8_e4m3fn", (23,), "..."), ("float8_e5m2", (23,), "3:"), ("int4", (3, 7), "..."),
]


def number_array(dtype, shape):
    i = np.arange(math.prod(shape), dtype=np.int64)
    values = (i * 7) % 23 - 5
    if dtype in ("bool", "uint8", "uint16", "uint64"):
        values = abs(values)
    if dtype == "int4":
        return (values % 16 - 8).astype(np.int8).reshape(shape)
    if "complex" in dtype:
        return (values + 2j * values).astype(dtype).reshape(shape)
    if "float" in dtype:
        values = values + values / 10
    kind = getattr(ml_dtypes, dtype, None) or np.dtype(dtype)
    array = values.astype(kind).reshape(shape)
    return array.astype(np.float32) if hasattr(ml_dtypes, dtype) else array


def write(name, rows):
    (FOLDER / name).write_text("".join(";".join(row) + "\n" for row in rows))


def shape_text(shape):
    return "x".join(map(str, shape)) or "-"


def slices():
    for shape, texts in SLICES.items():
        whole = np.arange(math.prod(shape)).reshape(shape)
        for text in texts:
            part = np.asarray(eval(f"whole[{text.strip('[]')}]", {"whole": whole}))
            yield [text, shape_text(shape), shape_text(part.shape), " ".join(map(str, part.ravel()))]


def npy():
    for dtype, shape, text in NPY:
        out = io.BytesIO()
        whole = number_array(dtype, shape)
        np.save(out, np.ascontiguousarray(eval(f"whole[{text}]", {"whole": whole})).reshape(
            np.shape(eval(f"whole[{text}]", {"whole": whole}))))
        yield [dtype, shape_text(shape), text, hashlib.sha256(out.getvalue()).hexdigest()]


if __name__ == "__main__":
    write("slices.csv", slices())
    write("npy.csv", npy())
