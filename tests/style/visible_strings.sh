#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# visible_strings.sh ROOT: no words go to the screen past tr().
set -euo pipefail
root=$1
calls='setText|setToolTip|setStatusTip|setWhatsThis|setWindowTitle|setPlaceholderText|setAccessibleName|setAccessibleDescription|setTitle|setSuffix|setPrefix|addAction|addMenu|addTab|setTabText|addItem|setItemText|setLabelText|showMessage|setHeaderLabels|setHorizontalHeaderLabels|insertItem|addRow|say'
# A literal with a word of at least two letters; the program's name and marks like "%1 · %2" are no words.
found=$(grep -rnE "(->|\.|\b)($calls)\([[:space:]]*(QLatin1String\(|QStringLiteral\(|QString\()?u?\"[^\"]*[[:alpha:]]{2}" \
    --include='*.cpp' --include='*.h' "$root/widgets" "$root/app/gui" |
    grep -vE '"(Dumpscope|dumpscope[^" ]*)"|<[a-z]+ [^>]*>%[0-9]|image\.setText|// no words' || true)
if [ -n "$found" ]; then
    echo "Visible strings outside tr():"
    echo "$found"
    exit 1
fi
