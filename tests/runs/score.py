#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""score.py DUMPSCOPE_CLI CASES_DIR [--totals] [-o SCORE.json]

Runs `compare` and `overflow` on every folder of CASES_DIR that has a case.json and judges what they say (README.md says
what is measured). Target and golden of a case are folders or .zip files. Standard library only.
"""
import argparse
import io
import json
import os
import re
import subprocess
import tempfile
import zipfile

TOTALS = {
    "clean": "clean comparisons quiet (exit 0, no suspect, no warning)",
    "clean_overflow": "clean runs without a birth in overflow",
    "nan_suspect": "NaN: the first suspect of compare is right",
    "nan_birth": "NaN: the first birth of overflow is right",
    "checksums": "checksums believed (what differs is told, what is equal passes)",
    "fault_first": "faults named first",
    "fault_three": "faults named among three",
    "incomplete": "incomplete dumps: exit 4",
    "shapes": "no pair of impossible shapes is judged",
}


def run(cli, arguments):
    """-> exit code and the JSON document, or None where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "document.json")
        with open(path, "wb") as file:
            code = subprocess.run([cli] + arguments + ["--json", "--progress", "none"], stdout=file, stderr=subprocess.DEVNULL).returncode
        try:
            with open(path, encoding="utf-8") as file:
                return code, json.load(file)
        except ValueError:
            return code, None


def side(folder, name):
    path = os.path.join(folder, name)
    return path if os.path.isdir(path) else path + ".zip"


def same(a, b):
    return re.sub(r"[/_]+", "_", a) == re.sub(r"[/_]+", "_", b)


def right(named, case, key="culprits"):
    for where in ("step", "rank"):
        if case.get(where) is not None and named.get(where) is not None and named[where] != case[where]:
            return False
    if case.get("says"):
        return any(word in named["why"] for word in case["says"])
    return any(same(named["op_name"], name) for name in case.get(key, case["culprits"]))


def place(named):
    parts = ["%s%d" % (key, named[key]) for key in ("step", "rank") if named.get(key) is not None]
    return "/".join(parts + [named["op_name"]])


# What the dumps themselves record, read without Dumpscope.
def dump_files(path):
    if os.path.isdir(path):
        for folder, _, names in os.walk(path):
            for name in names:
                if name == "dump.json":
                    full = os.path.join(folder, name)
                    with open(full, encoding="utf-8") as file:
                        yield os.path.relpath(full, path), json.load(file)
        return
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith("dump.json"):
                with archive.open(name) as file:
                    yield name, json.load(io.TextIOWrapper(file, "utf-8"))


def leaves(node, tail=()):
    """The tensors among the arguments or results of an entry: (place, checksum)."""
    if isinstance(node, dict) and "md5" in node:
        yield tail, (node.get("dtype"), node["md5"])
    elif isinstance(node, (dict, list)):
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(child, tail + (key,))


def half(name, part):
    return "made" if part == "output" or ".parameters_grad" in name else "given"


def recorded(path):
    """{(step, rank, entry, given or made): {place: checksum}}"""
    found = {}
    for file, document in dump_files(path):
        step = re.search(r"step(\d+)", file)
        rank = re.search(r"rank(\d+)", file)
        where = (int(step.group(1)) if step else None, int(rank.group(1)) if rank else None)
        for name, content in document.get("data", {}).items():
            for part, node in content.items():
                found.setdefault(where + (name, half(name, part)), {}).update(leaves(node, (part,)))
    return found


def judge_checksums(document, folder):
    """-> how many tensors differ and how many of them are told, how many are equal and how many of them pass.
    Counted by operator and side of it, since a pair does not say under which place of the file it stands."""
    target, golden = recorded(side(folder, "target")), recorded(side(folder, "golden"))
    verdicts = {}
    for pair in document["pairs"]:
        key = (pair["step"], pair["rank"], pair["op_name"], "made" if pair["io"] in ("output", "gradient") else "given")
        verdicts.setdefault(key, []).append(pair["verdict"])
    differ = told = equal = passed = 0
    for key, checksums in target.items():
        others = golden.get(key, {})
        # of another type they say nothing
        both = [(checksums[place], others[place]) for place in checksums if place in others and checksums[place][0] == others[place][0]]
        wrong = sum(one != other for one, other in both)
        right_ones = sum(one == other for one, other in both)
        said = verdicts.get(key, [])
        differ += wrong
        told += min(wrong, sum(verdict in ("fail", "warn") for verdict in said))
        equal += right_ones
        passed += min(right_ones, sum(verdict == "pass" for verdict in said))
    return differ, told, equal, passed


def product(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


def impossible(pair):
    shapes = pair["shape"]
    return None not in shapes and product(shapes[0]) != product(shapes[1])


def say(document):
    """What the conclusion says, in a few words."""
    summary = document["summary"]
    first = document["suspects"][0] if document["suspects"] else None
    words = "%d pass %d warn %d fail %d n/c, unpaired %d/%d" % tuple(summary[key] for key in (
        "pass", "warn", "fail", "not_comparable", "unpaired_target", "unpaired_golden"))
    words += "; " + ("suspect %s: %s" % (place(first), first["why"]) if first else "no suspect")
    divergence = document.get("first_divergence")
    words += "; diverges at %s" % place(divergence) if divergence else ""
    conclusion = document.get("conclusion")
    return words + ("; conclusion %s" % json.dumps(conclusion)[:300] if conclusion else "")


def judge(cli, folder, case, totals, lines):
    verdicts, said = [], []

    def count(what, good):
        totals[what][0] += bool(good)
        totals[what][1] += 1
        verdicts.append(("ok " if good else "WRONG ") + what)

    if case["task"] in ("compare", "both"):
        code, document = run(cli, ["compare", side(folder, "target"), side(folder, "golden")])
        if document is None:
            document = {"pairs": [], "suspects": [], "summary": dict.fromkeys(
                ("pass", "warn", "fail", "not_comparable", "unpaired_target", "unpaired_golden"), 0)}
        found = document["suspects"]
        position = next((i for i, suspect in enumerate(found) if right(suspect, case)), None)
        if case["expected"] == "clean":
            # a part of a parallel run may be mostly incomparable
            accused = found or document.get("conclusion", {}).get("kind") == "warnings"
            count("clean", (code == 0 or code == 4 and case.get("shapes")) and not accused)
        elif case["expected"] == "nan":
            count("nan_suspect", position == 0)
        elif case["expected"] == "fault":
            count("fault_first", position == 0)
            count("fault_three", position is not None and position < 3)
        elif case["expected"] == "incomplete":
            count("incomplete", code == 4)
        if case["summary"] in ("md5", "xor"):
            differ, told, equal, passed = judge_checksums(document, folder)
            count("checksums", code in (0, 1, 4) and told == differ and passed == equal)
            said.append("checksums: %d of %d that differ are told, %d of %d equal pass" % (told, differ, passed, equal))
        odd = [pair for pair in document["pairs"] if impossible(pair)]
        if case.get("shapes"):
            judged = sum(pair["verdict"] != "not-comparable" for pair in odd)
            count("shapes", odd and judged == 0)
            said.append("%d of %d pairs of impossible shapes judged" % (judged, len(odd)))
        said.append("exit %d, %s" % (code, say(document)))
    if case["task"] in ("overflow", "both"):
        code, document = run(cli, ["overflow", side(folder, "target")])
        scan = document["value_scan"] if document else []
        born = [entry for entry in scan if entry["origin"] == "born"]
        first = document.get("first_born") if document else None
        if isinstance(first, str):
            first = next((entry for entry in scan if entry["id"] == first), None)
        first = first or (born[0] if born else None)
        if case["expected"] == "nan":
            count("nan_birth", first is not None and right(first, case, "births"))
        elif case["expected"] in ("clean", "fault"):
            count("clean_overflow", document is not None and not born)
        said.append("overflow: %d births%s" % (len(born), ", first %s (%s)" % (place(first), first.get("why")) if first else ""))
    lines.append("%s [%s]\n    is %s (%s; %s %s %s)\n    %s" % (
        case["id"], ", ".join(verdicts), (case["culprits"] or [case["expected"]])[0],
        case["detail"], case["level"], case["summary"], case["noise"], "\n    ".join(said)))


def score(cli, cases):
    totals = {what: [0, 0] for what in TOTALS}
    lines = []
    for name in sorted(os.listdir(cases)):
        path = os.path.join(cases, name, "case.json")
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                judge(cli, os.path.join(cases, name), json.load(file), totals, lines)
    return totals, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("cases")
    parser.add_argument("--totals", action="store_true", help="totals only, no case")
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    totals, lines = score(options.cli, options.cases)
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            json.dump(totals, file, indent=1)
    if not options.totals:
        print("\n".join(lines))
    for what, words in TOTALS.items():
        print("%-65s %d/%d" % (words, *totals[what]))


if __name__ == "__main__":
    main()
