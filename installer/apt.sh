# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the start scripts. Needs bash, coreutils and apt only.

# packages_of SECTION...: the packages of those sections of packages.txt, one a line.
packages_of() {
    local wanted=" $* " section="" line
    while IFS= read -r line || [ -n "$line" ]; do
        line=${line%%#*}
        line=${line//[[:space:]]/}
        case $line in
        "") ;;
        "["*"]") section=${line:1:-1} ;;
        *) [[ $wanted != *" $section "* ]] || printf '%s\n' "$line" ;;
        esac
    done <"$(dirname "${BASH_SOURCE[0]}")/packages.txt"
}

# require_packages SECTION...: installs what is missing; without network or root it names the packages
# and fails. Touches neither network nor apt when nothing is missing. Never asks.
require_packages() {
    local needed missing=() name
    mapfile -t needed < <(packages_of "$@")
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not Debian; the build needs what Debian calls: ${needed[*]}" >&2
        return 0
    fi
    local -A installed=()
    while read -r name; do
        installed[$name]=1
    done < <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${needed[@]}" 2>/dev/null |
        while read -r name state; do [ "$state" != installed ] || echo "$name"; done)
    for name in "${needed[@]}"; do
        [ -n "${installed[$name]:-}" ] || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            echo "Missing packages, and no root to install them. Please run:" >&2
            echo "    sudo apt-get install --no-install-recommends ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo -n)
    fi
    echo "Installing: ${missing[*]}" >&2
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
    # A stale list is no reason to stop: install decides.
    "${apt[@]}" update </dev/null >&2 || true
    if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >&2; then
        echo "These packages could not be installed (network? package sources?): ${missing[*]}" >&2
        return 1
    fi
}
