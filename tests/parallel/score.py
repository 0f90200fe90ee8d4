#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""CLI=dumpscope-cli score.py [CASES_DIR] [CASE...] [--json-out FILE] [--verbose] [--from DIR]

Runs  $CLI compare CASE/target CASE/golden --metrics all --json --fail-on never  for every folder with a truth.json (default: this folder) and holds it against the truth.
--from DIR reads DIR/CASE.json instead of running anything.

Of every pair: golden_id, target_id, metrics.max_absolute_error, metrics.relative_euclidean_distance, assembly (null or absent, or {"kind", "axis", "parts": [{"rank", "id"}], "confidence"}).
Of the document: suspects [{op_name, rank, step, pairs}].

right      parts, kind, axis and both figures are those of a rule of the truth
half       only one of several replicas was paired (nothing says that the others agree)
wrong      an assembly was claimed that no rule allows, or one for a tensor that has no counterpart: worse than none
astray     no assembly, but paired with a tensor that is no part of it
missing    nothing claimed
top-1/3    op_name and rank of the culprit; "op" in brackets: without looking at the rank
"""
import json, os, re, subprocess, sys

EPS, REL = 1e-6, 2e-3


NESTED = re.compile(r"(\.(?:input|output)(?:\.\d+){2,})\.(?:input|output)\.\d+$")


def plain(i):
    """nested outputs of statistics: ls writes output.0.1.output.0; output.0.1 is taken, too"""
    return NESTED.sub(r"\1", i) if i else i


def number(v):
    try:
        return float(v)
    except (TypeError, ValueError):
        return None


def figures_fit(rule, pair):
    want = rule.get("metrics")
    if not want:
        return True
    got = pair.get("metrics") or {}
    for k, (lo, hi) in want.items():
        v = number(got.get(k))
        if v is None or not lo * (1 - REL) - EPS <= v <= hi * (1 + REL) + EPS:
            return False
    return True


class Truth:
    def __init__(self, folder):
        with open(os.path.join(folder, "truth.json"), encoding="utf-8") as f:
            self.d = json.load(f)
        self.ids = [plain(i) for _, i in self.d["ids"]]
        self.rank = {plain(i): r for r, i in self.d["ids"]}
        self.rules = {plain(e["golden"]): e["rules"] for e in self.d["tensors"]}
        self.none = {plain(g) for g in self.d["no_counterpart"]}
        self.world = max([r for r, _ in self.d["ids"]] + [0]) + 1

    def cells(self, rule):
        """[set of ids] per place; for sums the members in one set per rank"""
        out = []
        for m in rule["members"]:
            if "sets" in m:
                for col in zip(*m["sets"]):
                    out.append({self.ids[i] for i in col})
            else:
                out.append({self.ids[i] for i in m["ids"]})
        return out

    def claim(self, rule, a, pair):
        kinds = [rule["kind"]] + rule["accept"]
        if a.get("kind") not in kinds:
            return None
        ids = [plain(p.get("id")) for p in a.get("parts") or []]
        if any(p.get("rank") is not None and self.rank.get(plain(p.get("id")), p["rank"]) != p["rank"] for p in a.get("parts") or []):
            return None
        cells = self.cells(rule)
        where = []
        for i in ids:
            w = [n for n, c in enumerate(cells) if i in c]
            if not w:
                return None
            where.append(w)
        if not ids or any(all(n not in w for w in where) for n in range(len(cells))):
            return None
        if a["kind"] == "concat" and rule["kind"] == "concat" and len(rule.get("axes", [0])) == 1 and not rule.get("transposed") and all(len(w) == 1 for w in where):
            first = list(dict.fromkeys(w[0] for w in where))
            if first != sorted(first):
                return None
        if a["kind"] in ("concat", "interleaved") and rule["axis"] is not None and rule["kind"] in ("concat", "interleaved") and not rule.get("transposed"):
            if number(a.get("axis")) is None:
                return None
            n = len(pair["shape"][1]) if pair.get("shape") and pair["shape"][1] else 0
            if int(a["axis"]) % max(n, 1) not in [x % max(n, 1) for x in rule.get("axes", [rule["axis"]])]:
                return None
        if not figures_fit(rule, pair):
            return None
        return "right" if len(cells) > 1 or self.peers(cells[0], ids) <= {self.rank[i] for i in ids} else "half"

    def peers(self, cell, ids):
        """ranks on which the same place of the program holds the same tensor"""
        bare = lambda i: i.split("/", 2)[-1]
        names = {bare(i) for i in ids}
        return {self.rank[i] for i in cell if bare(i) in names}

    def judge(self, pair):
        g, a = plain(pair.get("golden_id")), pair.get("assembly")
        if g in self.none:
            return "wrong" if a else None
        rules = self.rules.get(g)
        if rules is None:
            return None
        if a:
            res = [r for r in (self.claim(rule, a, pair) for rule in rules) if r]
            return "right" if "right" in res else "half" if res else "wrong"
        t = plain(pair.get("target_id"))
        known = False
        for rule in rules:
            cells = self.cells(rule)
            if any(t in c for c in cells):
                known = True
                if len(cells) == 1 and rule["kind"] in ("same", "replicated") and figures_fit(rule, pair):
                    return "right" if len(self.peers(cells[0], [t])) == 1 else "half"
        return "missing" if known or not t else "astray"


ORDER = ["wrong", "right", "half", "astray", "missing"]
TAIL = re.compile(r"[.:](?:input|output|parameters)\b.*$")


def op_of(i):
    return TAIL.sub("", re.sub(r"\.(pt|npy)$", "", (i or "").split("/")[-1].split("#")[-1]))


def culprit(truth, doc):
    c = truth.d["culprit"]
    names = set(c["op_name"]) | set(c["alternatives"])
    pairs = {p.get("index", n): p for n, p in enumerate(doc.get("pairs", []))}
    seen, pos, pos_op = [], None, None
    for s in doc.get("suspects") or []:
        key = (s.get("op_name"), s.get("rank"), s.get("step"))
        if key in seen:
            continue
        seen.append(key)
        at = len(seen) - 1
        op = TAIL.sub("", s.get("op_name") or "")
        hit = op in names
        if not hit and op in c["golden_op_name"]:
            hit = any((pairs.get(i) or {}).get("assembly") and op_of(pairs[i].get("golden_id")) == op for i in s.get("pairs") or [])
        if not hit or (c["step"] and s.get("step") is not None and s["step"] not in c["step"]):
            continue
        if pos_op is None:
            pos_op = at
        if pos is None and (s.get("rank") in c["rank"] or (s.get("rank") is None and truth.world == 1)):
            pos = at
    return pos, pos_op, seen


def score(folder, doc):
    t = Truth(folder)
    best = {}
    for p in doc.get("pairs", []):
        r = t.judge(p)
        g = plain(p.get("golden_id"))
        if r and (g not in best or ORDER.index(r) < ORDER.index(best[g][0])):
            best[g] = (r, p)
    n = {k: 0 for k in ORDER}
    kinds = {}
    for g, rules in t.rules.items():
        r = best.get(g, ("missing", None))[0]
        n[r] += 1
        k = kinds.setdefault(rules[0]["kind"], [0, 0])
        k[0] += r == "right"
        k[1] += 1
    n["wrong"] += sum(1 for g in best if g in t.none and best[g][0] == "wrong")
    row = {"case": t.d["case"], "what": t.d["what"], "expected": len(t.rules), **n, "kinds": kinds, "fault": t.d["expected"] == "fault"}
    if row["fault"]:
        pos, pos_op, seen = culprit(t, doc)
        row.update(top1=pos == 0, top3=pos is not None and pos < 3, op1=pos_op == 0, op3=pos_op is not None and pos_op < 3, first=seen[0] if seen else None, truth=[t.d["culprit"]["op_name"], t.d["culprit"]["rank"]])
    else:
        row["alarm"] = bool(doc.get("suspects"))
        row["first"] = (doc["suspects"][0].get("op_name"), doc["suspects"][0].get("rank")) if row["alarm"] else None
    row["details"] = [(g, r, p and p.get("assembly")) for g, (r, p) in sorted(best.items()) if r == "wrong"]
    return row


def main():
    args, opt = [], {}
    it = iter(sys.argv[1:])
    for a in it:
        if a in ("--json-out", "--from"):
            opt[a] = next(it)
        elif a in ("--verbose",):
            opt[a] = True
        elif a in ("-h", "--help"):
            sys.exit(__doc__)
        else:
            args.append(a)
    here = args[0] if args and os.path.isdir(args[0]) else os.path.dirname(os.path.abspath(__file__))
    only = args[1:] if args and os.path.isdir(args[0]) else args
    cli = os.environ.get("CLI", "dumpscope-cli")
    rows = []
    print("%-5s %9s %6s %6s %6s %8s  %s" % ("case", "right", "half", "wrong", "astray", "missing", "culprit"))
    for name in sorted(os.listdir(here)):
        folder = os.path.join(here, name)
        if not os.path.isfile(os.path.join(folder, "truth.json")) or only and name not in only:
            continue
        if "--from" in opt:
            text, err = open(os.path.join(opt["--from"], name + ".json"), encoding="utf-8").read(), ""
        else:
            p = subprocess.run([cli, "compare", os.path.join(folder, "target"), os.path.join(folder, "golden"), "--metrics", "all", "--json", "--fail-on", "never"], capture_output=True, text=True)
            text, err = p.stdout, p.stderr.strip()
        try:
            doc = json.loads(text)
        except ValueError:
            print("%-5s no answer: %s" % (name, err[:300]))
            doc = {}
        r = score(folder, doc)
        rows.append(r)
        if r["fault"]:
            c = "top-1 %s%s  top-3 %s%s  first: %s" % (("no ", "yes")[r["top1"]], " (op)" if r["op1"] and not r["top1"] else "", ("no ", "yes")[r["top3"]], " (op)" if r["op3"] and not r["top3"] else "", r["first"][:2] if r["first"] else None)
        else:
            c = "clean: ALARM %s" % (r["first"],) if r["alarm"] else "clean: no alarm"
        print("%-5s %4d/%-4d %6d %6d %6d %8d  %s" % (r["case"], r["right"], r["expected"], r["half"], r["wrong"], r["astray"], r["missing"], c))
        if "--verbose" in opt:
            for d in r["details"][:20]:
                print("        wrong:", d[0], json.dumps(d[2])[:300])
    s = lambda k, rs=None: sum(int(bool(r.get(k))) if isinstance(r.get(k), bool) or r.get(k) is None else r[k] for r in (rows if rs is None else rs))
    faults = [r for r in rows if r["fault"]]
    clean = [r for r in rows if not r["fault"]]
    print("\nassembled right %d/%d, half %d, wrong %d, astray %d; right - wrong %d" % (s("right"), s("expected"), s("half"), s("wrong"), s("astray"), s("right") - s("wrong")))
    kinds = {}
    for r in rows:
        for k, (a, b) in r["kinds"].items():
            q = kinds.setdefault(k, [0, 0]); q[0] += a; q[1] += b
    print("by kind: " + ", ".join("%s %d/%d" % (k, *v) for k, v in sorted(kinds.items())))
    print("culprit top-1 %d/%d, top-3 %d/%d (operator without rank: %d, %d), false alarms %d/%d" % (s("top1", faults), len(faults), s("top3", faults), len(faults), s("op1", faults), s("op3", faults), s("alarm", clean), len(clean)))
    if "--json-out" in opt:
        for r in rows:
            r.pop("details")
        with open(opt["--json-out"], "w", encoding="utf-8") as f:
            json.dump(rows, f, indent=1)


if __name__ == "__main__":
    main()
