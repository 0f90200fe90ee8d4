#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# no_network.sh LIBRARY...: none of them can open a connection or look up a host: they call no function that does.
set -euo pipefail
command -v nm >/dev/null || exit 77
for library; do
    [ -e "$library" ] || { echo "not there: $library"; exit 77; }
    if nm -D --undefined-only "$library" | grep -wE 'connect|sendto|getaddrinfo|gethostbyname(_r)?|res_n?query|curl_easy_init'; then
        echo "$library can open a connection"
        exit 1
    fi
    if strings -a "$library" 2>/dev/null | grep -iE 'telemetry.*https?://|https?://.*(events|collector)\.'; then
        echo "$library names a place to send to"
        exit 1
    fi
done
