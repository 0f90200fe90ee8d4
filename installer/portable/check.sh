#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check.sh PROGRAM ARCH [SYMBOL]: what must hold of a portable program, or of a module for Python that exports SYMBOL alone,
# each of which a build can lose without an error.
set -euo pipefail
program=$1 arch=$2 symbol=${3:-}
complain() { echo "$program: $1" >&2; exit 1; }

# Else libraries loaded by name would take its functions for theirs.
exported=$(nm -D --defined-only "$program" | awk '$2 != "A" { print $3 }' | head -3)
[ "$exported" = "$symbol" ] || complain "exports symbols: $exported"
# Else results depend on the machine's libm.
foreign=$(nm -D --undefined-only "$program" | grep -E ' (log|log2|log10|log1p|exp|exp2|expm1|pow|hypot|tanh|erf|sin|cos)(@|$)' || true)
[ -z "$foreign" ] || complain "takes from the C library what must not differ: $foreign"
newest=$(nm -D --undefined-only "$program" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -1)
[ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -1)" = GLIBC_2.17 ] || complain "needs $newest"
needed=$(readelf -d "$program" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
    grep -vE '^(ld-linux(-x86-64|-aarch64)\.so\.[12]|lib(c|m|dl|rt|pthread|util)\.so\.[0-9])$' || true)
[ -z "$needed" ] || complain "needs libraries: $needed"
readelf -h "$program" | grep -q 'Type:.*DYN' || complain "is not position-independent"
case $(readelf -h "$program" | sed -n 's/ *Machine: *//p') in
*X86-64) [ "$arch" = x86_64 ] ;;
*AArch64) [ "$arch" = aarch64 ] ;;
esac || complain "is not for $arch"
