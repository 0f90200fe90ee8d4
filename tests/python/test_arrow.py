# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables as Arrow streams."""

import math

import pytest
from arrow_reader import columns_of
from conftest import DATA, SAMPLE

import dumpscope as ds


def plain(value):
    """Cells of any library as those of to_dicts()."""
    if value is None:
        return None
    return tuple(value) if isinstance(value, list) else value


def same(columns, rows):
    for name, cells in columns.items():
        for cell, row in zip(cells, rows):
            wanted = row[name]
            assert plain(cell) == wanted or (
                isinstance(wanted, float) and math.isnan(wanted) and math.isnan(cell)
            ), name


@pytest.mark.parametrize("path", ["msprobe", "mindspore/nan-ms270-statistic", "mindspore-async/g2_rank", "llm-era"])
def test_streams_hold_the_rows(path):
    with ds.open(DATA / path) as dump:
        table = dump.tensors.stats()
        columns = columns_of(table.__arrow_c_stream__())
        assert list(columns) == table.columns
        same(columns, table.to_dicts())


@pytest.mark.parametrize("path", ["msprobe", "llm-era"])
def test_streams_of_views_hold_the_same(path):
    """As polars gets them."""
    with ds.open(DATA / path) as dump:
        table = dump.tensors.stats()
        names = {"__name__": "polars.anything", "table": table}
        capsule = eval("table.__arrow_c_stream__()", names)
        same(columns_of(capsule), table.to_dicts())
        assert set(map(len, columns_of(eval("table[:0].__arrow_c_stream__()", names)).values())) == {0}


def test_streams_of_nothing():
    with ds.open(SAMPLE / "target") as dump:
        assert set(map(len, columns_of(dump.tensors[:0].__arrow_c_stream__()).values())) == {0}


def test_streams_that_nobody_takes_are_freed():
    with ds.open(SAMPLE / "target") as dump:
        for _ in range(3):
            dump.tensors.__arrow_c_stream__()


def test_streams_outlive_the_dump():
    dump = ds.open(SAMPLE / "target")
    rows, stream = dump.tensors.to_dicts(), dump.tensors.__arrow_c_stream__()
    dump.close()
    del dump
    same(columns_of(stream), rows)


def test_pairs_are_tables_too():
    comparison = ds.compare(SAMPLE / "target", SAMPLE / "golden")
    columns = columns_of(comparison.pairs.__arrow_c_stream__())
    assert columns["verdict"] == list(comparison.pairs["verdict"])


def test_polars_takes_a_table():
    polars = pytest.importorskip("polars")
    with ds.open(DATA / "msprobe") as dump:
        frame = polars.DataFrame(dump.tensors)
        assert frame.columns == dump.tensors.columns
        same(frame.to_dict(as_series=False), dump.tensors.to_dicts())


def test_pyarrow_takes_a_table():
    pyarrow = pytest.importorskip("pyarrow")
    with ds.open(DATA / "msprobe") as dump:
        table = pyarrow.table(dump.tensors)
        table.validate(full=True)
        same(table.to_pydict(), dump.tensors.to_dicts())


def test_pandas_takes_a_table():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    if not hasattr(pandas.DataFrame, "from_arrow"):
        pytest.skip("this pandas takes no Arrow stream")
    with ds.open(SAMPLE / "target") as dump:
        frame = pandas.DataFrame.from_arrow(dump.tensors)
        assert list(frame["op_name"]) == list(dump.tensors["op_name"])


def test_duckdb_asks_a_table():
    duckdb = pytest.importorskip("duckdb")
    with ds.open(SAMPLE / "target") as dump:
        tensors = dump.tensors  # noqa: F841: the query names it
        found = duckdb.sql("select count(*) from tensors where io = 'output'").fetchall()
        assert found == [(len(dump.tensors.filter("io:output")),)]
