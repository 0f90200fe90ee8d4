#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# install.sh FOLDER: a virtual environment with MindSpore for the CPU and msprobe, from the package index of pip, for
# tests/mindspore/train.py. Downloads 600 MB, takes 3 GB. Then: DUMPSCOPE_MINDSPORE_VENV=FOLDER ctest --preset dev -R "mindspore_run|tst_mindspore_launch"
set -euo pipefail
folder=${1:?usage: install.sh FOLDER}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for python in ${PYTHON:-python3.11 python3.10 python3.9}; do
    command -v "$python" >/dev/null || continue
    "$python" -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    "$folder/bin/python" -c 'import mindspore; print("MindSpore", mindspore.__version__, "is in", mindspore.__path__[0])'
    exit 0
done
echo "MindSpore needs Python 3.9, 3.10 or 3.11; name one with PYTHON=" >&2
exit 1
