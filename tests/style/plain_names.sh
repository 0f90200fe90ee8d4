#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# plain_names.sh SOURCE: names of a dump are never taken for HTML. Tooltips and labels are plain unless makeRich says
# otherwise (widgets/common/plain_text.h), no letter of one is a key of a menu; rich text escapes what it is given; documents are made in one place.
set -euo pipefail
cd "$1"
status=0
offence() { # WHY, then lines on standard input
    local lines
    lines=$(cat)
    [ -n "$lines" ] || return 0
    printf '%s\n%s\n\n' "$1" "$lines"
    status=1
}
code() { # REGEX: FILE:LINE:TEXT outside of line comments
    REGEX=$1 find widgets app/gui -name '*.cpp' -o -name '*.h' | LC_ALL=C sort | REGEX=$1 xargs -r -d '\n' perl -ne \
        's{(^|\s)//.*}{}; print "$ARGV:$.:$_" if m{$ENV{REGEX}}; close ARGV if eof'
}
offence "text formats are chosen in widgets/common:" \
    < <(code 'Qt::(RichText|AutoText|MarkdownText)' | grep -v '^widgets/common/')
offence "documents with markup are shown by the help window only:" \
    < <(code '\bnew QText(Document|Browser|Edit)\b|\bpublic QText(Browser|Edit|Document)\b|QText(Document|Browser|Edit) \w+[;({]|\b(set|insert|append)Html\(|setMarkdown\(|QStaticText|QGraphicsTextItem' |
        grep -v '^widgets/chrome/help_window.cpp:')
offence "tags in a file without a rich label:" \
    < <(code '"[^"]*</?(a|b|br|i|p|tt|span|h[1-6])[ >/]' | grep -v '^widgets/common/plain_text' |
        while IFS=: read -r file rest; do grep -q 'makeRich(' "$file" || echo "$file:$rest"; done)
offence "a rich label with names that are not escaped:" \
    < <(grep -rl 'makeRich(' widgets app/gui --include='*.cpp' |
        grep -v -e '^widgets/common/plain_text.cpp$' -e '^widgets/chrome/start_page.cpp$' -e '^app/gui/status_line.cpp$' |
        xargs -r grep -L 'toHtmlEscaped()')
offence "a single & in a name would mark a key; names in menus and on tabs go through menuText of widgets/common/plain_text.h:" \
    < <(code '"&&"|\b(addAction|addMenu|addTab|setTabText)\([^"]*(\btitle\(|\b(name|path|paths|filter)\b[.(),]|\.join\()' |
        grep -v -e '^widgets/common/plain_text.cpp:' -e 'menuText(')
exit $status
