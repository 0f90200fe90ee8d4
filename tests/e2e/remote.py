#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""remote.py CLI SAMPLE [TEST...]: commands for dumps on another machine give what they give there.

The other machine is this one: `serve` started by a stand-in for ssh, which also breaks and delays what comes back, and at
the end a real OpenSSH server on 127.0.0.1 with keys of its own (skipped where there is none)."""
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import time
import zipfile

from remote_machine import CODES, check, cli, direct, rarely, remote, run, run_tests, sample, script, work


def without_seconds(text):
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, dict) and isinstance(value.get("summary"), dict):
        value["summary"].pop("seconds", None)
    return value


def same_as_here():
    target, golden = f"{sample}/target", f"{sample}/golden"
    tensor = run("ls", target, "--csv", "--columns", "id", "--limit", "1").stdout.decode().splitlines()[1]
    limits = work / "limits.json"
    limits.write_text(json.dumps({"version": 1, "limits": [{"metric": "cosine_similarity", "min": 2}]}))
    file = next(str(path.relative_to(target)) for path in sorted(pathlib.Path(target).rglob("*")) if path.is_file())
    check(run("fetch", target, "--file", file, "--from", "3", "--count", "70").stdout == (pathlib.Path(target) / file).read_bytes()[3:73],
          "fetch: other bytes than the file's")
    summed = run("fetch", target, "--digest", file, "--digest", "nothing").stdout
    check(hashlib.sha256((pathlib.Path(target) / file).read_bytes()).digest() in summed, "fetch: another digest than the file's")
    for words in (["info", "{t}"], ["info", "{t}", "--json"], ["ls", "{t}"], ["ls", "{t}", "{g}", "--json"], ["ls", "{t}", "--csv"],
                  ["show", "{t}", tensor], ["show", "{t}", tensor, "--as", "csv"], ["stat", "{t}", "--jsonl"],
                  ["overflow", "{t}", "--json"], ["overflow", "{t}", "--fail-on", "any"], ["compare", "{t}", "{g}", "--metrics", "all", "--json"],
                  ["compare", "{t}", "{g}", "--limits", str(limits), "--json"], ["graph", "{t}", "--list"], ["repeat", "{t}", "{g}", "--json"],
                  ["fetch", "{t}"], ["fetch", "{t}", "--file", file], ["fetch", "{t}", "--file", file, "--from", "3", "--count", "70"],
                  ["fetch", "{t}", "--file", file, "--from", "999999999"], ["fetch", "{t}", "--file", "../passwd"], ["fetch", "{t}", "--digest", file, "--digest", "nothing"],
                  ["fetch", "{t}", "--digest", "../passwd"],
                  ["fetch", "{t}", "--statistics", tensor, "--statistics", "nothing"], ["fetch", "{t}/nothing"],
                  ["ls", "{t}/nothing"], ["show", "{t}", "nothing"], ["ls", "{t}", "--filter", "nothing:1"], ["stat", "{t}", "--sort", "nothing"]):
        here = run(*[word.format(t=target, g=golden) for word in words])
        there = run(*[word.format(t=remote(target), g=remote(golden)) for word in words], ssh=direct)
        check(here.returncode == there.returncode, f"{words}: exit {there.returncode}, here {here.returncode}: {there.stderr}")
        check(without_seconds(here.stdout) == without_seconds(there.stdout), f"{words}: another output")
        problems = [line for line in there.stderr.splitlines() if b"limits" not in line]
        check(problems == [line for line in here.stderr.splitlines() if b"limits" not in line], f"{words}: {there.stderr}, here {here.stderr}")


def files_come_back():
    target = f"{sample}/target"
    tensor = run("ls", target, "--csv", "--columns", "id", "--limit", "1").stdout.decode().splitlines()[1]
    for place in ("here", "there"):
        (work / place).mkdir()
    for place, path, ssh in (("here", target, None), ("there", remote(target), direct)):
        folder = work / place
        shown = run("show", path, tensor, "--as", "npy", "-o", "x.npy", cwd=folder, ssh=ssh)
        check(shown.returncode == 0, f"show -o: {shown.stderr}")
        converted = run("convert", path, "-o", "npy", cwd=folder, ssh=ssh)
        (folder / "said").write_bytes(converted.stdout)
        check(converted.returncode in (0, 4), f"convert: {converted.stderr}")
        golden = path[:-len("target")] + "golden"
        run("compare", path, golden, "--csv-out", "deep/r.csv", cwd=folder, ssh=ssh)
        (folder / "deep").mkdir(exist_ok=True)
        compared = run("compare", path, golden, "--csv-out", "deep/r.csv", cwd=folder, ssh=ssh)
        check(compared.returncode in (0, 1), f"compare: {compared.stderr}")

    def content(place):
        return {str(path.relative_to(work / place)): path.read_bytes() for path in (work / place).rglob("*") if path.is_file()}
    here, there = content("here"), content("there")
    check(len(here) > 3, f"few files: {list(here)}")
    check(here.keys() == there.keys(), f"other files: {sorted(here.keys() ^ there.keys())[:5]}")
    check([name for name in here if here[name] != there.get(name)] == [], f"other contents: {[name for name in here if here[name] != there.get(name)][:5]}")
    # A different file that is there stays, unless --force is given.
    victim = next(path for path in (work / "there/npy").rglob("*") if path.is_file())
    victim.write_bytes(b"mine")
    kept = run("convert", remote(target), "-o", "npy", cwd=work / "there", ssh=direct)
    check(kept.returncode == 4 and victim.read_bytes() == b"mine", f"a different file was replaced: {kept.stderr}")
    run("convert", remote(target), "-o", "npy", "--force", cwd=work / "there", ssh=direct)
    check(victim.read_bytes() != b"mine", "--force did not replace")
    check(not any((work / "tmp").iterdir()), "left behind in the temporary folder there")


def same_but_for_place(text):
    """The document of a comparison without where its dumps lie and how long it took."""
    value = json.loads(text.replace(b"ssh://there", b"").replace(b"ssh://other", b""))
    value["summary"].pop("seconds", None)
    value["summary"].pop("remote", None)
    return value


def brought_across():
    """What crosses is what is not here."""
    chance = random.Random(23)
    for i in range(8): # 2 and 5 differ; 7 is equal to 2, so that both are brought once
        for side in ("t", "g"):
            npy(work / f"some/{side}/op{i}.npy", 1000)
            values = chance.randbytes(1000) if side == "t" or i in (2, 5, 7) else values
            with open(work / f"some/{side}/op{i}.npy", "r+b") as file:
                file.seek(-1000, os.SEEK_END)
                file.write(values)
    shutil.copy(work / "some/t/op2.npy", work / "some/t/op7.npy")
    document = json.loads(run("compare", remote(f"{work}/some/t"), f"{work}/some/g", "--json", ssh=direct).stdout)
    size = (work / "some/t/op0.npy").stat().st_size
    expected = {"files": 8, "bytes": 8 * size, "equal_files": 6, "brought_bytes": 2 * size}
    check(document["summary"]["remote"] == expected, f"brought: {document['summary']['remote']}, expected {expected}")
    check("remote" not in json.loads(run("compare", f"{work}/some/t", f"{work}/some/g", "--json").stdout)["summary"], "remote figures of dumps here")
    both = json.loads(run("compare", remote(f"{work}/some/t"), remote(f"{work}/some/g", "other"), "--json", ssh=direct).stdout)
    expected = {"files": 16, "bytes": 16 * size, "equal_files": 6, "brought_bytes": 10 * size}
    check(both["summary"]["remote"] == expected, f"brought from two: {both['summary']['remote']}, expected {expected}")
    # Much is said before it is brought, and a little is not.
    npy(work / "much/t/a.npy", 257 << 20)
    npy(work / "much/g/a.npy", 8)
    said = run("compare", remote(f"{work}/much/t"), f"{work}/much/g", "--progress", "plain", ssh=direct)
    check(b"\n1 file, 257 MiB, is brought from there; equal to others here or there: 0\n" in b"\n" + said.stderr, f"much: {said.stderr}")
    silent = run("compare", remote(f"{work}/much/t"), f"{work}/much/g", ssh=direct)
    check(b"is brought from" not in silent.stderr, f"nobody watches: {silent.stderr}")
    little = run("compare", remote(f"{work}/some/t"), f"{work}/some/g", "--progress", "plain", ssh=direct)
    check(b"brought from" not in little.stderr, f"little: {little.stderr}")
    if rarely > 1: # what follows reads gigabytes
        return
    # A file above the limit that is equal to one here is compared.
    npy(work / "equal/t/a.npy", (1 << 30) + 1)
    npy(work / "equal/g/a.npy", (1 << 30) + 1)
    large = run("compare", remote(f"{work}/equal/t"), f"{work}/equal/g", "--json", ssh=direct)
    figures = json.loads(large.stdout)["summary"]
    check(large.returncode == 0 and figures["pass"] == 1 and figures["remote"]["brought_bytes"] == 0, f"a large equal file: {large.returncode} {figures} {large.stderr}")


def compared_across():
    """Dumps on different machines are compared as copies on one machine are."""
    target, golden = f"{sample}/target", f"{sample}/golden"
    (work / "mine.json").write_text(json.dumps({"version": 1, "rules": [{"metric": "cosine_similarity", "op": ">=", "value": 0.5}]}))
    everywhere = ([remote(target), golden], [target, remote(golden)], [remote(target), remote(golden, "other")])
    for more, places in (([], everywhere), (["--metrics", "all", "--top", "3", "--truth", golden], everywhere[2:]), (["--limits", "mine.json"], everywhere[:1]),
                         (["--filter", "op_type:MatMul"], everywhere[1:2])):
        here = run("compare", target, golden, "--json", *more)
        for words in places:
            there = run("compare", *words, "--json", *more, ssh=direct)
            check(there.returncode == here.returncode, f"{words} {more}: exit {there.returncode}, here {here.returncode}: {there.stderr}")
            check(there.returncode in (0, 1) and same_but_for_place(there.stdout) == same_but_for_place(here.stdout), f"{words} {more}: another result")
    written = run("compare", remote(target), golden, "--report", "across.html", "--csv-out", "across.csv", ssh=direct)
    run("compare", target, golden, "--csv-out", "local.csv")
    check(written.returncode == 1 and (work / "across.html").stat().st_size > 10000, f"a report: {written.stderr}")
    check((work / "across.csv").read_bytes() == (work / "local.csv").read_bytes(), "another table")
    for words, said in (([remote(target), "/no/such"], b"/no/such"), ([remote("/no/such"), golden], b"/no/such")):
        missing = run("compare", *words, ssh=direct)
        check(missing.returncode == 3 and said in missing.stderr, f"{words}: {missing.returncode} {missing.stderr}")
    broken = run("compare", remote(target), golden, ssh=script("ends", "#!/bin/sh\nexit 255\n"))
    check(broken.returncode == 3 and b"could not connect to there" in broken.stderr, f"no connection: {broken.returncode} {broken.stderr}")
    # What is brought is said.
    slowly = script("delayed", f"""#!/usr/bin/env python3
import os, subprocess, time
p = subprocess.Popen(["{direct}"], stdout=subprocess.PIPE)
while piece := p.stdout.read1(1 << 16):
    os.write(1, piece)
    time.sleep(0.05)
""")
    said = run("compare", remote(target), golden, "--progress", "plain", ssh=slowly)
    check(b" brought here\n" in said.stderr, f"progress: {said.stderr}")
    # Ctrl+C while files come: what is finished is printed.
    npy(work / "slow/t/a.npy", 1 << 24)
    npy(work / "slow/g/a.npy", 1 << 23)
    with open(work / "slow/t/a.npy", "r+b") as file:
        file.seek(-(1 << 24), os.SEEK_END)
        file.write(random.Random(24).randbytes(1 << 24))
    process = subprocess.Popen([cli, "--ssh", slowly, "compare", remote(f"{work}/slow/t"), f"{work}/slow/g", "--progress", "plain"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(any(b"brought here" in line for line in iter(process.stderr.readline, b"")), "nothing is brought")
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30 * rarely)
    check(process.returncode == 130 and b"interrupted" in err, f"interrupted while files come: {process.returncode} {err}")
    check(time.monotonic() - begun < 5, f"interrupted while files come after {time.monotonic() - begun:.1f} s")
    # A file that is too large to be brought is a row with its reason.
    npy(work / "huge/t/a.npy", (1 << 30) + 1)
    npy(work / "huge/g/a.npy", 8)
    large = run("compare", remote(f"{work}/huge/t"), f"{work}/huge/g", "--json", ssh=direct)
    rows = json.loads(large.stdout)["pairs"]
    check(large.returncode == 4 and len(rows) == 1 and rows[0]["verdict"] == "not-comparable" and "not brought here" in json.dumps(rows[0]),
          f"a large file: {large.returncode} {[row['reason'] for row in rows]} {large.stderr}")
    # What config_check packed beside a run is found there, too.
    for side, version in (("t", "2.1"), ("g", "2.2")):
        npy(work / f"packed/{side}/a.npy", 8)
        with zipfile.ZipFile(work / f"packed/{side}/config_check_pack.zip", "w", zipfile.ZIP_DEFLATED) as package:
            package.writestr("env", "{}")
            package.writestr("pip", f"torch={version}\n")
    here = run("compare", f"{work}/packed/t", f"{work}/packed/g", "--json")
    there = run("compare", remote(f"{work}/packed/t"), remote(f"{work}/packed/g", "other"), "--json", ssh=direct)
    check(b'"2.2"' in here.stdout and same_but_for_place(there.stdout) == same_but_for_place(here.stdout), f"environments: {there.returncode} {there.stderr}")
    # Runs that should be equal: files that are equal do not cross, whichever machines they are on.
    for words in ([target, remote(golden)], [remote(target), remote(golden, "other")], [remote(target), target, remote(target, "other")]):
        here = run("repeat", *[word.split("there")[-1].split("other")[-1] for word in words], "--json")
        there = run("repeat", *words, "--json", ssh=direct)
        check(here.returncode == there.returncode and json.loads(here.stdout) == json.loads(there.stdout), f"repeat {words}: {there.returncode} {there.stderr}")
    noise(work / "equal runs/a.npy", 1 << 22)
    came = work / "came"
    counted = script("counted", f'#!/bin/sh\n"{direct}" | tee -a "{came}"\n')
    same = run("repeat", remote(f"{work}/equal runs"), remote(f"{work}/equal runs", "other"), ssh=counted)
    check(same.returncode == 0 and came.stat().st_size < 1 << 20, f"equal runs: {same.returncode} {same.stderr}, {came.stat().st_size} bytes came")
    # A bundle holds both sides, wherever it lies.
    bundled = run("bundle", target, golden, "--pairs", "0", "-o", "both.zip")
    check(bundled.returncode == 0, f"bundle: {bundled.stderr}")
    whole = run("compare", remote(f"{work}/both.zip"), golden, ssh=direct)
    check(whole.returncode == 2 and b"both sides of a comparison" in whole.stderr, f"a bundle: {whole.returncode} {whole.stderr}")


def words_of_refusals():
    for words, code, said in (
            (["bundle", remote(sample + "/target"), sample + "/golden", "--pairs", "0", "-o", "b.zip"], 2, b"only compare and repeat work with"),
            (["ls", remote(sample + "/target"), remote(sample + "/golden", "other")], 2, b"two machines"),
            (["compare", remote(sample + "/target"), sample + "/golden", "--report", remote("/p.html")], 2, b"--report names a file on another"),
            (["compare", remote(sample + "/target"), sample + "/golden", "--resume", "kept"], 2, b"--resume keeps"),
            (["ls", "ssh://-oProxyCommand=touch%20x/d"], 2, b"no path on another machine"),
            (["capture", "golden", "--model", "ssh://h/m.onnx", "-o", "x"], 2, b"run the command there")):
        refused = run(*words, ssh=direct)
        check(refused.returncode == code and said in refused.stderr, f"{words}: {refused.returncode} {refused.stderr}")
    for code, said in ((127, b"remote install there copies"), (255, b"could not connect to there"), (2, b"too old"), (7, b"before dumpscope-cli answered")):
        ended = run("ls", remote("/d"), ssh=script("ends", f"#!/bin/sh\nexit {code}\n"))
        check(ended.returncode == 3 and said in ended.stderr, f"ssh ends with {code}: {ended.returncode} {ended.stderr}")
    ended = run("ls", "ssh://me@there:22/d", ssh=script("ends", "#!/bin/sh\nexit 255\n"))
    check(b"ends -p 22 me@there by itself" in ended.stderr, f"how to try it: {ended.stderr}")
    unreached = run("remote", "install", "there", "--yes", "--program", cli, ssh=script("ends", "#!/bin/sh\nexit 255\n"))
    check(unreached.returncode == 3 and b"could not connect to there" in unreached.stderr, f"install: {unreached.stderr}")
    missing = run("ls", remote("/d"), ssh="/no/such/ssh")
    check(missing.returncode == 3 and b"/no/such/ssh" in missing.stderr, f"no ssh: {missing.stderr}")
    # What ssh gets: no shell here, nothing of the path.
    args = work / "args"
    run("ls", "ssh://me@h:2222/a b;c", ssh=script("args.sh", f'#!/bin/sh\nprintf "%s\\n" "$@" >"{args}"\nexit 255\n'))
    got = args.read_text().splitlines()
    check(got[:-1] == ["-T", "-p", "2222", "-l", "me", "--", "h"] and "serve --stdio" in got[-1], f"arguments of ssh: {got}")


# --- Interruptions and slow readers.

def npy(path, elements):
    """A tensor of zeros that takes no room."""
    header = ("{'descr': '|i1', 'fortran_order': False, 'shape': (%d,), }" % elements).ljust(117) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    os.truncate(path, path.stat().st_size + elements)


def noise(path, elements):
    """A tensor that no compression makes smaller."""
    npy(path, elements)
    with open(path, "r+b") as file:
        file.seek(-elements, os.SEEK_END)
        file.write(random.Random(elements).randbytes(elements))


def children_of(pid):
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = open(f"/proc/{entry}/stat").read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == pid and fields[0] != "Z":
                found += [int(entry), *children_of(int(entry))]
    return found


def wait_for(condition, seconds=20):
    until = time.monotonic() + seconds * rarely
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.01)
    return False


def long_running():
    npy(work / "long/a.npy", 1 << 38)
    process = subprocess.Popen([cli, "--ssh", direct, "stat", remote(f"{work}/long"), "--progress", "plain"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    first = process.stderr.readline()
    check(first.startswith(b"Computing statistics"), f"progress does not come: {first}")
    return process, children_of(process.pid)


def is_gone(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def interruptions():
    process, children = long_running()
    check(len(children) >= 2, f"processes: {children}")
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30 * rarely)
    check(process.returncode == 130 and b"interrupted" in err, f"interrupted: {process.returncode} {err}")
    check(time.monotonic() - begun < 5, f"interrupted after {time.monotonic() - begun:.1f} s")
    check(wait_for(lambda: all(map(is_gone, children))), "left behind after an interruption")
    # The client dies: nothing goes on there.
    process, children = long_running()
    process.kill()
    process.communicate()
    check(wait_for(lambda: all(map(is_gone, children))), "left behind after the client's death")
    # The connection dies: the client says so.
    process, children = long_running()
    for child in children:
        os.kill(child, signal.SIGKILL)
    out, err = process.communicate(timeout=30 * rarely)
    check(process.returncode == 3 and b"broke before the command ended" in err, f"a dead connection: {process.returncode} {err}")
    # The command there is killed, as by a system without memory: that is no refusal.
    process, children = long_running()
    os.kill(children[-1], signal.SIGKILL)
    out, err = process.communicate(timeout=30 * rarely)
    check(process.returncode == 3 and b"on there the command was ended by signal 9" in err, f"a killed command: {process.returncode} {err}")
    # The server is killed: its command ends, and the next one removes its folder.
    npy(work / "long/a.npy", 1 << 38)
    process = subprocess.Popen([cli, "--ssh", direct, "compare", remote(f"{work}/long"), remote(f"{work}/long"), "--csv-out", "gone.csv"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work)
    check(wait_for(lambda: len(children_of(process.pid)) >= 2 and any((work / "tmp").iterdir())), "no command runs")
    children = children_of(process.pid)
    os.kill(children[0], signal.SIGKILL)
    process.communicate(timeout=30 * rarely)
    check(wait_for(lambda: all(map(is_gone, children))), "a command goes on without its server")
    run("ls", remote(f"{sample}/target"), ssh=direct)
    check(not any((work / "tmp").iterdir()), f"folders of a killed server stay: {list((work / 'tmp').iterdir())}")
    # While files arrive, slowly.
    npy(work / "large/a.npy", 1 << 25)
    slowly = script("slowly", f"""#!/usr/bin/env python3
import os, subprocess, sys, time
p = subprocess.Popen(["{direct}"], stdout=subprocess.PIPE)
while piece := p.stdout.read1(1 << 12):
    os.write(1, piece)
    time.sleep(0.005)
""")
    process = subprocess.Popen([cli, "--ssh", slowly, "show", remote(f"{work}/large"), "--as", "npy", "-o", "slow.npy"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work)
    check(wait_for(lambda: list(work.glob(".slow.npy*.part"))), "nothing arrives slowly")
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30 * rarely)
    check(process.returncode == 130 and b"interrupted" in err, f"interrupted while files arrive: {process.returncode} {err}")
    check(time.monotonic() - begun < 5, f"interrupted while files arrive after {time.monotonic() - begun:.1f} s")
    check(not list(work.glob(".slow.npy*")) and not (work / "slow.npy").exists(), "half a file stays")
    # While files of a folder arrive: what the command printed counts files that do not come.
    for i in range(20): # more than may be under way
        noise(work / f"folder/op{i:02}.npy", 1 << 18)
    process = subprocess.Popen([cli, "--ssh", slowly, "convert", remote(f"{work}/folder"), "-o", "arriving"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work)
    check(wait_for(lambda: list(work.glob("arriving/op00.npy"))), "no file arrives slowly")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30 * rarely)
    came = len(list((work / "arriving").iterdir()))
    check(process.returncode == 130 and out == b"" and f"{came} of 20 files that the command wrote on there are here".encode() in err,
          f"interrupted while {came} files of a folder arrive: {process.returncode} {out} {err}")
    # While ssh still connects.
    process = subprocess.Popen([cli, "--ssh", script("waits", f'#!/bin/sh\ntouch "{work}/waits.begun"\nexec sleep 1000\n'), "ls", remote("/d")],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(wait_for((work / "waits.begun").exists), "ssh is not started")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30 * rarely)
    check(process.returncode == 130, f"interrupted while connecting: {process.returncode}")


def slow_reader():
    """A reader that takes nothing holds the command up, and nothing piles up on the way."""
    npy(work / "wide/a.npy", 1 << 22)
    with open(work / "wide/a.npy", "r+b") as wide: # zeros would be compressed to nothing
        wide.seek(-(1 << 22), os.SEEK_END)
        wide.write(random.Random(22).randbytes(1 << 22))
    counted = work / "counted"
    counting = script("counting", f'#!/bin/sh\n"{cli}" serve --stdio | tee "{counted}"\n')
    process = subprocess.Popen([cli, "--ssh", counting, "show", remote(f"{work}/wide"), "--as", "csv"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(wait_for(lambda: counted.exists() and counted.stat().st_size > 1 << 17), "nothing arrives")
    sizes = []

    def is_still():
        sizes.append(counted.stat().st_size)
        return len(sizes) > 40 and sizes[-1] == sizes[-40]
    check(wait_for(is_still, 30), f"a slow reader does not hold it up: {sizes[-1]}")
    check(sizes[-1] < 4 << 20, f"{sizes[-1]} bytes are under way")
    process.stdout.close() # and goes away
    process.stderr.read()
    check(process.wait(30 * rarely) in CODES, "the end of a slow reader")


def full_disks():
    """What is full is named, and what did not arrive is not counted."""
    for i, elements in enumerate((1000, 1 << 18, 2000)):
        noise(work / f"rooms/op{i}.npy", elements)

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, resource.RLIM_INFINITY))
    roomy = script("roomy", f'#!/bin/sh\nulimit -S -f unlimited\nexec "{direct}"\n')
    done = subprocess.run([cli, "--ssh", roomy, "convert", remote(f"{work}/rooms"), "-o", "filled"], preexec_fn=limited,
                          stdin=subprocess.DEVNULL, capture_output=True, cwd=work, timeout=60 * rarely)
    check(done.returncode == 4 and done.stdout == b"" and b"error: filled/op1.npy: " in done.stderr
          and b"2 of 3 files that the command wrote on there are here" in done.stderr, f"no room here: {done}")
    check(sorted(path.name for path in (work / "filled").iterdir()) == ["op0.npy", "op2.npy"], "files where there is no room")
    # There: a small disk needs a namespace of its own.
    inside = ["unshare", "-rm", "sh", "-c"]
    (work / "small").mkdir()
    mount = f'mount -t tmpfs -o size=64k none "{work}/small" && '
    if shutil.which("unshare") is None or subprocess.run([*inside, mount + "true"], capture_output=True).returncode != 0:
        print("skipped: no small disk can be made here")
        return
    crowded = script("crowded", f'#!/bin/sh\ncd "{work}/home" || exit 1\nHOME="{work}/home" TMPDIR="{work}/small" exec "{cli}" serve --stdio\n')
    done = subprocess.run([*inside, mount + f'exec "{cli}" --ssh "{crowded}" convert "{remote(str(work / "rooms"))}" -o crowded.out'],
                          stdin=subprocess.DEVNULL, capture_output=True, cwd=work, timeout=60 * rarely)
    check(done.returncode == 4 and f"first, in {work}/small: free some space there, or set TMPDIR there".encode() in done.stderr
          and b"choose another place with -o" not in done.stderr, f"no room there: {done}")


# --- A real server.

def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def real_server():
    sshd = shutil.which("sshd") or next((path for path in ("/usr/sbin/sshd",) if os.access(path, os.X_OK)), None)
    if not sshd or not shutil.which("ssh") or not shutil.which("ssh-keygen"):
        print("skipped: no OpenSSH server and client for the real connection")
        return
    place = work / "sshd"
    place.mkdir(mode=0o700)
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", place / key], check=True)
    shutil.copy(place / "user.pub", place / "authorized")
    if os.geteuid() == 0:
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    port, second = free_port(), free_port()
    # Of a build with shared libraries a copy finds none beside it.
    libraries = pathlib.Path(cli).parent.parent / "lib/dumpscope"
    home = work / "other home"
    home.mkdir()
    os.symlink(os.path.dirname(cli), work / "bin")
    (place / "config").write_text(f"""Port {port}
Port {second}
ListenAddress 127.0.0.1
HostKey {place}/host
AuthorizedKeysFile {place}/authorized
PidFile {place}/pid
StrictModes no
UsePAM no
PasswordAuthentication no
SetEnv HOME="{home}" PATH={work}/bin:/usr/bin:/bin TMPDIR={work}/tmp LD_LIBRARY_PATH="{libraries}"
""")
    server = subprocess.Popen([sshd, "-D", "-e", "-f", place / "config"], stderr=(place / "log").open("wb"))
    try:
        (place / "client").write_text(f"""Host there
Port {port}
Host other
Port {second}
Host *
HostName 127.0.0.1
IdentityFile {place}/user
IdentitiesOnly yes
UserKnownHostsFile {place}/known
StrictHostKeyChecking accept-new
""")
        ssh = script("ssh", f'#!/bin/sh\nexec ssh -F "{place}/client" "$@"\n')

        def listens():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0 or server.poll() is not None
        if not wait_for(listens) or server.poll() is not None:
            print("skipped: sshd does not start here:", (place / "log").read_text()[-300:])
            return
        target = f"{sample}/target"
        here, there = run("ls", target, "--json"), run("ls", remote(target), "--json", ssh=ssh)
        check((here.returncode, here.stdout) == (there.returncode, there.stdout), f"over ssh: {there.returncode} {there.stderr}")
        compared = run("compare", remote(target), remote(f"{sample}/golden"), "--report", "page.html", ssh=ssh)
        check(compared.returncode in (0, 1) and (work / "page.html").stat().st_size > 10000, f"a report over ssh: {compared.stderr}")
        across, local = (run("compare", path, f"{sample}/golden", "--json", ssh=ssh) for path in (remote(target), target))
        check(across.returncode == local.returncode and same_but_for_place(across.stdout) == same_but_for_place(local.stdout),
              f"a comparison across over ssh: {across.returncode} {across.stderr}")
        two = run("compare", remote(target), remote(f"{sample}/golden", "other"), "--json", ssh=ssh)
        check(two.returncode == local.returncode and same_but_for_place(two.stdout) == same_but_for_place(local.stdout),
              f"two machines over ssh: {two.returncode} {two.stderr}")
        here_again, repeated = run("repeat", target, f"{sample}/golden", "--json"), run("repeat", remote(target), remote(f"{sample}/golden", "other"), "--json", ssh=ssh)
        check(repeated.returncode == here_again.returncode and json.loads(repeated.stdout) == json.loads(here_again.stdout),
              f"repeat on two machines over ssh: {repeated.returncode} {repeated.stderr}")
        # Without the program in PATH, then with a copy of it, then without again.
        os.remove(work / "bin")
        missing = run("ls", remote(target), ssh=ssh)
        check(missing.returncode == 3 and b"remote install there" in missing.stderr, f"no program: {missing.returncode} {missing.stderr}")
        asked = run("remote", "install", "there", "--program", cli, ssh=ssh)
        check(asked.returncode == 2 and b"SHA-256" in asked.stderr and not list(home.rglob("dumpscope-cli")), f"asked: {asked}")
        wrong = run("remote", "install", "there", "--yes", "--program", "/bin/sh.txt", ssh=ssh)
        check(wrong.returncode == 3, f"no such program: {wrong}")
        copied = run("remote", "install", "there", "--yes", "--program", cli, ssh=ssh)
        check(copied.returncode == 0 and b"answers on there" in copied.stdout, f"copied: {copied}")
        installed = list(home.rglob("dumpscope-cli"))
        check(len(installed) == 1 and installed[0].read_bytes() == pathlib.Path(cli).read_bytes(), f"installed: {installed}")
        check(stat.S_IMODE(installed[0].stat().st_mode) == 0o700, "permissions of the copy")
        there = run("ls", remote(target), "--json", ssh=ssh)
        check(here.stdout == there.stdout, f"with the copy: {there.stderr}")
        removed = run("remote", "remove", "there", ssh=ssh)
        check(removed.returncode == 0 and not list(home.rglob("*dumpscope*")), f"removed: {removed} {list(home.rglob('*'))}")
        refused = run("ls", remote(target), ssh=script("ssh", f'#!/bin/sh\nexec ssh -F "{place}/client" -o BatchMode=yes -o PubkeyAuthentication=no "$@"\n'))
        check(refused.returncode == 3 and b"could not connect" in refused.stderr, f"no key: {refused.returncode} {refused.stderr}")
    finally:
        server.terminate()
        server.wait()


sys.exit(run_tests(same_as_here, files_come_back, compared_across, brought_across, words_of_refusals, interruptions, slow_reader, full_disks,
                   real_server))
