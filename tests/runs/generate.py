#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""generate.py OUT --set dev|unseen|drawn [--only ID,ID] [--jobs N] [--seed S --faults N --clean N --models NAME,NAME]

Makes the runs of a set, each a folder with case.json, golden and target. Needs torch, transformers and msprobe (README.md).
"""
import argparse
import json
import os
import re
import shutil
import sys

import cases
import drawn
import truth

HERE = os.path.dirname(os.path.abspath(__file__))


def neutral(folder, process):
    """No machine and no process shows in the paths of a dump."""
    site = re.escape(os.path.dirname(os.path.dirname(sys.modules["torch"].__file__)))
    library = re.escape(os.path.dirname(os.__file__))
    changes = [(re.compile(site), "/opt/env/site-packages"), (re.compile(library), "/usr/lib/python3"),
               (re.compile(re.escape(HERE)), "/home/user/train"), (re.compile(r'"[^"]*/step(\d+)/(\w+)/dump_tensor_data"'), r'"./step\1/\2/dump_tensor_data"')]
    for here, folders, files in os.walk(folder, topdown=False):
        for name in files:
            if name.endswith(".json"):
                path = os.path.join(here, name)
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                for pattern, instead in changes:
                    text = pattern.sub(instead, text)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
        for name in folders:
            if re.fullmatch(r"proc\d+", name):
                os.rename(os.path.join(here, name), os.path.join(here, process))


def cut(folder, entries):
    """What a run leaves behind that ended before the rest was written."""
    for here, _, files in os.walk(folder):
        if "dump.json" not in files:
            continue
        path = os.path.join(here, "dump.json")
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        document["data"] = dict(list(document["data"].items())[:entries])
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)


def make(spec, out):
    import training
    folder, work = os.path.join(out, spec["id"]), os.path.join(out, ".work", spec["id"])
    for old in (folder, work):
        shutil.rmtree(old, ignore_errors=True)
    os.makedirs(work)
    training.dump(spec, "golden", os.path.join(work, "golden"))
    if spec.get("same"):
        shutil.copytree(os.path.join(work, "golden"), os.path.join(work, "target"))
    else:
        training.dump(spec, "target", os.path.join(work, "target"))
    case = {"id": spec["id"], "task": spec["question"], "expected": spec["expected"], "framework": "pytorch", "model": spec["model"],
            "level": spec["level"], "summary": "tensor" if spec["task"] == "tensor" else spec["mode"], "noise": spec["noise_text"], "culprits": [],
            "rank": None, "step": None, "where": spec.get("fault", {}).get("at"), "detail": spec["detail"]}
    if spec.get("finite") and truth.anywhere(truth.load(os.path.join(work, "target"))):
        print("%s: has NaN of its own" % spec["id"], flush=True)  # as Adam makes of float16
        return
    if spec.get("shards") and not spec.get("all_shards"):
        # one rank of two against the run of one
        shutil.rmtree(os.path.join(work, "target", "step0", "rank1"))
        case["shapes"] = True
    if spec.get("micro_batches"):
        case["shapes"] = True
    if spec.get("fault"):
        # Checksums show every bit; but msprobe takes them late, and experts, all-reduces and batch norms change tensors in place meanwhile.
        in_place = spec["model"] in ("mixtral", "convnet", "resnet") or spec.get("ranks")
        how = {"task": "statistics", "summary": "statistics" if in_place else "md5"}
        of_optimizer = spec["fault"]["at"] in ("setting", "skipped")
        if of_optimizer:
            how["level"] = "mix"  # modules show all parameters
        sides = []
        for role in ("target", "control") if spec["noise"] == "none" else ("target", "control", "golden"):
            place = os.path.join(work, "truth-" + role)
            training.dump(spec, role, place, **how)
            sides.append(truth.load(place))
        sides += sides[1:] if len(sides) == 2 else []
        case["culprits"], case["step"], case["rank"] = truth.culprits(spec, sides[0], sides[1])
        # what makes a mask infinite is at fault, but NaN is born where the mask is used
        case["births"] = case["culprits"][:1] if spec["fault"]["at"] == "mask" else case["culprits"]
        if of_optimizer:
            case["says"] = ["the optimizer", "weight decay"]
            case["step"], ratio = truth.moved(case["step"], case["rank"], *sides)
        else:
            ratio = truth.ratio(case["culprits"], case["step"], case["rank"], *sides)
        case["ratio_to_noise"] = None if ratio in (None, float("inf")) else ratio
        if ratio is not None and ratio < 3 and spec["expected"] == "fault":
            print("%s: only %.3g times the noise" % (spec["id"], ratio), flush=True)
            if spec["id"].startswith("f"):
                return
    if spec.get("kept_entries"):
        cut(os.path.join(work, "target"), spec["kept_entries"])
    os.makedirs(folder)
    for side, process in (("golden", "proc1001"), ("target", "proc1002")):
        neutral(os.path.join(work, side), process)
        shutil.move(os.path.join(work, side), os.path.join(folder, side))
    with open(os.path.join(folder, "case.json"), "w", encoding="utf-8") as file:
        json.dump(case, file, indent=1)
    if not os.environ.get("KEEP_WORK"):
        shutil.rmtree(work)
    print("%s %s %s" % (spec["id"], spec["expected"], case["culprits"]), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--set", choices=["dev", "unseen", "drawn"], default="dev")
    parser.add_argument("--seed", type=int, default=20261124, help="of unseen and drawn")
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--clean", type=int, default=22)
    parser.add_argument("--kinds", choices=sorted(drawn.KINDS), default="all", help="of drawn")
    parser.add_argument("--models", help="of drawn; all if it is left out")
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    models = options.models.split(",") if options.models else None
    specs = {"dev": cases.dev, "unseen": lambda: cases.unseen(options.seed),
             "drawn": lambda: drawn.drawn(options.seed, options.faults, options.clean, models, options.kinds)}[options.set]()
    if options.only:
        specs = [spec for spec in specs if spec["id"] in options.only.split(",")]
    import training
    waiting, failed = list(specs), []
    running = {}
    while waiting or running:
        while waiting and len(running) < options.jobs:
            spec = waiting.pop(0)
            running[training.child(lambda spec=spec: make(spec, options.out))] = spec["id"]
        pid, status = os.wait()
        if pid in running:
            name = running.pop(pid)
            failed += [name] if status else []
    print("failed: %s" % ", ".join(failed) if failed else "all made", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
