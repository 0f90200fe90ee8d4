#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# layering.sh ROOT: what each folder may include and call. Prints every offence as FILE:LINE:TEXT.
set -uo pipefail
cd "${1:?usage: layering.sh ROOT}" || exit 1
status=0
include='^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]'

offence() { # WHY, then lines on standard input
    local lines
    lines=$(cat)
    [ -n "$lines" ] || return 0
    printf '%s\n%s\n\n' "$1" "$lines"
    status=1
}
sources() { # FOLDER...
    local folder
    for folder in "$@"; do
        [ ! -d "$folder" ] || find "$folder" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.inl' \)
    done | LC_ALL=C sort
}
code() { # REGEX FOLDER...: matches outside of line comments
    local regex=$1
    shift
    sources "$@" | REGEX=$regex xargs -r -d '\n' perl -ne \
        's{(^|\s)//.*}{}; print "$ARGV:$.:$_" if m{$ENV{REGEX}}; close ARGV if eof'
}
headers_without_guard() {
    sources core app widgets python tests | grep '\.h$' | xargs -r -d '\n' grep -L '^#pragma once'
}
files_without_licence() {
    sources core app widgets python tests | xargs -r -d '\n' awk \
        'FNR == 1 { if ($0 != "// SPDX-License-Identifier: GPL-3.0-or-later") print FILENAME; nextfile }'
}

[ -n "$(sources core)" ] || { echo "no sources in core/"; exit 1; }

printing='\bstd::(cout|cerr|clog)\b|\b(f|v|vf|d|vd)?printf *\(|\bf?puts *\(|\bputchar *\(|\bfmt::print\b'
offence "core includes Qt:" < <(code "${include}Q(t|[A-Z])" core)
offence "core includes what stands above it:" < <(code "${include}(\.\./)*(app|cli|gui|widgets|python)/" core)
offence "core prints:" < <(code "$printing" core)
# The CPU device is loaded by name, like the libraries it stands for, and has no other way to be told; what
# other processes were given is no environment of ours.
offence "core reads the environment:" < <(code '\b(secure_)?getenv\b|\benviron\b' core | grep -v -e '^core/cpu_device/environment.cpp:' -e '"/environ"')
offence "the command line includes Qt:" < <(code "${include}Q(t|[A-Z])" app/cli)
offence "widgets include app:" < <(code "${include}(\.\./)*app/" widgets)
offence "the top folder holds what has no place there:" < <(find . -maxdepth 1 -type f ! -name '.*' |
    grep -vxE '\./(CMakeLists\.txt|CMakePresets\.json|LICENSE|README\.md|run\.sh|test\.sh)')
offence "no #pragma once:" < <(headers_without_guard)
offence "the first line is not // SPDX-License-Identifier: GPL-3.0-or-later:" < <(files_without_licence)
exit "$status"
