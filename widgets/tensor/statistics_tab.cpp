// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/statistic_facts.h"
#include "tensor/tensor_figures.h"
#include "tensor/tensor_tab.h"

#include <algorithm>

namespace dumpscope::gui {

/// All statistics: of the slice, of the tensor, and what the dump itself says.
class StatisticsTab : public TensorTab {
    Q_OBJECT
public:
    explicit StatisticsTab(TensorDocument& document);
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] bool wantsSideColumn() const override { return false; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void showComputed(FactTable* table, Extent extent);
    void showRecorded();

    TensorFigures& m_figures;
    FactTable *m_slice, *m_tensor, *m_file;
};

StatisticsTab::StatisticsTab(TensorDocument& document)
    : TensorTab(document)
    , m_figures(TensorFigures::of(document))
    , m_slice(new FactTable(tr("This slice"), tr("computed, float64")))
    , m_tensor(new FactTable(tr("Whole tensor"), tr("computed, float64")))
    , m_file(new FactTable(tr("In the dump"), tr("file")))
{
    setAccessibleName(tr("Statistics"));
    layOutFactTables(this, {m_slice, m_tensor, m_file});
    connect(&m_figures, &TensorFigures::statisticsChanged, this, &StatisticsTab::refresh);
    connect(&document, &TensorDocument::stageChanged, this, &StatisticsTab::refresh);
}

bool StatisticsTab::isSettled() const
{
    if (!document().isReady() || !document().hasValues())
        return true;
    return (m_figures.statistics(Extent::Slice) || !m_figures.statisticsFailure(Extent::Slice).isEmpty())
        && (m_figures.statistics(Extent::Tensor) || !m_figures.statisticsFailure(Extent::Tensor).isEmpty());
}

void StatisticsTab::showEvent(QShowEvent* event)
{
    TensorTab::showEvent(event);
    refresh();
}

void StatisticsTab::refresh()
{
    if (!isVisible() || !document().tensor().isValid())
        return;
    const bool hasValues = document().isReady() && document().hasValues();
    m_slice->setVisible(hasValues);
    m_tensor->setVisible(hasValues);
    showRecorded();
    if (!hasValues)
        return;
    showComputed(m_slice, Extent::Slice);
    showComputed(m_tensor, Extent::Tensor);
}

void StatisticsTab::showComputed(FactTable* table, Extent extent)
{
    m_figures.wantStatistics(extent);
    if (const auto& statistics = m_figures.statistics(extent))
        table->setFacts(statisticFacts(*statistics, document().dtype(), true));
    else if (const QString& failure = m_figures.statisticsFailure(extent); !failure.isEmpty())
        table->setFacts({{tr("not computed"), failure, false, {}, tr("Compute again"),
            [this, extent] { m_figures.retry(extent); }}});
}

void StatisticsTab::showRecorded()
{
    const std::vector<RecordedStatistic> recorded = recordedStatistics(document().tensor());
    const std::vector<StatisticConflict>& conflicts = m_figures.conflicts();
    QList<FactTable::Fact> facts;
    for (const RecordedStatistic& known : recorded) {
        const auto conflict = std::find_if(conflicts.begin(), conflicts.end(),
            [&known](const StatisticConflict& found) { return found.name == known.name; });
        if (conflict == conflicts.end()) {
            facts.append({known.name, known.text});
            continue;
        }
        facts.append({known.name, tr("%1, computed %2").arg(known.text, conflict->computed), true,
            tr("The dump and the values disagree.")});
    }
    if (facts.isEmpty())
        facts.append({tr("nothing"), tr("no statistics in the dump")});
    m_file->setFacts(facts);
}

void register_statistics_tab(TensorTabRegistry& registry)
{
    registry.add({"statistics", QT_TRANSLATE_NOOP("TensorTabs", "Statistics"), "stats", 60,
        [](const TensorDocument& document) {
            return document.isReady() || document.hasRecordedStatistics() ? 10 : 3;
        },
        [](TensorDocument& document) -> TensorTab* { return new StatisticsTab(document); }, false});
}

} // namespace dumpscope::gui

#include "statistics_tab.moc"
