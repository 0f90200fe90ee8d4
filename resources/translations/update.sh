#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes new and changed strings of the window, and forms of the core's messages, into the translations:
#
#   resources/translations/update.sh [FILE.ts...]     without files: all here
#
# English holds plurals only; everything else is in the sources.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lupdate=${LUPDATE:-/usr/lib/qt6/bin/lupdate}
[ $# -gt 0 ] || set -- "$root"/resources/translations/*.ts
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$root/resources/translations/core_forms.py" "$root" >"$work/core_forms.cpp"
for file in "$@"; do
    plural=()
    [[ $file != *_en.ts ]] || plural=(-pluralonly)
    "$lupdate" -silent -locations none -no-obsolete "${plural[@]}" "$root/widgets" "$root/app/gui" "$work/core_forms.cpp" -ts "$file"
done
