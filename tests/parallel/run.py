# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs one role of one case: forks one process per rank, dumps with msprobe."""
import json, os, sys, time, traceback, shutil, logging
import multiprocessing as mp
import numpy as np
import torch
import torch.distributed as dist
import torch.nn.functional as F
from net import *

torch.set_num_threads(1)
DT = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16, "fp64": torch.float64}


def Cx(case, role, rank):
    x = Ctx()
    side = "golden" if role.startswith("golden") else "target"
    o = dict(case[side])
    x.c, x.o, x.style, x.rank = case["dims"], o, o.get("names", "hf"), rank
    o.setdefault("layout", "bsh")
    x.dtype = DT["fp64"] if role.endswith("64") else DT["fp32"] if side == "golden" else DT[case["dtype"]]
    x.fault = case.get("fault") if role == "target" else None
    for k in ("tp", "cp", "dp", "pp", "ep", "vpp"):
        setattr(x, k, o.get(k, 1))
    x.world = x.tp * x.cp * x.dp * x.pp
    x.t, x.cpr = rank % x.tp, rank // x.tp % x.cp
    x.d, x.p = rank // (x.tp * x.cp) % x.dp, rank // (x.tp * x.cp * x.dp)
    x.ep_over, x.etp = o.get("ep_over", "tp"), o.get("etp", False)
    x.e = x.t if x.ep_over == "tp" else x.d
    x.sp, x.train, x.cache, x.step = o.get("sp", False), bool(case.get("train")), None, 0
    x.hits = set()

    def hit(kind, tag):
        f = x.fault
        r = bool(f) and f["kind"] == kind and f.get("tag") == tag and rank in f["rank"] and f.get("step", x.step) == x.step
        if r:
            x.hits.add(1)
        return r
    x.hit = hit
    x.T = lambda a: torch.from_numpy(np.ascontiguousarray(a)).to(x.dtype)

    def W(a, tag):
        if hit("w_scale", tag):
            a = a * np.float32(x.fault["by"])
        if hit("w_stale", tag):
            a = a + np.random.default_rng(77).standard_normal(a.shape).astype(np.float32) * np.float32(x.fault["by"]) * a.std()
        if hit("w_row", tag):
            a = a.copy(); a[x.fault["at"]] *= np.float32(x.fault["by"])
        return x.T(a)
    x.W = W

    def groups():
        n = x.world
        ids = np.arange(n).reshape(x.pp, x.dp, x.cp, x.tp)
        def make(ax):
            mine = None
            for row in np.moveaxis(ids, ax, -1).reshape(-1, ids.shape[ax]):
                g = dist.new_group([int(r) for r in row])
                if rank in row:
                    mine = g
            return mine
        x.dp_group, x.cp_group, x.tp_group = make(1), make(2), make(3)
        for r in range(n):
            g = dist.new_group([r])
            if r == rank:
                x.self_group = g
    x.groups = groups
    sdim = lambda: {"bsh": 1, "sbh": 0, "th": 0}[x.o["layout"]]

    def gather(t, dim, g):
        t = t.contiguous()
        n = dist.get_world_size(g)
        out = [torch.empty_like(t) for _ in range(n)]
        dist.all_gather(out, t, group=g)
        return torch.cat(out, dim)
    x.gather = gather

    def reduce(y, tag, sp=True):
        if x.tp == 1:
            return y
        if hit("no_reduce", tag):
            y = y.clone()
            dist.all_reduce(y, group=x.self_group)              # the group holds only this rank
        elif x.train:
            return ReduceTP.apply(y, x.tp_group)
        else:
            y = y.clone()
            dist.all_reduce(y, group=x.tp_group)
        if hit("reduce_scale", tag):
            y = y * x.fault["by"]
        if x.sp and sp and tag != "emb":
            with quiet():
                n = y.shape[sdim()] // x.tp
                y = y.narrow(sdim(), x.t * n, n).contiguous()
        return y
    x.reduce = reduce

    def leave(h):
        if x.sp:
            with quiet():
                n = h.shape[sdim()] // x.tp
                h = h.narrow(sdim(), x.t * n, n).contiguous()
        return h
    x.leave = leave

    def enter(y, i, site):
        if x.train and x.tp > 1 and site != "h":
            return CopyTP.apply(y, x.tp_group)
        if not x.sp:
            return y
        y = gather(y, sdim(), x.tp_group)
        if hit("sp_swap", "%d.%s" % (i, site)):
            with quiet():
                a, b = y.chunk(2, sdim())
                y = torch.cat((b, a), sdim())
        return y
    x.enter = enter

    def gather_kv(t, seq, i):
        y = gather(t, seq, x.cp_group)
        if not hit("cp_order", "%d" % i):
            with quiet():
                y = y.index_select(seq, torch.from_numpy(np.argsort(x.allpos)))
        return y
    x.gather_kv = gather_kv

    def rope_tables(i):
        D = x.c["D"]
        base = 10000.0
        if hit("rope", "%d" % i):
            base = x.fault.get("base", 100.0)
        inv = base ** (-torch.arange(0, D, 2, dtype=torch.float64) / D)
        a = x.pos.to(torch.float64).unsqueeze(-1) * inv
        a = torch.cat((a, a), -1)
        return a.cos().to(x.dtype), a.sin().to(x.dtype)
    x.rope_tables = rope_tables

    def mask(i):
        m = (x.kpos.unsqueeze(1) > x.qpos.unsqueeze(2)) | (x.kseg.unsqueeze(1) != x.qseg.unsqueeze(2))
        if hit("mask_tok", "%d" % i):
            m = m.clone()
            at = x.fault["at"]
            m[at[0], at[1]:, at[2]] = ~m[at[0], at[1]:, at[2]]
        return m.unsqueeze(1)
    x.mask = mask

    def send(h):
        dist.send(h.contiguous(), (x.p + 1) % x.pp * (x.world // x.pp) + rank % (x.world // x.pp))

    def recv(h, ids):
        src = (x.p - 1) % x.pp * (x.world // x.pp) + rank % (x.world // x.pp)
        b, s = ids.shape if ids.dim() == 2 else (1, ids.shape[0])
        shape = {"bsh": (b, s, x.c["H"]), "sbh": (s, b, x.c["H"]), "th": (s, x.c["H"])}[x.o["layout"]]
        if x.sp:
            shape = (shape[0] // x.tp,) + shape[1:] if sdim() == 0 else (shape[0], shape[1] // x.tp) + shape[2:]
        y = torch.empty(shape, dtype=x.dtype)
        dist.recv(y, src)
        if hit("pp_recv", "recv"):
            y = y.clone(); y.narrow(sdim(), y.shape[sdim()] - 1, 1).mul_(x.fault.get("by", 0.0))
        return y
    x.send, x.recv = send, recv
    return x


def tokens(x, case):
    """input ids of this rank and the positions that go with them"""
    c = case["dims"]
    r = np.random.default_rng(case["seed"] + 5)
    B, S = case["B"], case["S"]
    lens = case.get("lens") or [S] * B
    if sum(lens) < c["V"]:                                    # no token twice: every row of every tensor has its own values
        p, seqs = r.permutation(np.arange(1, c["V"])), []
        for n in lens:
            seqs.append(p[:n]); p = p[n:]
    else:
        seqs = [r.integers(1, c["V"], n) for n in lens]
    pad = x.o.get("pad", "right")
    if pad == "packed":
        ids = np.concatenate(seqs)
        pos = np.concatenate([np.arange(n) for n in lens])
        seg = np.concatenate([np.full(n, i) for i, n in enumerate(lens)])
        ids, pos, seg = ids, pos[None], seg[None]
    else:
        ids, pos, seg = np.zeros((B, S), np.int64), np.zeros((B, S), np.int64), np.full((B, S), -1)
        for i, s in enumerate(seqs):
            at = 0 if pad == "right" else S - len(s)
            ids[i, at:at + len(s)] = s
            pos[i] = np.maximum(np.arange(S) - at, 0)
            seg[i, at:at + len(s)] = 0
            if pad == "right":
                seg[i] = np.where(np.arange(S) < len(s), 0, -1)
    order = x.o.get("batch_order")
    if order:
        ids, pos, seg = ids[order], pos[order], seg[order]
    if x.dp > 1:
        n = len(ids) // x.dp
        sl = slice(x.d * n, (x.d + 1) * n)
        if x.hit("dp_slice", "data"):
            sl = slice(0, n)
        ids, pos, seg = ids[sl], pos[sl], seg[sl]
    kpos, kseg = pos, seg
    x.allpos = None
    if x.cp > 1:
        n2 = S // (2 * x.cp)
        def chunk(r_):
            if x.o.get("zigzag", True):
                return np.concatenate([np.arange(r_ * n2, (r_ + 1) * n2), np.arange((2 * x.cp - 1 - r_) * n2, (2 * x.cp - r_) * n2)])
            return np.arange(r_ * 2 * n2, (r_ + 1) * 2 * n2)
        mine = chunk(x.cpr)
        x.allpos = np.concatenate([chunk(r_) for r_ in range(x.cp)])
        if x.hit("cp_chunk", "data"):
            mine = np.concatenate([mine[n2:], mine[:n2]])
        ids, pos, seg = ids[:, mine], pos[:, mine], seg[:, mine]
        if x.hit("cp_chunk", "data"):
            mine = chunk(x.cpr)
            pos = np.broadcast_to(mine, pos.shape)
    f = lambda a: torch.from_numpy(np.ascontiguousarray(a))
    return f(ids), f(pos), f(seg), f(kpos), f(kseg)


def inside(x):
    """a fault inside one call of a torch function, put there before msprobe wraps it"""
    f = x.fault
    if not f or f["kind"] != "inside" or x.rank not in f["rank"]:
        return
    import torch.nn.functional as FF
    ns = {"Functional": FF, "Torch": torch, "Distributed": dist}[f["api"].split(".")[0]]
    name = f["api"].split(".")[1]
    o = getattr(ns, name)
    st = {"n": 0}
    def w(*a, **k):
        i = st["n"]; st["n"] += 1
        y = o(*a, **k)
        if i == f["call"]:
            x.hits.add(1)
            if name == "recv":
                a[0].narrow(0 if x.o["layout"] != "bsh" else 1, a[0].shape[0 if x.o["layout"] != "bsh" else 1] - 1, 1).mul_(f["by"])
            elif "row" in f:
                y = y.clone(); y.select(f.get("dim", -1), f["row"]).mul_(f["by"])
            else:
                y = y * f["by"]
        return y
    setattr(ns, name, w)


def child(case, role, rank, world, out, store, q):
    try:
        x = Cx(case, role, rank)
        if role.startswith("target") or role == "control":
            dist.init_process_group("gloo", init_method="file://" + store, rank=rank, world_size=world)
            x.groups()
        elif case["golden"].get("rank0"):
            dist.init_process_group("gloo", init_method="file://" + store, rank=0, world_size=1)
            x.groups()
        x.setup_done = True
        inside(x)
        from msprobe.pytorch import PrecisionDebugger
        logging.disable(logging.CRITICAL)
        task = case.get("task", "tensor") if out.endswith("deliver") else "tensor"
        if task == "md5":
            tk, sm = "statistics", "md5"
        else:
            tk, sm = task, "statistics"
        level = case.get("level_" + ("golden" if role.startswith("golden") else "target"), case["level"])
        steps = list(range(1 + case.get("decode", 0)))
        cfg = {"task": tk, "dump_path": out, "rank": [], "step": [], "level": level, "extra_info": True, "async_dump": False,
               tk: {"scope": [], "list": case.get("list_" + ("golden" if role.startswith("golden") else "target"), case.get("list", [])), "data_mode": case.get("data_mode", ["forward"]), "summary_mode": sm}}
        path = "%s_cfg%d.json" % (out, rank)
        json.dump(cfg, open(path, "w"))
        dbg = PrecisionDebugger(config_path=path, dump_path=out)
        w = weights(case["dims"], case["seed"])
        net = Net(x, w)
        ids, pos, seg, kpos, kseg = tokens(x, case)
        dec = case.get("decode", 0) if role in ("target", "target64", "control") else 0
        if dec:
            x.cache = {}
            S = ids.shape[-1]
            cuts = [(0, S - dec)] + [(S - dec + i, S - dec + i + 1) for i in range(dec)]
            for st, (a, b) in enumerate(cuts):
                x.step = st
                x.pos = x.qpos = pos[:, a:b]
                x.qseg = seg[:, a:b]
                x.kpos, x.kseg = kpos[:, :b], kseg[:, :b]
                dbg.start(model=net)
                with torch.no_grad():
                    net(ids[:, a:b] if ids.dim() == 2 else ids[a:b])
                dbg.stop(); dbg.step()
        else:
            x.pos, x.qpos, x.qseg, x.kpos, x.kseg = pos, pos, seg, kpos, kseg
            dbg.start(model=net)
            if x.train:
                y = net(ids)
                if x.o["layout"] == "sbh":
                    y = y.transpose(0, 1)
                with quiet():
                    n = y.shape[0] * (y.shape[1] - 1)
                loss = F.cross_entropy(y[:, :-1].reshape(-1, y.shape[-1]), ids[:, 1:].reshape(-1))
                loss.backward()
                if x.dp > 1:
                    for n_, p in net.named_parameters():
                        if x.hit("grad_skip", n_):
                            continue
                        g = p.grad
                        dist.all_reduce(g, group=x.dp_group)
                        torch.mul(g, 1.0 / x.dp)
            else:
                with torch.no_grad():
                    net(ids)
            dbg.stop(); dbg.step()
        q.put((rank, None, len(x.hits)))
        q.close(); q.join_thread()
    except BaseException:
        q.put((rank, traceback.format_exc(), 0))
        q.close(); q.join_thread()
    os._exit(0)


def run_role(case, role, out):
    world = 1
    if not role.startswith("golden"):
        o = case["target"]
        world = o.get("tp", 1) * o.get("cp", 1) * o.get("dp", 1) * o.get("pp", 1)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    store = out + "_store"
    if os.path.exists(store):
        os.unlink(store)
    ctx = mp.get_context("fork")
    q = ctx.Queue()
    ps = [ctx.Process(target=child, args=(case, role, r, world, out, store, q)) for r in range(world)]
    for p in ps:
        p.start()
    hits, errs = 0, []
    for _ in ps:
        rank, err, h = q.get(timeout=240)
        hits += h
        if err:
            errs.append("rank %d: %s" % (rank, err))
            break
    for p in ps:
        if errs:
            p.terminate()
        p.join()
    if errs:
        raise RuntimeError("%s %s\n%s" % (case["id"], role, "\n".join(errs)))
    if role == "target" and case.get("fault") and not hits:
        raise RuntimeError(case["id"] + ": the fault was never reached")
