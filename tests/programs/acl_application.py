#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""acl_application.py LIBRARY MODEL: an AscendCL application: aclInit("acl.json"), the model once with zeros, aclFinalize."""
import ctypes
import sys

acl = ctypes.CDLL(sys.argv[1])
pointer, size = ctypes.c_void_p, ctypes.c_size_t
for name in ("aclmdlCreateDesc", "aclmdlCreateDataset", "aclCreateDataBuffer"):
    getattr(acl, name).restype = pointer
for name in ("aclmdlGetNumInputs", "aclmdlGetNumOutputs", "aclmdlGetInputSizeByIndex", "aclmdlGetOutputSizeByIndex"):
    getattr(acl, name).restype = size


def call(name, *arguments):
    code = getattr(acl, name)(*arguments)
    if code != 0:
        sys.exit("%s answered %d" % (name, code))


def dataset(description, side):
    made = pointer(acl.aclmdlCreateDataset())
    for i in range(getattr(acl, "aclmdlGetNum%ss" % side)(description)):
        count = getattr(acl, "aclmdlGet%sSizeByIndex" % side)(description, size(i))
        memory = pointer()
        call("aclrtMalloc", ctypes.byref(memory), size(count), 0)
        zeros = bytes(count)
        call("aclrtMemcpy", memory, size(count), zeros, size(count), 1)
        call("aclmdlAddDatasetBuffer", made, pointer(acl.aclCreateDataBuffer(memory, size(count))))
    return made


call("aclInit", b"acl.json")
call("aclrtSetDevice", 0)
model = ctypes.c_uint32()
call("aclmdlLoadFromFile", sys.argv[2].encode(), ctypes.byref(model))
description = pointer(acl.aclmdlCreateDesc())
call("aclmdlGetDesc", description, model)
inputs, outputs = dataset(description, "Input"), dataset(description, "Output")
call("aclmdlExecute", model, inputs, outputs)
call("aclmdlUnload", model)
call("aclFinalize")
print("executed")
