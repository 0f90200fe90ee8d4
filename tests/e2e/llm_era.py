#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""llm_era.py CLI DATA: dumps of the LLM era (docs/formats/llm-era.md 1 and the following) show what their facts.json says.

DATA holds a folder for each format. Its `facts.json` lists `roots`, each with the rows that `stat ROOT --json` must
give. A row is found by `file`, then by those of `op_name`, `io`, `slot`, `occurrence`, `step`, `rank`, `model` and
`op_type` that it names; every further key is a fact about it: `dtype`, `shape`, `min`, `max`, `mean`, `l2norm`,
`nan_count`, `state` (alternatives between |), `problem` (true: there is a sentence), `sha256` (of the values in C order
as `show --as npy` writes them), `no_tensor` (the file gives no values). A root may also say `row_count`, `exit`
(allowed codes, otherwise 0), `problem_mentions` and `graph` (nodes that `graph FILE --json` names). `compare` lists
pairs that `compare` must find: file, io and slot of the target, file of the golden side. The facts come from the tools
that wrote the dumps, or from generators that do not know Dumpscope.
"""
import hashlib
import json
import math
import pathlib
import subprocess
import sys
import tempfile

NAMES = ("op_name", "io", "slot", "occurrence", "step", "rank", "model", "op_type")
FIGURES = ("min", "max", "mean", "l2norm")
WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def number(value):
    return WORDS.get(value, value) if isinstance(value, str) else value


def alternatives(wanted):
    if not isinstance(wanted, str) or "|" not in wanted:
        return [number(wanted)]
    return [None if word == "null" else number(word) for word in wanted.split("|")]


def is_near(value, wanted, tolerance):
    value = number(value)
    if not isinstance(value, (int, float)) or not isinstance(wanted, (int, float)):
        return value == wanted
    both_nan = math.isnan(value) and math.isnan(wanted)
    return both_nan or value == wanted or abs(value - wanted) <= tolerance + 1e-6 * abs(wanted)


def payload(path):
    """Bytes behind the header of a .npy file in C order."""
    content = path.read_bytes()
    assert content.startswith(b"\x93NUMPY"), "no .npy file"
    wide = content[6] > 1
    length = int.from_bytes(content[8:12 if wide else 10], "little")
    begin = (12 if wide else 10) + length
    assert b"'fortran_order': False" in content[:begin], "not in C order"
    return content[begin:]


class Checker:
    def __init__(self, cli, scratch):
        self.cli, self.scratch = cli, scratch
        self.facts, self.wrong = 0, []

    def check(self, holds, text):
        self.facts += 1
        if not holds:
            self.wrong.append(text)

    def run(self, *arguments):
        return subprocess.run([self.cli, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=300)

    def values(self, root, tensor):
        out = self.scratch / "values.npy"
        out.unlink(missing_ok=True)
        self.run("show", root, tensor, "--as", "npy", "-o", out)
        return hashlib.sha256(payload(out)).hexdigest() if out.exists() else None

    def root(self, folder, facts):
        root = folder / facts["root"]
        result = self.run("stat", root, "--json")
        try:
            document = json.loads(result.stdout)
        except ValueError:
            document = {"rows": [], "problems": []}
        rows, problems = document["rows"], document["problems"]
        self.check(result.returncode in facts.get("exit", [0]), f"{root}: exit code {result.returncode}")
        if "row_count" in facts:
            self.check(len(rows) == facts["row_count"], f"{root}: {len(rows)} rows, not {facts['row_count']}")
        for text in facts.get("problem_mentions", []):
            self.check(any(text in json.dumps(problem, ensure_ascii=False) for problem in problems), f"{root}: nothing names {text}")
        used = set()
        for wanted in facts["rows"]:
            self.row(root, rows, problems, wanted, used)
        for graph in facts.get("graph", []):
            self.graph(root / graph["file"], graph["names"])

    def row(self, root, rows, problems, wanted, used):
        name = f"{root}: " + " ".join(str(wanted[key]) for key in ("file", *NAMES) if key in wanted)
        found = [row for row in rows if "file" not in wanted or row["file"] == wanted["file"]]
        if wanted.get("no_tensor"):
            self.check(not any(row["state"] == "ok" and row["elements"] for row in found), f"{name}: a tensor")
            return
        for key in NAMES:
            if key not in wanted:
                continue
            fitting = [row for row in found if row.get(key) == wanted[key]]
            self.check(fitting, f"{name}: {key} is none of {sorted({str(row.get(key)) for row in found})[:4]}")
            found = fitting or found
        if not found:
            self.check(False, f"{name}: no such row")
            return
        row = next((row for row in found if row["id"] not in used), found[0])
        used.add(row["id"])
        for key in ("dtype", "shape", "nan_count", *FIGURES):
            if key in wanted:
                tolerance = wanted.get("tol", 1e-9) if key in FIGURES else 0
                self.check(any(is_near(row.get(key), one, tolerance) for one in alternatives(wanted[key])),
                           f"{name}: {key} is {row.get(key)}, not {wanted[key]}")
        if "state" in wanted:
            self.check(row["state"] in wanted["state"].split("|"), f"{name}: state is {row['state']}, not {wanted['state']}")
        if wanted.get("problem"):
            told = row["problem"] or any(problem["place"].startswith(row["file"]) for problem in problems)
            self.check(told, f"{name}: no problem is told")
        if "sha256" in wanted:
            self.check(self.values(root, row["id"]) == wanted["sha256"], f"{name}: other values")

    def graph(self, file, names):
        try:
            document = json.loads(self.run("graph", file, "--json").stdout)
        except ValueError:
            document = {"graphs": []}
        nodes = {node["name"] for graph in document["graphs"] for node in graph["nodes"]}
        for name in names:
            self.check(name in nodes, f"{file}: no node {name}")

    def compare(self, folder, facts):
        target, golden = folder / facts["target"], folder / facts["golden"]
        try:
            document = json.loads(self.run("compare", target, golden, "--json", "--fail-on", "never").stdout)
        except ValueError:
            document = {"pairs": []}
        partner = {(pair["target_id"].split("#")[0], pair["io"], pair["slot"]): pair["golden_id"].split("#")[0]
                   for pair in document["pairs"]}
        for file, io, slot, wanted in facts["pairs"]:
            found = partner.get((file, io, slot))
            self.check(found == wanted, f"{target}: {file}:{io}:{slot} is paired with {found}, not {wanted}")


def main(cli, data):
    with tempfile.TemporaryDirectory() as scratch:
        checker = Checker(cli, pathlib.Path(scratch))
        for facts in sorted(pathlib.Path(data).glob("*/facts.json")):
            known = json.loads(facts.read_text())
            for root in known["roots"]:
                checker.root(facts.parent, root)
            for sides in known.get("compare", []):
                checker.compare(facts.parent, sides)
    for text in checker.wrong[:30]:
        print(text)
    print(f"{checker.facts - len(checker.wrong)} of {checker.facts} facts")
    return 1 if checker.wrong or not checker.facts else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
