#!/usr/bin/env python3
"""Writes stored.npz and deflated.npz; the arrays are what tst_npz_reader expects."""
import numpy as np

b = np.array([1, -2, 3], dtype=np.int16)
arrays = {
    "a": np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 7,
    "b": b,
    "fortran": np.asfortranarray(np.arange(6, dtype=np.float64).reshape(2, 3)),
    "zero_d": np.array(2.5, dtype=">f8"),
    "empty": np.zeros((0, 3), dtype=np.uint8),
    "big": np.tile(np.arange(50, dtype=np.int32), 40),
    "with/slash": b,
}
np.savez("stored.npz", **arrays)
np.savez_compressed("deflated.npz", **arrays)
