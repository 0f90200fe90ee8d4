#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# libraries.sh SOURCES OUT ARCH: builds what dumpscope-cli links statically, from Debian's sources unpacked in SOURCES,
# with the compilers in OUT/bin, into OUT/root. What is built already is kept.
set -euo pipefail
sources=$1 out=$2 arch=$3
root=$out/root
toolchain=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../../cmake/toolchains/portable.cmake
mkdir -p "$root/include" "$root/lib/pkgconfig" "$out/libraries"

# No contraction: sums have the same bits on every processor. PIC, as the program and the CPU device are.
flags=(-O2 -DNDEBUG -w -fPIC -ffunction-sections -fdata-sections -ffp-contract=off)

source_of() { echo "$sources/$1"-[0-9]*/; }

# archive NAME [FLAG...] -- FILE...: compiles C files into libNAME.a.
archive() {
    local name=$1 own=() file
    shift
    while [ "$1" != -- ]; do own+=("$1"); shift; done
    shift
    local objects=$out/libraries/$name.objects
    rm -rf "$objects"
    mkdir -p "$objects"
    for file in "$@"; do
        printf '%s\0' "$file"
    done | xargs -0 -P 2 -I {} sh -c 'file=$1; folder=$2; shift 2; "$@" -c "$file" -o "$folder/$(basename "$file").o"' \
        compile {} "$objects" "$out/bin/cc" "${flags[@]}" "${own[@]}"
    rm -f "$root/lib/lib$name.a"
    "$out/bin/ar" rcs "$root/lib/lib$name.a" "$objects"/*.o
}

# with_cmake SOURCE [TARGET=name] OPTION...: the library's own build.
with_cmake() {
    local source=$1 target=install
    shift
    case ${1:-} in TARGET=*) target=${1#TARGET=}; shift ;; esac
    cmake -S "$source" -B "$out/libraries/$name" -G Ninja "-DCMAKE_TOOLCHAIN_FILE=$toolchain" \
        "-DDUMPSCOPE_PORTABLE=$out" "-DDUMPSCOPE_PORTABLE_ARCH=$arch" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$root" \
        -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
        "-DCMAKE_C_FLAGS_RELEASE=${flags[*]}" "-DCMAKE_CXX_FLAGS_RELEASE=${flags[*]}" "$@"
    cmake --build "$out/libraries/$name" -j 2 --target "$target"
}

# describe NAME VERSION LIBS [PRIVATE]: a pkg-config file for a library whose own is not made here.
describe() {
    cat >"$root/lib/pkgconfig/$1.pc" <<PC
Name: $1
Description: $1
Version: $2
Cflags: -I$root/include
Libs: -L$root/lib $3
Libs.private: ${4:-}
PC
}

version_of() { basename "$(source_of "$1")" | sed 's/^.*-\([0-9.]*\).*$/\1/'; }

# Headers only; the installed packages are the same for every processor.
build_headers() {
    mkdir -p "$root/share/cmake" "$root/lib/cmake"
    cp -r /usr/include/CLI /usr/include/fast_float /usr/include/tl "$root/include"
    cp -r /usr/share/cmake/CLI11 /usr/share/cmake/tl-expected "$root/share/cmake"
    cp -r /usr/lib/cmake/FastFloat "$root/lib/cmake"
}
# For this machine's processor, as Debian's Python has its configuration per processor.
build_python() {
    [ "$arch" = "$(uname -m)" ] || return 0
    local folder
    folder=$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
    mkdir -p "$root/include/$arch-linux-gnu" "$root/lib/cmake"
    cp -r "$folder" /usr/include/pybind11 "$root/include"
    cp -r "/usr/include/$arch-linux-gnu/$(basename "$folder")" "$root/include/$arch-linux-gnu"
    cp -r /usr/lib/cmake/pybind11 "$root/lib/cmake"
}
build_zlib() {
    local s; s=$(source_of zlib)
    archive z -D_LARGEFILE64_SOURCE=1 -DHAVE_UNISTD_H -- "$s"{adler32,compress,crc32,deflate,gzclose,gzlib,gzread,gzwrite}.c \
        "$s"{infback,inffast,inflate,inftrees,trees,uncompr,zutil}.c
    cp "$s"zlib.h "$s"zconf.h "$root/include"
    describe zlib "$(version_of zlib)" -lz
}
build_bzip2() {
    local s; s=$(source_of bzip2)
    archive bz2 -D_FILE_OFFSET_BITS=64 -- "$s"{blocksort,huffman,crctable,randtable,compress,decompress,bzlib}.c
    cp "$s"bzlib.h "$root/include"
}
build_zstd() {
    local s; s=$(source_of libzstd)lib
    archive zstd -DZSTD_LEGACY_SUPPORT=0 -DXXH_NAMESPACE=ZSTD_ -- "$s"/{common,compress,decompress}/*.c "$s"/decompress/*.S
    cp "$s"/zstd.h "$s"/zstd_errors.h "$root/include"
}
build_xz() {
    local s; s=$(source_of xz-utils)
    with_cmake "$s" TARGET=liblzma -DENABLE_NLS=OFF -DCREATE_XZ_SYMLINKS=OFF -DCREATE_LZMA_SYMLINKS=OFF
    cp "$out/libraries/xz/liblzma.a" "$root/lib"
    cp -r "$s"src/liblzma/api/lzma.h "$s"src/liblzma/api/lzma "$root/include"
}
build_libarchive() {
    local off=() what
    for what in TEST TAR CPIO CAT OPENSSL MBEDTLS NETTLE LIBB2 LZ4 LZO EXPAT LIBXML2 PCREPOSIX ICONV ACL XATTR CNG WERROR; do
        off+=("-DENABLE_$what=OFF")
    done
    with_cmake "$(source_of libarchive)" TARGET=archive_static "${off[@]}"
    cp "$out/libraries/libarchive/libarchive/libarchive.a" "$root/lib"
    cp "$(source_of libarchive)"libarchive/archive.h "$(source_of libarchive)"libarchive/archive_entry.h "$root/include"
    describe libarchive "$(version_of libarchive)" -larchive "-lz -lbz2 -llzma -lzstd"
}
build_sqlite() { # the one large file is made by its own scripts, with the compiler of this machine
    local place=$out/libraries/sqlite s
    s=$(source_of sqlite3)
    mkdir -p "$place"
    (cd "$place" && env -u CC "$s/configure" --disable-tcl --disable-readline && make sqlite3.c)
    archive sqlite3 -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -- "$place/sqlite3.c"
    cp "$place/sqlite3.h" "$root/include"
    describe sqlite3 "$(version_of sqlite3)" -lsqlite3 -lpthread
}
build_nettle() { # digests in C; no public keys, so no GMP
    local place=$out/libraries/nettle s
    s=$(source_of nettle)
    mkdir -p "$place"
    (cd "$place" && env CC="$out/bin/cc" CXX="$out/bin/c++" AR="$out/bin/ar" RANLIB="$out/bin/ranlib" CFLAGS="${flags[*]}" \
        CC_FOR_BUILD=gcc "$s/configure" --host="$arch-linux-gnu" --prefix="$root" --libdir="$root/lib" --disable-public-key \
        --disable-shared --disable-assembler --disable-documentation --disable-openssl && make -j 2 libnettle.a nettle.pc)
    cp "$place/libnettle.a" "$root/lib"
    mkdir -p "$root/include/nettle"
    cp "$s"*.h "$place"/*.h "$root/include/nettle"
    describe nettle "$(version_of nettle)" -lnettle
}
build_protobuf() { # the lite runtime; protoc is this machine's, of the same release
    local s; s=$(source_of protobuf)
    with_cmake "$s/cmake" TARGET=libprotobuf-lite -Dprotobuf_BUILD_TESTS=OFF -Dprotobuf_BUILD_PROTOC_BINARIES=OFF -Dprotobuf_WITH_ZLIB=OFF
    cp "$out/libraries/protobuf/libprotobuf-lite.a" "$root/lib"
    ln -sf libprotobuf-lite.a "$root/lib/libprotobuf.a" # CMake does not find the one without the other
    (cd "$s/src" && find google \( -name '*.h' -o -name '*.inc' \) -exec cp --parents -t "$root/include" {} +)
}
build_fmt() { with_cmake "$(source_of fmtlib)" -DFMT_TEST=OFF -DFMT_DOC=OFF; }
build_simdjson() { with_cmake "$(source_of simdjson)" -DSIMDJSON_DEVELOPER_MODE=OFF; }
build_yaml() { with_cmake "$(source_of yaml-cpp)" -DYAML_CPP_BUILD_TESTS=OFF -DYAML_CPP_BUILD_TOOLS=OFF; }
build_re2() { # Debian's source lacks the tables of letters; its rules make them the same way
    (cd "$(source_of re2)re2"
        [ -s perl_groups.cc ] || perl make_perl_groups.pl >perl_groups.cc
        for table in casefold groups; do
            [ -s "unicode_$table.cc" ] || /usr/bin/python3 "make_unicode_$table.py" >"unicode_$table.cc"
        done)
    with_cmake "$(source_of re2)" -DRE2_BUILD_TESTING=OFF -DCMAKE_CXX_STANDARD=17
    describe re2 9.0.0 -lre2 -lpthread
}
build_highway() {
    with_cmake "$(source_of highway)" -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF
    describe libhwy "$(version_of highway)" -lhwy
}
build_xlsxwriter() {
    with_cmake "$(source_of libxlsxwriter)"
    describe xlsxwriter "$(version_of libxlsxwriter)" -lxlsxwriter -lz
}
build_tbb() { with_cmake "$(source_of onetbb)" -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF; }

name=none
trap '[ "$name" = none ] || echo "failed; see $out/libraries/$name.log" >&2' EXIT
for name in headers python zlib bzip2 zstd xz libarchive sqlite nettle protobuf fmt simdjson yaml re2 highway xlsxwriter tbb; do
    [ ! -e "$out/libraries/$name.done" ] || continue
    echo "$name" >&2
    "build_$name" >"$out/libraries/$name.log" 2>&1 # not in a condition: a failure ends this script
    touch "$out/libraries/$name.done"
done
name=none
