// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "documents/first_non_finite.h"
#include "kit/cell_delegate.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/tensor_menu.h"
#include "kit/tree_paths.h"
#include "kit/tree_steps.h"
#include "kit/wrapped_label.h"
#include "models/dump_tree_model.h"
#include "query/row_set.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHash>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

#include <map>

namespace dumpscope::gui {

namespace {

using Built = std::shared_ptr<DumpTreeModel::Built>;
using core::DumpTree;

/// Item data of "as the names suggest" in the list of groupings.
constexpr int kBySuggestion = -1;
constexpr int kManyChildren = 200'000; ///< unfolded when asked to, not by itself
constexpr int kMostUnfolded = 1000;    ///< kept in a workspace
constexpr int kMostHitsUnfolded = 400; ///< rows to which a filter unfolds by itself

class DumpsPanel : public Panel {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::DumpsPanel)

public:
    explicit DumpsPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_model(new DumpTreeModel(workbench.session, this))
    {
        m_filter = new FilterBar(this);
        m_group = new QComboBox(this);
        m_groupLabel = new QLabel(this);
        m_groupLabel->setBuddy(m_group);
        for (const int grouping : {kBySuggestion, static_cast<int>(DumpTree::Grouping::Scope),
                 static_cast<int>(DumpTree::Grouping::OperatorType),
                 static_cast<int>(DumpTree::Grouping::File),
                 static_cast<int>(DumpTree::Grouping::ExecutionOrder)})
            m_group->addItem(QString(), grouping);

        m_tree = new QTreeView(this);
        m_tree->setModel(m_model);
        m_tree->setHeaderHidden(true);
        m_tree->setUniformRowHeights(true);
        m_tree->setItemDelegate(new CellDelegate(m_tree));
        m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
        m_tree->setAutoScroll(false);
        m_tree->header()->setStretchLastSection(true);
        m_tree->setFrameShape(QFrame::NoFrame);
        setFocusProxy(m_tree);
        m_hidden = new WrappedLabel(this);
        m_hidden->setFont(secondaryFont());
        m_hidden->setContentsMargins(scaledMargins(kMedium, kTiny, kMedium, kTiny));
        makeRich(*m_hidden);
        m_hidden->hide();

        auto* const groupBar = new QWidget(this);
        auto* const groupLayout = new QHBoxLayout(groupBar);
        groupLayout->setContentsMargins(scaledMargins(6, 2, 6, 2));
        groupLayout->addWidget(m_groupLabel);
        groupLayout->addWidget(m_group);
        groupLayout->addStretch();

        m_message = new MessagePage(this);
        m_pages = new QStackedLayout;
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_tree);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_filter);
        layout->addWidget(groupBar);
        layout->addLayout(m_pages, 1);
        layout->addWidget(m_hidden);

        connectAll();
        retranslate();
        showPage();
        for (OpenedRoot* root : m_workbench.session.roots())
            rebuild(root);
    }

    QString title() const override { return tr("Dumps"); }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override { return m_building == 0; }
    QJsonObject saveView() const override
    {
        QJsonObject view {{QStringLiteral("filter"), m_filter->saveView()},
            {QStringLiteral("group_by"), m_group->currentData().toInt()}};
        // By place among the roots: where they lie is the workspace's to say.
        QJsonArray unfolded;
        for (qsizetype i = 0; i < m_workbench.session.roots().size(); ++i) {
            const OpenedRoot* const root = m_workbench.session.roots()[i];
            unfolded.append(QJsonArray::fromStringList(m_wanted.contains(i)
                    ? m_wanted[i]
                    : expandedPaths(*m_tree, m_model->indexOf(root)).mid(0, kMostUnfolded)));
        }
        view.insert(QStringLiteral("unfolded"), unfolded);
        return view;
    }
    void restoreView(const QJsonObject& view) override
    {
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
        const int found = m_group->findData(view.value(QStringLiteral("group_by")).toInt(kBySuggestion));
        m_group->setCurrentIndex(std::max(0, found));
        const QJsonArray unfolded = view.value(QStringLiteral("unfolded")).toArray();
        m_wanted.clear();
        for (qsizetype i = 0; i < unfolded.size(); ++i)
            m_wanted[i] = unfolded[i].toVariant().toStringList();
        // Trees that are built anew are folded when they are there.
        for (OpenedRoot* root : m_workbench.session.roots()) {
            const Task* const building = m_pending[root->path()].task();
            if (!building || building->isOver())
                foldAsWanted(root);
        }
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        m_tree->setIndentation(treeIndentation(width()));
    }
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }

private:
    void connectAll()
    {
        connect(&m_workbench.session, &Session::rootAdded, this, [this](OpenedRoot*) { showPage(); });
        connect(&m_workbench.session, &Session::rootAboutToBeRemoved, this,
            [this](const OpenedRoot* root) { m_unfoldedBefore.remove(root); });
        connect(&m_workbench.session, &Session::rootRemoved, this, [this] {
            showPage();
            showHits();
        });
        connect(&m_workbench.session, &Session::rootChanged, this, [this](OpenedRoot* root) {
            rebuild(root);
            showPage();
        });
        connect(&FirstNonFinite::of(m_workbench.session), &FirstNonFinite::changed, this,
            [this](OpenedRoot* root) { chooseFirst(root); });
        connect(m_group, &QComboBox::currentIndexChanged, this, [this] { rebuildAll(); });
        connect(m_filter, &FilterBar::filterChanged, this, [this] { rebuildAll(); });
        connect(m_filter, &FilterBar::left, m_tree, [this] { m_tree->setFocus(); });
        connect(m_hidden, &QLabel::linkActivated, m_filter, &FilterBar::clear);
        connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { select(current); });
        connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
            if (const TensorRef tensor = m_model->tensorAt(index); tensor.isValid())
                m_workbench.selection.open(tensor);
        });
        connect(&m_workbench.selection, &Selection::tensorChanged, this, [this] { follow(); });
        connect(&m_workbench.selection, &Selection::scopeChanged, this, [this] { followScope(); });
        connect(
            m_tree, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) { showMenu(at); });
        m_workbench.actions.handle("item.open", m_tree, [this] {
            if (const TensorRef tensor = m_model->tensorAt(m_tree->currentIndex()); tensor.isValid())
                m_workbench.selection.open(tensor);
            else
                m_tree->setExpanded(m_tree->currentIndex(), !m_tree->isExpanded(m_tree->currentIndex()));
        });
        m_workbench.actions.handle("item.reveal_tree", this, [this] { reveal(); });
        const auto hasTensors = [this] { return m_pages->currentWidget() == m_tree; };
        m_workbench.actions.handle(
            "go.next_hit", this, [this] { step(1); }, hasTensors);
        m_workbench.actions.handle(
            "go.previous_hit", this, [this] { step(-1); }, hasTensors);
    }

    void retranslate()
    {
        m_groupLabel->setText(tr("Group by"));
        const QStringList words {
            tr("Automatic"), tr("Scope"), tr("Operator type"), tr("File"), tr("Execution order")};
        for (int i = 0; i < words.size(); ++i)
            m_group->setItemText(i, words[i]);
        m_tree->setAccessibleName(tr("Dumps"));
        m_filter->setPlaceholder(tr("name, op_type:Conv*, has:nan"));
        showHidden();
        showPage();
        emit titleChanged();
    }

    void showPage()
    {
        const auto& roots = m_workbench.session.roots();
        if (roots.isEmpty())
            m_message->show(tr("Drop a dump folder here, or open one."), {});
        else if (OpenedRoot* const root = roots.first(); roots.size() == 1 && root->error())
            m_message->show(root->state() == OpenedRoot::State::Cancelled
                    ? tr("Cancelled. The names of %1 files are kept, not their contents.")
                          .arg(groupedNumber(static_cast<qint64>(root->nameCount())))
                    : tr("This cannot be read: %1").arg(coreErrorAndAdvice(*root->error())),
                Session::canResume(root) ? tr("Continue") : tr("Rescan"), [this, root = QPointer(root)] {
                    if (root)
                        Session::canResume(root) ? m_workbench.session.resume(root)
                                                 : m_workbench.session.rescan(root);
                });
        else
            return m_pages->setCurrentWidget(m_tree);
        m_pages->setCurrentWidget(m_message);
    }

    void rebuildAll()
    {
        for (OpenedRoot* root : m_workbench.session.roots())
            rebuild(root);
    }

    void rebuild(OpenedRoot* root)
    {
        if (root->state() != OpenedRoot::State::Ready)
            return;
        {
            // The text is read against these columns here; nobody needs to hear it.
            const QSignalBlocker quiet(m_filter);
            m_filter->setTable(root->table());
        }
        ++m_building;
        const Task* const building = m_pending[root->path()].start<Built>(
            m_workbench.tasks, Lane::Interactive, tr("Tree of %1").arg(root->title()), this,
            [table = root->table(), filter = m_filter->filter(), chosen = m_group->currentData().toInt()](
                core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Built> {
                const DumpTree::Grouping grouping = chosen == kBySuggestion
                    ? DumpTree::defaultGrouping(table->index())
                    : static_cast<DumpTree::Grouping>(chosen);
                if (filter.matchesEverything())
                    return DumpTreeModel::build(table, grouping, nullptr, task);
                auto rows = core::buildRowSet(*table, table->rows(), filter, {}, task);
                if (!rows)
                    return tl::make_unexpected(rows.error());
                return DumpTreeModel::build(table, grouping, &*rows, task);
            },
            [this, root = QPointer<OpenedRoot>(root)](core::Result<Built> built) {
                if (built && root)
                    show(root, std::move(*built));
            });
        connect(building, &Task::finished, this, [this] { --m_building; });
    }

    void show(OpenedRoot* root, Built built)
    {
        const QStringList open = expandedPaths(*m_tree, m_model->indexOf(root));
        const bool isFirst = m_model->tree(root) == nullptr && open.isEmpty();
        const bool isFiltered = !m_filter->filter().matchesEverything();
        {
            // What is removed and comes again is nobody's choice.
            const QScopedValueRollback rebuilding(m_following, true);
            m_model->setTree(root, std::move(built));
        }
        showHits();
        m_tree->expand(m_model->indexOf(root));
        const bool isForemost = m_workbench.session.roots().first() == root;
        // Every view opens at its most suspicious item; what that is of a side, the comparison finds out.
        const bool isSide = root->side() != OpenedRoot::Side::None;
        if (isFirst && isForemost && !isSide && !m_workbench.selection.tensor().isValid()) {
            const TensorRef first = m_model->mostSuspicious(root);
            if (first.isValid())
                m_workbench.selection.select(first);
            m_chosenByItself = first;
        } else if (isFiltered) {
            if (!m_unfoldedBefore.contains(root))
                m_unfoldedBefore.insert(root, open);
            unfoldHits(root);
        } else {
            expandPaths(*m_tree, m_model->indexOf(root),
                m_unfoldedBefore.contains(root) ? m_unfoldedBefore.take(root) : open);
        }
        // The filter may let through more, or less, of what the table shows.
        if (m_workbench.selection.scope().root == root) {
            if (const QModelIndex scoped = indexOfPath(m_model->indexOf(root), m_scopePath); scoped.isValid())
                scopeTo(scoped);
        }
        follow();
        foldAsWanted(root);
    }

    /// From the top, level by level, as long as so many rows can be looked through.
    void unfoldHits(const OpenedRoot* root)
    {
        QList<QModelIndex> level {m_model->indexOf(root)};
        int rows = 0;
        while (!level.isEmpty()) {
            QList<QModelIndex> below;
            for (const QModelIndex& index : level) {
                rows += m_model->rowCount(index);
                for (int row = 0; row < m_model->rowCount(index) && rows <= kMostHitsUnfolded; ++row)
                    below.append(m_model->index(row, 0, index));
            }
            if (rows > kMostHitsUnfolded)
                return;
            for (const QModelIndex& index : level)
                m_tree->expand(index);
            level = std::move(below);
        }
    }

    /// What was chosen because nothing worse was known gives way, unless somebody has chosen since.
    void chooseFirst(OpenedRoot* root)
    {
        const TensorRef first = FirstNonFinite::of(m_workbench.session).only();
        if (first.isValid() && first.root == root && m_workbench.selection.tensor() == m_chosenByItself)
            m_workbench.selection.select(first);
    }

    void scopeTo(const QModelIndex& index)
    {
        m_scopePath = treePathOf(index);
        RowScope scope = m_model->scopeOf(index);
        if (scope.rows && scope.filter)
            scope.filter = core::bothFilters(*scope.filter, m_filter->filter().text(*scope.root->table()));
        m_workbench.selection.setScope(std::move(scope));
    }

    /// As a workspace says, once what it speaks of is there.
    void foldAsWanted(const OpenedRoot* root)
    {
        const auto wanted = m_wanted.constFind(m_workbench.session.roots().indexOf(root));
        if (wanted == m_wanted.cend() || !m_model->tree(root))
            return;
        const QStringList paths = *wanted;
        m_wanted.erase(wanted);
        expandPaths(*m_tree, m_model->indexOf(root), paths);
        const QSet<QString> kept(paths.begin(), paths.end());
        for (const QString& path : expandedPaths(*m_tree, m_model->indexOf(root))) {
            if (!kept.contains(path))
                m_tree->collapse(indexOfPath(m_model->indexOf(root), path));
        }
    }

    /// Of all dumps.
    void showHits()
    {
        std::size_t kept = 0, all = 0;
        for (const OpenedRoot* root : m_workbench.session.roots()) {
            if (const DumpTree* const tree = m_model->tree(root)) {
                kept += tree->tensors(0).size();
                all += root->table()->rows();
            }
        }
        m_filter->setHits(static_cast<qint64>(kept), static_cast<qint64>(all), -1);
    }

    void select(const QModelIndex& index)
    {
        if (m_following || !index.isValid())
            return;
        const TensorRef tensor = m_model->tensorAt(index);
        m_isPlaceLeft = false;
        scopeTo(tensor.isValid() ? stepAbove(index) : index);
        if (tensor.isValid())
            m_workbench.selection.select(tensor);
    }

    /// A tensor is shown among those of its step (or of the widest place below the root), so that the
    /// table does not shrink to one row.
    QModelIndex stepAbove(QModelIndex index) const
    {
        const DumpTree* const tree = m_model->tree(m_model->rootOf(index));
        while (
            index.parent().isValid() && tree && tree->kind(m_model->nodeOf(index)) != DumpTree::Kind::Step) {
            if (!index.parent().parent().isValid())
                return index.parent();
            index = index.parent();
        }
        return index;
    }

    /// The tensor, or what it is in as long as that has so many children that unfolding it takes long.
    QModelIndex withinReach(const QModelIndex& index) const
    {
        QModelIndex reached = index;
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
            if (m_model->rowCount(above) > kManyChildren && !m_tree->isExpanded(above))
                reached = above;
        }
        return reached;
    }

    void follow() { follow(withinReach(m_model->indexOf(m_workbench.selection.tensor()))); }

    /// Somebody left the place that was chosen here.
    void followScope()
    {
        const RowScope& scope = m_workbench.selection.scope();
        if (scope.rows || !scope.root || m_scopePath.isEmpty())
            return;
        m_scopePath.clear();
        m_isPlaceLeft = true;
        if (m_model->tensorAt(m_tree->currentIndex()).isValid())
            return;
        const QScopedValueRollback following(m_following, true);
        m_tree->setCurrentIndex(m_model->indexOf(scope.root));
    }

    void follow(const QModelIndex& index)
    {
        showHidden();
        if (!index.isValid())
            return highlightNothingElse();
        if (index == m_tree->currentIndex())
            return;
        m_following = true;
        const bool wasVisible = m_tree->viewport()->rect().contains(m_tree->visualRect(index))
            && !m_tree->visualRect(index).isEmpty();
        m_tree->setCurrentIndex(index);
        if (!wasVisible)
            m_tree->scrollTo(index, QAbstractItemView::PositionAtCenter);
        m_following = false;
        const RowScope& scope = m_workbench.selection.scope();
        const TensorRef& tensor = m_workbench.selection.tensor();
        if (scope.root != tensor.root || (!scope.rows && !m_isPlaceLeft)
            || (scope.rows && !std::binary_search(scope.rows->begin(), scope.rows->end(), tensor.id)))
            scopeTo(stepAbove(index));
    }

    /// That what the other panels show is not among what the filter leaves.
    void showHidden()
    {
        const TensorRef& chosen = m_workbench.selection.tensor();
        const bool isHidden = chosen.isValid() && !m_filter->filter().matchesEverything()
            && m_model->tree(chosen.root) && !m_model->indexOf(chosen).isValid();
        m_hidden->setVisible(isHidden);
        if (isHidden)
            m_hidden->setText(tr("%1 is hidden by the filter.")
                                  .arg(breakable(shownName(chosen.opName()).section(u'/', -1) + u' '
                                      + ioText(chosen.row().io, chosen.row().slot))
                                           .toHtmlEscaped())
                + QStringLiteral(" <a href=\"show\">%1</a>").arg(tr("Show")));
    }

    /// What the filter hides is highlighted nowhere, and no other tensor in its place.
    void highlightNothingElse()
    {
        const TensorRef& chosen = m_workbench.selection.tensor();
        const QModelIndex current = m_tree->currentIndex();
        if (!chosen.isValid() || !current.isValid() || m_model->tensorAt(current) == chosen)
            return;
        const QScopedValueRollback following(m_following, true);
        if (m_model->tensorAt(current).isValid() || !current.parent().isValid())
            m_tree->setCurrentIndex({});
    }

    void reveal()
    {
        follow(m_model->indexOf(m_workbench.selection.tensor()));
        m_tree->setFocus();
    }

    /// To the next tensor that the filter leaves.
    void step(int by)
    {
        QModelIndex index = m_tree->currentIndex();
        // A root that is not read yet is a leaf, too.
        for (int tries = 0; tries <= m_model->rowCount(); ++tries) {
            index = nextLeaf(*m_model, index, by);
            if (m_model->tensorAt(index).isValid())
                return goTo(index);
        }
    }

    void goTo(const QModelIndex& index)
    {
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index); // it does not scroll by itself
    }

    void showMenu(const QPoint& at)
    {
        const QModelIndex index = m_tree->indexAt(at);
        OpenedRoot* const root = m_model->rootOf(index);
        if (!root)
            return;
        QMenu menu(this);
        if (index.parent().isValid()) {
            const TensorRef tensor = m_model->tensorAt(index);
            const RowScope below = m_model->scopeOf(index);
            if (tensor.isValid() || (below.rows && !below.rows->empty()))
                fillTensorMenu(
                    menu, m_workbench, tensor.isValid() ? tensor : TensorRef {root, below.rows->front()});
        } else {
            if (Session::canResume(root))
                menu.addAction(tr("Continue"), this, [this, root] { m_workbench.session.resume(root); });
            menu.addAction(tr("Rescan"), this, [this, root] { m_workbench.session.rescan(root); });
            menu.addAction(tr("Set as target"), this, [root] { root->setSide(OpenedRoot::Side::Target); });
            menu.addAction(tr("Set as golden"), this, [root] { root->setSide(OpenedRoot::Side::Golden); });
            menu.addSeparator();
            menu.addAction(tr("Close"), this, [this, root] { m_workbench.session.close(root); });
        }
        menu.exec(m_tree->viewport()->mapToGlobal(at));
    }

    Workbench& m_workbench;
    DumpTreeModel* m_model;
    FilterBar* m_filter;
    QComboBox* m_group;
    QLabel* m_groupLabel;
    WrappedLabel* m_hidden;
    QTreeView* m_tree;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    std::map<QString, LatestOnly> m_pending;                ///< per root
    TensorRef m_chosenByItself;                             ///< of the dump that was opened first
    QString m_scopePath;                                    ///< of what the table was asked to show
    QHash<const OpenedRoot*, QStringList> m_unfoldedBefore; ///< paths, while a filter unfolds to its hits
    QHash<qsizetype, QStringList> m_wanted; ///< unfolded paths by root, of roots that are not read yet
    bool m_isPlaceLeft = false;             ///< the tables show all of the dump because somebody wants it
    int m_building = 0;
    bool m_following = false;
};

} // namespace

void register_dumps_panel(PanelRegistry& registry)
{
    registry.add(
        {"dumps", "folder", [](Workbench& workbench) -> Panel* { return new DumpsPanel(workbench); }});
}

} // namespace dumpscope::gui
