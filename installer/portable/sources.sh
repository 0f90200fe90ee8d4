#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# sources.sh FOLDER NAME...: unpacks Debian's source packages into FOLDER, from where this machine has its packages
# from. Needs no root, and leaves apt's own lists alone.
set -euo pipefail
folder=$1
shift
mkdir -p "$folder/apt/lists/partial" "$folder/apt/parts"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -e "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$folder/apt/parts/$(basename "$list" .list).list"
done
for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$folder/apt/parts/$(basename "$list")"
done
cd "$folder"
apt=(apt-get -qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$folder/apt/parts"
    -o "Dir::State::Lists=$folder/apt/lists")
"${apt[@]}" update >&2
for name in "$@"; do
    # A mirror may not have kept the newest one's source: then that of the release.
    compgen -G "$name-[0-9]*/" >/dev/null || "${apt[@]}" source "$name" >&2 || "${apt[@]}" source "$name/stable" >&2 ||
        "${apt[@]}" source "$name/bookworm" >&2
done
