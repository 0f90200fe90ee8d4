#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes new and changed strings of the window into the translations:
#
#   resources/translations/update.sh [FILE.ts...]     without files: all here
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lupdate=${LUPDATE:-$(command -v lupdate6 || echo /usr/lib/qt6/bin/lupdate)}
[ $# -gt 0 ] || set -- "$root"/resources/translations/*.ts
"$lupdate" -silent -locations none -no-obsolete \
    "$root/widgets" "$root/app/gui" -ts "$@"
