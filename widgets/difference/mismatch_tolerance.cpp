// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/mismatch_tolerance.h"

#include "base/text.h"
#include "common/core_text.h"
#include "comparison/limits/row_limits.h"

#include <QCoreApplication>

#include <cmath>
#include <optional>

namespace dumpscope::gui {

namespace {

struct ToleranceText {
    Q_DECLARE_TR_FUNCTIONS(MismatchTolerance)
};

/// The largest error that keeps the rule; nothing where it is no upper limit.
std::optional<double> largestAllowed(const core::LimitRule& rule)
{
    using Op = core::LimitRule::Op;
    if (!std::isfinite(rule.value) || rule.value < 0)
        return std::nullopt;
    if (rule.op == Op::LessEqual || (rule.op == Op::Equal && rule.value == 0))
        return rule.value;
    if (rule.op == Op::Less && rule.value > 0)
        return std::nextafter(rule.value, 0.0);
    return std::nullopt;
}

} // namespace

QString MismatchTolerance::condition() const
{
    const QString error = QStringLiteral("|target − golden| > ");
    const QString share = fromCore(core::numberText(relative)) + QStringLiteral("·|golden|");
    if (relative == 0)
        return error + fromCore(core::numberText(absolute));
    return error
        + (absolute == 0 ? share : fromCore(core::numberText(absolute)) + QStringLiteral(" + ") + share);
}

QString MismatchTolerance::origin() const
{
    return rule.isEmpty()
        ? ToleranceText::tr("tolerance of mismatch_ratio: no limit of this pair is about single elements")
        : ToleranceText::tr("limit of this pair: %1").arg(rule);
}

MismatchTolerance toleranceOf(const core::Limits& limits, const core::FilterTable& pairs, std::size_t row)
{
    const RowLimits inForce(limits, pairs);
    MismatchTolerance tolerance;
    for (const bool isAbsolute : {true, false}) {
        const int metric = pairs.columnByName(isAbsolute ? "max_absolute_error" : "max_relative_error");
        const core::LimitRule* const rule = metric < 0 ? nullptr : inForce.ruleOf(pairs, row, metric);
        const auto allowed = rule ? largestAllowed(*rule) : std::nullopt;
        if (!allowed)
            continue;
        tolerance.absolute = isAbsolute ? *allowed : 0;
        tolerance.relative = isAbsolute ? 0 : *allowed;
        tolerance.rule = fromCore(rule->text());
        break;
    }
    return tolerance;
}

} // namespace dumpscope::gui
