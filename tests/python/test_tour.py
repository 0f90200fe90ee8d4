# SPDX-License-Identifier: GPL-3.0-or-later
"""What the documents show is what happens."""

import ast
import contextlib
import io
import json
import re

import pytest
from conftest import ROOT

PAGES = [ROOT / "docs" / "python.md", ROOT / "docs" / "python.zh_CN.md"]
NOTEBOOK = ROOT / "docs" / "python-tour.ipynb"


def blocks(page):
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tour_runs(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    tour, arrays, fixture = blocks(page)
    exec(compile(tour, page.name, "exec"), {})
    shown = capsys.readouterr().out
    assert "MindSpore" in shown and "BiasAdd" in shown
    exec(compile(arrays, page.name, "exec"), {})
    exec(compile(fixture, page.name, "exec"), {})


def test_the_pages_show_the_same():
    assert blocks(PAGES[0]) == blocks(PAGES[1])


def outcome(source, names):
    """What a cell prints, and the value of its last expression as text."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), None if value is None else repr(value)


def without_place(text):
    """The root differs from checkout to checkout."""
    return text.replace(str(ROOT) + "/", "")


def test_the_notebook_shows_what_it_gives(monkeypatch):
    monkeypatch.chdir(ROOT)
    names = {}
    checked = 0
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed, value = outcome("".join(cell["source"]), names)
        shown = "".join("".join(out["text"]) for out in cell["outputs"] if out["output_type"] == "stream")
        results = ["".join(out["data"]["text/plain"]) for out in cell["outputs"] if out["output_type"] == "execute_result"]
        assert without_place(printed) == shown
        assert ([without_place(value)] if value else []) == results
        checked += 1
    assert checked > 5
