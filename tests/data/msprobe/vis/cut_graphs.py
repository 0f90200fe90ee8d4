#!/usr/bin/env python3
"""Cuts a few rows of each graph out of a database of msprobe: cut_graphs.py FROM TO NAME...

`--set=COLUMN=VALUE=NAME` changes a row of the target's graphs, for what the sample does not have.
"""
import sqlite3
import sys


def main(source, target, *names):
    changes = [name.split("=")[1:] for name in names if name.startswith("--set=")]
    names = [name for name in names if not name.startswith("--")]
    old = sqlite3.connect(f"file:{source}?immutable=1", uri=True)
    new = sqlite3.connect(target)
    new.execute("PRAGMA page_size=1024")
    stacks = set()
    for (table, sql) in old.execute("SELECT name, sql FROM sqlite_master WHERE type='table'").fetchall():
        new.execute(sql)
    nodes = old.execute("SELECT * FROM tb_nodes ORDER BY rank DESC, rowid")
    columns = [column[0] for column in nodes.description]
    for row in nodes:
        row = list(row)
        if row[3] not in names:
            continue
        for column, value, name in changes:
            if row[3] == name and row[columns.index("data_source")] == "NPU":
                row[columns.index(column)] = value
        stacks.add(row[11])
        new.execute(f"INSERT INTO tb_nodes VALUES ({','.join('?' * len(row))})", row)
    for (key, info) in old.execute("SELECT * FROM tb_stack").fetchall():
        if key in stacks:
            new.execute("INSERT INTO tb_stack VALUES (?, ?)", (key, info))
    for row in old.execute("SELECT * FROM tb_config").fetchall():
        new.execute(f"INSERT INTO tb_config VALUES ({','.join('?' * len(row))})", row)
    new.commit()
    new.execute("VACUUM")
    new.close()


main(*sys.argv[1:])
