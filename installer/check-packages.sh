#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-packages.sh [FOLDER]: looks at packages of the command line alone, then installs the package and the archive with the window of
# FOLDER (build/release/packages) into fresh minimal Debian 12 roots and uses them there:
# the sample is opened offscreen and under Xvfb, compared, a model is captured on the CPU device, and what was
# installed is removed without a trace. Pictures are left in FOLDER. Needs root, debootstrap and a
# package mirror, and the right to mount; exits 77 where one of them is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packages=$(realpath "${1:-build/release/packages}")
deb=$(ls "$packages"/dumpscope_*.deb)
archive=$(ls "$packages"/*.tar.zst)
for cli in "$packages"/dumpscope-cli_*.deb; do
    [ ! -e "$cli" ] || installer/check-cli-package.sh "$cli"
done
[ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null || { echo "needs root and debootstrap"; exit 77; }

work=$(mktemp -d)
root=$work/root
release() {
    for mount in dev/shm dev proc; do
        ! mountpoint -q "$root/$mount" || umount "$root/$mount"
    done
}
finish() {
    release
    rm -rf --one-file-system "$work"
}
trap finish EXIT

mirror=$(awk '/^URIs:/ {print $2; exit} /^deb / {for (i = 2; i <= NF; i++) if ($i ~ /^http/) {print $i; exit}}' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >"$work/log" 2>&1 ||
    { tail -n 3 "$work/log"; echo "no minimal system could be made"; exit 77; }
for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
    [ ! -e "$file" ] || { mkdir -p "$root$(dirname "$file")"; cp -L "$file" "$root$file"; }
done
rm -f "$root/etc/apt/sources.list"
cp -r /etc/apt/sources.list.d /etc/apt/apt.conf.d "$root/etc/apt/"
[ ! -s /etc/apt/sources.list ] || cp /etc/apt/sources.list "$root/etc/apt/"
cp -r /usr/share/keyrings/. "$root/usr/share/keyrings/"
mkdir -p "$root/dev/shm"
mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/dev/shm" || { echo "nothing may be mounted here"; exit 77; }
inside() {
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        chroot "$root" "$@"
}
mkdir "$root/check"
cp tests/data/models/convnet.onnx "$root/check/model.onnx"
cp tests/data/models/convnet_input_0.npy "$root/check/input.npy"
cp installer/use-installed.sh "$root/check/"

echo "== archive, before anything else is installed"
zstd -dc "$archive" | tar -x -C "$root/opt"
folder=/opt/$(basename "$archive" .tar.zst)
inside /check/use-installed.sh "$folder/bin" "$folder/share/dumpscope/sample" offscreen /check/archive
rm -rf "${root:?}$folder"

echo "== package"
inside apt-get -qq update && inside apt-get -qq install -y --no-install-recommends xvfb xauth >/dev/null 2>&1 ||
    { echo "no packages can be installed here"; exit 77; }
inside find / -xdev -path /proc -prune -o -type f -print | sort >"$work/before"
cp "$deb" "$root/check/"
inside apt-get -qq install -y --no-install-recommends "/check/$(basename "$deb")" >/dev/null 2>&1
inside dpkg -s dumpscope | grep -E '^(Version|Installed-Size|Depends|Recommends)'
inside /check/use-installed.sh /usr/bin /usr/share/dumpscope/sample offscreen /check/deb
inside xvfb-run -a /check/use-installed.sh /usr/bin /usr/share/dumpscope/sample xcb /check/xvfb
cp "$root"/check/*.png "$packages/"
inside apt-get -qq purge -y dumpscope >/dev/null 2>&1
inside apt-get -qq autoremove --purge -y >/dev/null 2>&1
left=$(inside find / -xdev -path /proc -prune -o -iname '*dumpscope*' -print | grep -v '^/check' || true)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "== removed without a trace"
