// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/deleted_in_background.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/pairing/unpaired_rows.h"
#include "comparison/verdict_words.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/tensor_menu.h"

#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr int kReasonWidth = 340;

class UnpairedListModel : public ColumnModel {
    Q_OBJECT
public:
    using ColumnModel::ColumnModel;
    [[nodiscard]] const UnpairedRows* unpaired() const
    {
        return static_cast<const UnpairedRows*>(table().get());
    }

protected:
    QVariant special(std::uint32_t source, int column, const core::Cell&, int role) const override
    {
        const auto state = unpaired()->isTarget(source) ? State::TargetSide : State::GoldenSide;
        if (role == Qt::DisplayRole && column == columnNumber("reason"))
            return coreWords(unpaired()->at(source).reason);
        if (role == Qt::DisplayRole && column == columnNumber("slot")) {
            const std::string place = unpaired()->slotText(source);
            return place.empty() ? QVariant() : QVariant(shownName(place));
        }
        if (column != 0)
            return {};
        return role == StateRole      ? QVariant(static_cast<int>(state))
            : role == Qt::DisplayRole ? QVariant(stateWord(state))
                                      : QVariant();
    }
};

/// Tensors without a counterpart, each with the reason and what comes nearest.
class UnpairedPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit UnpairedPanel(Workbench& workbench)
        : ComparisonPanel(workbench)
        , m_model(new UnpairedListModel(workbench.tasks, this))
        , m_filter(new FilterBar(this))
        , m_table(new DataTable(workbench.tasks, this))
        , m_reason(new QLabel(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout)
    {
        m_table->setColumnModel(m_model);
        m_table->output().setInputs([&session = workbench.session] { return session.paths(); });
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_table);
        setFocusProxy(m_table);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_filter);
        layout->addLayout(m_pages, 1);
        layout->addWidget(m_reason);
        m_reason->setWordWrap(true);
        m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_reason->setContentsMargins(scaledMargins(kLarge, kSmall, kLarge, kSmall));
        m_reason->setTextFormat(Qt::PlainText);
        setMinimumSize(scaled(160), scaled(120));
        connect(
            m_filter, &FilterBar::filterChanged, this, [this] { m_model->setFilter(m_filter->filter()); });
        connect(m_filter, &FilterBar::errorChanged, this, &UnpairedPanel::showPage);
        connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
        connect(m_model, &ColumnModel::rowsReplaced, this, [this] {
            giveReasonRoom();
            m_filter->setHits(
                m_model->rowCount(), static_cast<qint64>(m_model->totalRows()), m_model->tookMs());
            followSelection();
            showPage();
        });
        connect(m_table, &DataTable::chosenSourceChanged, this, [this](qint64 source) {
            if (const TensorRef tensor = tensorAt(source); tensor.isValid())
                m_workbench.selection.select(tensor);
            showReason();
        });
        connect(&m_workbench.selection, &Selection::tensorChanged, this, [this] {
            followSelection();
            showReason();
        });
        connect(m_table, &DataTable::rowOpened, this,
            [this](quint32 source) { m_workbench.selection.open(tensorAt(source)); });
        connect(m_table, &DataTable::rowMenuRequested, this, [this](const QPoint& place) {
            QMenu menu(this);
            fillTensorMenu(menu, m_workbench, tensorAt(m_table->chosenSource()));
            if (!menu.isEmpty())
                menu.exec(place);
        });
        m_workbench.actions.handle("edit.copy", m_table, [this] { m_table->output().copyRows(); });
        m_workbench.actions.handle("edit.copy_names", m_table, [this] { m_table->output().copyNames(); });
        m_workbench.actions.handle("edit.select_all", m_table, [this] { m_table->selectAll(); });
        m_workbench.actions.handle("file.export", m_table, [this] { m_table->output().askForCsv(); });
        const auto hasRows = [this] { return m_model->rowCount() > 0; };
        m_workbench.actions.handle(
            "go.next_hit", this, [this] { m_table->step(1); }, hasRows);
        m_workbench.actions.handle(
            "go.previous_hit", this, [this] { m_table->step(-1); }, hasRows);
        begin();
    }

    QString title() const override { return tr("Unpaired"); }
    int badge() const override { return static_cast<int>(m_model->totalRows()); }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override { return !m_model->isBusy(); }
    QJsonObject saveView() const override { return {{QStringLiteral("filter"), m_filter->saveView()}}; }
    void restoreView(const QJsonObject& view) override
    {
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
    }

private:
    /// Why there is no counterpart is what one comes for.
    void giveReasonRoom()
    {
        const int column = m_model->columnNumber("reason");
        if (column < 0 || std::exchange(m_hasRoom, true))
            return;
        m_table->setColumnWidth(column, std::max(m_table->columnWidth(column), scaled(kReasonWidth)));
    }

    void retranslate() override
    {
        m_table->setAccessibleName(tr("Unpaired"));
        m_filter->setPlaceholder(tr("side:target op_type:Cast reason:*shape*"));
        showPage();
        emit titleChanged();
    }

    void showComparison() override { show(); }
    void pairsChanged(bool isGrown) override
    {
        if (!isGrown)
            show();
    }
    void stateChanged() override
    {
        if (!m_model->unpaired() || !shown() || !m_model->unpaired()->isOf(shown()->result()))
            show();
    }

    /// Where a name is there for several ranks or steps, which one it is of.
    void chooseColumns(const core::PairTable& pairs)
    {
        QList<QByteArray> columns {"side", "op_name"};
        const auto addIf = [&](const char* key, auto numbersOf) {
            const auto target = numbersOf(*pairs.target().index), golden = numbersOf(*pairs.golden().index);
            if (target.size() > 1 || golden.size() > 1)
                columns.append(key);
        };
        addIf("run", [](const core::DumpIndex& index) { return index.runs(); });
        addIf("rank", [](const core::DumpIndex& index) { return index.ranks(); });
        addIf("step", [](const core::DumpIndex& index) { return index.steps(); });
        columns += {"op_type", "io", "slot", "dtype", "shape", "reason", "nearest"};
        if (std::exchange(m_shownColumns, columns) != columns)
            m_table->columns().setDefaults(columns);
    }

    void show()
    {
        if (shown() && shown()->result()) {
            auto rows = deletedInBackground(UnpairedRows(shown()->result()));
            const std::size_t count = rows->rows();
            chooseColumns(*shown()->result()->pairs);
            m_filter->setTable(rows);
            m_model->setTable(std::move(rows), count);
        } else if (m_model->table()) {
            m_model->setTable(m_model->table(), 0);
        }
        showPage();
        emit titleChanged();
        emit commandLineChanged();
    }

    /// What is selected elsewhere is highlighted here, where it is one of these.
    void followSelection()
    {
        const TensorRef& tensor = m_workbench.selection.tensor();
        if (tensorAt(m_table->chosenSource()) == tensor)
            return;
        const auto count = static_cast<std::uint32_t>(m_model->totalRows());
        const bool isTarget = shown() && tensor.root == shown()->setup().target.root;
        const bool isSide = isTarget || (shown() && tensor.root == shown()->setup().golden.root);
        std::uint32_t source = isSide && tensor.isValid() && tensorAt(0).isValid() ? 0 : count;
        while (source < count
            && (m_model->unpaired()->isTarget(source) != isTarget
                || m_model->unpaired()->at(source).id != tensor.id))
            ++source;
        if (source == count)
            return m_table->chooseSources({}, -1);
        m_table->chooseSources({source}, source);
    }

    /// The whole of what is cut in the table.
    void showReason()
    {
        const qint64 source = m_table->chosenSource();
        const bool isThere = m_model->rowCount() > 0 && tensorAt(source).isValid();
        m_reason->setVisible(isThere);
        if (!isThere)
            return;
        const auto row = static_cast<std::size_t>(source);
        const UnpairedRows& rows = *m_model->unpaired();
        const QString reason = coreWords(rows.at(row).reason);
        const std::string nearest = core::cellText(rows.cell(row, rows.columnByName("nearest")));
        const QString text
            = nearest.empty() ? reason : tr("%1. Nearest: %2").arg(reason, QString::fromStdString(nearest));
        m_reason->setText(breakable(text));
    }

    void showPage()
    {
        showReason();
        if (m_model->rowCount() > 0)
            return m_pages->setCurrentWidget(m_table);
        if (!shown())
            m_message->show(tr("Compare two dumps to see what has no counterpart."), {});
        else if (!shown()->result() && shown()->state() == ComparisonDocument::State::Cancelled)
            m_message->show(tr("The comparison was stopped before this was known."), {});
        else if (!shown()->result())
            m_message->show(tr("Known when the comparison is done."), {});
        else if (m_model->totalRows() > 0 && !m_filter->error().isEmpty())
            m_message->show(tr("The filter is not valid: %1").arg(m_filter->error()), {});
        else if (m_model->totalRows() > 0)
            m_message->show(m_model->totalRows() == 1
                    ? tr("No row matches. Clear the filter to see the only one.")
                    : tr("No row matches. Clear the filter to see %1 rows.")
                          .arg(groupedNumber(static_cast<qint64>(m_model->totalRows()))),
                {});
        else if (const core::Coverage& coverage = shown()->result()->conclusion.coverage;
                 coverage.target.tensors + coverage.target.leftOut + coverage.golden.tensors
                     + coverage.golden.leftOut
                 == 0)
            m_message->show(tr("Neither dump has a tensor."), {});
        else
            m_message->show(tr("Every tensor has a counterpart."), {});
        m_pages->setCurrentWidget(m_message);
    }

    [[nodiscard]] TensorRef tensorAt(qint64 source) const
    {
        // Rows of the comparison before stay until others are there; they name tensors of its sides.
        if (source < 0 || !shown() || !m_model->unpaired() || !m_model->unpaired()->isOf(shown()->result())
            || static_cast<std::size_t>(source) >= m_model->totalRows())
            return {};
        const auto row = static_cast<std::size_t>(source);
        const ComparisonSetup& setup = shown()->setup();
        return {m_model->unpaired()->isTarget(row) ? setup.target.root : setup.golden.root,
            m_model->unpaired()->at(row).id};
    }

    UnpairedListModel* m_model;
    FilterBar* m_filter;
    DataTable* m_table;
    bool m_hasRoom = false;
    QList<QByteArray> m_shownColumns; ///< unless the user chose others
    QLabel* m_reason;
    MessagePage* m_message;
    QStackedLayout* m_pages;
};

} // namespace

void register_unpaired_panel(PanelRegistry& registry)
{
    registry.add({"unpaired", "unlink", [](Workbench& workbench) { return new UnpairedPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "unpaired_panel.moc"
