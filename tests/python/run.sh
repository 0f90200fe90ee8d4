#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh PYTHON TEST...: tests of the Python package that PYTHONPATH names; 77 where Python lacks what they need.
# DUMPSCOPE_TEST_PRELOAD: a sanitizer's library that has to be there before all others.
set -euo pipefail
python=$1
shift
if ! PYTHONPATH='' "$python" -c 'import numpy, pytest' 2>/dev/null; then
    echo "skipped: $python has no NumPy or no pytest (python3-numpy, python3-pytest)"
    exit 77
fi
export PYTHONDONTWRITEBYTECODE=1
if [ -n "${DUMPSCOPE_TEST_PRELOAD:-}" ]; then
    # Python itself keeps what it once allocated, and its own pools hide what is freed.
    export ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc LD_PRELOAD=$DUMPSCOPE_TEST_PRELOAD
fi
exec "$python" -m pytest -q -p no:cacheprovider "$@"
