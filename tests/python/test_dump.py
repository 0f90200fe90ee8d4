# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening and tables, against the documents of the command line."""

import json
import pathlib
import pickle

import numpy
import pytest
from conftest import DATA, SAMPLE, spelled

import dumpscope as ds

DUMPS = [
    SAMPLE / "target",
    DATA / "mindspore" / "dtypes-ms210-full",
    DATA / "mindspore" / "nan-ms270-statistic",
    DATA / "mindspore-async" / "g2_rank",
    DATA / "msprobe",
    DATA / "llm-era" / "safetensors",
    DATA / "overflow" / "dump",
    DATA / "npy",
]


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.name)
def test_rows_are_those_of_the_command_line(path, cli):
    listed = cli("ls", path)
    with ds.open(path) as dump:
        rows = dump.tensors.to_dicts()
        assert spelled(rows) == listed["rows"]
        assert dump.problems == listed["problems"]


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.name)
def test_statistics_are_those_of_the_command_line(path, cli):
    listed = cli("stat", path)
    with ds.open(path) as dump:
        assert spelled(dump.tensors.stats().to_dicts()) == listed["rows"]


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.name)
def test_summary_is_that_of_the_command_line(path, cli):
    told = cli("info", path)
    with ds.open(path) as dump:
        for key in ("root", "kinds", "ranks", "steps", "models", "counts", "bytes", "has", "facts"):
            assert dump.summary[key] == told[key], key


@pytest.mark.parametrize(
    "expression",
    ["op_type:Conv*", "nan_count>0 or max>100", "io:input -slot:0", "shape:[32,*", "name:conv1", "bytes>=4k"],
)
def test_filters_are_those_of_the_command_line(expression, cli):
    listed = cli("stat", SAMPLE / "target", "--filter", expression)
    with ds.open(SAMPLE / "target") as dump:
        found = dump.tensors.filter(expression)
        assert [tensor.id for tensor in found] == [row["id"] for row in listed["rows"]]


def test_filters_of_filters_keep_the_order_of_the_table():
    with ds.open(SAMPLE / "target") as dump:
        sizes = dump.tensors.sort("-bytes").filter("io:output")["bytes"]
        assert list(sizes) == sorted(sizes, reverse=True)
        both = dump.tensors.filter("io:output").filter("op_type:Conv*")
        assert [t.id for t in both] == [t.id for t in dump.tensors.filter("io:output op_type:Conv*")]


def test_what_was_not_measured_is_counted(cli):
    path = DATA / "mindspore" / "nan-ms270-statistic"
    listed = cli("stat", path, "--filter", "std>0")
    with ds.open(path) as dump:
        assert dump.tensors.filter("std>0").not_measured == listed["not_measured"]


def test_columns_are_arrays():
    with ds.open(SAMPLE / "target") as dump:
        table = dump.tensors
        rows = table.to_dicts()
        assert table["bytes"].dtype == numpy.int64
        assert table["bytes"].tolist() == [row["bytes"] for row in rows]
        assert table["op_type"].tolist() == [row["op_type"] for row in rows]
        assert list(table["shape"]) == [row["shape"] for row in rows]
        order = table["exec_index"]
        assert [None if hidden else number for number, hidden in zip(order.data.tolist(), numpy.ma.getmaskarray(order))] == [
            row["exec_index"] for row in rows
        ]
        assert numpy.ma.getmaskarray(table["duration_us"]).all()


def test_rows_and_parts():
    with ds.open(SAMPLE / "target") as dump:
        table = dump.tensors
        assert table[-1].id == table[len(table) - 1].id
        assert [tensor.id for tensor in table[2:8:2]] == [table[i].id for i in (2, 4, 6)]
        assert len(table[5:5]) == 0
        assert table.select(["op_name", "shape"]).columns == ["op_name", "shape"]
        with pytest.raises(IndexError):
            table[len(table)]


def test_tensors_are_found_by_name():
    with ds.open(SAMPLE / "target") as dump:
        first = next(iter(dump.tensors.filter("op_type:Conv2D io:output")))
        assert dump[first.id] == first
        assert dump[f"{first.op_name}:output:0"] == first
        assert first.op_name not in dump  # it has inputs, too
        with pytest.raises(ds.NotFoundError) as none:
            dump["no such tensor"]
        assert none.value.code == "not-found"
        with pytest.raises(ds.NotFoundError) as several:
            dump[first.op_name]
        assert several.value.code == "ambiguous"


def test_errors_say_where():
    with pytest.raises(ds.Error) as missing:
        ds.open("/no/such/folder")
    assert missing.value.code == "not-found"
    assert missing.value.place.file == "/no/such/folder"
    assert missing.value.advice
    with ds.open(SAMPLE / "target") as dump:
        with pytest.raises(ds.UsageError) as unknown:
            dump.tensors.filter("op_typ:Conv")
        assert unknown.value.place.column == 1
        assert "op_type" in str(unknown.value)
        with pytest.raises(ds.UsageError):
            dump.tensors["op_typ"]
        with pytest.raises(AttributeError):
            dump.tensors[0].op_typ
    assert isinstance(pickle.loads(pickle.dumps(unknown.value)), ds.UsageError)


def test_names_only_opens_no_file(cli):
    listed = cli("ls", SAMPLE / "target", "--names-only")
    with ds.open(SAMPLE / "target", names_only=True) as dump:
        assert spelled(dump.tensors.to_dicts()) == listed["rows"]
        assert set(dump.tensors["state"]) == {None}


def test_files_without_a_header(tmp_path):
    values = numpy.arange(6, dtype="<f2").reshape(2, 3)
    (tmp_path / "values.raw").write_bytes(b"head" + values.tobytes())
    with ds.open(tmp_path / "values.raw", raw_dtype="float16", raw_shape="2,3", raw_offset=4) as dump:
        assert numpy.array_equal(dump[0].numpy(), values)


def test_archives_open_like_folders():
    archives = sorted((DATA / "archives").glob("*.zip")) + sorted((DATA / "archives").glob("*.tar*"))
    assert archives
    for archive in archives:
        with ds.open(archive) as dump:
            for tensor in dump:
                if tensor.state == "ok":
                    assert tensor.numpy().size == tensor.elements


def test_representations_say_what_it_is():
    with ds.open(SAMPLE / "target") as dump:
        assert "MindSpore" in repr(dump) and f"tensors: {len(dump)}" in repr(dump)
        assert "<table>" in dump._repr_html_() and "<script" not in dump._repr_html_()
        assert str(len(dump)) in repr(dump.tensors)
        assert "<table>" in dump.tensors._repr_html_()
        assert dump[0].id in repr(dump[0])
    assert "closed" in repr(dump) and "closed" in dump._repr_html_()


def test_names_are_escaped_in_notebooks(saved):
    with ds.open(saved({"<b>&": numpy.zeros(1)})) as dump:
        assert "<b>" not in dump.tensors._repr_html_()


def test_closed_dumps_say_so():
    dump = ds.open(SAMPLE / "target")
    dump.close()
    with pytest.raises(ds.UsageError, match="closed"):
        dump.tensors


def test_nothing_of_a_dump_is_pickled():
    with ds.open(SAMPLE / "target") as dump:
        for thing in (dump, dump.tensors, dump[0]):
            with pytest.raises(TypeError, match="cannot be pickled"):
                pickle.dumps(thing)


def test_progress_rises_to_the_end():
    seen = []
    ds.open(SAMPLE / "target", progress=lambda share, title, item: seen.append((share, title)))
    shares = [share for share, _ in seen]
    assert shares == sorted(shares) and shares and 0 <= shares[0] <= shares[-1] <= 1


def test_exceptions_of_callbacks_stop_the_work():
    class Enough(Exception):
        pass

    def stop(*unused):
        raise Enough

    with pytest.raises(Enough):
        ds.open(SAMPLE / "target", progress=stop)


def test_names_that_are_not_utf8_open_the_same_file(tmp_path):
    name = b"caf\xe9.npy"
    path = bytes(tmp_path) + b"/" + name
    with open(path, "wb") as file:
        numpy.save(file, numpy.arange(3))
    with ds.open(tmp_path) as dump:
        assert dump[0].id == "caf%E9.npy"
        assert numpy.array_equal(dump[0].numpy(), numpy.arange(3))
    with ds.open(path) as dump:
        assert len(dump) == 1


def test_nothing_is_printed(capfd):
    with ds.open(DATA / "llm-era") as dump:
        dump.tensors.stats()
        repr(dump)
    assert capfd.readouterr() == ("", "")


def test_damaged_files_are_rows(tmp_path):
    (tmp_path / "cut.npy").write_bytes((DATA / "npy" / "float_f4.npy").read_bytes()[:-3])
    (tmp_path / "empty.npy").write_bytes(b"")
    with ds.open(pathlib.Path(tmp_path)) as dump:
        cut, empty = dump["cut.npy"], dump["empty.npy"]
        assert cut.state == "truncated" and cut.problem
        assert empty.state != "ok"
        with pytest.raises(ds.Error) as short:
            cut.numpy()
        assert short.value.code == "truncated"
        whole = numpy.load(DATA / "npy" / "float_f4.npy").ravel()
        assert numpy.array_equal(cut.numpy(partial=True), whole[:-1], equal_nan=True)


def test_rows_are_chosen_by_masks_and_numbers():
    tensors = ds.open(SAMPLE / "target").tensors
    ids = list(tensors["id"])
    mask = tensors["io"] == "output"
    assert list(tensors[mask]["id"]) == [one for one, chosen in zip(ids, mask) if chosen]
    assert list(tensors[[2, 0, -1]]["id"]) == [ids[2], ids[0], ids[-1]]
    assert list(tensors[numpy.array([1, 2])]["id"]) == ids[1:3]
    known = numpy.ma.masked_equal(numpy.arange(len(ids)), 0)
    assert list(tensors[known < 3]["id"]) == ids[1:3]
    assert len(tensors[[]]) == 0 and tensors[numpy.int64(1)].id == ids[1]
    with pytest.raises(IndexError):
        tensors[[True]]
    with pytest.raises(IndexError):
        tensors[[10**6]]


def test_arguments_of_a_wrong_type_are_named_in_a_sentence():
    dump = ds.open(SAMPLE / "target")
    for wrong in (
        lambda: dump.tensors.filter(3),
        lambda: dump.tensors.sort(None),
        lambda: dump.tensors.select([1]),
        lambda: dump.tensors[1.5],
        lambda: dump.tensors[[True, 1]],
        lambda: dump[None],
        lambda: dump.overflow(3),
    ):
        with pytest.raises(TypeError) as failed:
            wrong()
        assert "incompatible function arguments" not in str(failed.value) and "\n" not in str(failed.value)
    for wrong in (lambda: dump.tensors.filter("\ud800"), lambda: dump["\ud800"], lambda: dump.tensors["\ud800"]):
        with pytest.raises(ds.UsageError, match="half of a character"):
            wrong()
    with pytest.raises(ds.Error):
        dump.tensors.filter("\udcff:1")


def test_advice_is_about_python():
    with pytest.raises(ds.UsageError) as failed:
        ds.open(SAMPLE / "target").tensors.filter("no_such_column:1")
    assert "help()" in failed.value.advice
    with pytest.raises(ds.NotFoundError) as failed:
        ds.open(SAMPLE / "target")["no such tensor"]
    assert "`ls`" not in failed.value.advice and failed.value.advice


def test_progress_goes_to_tqdm(capsys):
    pytest.importorskip("tqdm")
    ds.open(SAMPLE / "target", cache=False, progress="tqdm")
    assert "100%" in capsys.readouterr().err
    with pytest.raises(TypeError):
        ds.open(SAMPLE / "target", progress="bar")


def test_long_documents_are_those_of_json():
    from dumpscope._documents import parsed

    text = json.dumps([{"number": number, "nested": [{"text": "x" * 40}] * 3} for number in range(40_000)])
    assert len(text) > 4_000_000
    assert parsed(text) == json.loads(text)
    assert parsed('{"none": NaN}')["none"] != 0


def test_tensors_are_found_by_every_name():
    """What findTensor takes: ids, names with and without role and slot, names as files spell them."""
    for folder in (SAMPLE / "target", DATA / "mindspore" / "lenet-ms210-statistic"):
        dump = ds.open(folder)
        table = dump.tensors
        names, raw = list(table["op_name"]), list(table["op_name_raw"])
        for row, tensor in enumerate(table):
            assert dump[tensor.id].row == row
            same = [i for i, other in enumerate(table) if (names[i], other.io, other.slot) == (names[row], tensor.io, tensor.slot)]
            if len(same) == 1 and tensor.io:
                assert dump[f"{names[row]}:{tensor.io}:{tensor.slot}"].row == row
                if raw.count(raw[row]) == names.count(names[row]):
                    assert dump[f"{raw[row]}:{tensor.io}:{tensor.slot}"].row == row


def test_a_mistyped_name_gets_the_near_one(saved):
    with ds.open(saved({"layer1": numpy.ones(2), "layer2": numpy.ones(2)})) as dump:
        with pytest.raises(ds.NotFoundError, match='did you mean "layer2'):
            dump["layr2"]
        with pytest.raises(ds.NotFoundError) as far:
            dump["completely other"]
        assert far.value.place.file == dump.root
        assert "did you mean" not in str(far.value)


def test_a_dump_holds_its_tensors():
    with ds.open(SAMPLE / "target") as dump, ds.open(SAMPLE / "golden") as golden:
        assert dump[0] in dump and dump[0].id in dump
        assert golden[0] not in dump and 3 not in dump


@pytest.mark.parametrize("number", [10**30, -(10**30), 10**9], ids=str)
def test_rows_that_no_table_has(number):
    with ds.open(SAMPLE / "target") as dump:
        for find in (lambda: dump[number], lambda: dump.tensors[number], lambda: dump.tensors[[number]]):
            with pytest.raises(IndexError):
                find()
