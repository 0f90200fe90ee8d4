#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# outside_calls.sh SOURCE: programs are started, libraries loaded and sockets made only where docs/security.md says so.
set -euo pipefail
cd "$1"
calls='(exec[vl]p?e?|posix_spawnp?|v?fork|popen|dlopen|socket|listen|getaddrinfo)'
found=$(grep -rnE "(^|[^A-Za-z0-9_.>:])(::)?$calls\(|[^A-Za-z0-9_]::system\(|\bQProcess [a-z]|\bQProcess::start|QDesktopServices::" \
    core app widgets --include='*.cpp' --include='*.h' | grep -vE '^[^:]+:[0-9]+: *//' | cut -d: -f1 | sort -u)
allowed='app/gui/program.cpp
core/capture/acl_library.cpp
core/capture/program_run.cpp
core/capture/program_start.cpp
core/cpu_device/device_state.cpp
core/io/child_process.cpp
core/onnx/onnx_runtime.cpp
widgets/capture/self_test_panel.cpp
widgets/comparison/report_dialog.cpp
widgets/graph/level_layouter.cpp
widgets/explore/problems_panel.cpp
widgets/explore/source_panel.cpp
widgets/kit/tensor_menu.cpp'
new=$(comm -23 <(echo "$found") <(echo "$allowed" | sort))
gone=$(comm -13 <(echo "$found") <(echo "$allowed" | sort))
[ -z "$new" ] || { echo "starts programs, loads libraries or makes sockets, and docs/security.md does not know: $new"; exit 1; }
[ -z "$gone" ] || { echo "need not be listed any more: $gone"; exit 1; }
