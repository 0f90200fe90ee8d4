# SPDX-License-Identifier: GPL-3.0-or-later
"""Interrupts, threads, forks, and files that change: what a library must not break in somebody else's process."""

import gc
import os
import signal
import threading
import time

import numpy
import pytest
from conftest import SAMPLE

import dumpscope as ds

# A sanitizer makes everything several times slower.
PATIENCE = float(os.environ.get("DUMPSCOPE_TEST_PATIENCE", "0.2"))


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Work for seconds: float64 of 400 MB that lie in the cache of the system."""
    folder = tmp_path_factory.mktemp("large")
    values = numpy.lib.format.open_memmap(folder / "values.npy", "w+", "f8", (50_000_000,))
    values[:] = numpy.linspace(0, 1, 50_000_000)
    del values
    yield folder
    os.remove(folder / "values.npy")


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """A tensor that has to be gathered: 200 million elements of 4 bits."""
    file = tmp_path_factory.mktemp("packed") / "values.bin"
    with open(file, "wb") as values:
        values.truncate(100_000_000)
    yield ds.open(file, raw_dtype="int4", raw_shape="200000000")[0]
    os.remove(file)


@pytest.fixture(scope="module")
def long_table(tmp_path_factory):
    """Statistics of 50 000 tensors."""
    folder = tmp_path_factory.mktemp("long")
    head = "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value,L2Norm Value\n"
    rows = (f'MatMul,Default/layers.{i // 1000}/op{i},0,0,{i + 1},output,0,64,float32,"(4,4)",{i}.5,-1,17\n' for i in range(50_000))
    (folder / "statistic.csv").write_text(head + "".join(rows))
    return folder


@pytest.mark.parametrize("work", ["statistics", "histogram", "compare", "gather", "documents", "columns", "frames"])
def test_interrupts_are_quick(work, large, packed, long_table):
    dump = ds.open(large)
    table = ds.open(long_table).tensors
    comparison = ds.compare(long_table, long_table) if work == "documents" else None

    def busy():
        while True:  # until interrupted
            if work == "documents":
                comparison.to_json()
            elif work == "columns":
                [table[name] for name in ("id", "op_name", "shape", "slot")]
            elif work == "frames":
                table.__arrow_c_stream__()
            elif work == "statistics":
                ds.open(large).tensors.stats()
            elif work == "histogram":
                dump[0].histogram(1000)
            elif work == "compare":
                ds.compare(dump, {"values": dump[0].numpy()}, pairing={"values": "values"})
            else:
                packed.numpy()

    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for delay in (0.05, 0.2, 0.35):
            signal.setitimer(signal.ITIMER_REAL, delay)
            due = time.monotonic() + delay
            with pytest.raises(KeyboardInterrupt):
                busy()
            assert time.monotonic() - due < PATIENCE
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_other_threads_run_meanwhile(large):
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    before = counted[0]
    began = time.monotonic()
    ds.open(large).tensors.stats()
    took, ticks = time.monotonic() - began, counted[0] - before
    done.set()
    counter.join()
    assert took < 0.05 or ticks > took / 0.001 / 20


def test_threads_may_share_a_dump():
    dump = ds.open(SAMPLE / "target")
    expected = [tensor.numpy().sum() for tensor in dump.tensors]
    failures = []

    def use():
        try:
            assert [tensor.numpy().sum() for tensor in dump.tensors] == expected
            assert len(dump.tensors.filter("nan_count>0 or io:output")) > 0
            dump.tensors["op_name"]
            dump.tensors.stats().to_dicts()
        except BaseException as error:  # noqa: BLE001: told by the main thread
            failures.append(error)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_arrays_outlive_tensor_and_dump(saved):
    values = numpy.arange(1000.0)
    with ds.open(saved({"values": values})) as dump:
        tensor = dump[0]
        array = tensor.numpy()
        part = tensor.numpy(slice="::7")
    del dump, tensor
    gc.collect()
    assert numpy.array_equal(array, values) and numpy.array_equal(part, values[::7])


def test_arrays_of_a_comparison_are_let_go():
    class Watched(numpy.ndarray):
        pass

    import weakref

    array = numpy.arange(8.0).view(Watched)
    gone = weakref.ref(array)
    comparison = ds.compare(array, numpy.arange(8.0))
    del array
    gc.collect()
    assert comparison.worst(0) is not None
    del comparison
    gc.collect()
    assert gone() is None


def test_a_file_that_shrinks_reads_as_zeros(saved):
    folder = saved({"values": numpy.full(1_000_000, 7.0)})
    with ds.open(folder) as dump:
        tensor = dump[0]
        array = tensor.numpy()
        assert array[-1] == 7.0
        os.truncate(folder / "values.npy", 4096)
        assert array[-1] == 0.0 and array[0] == 7.0
        with pytest.raises(ds.Error) as changed:
            tensor.check()
        assert changed.value.code == "changed-while-read"
        with pytest.raises(ds.Error):
            tensor.numpy()


def test_a_file_that_is_gone_keeps_its_arrays(saved):
    folder = saved({"values": numpy.full(1000, 7.0), "others": numpy.zeros(3)})
    with ds.open(folder) as dump:
        array = dump["values.npy"].numpy()
        os.remove(folder / "values.npy")
        os.remove(folder / "others.npy")
        assert array.sum() == 7000
        with pytest.raises(ds.Error) as gone:
            dump["others.npy"].numpy()
        assert gone.value.code in ("vanished", "not-found")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_may_go_on():
    dump = ds.open(SAMPLE / "target")
    tensors = list(dump.tensors)
    whole = dump.tensors.stats().to_dicts()  # threads of the pool are there
    child = os.fork()
    if child == 0:
        code = 1
        try:
            assert [t.numpy().shape for t in tensors] == [t.shape for t in tensors]
            again = ds.open(SAMPLE / "target")
            assert again.tensors.stats().to_dicts() == whole
            assert ds.compare(again, again).conclusion["kind"] == "bit-equal"
            code = 0
        finally:
            os._exit(code)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            assert status == 0
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    pytest.fail("the child hangs")
