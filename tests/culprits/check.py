#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py DUMPSCOPE_CLI FOLDER: generates 28 cases into FOLDER and fails when more than one of 10 culprits, or one of 8 in
two ranks and steps, is not first or a clean control has a suspect or is not called clean."""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def good(cli, folder, program, faults, clean, most_missed, *options):
    command = [sys.executable, os.path.join(HERE, program), folder, "--faults", str(faults), "--clean", str(clean)]
    subprocess.run(command + list(options), check=True)
    score = subprocess.run([sys.executable, os.path.join(HERE, "score.py"), cli, folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    print(score)
    found = re.match(r"top-1 (\d+)/(\d+), top-3 \d+/\d+, false alarms (\d+)/(\d+), clean read clean (\d+)/", score)
    counts = [int(text) for text in found.groups()] if found else [0] * 5
    return counts[1] == faults and counts[3] == clean and counts[0] >= faults - most_missed and counts[2] == 0 and counts[4] == clean


def main():
    cli, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    nets = good(cli, os.path.join(folder, "nets"), "generate.py", 10, 6, 1, "--seed", "5")
    parallel = good(cli, os.path.join(folder, "parallel"), "parallel.py", 8, 4, 0, "--seed", "1")
    return 0 if nets and parallel else 1


if __name__ == "__main__":
    sys.exit(main())
