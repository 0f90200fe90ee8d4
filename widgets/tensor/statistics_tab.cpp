// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_table.h"
#include "query/cell.h"
#include "tensor/statistic_facts.h"
#include "tensor/tensor_figures.h"
#include "tensor/tensor_tab.h"

#include <QHBoxLayout>
#include <QScrollArea>

namespace dumpscope::gui {

/// All statistics: of the slice, of the tensor, and what the dump itself says.
class StatisticsTab : public TensorTab {
    Q_OBJECT
public:
    explicit StatisticsTab(TensorDocument& document);
    [[nodiscard]] bool isSettled() const override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QList<FactTable::Fact> recorded() const;

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
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* const body = new QWidget;
    body->setBackgroundRole(QPalette::Base);
    auto* const row = new QHBoxLayout(body);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    for (FactTable* table : {m_slice, m_tensor, m_file})
        row->addWidget(table, 1, Qt::AlignTop);
    area->setWidget(body);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(area);
    connect(&m_figures, &TensorFigures::statisticsChanged, this, &StatisticsTab::refresh);
}

bool StatisticsTab::isSettled() const
{
    return !document().isReady() || !document().hasValues()
        || (m_figures.statistics(Extent::Slice) && m_figures.statistics(Extent::Tensor));
}

void StatisticsTab::showEvent(QShowEvent* event)
{
    TensorTab::showEvent(event);
    refresh();
}

QList<FactTable::Fact> StatisticsTab::recorded() const
{
    QList<FactTable::Fact> facts;
    const TensorRef& tensor = document().tensor();
    if (!tensor.isValid() || tensor.row().statisticRow == core::TensorRow::kNone)
        return facts;
    // A table of its own has nothing computed, so that its cells are those of the file.
    const core::TensorTable table(tensor.root->index());
    for (const int column : core::TensorTable::statisticsColumns()) {
        const QString text = fromCore(core::cellText(table.cell(tensor.id.value(), column)));
        if (!text.isEmpty())
            facts.append({fromCore(table.columns()[static_cast<std::size_t>(column)].name), text});
    }
    return facts;
}

void StatisticsTab::refresh()
{
    if (!isVisible() || !document().tensor().isValid())
        return;
    const QList<FactTable::Fact> file = recorded();
    m_file->setFacts(
        file.isEmpty() ? QList<FactTable::Fact> {{tr("nothing"), tr("no statistics in the dump")}} : file);
    m_figures.wantStatistics(Extent::Slice);
    m_figures.wantStatistics(Extent::Tensor);
    if (const auto& slice = m_figures.statistics(Extent::Slice))
        m_slice->setFacts(statisticFacts(*slice, true));
    if (const auto& tensor = m_figures.statistics(Extent::Tensor))
        m_tensor->setFacts(statisticFacts(*tensor, true));
}

void register_statistics_tab(TensorTabRegistry& registry)
{
    registry.add({"statistics", QT_TRANSLATE_NOOP("TensorTabs", "Statistics"), "stats", 60,
        [](const TensorDocument&) { return 10; },
        [](TensorDocument& document) -> TensorTab* { return new StatisticsTab(document); }});
}

} // namespace dumpscope::gui

#include "statistics_tab.moc"
