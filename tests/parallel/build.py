# SPDX-License-Identifier: GPL-3.0-or-later
"""build.py MODULE_WITH_CASES OUT [CASE...]: runs every role of every case, dumps with msprobe, writes OUT/CASE/{golden,target,truth.json}.
RETRUTH=1: only the truth again, from runs that are still in the work folder (WORK, default: a folder in the temporary one)."""
import importlib, json, os, shutil, sys, tempfile, time, traceback
import run, truth
import msprobe.pytorch
W = os.environ.get("WORK") or os.path.join(tempfile.gettempdir(), "parallel-cases")


def tidy(src, dst):
    shutil.rmtree(dst, ignore_errors=True)
    shutil.copytree(src, dst)
    for b, ds, fs in os.walk(dst):
        for n in fs:
            p = os.path.join(b, n)
            os.chmod(p, 0o644)
            if n in ("stack.json",) or n.endswith(".log"):
                os.unlink(p)
            elif n == "dump.json":
                j = json.load(open(p))
                if j.get("dump_data_dir"):
                    j["dump_data_dir"] = "dump_tensor_data"
                json.dump(j, open(p, "w"), indent=1)
        for n in ds:
            os.chmod(os.path.join(b, n), 0o755)


def build(case, dst):
    work = os.path.join(W, case["id"])
    for attempt in range(6):
        try:
            roles = ["golden64", "target64", "control", "golden", "target"]
            for r in roles:
                run.run_role(case, r, os.path.join(work, r))
            doc, rep = truth.make(case, work, None, None)
            break
        except RuntimeError as e:
            if "control and float64" in str(e) and attempt < 5:
                case["seed"] += 100
                continue
            raise
    out = os.path.join(dst, case["id"])
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for side in ("golden", "target"):
        src = os.path.join(work, side)
        if case.get("task", "tensor") != "tensor":
            src = os.path.join(work, side + "_deliver")
            run.run_role(case, side, src)
        tidy(src, os.path.join(out, side))
    doc["seed"] = case["seed"]
    doc["parallel"] = {k: case["target"].get(k, 1) for k in ("tp", "cp", "dp", "pp", "ep", "vpp")}
    doc["parallel"]["sp"] = bool(case["target"].get("sp"))
    doc["dtype"] = case["dtype"]; doc["level"] = case["level"]
    write(doc, os.path.join(out, "truth.json"))
    n = sum(len(fs) for _, _, fs in os.walk(out))
    size = sum(os.path.getsize(os.path.join(b, f)) for b, _, fs in os.walk(out) for f in fs)
    return doc, "%s; %d files %.2f MB, truth %.0f kB" % (rep, n, size / 1e6, os.path.getsize(out + "/truth.json") / 1e3)


def retruth(case, dst):
    """the truth again from runs that are there"""
    out = os.path.join(dst, case["id"])
    old = json.load(open(out + "/truth.json"))
    case["seed"] = old["seed"]
    doc, rep = truth.make(case, os.path.join(W, case["id"]), None, None)
    for k in ("seed", "parallel", "dtype", "level"):
        doc[k] = old[k]
    write(doc, out + "/truth.json")
    return doc, rep


def write(doc, path):
    """one line per golden tensor"""
    head = {k: v for k, v in doc.items() if k not in ("tensors", "ids", "no_counterpart", "not_judged")}
    with open(path, "w") as f:
        f.write(json.dumps(head, indent=1)[:-2])
        for k in ("tensors", "no_counterpart", "not_judged", "ids"):
            f.write(',\n "%s": [\n' % k + ",\n".join("  " + json.dumps(e, separators=(",", ":")) for e in doc[k]) + "\n ]")
        f.write("\n}\n")
    json.load(open(path))


if __name__ == "__main__":
    which, dst = sys.argv[1], sys.argv[2]
    only = sys.argv[3:]
    os.makedirs(W, exist_ok=True)
    for case in importlib.import_module(which).CASES:
        if only and case["id"] not in only:
            continue
        t = time.time()
        try:
            doc, rep = (retruth if os.environ.get("RETRUTH") else build)(case, dst)
            print(rep, "%.1fs" % (time.time() - t))
            if doc["culprit"]:
                print("    ", json.dumps(doc["culprit"]))
        except Exception:
            print("FAILED", case["id"], traceback.format_exc()[-1500:])
        sys.stdout.flush()
