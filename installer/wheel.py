#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""wheel.py BUILD FOLDER [--notices SOURCES]: the Python package of BUILD as a wheel in FOLDER, with every library it needs but
those of C and C++. The libraries get names and places of their own: another package of the same process may bring other
releases of them. SOURCES has Debian's sources of libraries that are linked into it, whose notices come along. Needs
patchelf, ldd and readelf. Two runs on one build give the same bytes: all times are SOURCE_DATE_EPOCH."""

import argparse
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile

SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s))\.so")
SOURCE = pathlib.Path(__file__).resolve().parents[1]


def output_of(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def needed_by(library):
    """Libraries that come along, by the names they are asked for."""
    found = {}
    for line in output_of("ldd", library).splitlines():
        name, arrow, path = (line.split() + ["", ""])[:3]
        if arrow == "=>" and path.startswith("/") and not SYSTEM.match(name):
            found[name] = pathlib.Path(path)
    return found


def copy_libraries(extension, folder):
    """Puts what the extension needs into `folder` and has all of it look there only."""
    originals = needed_by(extension)
    if not originals:
        return originals
    folder.mkdir()
    names = {}
    for name, path in originals.items():
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
        stem, _, version = name.partition(".so")
        names[name] = f"{stem}-{digest}.so{version}"
        shutil.copy(path, folder / names[name])
        output_of("strip", "--strip-unneeded", folder / names[name])
    for file in [extension, *(folder / new for new in names.values())]:
        place = "$ORIGIN" if file.parent == folder else f"$ORIGIN/../{folder.name}"
        direct = output_of("patchelf", "--print-needed", file).split()
        output_of("patchelf", "--force-rpath", "--set-rpath", place, file)
        if file.parent == folder:
            output_of("patchelf", "--set-soname", file.name, file)
        # One at a time: patchelf 0.14 leaves the versions of all but one with their old names.
        for old in direct:
            if old in names:
                output_of("patchelf", "--replace-needed", old, names[old], file)
    return originals


def copyright_of(path):
    """Debian's notes on the package that a library came from."""
    owner = subprocess.run(["dpkg", "-S", f"*/{path.resolve().name}"], capture_output=True, text=True, check=False).stdout
    package = owner.split(":")[0]
    notes = pathlib.Path("/usr/share/doc") / package / "copyright"
    return (package, notes) if package and notes.exists() else None


def notices_of(originals, sources):
    """Debian's notes on the libraries that come along, by the name of their package."""
    if sources is not None:
        return {path.parents[1].name: path for path in sorted(sources.glob("*/debian/copyright"))}
    return dict(filter(None, map(copyright_of, originals.values())))


def tags_of(glibc):
    """Names of one platform: older releases of pip know one of them only."""
    machine = os.uname().machine
    tags = [f"manylinux_{glibc[0]}_{glibc[1]}_{machine}"]
    return tags + [f"manylinux2014_{machine}"] * (glibc == (2, 17))


def oldest_glibc(files):
    """The lowest release of glibc that has all symbols that are asked for."""
    newest = (2, 17)
    for file in files:
        for match in re.finditer(r"GLIBC_(\d+)\.(\d+)", output_of("readelf", "-V", file)):
            newest = max(newest, (int(match[1]), int(match[2])))
    return newest


def write_metadata(folder, project, tag):
    info = folder / f"dumpscope-{project['version']}.dist-info"
    info.mkdir()
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Classifier: {one}" for one in project["classifiers"]),
    ]
    for extra, packages in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {package}; extra == "{extra}"' for package in packages]
    readme = (SOURCE / "python" / project["readme"]).read_text(encoding="utf-8")
    (info / "METADATA").write_text("\n".join(lines) + "\nDescription-Content-Type: text/markdown\n\n" + readme, encoding="utf-8")
    python, platforms = tag.rsplit("-", 1)
    tags = "".join(f"Tag: {python}-{platform}\n" for platform in platforms.split("."))
    (info / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: dumpscope\nRoot-Is-Purelib: false\n{tags}", encoding="utf-8"
    )
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    shutil.copy(SOURCE / "LICENSE", info / "LICENSE")
    return info


def pack(folder, info, wheel):
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    record = ""
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(name, data, mode):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data)

        for path in files:
            name, data = path.relative_to(folder).as_posix(), path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(data)}\n"
            add(name, data, 0o755 if ".so" in path.name else 0o644)
        name = f"{info.name}/RECORD"
        add(name, record + f"{name},,\n", 0o644)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--notices", type=pathlib.Path)
    arguments = parser.parse_args()
    project = tomllib.loads((SOURCE / "python" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work) / "wheel"
        output_of("cmake", "--install", arguments.build, "--component", "python", "--prefix", folder, "--strip")
        extension = next((folder / "dumpscope").glob("_core.*.so"))
        originals = copy_libraries(extension, folder / "dumpscope.libs")
        glibc = oldest_glibc([extension, *(folder / "dumpscope.libs").glob("*")])
        python = re.match(r"_core\.cpython-(\d+)-", extension.name)[1]
        tag = f"cp{python}-cp{python}-" + ".".join(tags_of(glibc))
        info = write_metadata(folder, project, tag)
        for name, notes in notices_of(originals, arguments.notices).items():
            target = info / "licenses" / name
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(notes, target / "copyright")
        # What the dynamic linker does not take is found here, not by who installs it.
        os.environ.update(PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1")
        output_of(f"python{python[0]}.{python[1:]}", "-c", "import dumpscope")
        arguments.folder.mkdir(parents=True, exist_ok=True)
        wheel = arguments.folder / f"dumpscope-{project['version']}-{tag}.whl"
        pack(folder, info, wheel)
        print(wheel)


main()
