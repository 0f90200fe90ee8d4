#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""remote_hostile.py CLI SAMPLE [TEST...]: whatever comes from the other end of a connection, and wherever it breaks, ends
in a sentence and an exit code. Messages are written by hand, byte by byte."""
import os
import random
import struct
import subprocess
import sys
import time
import zlib

from remote_machine import CODES, MARK, check, cli, rarely, remote, run, run_tests, sample, script, work


def varint(number):
    out = b""
    while True:
        number, low = number >> 7, number & 0x7F
        out += bytes([low | (0x80 if number else 0)])
        if not number:
            return out


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def frame(message):
    return struct.pack("<I", len(message)) + message


def answer(kind, *fields):
    return frame(field(kind, b"".join(fields)))


HELLO = MARK + answer(1, field(1, 1), field(2, 0), field(3, b"0.1.0"))
END = answer(4, field(1, 1))


def output(text, problem=0):
    return answer(2, field(1, 1), field(2, problem), field(3, text))


def packed_output(data, size):
    return answer(2, field(1, 1), field(3, data), field(4, size))


def piece(name, data=b"x", file=0, last=1):
    return answer(3, field(1, 1), field(2, file), field(3, name), field(4, data), field(5, last))


def forged(data, slowly=False):
    """A stand-in for ssh that sends these bytes, whatever it is asked."""
    (work / "session").write_bytes(data)
    how = f'exec dd if="{work}/session" bs=1 status=none' if slowly else f'exec cat "{work}/session"'
    return script("forged", f"#!/bin/sh\n{how}\n")


def is_harmless(ended, what):
    check(ended.returncode in CODES, f"{what}: ended with {ended.returncode}")
    check(not any(c < 32 and c not in (9, 10) for c in ended.stderr), f"{what}: controls in standard error: {ended.stderr[:200]}")


def forged_answers():
    fine = run("ls", remote("/d"), ssh=forged(HELLO + output(b"hello\n") + END))
    check((fine.returncode, fine.stdout) == (0, b"hello\n"), f"a forged session: {fine}")
    early = run("ls", remote("/d"), ssh=forged(b"Welcome!\r\n" + b"x" * 5000 + HELLO + output(b"hello\n") + END))
    check((early.returncode, early.stdout) == (0, b"hello\n"), f"a talkative shell: {early}")
    slow = run("ls", remote("/d"), ssh=forged(HELLO + output(b"hello\n") + END, slowly=True))
    check((slow.returncode, slow.stdout) == (0, b"hello\n"), f"byte by byte: {slow}")
    later = HELLO.replace(field(2, 0) + field(3, b"0.1.0"), field(2, 9) + field(3, b"9.9.9") + field(77, b"more"))
    later = MARK + answer(1, field(1, 1), field(2, 9), field(3, b"9.9.9"), field(77, b"more"))
    newer = run("ls", remote("/d"), ssh=forged(later + frame(field(99, b"a later kind")) + output(b"hello\n") + END))
    check((newer.returncode, newer.stdout) == (0, b"hello\n"), f"a later minor version: {newer}")
    other = run("ls", remote("/d"), ssh=forged(MARK + answer(1, field(1, 2), field(3, b"9\x1b[2J"))))
    check(other.returncode == 3 and b"version 2" in other.stderr, f"another major version: {other}")
    is_harmless(other, "another major version")

    whole = b"hello\n" * 1000
    packed = run("ls", remote("/d"), ssh=forged(later + packed_output(zlib.compress(whole), len(whole)) + END))
    check((packed.returncode, packed.stdout) == (0, whole), f"a compressed answer: {packed}")
    for what, data, size in (("less than it says", zlib.compress(whole), len(whole) + 1), ("more than it says", zlib.compress(whole), 10),
                             ("a bomb", zlib.compress(bytes(1 << 26)), 1 << 26), ("a bomb that says less", zlib.compress(bytes(1 << 26)), 1 << 16),
                             ("the largest number", zlib.compress(whole), (1 << 32) - 1), ("garbage", b"garbage", 7)):
        ended = run("ls", remote("/d"), ssh=forged(later + packed_output(data, size) + END))
        check(ended.returncode == 3 and ended.stdout == b"" and b"another size than it says" in ended.stderr, f"hostile answers: {what}: {ended}")
    living = run("ls", remote("/d"), ssh=forged(later + answer(5) + output(b"hello\n") + answer(5) + END))
    check((living.returncode, living.stdout) == (0, b"hello\n"), f"signs of life: {living}")

    long = run("ls", remote("/d"), ssh=forged(b"x" * 200000))
    check(long.returncode == 3 and b"something else" in long.stderr, f"no dumpscope-cli: {long}")
    huge = run("ls", remote("/d"), ssh=forged(HELLO + b"\xff\xff\xff\xff"))
    check(huge.returncode == 3 and b"no message" in huge.stderr, f"a length that no message has: {huge}")
    steering = run("ls", remote("/d"), ssh=forged(HELLO + output(b"\x1b]0;x\x07\xff\n", problem=1) + END))
    is_harmless(steering, "hostile answers: standard error")
    refusal = run("ls", remote("/d"), ssh=forged(HELLO + answer(4, field(1, 1), field(3, field(1, b"no \x1b[2J")))))
    check(refusal.returncode == 2 and b"there refuses" in refusal.stderr, f"a refusal: {refusal}")
    is_harmless(refusal, "hostile answers: a refusal")

    # Files that nobody asked for, and names that lead out.
    for what, words, sent in (
            ("a file for a command without files", ["ls", remote("/d")], piece(b"")),
            ("another number", ["convert", remote("/d"), "-o", "out"], piece(b"x", file=7)),
            ("a name above", ["convert", remote("/d"), "-o", "out"], piece(b"../evil")),
            ("a name from the root", ["convert", remote("/d"), "-o", "out"], piece(str(work / "evil").encode())),
            ("a hidden name above", ["convert", remote("/d"), "-o", "out"], piece(b"a/../../evil")),
            ("a name with a zero", ["convert", remote("/d"), "-o", "out"], piece(b"a\0b"))):
        ended = run(*words, ssh=forged(HELLO + sent + END))
        check(ended.returncode == 3, f"hostile answers: {what}: {ended}")
        check(not (work / "evil").exists(), f"hostile answers: {what}: written")
    os.symlink(work, work / "trap")
    (work / "out").mkdir(exist_ok=True)
    os.symlink(work, work / "out/trap")
    through = run("convert", remote("/d"), "-o", "out", ssh=forged(HELLO + piece(b"trap/evil") + END))
    check(through.returncode == 4 and not (work / "evil").exists(), f"through a link: {through}")
    cut = run("show", remote("/d"), "--as", "npy", "-o", "half.npy", ssh=forged(HELLO + piece(b"", b"half", last=0)))
    check(cut.returncode == 3 and not list(work.glob(".*half.npy*")) and not (work / "half.npy").exists(), f"half a file: {cut}")
    # What is said of files is said once they are here.
    early = run("convert", remote("/d"), "-o", "never", ssh=forged(HELLO + output(b"never: 1 written\n") + piece(b"a.npy", last=0)))
    check((early.returncode, early.stdout) == (3, b""), f"files that did not arrive are reported: {early}")
    late = run("convert", remote("/d"), "-o", "late", ssh=forged(HELLO + output(b"late: 1 written\n") + piece(b"a.npy") + END))
    check((late.returncode, late.stdout) == (0, b"late: 1 written\n") and (work / "late/a.npy").read_bytes() == b"x", f"an arrived file: {late}")
    again = run("convert", remote("/d"), "-o", "late", ssh=forged(HELLO + output(b"late: 1 written\n") + piece(b"a.npy") + END))
    check(again.returncode == 0 and b"1 of the files that arrived were here already" in again.stderr, f"an equal file: {again}")
    # It closes its output and stays.
    begun = time.monotonic()
    silent = run("ls", remote("/d"), ssh=script("silent", "#!/bin/sh\nexec >&-\nexec sleep 1000\n"))
    check(silent.returncode == 3 and time.monotonic() - begun < 20, f"ssh closes its output: {silent}")


def cut_everywhere():
    """The connection breaks behind every byte of what the other machine says."""
    session = HELLO + output(b"a,b\n") + output(b"1,2\n") + output(b"warning: x\n", problem=1) + END
    broken = forged(session)
    for length in range(0, len(session), rarely):
        (work / "session").write_bytes(session[:length])
        ended = run("ls", remote("/d"), ssh=broken)
        is_partial = len(ended.stdout) > 0
        check(ended.returncode == (4 if is_partial else 3), f"cut at {length}: {ended.returncode} {ended.stderr}")
        check(ended.stderr.count(b"error: ") == 1, f"cut at {length}: {ended.stderr}")


def garbage():
    session = HELLO + output(b"a,b\n") + piece(b"x") + output(b"warning\n", problem=1) + END
    chance = random.Random(20)
    broken = forged(session)
    for i in range(300 // rarely):
        bad = bytearray(session)
        for _ in range(chance.randint(1, 4)):
            bad[chance.randrange(len(bad))] = chance.randrange(256)
        (work / "session").write_bytes(bytes(bad) if i % 3 else HELLO + chance.randbytes(400))
        is_harmless(run("convert", remote("/d"), "-o", "out", ssh=broken), f"garbage {i}")


# --- What `serve` is asked, forged.

def order_run(*words, files=()):
    return frame(field(2, b"".join([field(1, 1), *(field(2, word) for word in words), *(field(3, file) for file in files), field(4, 1 << 20)])))


GREETING = frame(field(1, field(1, 1) + field(3, b"0.1.0")))


def serve(data, **options):
    return subprocess.run([cli, "serve", "--stdio"], input=data, capture_output=True, timeout=60 * rarely,
                          env={**os.environ, "TMPDIR": str(work / "tmp"), "HOME": str(work / "home")}, cwd=work / "home", **options)


def forged_orders():
    for words in ((b"capture", b"run", b"--kind", b"command", b"-o", b"o", b"--", b"touch", str(work / "evil").encode()),
                  (b"serve", b"--stdio"), (b"remote", b"remove", b"h"), (b"hunt", b"p", b"--golden", b"g", b"-o", b"o"), (b"ls",), ()):
        ended = serve_until_end(GREETING + order_run(*words))
        check(b"refus" not in ended and not (work / "evil").exists(), f"hostile orders: {words}")
        check(ended.count(b"\x22") >= 1, f"hostile orders: {words}: no end came: {ended}")
    for data, what in ((order_run(b"ls", b"/"), "no greeting"), (GREETING + b"\xff\xff\xff\x7f", "a long message"),
                       (frame(field(1, field(1, 2))), "another version"), (GREETING + frame(b"\xff" * 9), "no message")):
        ended = serve(data)
        check(ended.returncode == 3, f"hostile orders: {what}: {ended.returncode}")
    # Who greets with 1.0 gets everything as it is; who greets with 1.1, what is large and pays, compressed.
    listing = run("ls", sample, "--csv").stdout
    plain = serve_until_end(GREETING + order_run(b"ls", sample.encode(), b"--csv"))
    check(len(plain) > len(listing) and listing[:200] in plain, "an older side gets another answer")
    newer = serve_until_end(frame(field(1, field(1, 1) + field(2, 1) + field(3, b"0.1.0"))) + order_run(b"ls", sample.encode(), b"--csv"))
    check(len(newer) < len(plain) / 2, f"a newer side gets {len(newer)} bytes, an older one {len(plain)}")
    whole = GREETING + order_run(b"ls", sample.encode(), b"--csv")
    for length in range(0, len(whole) + 1, rarely):
        check(serve(whole[:length]).returncode in (0, 3), f"orders cut at {length}")
    chance = random.Random(21)
    for i in range(200 // rarely):
        bad = bytearray(whole)
        bad[chance.randrange(len(bad))] = chance.randrange(256)
        check(serve(bytes(bad)).returncode in (0, 3), f"garbage for serve {i}")
    check(not any((work / "tmp").iterdir()), "left behind by serve")


def serve_until_end(data):
    """What serve says until the command has ended: its input stays open."""
    process = subprocess.Popen([cli, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=work / "home")
    process.stdin.write(data)
    process.stdin.flush()
    said = b""
    os.set_blocking(process.stdout.fileno(), False)
    until = time.monotonic() + 20 * rarely
    while time.monotonic() < until:
        said += process.stdout.read() or b""
        frames, rest = [], said[len(MARK):]
        while len(rest) >= 4 and len(rest) >= 4 + struct.unpack("<I", rest[:4])[0]:
            size = struct.unpack("<I", rest[:4])[0]
            frames.append(rest[4:4 + size])
            rest = rest[4 + size:]
        if any(message[:1] == b"\x22" for message in frames):
            break
        time.sleep(0.01)
    process.stdin.close()
    process.wait(20 * rarely)
    return said


sys.exit(run_tests(forged_answers, cut_everywhere, garbage, forged_orders))
