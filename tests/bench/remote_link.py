#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""remote_link.py CLI [FILES]: commands on a machine that is 50 ms and 10 MB/s away, in seconds.

The link is a process between the program and `serve`: every piece is held back for half of the round trip, and pieces
follow one another at the rate. Started again by the program as its stand-in for ssh."""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import time

ROUND_TRIP, BYTES_PER_SECOND = 0.05, 10e6


def carry(source, sink, close):
    """From one pipe to the other, late and slowly."""
    pieces, ready = [], threading.Condition()

    def send():
        free_at = 0.0
        while True:
            with ready:
                while not pieces:
                    ready.wait()
                came, piece = pieces.pop(0)
            if not piece:
                close()
                return
            begin = max(came + ROUND_TRIP / 2, free_at)
            time.sleep(max(0.0, begin - time.monotonic()))
            free_at = begin + len(piece) / BYTES_PER_SECOND
            try:
                os.write(sink, piece) if len(piece) <= 4096 else write_all(sink, piece)
            except OSError:
                return
    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    while True:
        piece = os.read(source, 1 << 16)
        with ready:
            pieces.append((time.monotonic(), piece))
            ready.notify()
        if not piece:
            sender.join()
            return


def write_all(sink, piece):
    while piece:
        piece = piece[os.write(sink, piece):]


def be_the_link():
    process = subprocess.Popen([os.environ["REMOTE_LINK_CLI"], "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    there = threading.Thread(target=carry, args=(0, process.stdin.fileno(), process.stdin.close), daemon=True)
    there.start()
    carry(process.stdout.fileno(), 1, lambda: os.close(1))


def make_dump(folder, count):
    header = ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }").ljust(117) + "\n"
    content = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<2f", 1, 2)
    for i in range(count):
        place = folder / f"{i // 1000}"
        place.mkdir(exist_ok=True)
        (place / f"MatMul.layer{i}.1.{i}.{1600000000000000 + i}.output.0.npy").write_bytes(content)


def measure(cli, words, ssh):
    begun = time.monotonic()
    done = subprocess.run([cli, *ssh, *words], stdout=subprocess.PIPE, env={**os.environ, "REMOTE_LINK_CLI": cli})
    seconds = time.monotonic() - begun
    assert done.returncode == 0, done
    return seconds, len(done.stdout)


if len(sys.argv) == 1 or sys.argv[1] == "-T":
    be_the_link()
    sys.exit(0)
cli = os.path.realpath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
with tempfile.TemporaryDirectory() as place:
    dump = pathlib.Path(place) / "dump"
    dump.mkdir()
    make_dump(dump, count)
    for words in (["info", "{}"], ["ls", "{}", "--limit", "20"], ["ls", "{}", "--csv"]):
        here, there = [word.format(dump) for word in words], [word.format(f"ssh://there{dump}") for word in words]
        measure(cli, here, [])
        local, size = measure(cli, here, [])
        far, far_size = measure(cli, there, ["--ssh", os.path.realpath(__file__)])
        assert size == far_size
        print(f"{' '.join(words).format('DUMP')}: {local:.2f} s here, {far:.2f} s over the link, {size} bytes")
