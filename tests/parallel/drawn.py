#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases of runs that are cut differently, drawn from a number: every cut with other sizes, types and faults.

    DRAW=501 COUNT=26 CLEAN=0.4 python tests/parallel/build.py drawn OUT

OUT gets a folder with golden, target and truth.json for each case.
"""

import os, random
from layouts import *


def dims(r, **k):
    n = r.choice([(4, 2, 8, 32), (8, 4, 4, 32), (4, 4, 6, 24), (8, 2, 6, 48), (6, 2, 8, 48)])
    a = dict(N=n[0], K=n[1], D=n[2], H=n[3], F=r.choice([40, 48, 56]), V=r.choice([48, 56, 64]), L=2)
    a.update(k)
    return d(**a)


def templates(r):
    dt = lambda: r.choice(["bf16", "fp16", "fp32"])
    lvl = lambda: r.choice(["L1", "L1", "mix"])
    bs = lambda: (2, r.choice([8, 12, 16]))
    W = lambda: [
        f("w_scale", 1, "o shard scaled", tag="1.o", by=1.08),
        f("w_scale", 0, "down shard scaled", tag="0.down", by=0.93),
        f("no_reduce", [0, 1], "no all-reduce after down in layer 0", tag="0.down", all=True),
        f("reduce_scale", 1, "all-reduce scaled", tag="1.o", by=1.1),
        f("rope", 1, "rope base on rank 1", tag="1"),
        f("w_stale", 1, "stale norm", tag="1.ln1", by=0.1),
        f("w_row", 0, "row of q", tag="0.q", at=3, by=2.0),
        f("scale", 0, "softmax scale", tag="1", by=1.1),
        f("eps", 1, "eps", tag="0.ln2"),
        f("kv_swap", 1, "k and v", tag="0"),
        f("gu_swap", 1, "gate and up", tag="1."),
    ]
    return {
        "tp2hf": lambda: (dims(r), bs(), dt(), dict(HF, tp=2), {}, lvl(), W(), {}),
        "tp4mg": lambda: (dims(r, N=8, K=4, D=4, H=32, F=48), bs(), dt(), dict(MG, tp=4), {}, "L1", W(), {}),
        "tp2sp": lambda: (
            dims(r),
            bs(),
            dt(),
            dict(MG, tp=2, sp=True),
            {},
            "L1",
            [f("sp_swap", 1, "sp order", tag="1.m"), f("sp_swap", 0, "sp order", tag="0.a")] + W()[:4],
            {},
        ),
        "cp2": lambda: (
            dims(r),
            (2, 16),
            dt(),
            dict(HF, cp=2),
            {},
            lvl(),
            [f("cp_order", 1, "kv order", tag="1"), f("cp_chunk", 1, "chunks exchanged", tag="data"), f("rope", 0, "rope", tag="0")],
            {},
        ),
        "cp2tp2": lambda: (
            dims(r),
            (2, 16),
            dt(),
            dict(MG, cp=2, tp=2),
            {},
            "L1",
            [f("cp_order", [2, 3], "kv order", tag="1"), f("w_scale", 3, "o shard", tag="1.o", by=1.08)],
            {},
        ),
        "pp2": lambda: (
            dims(r, L=4),
            bs(),
            dt(),
            dict(r.choice([MG, HF, MF]), pp=2),
            {},
            lvl(),
            [
                f("pp_recv", 1, "last position lost on the way", tag="recv", by=0.5),
                f("w_scale", 1, "o scaled", tag="2.o", by=1.1),
                f("rope", 1, "rope", tag="3"),
            ],
            {},
        ),
        "pp2tp2": lambda: (
            dims(r, L=4),
            bs(),
            dt(),
            dict(MG, pp=2, tp=2),
            {},
            "L1",
            [
                f("pp_recv", 2, "recv", tag="recv", by=0.5),
                f("w_scale", 3, "down", tag="3.down", by=1.1),
                f("reduce_scale", 1, "reduce", tag="1.o", by=1.1),
            ],
            {},
        ),
        "vpp": lambda: (dims(r, L=4), bs(), dt(), dict(MG, pp=2, vpp=2), {}, "L1", [f("w_scale", 1, "o scaled", tag="1.o", by=1.1)], {}),
        "dp2": lambda: (
            dims(r, L=1),
            (4, 8),
            r.choice(["fp32", "bf16"]),
            dict(HF, dp=2),
            {},
            r.choice(["L0", "L1"]),
            [
                f("w_stale", 1, "stale norm", tag="norm", by=0.05),
                f("grad_skip", [0, 1], "gradient not averaged", tag="model.layers.0.self_attn.o_proj.weight"),
                f("dp_slice", 1, "both ranks see the same samples", tag="data"),
            ],
            dict(train=True, data_mode=["all"]),
        ),
        "ep2": lambda: (
            dims(r, E=4, topk=2, F=24),
            bs(),
            dt(),
            dict(MG, tp=2, ep=2, ep_over="tp"),
            {},
            "L1",
            [
                f("expert_swap", 1, "experts exchanged", tag="1"),
                f("drop", 1, "a token dropped", tag="0"),
                f("topk_norm", [0, 1], "weights not normalised", tag="1"),
                f("w_scale", 1, "o", tag="0.o", by=1.1),
            ],
            {},
        ),
        "packed": lambda: (
            dims(r, V=64),
            (3, 12),
            dt(),
            dict(VL),
            {},
            lvl(),
            [f("mask_tok", 0, "mask", tag="0", at=[0, 4, 2]), f("w_row", 0, "row of o", tag="1.o", at=3, by=2.0)],
            dict(lens=r.choice([[12, 7, 9], [5, 12, 8], [9, 12, 6]])),
        ),
        "packedtp2": lambda: (
            dims(r, V=64),
            (3, 12),
            dt(),
            dict(VL, tp=2),
            {},
            "L1",
            [f("w_scale", 1, "o", tag="0.o", by=1.1), f("reduce_scale", 0, "r", tag="1.down", by=1.1)],
            dict(lens=r.choice([[12, 7, 9], [5, 12, 8], [9, 12, 6]])),
        ),
        "left": lambda: (
            dims(r, V=64),
            (3, 12),
            dt(),
            dict(r.choice([HF, MF]), pad="left"),
            {},
            "L1",
            [f("mask_tok", 0, "mask", tag="1", at=[1, 10, 9]), f("rope", 0, "rope", tag="1")],
            dict(lens=r.choice([[12, 8, 5], [6, 12, 9]])),
        ),
        "decode": lambda: (
            dims(r),
            (2, 10),
            dt(),
            dict(HF, attn="sdpa"),
            dict(HF, attn="sdpa"),
            "L1",
            [
                f("kv_stale", 0, "cache", tag="0", step=3, slot=6),
                f("rope", 0, "rope at step 2", tag="1", step=2),
                f("inside", 0, "one row", api="Functional.linear", call=40, by=1.2, row=1),
            ],
            dict(decode=r.choice([3, 4])),
        ),
        "decodetp2": lambda: (
            dims(r),
            (2, 10),
            dt(),
            dict(HF, attn="sdpa", tp=2),
            dict(HF, attn="sdpa"),
            "L1",
            [f("kv_stale", 1, "cache", tag="1", step=2, slot=5)],
            dict(decode=3),
        ),
        "fusedgolden": lambda: (
            dims(r),
            bs(),
            dt(),
            dict(names="mf", layout="bsh", attn="bsnd"),
            dict(MG, rank0=True),
            "L1",
            [f("w_scale", 0, "o", tag="1.o", by=1.1), f("rope", 0, "rope", tag="0")],
            {},
        ),
        "heads": lambda: (
            dims(r, N=8, K=8, D=4, H=32),
            bs(),
            dt(),
            dict(MF, tp=2, head_perm=r.sample(range(8), 8)),
            {},
            "L1",
            [f("w_scale", 0, "o", tag="1.o", by=1.1), f("scale", 1, "scale", tag="0", by=1.1)],
            {},
        ),
        "stats": lambda: (
            dims(r),
            bs(),
            "bf16",
            dict(MG, tp=2),
            dict(HF, rank0=True),
            "L1",
            [
                f("no_reduce", [0, 1], "no reduce", tag="1.down"),
                f("w_scale", 1, "o", tag="0.o", by=1.3),
                f("reduce_scale", 1, "r", tag="1.o", by=1.3),
            ],
            dict(task="statistics"),
        ),
        "shuffled": lambda: (
            dims(r),
            (4, 8),
            dt(),
            dict(HF, batch_order=r.sample(range(4), 4)),
            {},
            "L1",
            [f("rope", 0, "rope", tag="1")],
            {},
        ),
        "vocabpad": lambda: (
            dims(r, V=50),
            bs(),
            dt(),
            dict(MG, tp=2, vocab_pad=64),
            {},
            "L1",
            [f("vocab_off", 1, "vocabulary off by one", tag="emb"), f("w_scale", 1, "o", tag="1.o", by=1.1)],
            {},
        ),
        "tp2train": lambda: (
            dims(r, L=1),
            (2, 8),
            "fp32",
            dict(HF, tp=2),
            {},
            "L1",
            [f("w_scale", 1, "o", tag="0.o", by=1.1)],
            dict(train=True, data_mode=["all"]),
        ),
    }


def draw(seed, count, clean=float(os.environ.get("CLEAN", "0.4"))):
    r = random.Random(seed)
    out, names = [], []
    while len(out) < count:
        if not names:
            names = sorted(templates(r))
            r.shuffle(names)
        n = names.pop()
        D, (B, S), t, target, golden, level, faults, extra = templates(r)[n]()
        k = dict(extra)
        what = n
        if r.random() > clean:
            ft = r.choice(faults)
            k["fault"] = ft
            what += ": " + ft["text"] + " " + ft["kind"] + " " + str(ft.get("tag"))
        i = "%s%02d" % (chr(97 + seed % 26), len(out))
        out.append(c(i, what, D, B, S, t, target, golden=golden or None, level=level, seed=r.randrange(1000, 90000), **k))
    return out


CASES = draw(int(os.environ["DRAW"]), int(os.environ.get("COUNT", "24")))
