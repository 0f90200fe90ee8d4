# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of dumps on another machine share: CLI SAMPLE [TEST...] of their command line, a folder to work in, and
`serve` started by a stand-in for ssh."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

cli = os.path.realpath(sys.argv[1])
sample = os.path.realpath(sys.argv[2])
work = pathlib.Path(tempfile.mkdtemp(prefix="dumpscope-remote-"))
MARK = b"\ndumpscope-serve\n"
CODES = {0, 1, 2, 3, 4, 5, 130}
failures = []
checks = 0


def check(holds, what):
    global checks
    checks += 1
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def script(name, text):
    path = work / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def run(*words, ssh=None, cwd=None, env=None):
    before = ["--ssh", ssh] if ssh else []
    return subprocess.run([cli, *before, *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=60 * rarely,
                          cwd=cwd or work, env=env)


def remote(path, host="there"):
    return f"ssh://{host}{path}"

# A program that starts slowly, as with a sanitizer, is tried less often and has more time.
rarely = 1
begun = time.monotonic()
run("--version")
rarely = 5 if time.monotonic() - begun > 0.1 else 1

# What ssh would do, without the other machine.
(work / "home").mkdir()
(work / "tmp").mkdir()
direct = script("direct", f'#!/bin/sh\ncd "{work}/home" || exit 1\nHOME="{work}/home" TMPDIR="{work}/tmp" exec "{cli}" serve --stdio\n')


def run_tests(*tests):
    """Runs those that the command line names, or all; the exit code."""
    try:
        for test in tests:
            if sys.argv[3:] and test.__name__ not in sys.argv[3:]:
                continue
            start = time.monotonic()
            test()
            print(f"{test.__name__}: {time.monotonic() - start:.1f} s")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{checks - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0
