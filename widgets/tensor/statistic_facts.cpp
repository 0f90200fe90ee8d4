// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/statistic_facts.h"

#include "base/text.h"
#include "common/numbers.h"
#include "model/own_type_text.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct FactText {
    Q_DECLARE_TR_FUNCTIONS(StatisticFacts)
};

QString number(const std::optional<double>& value)
{
    return value ? QString::fromStdString(core::numberText(*value)) : QStringLiteral("–");
}

QString count(std::uint64_t number)
{
    return groupedNumber(static_cast<qint64>(number));
}

} // namespace

QList<FactTable::Fact> statisticFacts(const core::Statistics& statistics, core::DType dtype, bool all)
{
    // The extremes are elements and print as such.
    const auto element
        = [dtype](const std::optional<double>& value, const std::optional<core::WideInteger>& exact) {
              if (exact)
                  return QString::fromStdString(core::integerText(*exact));
              return value ? QString::fromStdString(core::extremeText(*value, dtype)) : QStringLiteral("–");
          };
    const auto nonFinite = [&](const QString& name, std::uint64_t times) {
        const QString text = times > 0 && !all
            ? FactText::tr("%1 of %2").arg(count(times), count(statistics.count))
            : count(times);
        return FactTable::Fact {name, text, times > 0};
    };
    QList<FactTable::Fact> facts {{QStringLiteral("min"), element(statistics.min, statistics.exactMin)},
        {QStringLiteral("max"), element(statistics.max, statistics.exactMax)},
        {QStringLiteral("mean"), number(statistics.mean)}, {QStringLiteral("std"), number(statistics.std)},
        {QStringLiteral("l2norm"), number(statistics.l2norm)}};
    if (all)
        facts.append({{QStringLiteral("abs_max"), element(statistics.absMax, statistics.exactAbsMax)},
            {QStringLiteral("count"), count(statistics.count)},
            {QStringLiteral("finite_count"), count(statistics.finiteCount)},
            {QStringLiteral("neg_count"), count(statistics.negativeCount)},
            {QStringLiteral("pos_count"), count(statistics.positiveCount)}});
    facts.append({all ? QStringLiteral("zero_count") : FactText::tr("zeros"), count(statistics.zeroCount)});
    facts.append(nonFinite(all ? QStringLiteral("nan_count") : QStringLiteral("NaN"), statistics.nanCount));
    facts.append(
        nonFinite(all ? QStringLiteral("pos_inf_count") : QStringLiteral("+Inf"), statistics.posInfCount));
    facts.append(
        nonFinite(all ? QStringLiteral("neg_inf_count") : QStringLiteral("−Inf"), statistics.negInfCount));
    if (all)
        facts.append({QStringLiteral("subnormal_count"), count(statistics.subnormalCount)});
    return facts;
}

} // namespace dumpscope::gui
