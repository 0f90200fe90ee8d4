#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# packaging.sh SOURCE BUILD: what a desktop reads about the program is valid, by the desktops' own validators.
set -euo pipefail
source=$1 build=$2
desktop-file-validate "$source/installer/linux/dumpscope.desktop"
metainfo=$build/package/org.dumpscope.dumpscope.metainfo.xml
[ ! -e "$metainfo" ] || appstreamcli validate --no-net --pedantic "$metainfo"
# Every type the launcher names is declared, or well known.
sed -n 's/^MimeType=//p' "$source/installer/linux/dumpscope.desktop" | tr ';' '\n' | grep . | while read -r type; do
    [ "$type" = inode/directory ] || grep -q "type=\"$type\"" "$source/installer/linux/dumpscope.mime.xml" ||
        { echo "$type is declared nowhere"; exit 1; }
done
echo "desktop file, metainfo and types are valid"
