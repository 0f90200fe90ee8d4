// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/icons.h"
#include "common/spacing.h"
#include "comparison/compare_all.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/golden_group.h"
#include "comparison/target_matrix.h"
#include "kit/message_page.h"
#include "kit/simple_table.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace dumpscope::gui {

namespace {

/// All open targets of the golden in front as a matrix.
class TargetsPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit TargetsPanel(Workbench& workbench)
        : ComparisonPanel(workbench)
        , m_model(new TargetMatrixModel(this))
        , m_table(new SimpleTable(this))
        , m_add(new QToolButton(this))
        , m_failing(new QToolButton(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout)
    {
        m_table->setRows(m_model, -1);
        m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
        m_add->setAutoRaise(true);
        m_add->setIcon(icon("plus"));
        m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_failing->setAutoRaise(true);
        m_failing->setCheckable(true);
        auto* const bar = new QHBoxLayout;
        bar->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
        bar->addWidget(m_add);
        bar->addWidget(m_failing);
        bar->addStretch(1);
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_table);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addLayout(bar);
        layout->addLayout(m_pages, 1);
        setMinimumSize(scaled(160), scaled(120));
        setFocusProxy(m_table);
        m_later.setSingleShot(true);
        m_later.setInterval(200);
        connect(&m_later, &QTimer::timeout, this, &TargetsPanel::refresh);
        const auto later = [this] { m_later.start(); };
        connect(&m_comparisons, &Comparisons::added, this, [this, later](ComparisonDocument* document) {
            connect(document, &ComparisonDocument::pairsReplaced, this, later);
            later();
        });
        connect(&m_comparisons, &Comparisons::removed, this, later);
        for (const ComparisonDocument* document : m_comparisons.all())
            connect(document, &ComparisonDocument::pairsReplaced, this, later);
        connect(m_failing, &QToolButton::toggled, this, &TargetsPanel::refresh);
        connect(m_add, &QToolButton::clicked, this, &TargetsPanel::addTarget);
        connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (!m_isFollowing)
                    choose(index);
            });
        connect(&m_workbench.selection, &Selection::tensorChanged, this, &TargetsPanel::followSelection);
        begin();
    }

    QString title() const override { return tr("Targets"); }
    bool isSettled() const override
    {
        return !m_later.isActive() && (!m_building.task() || m_building.task()->isOver());
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
        m_table->setAccessibleName(tr("Targets against one golden"));
        m_add->setText(tr("Add a target…"));
        m_failing->setText(tr("Only failing"));
        m_failing->setAccessibleName(m_failing->text());
        m_message->show(tr("Compare several targets with one golden to see them side by side."), {});
        emit titleChanged();
    }

    void showComparison() override { m_later.start(); }
    void pairChanged() override { followSelection(); }

    void refresh()
    {
        m_add->setEnabled(m_comparisons.current());
        if (!isVisible())
            return;
        const GoldenGroup group = goldenGroupOf(m_comparisons);
        if (group.tables.empty()) {
            m_building.cancel();
            m_pages->setCurrentWidget(m_message);
            return;
        }
        m_building.start<core::TargetMatrix>(
            m_workbench.tasks, Lane::Interactive, tr("Put targets side by side"), this,
            [tables = group.tables, only = m_failing->isChecked()](core::TaskContext& task,
                const TaskRunner::Post&) { return core::makeTargetMatrix(tables, only, task); },
            [this, group](core::Result<core::TargetMatrix> matrix) {
                if (!matrix)
                    return;
                m_documents = group.documents;
                {
                    const QScopedValueRollback following(m_isFollowing, true);
                    m_model->setMatrix(std::move(*matrix), group.titles);
                }
                m_table->setColumnWidth(0, std::max(scaled(300), width() * 2 / 5));
                // Ranks and steps stand behind the other words, and only where there is room for both.
                const auto give = [this](int column, int least) {
                    m_table->setColumnWidth(column,
                        std::max(scaled(least),
                            static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(column)));
                };
                give(1, 150);
                for (int column = 2; column < m_model->columnCount(); ++column)
                    give(column, 190);
                m_pages->setCurrentWidget(m_table);
                followSelection();
            });
    }

    /// The cell of what is selected, in the column of the comparison in front.
    void followSelection()
    {
        if (m_isFollowing)
            return;
        const QScopedValueRollback following(m_isFollowing, true);
        const TensorRef& tensor = m_workbench.selection.tensor();
        const auto column = m_documents.indexOf(m_comparisons.current());
        std::optional<core::TensorId> golden;
        if (const auto row = pair())
            golden = pairs()->row(*row).pair.golden;
        else if (shown() && tensor.isValid() && tensor.root == shown()->setup().golden.root)
            golden = tensor.id;
        const QModelIndex cell
            = golden && column >= 0 ? m_model->cellOf(*golden, static_cast<int>(column)) : QModelIndex();
        if (cell.isValid()) {
            m_table->setCurrentIndex(cell);
            m_table->scrollTo(cell, QAbstractItemView::PositionAtCenter);
        } else {
            m_table->selectionModel()->clear();
        }
    }

    void choose(const QModelIndex& index)
    {
        const int column = index.column() - TargetMatrixModel::kOwnColumns;
        ComparisonDocument* const document = index.isValid() ? m_documents.value(column).data() : nullptr;
        if (!document)
            return;
        const QScopedValueRollback following(m_isFollowing, true);
        m_comparisons.setCurrent(document);
        if (const core::TargetMatrix::Cell* const cell = m_model->cellAt(index))
            m_comparisons.select(cell->row);
        else if (document->setup().golden.root)
            m_workbench.selection.select({document->setup().golden.root, m_model->tensorAt(index.row())});
    }

    void addTarget()
    {
        auto* const chooser = new QFileDialog(this, tr("Target: the run to check"));
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::Directory);
        connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& path) {
            if (!m_comparisons.current())
                return;
            ComparisonDocument* const before = m_comparisons.current();
            compareAll(m_comparisons, {m_workbench.session.open(path)}, before->setup().golden.root);
        });
        chooser->open();
    }

    TargetMatrixModel* m_model;
    SimpleTable* m_table;
    QToolButton *m_add, *m_failing;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QList<QPointer<ComparisonDocument>> m_documents;
    LatestOnly m_building;
    QTimer m_later;
    bool m_isFollowing = false; ///< the cell was chosen elsewhere
};

} // namespace

void register_targets_panel(PanelRegistry& registry)
{
    registry.add({"targets", "tensor", [](Workbench& workbench) { return new TargetsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "targets_panel.moc"
