// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"
#include "common/name_elision.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "difference/recorded_pair_table.h"
#include "documents/tensor_states.h"
#include "graph/difference_map.h"
#include "graph/duration_heat.h"
#include "graph/node_models.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/simple_table.h"
#include "kit/tensor_menu.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kPortWidth = 84, kTypeWidth = 140, kValueWidth = 72, kLeastOther = 60;
constexpr int kNarrowestType = 78; ///< percent

/// The chosen operator: its inputs and outputs with what the dump knows of them.
class OperatorPanel : public Panel {
    Q_OBJECT
public:
    explicit OperatorPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_shown(workbench.graph)
        , m_model(new PortModel(m_shown, this))
        , m_name(new QLabel(this))
        , m_path(new QLabel(this))
        , m_time(new QLabel(this))
        , m_table(new SimpleTable(this))
        , m_map(new DifferenceMap(workbench.tasks, this))
        , m_recorded(new RecordedPairTable(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout)
    {
        QFont bold = font();
        bold.setBold(true);
        m_name->setFont(bold);
        m_path->setFont(secondaryFont());
        m_path->setForegroundRole(QPalette::PlaceholderText);
        m_time->setFont(secondaryFont());
        for (QLabel* label : {m_name, m_path, m_time}) {
            label->setTextFormat(Qt::PlainText);
            label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        }
        m_table->setRows(m_model, PortModel::Other);
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
        m_table->horizontalHeader()->setTextElideMode(Qt::ElideRight);
        // What is out of sight in a narrow panel is the type, which the graph shows as well.
        for (const int column : {PortModel::Second, PortModel::First})
            m_table->horizontalHeader()->moveSection(m_table->horizontalHeader()->visualIndex(column), 1);
        m_table->setColumnWidth(PortModel::Port, scaled(kPortWidth));
        m_table->setColumnWidth(PortModel::Type, scaled(kTypeWidth));
        m_table->setColumnWidth(PortModel::First, scaled(kValueWidth));
        m_table->setColumnWidth(PortModel::Second, scaled(kValueWidth));
        auto* const page = new QWidget(this);
        auto* const body = new QVBoxLayout(page);
        body->setContentsMargins(scaledMargins(0, kSmall, 0, 0));
        body->setSpacing(scaled(kTiny));
        for (QLabel* label : {m_name, m_path, m_time}) {
            label->setContentsMargins(scaledMargins(kLarge, 0, kLarge, 0));
            body->addWidget(label);
        }
        body->addWidget(m_table, 1);
        m_table->setMinimumHeight(5 * rowHeight());
        body->addWidget(m_map);
        body->addWidget(m_recorded, 1);
        m_recorded->setMinimumHeight(5 * rowHeight());
        m_recorded->hide();
        m_pages->addWidget(m_message);
        m_pages->addWidget(page);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addLayout(m_pages);
        setFocusProxy(m_table);
        setMinimumSize(scaled(160), scaled(120));
        connect(m_model, &QAbstractItemModel::modelReset, this, [this] { showNode(); });
        connect(m_model, &QAbstractItemModel::dataChanged, this, [this] {
            fitColumns();
            showMap();
        });
        connect(&workbench.selection, &Selection::tensorChanged, this, [this] { follow(); });
        connect(&TensorStates::of(workbench.session), &TensorStates::changed, this,
            [this] { m_table->viewport()->update(); });
        connect(m_map, &DifferenceMap::opened, this, [this] { open(); });
        connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                showMap();
                if (m_isFollowing || !now.isValid())
                    return;
                if (const TensorRef tensor = m_model->tensorAt(now.row()); tensor.isValid())
                    m_workbench.selection.select(tensor);
            });
        connect(m_table, &SimpleTable::menuRequested, this, [this](const QPoint& at) {
            const int row = m_table->currentIndex().row();
            if (row < 0)
                return;
            QMenu menu(this);
            fillTensorMenu(menu, m_workbench, m_model->tensorAt(row));
            if (!menu.isEmpty())
                menu.exec(at);
        });
        connect(m_table, &QTableView::doubleClicked, this, [this] { open(); });
        workbench.actions.handle("edit.copy", m_recorded,
            [this] { QGuiApplication::clipboard()->setText(m_recorded->copiedText()); });
        workbench.actions.handle(
            "item.open", m_table, [this] { open(); }, [this] { return m_table->currentIndex().isValid(); });
        keepTranslated(this, &OperatorPanel::retranslate);
    }

    QString title() const override { return tr("Operator"); }
    bool isSettled() const override { return m_shown.isSettled() && m_map->isSettled(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        m_shown.setWanted(this, true);
        fitColumns();
    }
    void hideEvent(QHideEvent* event) override
    {
        Panel::hideEvent(event);
        m_shown.setWanted(this, false);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        showPath();
        fitColumns();
    }

private:
    void retranslate()
    {
        m_table->setAccessibleName(tr("Inputs and outputs"));
        showNode();
        emit titleChanged();
    }

    void showNode()
    {
        const bool isNode = m_shown.loaded() && m_shown.current() && !m_shown.current()->isScope;
        m_pages->setCurrentIndex(isNode ? 1 : 0);
        if (isNode) {
            const core::GraphNode& node = m_shown.graph().node(m_shown.current()->node());
            const QString type = QString::fromStdString(std::string(m_shown.graph().text(node.opType)));
            const QString name = m_shown.nameOf(*m_shown.current());
            m_name->setText(
                type.isEmpty() || name.startsWith(type) ? name : type + QStringLiteral("  ") + name);
            const QString duration = durationWords(m_shown, *m_shown.current());
            m_time->setText(duration);
            m_time->setToolTip(duration);
            m_time->setVisible(!duration.isEmpty());
            showPath();
            fitColumns();
            return follow();
        }
        if (m_shown.loaded() && m_shown.current()) {
            const core::ScopeTree::Scope& scope = m_shown.tree().scope(m_shown.current()->index);
            QString text = tr("%1 is a scope of %n operators. Select one of them.", nullptr,
                static_cast<int>(scope.operators))
                               .arg(m_shown.nameOf(*m_shown.current()));
            if (const QString duration = durationWords(m_shown, *m_shown.current()); !duration.isEmpty())
                text += QLatin1Char('\n') + duration;
            m_message->show(text, {});
        } else {
            m_message->show(tr("Select a node of the graph to see its inputs and outputs."), {});
        }
    }

    /// States and numbers come later than names. Where an input comes from is seen in the graph, too, so it
    /// gives way to them.
    void fitColumns()
    {
        QHeaderView* const header = m_table->horizontalHeader();
        header->setSectionResizeMode(PortModel::Type, QHeaderView::Interactive);
        int room = m_table->viewport()->width();
        for (const int column : {PortModel::Port, PortModel::Type, PortModel::First, PortModel::Second}) {
            m_table->resizeColumnToContents(column);
            room -= m_table->columnWidth(column);
        }
        const bool isTight = room < scaled(kLeastOther);
        m_table->setColumnHidden(PortModel::Other, isTight);
        header->setStretchLastSection(isTight && room >= 0);
        if (room < 0) { // a type is set narrower
            const int whole = m_table->columnWidth(PortModel::Type);
            header->setSectionResizeMode(PortModel::Type, QHeaderView::Fixed);
            m_table->setColumnWidth(PortModel::Type, std::max(whole * kNarrowestType / 100, whole + room));
        }
    }

    void showMap()
    {
        const QModelIndex now = m_table->currentIndex();
        const auto pair = now.isValid() ? m_model->pairAt(now.row()) : std::nullopt;
        ComparisonDocument* const comparison = m_workbench.comparisons.current();
        const std::shared_ptr<const core::PairTable> pairs = m_shown.pairs();
        const bool isSame = pairs && comparison && comparison->pairs() == pairs;
        m_map->showPair(isSame ? comparison : nullptr, pair,
            now.isValid() ? now.siblingAtColumn(PortModel::Port).data().toString() : QString());
        const bool isRecorded = isSame && pair && *pair < pairs->rows()
            && pairs->row(*pair).basis == core::PairBasis::Statistics;
        m_recorded->setVisible(m_recorded->showPair(isRecorded ? comparison : nullptr, pair));
    }

    void showPath()
    {
        if (!m_shown.loaded() || !m_shown.current() || m_shown.current()->isScope)
            return;
        const core::Graph& graph = m_shown.graph();
        const QString path
            = QString::fromStdString(std::string(graph.text(graph.node(m_shown.current()->node()).name)));
        m_path->setText(elidedName(path, m_path->fontMetrics(), width() - 2 * kLarge));
        m_path->setToolTip(path);
    }

    [[nodiscard]] bool isOfNode(const TensorRef& tensor) const
    {
        if (!tensor.isValid() || tensor.root != m_shown.root() || !m_shown.loaded() || !m_shown.current()
            || m_shown.current()->isScope || m_shown.root()->index() != m_shown.loaded()->index)
            return false;
        const auto tensors = m_shown.tensorsOf(m_shown.current()->node());
        return std::ranges::find(tensors, tensor.id) != tensors.end();
    }

    void follow()
    {
        const TensorRef& chosen = m_workbench.selection.tensor();
        // The same node in another step: its ports are those of that step.
        if (!m_isFollowing && m_model->rowOf(chosen) < 0 && isOfNode(chosen)) {
            m_isFollowing = true;
            m_model->rebuild();
            m_isFollowing = false;
        }
        const QScopedValueRollback following(m_isFollowing, true);
        const int row = m_model->rowOf(chosen);
        if (row >= 0)
            m_table->setCurrentIndex(m_model->index(row, 0));
        else
            m_table->selectionModel()->clear();
        showMap();
    }

    /// An input that is not dumped leads to the node it comes from.
    void open()
    {
        const int row = m_table->currentIndex().row();
        if (const TensorRef tensor = m_model->tensorAt(row); tensor.isValid())
            return m_workbench.selection.open(tensor);
        if (const core::NodeId producer = m_model->producerAt(row); producer.isValid()) {
            m_shown.choose({false, producer.value()});
            m_shown.reveal({false, producer.value()});
        }
    }

    Workbench& m_workbench;
    ShownGraph& m_shown;
    PortModel* m_model;
    QLabel *m_name, *m_path, *m_time;
    SimpleTable* m_table;
    DifferenceMap* m_map;
    RecordedPairTable* m_recorded; ///< of a pair without elements, in place of the map
    MessagePage* m_message;
    QStackedLayout* m_pages;
    bool m_isFollowing = false;
};

} // namespace

void register_operator_panel(PanelRegistry& registry)
{
    registry.add({"operator", "operator", [](Workbench& workbench) { return new OperatorPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "operator_panel.moc"
