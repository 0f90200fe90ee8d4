# SPDX-License-Identifier: GPL-3.0-or-later
"""Comparisons, against the document of the command line and NumPy."""

import json
import os
import zipfile

import numpy
import pytest
from conftest import DATA, SAMPLE, spelled

import dumpscope as ds

SIDES = [
    (SAMPLE / "target", SAMPLE / "golden"),
    (DATA / "mindspore" / "lenet-ms210-bug-statistic", DATA / "mindspore" / "lenet-ms210-statistic"),
]


@pytest.fixture(scope="module")
def sample():
    return ds.compare(SAMPLE / "target", SAMPLE / "golden")


@pytest.mark.parametrize("target, golden", SIDES, ids=lambda path: path.name)
def test_documents_are_those_of_the_command_line(target, golden, cli):
    told = cli("compare", target, golden)
    comparison = ds.compare(target, golden)
    assert spelled([pair.to_dict() for pair in comparison.pairs]) == told["pairs"]
    document = spelled(comparison.document)
    for key in ("conclusion", "first_divergence", "suspects", "suspicion", "unpaired", "problems"):
        assert document[key] == told[key], key
    del told["summary"]["seconds"], document["summary"]["seconds"]
    assert document["summary"] == told["summary"]


def test_options_are_those_of_the_command_line(cli):
    told = cli("compare", *SIDES[0], "--metrics", "quick", "--limit", "cosine_similarity>=0.9999999", "--filter", "io:output")
    comparison = ds.compare(*SIDES[0], metrics="quick", limit=["cosine_similarity>=0.9999999"], filter="io:output")
    assert spelled([pair.to_dict() for pair in comparison.pairs]) == told["pairs"]


def test_suspects_have_their_reasons_in_words_and_values(sample):
    suspect = sample.suspects[0]
    assert suspect.op_name == sample.document["suspects"][0]["op_name"]
    form, arguments = suspect.why_parts

    def told(message):
        if isinstance(message, str):
            return message
        text = message[0]
        for place, argument in enumerate(message[1], 1):
            text = text.replace(f"%{place}", told(argument))
        return text

    assert told((form, arguments)) == suspect.why


def test_pairs_are_a_table(sample):
    failing = sample.pairs.filter("verdict:fail")
    assert len(failing) == sample.summary["fail"] > 0
    assert {pair.verdict for pair in failing} == {"fail"}
    distances = numpy.ma.compressed(sample.pairs.sort("-relative_euclidean_distance")["relative_euclidean_distance"])
    assert list(distances) == sorted(distances, reverse=True)
    target, golden = failing[0].tensors
    assert (failing[0].target_id, failing[0].golden_id) == (target.id, golden.id)


def test_worst_elements_are_those_of_numpy():
    random = numpy.random.default_rng(3)
    target, golden = random.normal(size=(2, 40, 50))
    (worst,) = ds.compare(target, golden).worst(0, 1)
    errors = numpy.abs(target - golden).ravel()
    place = int(errors.argmax())
    assert (worst["index"], worst["target"], worst["golden"]) == (place, target.flat[place], golden.flat[place])
    assert worst["abs_error"] == errors[place]


def test_nodes_of_a_model_are_run_again():
    from dumpscope._programs import onnx_runtimes

    if not any(map(os.path.exists, onnx_runtimes())):
        pytest.skip("there is no ONNX Runtime of the release that the core takes")
    models = DATA / "models"
    image = numpy.load(models / "convnet_input_0.npy")
    right = numpy.load(models / "convnet_reference" / "000.npy")  # of the node conv1, as its manifest says
    golden = {"conv1:input:0": image, "conv1:output:0": right}
    target = {"conv1:input:0": image, "conv1:output:0": numpy.roll(right, 1, axis=2)}
    (suspect,) = ds.compare(target, golden, model=models / "convnet.onnx").suspects
    assert (suspect.op_name, suspect.details["recomputed"]["outcome"]) == ("conv1", "differs")
    (suspect,) = ds.compare(target, golden).suspects
    assert suspect.details["recomputed"] is None
    with pytest.raises(ds.UnsupportedError) as folder:
        ds.compare(target, golden, model=models)
    assert folder.value.place.file == str(models)
    with pytest.raises(ds.NotFoundError):
        ds.compare(target, golden, model=[models / "none.onnx"])


def test_a_runtime_that_is_not_there_is_told_of(monkeypatch, tmp_path):
    monkeypatch.setenv("DUMPSCOPE_ONNXRUNTIME", str(tmp_path / "none.so"))
    image = numpy.load(DATA / "models" / "convnet_input_0.npy")
    sides = [{"conv1:input:0": image, "conv1:output:0": image * factor} for factor in (1, 2)]
    told = ds.compare(*sides, model=DATA / "models" / "convnet.onnx").document["suspicion"]["note"]
    assert "none.so" in told


def test_metrics_of_arrays_are_those_of_numpy():
    random = numpy.random.default_rng(4)
    golden = random.normal(size=1000)
    target = golden + random.normal(size=1000) * 1e-3
    pair = ds.compare({"y": target}, {"y": golden}).pairs[0]
    cosine = target @ golden / numpy.linalg.norm(target) / numpy.linalg.norm(golden)
    assert pair.cosine_similarity == pytest.approx(cosine, rel=1e-12)
    assert pair.max_absolute_error == pytest.approx(numpy.abs(target - golden).max(), rel=1e-12)
    assert pair.relative_euclidean_distance == pytest.approx(
        numpy.linalg.norm(target - golden) / numpy.linalg.norm(golden), rel=1e-12
    )


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint8", "int16", "int32", "int64", "uint64", "float16", "float32", "float64", "complex64"]
)
@pytest.mark.parametrize("shape", [(), (0,), (0, 3), (5,), (2, 3)], ids=str)
def test_equal_arrays_agree(dtype, shape):
    array = numpy.ones(shape, dtype)
    comparison = ds.compare({"y": array}, {"y": array.copy()})
    assert comparison.pairs[0].state != "error"
    if array.size:
        assert comparison.agrees() and comparison.conclusion["kind"] == "bit-equal"
    ds.assert_close({"y": array}, {"y": array.copy()})


def test_empty_arrays_agree_by_shape():
    one, empty = numpy.ones(4), numpy.zeros((0, 3))
    ds.assert_close({"y": one, "none": empty}, {"y": one.copy(), "none": empty.copy()})
    with pytest.raises(AssertionError):
        ds.assert_close({"none": empty}, {"none": numpy.zeros((0, 4))})
    with pytest.raises(AssertionError):
        ds.assert_close({"none": empty, "more": empty}, {"none": empty})
    with pytest.raises(AssertionError):
        ds.assert_close({"y": one, "none": empty}, {"y": one * 2, "none": empty.copy()})


@pytest.mark.parametrize("kind", ["i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"])
def test_big_endian_arrays_keep_type_and_bits(kind, saved):
    ones = numpy.ones(4, kind)
    far = ones.copy()
    far.view("u1")[0] ^= 1  # the last bit of an element, which no narrower type holds
    for swapped in (far.astype(f">{kind}"), ds.open(saved({"y": far.astype(f">{kind}")}))[0].numpy()):
        assert swapped.dtype.byteorder == ">"
        pair = ds.compare({"y": swapped}, {"y": ones}, limits="exact").pairs[0]
        assert (pair.verdict, pair.dtype) == ("fail", ones.dtype.name)
        assert ds.compare({"y": swapped}, {"y": far}).conclusion["kind"] == "bit-equal"


@pytest.mark.parametrize("order", ["C", "F", "reversed", "big-endian"])
def test_arrays_lie_as_they_like(order):
    golden = numpy.arange(24, dtype=numpy.float32).reshape(2, 3, 4)
    target = {
        "C": golden.copy(),
        "F": numpy.asfortranarray(golden),
        "reversed": golden[::-1].copy()[::-1],
        "big-endian": golden.astype(">f4"),
    }[order]
    assert ds.compare(target, golden).conclusion["kind"] == "bit-equal"


def test_nan_and_infinities_are_data():
    values = numpy.array([1, numpy.nan, numpy.inf, -numpy.inf, -0.0])
    ds.assert_close(values, values.copy())
    with pytest.raises(AssertionError):
        ds.assert_close(values, numpy.array([1, 2, numpy.inf, -numpy.inf, -0.0]))


def test_extended_types_are_compared_by_value():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    golden = numpy.linspace(-2, 2, 100, dtype=numpy.float32)
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "float4_e2m1fn"):
        array = golden.astype(getattr(ml_dtypes, name))
        comparison = ds.compare(array, array.astype(numpy.float32))
        assert comparison.summary["fail"] == 0, name
        assert ds.compare(array, array.copy()).conclusion["kind"] == "bit-equal"


FP8 = "e4m3fn e5m2 e4m3fnuz e5m2fnuz e4m3 e3m4 e4m3b11fnuz".split()


@pytest.mark.parametrize("name", ["float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn", *(f"float8_{kind}" for kind in FP8)])
def test_narrow_types_are_held_to_the_limit_of_float8(name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    golden = numpy.linspace(-4, 4, 33, dtype=numpy.float32).astype(getattr(ml_dtypes, name))
    target = golden.copy()
    target[16:18] = 1  # off by a tenth in all, within what float8 may lose and far beyond what float32 may
    pair = ds.compare({"y": target}, {"y": golden}).pairs[0]
    error = numpy.linalg.norm(target.astype("f8") - golden.astype("f8")) / numpy.linalg.norm(golden.astype("f8"))
    assert 0.03 < error < 0.25
    assert pair.relative_euclidean_distance == pytest.approx(error, rel=1e-6)
    # The core has no values of fp4 and fp6, and float8_e4m3fn has all of theirs.
    kind = name if name.startswith("float8") else "float8_e4m3fn"
    assert (pair.precision, pair.verdict == "fail") == (kind, False)


def test_torch_tensors_are_compared():
    torch = pytest.importorskip("torch")
    golden = torch.linspace(-2, 2, 100, requires_grad=True)
    for kind in (torch.float32, torch.bfloat16, torch.float16, torch.float8_e4m3fn):
        ds.assert_close({"y": golden.to(kind)}, {"y": golden.detach().to(kind).float()}, check_dtype=False)


def test_tensors_of_torch_without_dense_values_are_refused():
    torch = pytest.importorskip("torch")
    ones = torch.ones(3, 3)
    without = {
        "to_dense": ones.to_sparse(),
        "meta": torch.empty(3, device="meta"),
        "unbind": torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]),
        "int_repr": torch.quantize_per_tensor(ones, 0.1, 0, torch.qint8),
        "state_dict": torch.nn.Linear(2, 2),
    }
    for kind in (torch.float32, torch.bfloat16, torch.complex32):  # NumPy has no array of that shape
        with pytest.raises(ds.UnsupportedError, match="weight"):
            ds.compare({"weight": torch.empty((2**62, 0), dtype=kind)}, {"weight": numpy.zeros(2)})
    for advice, wrong in without.items():
        with pytest.raises(ds.UnsupportedError, match=f"weight.*{advice}"):
            ds.compare({"weight": wrong}, {"weight": numpy.zeros(2)})


def test_complex_halves_of_torch_are_compared():
    torch = pytest.importorskip("torch")
    halves = torch.tensor([[1, 2], [3, 4]], dtype=torch.float16)
    pair = ds.compare({"y": torch.view_as_complex(halves)}, {"y": numpy.array([1 + 2j, 3 + 4j], "c8")}).pairs[0]
    assert (pair.dtype, pair.shape, pair.max_absolute_error) == ("complex32", (2,), 0)
    other = torch.view_as_complex(halves + torch.tensor([0, 1], dtype=torch.float16))
    assert ds.compare({"y": other.conj()}, {"y": torch.view_as_complex(halves)}).summary["fail"] == 1


def test_what_holds_no_numbers_is_refused():
    class Refusing:
        def __array__(self, *unused, **more):
            raise RuntimeError("not now")

    ragged, masked = ([1, 2], [3]), numpy.ma.MaskedArray([1.0, 2.0], [True, False])
    others = (numpy.zeros(2, "M8[s]"), numpy.zeros(2, "f4,i4"), numpy.zeros(2, "V4"), numpy.zeros(2, numpy.longdouble))
    for wrong in (numpy.array(["a"]), numpy.array([object()]), *others, None, ragged, masked, Refusing()):
        with pytest.raises(ds.UnsupportedError, match="weight"):
            ds.compare({"weight": wrong}, {"weight": numpy.zeros(2)})
    assert ds.compare(numpy.ma.MaskedArray([1.0, 2.0]), numpy.array([1.0, 2.0])).conclusion["kind"] == "bit-equal"
    with pytest.raises(ds.UsageError):
        ds.compare({}, {})
    with pytest.raises(ds.UsageError):
        ds.compare({"": numpy.zeros(1)}, {"": numpy.zeros(1)})
    with pytest.raises(ds.UsageError):
        ds.compare({1: numpy.zeros(1)}, {1: numpy.zeros(1)})


def test_names_say_operator_role_and_slot():
    target = {"conv:input:0": numpy.ones(8), "conv:output:0": numpy.full(8, 3.0)}
    golden = {"conv:input:0": numpy.ones(8), "conv:output:0": numpy.full(8, 2.0)}
    comparison = ds.compare(target, golden)
    assert [(pair.op_name, pair.io, pair.slot) for pair in comparison.pairs] == [("conv", "input", 0), ("conv", "output", 0)]
    assert comparison.first_divergence["op_name"] == "conv"
    assert comparison.first_divergence["inputs_clean"]


def test_the_order_of_a_mapping_is_that_of_execution():
    names = ["z", "a", "m"]
    golden = {name: numpy.ones(8) for name in names}
    target = {**golden, "a": numpy.full(8, 2.0), "m": numpy.full(8, 3.0)}
    comparison = ds.compare(target, golden)
    assert [pair.op_name for pair in comparison.pairs] == names
    assert comparison.first_divergence["op_name"] == "a"


def test_names_may_be_paired_by_hand():
    values = numpy.arange(8.0)
    comparison = ds.compare({"y_npu": values}, {"completely other": values.copy()}, pairing={"y_npu": "completely other"})
    assert len(comparison.pairs) == 1 and comparison.pairs[0].pair_origin == "manual"


def test_assertions_explain_themselves():
    golden = {"layer0": numpy.ones((4, 4)), "layer1": numpy.arange(16.0).reshape(4, 4)}
    target = {"layer0": numpy.ones((4, 4)), "layer1": golden["layer1"] + numpy.eye(4) * 0.5}
    with pytest.raises(AssertionError) as failed:
        ds.assert_close(target, golden)
    text = str(failed.value)
    assert "layer1" in text and "0.5" in text and "layer0" not in text
    with pytest.raises(AssertionError, match="only_here"):
        ds.assert_close({**golden, "only_here": numpy.ones(3)}, golden)
    with pytest.raises(AssertionError):
        ds.assert_close({"layer0": numpy.ones((4, 4))}, {"layer0": numpy.ones((4, 5))})


def test_assertions_demand_names_shapes_and_types():
    values = numpy.random.default_rng(1).normal(size=(3, 4)).astype("f4")
    golden = {"y": values, "z": values + 1}
    for target, why in [
        ({"y": values.T, "z": values + 1}, r"y:output:0: shape \[4,3\], golden's \[3,4\]"),
        ({"y": values.reshape(4, 3), "z": values + 1}, r"y:output:0: shape \[4,3\], golden's \[3,4\]"),
        ({"y": values.ravel(), "z": values + 1}, r"y:output:0: shape \[12\], golden's \[3,4\]"),
        ({"v": values, "o": values + 1}, "v of target has no partner"),
        ({"Y": values, "z": values + 1}, "Y of target has no partner"),
        ({"y": values.astype("f2").astype("f8"), "z": values + 1}, "y:output:0: element type float64, golden's float32"),
    ]:
        with pytest.raises(AssertionError, match=why):
            ds.assert_close(target, golden, limit="relative_euclidean_distance<=0.01")
    ds.assert_close({**golden, "y": values.astype("f8")}, golden, check_dtype=False)
    # What is asked for may be found by values, or said.
    ds.assert_close({"y": values.T, "z": values + 1}, golden, parallel="auto")
    ds.assert_close({"v": values, "z": values + 1}, golden, pairing={"v": "y"})
    with pytest.raises(AssertionError, match="element type"):
        ds.assert_close({"none": numpy.zeros((0, 3), "f4")}, {"none": numpy.zeros((0, 3), "i8")})


def test_one_array_needs_no_name(saved):
    values = numpy.arange(6.0)
    file = saved({"y": values}) / "y.npy"
    for one in (values, file, ds.open(file), ds.compare(values, values).target):
        ds.assert_close(one, {"any name": values})
        ds.assert_close({"any name": values}, one)
    with pytest.raises(AssertionError, match="has no partner"):
        ds.assert_close(values, {"any name": values, "another": values})


def test_arrays_are_not_paired_by_values_unless_that_is_asked_for():
    values = numpy.random.default_rng(1).normal(size=(3, 4))
    target, golden = {"y": values.T, "z": values + 1}, {"y": values, "z": values + 1}
    assert ds.compare(target, golden).pairs[0].state == "shape"
    assert {pair.pair_origin for pair in ds.compare(target, golden, parallel="auto").pairs} == {"assembly"}
    moved = {"more": numpy.ones(4), "a": numpy.arange(5.0), "b": values}
    origins = {pair.pair_origin for pair in ds.compare(moved, {"b": values, "c": numpy.arange(5.0) + 1}).pairs}
    assert "fingerprint" not in origins and "assembly" not in origins


def test_integers_of_another_value_are_wrong():
    zeros = numpy.zeros(1000, "u1")
    assert ds.compare(zeros, zeros + 1).summary["warn"] == 1
    for kind in ("u1", "i1", "bool"):
        with pytest.raises(AssertionError, match="mask"):
            ds.assert_close({"mask": zeros.astype(kind)}, {"mask": (zeros + 1).astype(kind)})
    ds.assert_close({"mask": zeros}, {"mask": zeros + 1}, fail_on="fail")
    with pytest.raises(AssertionError):
        ds.assert_close({"mask": zeros}, {"mask": zeros + 2}, fail_on="fail")


def test_tolerances_are_limits():
    values = numpy.linspace(1, 2, 8)
    ds.assert_close(values, values * 1.01, rtol=0.02)
    with pytest.raises(AssertionError):
        ds.assert_close(values, values * 1.000001, rtol=1e-9, atol=0)
    with pytest.raises(AssertionError):
        ds.assert_close(values, values + 1e-6, rtol=0, atol=1e-7)
    ds.assert_close(values, values + 1e-6, rtol=0, atol=1e-7, limits="advisor")
    for wrong in ({"rtol": -1}, {"atol": -1e-9}, {"rtol": float("nan")}, {"atol": float("inf")}):
        with pytest.raises(ds.UsageError, match=next(iter(wrong))):
            ds.assert_close(values, values, **wrong)


def test_filters_are_those_of_the_command_line(sample, cli):
    for wrong in ("op_nam:nothing*", "step:0 bogus:1", "((", "verdict:fail op_nam:x"):
        for ask in (ds.compare, ds.assert_close):
            with pytest.raises(ds.UsageError, match="filter"):
                ask(*SIDES[0], filter=wrong)
    with pytest.raises(ds.UsageError, match="expected a column name, but there is no column 'op_nam'"):
        ds.compare(*SIDES[0], filter="op_nam:nothing*")
    for ofPairs in ("verdict:fail", "cosine_similarity<0.9", "io:output -verdict:pass"):
        told = cli("compare", *SIDES[0], "--filter", ofPairs)
        comparison = ds.compare(*SIDES[0], filter=ofPairs)
        assert spelled([pair.to_dict() for pair in comparison.pairs]) == told["pairs"]
        assert 0 < len(comparison.pairs) < len(sample.pairs)
        assert json.loads(comparison.to_json())["pairs"] == told["pairs"]
        assert comparison.summary["fail"] == sample.summary["fail"]  # all are compared


def test_options_that_are_none_say_what_they_take():
    for wrong, what in (({"step": "a"}, '"step" takes a whole number'), ({"filter": 5}, '"filter" takes a text')):
        with pytest.raises(ds.UsageError) as failed:
            ds.compare(*SIDES[0], **wrong)
        assert what in str(failed.value) and "@" not in str(failed.value)
    with pytest.raises(ds.UsageError, match="from 0 to 1, not 2"):
        ds.compare(*SIDES[0], min_paired=2)
    comparison = ds.compare(numpy.ones(3), numpy.zeros(3))
    assert len(comparison.worst(0, 10**30)) == 3
    with pytest.raises(ds.UsageError):
        comparison.worst(comparison.pairs[0], -1)
    for wrong in (-1, 1, 10**30):
        with pytest.raises(IndexError):
            comparison.worst(wrong)


ESCAPE = "layer\x1b[31m"


def test_names_of_any_bytes_are_compared_and_shown_safely():
    ones = numpy.ones(8)
    not_utf8 = os.fsdecode(b"y\xff")
    with pytest.raises(AssertionError, match="y%FF"):
        ds.assert_close({not_utf8: ones}, {not_utf8: ones * 2})
    ds.assert_close({not_utf8: ones}, {not_utf8: ones.copy()})
    with pytest.raises(ds.UsageError, match="half of a character"):
        ds.compare({"\ud800": ones}, {"y": ones})
    with pytest.raises(AssertionError) as failed:
        ds.assert_close({f"{ESCAPE}:input:0": ones, ESCAPE: ones}, {f"{ESCAPE}:input:0": ones, ESCAPE: ones * 2})
    text = str(failed.value)
    assert "\x1b" not in text and "suspect: layer%1B" in text and "fail: layer%1B" in text
    assert "\x1b" not in repr(ds.compare({ESCAPE: ones}, {ESCAPE: ones * 2}).pairs[0])


def test_never_fails_on_nothing():
    ds.assert_close(numpy.ones(3), numpy.zeros(3), fail_on="never")
    assert ds.compare(numpy.ones(3), numpy.zeros(3)).agrees(["never"])
    with pytest.raises(AssertionError):
        ds.assert_close(numpy.ones(3), numpy.zeros(3), fail_on="fail,unpaired")
    for wrong in ("never,fail", ["no-such-word"]):
        with pytest.raises(ds.UsageError):
            ds.assert_close(numpy.ones(3), numpy.ones(3), fail_on=wrong)


def test_one_text_is_one_option(sample):
    asked = ds.compare(SAMPLE / "target", SAMPLE / "golden", limit="cosine_similarity>=0.5", pair_step="0=0")
    several = ds.compare(SAMPLE / "target", SAMPLE / "golden", limit=["cosine_similarity>=0.5"], pair_step=["0=0"])
    assert list(asked.pairs["verdict"]) == list(several.pairs["verdict"])


def test_more_options_are_those_of_the_command_line(cli, tmp_path):
    rules = tmp_path / "pairs.json"
    rules.write_text('{"version": 1, "pairs": []}')
    truth = SAMPLE / "golden"
    told = cli("compare", *SIDES[0], "--top", 2, "--blocks", 4, "--map", rules, "--truth", truth)
    comparison = ds.compare(*SIDES[0], top=numpy.int64(2), blocks=4, map=rules, truth=truth)
    assert spelled([pair.to_dict() for pair in comparison.pairs]) == told["pairs"]
    assert spelled(comparison.truth) == told["truth"] is not None
    assert ds.compare(*SIDES[0]).truth is None
    weighed = [suspect.details["counterfactual"] for suspect in ds.compare(*SIDES[0], counterfactual=True).suspects]
    assert spelled(weighed) == [suspect["counterfactual"] for suspect in cli("compare", *SIDES[0], "--counterfactual")["suspects"]]
    values = numpy.linspace(1, 2, 64)
    near = ds.compare({"y": values * 1.01}, {"y": values * 1.001}, truth={"y": values}).truth
    assert near["rows"][0]["farther"] == "target"
    for wrong in ({"environment": tmp_path / "none"}, {"golden_environment": tmp_path / "none"}, {"map": tmp_path / "none"}):
        with pytest.raises(ds.Error):
            ds.compare(*SIDES[0], **wrong)


def test_a_comparison_of_nothing_is_no_agreement(saved):
    with pytest.raises(AssertionError):
        ds.assert_close({"a": numpy.ones(3)}, {"completely other": numpy.zeros((7, 7), "i4")})
    with pytest.raises(ds.Error):
        (saved({}) / "notes.txt").write_text("nothing")
        ds.compare(saved({}), saved({}))


def test_rows_are_handed_over_in_order(sample):
    rows = []
    ds.compare(SAMPLE / "target", SAMPLE / "golden", on_row=rows.append)
    assert [(row["target_id"], row["golden_id"]) for row in rows] == [
        (pair.target_id, pair.golden_id) for pair in sample.pairs
    ]
    assert rows[0]["metrics"] == sample.pairs[0].to_dict()["metrics"]

    class Enough(Exception):
        pass

    def stop(row):
        raise Enough

    with pytest.raises(Enough):
        ds.compare(SAMPLE / "target", SAMPLE / "golden", on_row=stop)


def test_reports_and_bundles_are_written(sample, tmp_path, cli):
    sample.to_html(tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text()
    document = json.loads(sample.to_json(tmp_path / "report.json"))
    assert document == json.loads((tmp_path / "report.json").read_text())
    assert len(document["pairs"]) == len(sample.pairs)
    sample.bundle(tmp_path / "bundle.zip", [0, sample.pairs[1]])
    assert "bundle.json" in zipfile.ZipFile(tmp_path / "bundle.zip").namelist()
    with pytest.raises(ds.UsageError, match="bundle holds both sides"):
        ds.compare(tmp_path / "bundle.zip", SAMPLE / "golden")
    with pytest.raises(ds.UsageError):
        sample.to_html(SAMPLE / "target" / "report.html")  # inside a dump that is compared
    with pytest.raises(ds.UsageError, match="csv-out.*xlsx"):
        sample.write("csv", tmp_path / "x")


def test_reports_of_arrays_are_written(tmp_path):
    comparison = ds.compare({"y": numpy.ones(8)}, {"y": numpy.full(8, 2.0)})
    comparison.to_html(tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text()
    assert json.loads(comparison.to_json())["pairs"][0]["verdict"] == "fail"


def test_bundles_hold_the_values_of_arrays(tmp_path):
    target = {"block.0/y": numpy.arange(6.0).reshape(2, 3), "mask": numpy.array([True, False])}
    golden = {"block.0/y": numpy.ones((2, 3)), "mask": numpy.array([True, True])}
    comparison = ds.compare(target, golden)
    bundle = tmp_path / "arrays.zip"
    comparison.bundle(bundle, [0, 1])
    packed = zipfile.ZipFile(bundle)
    files = [name for name in packed.namelist() if name.endswith(("y", "mask"))]
    arrays = [numpy.load(packed.open(name)) for name in sorted(files)]
    wanted = [golden["block.0/y"], golden["mask"], target["block.0/y"], target["mask"]]
    assert all(numpy.array_equal(mine, its) and mine.dtype == its.dtype for mine, its in zip(arrays, wanted))
    with ds.open(bundle) as dump:
        values = [tensor.numpy() for tensor in dump.tensors.filter("dtype:float64")]
        assert [value.tolist() for value in values] == [golden["block.0/y"].tolist(), target["block.0/y"].tolist()]
    with pytest.raises(ds.Error, match="name of this array"):
        ds.compare({"../y": numpy.ones(2)}, {"../y": numpy.zeros(2)}).bundle(tmp_path / "other.zip", [0])
    ml_dtypes = pytest.importorskip("ml_dtypes")
    with pytest.raises(ds.UnsupportedError, match="bfloat16"):
        ones = numpy.ones(2, ml_dtypes.bfloat16)
        ds.compare({"y": ones}, {"y": ones}).bundle(tmp_path / "other.zip", [0])


def test_pairs_explain_themselves(sample):
    failing = next(iter(sample.pairs.filter("verdict:fail")))
    kinds = {reason.kind for reason in failing.explain()}
    assert kinds & {"limit", "suspect", "error", "first-difference"}
    with pytest.raises(IndexError):
        sample.worst(10**6)


def test_wrong_options_are_refused():
    for wrong in ({"limits": "no such preset"}, {"metrics": "no_such_metric"}, {"limit": ["x"]}, {"pair_step": ["1"]}):
        with pytest.raises(ds.Error):
            ds.compare(SAMPLE / "target", SAMPLE / "golden", **wrong)


def test_sides_may_be_mixed(saved):
    values = numpy.arange(6.0)
    folder = saved({"y": values})
    assert ds.compare(folder / "y.npy", values, pairing={"y": "array"}).summary["pass"] == 1
    with ds.open(folder) as dump:
        assert ds.compare({"y": dump[0]}, {"y": values}).conclusion["kind"] == "bit-equal"


def test_arrays_have_no_command_line(saved):
    arrays = {"y": numpy.ones(3)}
    with pytest.raises(ds.UsageError, match="arrays in memory"):
        ds.compare(saved(arrays), arrays).command
    assert "dumpscope-cli compare" in ds.compare(saved(arrays), saved(arrays, "other")).command


def test_mappings_of_mappings_are_to_be_flattened():
    with pytest.raises(ds.UnsupportedError, match="block: .*outer.inner"):
        ds.compare({"block": {"y": numpy.ones(2)}}, {"block": {"y": numpy.ones(2)}})
