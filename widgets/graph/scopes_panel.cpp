// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "graph/node_table.h"
#include "graph/scope_tree_model.h"
#include "kit/cell_delegate.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/tree_steps.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kMostExpanded = 200; ///< hits that are shown without being asked for

/// The scopes of the shown graph as a tree with verdicts.
class ScopesPanel : public Panel {
    Q_OBJECT
public:
    explicit ScopesPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_shown(workbench.graph)
        , m_model(new ScopeTreeModel(m_shown, this))
        , m_filter(new FilterBar(this))
        , m_tree(new QTreeView(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout)
    {
        m_tree->setModel(m_model);
        m_tree->setHeaderHidden(true);
        m_tree->setUniformRowHeights(true);
        m_tree->setItemDelegate(new CellDelegate(m_tree));
        m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_tree->setAutoScroll(false);
        m_tree->header()->setStretchLastSection(true);
        m_tree->setFrameShape(QFrame::NoFrame);
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_tree);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_filter);
        layout->addLayout(m_pages, 1);
        setFocusProxy(m_tree);
        setMinimumSize(scaled(200), scaled(120));
        connect(&m_shown, &ShownGraph::graphChanged, this, [this] { start(); });
        connect(&m_shown, &ShownGraph::helpersChanged, this, [this] { fill(); });
        connect(&m_shown, &ShownGraph::currentChanged, this, [this] { follow(); });
        connect(&m_shown, &ShownGraph::marksChanged, this, [this] {
            if (!m_filter->filter().matchesEverything())
                filter(); // it may ask for verdicts
        });
        connect(m_filter, &FilterBar::filterChanged, this, [this] { filter(); });
        connect(m_filter, &FilterBar::left, m_tree, [this] { m_tree->setFocus(); });
        // A tree that gets the focus makes its first row the current one; nobody chose that.
        connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now, const QModelIndex& before) {
                if (before.isValid())
                    choose(now);
            });
        connect(m_tree, &QTreeView::clicked, this, &ScopesPanel::choose);
        connect(m_tree, &QTreeView::doubleClicked, this, [this] { reveal(); });
        workbench.actions.handle(
            "item.open", m_tree, [this] { reveal(); }, [this] { return m_tree->currentIndex().isValid(); });
        const auto hasNodes = [this] { return m_model->nodeCount() > 0; };
        workbench.actions.handle(
            "go.next_hit", this, [this] { step(1); }, hasNodes);
        workbench.actions.handle(
            "go.previous_hit", this, [this] { step(-1); }, hasNodes);
        keepTranslated(this, &ScopesPanel::retranslate);
        start();
    }

    QString title() const override { return tr("Scopes"); }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override { return m_shown.isSettled(); }
    QJsonObject saveView() const override { return {{QStringLiteral("filter"), m_filter->saveView()}}; }
    void restoreView(const QJsonObject& view) override
    {
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        m_tree->setIndentation(treeIndentation(width()));
    }
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        m_shown.setWanted(this, true);
        if (m_tree->currentIndex().isValid()) // chosen while the tree had another size
            m_tree->scrollTo(m_tree->currentIndex());
    }
    void hideEvent(QHideEvent* event) override
    {
        Panel::hideEvent(event);
        m_shown.setWanted(this, false);
    }

private:
    void retranslate()
    {
        m_tree->setAccessibleName(tr("Scopes"));
        m_filter->setPlaceholder(tr("name, op_type:MatMul*"));
        m_filter->field()->setAccessibleName(tr("Filter the scopes"));
        showPage();
        emit titleChanged();
    }

    void choose(const QModelIndex& index)
    {
        const auto item = m_model->itemAt(index);
        if (item && !m_isFollowing)
            m_shown.choose(*item);
    }

    void showPage()
    {
        const bool isThere = m_shown.loaded() != nullptr;
        m_pages->setCurrentIndex(isThere ? 1 : 0);
        if (!isThere)
            m_message->show(m_shown.whyNone(), {});
        if (!isThere)
            m_filter->setStatus({});
        else
            m_filter->setHits(static_cast<qint64>(m_model->nodeCount()),
                static_cast<qint64>(m_shown.graph().nodes().size()), m_tookMs);
    }

    void start()
    {
        {
            // The rows are made again by the graph itself.
            const QSignalBlocker quiet(m_filter);
            m_filter->setTable(m_shown.loaded() ? std::make_shared<const NodeTable>(m_shown) : nullptr);
        }
        fill();
    }

    void fill()
    {
        m_model->setFilter(m_filter->filter());
        showPage();
        // The tree opens as far as the graph does.
        const QScopedValueRollback following(m_isFollowing, true);
        if (m_shown.loaded()) {
            for (std::uint32_t scope = 0; scope < m_shown.fold().isOpen.size(); ++scope) {
                if (m_shown.isOpen(scope))
                    m_tree->expand(m_model->indexOf({true, scope}));
            }
        }
        follow();
    }

    void filter()
    {
        const QScopedValueRollback following(m_isFollowing, true);
        QElapsedTimer clock;
        clock.start();
        m_model->setFilter(m_filter->filter());
        m_tookMs = clock.elapsed();
        if (!m_filter->filter().matchesEverything() && m_model->nodeCount() <= kMostExpanded)
            m_tree->expandAll();
        else
            m_tree->expandToDepth(0);
        showPage();
        follow();
    }

    void follow()
    {
        if (!m_shown.current())
            return;
        const QModelIndex index = m_model->indexOf(*m_shown.current());
        if (!index.isValid() || index == m_tree->currentIndex())
            return;
        const QScopedValueRollback following(m_isFollowing, true);
        const bool wasVisible = !m_tree->visualRect(index).isEmpty()
            && m_tree->viewport()->rect().contains(m_tree->visualRect(index));
        m_tree->setCurrentIndex(index);
        if (!wasVisible)
            m_tree->scrollTo(index, QAbstractItemView::PositionAtCenter);
    }

    /// To the next node that the filter leaves, in the graph as well.
    void step(int by)
    {
        m_tree->setCurrentIndex(nextLeaf(*m_model, m_tree->currentIndex(), by));
        reveal();
    }

    void reveal()
    {
        const auto item = m_model->itemAt(m_tree->currentIndex());
        if (!item)
            return;
        m_shown.choose(*item);
        m_shown.reveal(*item);
        if (item->isScope)
            m_shown.setOpen(item->index, true);
    }

    Workbench& m_workbench;
    ShownGraph& m_shown;
    ScopeTreeModel* m_model;
    FilterBar* m_filter;
    QTreeView* m_tree;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    qint64 m_tookMs = 0;
    bool m_isFollowing = false;
};

} // namespace

void register_scopes_panel(PanelRegistry& registry)
{
    registry.add({"scopes", "scope", [](Workbench& workbench) { return new ScopesPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "scopes_panel.moc"
