# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads an Arrow C stream with ctypes alone: what a consumer sees, written down from the specification."""

import ctypes
import struct


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))),
    ("private_data", ctypes.c_void_p),
]

NUMBERS = {b"l": ctypes.c_int64, b"L": ctypes.c_uint64, b"g": ctypes.c_double}


def numbers(array, number, count):
    return list(ctypes.cast(array.buffers[1], ctypes.POINTER(number))[:count])


def viewed_texts(array, count):
    """Views of 16 bytes: size, then the text, or four bytes of it, the number of a buffer and the offset there. The last
    buffer has the sizes of those that stand between the views and it."""
    views = ctypes.string_at(array.buffers[1], 16 * count)
    pools = array.n_buffers - 3
    sizes = ctypes.cast(array.buffers[2 + pools], ctypes.POINTER(ctypes.c_int64))[:pools]
    texts = [ctypes.string_at(array.buffers[2 + i], size) for i, size in enumerate(sizes)]
    values = []
    for row in range(count):
        size, prefix, pool, offset = struct.unpack_from("<i4sii", views, 16 * row)
        if size <= 12:
            values.append(views[16 * row + 4 : 16 * row + 4 + size].decode())
            continue
        text = texts[pool][offset : offset + size]
        assert len(text) == size and text[:4] == prefix
        values.append(text.decode())
    return values


def cells(schema, array):
    """The column as Python values."""
    count = array.length
    assert array.offset == 0
    if schema.format in NUMBERS:
        values = numbers(array, NUMBERS[schema.format], count)
    elif schema.format == b"vu":
        values = viewed_texts(array, count)
    else:
        ends = numbers(array, ctypes.c_int64, count + 1)
        if schema.format == b"U":
            text = ctypes.string_at(array.buffers[2], ends[-1])
            whole = lambda start, end: text[start:end].decode()
        else:
            assert schema.format == b"+L"
            items = cells(schema.children[0].contents, array.children[0].contents)
            whole = lambda start, end: tuple(items[start:end])
        values = [whole(start, end) for start, end in zip(ends, ends[1:])]
    if array.buffers[0] is None:
        assert array.null_count == 0
        return values
    valid = ctypes.cast(array.buffers[0], ctypes.POINTER(ctypes.c_uint8))
    cells_there = [value if valid[i // 8] >> (i % 8) & 1 else None for i, value in enumerate(values)]
    assert cells_there.count(None) == array.null_count
    return cells_there


def columns_of(capsule):
    """Names and cells of all batches of a stream."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    stream = Stream.from_address(pointer(capsule, b"arrow_array_stream"))
    schema = Schema()
    assert stream.get_schema(stream, schema) == 0 and schema.format == b"+s"
    children = [schema.children[i].contents for i in range(schema.n_children)]
    result = {child.name.decode(): [] for child in children}
    while True:
        array = Array()
        assert stream.get_next(stream, array) == 0
        if not array.release:  # the end
            break
        for i, child in enumerate(children):
            column = array.children[i].contents
            assert column.length == array.length
            result[child.name.decode()] += cells(child, column)
        array.release(array)
    schema.release(schema)
    stream.release(stream)
    return result
