#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""folder_cycles.py ROOT [--list]: folders of core and of widgets include each other in no circle.

A folder may include those below it, so that there is an order in which they can be read. --list prints what each
folder includes.
"""
import collections
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def folder_graph(layer):
    """What each folder of a layer includes: folder -> folder -> an include as FILE: HEADER."""
    graph = collections.defaultdict(dict)
    for file in sorted(layer.rglob("*")):
        if file.suffix not in (".h", ".cpp", ".inl"):
            continue
        own = file.relative_to(layer).parts[0]
        for header in INCLUDE.findall(file.read_text()):
            other = header.split("/")[0]
            if "/" in header and other != own and (layer / header).exists():
                graph[own].setdefault(other, f"{file.relative_to(layer.parent)}: {header}")
    return graph


def circle_in(graph):
    """Folders that include each other in a circle, the first one again at the end; empty where there is none."""
    done, path = set(), []

    def visit(folder):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return []
        path.append(folder)
        for other in sorted(graph.get(folder, {})):
            circle = visit(other)
            if circle:
                return circle
        path.pop()
        done.add(folder)
        return []

    for folder in sorted(graph):
        circle = visit(folder)
        if circle:
            return circle
    return []


def main():
    root = pathlib.Path(sys.argv[1])
    status = 0
    for name in ("core", "widgets"):
        graph = folder_graph(root / name)
        if not any((root / name).rglob("*.h")):
            sys.exit(f"no sources in {root / name}")
        if "--list" in sys.argv:
            for folder in sorted(graph):
                print(f"{name}/{folder}: {' '.join(sorted(graph[folder]))}")
        circle = circle_in(graph)
        if circle:
            print(f"{name}: {' -> '.join(circle)}")
            for own, other in zip(circle, circle[1:]):
                print(f"    {graph[own][other]}")
            status = 1
    sys.exit(status)


main()
