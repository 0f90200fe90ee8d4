#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# foreign_libraries.sh PROGRAM...: started in a folder that holds files called like their libraries, these programs load
# the system's. A folder of dumps may come from anybody.
set -euo pipefail
command -v readelf >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for program; do
    mapfile -t names < <(ldd "$program" | awk '$1 !~ /^\// && /=>/ {print $1}')
    [ ${#names[@]} -gt 5 ] || { echo "$program: what does it load?"; exit 1; }
    (cd "$folder" && touch "${names[@]}" && "$program" --version >/dev/null) || { echo "$program loads from the current folder"; exit 1; }
    if readelf -d "$program" | sed -n 's/.*R\(UN\)\?PATH.*\[\(.*\)\]/\2/p' | tr ':' '\n' | grep -vE '^(/|\$ORIGIN)'; then
        echo "$program: an empty or relative search path"
        exit 1
    fi
done
