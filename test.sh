#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything and runs all tests:
#
#   ./test.sh [CTEST ARGUMENT...]      e.g. ./test.sh -L core, ./test.sh -R npy --verbose
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. installer/apt.sh

require_packages build runtime test
cmake --preset release -DDUMPSCOPE_BUILD_TESTS=ON
cmake --build --preset release -j "$(nproc)"
exec ctest --preset release --no-tests=error -j "$(nproc)" "$@"
