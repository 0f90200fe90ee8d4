#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_archives.py: the archives of this folder, the same bytes each time. Needs the zstd program."""
import bz2, gzip, io, lzma, os, struct, subprocess, tarfile, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
TIME = (2026, 3, 1, 11, 30, 0)


def npy(values):
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<%df" % len(values), *values)


# As a walk gives them; steps in natural order.
STEP = "rank_0/Net/0/"
NAME = "ReLU.Default_ReLU-op%d.0.0.177136460000000%d.output.0.DefaultFormat.float32.npy"
TREE = {STEP + "2/" + NAME % (0, 1): npy([1.5, -2.0, 3.25]),
        STEP + "10/" + NAME % (0, 2): npy([4.0]),
        STEP + "10/" + NAME % (10, 4): npy([0.0] * 2000),
        STEP + "10/" + NAME % (2, 3): npy([5.0, 6.0]),
        "rank_0/execution_order/ms_execution_order_graph_0.csv": b"NodeExecutionOrder-FullNameWithScope\nDefault/ReLU-op0\n"}


def zip_bytes(members, method=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for name, data in members:
            info = zipfile.ZipInfo(name, TIME)
            info.compress_type = method
            info.create_system = 3
            info.external_attr = 0o644 << 16
            if isinstance(data, tuple):  # a link
                info.external_attr = 0o120777 << 16
                data = data[0].encode()
            z.writestr(info, data)
    return out.getvalue()


def tar_bytes(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as t:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.mtime = 1772364600
            if isinstance(data, tuple):
                info.type, info.linkname = data
                t.addfile(info)
            else:
                info.size = len(data)
                t.addfile(info, io.BytesIO(data))
    return out.getvalue()


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as f:
        f.write(data)


def main():
    tree = list(TREE.items())
    plain = tar_bytes(tree)
    write("dump.tar", plain)
    write("dump.tar.gz", gzip.compress(plain, 9, mtime=0))
    write("dump.tar.xz", lzma.compress(plain))
    write("dump.tar.bz2", bz2.compress(plain))
    write("dump.tar.zst", subprocess.run(["zstd", "-q", "-19", "-c"], input=plain, stdout=subprocess.PIPE, check=True).stdout)
    write("stored.zip", zip_bytes(tree))
    write("deflated.zip", zip_bytes(tree, zipfile.ZIP_DEFLATED))
    good = npy([1.0, 2.0])
    write("hostile.zip", zip_bytes([
        ("ok.npy", good), ("../../escape.npy", good), ("/tmp/escape.npy", good), ("a/../../b.npy", good),
        ("./folder//twice.npy", npy([1.0])), ("folder/twice.npy", npy([2.0])), ("link.npy", ("/etc/passwd",)),
        ("n" * 5000 + ".npy", good), ("d/" * 80 + "deep.npy", good), ("back\\slash.npy", good),
        ("\u2713.npy", good), ("inner.zip", zip_bytes([("x.npy", good)]))]))
    write("hostile.tar", tar_bytes([
        ("ok.npy", good), ("../escape.npy", good), ("/tmp/escape.npy", good), ("\u2713.npy", good),
        ("soft.npy", (tarfile.SYMTYPE, "../../etc/passwd")), ("hard.npy", (tarfile.LNKTYPE, "ok.npy")),
        ("nowhere.npy", (tarfile.LNKTYPE, "/etc/passwd")), ("fifo", (tarfile.FIFOTYPE, "")),
        ("device", (tarfile.CHRTYPE, "")), ("twice.npy", npy([1.0])), ("twice.npy", npy([2.0]))]))
    # 8 MiB of zeros in 8 KiB.
    write("bomb.zip", zip_bytes([("ok.npy", good), ("bomb.bin", bytes(8 << 20)), ("later.npy", good)], zipfile.ZIP_DEFLATED))


if __name__ == "__main__":
    main()
