#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""report_page.py CLI SAMPLE: the HTML report holds the same rows as the JSON document of the same run.

The page keeps its pairs in columns (core/compare/report/html_report.cpp); they are decoded here by their description, not by the
page's script.
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HEADER = "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value,L2Norm Value\n"
# Names that must neither be markup nor break what texts share: markup, not ASCII, not UTF-8, one at the end of another.
NAMES = ["net/layers/3/<img src=x onerror=alert(1)>", "net/layers/3/</script><script>alert(1)</script>", "网络/layers/4/加法",
         "网络/layers/4/减法", "a%b", b"a%b\xff".decode("latin-1"), "a%bcd", "aa", "aaa"]


def block(page, name):
    found = re.search(f'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    return json.loads(found.group(1))


def cells(code):
    """Texts of a column, None where absent."""
    for token in code.split(","):
        value, mark, count = re.fullmatch(r"([^*~]*)(?:([*~])(\d+))?", token).groups()
        for i in range(int(count or 1)):
            yield str(int(value) + i) if mark == "~" else value or None


def restored(coded, other):
    first, last, between = coded.split(" ", 2)
    return other[:int(first)] + between + (other[-int(last):] if int(last) else "")


def texts(coded):
    before = ""
    for text in coded:
        before = restored(text, before)
        yield before


def same_figure(shown, exact):
    if exact is None or shown is None:
        return shown is exact
    shown, exact = float(shown), float(exact)
    return math.isclose(shown, exact, rel_tol=1e-5) or repr(shown) == repr(exact)


def check(cli, target, golden, folder):
    page_file, json_file = folder / "r.html", folder / "r.json"
    subprocess.run([cli, "compare", target, golden, "--fail-on", "never", "--report", page_file, "--json-out", json_file],
                   check=True, stdout=subprocess.DEVNULL)
    page, document = page_file.read_text(), json.loads(json_file.read_text())
    assert page.count("<script") == 3 and "<img" not in page, "a name is markup"
    data, more = block(page, "data"), block(page, "more")
    rows = document["pairs"]
    assert data["pairs"]["rows"] == len(rows) > 0
    coded = data["pairs"]["columns"] | more["columns"]
    lists = {name: list(texts(coded)) for name, coded in (data["pairs"]["texts"] | more["texts"]).items()}
    columns = {name: list(cells(code)) for name, code in coded.items()}
    for name, column in columns.items():
        assert len(column) == len(rows), f"{name}: {len(column)} cells of {len(rows)} rows"
        if name in lists:
            columns[name] = [None if place is None else lists[name][int(place)] for place in column]
    for name in "verdict", "rank", "step", "op_type", "op_name", "io", "slot", "target_id", "pair_reason", "reason":
        expected = [None if row[name] is None else str(row[name]) for row in rows]
        assert columns[name] == expected, f"{name}: {[x for x in zip(columns[name], expected) if x[0] != x[1]][:3]}"
    assert [restored(c, t) for c, t in zip(more["golden"], columns["target_id"])] == [row["golden_id"] for row in rows]
    for metric in rows[0]["metrics"]:
        expected = [row["metrics"][metric] for row in rows]
        assert (metric in data["metrics"]) == any(v is not None for v in expected), metric
        shown = columns.get(metric, [None] * len(rows))
        assert all(map(same_figure, shown, expected)), f"{metric}: {list(zip(shown, expected))[:3]}"
    assert data["layers"] == [{k: v for k, v in layer.items() if k != "first_fail"} for layer in document["summary"]["layers"]]
    for member in "suspects", "suspicion", "conclusion":
        assert data[member] == document[member], member
    failing = {row["index"] for row in rows if row["verdict"] in ("fail", "warn")}
    assert {int(row) for row in more["details"]} <= failing and bool(more["details"]) == bool(failing)


def main():
    cli, sample = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        check(cli, sample / "target", sample / "golden", folder)
        for side, value in ("t", "nan"), ("g", "1"):
            place = folder / side / "rank_0/net/0/0"
            place.mkdir(parents=True)
            lines = "".join(f'Add,{name},{i},0,{i},output,0,8,float32,"(2,)",{value if i % 2 else 1},0,{i}\n'
                            for i, name in enumerate(NAMES))
            (place / "statistic.csv").write_bytes((HEADER + lines).encode().replace("\u00ff".encode(), b"\xff"))
        check(cli, folder / "t", folder / "g", folder)


main()
