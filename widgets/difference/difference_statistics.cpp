// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_statistics.h"

#include "base/text.h"
#include "common/core_text.h"
#include "tensor/fact_table.h"
#include "tensor/statistic_facts.h"

namespace dumpscope::gui {

DifferenceStatistics::DifferenceStatistics(DifferenceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_target(new FactTable({}, {}, this))
    , m_golden(new FactTable({}, {}, this))
    , m_pair(new FactTable({}, {}, this))
{
    m_target->setSide(State::TargetSide);
    m_golden->setSide(State::GoldenSide);
    layOutFactTables(this, {m_target, m_golden, m_pair});
}

void DifferenceStatistics::refresh()
{
    if (!m_document.isReady())
        return;
    const auto fill = [](FactTable* table, TensorDocument& side, const QString& title) {
        table->setTitle(title, tr("%1, computed in float64").arg(fromCore(core::dtypeName(side.dtype()))));
        const auto& whole = TensorFigures::of(side).statistics(Extent::Tensor);
        table->setFacts(whole ? statisticFacts(*whole, side.dtype(), true) : QList<FactTable::Fact>());
    };
    fill(m_target, m_document.target(), tr("Target"));
    fill(m_golden, m_document.golden(), tr("Golden"));
    refreshPair();
}

void DifferenceStatistics::refreshPair()
{
    m_pair->setTitle(tr("Difference"), {});
    QList<FactTable::Fact> facts;
    if (const auto& errors = m_document.errors()) {
        const core::PairFold& fold = errors->folded.fold;
        const auto count = [&](const char* name, std::uint64_t number, bool isAlarming = false) {
            facts.append({QString::fromLatin1(name), QString::number(number), isAlarming && number > 0});
        };
        const auto value = [&](const char* name, double number) {
            facts.append({QString::fromLatin1(name), fromCore(core::numberText(number))});
        };
        count("compared", fold.compared);
        count("conflicts", fold.conflicts, true);
        count("mismatches", fold.mismatches, true);
        facts.last().remark = errors->tolerance.condition() + QLatin1Char('\n') + errors->tolerance.origin();
        count("different_bits", fold.differentBits);
        value("max_abs", fold.maxAbsolute.value);
        value("max_rel", fold.maxRelative.value);
        value("ulp_max", fold.ulpMax);
        value("sum_abs", fold.sums.linear(fold.sums.absolute));
        facts.append({tr("mismatch when"), errors->tolerance.condition()});
        facts.append({tr("set by"),
            errors->tolerance.rule.isEmpty() ? QStringLiteral("mismatch_ratio") : errors->tolerance.rule});
    }
    m_pair->setFacts(facts);
}

} // namespace dumpscope::gui
