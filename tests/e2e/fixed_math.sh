#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fixed_math.sh PROGRAM...: logarithms, powers and their like are those of cmake/FixedMath.cmake and not the C library's,
# whose last digits differ from machine to machine; and no library that is loaded later gets them from us.
set -uo pipefail
names='log|log2|log10|log1p|exp|exp2|expm1|pow|hypot|tanh|erf|sin|cos'
status=0
for program in "$@"; do
    taken=$(nm -D --undefined-only "$program" | grep -E " ($names)(@|$)")
    given=$(nm -D --defined-only "$program" | grep -E " ($names)(@|$)")
    [ -z "$taken" ] || { echo "$program takes from the C library: $taken"; status=1; }
    [ -z "$given" ] || { echo "$program gives to others: $given"; status=1; }
done
exit $status
