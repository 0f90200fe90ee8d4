# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recorded node in ONNX Runtime: python3 run.py [--provider CPUExecutionProvider]"""
import argparse
import os

import verdict

numpy, onnxruntime = verdict.needed("numpy"), verdict.needed("onnxruntime")


def fed(array, kind):
    return numpy.array(array, dtype=kind if array.dtype.kind == "f" else array.dtype, order="C")


def prepare(call):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--provider", default="CPUExecutionProvider")
    provider = parser.parse_args().provider

    def result(side, exact, unit=0.0):
        """float64 where ONNX Runtime has the operator in it, else float32."""
        last = None
        for model, kind in ((("operator_float64.onnx", numpy.float64),) if exact else ()) + (("operator.onnx", numpy.float32),):
            path = os.path.join(verdict.HERE, model)
            if not os.path.exists(path):
                continue
            try:
                session = onnxruntime.InferenceSession(path, providers=[provider])
                feeds = {}
                for key, name in call["feeds"].items():
                    array = call.numbers(side, key)
                    feeds[name] = fed(verdict.shaken(array, unit), kind)
                for file, name in call["weights"].items():
                    feeds[name] = fed(numpy.load(os.path.join(verdict.HERE, file), allow_pickle=False), kind)
                return session.run(None, feeds)[0].astype(numpy.float64)
            except Exception as why:
                last = why
        raise verdict.CannotRun("ONNX Runtime: %s" % last)

    print("ONNX Runtime %s" % onnxruntime.__version__)
    return (lambda side, unit: result(side, True, unit)), (lambda side: result(side, False)), provider


verdict.main(prepare)
