#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the release and all packages from it, into build/release/packages:
#
#   installer/package.sh            dumpscope_VERSION_amd64.deb, dumpscope-VERSION-linux-x86_64.tar.zst and, for Python,
#                                   dumpscope-VERSION-cp311-cp311-manylinux_2_17_x86_64.….whl, and
#                                   dumpscope-cli_VERSION_arm64.deb, the command line alone
#   installer/package.sh --quick    the same without the last one, and with a wheel for the glibc of this machine, of what is built anyway
#
# Two runs on one commit give the same bytes: all times are those of the commit.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case ${1:-} in
'' | --quick) ;;
*) echo "--quick or nothing, not $1" >&2; exit 2 ;;
esac
. installer/apt.sh
require_packages build runtime package

# Without git, the time of the source that was unpacked.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CMakeLists.txt)}
export SOURCE_DATE_EPOCH
umask 022
cmake --preset release -DDUMPSCOPE_PYTHON_PACKAGE=ON
cmake --build --preset release --target dumpscope dumpscope-cli dumpscope_cpu_device dumpscope_python_package package_files -j "$(nproc)"
rm -rf build/release/packages
(cd build/release && cpack -G DEB)
installer/archive.sh build/release
if [ "${1:-}" = --quick ]; then
    installer/wheel.py build/release build/release/packages
else
    installer/portable.sh wheel aarch64
    cp build/portable/dumpscope-*.whl build/release/packages
    installer/cli-package.sh build/portable/dumpscope-cli-aarch64 build/release
fi
ls -l build/release/packages/*.deb build/release/packages/*.tar.zst build/release/packages/*.whl
