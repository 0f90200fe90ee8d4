#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# translations.sh ROOT: every string of the window is in every translation, and finished.
# Exit 77: lupdate is not installed.
set -euo pipefail
root=$1
lupdate=${LUPDATE:-/usr/lib/qt6/bin/lupdate}
[ -x "$lupdate" ] || exit 77
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
status=0
for kept in "$root"/resources/translations/*.ts; do
    name=$(basename "$kept")
    cp "$kept" "$work/$name"
    LUPDATE=$lupdate "$root/resources/translations/update.sh" "$work/$name" >"$work/log" 2>&1 ||
        { cat "$work/log"; exit 1; }
    # A tr() that lupdate puts into another context than it has at run time.
    if grep 'lacks Q_OBJECT' "$work/log"; then
        status=1
    fi
    # An untranslated string is there as unfinished, a removed one only in the kept file.
    if grep -B6 -n 'type="unfinished"' "$work/$name" | grep '<source>'; then
        echo "$name: not translated (resources/translations/update.sh takes new strings in)"
        status=1
    fi
    if ! diff <(grep -o '<source>.*</source>' "$kept" | sort) <(grep -o '<source>.*</source>' "$work/$name" | sort) >"$work/diff"; then
        echo "$name: differs from the sources:"
        cat "$work/diff"
        status=1
    fi
    # A placeholder that is lost in translation shows nothing.
    awk -v name="$name" '
        function marks(text,   found, m) {
            found = ""
            while (match(text, /%(n|L?[0-9])/)) {
                m = substr(text, RSTART, RLENGTH)
                list[++count] = m
                text = substr(text, RSTART + RLENGTH)
            }
        }
        function sorted(text,   i, j, t, out) {
            count = 0; delete list
            marks(text)
            for (i = 1; i <= count; i++) for (j = i + 1; j <= count; j++)
                if (list[j] < list[i]) { t = list[i]; list[i] = list[j]; list[j] = t }
            out = ""
            for (i = 1; i <= count; i++) out = out " " list[i]
            return out
        }
        /<source>/ { source = $0 }
        /<translation|<numerusform/ {
            if ($0 ~ /<\/(translation|numerusform)>/ && sorted(source) != sorted($0)) {
                print name ": placeholders differ: " source " -> " $0; bad = 1
            }
        }
        END { exit bad }' "$kept" || status=1
done
exit $status
