#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-cli-package.sh DEB: a package of the command line alone names the processor of its program, needs no package but
# the C library's, and its program runs, under qemu-user for another processor. Says where nothing here can run it.
set -euo pipefail
deb=${1:?usage: check-cli-package.sh DEB}
here=$(dirname "${BASH_SOURCE[0]}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complain() { echo "$deb: $1" >&2; exit 1; }
field() { dpkg-deb --field "$deb" "$1"; }

dpkg-deb --extract "$deb" "$work"
program=$work/usr/bin/dumpscope-cli
case $(field Architecture) in
amd64) machine=x86_64 ;;
arm64) machine=aarch64 ;;
*) complain "is for $(field Architecture)" ;;
esac
"$here/portable/check.sh" "$program" "$machine"
[ "$(field Depends)" = "libc6 (>= 2.17)" ] || complain "depends on $(field Depends)"
for file in share/man/man1/dumpscope-cli.1.gz share/bash-completion/completions/dumpscope-cli share/dumpscope/sample/golden.tar \
    share/dumpscope/schemas share/doc/dumpscope-cli/copyright; do
    [ -e "$work/usr/$file" ] || complain "lacks usr/$file"
done
others=$(find "$work" -type f -exec file {} + | grep ELF | grep -v "^$program:" || true)
[ -z "$others" ] || complain "has other binaries: $others"

runner=()
if [ "$machine" != "$(uname -m)" ]; then
    runner=("qemu-$machine" -L "/usr/$machine-linux-gnu")
    if ! command -v "qemu-$machine" >/dev/null || [ ! -d "/usr/$machine-linux-gnu" ]; then
        echo "$deb: as it should be, but not run: nothing here runs programs for $machine" >&2
        exit 0
    fi
fi
said=$("${runner[@]}" "$program" --version)
[[ $said == *"$(field Version)"* ]] || complain "version $(field Version) calls itself $said"
echo "$deb: ${said%%$'\n'*}"
