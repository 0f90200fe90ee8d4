// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/icons.h"
#include "common/spacing.h"
#include "comparison/errors/tint_legend.h"
#include "comparison/targets/compare_all.h"
#include "comparison/targets/golden_group_panel_base.h"
#include "comparison/targets/target_matrix.h"
#include "kit/simple_table.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <optional>
#include <utility>

namespace dumpscope::gui {

namespace {

/// All open targets of the golden in front as a matrix.
class TargetsPanel : public GoldenGroupPanel {
    Q_OBJECT
public:
    explicit TargetsPanel(Workbench& workbench)
        : GoldenGroupPanel(workbench)
        , m_model(new TargetMatrixModel(this))
        , m_table(new SimpleTable(this))
        , m_add(new QToolButton(this))
        , m_failing(new QToolButton(this))
    {
        m_table->setRows(m_model, 0);
        m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
        m_add->setAutoRaise(true);
        m_add->setIcon(icon("plus"));
        m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_failing->setAutoRaise(true);
        m_failing->setCheckable(true);
        auto* const bar = new QHBoxLayout;
        bar->addWidget(m_add);
        bar->addWidget(m_failing);
        bar->addStretch(1);
        bar->addWidget(new TintLegend(this));
        layOut(bar, m_table);
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

private:
    void retranslate() override
    {
        m_table->setAccessibleName(tr("Targets against one golden"));
        m_add->setText(tr("Add a target…"));
        m_failing->setText(tr("Only failing"));
        m_failing->setAccessibleName(m_failing->text());
        later();
        emit titleChanged();
    }

    [[nodiscard]] QString purpose() const override
    {
        return tr("Compare several targets with one golden to see them side by side.");
    }
    void showComparison() override
    {
        m_add->setEnabled(m_comparisons.current());
        later();
    }
    void pairChanged() override { followSelection(); }

    void fill(const GoldenGroup& group) override
    {
        m_making.start<core::TargetMatrix>(
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
                // Ranks and steps stand behind the other words, and only where there is room for both.
                const auto give = [this](int column, int least) {
                    m_table->setColumnWidth(column,
                        std::max(scaled(least),
                            static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(column)));
                };
                give(1, 150);
                for (int column = 2; column < m_model->columnCount(); ++column)
                    give(column, 190);
                m_table->setFillLeast(scaled(220)); // names have what the others leave
                showPage();
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
            // Names are at the left: sideways no farther than it takes.
            const int left = m_table->horizontalScrollBar()->value();
            m_table->setCurrentIndex(cell);
            m_table->scrollTo(cell, QAbstractItemView::PositionAtCenter);
            m_table->horizontalScrollBar()->setValue(left);
            m_table->scrollTo(cell, QAbstractItemView::EnsureVisible);
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
        // Runs to compare with one golden stand beside each other.
        const ComparisonDocument* const document = m_comparisons.current();
        if (const OpenedRoot* const root = document ? document->setup().target.root.data() : nullptr)
            chooser->setDirectory(QFileInfo(root->path()).absolutePath());
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
    bool m_isFollowing = false; ///< the cell was chosen elsewhere
};

} // namespace

void register_targets_panel(PanelRegistry& registry)
{
    registry.add({"targets", "tensor", [](Workbench& workbench) { return new TargetsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "targets_panel.moc"
