#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes expectations.csv: small awkward tensors of every dtype and their statistics.

usage: make_expectations.py > expectations.csv    (needs numpy and ml_dtypes)

Bytes and values come from NumPy and ml_dtypes; sums are exact rational numbers, rounded once.
hifloat8 and the packed types are decoded here, from the tables of docs/formats/ascend-dump-binary.md 4.
"""
import math
from decimal import Decimal, getcontext
from fractions import Fraction

import ml_dtypes
import numpy as np

getcontext().prec = 60
INF, NAN = math.inf, math.nan
NUMPY = {
    "bool": "?", "int8": "i1", "uint8": "u1", "int16": "<i2", "uint16": "<u2", "int32": "<i4", "uint32": "<u4",
    "int64": "<i8", "uint64": "<u8", "float16": "<f2", "bfloat16": ml_dtypes.bfloat16, "float32": "<f4",
    "float64": "<f8", "complex64": "<c8", "complex128": "<c16", "float8_e4m3fn": ml_dtypes.float8_e4m3fn,
    "float8_e5m2": ml_dtypes.float8_e5m2, "float8_e8m0fnu": ml_dtypes.float8_e8m0fnu,
}
SMALLEST_NORMAL = {
    "float16": 2.0**-14, "complex32": 2.0**-14, "bfloat16": 2.0**-126, "float32": 2.0**-126, "complex64": 2.0**-126,
    "float64": 2.0**-1022, "complex128": 2.0**-1022, "float8_e4m3fn": 2.0**-6, "float8_e5m2": 2.0**-14,
    "hifloat8": 2.0**-15,
}


def rounded(value):
    try:
        return float(value)
    except OverflowError:
        return INF


def root(value):
    return float((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())


def hifloat8(code):
    special = {0x00: 0.0, 0x80: NAN, 0x6F: INF, 0xEF: -INF}
    if code in special:
        return special[code]
    sign, x = (-1 if code & 0x80 else 1), code & 0x7F
    if x >> 3 == 0:
        return sign * 2.0 ** ((x & 7) - 23)
    for prefix, length, digits, bits in ((3, 2, 4, 1), (2, 2, 3, 2), (1, 2, 2, 3), (1, 3, 1, 3), (1, 4, 0, 3)):
        if x >> (7 - length) == prefix:
            break
    mantissa = 1 + (x & (1 << bits) - 1) / 2**bits
    exponent = 0
    if digits:
        field = x >> bits & (1 << digits) - 1
        top = 1 << (digits - 1)
        exponent = (field | top) * (-1 if field & top else 1)
    return sign * 2.0**exponent * mantissa


def kind(value):
    parts = (value.real, value.imag) if isinstance(value, complex) else (value,)
    if any(math.isnan(p) for p in parts if isinstance(p, float)):
        return "nan"
    if any(math.isinf(p) for p in parts if isinstance(p, float)):
        return "neg" if not isinstance(value, complex) and value < 0 else "pos"
    return "finite"


def number(value):
    if isinstance(value, complex):
        return Fraction(root(Fraction(value.real) ** 2 + Fraction(value.imag) ** 2))
    return Fraction(value)


def row(name, dtype, data, values):
    kinds = [kind(v) for v in values]
    finite = [(i, number(v)) for i, v in enumerate(values) if kinds[i] == "finite"]
    x = [v for _, v in finite]
    first = next((str(i) for i, k in enumerate(kinds) if k != "finite"), "")
    normal = Fraction(SMALLEST_NORMAL.get(dtype, 0))
    real = [""] * 5
    index = ["", ""]
    if x:
        low, high, mean = min(x), max(x), sum(x) / len(x)
        spread = root(sum((v - mean) ** 2 for v in x) / len(x))
        norm = root(sum(v * v for v in x))
        real = [rounded(v).hex() for v in (low, high, mean, spread, norm)]
        index = [str(finite[x.index(v)][0]) for v in (low, high)]
    counts = [len(values), len(x), sum(v == 0 for v in x), sum(v < 0 for v in x), sum(v > 0 for v in x),
              kinds.count("nan"), kinds.count("pos"), kinds.count("neg"),
              sum(v != 0 and abs(v) < normal for v in x)]
    print(",".join([name, dtype, data.hex(), *real, *map(str, counts), *index, first]))


def array(name, dtype, values):
    a = np.array(values, dtype=NUMPY[dtype])
    if a.dtype.kind in "iub":
        row(name, dtype, a.tobytes(), [int(v) for v in a])
    elif a.dtype.kind == "c":
        row(name, dtype, a.tobytes(), [complex(v) for v in a])
    else:
        row(name, dtype, a.tobytes(), [float(v) for v in a.astype("f8")])


def codes(name, dtype, values):
    a = np.array(values, dtype="u1")
    decoded = [hifloat8(c) for c in values] if dtype == "hifloat8" else a.view(NUMPY[dtype]).astype("f8").tolist()
    row(name, dtype, a.tobytes(), decoded)


def packed(name, dtype, bits, high_first, values):
    data = bytearray((len(values) * bits + 7) // 8)
    for i, v in enumerate(values):
        place = i * bits % 8
        data[i * bits // 8] |= (v & (1 << bits) - 1) << (8 - bits - place if high_first else place)
    row(name, dtype, bytes(data), values)


print("name,dtype,bytes,min,max,mean,std,l2norm,count,finite,zero,neg,pos,nan,pos_inf,neg_inf,subnormal,"
      "min_index,max_index,first_non_finite")
for d in ("float16", "bfloat16", "float32", "float64"):
    info = ml_dtypes.finfo(NUMPY[d])
    tiny, normal, top = float(info.smallest_subnormal), float(info.tiny), float(info.max)
    array("empty", d, [])
    array("minus zero", d, [-0.0, 0.0, -0.0])
    array("only nan", d, [NAN, NAN])
    array("only infinities", d, [INF, -INF, -INF])
    array("mixed", d, [1.5, NAN, -2.25, INF, 0.0, -0.0, -INF, 3.0, -2.25, 3.0])
    array("subnormals", d, [tiny, -tiny, normal, -normal, normal - tiny, tiny - normal, 0.0])
    array("limits", d, [top, -top, top, tiny])
    array("one", d, [0.1])
    array("constant", d, [0.1] * 7)
    array("non-finite first", d, [-INF, -1.0, -3.0])
array("huge", "float64", [1e308, -1e308, 1e308, 1.0])
array("huge and equal", "float64", [1.7e308] * 3)
array("huge once", "float64", [1.0, 2.0, 1e300])
array("tiny", "float64", [1e-310, 3e-310, 5e-310])
array("tiny normal", "float64", [1e-300, -2e-300])
array("tiny and ordinary", "float64", [1e-300, 1.0])
array("large offset", "float64", [1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4])
array("cancelling", "float64", [1e16, 1.0, -1e16])
for bits in (8, 16, 32, 64):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    array("empty", f"int{bits}", [])
    array("limits", f"int{bits}", [0, high, low, -1, high, low, 1])
    array("only low", f"int{bits}", [low])
    array("only high", f"int{bits}", [high, high])
    high = 2**bits - 1
    array("limits", f"uint{bits}", [1, high, 0, high, 0, high - 1])
    array("only high", f"uint{bits}", [high])
array("near 2^53", "int64", [2**53 + 1, 2**53, 2**53 + 1, 2**53 + 3, 2**53 + 2])
array("near 2^64", "uint64", [2**64 - 2, 2**64 - 3, 2**64 - 1, 2**64 - 3])
array("both", "bool", [True, False, True])
array("all", "bool", [True, True])
array("empty", "bool", [])
row("any byte is true", "bool", bytes([0, 2, 255, 1]), [0, 1, 1, 1])
for d in ("complex64", "complex128"):
    array("magnitudes", d, [3 + 4j, 0j, -5j, complex(-0.0, -0.0), 1 + 0j])
    array("broken parts", d, [complex(NAN, 1), complex(INF, NAN), complex(1, -INF), complex(-INF, 2), 2 + 0j])
    array("empty", d, [])
array("small parts", "complex64", [complex(1e-40, 0), complex(0, 1e-45)])
array("large parts", "complex128", [complex(1e308, 1e308), complex(1e300, 0)])
h = np.array([3, 4, 0, 0, NAN, 1, 1, INF, -6, 8, 2.0**-24, 0], "<f2")
row("magnitudes", "complex32", h.tobytes(), [complex(float(h[i]), float(h[i + 1])) for i in range(0, 12, 2)])
for d in ("float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "hifloat8"):
    codes("all codes", d, list(range(256)))
    codes("from the end", d, list(range(255, -1, -5)))
packed("nibbles", "int4", 4, False, [-8, 7, 0, -1, 3])
packed("nibbles", "uint4", 4, False, [15, 0, 7, 1])
packed("bits", "uint1", 1, True, [1, 0, 0, 1, 1, 0, 1, 0, 1, 1])
