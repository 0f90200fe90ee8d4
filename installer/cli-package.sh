#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cli-package.sh PROGRAM BUILD: the command line alone as a Debian package for the processor that PROGRAM, made by
# installer/portable.sh, is for: BUILD/packages/dumpscope-cli_VERSION_ARCH.deb. What else is in it does not depend on the
# processor and comes from BUILD, a release whose target package_files was built. Needs dpkg-deb, cmake and readelf.
set -euo pipefail
program=${1:?usage: cli-package.sh PROGRAM BUILD} build=$(realpath "${2:?usage: cli-package.sh PROGRAM BUILD}")
here=$(dirname "${BASH_SOURCE[0]}")
case $(readelf -h "$program" | sed -n 's/ *Machine: *//p') in
*X86-64) machine=x86_64 arch=amd64 ;;
*AArch64) machine=aarch64 arch=arm64 ;;
*) echo "$program: not for x86-64 or AArch64" >&2; exit 1 ;;
esac
"$here/portable/check.sh" "$program" "$machine"
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
root=$work/root
cmake --install "$build" --component data --prefix "$root/usr" >/dev/null
install -D -m755 "$program" "$root/usr/bin/dumpscope-cli"
mv "$root/usr/share/doc/dumpscope" "$root/usr/share/doc/dumpscope-cli"
# Without what is said of the ONNX Runtime, which is not in it; with what is linked into it.
notes=$root/usr/share/doc/dumpscope-cli/copyright
awk -v RS= -v ORS='\n\n' '!/onnxruntime/' "$here/linux/copyright" >"$notes"
for notes in "$here"/../build/portable/sources/*/debian/copyright; do
    [ ! -e "$notes" ] || install -D -m644 "$notes" "$root/usr/share/doc/dumpscope-cli/libraries/$(basename "${notes%/debian/copyright}")"
done
mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: dumpscope-cli
Version: $version
Architecture: $arch
Maintainer: The Dumpscope authors <dumpscope@users.noreply.invalid>
Section: devel
Priority: optional
Installed-Size: $(du -k -s --apparent-size "$root/usr" | cut -f1)
Depends: libc6 (>= 2.17)
Conflicts: dumpscope
Description: Compares tensor dumps of Ascend NPUs: the command line alone
 Opens dump folders as they are and compares two runs down to the first operator
 and element that went wrong. Everything but the C library is linked into the
 program; the package dumpscope has a window and a CPU device besides.
END
find "$root" -exec touch --no-dereference --date="@${SOURCE_DATE_EPOCH:-0}" {} +
mkdir -p "$build/packages"
dpkg-deb --root-owner-group --build "$root" "$build/packages/dumpscope-cli_${version}_$arch.deb" >/dev/null
echo "$build/packages/dumpscope-cli_${version}_$arch.deb"
