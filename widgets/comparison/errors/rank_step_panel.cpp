// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/due_timer.h"
#include "common/core_text.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/errors/cube_model.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/simple_table.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace dumpscope::gui {

namespace {

constexpr int kRefreshMs = 500; ///< while rows arrive

/// The cube tensor × rank × step: the filter chooses tensors, cells show the verdicts of a rank and step.
class RankStepPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit RankStepPanel(Workbench& workbench)
        : ComparisonPanel(workbench)
        , m_model(new CubeModel(this))
        , m_filter(new FilterBar(this))
        , m_table(new SimpleTable(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout)
    {
        m_table->setRows(m_model, -1);
        m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
        m_table->setAlternatingRowColors(false);
        m_table->setShowGrid(true);
        m_table->verticalHeader()->show();
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_table);
        setFocusProxy(m_table);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_filter);
        layout->addLayout(m_pages, 1);
        setMinimumSize(scaled(160), scaled(120));
        m_later.setSingleShot(true);
        m_later.setInterval(kRefreshMs);
        connect(&m_later, &QTimer::timeout, this, &RankStepPanel::refresh);
        connect(m_filter, &FilterBar::filterChanged, this, &RankStepPanel::refresh);
        connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
        connect(m_table, &QTableView::clicked, this, &RankStepPanel::choose);
        connect(m_table, &QTableView::activated, this, &RankStepPanel::choose);
        ActionRegistry& actions = workbench.actions;
        const auto hasCells = [this] { return m_pages->currentWidget() == m_table; };
        actions.handle(
            "go.next_hit", this, [this] { step(1); }, hasCells);
        actions.handle(
            "go.previous_hit", this, [this] { step(-1); }, hasCells);
        begin();
    }

    QString title() const override { return tr("Rank × step"); }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override
    {
        return !m_later.isActive() && (!m_request.task() || m_request.task()->isOver());
    }
    QJsonObject saveView() const override { return {{QStringLiteral("filter"), m_filter->saveView()}}; }
    void restoreView(const QJsonObject& view) override
    {
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        ComparisonPanel::showEvent(event);
        refresh();
    }

private:
    void retranslate() override
    {
        m_table->setAccessibleName(tr("Verdicts by rank and step"));
        m_filter->setPlaceholder(tr("Which tensors: name:*fc1* io:output"));
        m_message->show(tr("Compare two dumps to see which ranks and steps differ."), {});
        if (m_model->columnCount() > 0)
            emit m_model->headerDataChanged(Qt::Horizontal, 0, m_model->columnCount() - 1);
        emit titleChanged();
    }

    void showComparison() override { refresh(); }
    void pairsChanged(bool) override
    {
        if (!m_later.isActive())
            m_later.start();
    }

    void refresh()
    {
        const auto pairs = this->pairs();
        if (!pairs || pairs->rows() == 0) {
            m_request.cancel();
            m_model->setCube({});
            m_pages->setCurrentWidget(m_message);
            return;
        }
        m_filter->setTable(pairs);
        if (!isVisible())
            return;
        m_request.start<Cube>(
            m_workbench.tasks, Lane::Interactive, tr("Sum up ranks and steps"), this,
            [pairs, filter = m_filter->filter()](
                core::TaskContext& task, const TaskRunner::Post&) { return makeCube(*pairs, filter, task); },
            [this](core::Result<Cube> cube) {
                if (cube)
                    show(std::move(*cube));
            });
    }

    void show(Cube cube)
    {
        std::uint64_t found = 0;
        for (const auto& [place, cell] : cube.cells)
            found += std::accumulate(cell.counts.begin(), cell.counts.end(), std::uint64_t {0});
        m_filter->setHits(static_cast<qint64>(found), static_cast<qint64>(pairs() ? pairs()->rows() : 0), -1);
        m_model->setCube(std::move(cube));
        m_table->resizeColumnsToContents();
        for (int column = 0; column < m_model->columnCount(); ++column)
            m_table->setColumnWidth(column, std::max(scaled(120), m_table->columnWidth(column)));
        m_pages->setCurrentWidget(m_table);
    }

    // The results show that rank and step, from the worst pair on.
    void choose(const QModelIndex& index)
    {
        const Cube::Cell* const cell = m_model->cellAt(index);
        if (!cell)
            return;
        const std::size_t worst = cell->worst;
        const QString tensors = m_filter->text().trimmed();
        const bool hasAlternatives = tensors.contains(QLatin1String(" or "));
        const QString rest = hasAlternatives ? QLatin1Char('(') + tensors + QLatin1Char(')') : tensors;
        m_comparisons.wantOnly((m_model->filterOf(index) + QLatin1Char(' ') + rest).trimmed());
        m_comparisons.select(worst);
    }

    /// To the next cell with pairs that the filter leaves, around the end.
    void step(int by)
    {
        const int columns = m_model->columnCount(), cells = m_model->rowCount() * columns;
        const QModelIndex current = m_table->currentIndex();
        int place = current.isValid() ? current.row() * columns + current.column() : (by > 0 ? -1 : cells);
        for (int tries = 0; tries < cells; ++tries) {
            place = (place + by + cells) % cells;
            const QModelIndex index = m_model->index(place / columns, place % columns);
            if (const Cube::Cell* const cell = m_model->cellAt(index)) {
                m_table->setCurrentIndex(index);
                return m_comparisons.select(cell->worst);
            }
        }
    }

    CubeModel* m_model;
    FilterBar* m_filter;
    SimpleTable* m_table;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    LatestOnly m_request;
    DueTimer m_later;
};

} // namespace

void register_rank_step_panel(PanelRegistry& registry)
{
    registry.add({"rank-step", "heat", [](Workbench& workbench) { return new RankStepPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "rank_step_panel.moc"
