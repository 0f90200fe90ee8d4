# SPDX-License-Identifier: GPL-3.0-or-later
"""Truth of a case. The rules are found on two runs in float64 without the fault (there every element of a logical tensor has the same value to 1e-9 on both sides,
so an element says where it belongs), and then carried over to the delivered dumps, where the expected figures are computed."""
import json, os, re, sys
from collections import defaultdict
import numpy as np
import torch

TOL = 1e-9


def load(root, deliver=False):
    """[{rank, step, key, id, op, io, n, arr}] in order of execution"""
    out = []
    for st in sorted(os.listdir(root)):
        for pr in sorted(os.listdir(os.path.join(root, st))):
            d = os.path.join(root, st, pr)
            j = json.load(open(os.path.join(d, "dump.json")))
            rank = int(pr[4:]) if pr.startswith("rank") else 0
            n = 0
            for op, e in j["data"].items():
                for path, leaf in walk(e):
                    key = op + "." + path
                    f = os.path.join(d, "dump_tensor_data", leaf["data_name"]) if leaf.get("data_name") else None
                    arr = None
                    if f and os.path.exists(f):
                        t = torch.load(f)
                        arr = t.detach().to(torch.float64).numpy() if t.is_floating_point() else None
                    out.append(dict(rank=rank, step=int(st[4:]), proc=pr, op=op, key=key, arr=arr, file=leaf.get("data_name"), shape=leaf["shape"], dtype=leaf["dtype"], md5=leaf.get("md5"), n=n,
                                    io=io_of(path)))
                    n += 1
    return out


def io_of(path):
    return "output" if path.startswith("output") else "parameter" if path.startswith("param") else "input"


def is_param(t):
    return t["io"] == "parameter" and "grad" not in t["key"] or bool(re.search(r"^Functional\.(linear|embedding)\.\d+\.forward\.input\.[12]$", t["key"]) and not t["key"].startswith("Functional.embedding") or re.search(r"^Functional\.embedding\.\d+\.forward\.input\.1$", t["key"]))


def walk(e, path=""):
    if isinstance(e, dict) and e.get("type") in ("torch.Tensor", "torch.nn.parameter.Parameter"):
        yield path, e
    elif isinstance(e, dict):
        for k, v in e.items():
            k2 = {"input_args": "input", "input_kwargs": "input", "input": "input", "output": "output"}.get(k, k)
            yield from walk(v, path + "." + k2 if path else k2)
    elif isinstance(e, list):
        for i, v in enumerate(e):
            yield from walk(v, path + "." + str(i) if path else str(i))


def tid(t, task):
    if task == "tensor":
        return "step%d/%s/dump_tensor_data/%s" % (t["step"], t["proc"], t["file"])
    tail = ".%s.0" % t["io"] if re.search(r"\.(input|output)\.\d+\.\d+$", t["key"]) else ""      # as ls prints it
    return "step%d/%s/dump.json#%s%s" % (t["step"], t["proc"], t["key"], tail)


def known_of(a):
    """positions whose value occurs once in a"""
    f = a.ravel()
    o = np.argsort(f, kind="stable")
    s = f[o]
    once = np.ones(len(s), bool)                              # masks and the like occur often: they do not set the scale
    once[1:] &= s[1:] != s[:-1]; once[:-1] &= s[1:] != s[:-1]
    scale = max(np.abs(s[once & np.isfinite(s)]).max() if (once & np.isfinite(s)).any() else 1.0, 1e-30)
    gap = np.abs(np.diff(s)) > 4 * TOL * scale
    u = np.ones(len(s), bool)
    u[1:] &= gap; u[:-1] &= gap
    u &= np.abs(s) > 1e-7 * scale
    return np.sort(o[u]), scale


class Oracle:
    def __init__(self, case, G, T):
        self.case, self.G, self.T = case, G, T
        self.items = [dict(t, kind="plain", members=[i]) for i, t in enumerate(T) if t["arr"] is not None and t["arr"].size >= 8]
        for it in self.items:
            it["id0"] = it["members"][0]
        self.virtual()
        v, w, p = [], [], []
        for k, it in enumerate(self.items):
            f = it["arr"].ravel()
            v.append(f); w.append(np.full(f.size, k)); p.append(np.arange(f.size))
        v, w, p = np.concatenate(v), np.concatenate(w), np.concatenate(p)
        o = np.argsort(v, kind="stable")
        self.v, self.w, self.p = v[o], w[o], p[o]

    def virtual(self):
        o = self.case["target"]
        tp, cp, dp, pp = (o.get(k, 1) for k in ("tp", "cp", "dp", "pp"))
        ids = np.arange(tp * cp * dp * pp).reshape(pp, dp, cp, tp)
        groups = set()
        for ax in range(4):
            for row in np.moveaxis(ids, ax, -1).reshape(-1, ids.shape[ax]):
                groups.add(tuple(int(r) for r in row))
        for stage in ids.reshape(pp, dp, -1):
            for g in stage:
                groups.add(tuple(int(r) for r in g))
            groups.add(tuple(int(r) for r in stage.ravel()))
        by = defaultdict(dict)
        for i, it in enumerate(list(self.items)):
            by[(it["step"], it["key"])][it["rank"]] = i
        have = list(self.items)
        for (st, key), m in by.items():
            for g in sorted(groups):
                if len(g) < 2 or any(r not in m for r in g):
                    continue
                arrs = [have[m[r]]["arr"] for r in g]
                if any(a.shape != arrs[0].shape for a in arrs) or all(np.allclose(a, arrs[0], rtol=1e-9, atol=1e-12) for a in arrs[1:]):
                    continue
                base = dict(have[m[g[0]]], members=[have[m[r]]["id0"] for r in g], ranks=g)
                self.items.append(dict(base, kind="sum", arr=sum(arrs)))
                if self.case.get("train"):
                    self.items.append(dict(base, kind="mean", arr=sum(arrs) / len(g)))

    def hits(self, g):
        """{item: (gpos, tpos)} of elements known in g"""
        kn, scale = known_of(g)
        f = g.ravel()
        tol = TOL * scale
        lo = np.searchsorted(self.v, f[kn] - tol, "left")
        hi = np.searchsorted(self.v, f[kn] + tol, "right")
        n = hi - lo
        if n.sum() == 0 or n.sum() > 4_000_000:
            return kn, {}
        gi = np.repeat(kn, n)
        at = np.repeat(lo - np.concatenate([[0], np.cumsum(n)[:-1]]), n) + np.arange(n.sum())
        it, tp = self.w[at], self.p[at]
        o = np.argsort(it, kind="stable")
        it, gi, tp = it[o], gi[o], tp[o]
        cut = np.flatnonzero(np.diff(it)) + 1
        res = {}
        for a, b, c in zip(np.split(it, cut), np.split(gi, cut), np.split(tp, cut)):
            if len(a) >= 4:
                o = np.argsort(b, kind="stable")
                b, c = b[o], c[o]
                first = np.concatenate([[True], b[1:] != b[:-1]])      # an element that occurs several times in the part (repeated heads): the first
                res[int(a[0])] = (b[first], c[first])
        return kn, res

    def rules(self, gt):
        """rules for one golden tensor: [{kind, ..., cells: [{gset, members: [item]}]}]"""
        g = gt["arr"]
        self.partly = False
        kn, hit = self.hits(g)
        if len(kn) < max(4, 0.25 * g.size):
            return None, []                                      # too little to say: not judged
        case = self.case
        need = 0.999
        if case.get("lens"):
            L, S, B = case["lens"], case["S"], case["B"]
            need = 0.97 * min(sum(L) / (B * S), sum(n * n for n in L) / (B * S * S) if g.ndim == 4 else 9)
        cells = {}
        for k, (gp, tp) in hit.items():
            if len(gp) < 0.004 * len(kn):
                continue
            it = self.items[k]
            if is_param(it) != is_param(gt):
                continue
            if maps(gp, tp, g, it["arr"]) is None:                     # proof in float64, masked and repeated values included
                continue
            sig = (it["kind"], gp.tobytes())
            cells.setdefault(sig, []).append(k)
        # forms: the same place in the program on all ranks and steps
        keyed = defaultdict(set)
        for sig, ks in cells.items():
            for k in ks:
                keyed[(self.items[k]["kind"], self.items[k]["key"])].add(sig)
        steps = defaultdict(set)
        found, seen = [], set()
        for key, sigs in sorted(keyed.items(), key=lambda x: min(self.items[k]["n"] for s in x[1] for k in cells[s])):
            c = self.cover(sigs, kn, need)
            if not c and len(np.unique(np.concatenate([np.frombuffer(s[1], dtype=kn.dtype) for s in sigs]))) > 0.3 * len(kn):
                self.partly = True                               # a part of it stands elsewhere: neither a rule nor "nothing"
            if c and frozenset(c) not in seen:
                seen.add(frozenset(c)); found.append(list(c))
        if not found:                                            # parts from different places: unfused operators, different names
            for kind in ("plain", "sum", "mean"):
                c = self.greedy([s for s in cells if s[0] == kind], cells, kn, need)
                if c and frozenset(c) not in seen:
                    seen.add(frozenset(c)); found.append(list(c)); break
        out = []
        for sigs in found:
            sigs.sort(key=lambda s: int(np.frombuffer(s[1], dtype=kn.dtype)[0]))
            out.append([dict(g=np.frombuffer(s[1], dtype=kn.dtype), items=cells[s], kind=s[0]) for s in sigs])
        return kn, out

    def cover(self, sigs, kn, need):
        sigs = sorted(sigs, key=lambda s: -len(s[1]))
        got, use = np.zeros(0, kn.dtype), []
        for s in sigs:
            a = np.frombuffer(s[1], dtype=kn.dtype)
            new = np.setdiff1d(a, got, assume_unique=True)
            if len(new) < 0.5 * len(a):                          # lies in what is there
                continue
            if len(new) < len(a):
                return None                                      # overlaps: no clean cut
            got = np.union1d(got, a); use.append(s)
        return use if len(got) >= need * len(kn) else None

    def greedy(self, sigs, cells, kn, need):
        def rank(s):
            ks = cells[s]
            whole = max(len(s[1]) / 8 / self.items[k]["arr"].size for k in ks)
            return (-(whole > 0.6), -len(s[1]), min(self.items[k]["n"] for k in ks))
        got, use = np.zeros(0, kn.dtype), []
        for s in sorted(sigs, key=rank):
            a = np.frombuffer(s[1], dtype=kn.dtype)
            if len(np.intersect1d(a, got, assume_unique=True)):
                continue
            got = np.union1d(got, a); use.append(s)
            if len(use) > 24:
                return None
            if len(got) >= need * len(kn):
                return use
        return None


def axes_of(cells, shape):
    """axes of golden on which the cells lie apart, and whether their places there are contiguous"""
    ax, contiguous = [], True
    cs = [np.unravel_index(c.get("full", c["g"]), shape) for c in cells]
    for a in range(len(shape)):
        sets = [frozenset(np.unique(c[a]).tolist()) for c in cs]
        if len(set(sets)) == 1:
            continue
        uniq = sorted(set(sets), key=min)
        if sum(len(s) for s in uniq) != len(frozenset().union(*uniq)):
            return None, False, None
        ax.append(a)
        contiguous &= all(max(s) - min(s) + 1 == len(s) for s in uniq)
    if int(np.prod([len(set(frozenset(np.unique(c[a]).tolist()) for c in cs)) for a in ax])) != len(cells):
        return None, False, None
    rng = [[runs(sorted(set(c[a].tolist()))) for a in ax] for c in cs]
    return ax, contiguous, rng


def runs(v):
    out = []
    for x in v:
        if out and out[-1][1] == x:
            out[-1][1] = x + 1
        else:
            out.append([x, x + 1])
    return out


def maps(gp, tp, g, t):
    """the fullest map that holds in float64, or None"""
    for grow in (True, False):
        gm, tm = full_map(gp, tp, g.shape, t.shape, grow)
        y = g.ravel()[gm]
        d = np.where(np.isfinite(y), t.ravel()[tm] - y, 0)
        if np.abs(d).max() <= 1e-8 * max(np.abs(y[np.isfinite(y)]).max(), 1e-30) and (grow is False or np.abs(y).max() < 1e4 or (np.abs(d) <= 1e-6 * np.abs(y) + 1e-9).all()):
            return gm, tm
    return None


def full_map(gp, tp, gs, ts, grow=False):
    """gpos, tpos of all elements of the cell, those without a value of their own found through the axes; grow: places on an axis that no known element shows, too"""
    if len(gs) != len(ts) or len(gp) == int(np.prod(gs)):
        return gp, tp
    gc, tc = np.unravel_index(gp, gs), np.unravel_index(tp, ts)
    used, table = set(), []
    for a in range(len(gs)):
        hit = None
        order = [a] + [b for b in range(len(ts)) if b != a]
        for b in order:
            if b in used:
                continue
            m = np.full(gs[a], -1)
            m[gc[a]] = tc[b]
            if (m[gc[a]] == tc[b]).all() and len(set(m[m >= 0].tolist())) == (m >= 0).sum():
                if (m >= 0).sum() == 1 and ts[b] > 1 and gs[a] == 1 and len(set(tc[b].tolist())) > 1:
                    continue
                hit = (b, m); break
        if hit is None:
            return gp, tp
        used.add(hit[0])
        if grow:
            b, m = hit
            m = m.copy()
            if gs[a] == ts[b] and (m[m >= 0] == np.flatnonzero(m >= 0)).all():
                m = np.arange(gs[a])
            else:
                free = [x for x in range(ts[b]) if x not in set(m.tolist())]
                for x in free:
                    for q, step in ((x + 1, -1), (x - 1, 1)):
                        w = np.flatnonzero(m == q) if q >= 0 else []
                        if len(w) and 0 <= w[0] + step < gs[a] and m[w[0] + step] < 0:
                            m[w[0] + step] = x
                            break
            hit = (b, m)
        table.append(hit)
    gi = np.meshgrid(*[np.flatnonzero(t[1] >= 0) for t in table], indexing="ij")
    ti = [None] * len(ts)
    for (b, m), q in zip(table, gi):
        ti[b] = m[q].ravel()
    return np.ravel_multi_index([q.ravel() for q in gi], gs), np.ravel_multi_index(ti, ts)


def classify(case, O, gt, cells):
    g = gt["arr"]
    its = [O.items[c["items"][0]] for c in cells]
    hit = gt["hit"]
    n = len(cells)
    kind0 = cells[0]["kind"]
    mm = [hit[c["items"][0]] for c in cells]
    used = [len(m[0]) / max(1, it["arr"].size) for m, it in zip(mm, its)]
    order = all((np.diff(m[1][np.argsort(m[0])]) > 0).all() for m in mm)
    members = sorted({(O.items[k]["rank"], O.items[k]["step"]) for k in cells[0]["items"]})
    r = dict(kind=None, axis=None)
    accept = set()
    cov = sum(len(c["g"]) for c in cells) / len(gt["kn"])
    kn_frac = len(gt["kn"]) / g.size
    if kind0 != "plain":
        r["kind"], accept = kind0, {kind0}
        if kind0 == "mean":
            accept.add("sum")
        if n > 1:
            ax, cont, rng = axes_of(cells, g.shape)
            r["axis"] = ax[0] if ax else None
            accept |= {"concat", "interleaved", "tokens"}
        if not order:
            r["transposed"] = True
        if cov < 0.999:
            accept.add("tokens")
    elif n == 1:
        it, m, shp = its[0], mm[0], its[0]["arr"].shape
        ranks = {O.items[k]["rank"] for k in cells[0]["items"] if O.items[k]["key"] == it["key"]}      # peers, not larger tensors elsewhere that hold the same values
        base = {"same", "replicated"}
        if cov < 0.999:
            r["kind"], accept = "tokens", {"tokens", "permute", "slice", "concat", "interleaved"}
        elif used[0] < 0.9 * kn_frac:
            r["kind"] = "slice"
            accept = {"slice", "interleaved"} | (set() if order else {"permute", "transpose", "tokens"})
            gc, tc = np.unravel_index(m[0], g.shape), np.unravel_index(m[1], shp)
            diff = [b for b in range(len(shp)) if len(set(tc[b].tolist())) < shp[b]]
            if len(diff) == 1:
                r["slice"] = {"axis": diff[0], "ranges": runs(sorted(set(tc[diff[0]].tolist())))}
                r["axis"] = diff[0]
            if case.get("lens"):
                r["kind"] = "tokens"; accept |= {"tokens", "permute"}
        elif order and (m[0] == m[1]).all():
            r["kind"] = "replicated" if len(ranks) > 1 else "same"
            accept = set(base)
            if tuple(shp) != tuple(g.shape):
                r["reshaped"] = True
                accept |= {"transpose", "concat"}
        else:
            perm = find_perm(m, g.shape, shp)
            accept = {"transpose", "permute"} | base
            r["kind"] = "transpose" if perm else "permute"
            if perm:
                r["perm"] = perm
            else:
                accept |= {"tokens", "interleaved"}
                gc, tc = np.unravel_index(m[0], g.shape), None
                if len(shp) == g.ndim:
                    tc = np.unravel_index(m[1], shp)
                    moved = [a for a in range(g.ndim) if not (gc[a] == tc[a]).all()]
                    if len(moved) == 1:
                        r["axis"] = moved[0]
    else:
        ax, cont, rng = axes_of(cells, g.shape)
        stepped = len({it["step"] for it in its}) > 1
        if stepped:
            r["kind"], accept = "tokens", {"tokens", "concat"}
        elif ax and len(ax) >= 1:
            full = min(used) > 0.9 * kn_frac * 0.99
            r["kind"] = "concat" if cont and full else "interleaved"
            accept = {"concat", "interleaved"} | ({"slice"} if not full else set()) | ({"permute", "tokens"} if not cont else set())
        else:
            r["kind"], accept = "tokens", {"tokens", "concat", "interleaved", "permute"}
        if ax:
            r["axis"] = ax[0]
            if len(ax) > 1:
                r["axes"] = ax
            for c, q in zip(cells, rng):
                c["range"] = q[0] if len(ax) == 1 else q
        if not order:
            r["transposed"] = True
            accept.add("transpose")
        if cov < 0.999:
            accept.add("tokens")
        if r["kind"] == "concat" and g.ndim and case.get("lens"):
            accept |= {"tokens"}
    if cov < 0.999:
        r["coverage"] = round(cov, 4)
    if n == 1 and kind0 == "plain" and r["kind"] in ("same", "replicated", "transpose", "permute"):
        accept |= {"same", "replicated", "transpose", "permute"}        # its members may stand in other layouts
    r["accept"] = sorted(accept - {r["kind"]})
    return r


def find_perm(m, gs, ts):
    if len(gs) != len(ts):
        return None
    gc, tc = np.unravel_index(m[0], gs), np.unravel_index(m[1], ts)
    perm, used = [], set()
    for a in range(len(gs)):
        h = [b for b in range(len(ts)) if b not in used and ts[b] == gs[a] and (gc[a] == tc[b]).all()]
        if not h:
            return None
        b = h[0] if a not in h else a
        perm.append(b); used.add(b)
    return perm


def figures(g, A, cov):
    d = A - g.ravel()[cov]
    y = g.ravel()[cov]
    fin = np.isfinite(d)
    if not fin.all():
        return None
    n = np.sqrt((y * y).sum())
    return float(np.abs(d).max()), float(np.sqrt((d * d).sum()) / n) if n else None


def make(case, work, deliver_g, deliver_t):
    """work has golden64, target64, golden, target, control; -> (truth document, report)"""
    G64, T64 = load(work + "/golden64"), load(work + "/target64")
    Gd, Td, Tc = load(work + "/golden"), load(work + "/target"), load(work + "/control")
    task = case.get("task", "tensor")
    gk = {(t["step"], t["key"]): t for t in Gd}
    tk = {(t["rank"], t["step"], t["key"]): t for t in Td}
    ck = {(t["rank"], t["step"], t["key"]): t for t in Tc}
    for t in T64:
        u = ck.get((t["rank"], t["step"], t["key"]))
        if u is None or u["shape"] != t["shape"]:
            raise RuntimeError("control and float64 run differ in %s: %s %s" % (t["key"], t["shape"], u and u["shape"]))
    O = Oracle(case, G64, T64)
    ids, index = [], {}
    def num(k):                                                   # T index -> number in the table of ids, or None
        t = T64[k]
        u = tk.get((t["rank"], t["step"], t["key"]))
        if u is None:
            return None
        s = tid(u, task)
        if s not in index:
            index[s] = len(ids); ids.append([u["rank"], s])
        return index[s]
    entries, ignored, nothing, rel_t, rel_c = [], [], [], [], []
    uses = defaultdict(list)                                      # target tensor -> golden entries
    for gt in G64:
        gd = gk.get((gt["step"], gt["key"]))
        if gd is None or gt["arr"] is None or gt["arr"].size < 8:
            if gd is not None:
                ignored.append(tid(gd, task))
            continue
        kn, rules = O.rules(gt)
        gid = tid(gd, task)
        if kn is None:
            ignored.append(gid); continue
        gt["kn"] = kn
        if not rules:
            # twice or half as large counts as a gradient of another loss scale: not judged
            scaled = O.partly
            for f in (2.0, 0.5, 4.0, 0.25):
                q = dict(gt, arr=gt["arr"] * f)
                if case.get("train") and O.rules(q)[1]:
                    scaled = True; break
            (ignored if scaled else nothing).append(gid)
            continue
        _, hit = O.hits(gt["arr"])
        gt["hit"] = hit
        outr = []
        kind_of = lambda n: n.split("/")[-1].split("#")[-1].split(".")[:2]
        for cells in rules[:6]:
            for c in cells:
                c["items"].sort(key=lambda k: (O.items[k]["io"] != gt["io"], kind_of(O.items[k]["key"]) != kind_of(gt["key"]), O.items[k]["arr"].shape != gt["arr"].shape, O.items[k]["n"]))
                c["full"] = np.unique(maps(*hit[c["items"][0]], gt["arr"], O.items[c["items"][0]]["arr"])[0])
            r = classify(case, O, gt, cells)
            full = 0
            figs = {"t": set(), "c": set()}
            width = max(len(c["items"]) for c in cells)
            mcells = []
            broken = False
            mp_ = {}
            for c in cells:
                for k in c["items"]:
                    it = O.items[k]
                    mp_[k] = maps(*hit[k], gt["arr"], it["arr"])
            for which, side in (("t", tk), ("c", ck)):
                for j in range(min(width, 24)):
                    A, cov = [], []
                    ok = True
                    for c in cells:
                        k = c["items"][j % len(c["items"])]
                        it = O.items[k]
                        arrs = []
                        for m in it["members"]:
                            t = T64[m]
                            u = side.get((t["rank"], t["step"], t["key"]))
                            if u is None or u["arr"] is None or u["arr"].shape != t["arr"].shape:
                                ok = False; break
                            arrs.append(u["arr"])
                        if not ok:
                            break
                        a = sum(arrs) / (len(arrs) if it["kind"] == "mean" else 1) if len(arrs) > 1 else arrs[0]
                        gp, tp = mp_[k]
                        A.append(a.ravel()[tp]); cov.append(gp)
                    if not ok:
                        continue
                    cov = np.concatenate(cov)
                    if r.get("coverage") is None and len(np.unique(cov)) != gt["arr"].size:
                        broken = True
                        if len(np.unique(cov)) < 0.9 * len(kn):
                            continue
                    src = gd["arr"] if gd["arr"] is not None else gt["arr"]
                    f = figures(src, np.concatenate(A), cov)
                    if f:
                        figs[which].add(f)
            for c in cells:
                ms = defaultdict(list)
                if c["kind"] == "plain":
                    for k in c["items"]:
                        n = num(O.items[k]["id0"])
                        if n is not None:
                            ms[0].append(n)
                    mcells.append({"ids": ms[0], **({"range": c["range"]} if "range" in c else {})})
                else:
                    alt = []
                    for k in c["items"]:
                        q = [num(m) for m in O.items[k]["members"]]
                        if None not in q:
                            alt.append(q)
                    mcells.append({"sets": alt, **({"range": c["range"]} if "range" in c else {})})
            if any(not (m.get("ids") or m.get("sets")) for m in mcells):
                continue                                          # the fault took the operator away
            # canonical parts
            parts = []
            for m in mcells:
                if "sets" in m:
                    parts += [{"rank": ids[i][0], "id": ids[i][1]} for i in best(m["sets"], ids, gd)]
                else:
                    seen = set()
                    bare = lambda i: ids[i][1].split("/", 2)[-1]
                    for i in m["ids"]:
                        if ids[i][0] in seen or bare(i) != bare(m["ids"][0]):
                            continue
                        if len(mcells) > 1 and seen:
                            break
                        seen.add(ids[i][0]); parts.append({"rank": ids[i][0], "id": ids[i][1]})
                    if len(mcells) == 1:
                        parts.sort(key=lambda p: p["rank"])
            r["parts"] = parts
            r["members"] = mcells
            for c in cells:                                           # the fault gave a part another shape: parts are right, figures cannot be asked for
                for m in O.items[c["items"][0]]["members"]:
                    u = tk.get((T64[m]["rank"], T64[m]["step"], T64[m]["key"]))
                    if u is not None and u["shape"] != T64[m]["shape"]:
                        broken, r["shape_changed_by_fault"] = True, True
            def rng(s):
                return [[min(f[0] for f in s), max(f[0] for f in s)], [min(f[1] for f in s), max(f[1] for f in s)]] if s and all(f[1] is not None for f in s) else None
            q = rng(figs["t"])
            r["metrics"] = None if q is None or broken or task != "tensor" else {"max_absolute_error": q[0], "relative_euclidean_distance": q[1]}
            qc = rng(figs["c"])
            r["_c"] = qc[1][1] if qc else None
            r["_t"] = q[1][1] if q else None
            outr.append(r)
        if not outr:
            ignored.append(gid); continue
        outr.sort(key=lambda r: (r["kind"] in ("sum", "mean"), len(r["parts"]) > 1 and r["kind"] not in ("replicated",)) if gd["io"] == "output" else (0, 0))
        outr.sort(key=lambda r: (kind_of(r["parts"][0]["id"]) != kind_of(gd["op"]) and not r["parts"][0]["id"].split("/")[-1].split("#")[-1].startswith(("Distributed.all_reduce", "Module")), r["kind"] in ("sum", "mean") and "parameters_grad" not in gd["key"]))
        if outr[0]["_c"] is not None:
            rel_c.append((outr[0]["_c"], gid)); rel_t.append((outr[0]["_t"] if outr[0]["_t"] is not None else outr[0]["_c"], gid))
        entries.append({"golden": gid, "op_name": gd["op"], "io": gd["io"], "rules": outr})
        for r in outr:
            for m in r["members"]:
                for i in m.get("ids", []) + [i for s in m.get("sets", []) for i in s]:
                    uses[i].append(len(entries) - 1)
    for e in entries:
        for r in e["rules"]:
            r.pop("_c"); r.pop("_t")
    cul = culprit(case, work, Td, Tc, tk, ck, entries, uses, index, task, rel_t, rel_c) if case.get("fault") else None
    kinds = defaultdict(int)
    for e in entries:
        kinds[e["rules"][0]["kind"]] += 1
    allk = defaultdict(int)
    for e in entries:
        for r in e["rules"]:
            allk[r["kind"]] += 1
    doc = {"case": case["id"], "expected": "fault" if cul else "clean", "what": case["what"], "task": task, "culprit": cul, "noise_relative_l2": {"median": float(np.median([r for r, _ in rel_c])), "largest": float(max(r for r, _ in rel_c))} if rel_c else None,
           "kinds": dict(kinds), "kinds_of_all_rules": dict(allk), "tensors": entries, "no_counterpart": nothing, "not_judged": ignored, "ids": ids}
    rc = sorted(rel_c, reverse=True)[:3]
    rep = "%s: %d golden with rules %s, none %d, ignored %d; noise median %.2g max %.2g (%s)" % (case["id"], len(entries), dict(kinds), len(nothing), len(ignored),
          doc["noise_relative_l2"]["median"] if rel_c else 0, rc[0][0] if rc else 0, rc[0][1].split("/")[-1] if rc else "")
    return doc, rep


def name_io(i):
    m = re.search(r"\.(input|output|parameters|kwargs)", i.split("/")[-1])
    return m.group(1) if m else ""


def pref(ms, ids, gd):
    want = {"output": "output", "parameter": "parameters", "input": "input"}[gd["io"]]
    return sorted(ms, key=lambda i: (name_io(ids[i][1]) != want, ms.index(i)))


def best(sets, ids, gd):
    return sorted(sets, key=lambda s: (name_io(ids[s[0]][1]) != "input", sets.index(s)))[0]


def parents(work, t):
    f = os.path.join(work, "target", "step%d" % t["step"], t["proc"], "construct.json")
    try:
        return json.load(open(f))
    except (OSError, ValueError):
        return {}


def culprit(case, work, Td, Tc, tk, ck, entries, uses, index, task, rel_t, rel_c):
    f = case["fault"]
    names, alts, steps = [], [], set()
    for rank in f["rank"]:
        per = defaultdict(list)
        seq = []
        for t in Td:
            if t["rank"] == rank:
                k = (t["step"], t["op"])
                if k not in per:
                    seq.append(k)
                per[k].append(t)
        first = None
        bad = {}
        for k in seq:
            i_bad = p_bad = o_bad = False
            for t in per[k]:
                u = ck.get((rank, t["step"], t["key"]))
                if u is None or u["arr"] is None or t["arr"] is None:
                    same = u is not None
                else:
                    same = t["arr"].shape == u["arr"].shape and np.array_equal(t["arr"], u["arr"])
                if not same:
                    if t["io"] == "output":
                        o_bad = True
                    elif t["io"] == "parameter" or re.search(r"(linear|embedding)\.\d+\.forward\.input\.[12]", t["key"]):
                        p_bad = True
                    else:
                        i_bad = True
            bad[k] = (i_bad, p_bad, o_bad)
        roots = [k for k in seq if bad[k][2] and not bad[k][0]]
        late = [k for k in seq if any(bad[k])]
        par = parents(work, per[seq[0]][0])
        def up(op):
            p = par.get(op)
            return p[0] if isinstance(p, list) else p
        leaf = [k for k in roots if not any(up(o[1]) == k[1] and o[0] == k[0] for o in roots)]
        pick = leaf[:1]
        if late:
            at = seq.index(late[0])
            leaf_late = [k for k in late if bad[k][0] and not any(up(o[1]) == k[1] and o[0] == k[0] for o in late if o != k)][:1]
            if not pick or (leaf_late and seq.index(leaf_late[0]) < seq.index(pick[0]) and "Module" not in leaf_late[0][1]):
                pick = leaf_late or late[:1]
                i = seq.index(pick[0])
                alts += [seq[j][1] for j in range(max(0, i - 1), i)]           # wrong between two operators: the one before counts too
        for k in pick:
            steps.add(k[0])
            if k[1] not in names:
                names.append(k[1])
            p = up(k[1])
            if p:
                alts.append(p)
            alts += [o[1] for o in roots if o[0] == k[0] and up(k[1]) == o[1]]
    names = f.get("op_name", []) or names
    alts = list(dict.fromkeys([a for a in alts + f.get("also", []) if a not in names]))
    gold = []
    for i, e in enumerate(entries):
        if e["io"] != "output":
            continue
        for r in e["rules"]:
            for m in r["members"]:
                for q in m.get("ids", []) + [x for s in m.get("sets", []) for x in s]:
                    idq = IDS(index)[q]
                    if any((n + ".output") in idq and ("rank%d/" % rk) in idq for n in names for rk in f["rank"]) and e["op_name"] not in gold:
                        gold.append(e["op_name"])
    d = dict((g, v) for v, g in rel_t)
    c = dict((g, v) for v, g in rel_c)
    rat = [(d[e["golden"]] / max(c[e["golden"]], 1e-12), d[e["golden"]], e["golden"]) for e in entries if e["op_name"] in gold and e["io"] == "output" and e["golden"] in d]
    worst = max(((d[g] / max(c[g], 1e-12), g) for g in d if g in c), default=(0, ""))
    return {"op_name": names, "alternatives": alts, "golden_op_name": gold, "rank": f["rank"], "step": sorted(steps), "kind": f["kind"], "fault": f.get("text", f["kind"]),
            "ratio_to_noise_at_culprit": max(rat)[0] if rat else None, "error_at_culprit": max(rat)[1] if rat else None, "largest_ratio": worst[0]}


_ids = {}
def IDS(index):
    if _ids.get("n") != (id(index), len(index)):
        _ids["n"] = (id(index), len(index)); _ids["v"] = [k for k, _ in sorted(index.items(), key=lambda x: x[1])]
    return _ids["v"]
