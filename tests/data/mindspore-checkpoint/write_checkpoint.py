"""Writes checkpoints as mindspore.save_checkpoint does, byte by byte from the description of its protobuf."""
import struct, sys
import numpy as np

def varint(n):
    out = bytearray()
    while True:
        out.append((n & 0x7F) | (0x80 if n > 0x7F else 0)); n >>= 7
        if not n: return bytes(out)
def field(number, body): return varint(number << 3 | 2) + varint(len(body)) + body
def number(n, value): return varint(n << 3) + varint(value & (1 << 64) - 1)
def value(tag, dims, type_, content):
    tensor = b"".join(number(1, d) for d in dims) + field(2, type_.encode()) + field(3, content)
    return field(1, field(1, tag.encode()) + field(2, tensor))
def bf16(a): return (np.asarray(a, np.float32).view(np.uint32) >> 16).astype(np.uint16).tobytes()

def sample():
    w = (np.arange(12, dtype=np.float32).reshape(3, 4) - 5) / 4
    b = np.array([1.5, -2, 0.25], np.float32)
    out = value("layers.0.weight", [3, 4], "Float32", w.tobytes())
    out += value("layers.0.bias", [3], "BFloat16", bf16(b))
    raw = w.astype(np.float16).tobytes()
    for i in range(0, len(raw), 10):          # slices of one tensor, not at borders of rows
        out += value("layers.1.weight", [3, 4], "Float16", raw[i:i + 10])
    out += value("moment1.layers.0.weight", [3, 4], "Float32", (w * 2).tobytes())
    out += value("global_step", [0], "Int32", struct.pack("<i", 7))      # a scalar
    out += value("network", [0], "str", b"lenet")
    return out
if __name__ == "__main__":
    open(sys.argv[1], "wb").write(sample())
    if len(sys.argv) > 2: open(sys.argv[2], "wb").write(sample() + b"crc_num" + (12345).to_bytes(10, "big"))
