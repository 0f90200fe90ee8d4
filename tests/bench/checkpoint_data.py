# SPDX-License-Identifier: GPL-3.0-or-later
"""Checkpoints and dumps of large models for bench.py: the tensors are holes in sparse files, so that only headers are written."""

import json
import pathlib
import struct
import zlib

SAFETENSORS_BYTES = 10 * 10**9
SAFETENSORS_TENSORS = 2000
MEGATRON_BYTES = 4 * 10**9
MEGATRON_TENSORS = 400
ATB_FILES = 100_000


def finish(out, path):
    out.close()
    pathlib.Path(out.name).rename(path)
    return path


def safetensors(work):
    """2000 weights of bfloat16, 10 GB."""
    path = work / "sparse.safetensors"
    if path.exists():
        return path
    rows = SAFETENSORS_BYTES // SAFETENSORS_TENSORS // 2 // 4096
    size = rows * 4096 * 2
    header = json.dumps({f"model.layers.{i // 10}.part{i % 10}.weight": {
        "dtype": "BF16", "shape": [rows, 4096], "data_offsets": [i * size, (i + 1) * size]}
        for i in range(SAFETENSORS_TENSORS)}).encode()
    out = open(path.with_suffix(".part"), "wb")
    out.write(struct.pack("<Q", len(header)) + header)
    out.truncate(8 + len(header) + size * SAFETENSORS_TENSORS)
    return finish(out, path)


def pickled(names, elements):
    """A state dict of float32 vectors below `model` as torch pickles it, protocol 2."""
    def text(word):
        return b"X" + struct.pack("<I", len(word)) + word.encode()

    def number(value):
        return b"J" + struct.pack("<i", value)
    out = [b"\x80\x02}(", text("model"), b"}("]
    for key, name in enumerate(names):
        out += [text(name), b"ctorch._utils\n_rebuild_tensor_v2\n((", text("storage"), b"ctorch\nFloatStorage\n", text(str(key)),
                text("cpu"), number(elements), b"tQ", number(0), number(elements), b"\x85", number(1), b"\x85", b"\x89",
                b"ccollections\nOrderedDict\n)RtR"]
    return b"".join(out + [b"uu."])


def megatron(work):
    """model_optim_rng.pt of 400 weights, 4 GB: a zip whose members are stored."""
    path = work / "megatron" / "iter_0000005" / "mp_rank_00" / "model_optim_rng.pt"
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    size = MEGATRON_BYTES // MEGATRON_TENSORS // 4 * 4
    zeros = zlib.crc32(bytes(size))
    names = [f"decoder.layers.{i // 8}.part{i % 8}.weight" for i in range(MEGATRON_TENSORS)]
    pickle = pickled(names, size // 4)
    members = [("archive/data.pkl", pickle, len(pickle), zlib.crc32(pickle)),
               ("archive/version", b"3\n", 2, zlib.crc32(b"3\n"))]
    members += [(f"archive/data/{i}", None, size, zeros) for i in range(MEGATRON_TENSORS)]
    out = open(path.with_suffix(".part"), "wb")
    directory = b""
    for name, content, length, crc in members:
        at = out.tell()
        fields = struct.pack("<HHHHIII", 0, 0, 0, 33, crc, length, length)
        out.write(b"PK\x03\x04" + struct.pack("<H", 20) + fields + struct.pack("<HH", len(name), 0)
                  + name.encode())
        if content is not None:
            out.write(content)
        else:
            out.seek(length, 1)
        directory += (b"PK\x01\x02" + struct.pack("<HH", 20, 20) + fields
                      + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, at) + name.encode())
    at = out.tell()
    out.write(directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), at, 0))
    return finish(out, path)


def atb(work):
    """100 000 tensors of ATB, ten a folder of an operator."""
    root = work / "atb"
    if not (root / "done").exists():
        body = (b"$Version=1.0\n$Object.Count=1\n$Object.Length=24\nformat=2\ndtype=0\ndims=2,3\n$Object.data=0,24\n$End=1\n"
                + struct.pack("<6f", *range(6)))
        for i in range(ATB_FILES // 10):
            operator = root / "atb_dump_data" / "data" / "0_100" / str(i // 1000) / f"{i % 1000}_LinearOperation"
            for folder, word in ("before", "intensor"), ("after", "outtensor"):
                (operator / folder).mkdir(parents=True, exist_ok=True)
                for slot in range(5):
                    (operator / folder / f"{word}{slot}.bin").write_bytes(body)
        (root / "done").write_text("")
    return root


def arrays_like_atb(work):
    """The same tensors as .npy files in the same folders: a tree of another kind of the same size."""
    root = work / "atb-as-npy"
    if not (root / "done").exists():
        text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
        text += b" " * (117 - len(text)) + b"\n"
        body = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + struct.pack("<6f", *range(6))
        for i in range(ATB_FILES // 10):
            operator = root / str(i // 1000) / f"{i % 1000}_LinearOperation"
            for folder, word in ("before", "intensor"), ("after", "outtensor"):
                (operator / folder).mkdir(parents=True, exist_ok=True)
                for slot in range(5):
                    (operator / folder / f"{word}{slot}.npy").write_bytes(body)
        (root / "done").write_text("")
    return root
