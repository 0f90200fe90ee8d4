#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds a dumpscope-cli, or the Python package, that runs on every Linux with glibc 2.17 or newer and Linux 3.10 or newer, with everything else
# linked into it (docs/packages.md):
#
#   installer/portable.sh [x86_64|aarch64]...       build/portable/dumpscope-cli-ARCH
#   installer/portable.sh wheel                     build/portable/dumpscope-VERSION-….whl for this machine's processor and Python
#
# Needs Debian 12, package sources for apt, and pip for the compiler. Builds for another processor need nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. installer/apt.sh
require_packages build portable
here=$PWD/installer/portable
place=$PWD/build/portable
sources=(bzip2 fmtlib highway libarchive libxlsxwriter libzstd musl nettle onetbb protobuf re2 simdjson sqlite3 xz-utils yaml-cpp zlib)
mkdir -p "$place"
[ -x "$place/zig/ziglang/zig" ] || python3 -m pip install --quiet --no-input --no-deps --only-binary=:all: --require-hashes \
    --target "$place/zig" -r "$here/zig.txt"
"$here/sources.sh" "$place/sources" "${sources[@]}"

# compare_results ARCH PROGRAM: with the release of this machine, where both can run here.
compare_results() {
    local release=build/release/bin/dumpscope-cli runner=()
    if [ "$1" != "$(uname -m)" ]; then
        runner=("qemu-$1" -L "/usr/$1-linux-gnu")
        command -v "qemu-$1" >/dev/null && [ -d "/usr/$1-linux-gnu" ] || release=none
    fi
    if [ -x "$release" ]; then
        "$here/same_results.py" "$release" "$2" "${runner[@]}"
    else
        echo "not compared with a release: there is none, or nothing here runs programs for $1" >&2
    fi
}

# built OUT ARCH PACKAGE TARGET: configures and builds a target with or without the Python package (ON or OFF).
built() {
    local out=$1 arch=$2
    PKG_CONFIG_LIBDIR=$out/root/lib/pkgconfig cmake -S . -B "$out/program" -G Ninja --toolchain cmake/toolchains/portable.cmake \
        "-DDUMPSCOPE_PORTABLE=$out" "-DDUMPSCOPE_PORTABLE_ARCH=$arch" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG" \
        -DDUMPSCOPE_BUILD_WINDOW=OFF -DDUMPSCOPE_BUILD_TESTS=OFF -DDUMPSCOPE_ONNXRUNTIME=off "-DDUMPSCOPE_PYTHON_PACKAGE=$3" \
        "-DCMAKE_EXE_LINKER_FLAGS=-s -pie" -DCMAKE_MODULE_LINKER_FLAGS=-s "-DDUMPSCOPE_MATH_LIBRARY=$out/root/lib/libfixedmath.a"
    cmake --build "$out/program" --target "$4" -j "$(nproc)"
}

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CMakeLists.txt)}
export SOURCE_DATE_EPOCH
for wanted in "${@:-$(uname -m)}"; do
    case $wanted in
    x86_64 | aarch64) arch=$wanted ;;
    wheel) arch=$(uname -m) ;;
    *) echo "x86_64, aarch64 or wheel, not $wanted" >&2; exit 2 ;;
    esac
    out=$place/$arch
    "$here/compilers.sh" "$place/zig/ziglang/zig" "$out" "$arch"
    "$here/libraries.sh" "$place/sources" "$out" "$arch"
    "$here/math.sh" "$place/sources" "$out" "$arch"
    if [ "$wanted" = wheel ]; then
        built "$out" "$arch" ON dumpscope_python_package
        "$here/check.sh" "$out"/program/python/dumpscope/_core.*.so "$arch" PyInit__core
        rm -f "$place"/dumpscope-*.whl
        installer/wheel.py "$out/program" "$place" --notices "$place/sources"
        continue
    fi
    built "$out" "$arch" OFF dumpscope-cli
    "$here/check.sh" "$out/program/bin/dumpscope-cli" "$arch"
    compare_results "$arch" "$out/program/bin/dumpscope-cli"
    cp "$out/program/bin/dumpscope-cli" "$place/dumpscope-cli-$arch.part"
    mv "$place/dumpscope-cli-$arch.part" "$place/dumpscope-cli-$arch"
done
