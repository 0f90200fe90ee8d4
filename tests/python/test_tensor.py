# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of tensors, against NumPy."""

import os
import subprocess

import numpy
import pytest
from conftest import DATA, SAMPLE

import dumpscope as ds

NPY = sorted((DATA / "npy").glob("*.npy"))


def same(mine, theirs):
    """Same type up to byte order, same shape, same bits."""
    assert mine.dtype.newbyteorder("=") == theirs.dtype.newbyteorder("=")
    assert mine.shape == theirs.shape
    native = mine.dtype.newbyteorder("=")
    assert mine.astype(native).tobytes() == theirs.astype(native).tobytes()


@pytest.mark.parametrize("path", NPY, ids=lambda path: path.stem)
def test_npy_files_are_as_numpy_reads_them(path):
    with ds.open(path) as dump:
        same(dump[0].numpy(), numpy.load(path))
        same(numpy.asarray(dump[0]), numpy.load(path))


@pytest.mark.parametrize("path", NPY, ids=lambda path: path.stem)
def test_arrays_lie_over_the_file(path):
    with ds.open(path) as dump:
        array = dump[0].numpy()
        assert not array.flags.writeable
        assert not array.flags.owndata or array.size == 0
        if array.size:
            with pytest.raises(ValueError):
                array.flags.writeable = True


@pytest.mark.parametrize(
    "index",
    [
        numpy.s_[0],
        numpy.s_[-1, :, 1],
        numpy.s_[..., 0],
        numpy.s_[::-1],
        numpy.s_[:, 2:0:-1, ::2],
        numpy.s_[1:1],
        numpy.s_[..., -3:],
        numpy.s_[1, 2, 3],
        (),
    ],
    ids=str,
)
@pytest.mark.parametrize("order", ["C", "F"])
def test_slices_are_those_of_numpy(index, order, saved):
    values = numpy.asarray(numpy.arange(3 * 4 * 5, dtype=numpy.float64).reshape(3, 4, 5), order=order)
    with ds.open(saved({"values": values})) as dump:
        tensor = dump[0]
        same(tensor.numpy(slice=index), values[index])


def test_slices_that_are_none_say_so(saved):
    with ds.open(saved({"values": numpy.zeros((2, 3))})) as dump:
        for wrong in ("0,1,2", "9", "a", 9, [0, 1], 1.5, numpy.s_[0, None]):
            with pytest.raises(ds.UsageError):
                dump[0].numpy(slice=wrong)
        with pytest.raises(ds.UsageError):
            dump[0].numpy(layout="physical")


def test_device_layouts_are_undone(cli, tmp_path):
    program = os.environ["DUMPSCOPE_CLI"]
    path = DATA / "mindspore-async" / "g2_rank"
    checked = 0
    with ds.open(path) as dump:
        for tensor in dump.tensors.filter("state:ok"):
            for layout in ("logical", "storage"):
                out = tmp_path / "out.npy"
                subprocess.run(
                    [program, "show", path, tensor.id, "--as", "npy", "--layout", layout, "-o", out], check=True
                )
                array = tensor.numpy(layout=layout)
                if array.dtype.isbuiltin == 1:
                    same(array, numpy.load(out))
                else:
                    assert numpy.array_equal(array.astype(numpy.float32), numpy.load(out), equal_nan=True)
                checked += 1
                out.unlink()
    assert checked > 0


def test_slices_of_gathered_tensors_are_those_of_the_whole():
    checked = 0
    for folder in ("mindspore-async", "convert", "ascend"):
        with ds.open(DATA / folder) as dump:
            for tensor in dump.tensors.filter("state:ok"):
                whole = tensor.numpy()
                if whole.ndim < 2 or whole.dtype.kind == "V":
                    continue
                assert numpy.array_equal(tensor.numpy(slice="-1,...,::2"), whole[-1, ..., ::2], equal_nan=True)
                checked += 1
    assert checked > 20


BFLOAT16 = numpy.array([0x3F80, 0xBF80, 0x7FC0, 0x7F80, 0xFF80, 0x0001, 0x8000, 0x4049], dtype="<u2")


@pytest.fixture
def bfloat16_dump(tmp_path):
    """One, minus one, NaN, both infinities, the smallest number, minus zero and about pi."""
    (tmp_path / "values.raw").write_bytes(BFLOAT16.tobytes())
    return ds.open(tmp_path / "values.raw", raw_dtype="bfloat16")


def test_bfloat16_is_widened_or_has_its_type(bfloat16_dump):
    values = bfloat16_dump[0].numpy()
    widened = (BFLOAT16.astype("<u4") << 16).view("<f4")
    assert values.astype(numpy.float32).tobytes() == widened.tobytes()
    try:
        import ml_dtypes
    except ImportError:
        assert values.dtype == numpy.float32
    else:
        assert values.dtype == ml_dtypes.bfloat16
        assert not values.flags.owndata
        assert values.view("<u2").tobytes() == BFLOAT16.tobytes()


def test_types_without_numpy_are_widened_where_ml_dtypes_is_not_there(bfloat16_dump, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ml_dtypes", None)
    values = bfloat16_dump[0].numpy()
    assert values.dtype == numpy.float32
    assert values.tobytes() == (BFLOAT16.astype("<u4") << 16).view("<f4").tobytes()


def test_int4_comes_one_to_a_byte(tmp_path, monkeypatch):
    (tmp_path / "values.raw").write_bytes(bytes([0x21, 0xF8, 0x7E]))  # low nibble first
    expected = [1, 2, -8, -1, -2, 7]
    with ds.open(tmp_path / "values.raw", raw_dtype="int4") as dump:
        assert dump[0].numpy().astype(int).tolist() == expected
        monkeypatch.setitem(__import__("sys").modules, "ml_dtypes", None)
        assert dump[0].numpy().dtype == numpy.int8
        assert dump[0].numpy().tolist() == expected


FP8 = "e4m3fn e5m2 e4m3fnuz e5m2fnuz e8m0fnu e4m3 e3m4 e4m3b11fnuz".split()


@pytest.mark.parametrize("name", [f"float8_{kind}" for kind in FP8])
def test_every_code_of_fp8_has_its_value(name, tmp_path, monkeypatch):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    codes = numpy.arange(256, dtype=numpy.uint8)
    (tmp_path / "values.raw").write_bytes(codes.tobytes())
    expected = codes.view(getattr(ml_dtypes, name)).astype(numpy.float32)
    with ds.open(tmp_path / "values.raw", raw_dtype=name) as dump:
        assert dump[0].numpy().dtype == getattr(ml_dtypes, name)
        assert numpy.array_equal(dump[0].numpy().astype(numpy.float32), expected, equal_nan=True)
        monkeypatch.setitem(__import__("sys").modules, "ml_dtypes", None)
        assert numpy.array_equal(dump[0].numpy(), expected, equal_nan=True)


def test_statistics_are_those_of_numpy(saved):
    values = numpy.array([[1.5, -2.5, 0.0], [-0.0, 7.0, 1e-40]], dtype=numpy.float32)
    with ds.open(saved({"values": values})) as dump:
        told = dump[0].stats()
        wide = values.astype(numpy.float64)
        assert told["source"] == "computed"
        assert (told["min"], told["max"], told["abs_max"]) == (-2.5, 7.0, 7.0)
        assert told["mean"] == pytest.approx(wide.mean(), rel=1e-14)
        assert told["std"] == pytest.approx(wide.std(), rel=1e-14)
        assert told["l2norm"] == pytest.approx(numpy.linalg.norm(wide), rel=1e-14)
        assert (told["zero_count"], told["neg_count"], told["pos_count"], told["subnormal_count"]) == (2, 1, 3, 1)
        assert (told["min_index"], told["max_index"]) == (1, 4)
        assert dump[0].max == 7.0  # known from now on


def test_statistics_are_computed_when_they_are_asked_for(saved, tmp_path):
    with ds.open(saved({"values": numpy.array([2**63 + 3, 5], "u8")})) as dump:
        tensor = dump[0]
        assert tensor.source is None
        assert tensor.max == 2**63 + 3 and tensor.min == 5 and tensor.nan_count == 0
        assert (tensor.source, tensor.max) == ("computed", 2**63 + 3)
        assert tensor.stats()["max"] == 2**63 + 3
        assert [type(value) for value in (tensor.min, tensor.max, tensor.stats()["min"])] == [int, int, int]
    (tmp_path / "cut.npy").write_bytes((tmp_path / "dump" / "values.npy").read_bytes()[:-1])
    with ds.open(tmp_path / "cut.npy") as dump:
        assert dump[0].mean is None and dump[0].state == "truncated"
        with pytest.raises(AttributeError):
            dump[0].no_such_column


@pytest.mark.parametrize("is_replaced", [False, True])
@pytest.mark.parametrize("keeps_time", [False, True])
def test_files_that_are_written_again_are_noticed(is_replaced, keeps_time, tmp_path):
    path, part = tmp_path / "a.npy", tmp_path / "part"
    numpy.save(path, numpy.ones(8))
    dump = ds.open(path)
    tensor, other = dump[0], dump[0]
    tensor.numpy()
    assert other.stats()["max"] == 1
    tensor.check()
    was = path.stat()
    written = part if is_replaced else path
    with open(written, "wb") as file:
        numpy.save(file, numpy.full(8, 2.0))
    if keeps_time:
        os.utime(written, ns=(was.st_atime_ns, was.st_mtime_ns))
    if is_replaced:
        part.rename(path)
    assert path.stat().st_size == was.st_size
    for ask in (tensor.check, tensor.stats, other.stats):
        with pytest.raises(ds.Error) as changed:
            ask()
        assert changed.value.code == "changed-while-read"


def test_statistics_of_what_has_none(saved):
    with ds.open(saved({"empty": numpy.zeros((0, 3)), "nan": numpy.full(4, numpy.nan)})) as dump:
        assert dump["empty.npy"].stats()["max"] is None
        assert dump["nan.npy"].stats()["max"] is None
        assert dump["nan.npy"].stats()["nan_count"] == 4


def test_large_integers_are_exact(saved):
    values = numpy.array([2**63 + 3, 5], dtype=numpy.uint64)
    with ds.open(saved({"values": values})) as dump:
        assert dump[0].stats()["max"] == 2**63 + 3
        assert dump[0].numpy().tolist() == values.tolist()


def test_recorded_statistics_are_told():
    with ds.open(DATA / "mindspore" / "nan-ms270-statistic") as dump:
        tensor = next(iter(dump.tensors.filter("state:statistics-only")))
        assert tensor.stats()["source"] == "file"
        with pytest.raises(ds.UnsupportedError):
            tensor.numpy()


@pytest.mark.parametrize("bins", [1, 7, 50])
def test_histograms_are_those_of_numpy(bins, saved):
    values = numpy.random.default_rng(7).normal(size=10_000)
    values[:3] = numpy.nan, numpy.inf, -numpy.inf
    with ds.open(saved({"values": values})) as dump:
        told = dump[0].histogram(bins)
        counts, edges = numpy.histogram(values[3:], bins)
        assert numpy.array_equal(told.counts, counts)
        assert numpy.allclose(told.edges, edges, rtol=1e-15)
        assert (told.nan, told.pos_inf, told.neg_inf) == (1, 1, 1)
        with pytest.raises(ds.UsageError):
            dump[0].histogram(0)
        with pytest.raises(ds.UsageError):
            dump[0].histogram(scale="square")


def test_dlpack_is_a_copy(saved):
    values = numpy.arange(6, dtype=numpy.float32).reshape(2, 3)
    with ds.open(saved({"values": values})) as dump:
        taken = numpy.from_dlpack(dump[0])
        assert numpy.array_equal(taken, values)
        assert dump[0].__dlpack_device__() == (1, 0)


def test_attributes_are_the_columns():
    with ds.open(SAMPLE / "target") as dump:
        tensor = dump[0]
        assert {name: getattr(tensor, name) for name in dump.tensors.columns} == tensor.to_dict()
        assert "op_name" in dir(tensor)
        assert isinstance(tensor.describe(), dict)
        assert len(tensor) == tensor.shape[0]


def test_lengths_of_tensors_without_dimensions(saved):
    with ds.open(saved({"values": numpy.float64(3)})) as dump:
        assert dump[0].numpy() == 3 and dump[0].numpy().shape == ()
        with pytest.raises(TypeError):
            len(dump[0])


def test_functions_of_numpy_take_tensors(saved):
    values = numpy.arange(24.0).reshape(4, 6)
    tensor = ds.open(saved({"y": values}))[0]
    assert numpy.mean(tensor) == values.mean() and numpy.max(tensor) == 23 and numpy.std(tensor) == values.std()
    assert numpy.array_equal(numpy.concatenate([tensor, tensor]), numpy.concatenate([values, values]))
    assert numpy.array_equal(numpy.sum(tensor, axis=0), values.sum(axis=0))
    assert numpy.array_equal(numpy.add(tensor, 1), values + 1)
    tensor.stats()
    assert tensor.mean == values.mean() and numpy.mean(tensor) == values.mean()


def test_a_slice_is_the_first_argument(saved):
    values = numpy.arange(24.0).reshape(4, 6)
    tensor = ds.open(saved({"y": values}))[0]
    assert numpy.array_equal(tensor.numpy(numpy.s_[0]), values[0])
    assert numpy.array_equal(tensor.numpy(numpy.s_[1:3, ::2]), values[1:3, ::2])
    assert numpy.array_equal(tensor.numpy("0"), values[0])
    with pytest.raises(ds.UsageError, match="layout='storage'"):
        tensor.numpy("storage")


def test_histograms_of_what_is_none(saved):
    tensor = ds.open(saved({"values": numpy.arange(6.0)}))[0]
    for wrong in (-1, 0, 10**30):
        with pytest.raises(ds.UsageError, match="bins"):
            tensor.histogram(wrong)
    with pytest.raises(TypeError, match="the number of bins is an integer, not float"):
        tensor.histogram(2.5)
    for wrong in ("ab", (1,), (1, 2, 3), 4, (0, "x"), (2, 1)):
        with pytest.raises(ds.UsageError, match="range of a histogram"):
            tensor.histogram(4, range=wrong)


def test_what_only_arrays_have_is_pointed_to(saved):
    tensor = ds.open(saved({"values": numpy.arange(6.0)}))[0]
    with pytest.raises(AttributeError, match=r"numpy\(\)\.ndim"):
        tensor.ndim
    assert not hasattr(tensor, "no_such_column")
