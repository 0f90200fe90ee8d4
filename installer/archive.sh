#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# archive.sh BUILD: what BUILD would install, with every library and plugin it needs, as one .tar.zst that starts
# from any folder. The C and C++ libraries stay out: those of the system must fit its graphics drivers, and every
# distribution from Debian 12 on has new enough ones.
set -euo pipefail
build=$(realpath "${1:?usage: archive.sh BUILD}")
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=dumpscope-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name
private=$root/lib/dumpscope
cmake --install "$build" --prefix "$root" --strip >/dev/null

plugins=$(qtpaths6 --plugin-dir)
for plugin in platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic \
    wayland-shell-integration/libxdg-shell wayland-decoration-client/libbradient iconengines/libqsvgicon \
    imageformats/libqsvg platforminputcontexts/libibusplatforminputcontextplugin \
    platforminputcontexts/libcomposeplatforminputcontextplugin; do
    install -Ds "$plugins/$plugin.so" "$private/plugins/$plugin.so"
done
printf '[Paths]\nPrefix = ..\nPlugins = lib/dumpscope/plugins\n' >"$root/bin/qt.conf"

# Everything that is loaded, by its own name; ldd follows the rest.
system='^(linux-vdso|ld-linux.*|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s))\.so'
find "$root/bin" "$private" -type f \( -name 'dumpscope*' -o -name '*.so*' \) -exec ldd {} + |
    awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' | sort -u |
    while read -r soname path; do
        [[ $soname =~ $system ]] && continue
        case $path in "$root"/*) continue ;; esac
        install -s "$path" "$private/$soname"
        # By its file name: the package may know the folder by another of its names.
        package=$(dpkg -S "*/$(basename "$(realpath "$path")")" 2>/dev/null | head -n 1 | cut -d: -f1 || true)
        [ -z "$package" ] || install -Dm644 "/usr/share/doc/$package/copyright" \
            "$root/share/doc/dumpscope/libraries/$package"
    done
# The packages of plugins and of libraries that were found another way.
for package in libqt6gui6 libqt6svg6 qt6-wayland; do
    install -Dm644 "/usr/share/doc/$package/copyright" "$root/share/doc/dumpscope/libraries/$package"
done

# For systems without any font, or without one for Chinese; the program looks there only then.
install -Dm644 -t "$private/fonts" /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc \
    /usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf
for package in fonts-noto-cjk fonts-noto-mono; do
    install -Dm644 "/usr/share/doc/$package/copyright" "$root/share/doc/dumpscope/libraries/$package"
done

mkdir -p "$build/packages"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" -cf - "$name" |
    zstd -q -16 -T0 -f -o "$build/packages/$name.tar.zst"
