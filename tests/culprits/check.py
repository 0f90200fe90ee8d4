#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py DUMPSCOPE_CLI FOLDER: generates 16 cases into FOLDER and fails when more than one of 10 culprits is not first
or a clean control has a suspect."""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    cli, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), folder, "--faults", "10", "--clean", "6", "--seed", "5"], check=True)
    score = subprocess.run([sys.executable, os.path.join(HERE, "score.py"), cli, folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    print(score)
    found = re.match(r"top-1 (\d+)/10, top-3 \d+/10, false alarms (\d+)/6", score)
    return 0 if found and int(found[1]) >= 9 and int(found[2]) == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
