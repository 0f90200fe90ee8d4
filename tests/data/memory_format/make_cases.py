#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes cases.csv: device tensors made with NumPy's pad, reshape and transpose only.

Elements of each logical array are 1, 2, 3, ... (uint32), padding is 0. A row holds the device shape
and the start of the SHA-256 of the device bytes. Groups are built as dense block-diagonal weights.
"""
import csv
import hashlib
import itertools
import math
import pathlib

import numpy as np


def pad(x, axis, multiple):
    widths = [(0, 0)] * x.ndim
    widths[axis] = (0, -x.shape[axis] % multiple)
    return np.pad(x, widths)


def nc1hwc0(x, c0):
    x = pad(x, 1, c0)
    n, c, h, w = x.shape
    return x.reshape(n, c // c0, c0, h, w).transpose(0, 1, 3, 4, 2)


def ndc1hwc0(x, c0):
    x = pad(x, 1, c0)
    n, c, d, h, w = x.shape
    return x.reshape(n, c // c0, c0, d, h, w).transpose(0, 3, 1, 4, 5, 2)


def fractal_z_3d(x, c0):
    x = pad(pad(x, 1, c0), 0, 16)
    n, c, d, h, w = x.shape
    blocks = x.reshape(n // 16, 16, c // c0, c0, d, h, w).transpose(4, 2, 5, 6, 0, 1, 3)
    return blocks.reshape(d * (c // c0) * h * w, n // 16, 16, c0)


def fractal_z(x, c0):
    return fractal_z_3d(x[:, :, None], c0)


def fractal_z_3d_transpose(x, c0):
    return fractal_z_3d(x.transpose(1, 0, 2, 3, 4), c0)


def fractal_z_groups(x, groups, k):
    n, cin, h, w = x.shape
    cout = n // groups
    e = min(math.lcm(math.lcm(cin, k) // cin, math.lcm(cout, 16) // cout), groups)
    parts = []
    for first in range(0, groups, e):
        dense = np.zeros((-(-e * cout // 16) * 16, -(-e * cin // k) * k, h, w), x.dtype)
        for j in range(min(e, groups - first)):
            g = first + j
            dense[j * cout:(j + 1) * cout, j * cin:(j + 1) * cin] = x[g * cout:(g + 1) * cout]
        parts.append(fractal_z(dense, k))
    return np.concatenate(parts)


def fractal_z_c04(x, c0):
    x = pad(pad(x, 1, 4), 0, 16)
    n, c, h, w = x.shape
    cells = pad(x.transpose(2, 3, 1, 0).reshape(h * w * 4, n), 0, c0)
    return cells.reshape(-1, c0, n // 16, 16).transpose(0, 2, 3, 1)


def as_matrix(x):
    return x.reshape((1,) * (2 - x.ndim) + x.shape) if x.ndim < 2 else x


def fractal_nz(x, c0):
    x = as_matrix(x)
    x = pad(pad(x, x.ndim - 1, c0), x.ndim - 2, 16)
    *t, h, w = x.shape
    r = len(t)
    return x.reshape(*t, h // 16, 16, w // c0, c0).transpose(*range(r), r + 2, r, r + 1, r + 3)


def fractal_zz(x, c0):
    x = as_matrix(x)
    x = pad(pad(x, x.ndim - 1, c0), x.ndim - 2, c0)
    *t, h, w = x.shape
    r = len(t)
    return x.reshape(*t, h // c0, c0, w // c0, c0).transpose(*range(r), r, r + 2, r + 1, r + 3)


def c1hwncoc0(x, c0):
    return nc1hwc0(x, c0).transpose(1, 2, 3, 0, 4)[..., None] * np.eye(c0, dtype=x.dtype)


ROWS = []


def add(device_format, logical, shape, make, full=None, dtype="float16", groups=1, axes=None):
    """One case. `full`: axes `make` expects; `axes`: axes of a logical array of lower rank."""
    x = (np.arange(math.prod(shape), dtype=np.uint32) + 1).reshape(shape)
    if axes is not None:
        x = x.reshape([shape[axes.index(c)] if c in axes else 1 for c in logical])
    if full is not None:
        x = x.transpose([logical.index(c) for c in full])
    device = np.ascontiguousarray(make(x)).astype("<u4")
    digest = hashlib.sha256(device.tobytes()).hexdigest()[:16]
    text = ["x".join(map(str, s)) or "-" for s in (shape, device.shape)]
    ROWS.append([device_format, logical, text[0], text[1], dtype, groups, digest])


def add_named(device_format, logical, sizes, make, full, **options):
    add(device_format, logical, [sizes[c] for c in logical], make, full, **options)


def make_cases():
    for logical in ("NCHW", "NHWC", "HWCN", "CHWN"):
        add_named("NC1HWC0", logical, dict(N=2, C=19, H=3, W=5), lambda x: nc1hwc0(x, 16), "NCHW")
        add_named("FRACTAL_Z", logical, dict(N=17, C=35, H=2, W=3), lambda x: fractal_z(x, 16), "NCHW")
        add_named("FRACTAL_Z_C04", logical, dict(N=17, C=3, H=3, W=3), lambda x: fractal_z_c04(x, 16), "NCHW")
        add_named("C1HWNCoC0", logical, dict(N=3, C=18, H=2, W=2), lambda x: c1hwncoc0(x, 16), "NCHW")
        for g, cin, cout in ((4, 5, 3), (6, 24, 40), (3, 48, 32), (7, 3, 5), (2, 16, 16), (20, 1, 1), (5, 8, 8)):
            add_named("FRACTAL_Z", logical, dict(N=g * cout, C=cin, H=2, W=3),
                      lambda x, g=g: fractal_z_groups(x, g, 16), "NCHW", groups=g)
    add("NC1HWC0", "NCHW", [2, 33, 3, 5], lambda x: nc1hwc0(x, 32), dtype="int8")
    add("NC1HWC0", "NCHW", [1, 65, 3, 2], lambda x: nc1hwc0(x, 64), dtype="int4")
    add("NC1HWC0", "NCHW", [1, 1, 1, 1], lambda x: nc1hwc0(x, 16))
    add("NC1HWC0_C04", "NCHW", [2, 3, 4, 5], lambda x: nc1hwc0(x, 4))
    add("NC1HWC0_C04", "NHWC", [2, 4, 5, 3], lambda x: nc1hwc0(x, 4), "NCHW")
    add("FRACTAL_Z", "NCHW", [20, 40, 3, 2], lambda x: fractal_z(x, 32), dtype="int8")
    add("FRACTAL_Z", "NCHW", [64, 64, 1, 1], lambda x: fractal_z(x, 16))
    add("FRACTAL_Z", "NCHW", [12, 10, 2, 2], lambda x: fractal_z_groups(x, 4, 32), dtype="int8", groups=4)
    add("FRACTAL_Z", "ND", [35, 18], lambda x: fractal_z(x.T[:, :, None, None], 16))
    for logical in ("NCDHW", "NDHWC", "DHWCN", "DHWNC"):
        add_named("NDC1HWC0", logical, dict(N=2, C=18, D=3, H=2, W=5), lambda x: ndc1hwc0(x, 16), "NCDHW")
        sizes = dict(N=17, C=18, D=2, H=3, W=2)
        add_named("FRACTAL_Z_3D", logical, sizes, lambda x: fractal_z_3d(x, 16), "NCDHW")
        add_named("FRACTAL_Z_3D_TRANSPOSE", logical, sizes, lambda x: fractal_z_3d_transpose(x, 16), "NCDHW")
    for shape in ([19, 37], [2, 3, 18, 21], [42], [], [1, 16], [5, 1, 1], [3, 16, 32]):
        add("FRACTAL_NZ", "ND", shape, lambda x: fractal_nz(x, 16))
    add("FRACTAL_NZ", "NCHW", [2, 3, 18, 21], lambda x: fractal_nz(x, 16))
    add("FRACTAL_NZ", "ND", [19, 37], lambda x: fractal_nz(x, 32), dtype="int8")
    for c0 in (16, 32, 2, 4, 8):
        add(f"FRACTAL_NZ_C0_{c0}", "ND", [17, 9], lambda x: fractal_nz(x, c0))
    for shape in ([2, 17, 35], [20], [16, 16]):
        add("FRACTAL_ZZ", "ND", shape, lambda x: fractal_zz(x, 16))
    for stored, logical in itertools.permutations(("NCHW", "NHWC", "HWCN", "CHWN"), 2):
        add_named(stored, logical, dict(N=2, C=3, H=4, W=5), lambda x: x, stored)
    for stored, logical in itertools.permutations(("NCDHW", "NDHWC", "DHWCN", "DHWNC"), 2):
        add_named(stored, logical, dict(N=2, C=3, D=4, H=5, W=6), lambda x: x, stored)
    add("NC1HWC0", "NCHW", [40], lambda x: nc1hwc0(x, 16), "NCHW", axes="C")
    add("NC1HWC0", "NCHW", [20, 5], lambda x: nc1hwc0(x, 16), "NCHW", axes="CH")
    add("NC1HWC0", "NHWC", [4, 5, 20], lambda x: nc1hwc0(x, 16), "NCHW", axes="HWC")
    add("NC1HWC0", "HWCN", [20, 3], lambda x: nc1hwc0(x, 16), "NCHW", axes="CN")


if __name__ == "__main__":
    make_cases()
    with open(pathlib.Path(__file__).with_name("cases.csv"), "w", newline="") as f:
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(["format", "logical_format", "logical_shape", "device_shape", "dtype", "groups", "sha256"])
        writer.writerows(ROWS)
