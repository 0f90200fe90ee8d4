// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/metric_registry.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace dumpscope::core {

inline constexpr std::size_t kMaxMetricListBytes = 64U << 10;
/// Bounds the depth of the tree, together with the nesting of parentheses, calls and signs.
inline constexpr std::size_t kMaxExpressionBytes = 4096;
inline constexpr int kMaxExpressionNesting = 100;

/// A user metric `name=expression`:
///
///     expression := product ( ("+" | "-") product )*
///     product    := unary ( ("*" | "/") unary )*
///     unary      := "-" unary | power
///     power      := primary ( "^" unary )?
///     primary    := NUMBER | NAME | FUNCTION "(" expression ("," expression)* ")" | "(" expression ")"
///
/// NAME is an accumulator (foldVariables); FUNCTION is sqrt, abs, log, log2, log10, exp, min or max (two
/// arguments), if (condition, then, else: `then` where the condition is above zero). Arithmetic is float64;
/// dividing by zero gives infinity or NaN. `name` is a letter followed by letters, digits and `_`, and no id
/// of the registry. Errors: Code::Usage with the column from 1.
[[nodiscard]] Result<std::shared_ptr<const Metric>> parseUserMetric(
    const MetricRegistry& registry, std::string_view definition);

} // namespace dumpscope::core
