#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""overflow_check.py CASES_DIR: what msprobe's own overflow_check says about the cases, beside the truth. Needs msprobe."""
import contextlib
import io
import json
import os
import sys
import tempfile

from msprobe.overflow_check.analyzer import OverFlowCheck


def named(folder):
    """-> [(rank, operator)] for the first step that msprobe finds something in, and that step"""
    for step in sorted(os.listdir(folder)):
        with tempfile.TemporaryDirectory() as out, contextlib.redirect_stdout(io.StringIO()):
            OverFlowCheck(os.path.join(folder, step), out).analyze()
            for name in os.listdir(out):
                with open(os.path.join(out, name), encoding="utf-8") as file:
                    found = json.load(file)
                return [(rank, node["op_name"]) for rank, nodes in found.items() for node in (nodes if isinstance(nodes, list) else [nodes])], int(step[4:])
    return [], None


def main():
    agree = asked = 0
    for name in sorted(os.listdir(sys.argv[1])):
        path = os.path.join(sys.argv[1], name, "case.json")
        if not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8") as file:
            case = json.load(file)
        if case["expected"] != "nan":
            continue
        try:
            nodes, step = named(os.path.join(sys.argv[1], name, "target"))
        except Exception as error:  # pylint: disable=broad-except
            nodes, step = [("?", "%s: %s" % (type(error).__name__, error))], None
        right = bool(nodes) and step == case["step"] and nodes[0][1] in case.get("births", case["culprits"])
        asked, agree = asked + 1, agree + right
        print("%s %s: truth step %s rank %s %s; msprobe step %s %s" % (
            name, "agrees" if right else "DIFFERS", case["step"], case["rank"], case.get("births", case["culprits"]), step, nodes[:3]))
    print("msprobe's overflow_check agrees in %d of %d" % (agree, asked))


if __name__ == "__main__":
    main()
