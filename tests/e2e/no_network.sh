#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# no_network.sh FILE...: none of these programs and libraries can open a connection, wait for one or look up a host:
# they call no function that does.
set -euo pipefail
command -v nm >/dev/null || exit 77
for file; do
    [ -e "$file" ] || { echo "not there: $file"; exit 77; }
    if nm -D --undefined-only "$file" | grep -wE 'connect|listen|accept4?|bind|sendto|getaddrinfo|gethostbyname(_r)?|res_n?query|curl_easy_init'; then
        echo "$file can open a connection"
        exit 1
    fi
    if strings -a "$file" 2>/dev/null | grep -iE 'telemetry.*https?://|https?://.*(events|collector)\.'; then
        echo "$file names a place to send to"
        exit 1
    fi
done
