#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# layering.sh must accept a clean tree and refuse each planted offence.
set -uo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/layering.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/core/base" "$tree/app/cli" "$tree/widgets"
licence='// SPDX-License-Identifier: GPL-3.0-or-later'
status=0

plant() { # FILE LINE
    printf '%s\n#pragma once\n%s\n' "$licence" "$2" >"$tree/$1"
}
expect_refusal() { # FILE LINE
    plant "$1" "$2"
    if "$check" "$tree" >/dev/null; then
        echo "not noticed in $1: $2"
        status=1
    fi
    rm "$tree/$1"
}

plant core/base/clean.h 'int snprintf(int); // no std::cout, no getenv()'
"$check" "$tree" || { echo "a clean tree was refused"; status=1; }

expect_refusal core/base/a.h '#include <QString>'
expect_refusal core/base/a.cpp '#  include <QtCore/QString>'
expect_refusal core/base/a.h '#include "app/cli/command.h"'
expect_refusal core/base/a.h '#include "../../widgets/view.h"'
expect_refusal core/base/a.cpp 'auto home = std::getenv("HOME");'
expect_refusal core/base/a.inl 'std::cerr << 1;'
expect_refusal core/base/a.cpp 'fprintf(stderr, "x");'
expect_refusal app/cli/a.cpp '#include <QFile>'
expect_refusal widgets/a.h '#include "app/main_window.h"'

touch "$tree/numbers-1.0-py3-none-any.whl"
"$check" "$tree" >/dev/null && { echo "a file that belongs nowhere was not noticed"; status=1; }
rm "$tree/numbers-1.0-py3-none-any.whl"
printf '#pragma once\n' >"$tree/core/base/unlicensed.h"
"$check" "$tree" >/dev/null && { echo "a missing licence line was not noticed"; status=1; }
rm "$tree/core/base/unlicensed.h"
printf '%s\n' "$licence" >"$tree/core/base/unguarded.h"
"$check" "$tree" >/dev/null && { echo "a missing #pragma once was not noticed"; status=1; }
mkdir -p "$tree/core/io"
plant core/base/a.h '#include "io/b.h"'
plant core/io/b.h ''
plant widgets/c.h ''
circles=${check%/*}/folder_cycles.py
python3 "$circles" "$tree" || { echo "folders without a circle were refused"; status=1; }
plant core/io/b.h '#include "base/a.h"'
if python3 "$circles" "$tree" >/dev/null; then
    echo "folders in a circle were not noticed"
    status=1
fi

exit "$status"
