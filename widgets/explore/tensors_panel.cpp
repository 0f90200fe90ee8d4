// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "documents/problem_list.h"
#include "explore/convert_dialog.h"
#include "explore/no_tensors_words.h"
#include "explore/tensor_rows_view.h"
#include "kit/dump_title.h"
#include "kit/filtered_table.h"
#include "kit/message_page.h"
#include "kit/nothing_left.h"
#include "kit/panel.h"
#include "kit/row_request.h"
#include "models/filled_columns.h"
#include "models/tensor_list_model.h"
#include "query/filter_nodes.h"
#include "request/ls_request.h"
#include "request/stat_request.h"

#include <QEvent>
#include <QJsonObject>
#include <QLabel>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <array>
#include <map>
#include <set>

namespace dumpscope::gui {

namespace {

/// Columns that are there as soon as one tensor has such elements.
constexpr std::array kInfinities {"pos_inf_count", "neg_inf_count"};
constexpr int kNarrowWindow = 1300;   ///< docs/window.md 3.5
constexpr int kFilterRefreshMs = 500; ///< between two looks at a filter over statistics that still arrive

class TensorsPanel : public Panel {
    Q_OBJECT
public:
    explicit TensorsPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_model(new TensorListModel(workbench.tasks, this))
        , m_filter(new FilterBar(this))
        , m_table(new TensorRowsView(workbench, this))
        , m_message(new MessagePage(this))
        , m_footer(new QLabel(this))
        , m_pages(new QStackedLayout)
        , m_view(*m_filter, *m_table)
    {
        m_table->columns().setDefaults(m_usual);
        m_table->setTensorModel(m_model);
        m_table->output().setCommand([this] { return writesTheSame() ? commandLine() : QString(); });
        m_footer->setFont(secondaryFont());
        m_footer->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kTiny));
        m_footer->hide();
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_table);
        setFocusProxy(m_table);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_filter);
        layout->addLayout(m_pages, 1);
        layout->addWidget(m_footer);
        setMinimumWidth(scaled(160));
        m_refresh.setSingleShot(true);
        m_refresh.setInterval(kFilterRefreshMs);
        connect(&m_refresh, &QTimer::timeout, m_model, &ColumnModel::refresh);
        connectAll();
        retranslate();
        for (OpenedRoot* root : workbench.session.roots())
            watch(root);
        showScope();
    }

    /// Of which dump, where several are open.
    QString title() const override;
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override { return !m_model->isBusy(); }
    QJsonObject saveView() const override { return m_view.save(); }
    void restoreView(const QJsonObject& view) override { m_view.restore(view); }
    QString commandLine() const override;

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        if (m_isNarrow != isNarrow())
            chooseColumns(showsUsualColumns());
    }

private:
    [[nodiscard]] bool isNarrow() const { return window()->width() < scaled(kNarrowWindow); }
    void chooseColumns(bool wereUsual);
    void retranslate()
    {
        m_table->setAccessibleName(tr("Tensors"));
        showPage();
        emit titleChanged();
    }

    void connectAll();
    void watch(OpenedRoot* root);
    void showScope();
    void showNames(const OpenedRoot* root);
    void showPage();
    void showHits();
    void requestVisible();
    void requestAll();
    void arrived(OpenedRoot* root, const std::vector<core::TensorId>& rows);
    void showKnown();
    void filterAgain();
    [[nodiscard]] OpenedRoot* rootToConvert() const;
    [[nodiscard]] std::vector<ConvertChoice> choicesToConvert(OpenedRoot* root) const;
    [[nodiscard]] static QList<QByteArray> usualColumns(
        const QList<const core::TensorTable*>& tables, bool isNarrow);
    [[nodiscard]] bool showsUsualColumns() const;
    /// Whether filter or order look at such a column.
    [[nodiscard]] bool looksAt(bool (*isColumn)(int)) const;
    [[nodiscard]] bool looksAtStatistics() const;
    [[nodiscard]] bool writesTheSame() const;
    [[nodiscard]] std::optional<std::string> shownFilter() const;
    [[nodiscard]] OpenedRoot* loadingRoot() const;

    Workbench& m_workbench;
    TensorListModel* m_model;
    FilterBar* m_filter;
    TensorRowsView* m_table;
    MessagePage* m_message;
    QLabel* m_footer;
    QStackedLayout* m_pages;
    QTimer m_refresh;
    QList<QByteArray> m_usual = usualColumns({}, false); ///< columns, unless the user chose others
    bool m_isNarrow = false;                             ///< when they were chosen
    FilteredTable m_view;
    /// Statistics asked for because they were on screen; those that did not arrive are not asked for again.
    std::map<const OpenedRoot*, std::set<std::uint32_t>> m_requested;
    std::map<const OpenedRoot*, QPointer<Task>> m_wholeRequests; ///< for a filter or order by statistics
};

QString TensorsPanel::title() const
{
    const auto& roots = m_workbench.session.roots();
    const OpenedRoot* const root = m_workbench.selection.scope().root;
    if (roots.size() < 2)
        return tr("Tensors");
    if (!root)
        return tr("Tensors of all dumps");
    return tr("Tensors of %1").arg(dumpTitle(*root, fontMetrics()));
}

void TensorsPanel::connectAll()
{
    m_workbench.actions.handle(
        "tools.statistics", this,
        [this] {
            for (const MarkedTensors& part : m_workbench.selection.marked()) {
                if (part.root)
                    m_workbench.session.computeStatistics(part.root, part.ids, {}, true);
            }
        },
        [this] { return m_workbench.selection.markedCount() > 0; });
    m_workbench.actions.handle(
        "tools.convert", this,
        [this] {
            OpenedRoot* const root = rootToConvert();
            (new ConvertDialog(m_workbench.tasks, *root, choicesToConvert(root), this))->show();
        },
        [this] { return rootToConvert() != nullptr; });
    Session& session = m_workbench.session;
    connect(&session, &Session::rootAdded, this, [this](OpenedRoot* root) {
        watch(root);
        showScope();
    });
    const auto forget = [this](const OpenedRoot* root) {
        m_requested.erase(root);
        m_wholeRequests.erase(root);
    };
    connect(&session, &Session::rootAboutToBeRemoved, this, forget);
    connect(&session, &Session::rootRemoved, this, &TensorsPanel::showScope);
    connect(&session, &Session::rootChanged, this, [this, forget](OpenedRoot* root) {
        forget(root);
        showScope();
    });
    Selection& selection = m_workbench.selection;
    connect(&selection, &Selection::scopeChanged, this, &TensorsPanel::showScope);
    connect(&selection, &Selection::filterRequested, this,
        [this](const QString& term) { m_filter->addTerm(term); });
    connect(m_filter, &FilterBar::filterChanged, this, &TensorsPanel::filterAgain);
    connect(m_filter, &FilterBar::errorChanged, this, &TensorsPanel::showPage);
    m_filter->showPlaceOf(selection);
    connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
    connect(m_model, &ColumnModel::rowsReplaced, this, [this] {
        m_view.restoreColumns();
        showHits();
        showPage();
        if (looksAtStatistics())
            requestAll();
    });
    connect(m_model, &ColumnModel::failed, m_filter, &FilterBar::setStatus);
    connect(m_table, &DataTable::visibleRowsChanged, this, &TensorsPanel::requestVisible);
    connect(m_table, &TensorRowsView::hiddenWanted, this, [this] { m_filter->setText({}); });
    m_workbench.actions.handle("item.reveal_table", this, [this] {
        m_table->setFocus();
        m_table->followSelection();
    });
}

void TensorsPanel::watch(OpenedRoot* root)
{
    connect(root, &OpenedRoot::namesArrived, this, [this, root] {
        if (loadingRoot() == root)
            showNames(root);
    });
    connect(root, &OpenedRoot::statisticsChanged, this,
        [this, root](const std::vector<core::TensorId>& rows) { arrived(root, rows); });
}

OpenedRoot* TensorsPanel::loadingRoot() const
{
    const RowScope& scope = m_workbench.selection.scope();
    // Names are shown while there is no more, be it that the rest was cancelled.
    const auto isNamed = [](const OpenedRoot* root) {
        return root->state() == OpenedRoot::State::Loading || root->state() == OpenedRoot::State::Cancelled;
    };
    if (scope.root)
        return isNamed(scope.root) ? scope.root.data() : nullptr;
    OpenedRoot* loading = nullptr;
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root->state() == OpenedRoot::State::Ready)
            return nullptr;
        if (!loading && isNamed(root))
            loading = root;
    }
    return loading;
}

void TensorsPanel::showNames(const OpenedRoot* root)
{
    auto names = std::make_shared<const NamedRows>(root->names());
    m_filter->setTable(names);
    m_model->setNames(std::move(names));
}

void TensorsPanel::showScope()
{
    emit titleChanged();
    if (const OpenedRoot* const loading = loadingRoot())
        return showNames(loading);
    const RowScope& scope = m_workbench.selection.scope();
    std::vector<TensorRows::Part> parts;
    std::vector<QPointer<OpenedRoot>> roots;
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root->state() != OpenedRoot::State::Ready || (scope.root && scope.root != root))
            continue;
        parts.push_back({root->table(), scope.root ? scope.rows : nullptr});
        roots.emplace_back(root);
    }
    auto rows = std::make_shared<const TensorRows>(std::move(parts));
    m_filter->setTable(rows);
    const bool wereUsual = showsUsualColumns();
    m_model->setTensors(std::move(rows), std::move(roots));
    chooseColumns(wereUsual);
    emit commandLineChanged();
}

void TensorsPanel::chooseColumns(bool wereUsual)
{
    QList<const core::TensorTable*> tables;
    for (const QPointer<OpenedRoot>& root : m_model->roots()) {
        if (root && root->state() == OpenedRoot::State::Ready)
            tables.append(root->table().get());
    }
    m_isNarrow = isNarrow();
    if (QList<QByteArray> usual = usualColumns(tables, m_isNarrow); wereUsual && usual != m_usual) {
        m_usual = std::move(usual);
        m_table->columns().setDefaults(m_usual);
        m_table->columns().fit();
    }
}

void TensorsPanel::showPage()
{
    if (m_model->rowCount() > 0)
        return m_pages->setCurrentWidget(m_table);
    const RowScope& scope = m_workbench.selection.scope();
    if (m_model->totalRows() > 0)
        showNothingLeft(*m_message, *m_model, m_workbench.selection, *m_filter);
    else if (scope.root && scope.root->error())
        m_message->show(tr("This cannot be read: %1").arg(coreErrorAndAdvice(*scope.root->error())), {});
    else if (const QString why = scope.root ? noTensorsWords(*scope.root) : QString(); !why.isEmpty())
        m_message->show(why, m_workbench.problems.count() > 0 ? tr("See the problems") : QString(),
            [this] { m_workbench.actions.trigger("view.dock.6"); });
    else
        m_message->show(tr("Nothing here yet. Choose something in Dumps."), {});
    m_pages->setCurrentWidget(m_message);
}

void TensorsPanel::showHits()
{
    m_filter->setHits(m_model->rowCount(), static_cast<qint64>(m_model->totalRows()), m_model->tookMs(),
        static_cast<qint64>(m_model->undecidedRows()));
    emit commandLineChanged();
}

/// What some tensor of the dumps has, or may get by being computed.
QList<QByteArray> TensorsPanel::usualColumns(const QList<const core::TensorTable*>& tables, bool isNarrow)
{
    const auto isSomewhere = [&tables](const char* key) {
        return tables.isEmpty() || std::ranges::any_of(tables, [key](const core::TensorTable* table) {
            return isFilled(*table, table->rows(), key);
        });
    };
    const bool isComputed
        = tables.isEmpty() || std::ranges::any_of(tables, [](const core::TensorTable* table) {
              const core::DumpIndex& index = table->index();
              for (std::size_t row = 0; row < index.tensorCount(); ++row) {
                  if (index.tensor(core::TensorId(row)).state != core::TensorState::StatisticsOnly)
                      return true;
              }
              return index.tensorCount() == 0;
          });
    QList<QByteArray> columns;
    const bool holdTensors = tables.isEmpty()
        || std::ranges::any_of(
            tables, [](const core::TensorTable* table) { return table->index().holdsTensors(); });
    if (!holdTensors) { // runs of operators, passes of fusions
        columns.append("op_name");
        for (const char* key :
            {"op_type", "rank", "task_id", "stream_id", "start_us", "duration_us", "task_type", "problem"}) {
            if (isSomewhere(key))
                columns.append(key);
        }
        return columns;
    }
    if (std::ranges::any_of(
            tables, [](const core::TensorTable* table) { return table->index().watched() != nullptr; }))
        columns = {"watched", "watched_op", "watched_after", "watched_dump"};
    columns.append("op_name");
    for (const char* key : {"op_type", "io", "slot", "dtype", "shape", "format"}) {
        if (isSomewhere(key))
            columns.append(key);
    }
    // What is bad is seen in a narrow table, too.
    for (const char* key : {"nan_count", "min", "max", "mean"}) {
        if (isComputed || isSomewhere(key))
            columns.append(key);
    }
    for (const char* key : kInfinities) {
        if (std::ranges::any_of(tables, [key](const core::TensorTable* table) {
                return countsSomewhere(*table, table->rows(), key);
            }))
            columns.append(key);
    }
    // The tip of each number says it, too.
    if (!isNarrow)
        columns.append("source");
    return columns;
}

bool TensorsPanel::showsUsualColumns() const
{
    QList<QByteArray> keys;
    for (const int column : m_table->columns().shown()) {
        const std::string_view name = m_model->table()->columns()[static_cast<std::size_t>(column)].name;
        keys.emplace_back(name.data(), static_cast<qsizetype>(name.size()));
    }
    // While only names are known, there are fewer columns.
    QList<QByteArray> usual = m_usual;
    usual.removeIf([this](const QByteArray& key) { return m_model->columnNumber(key.toStdString()) < 0; });
    return keys.isEmpty() || keys == usual;
}

bool TensorsPanel::looksAt(bool (*isColumn)(int)) const
{
    const auto& keys = m_model->sortKeys();
    return std::ranges::any_of(m_filter->filter().columnsUsed(), isColumn)
        || std::ranges::any_of(keys, [isColumn](const core::SortKey& key) { return isColumn(key.column); });
}

bool TensorsPanel::looksAtStatistics() const
{
    return looksAt(core::TensorTable::isStatisticsColumn);
}

void TensorsPanel::filterAgain()
{
    m_model->setFilter(m_filter->filter());
    emit commandLineChanged();
}

void TensorsPanel::requestVisible()
{
    std::map<OpenedRoot*, std::vector<core::TensorId>> wanted;
    for (const std::uint32_t source : m_table->visibleSources()) {
        if (!m_model->needsStatistics(source))
            continue;
        const TensorRef tensor = m_model->tensorAt(source);
        if (m_requested[tensor.root].insert(tensor.id.value()).second)
            wanted[tensor.root].push_back(tensor.id);
    }
    for (auto& [root, rows] : wanted)
        m_workbench.session.computeStatistics(root, std::move(rows));
}

// Everything that the filter or the order looks at, once; what is known already is passed over on the way.
void TensorsPanel::requestAll()
{
    for (const QPointer<OpenedRoot>& root : m_model->roots()) {
        if (!root || root->state() != OpenedRoot::State::Ready || m_wholeRequests.contains(root))
            continue;
        std::vector<core::TensorId> all;
        all.reserve(root->index()->tensorCount());
        for (std::size_t i = 0; i < root->index()->tensorCount(); ++i)
            all.emplace_back(i);
        Task* const task = m_workbench.session.computeStatistics(root, std::move(all));
        m_wholeRequests[root] = task;
        if (task)
            connect(task, &Task::finished, this, &TensorsPanel::showKnown);
    }
}

void TensorsPanel::arrived(OpenedRoot* root, const std::vector<core::TensorId>& rows)
{
    std::vector<std::uint32_t> sources;
    for (const core::TensorId id : rows) {
        if (const auto source = m_model->sourceOf({root, id}))
            sources.push_back(*source);
    }
    m_model->cellsChanged(sources);
    const auto& table = *root->table();
    const bool hasInfinity = std::ranges::any_of(rows,
        [&table](core::TensorId id) { return table.has(id.value(), core::FilterTable::Property::Inf); });
    if (hasInfinity
        && std::ranges::any_of(kInfinities, [this](const char* key) { return !m_usual.contains(key); }))
        chooseColumns(showsUsualColumns());
    showKnown();
    if ((looksAtStatistics() || looksAt(core::TensorTable::isWatchedColumn)) && !sources.empty()
        && !m_refresh.isActive())
        m_refresh.start();
}

void TensorsPanel::showKnown()
{
    std::uint64_t known = 0, total = 0;
    for (const auto& [root, task] : m_wholeRequests) {
        if (!task || task->isOver())
            continue;
        const core::Progress::Snapshot progress = task->progress();
        known += progress.done;
        total += progress.total;
    }
    m_footer->setVisible(known < total && looksAtStatistics());
    m_footer->setText(
        tr("Statistics known for %1 of %2 rows.")
            .arg(groupedNumber(static_cast<qint64>(known)), groupedNumber(static_cast<qint64>(total))));
}

OpenedRoot* TensorsPanel::rootToConvert() const
{
    const auto isReady
        = [](const OpenedRoot* root) { return root && root->state() == OpenedRoot::State::Ready; };
    for (OpenedRoot* root :
        {m_workbench.selection.tensor().root.data(), m_workbench.selection.scope().root.data()}) {
        if (isReady(root))
            return root;
    }
    const auto& roots = m_workbench.session.roots();
    const auto first = std::find_if(roots.begin(), roots.end(), isReady);
    return first == roots.end() ? nullptr : *first;
}

std::vector<ConvertChoice> TensorsPanel::choicesToConvert(OpenedRoot* root) const
{
    constexpr std::size_t kMostNamed = 20; ///< as terms of one filter
    std::vector<ConvertChoice> choices;
    for (const MarkedTensors& part : m_workbench.selection.marked()) {
        if (part.root != root || part.ids.empty())
            continue;
        std::string filter;
        for (const core::TensorId id : std::span(part.ids).first(std::min(part.ids.size(), kMostNamed)))
            filter
                += (filter.empty() ? "id:" : " or id:") + core::quotedFilterWord(root->index()->tensorId(id));
        choices.push_back(
            {tr("Selected tensors: %1").arg(groupedNumber(static_cast<qint64>(part.ids.size()))),
                [ids = part.ids] { return ids; }, QString::fromStdString(filter),
                part.ids.size() > kMostNamed ? tr("The command names the first %1 only.").arg(kMostNamed)
                                             : QString()});
    }
    const auto shown = [this, root] {
        std::vector<core::TensorId> ids;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (const TensorRef tensor = m_model->tensorAt(m_model->sourceRow(row)); tensor.root == root)
                ids.push_back(tensor.id);
        }
        return ids;
    };
    if (m_workbench.selection.scope().rows || !m_filter->filter().matchesEverything())
        choices.push_back({tr("Rows of the table"), shown, fromCore(shownFilter().value_or(std::string())),
            shownFilter() ? QString() : tr("The command is not limited to what is chosen in Dumps.")});
    choices.push_back(
        {tr("All tensors: %1").arg(groupedNumber(static_cast<qint64>(root->index()->tensorCount()))),
            [root = QPointer(root)] {
                std::vector<core::TensorId> ids;
                for (std::size_t i = 0; root && i < root->index()->tensorCount(); ++i)
                    ids.emplace_back(i);
                return ids;
            },
            {}, {}});
    return choices;
}

/// Whether the command line writes what the table would: it takes one dump, and computes statistics that the
/// table has not asked for.
bool TensorsPanel::writesTheSame() const
{
    if (m_model->roots().size() != 1)
        return false;
    const auto columns = m_table->columns().shown();
    if (std::none_of(columns.begin(), columns.end(), core::TensorTable::isStatisticsColumn))
        return true;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->needsStatistics(m_model->sourceRow(row)))
            return false;
    }
    return true;
}

/// What selects the rows of the table: the place chosen in Dumps, and what is typed.
std::optional<std::string> TensorsPanel::shownFilter() const
{
    const auto place = m_workbench.selection.scope().filter;
    return place ? std::optional(core::bothFilters(
               *place, m_filter->error().isEmpty() ? m_filter->text().toStdString() : std::string()))
                 : std::nullopt;
}

QString TensorsPanel::commandLine() const
{
    const auto& roots = m_model->roots();
    const auto filter = shownFilter();
    if (roots.empty() || !roots.front() || !filter)
        return {};
    const auto columns = m_table->columns().shown();
    const core::RowOptions rows = rowOptions(fromCore(*filter), *m_model, *m_table);
    const OpenedRoot& root = *roots.front();
    const std::string path = root.path().toStdString();
    if (looksAtStatistics() || std::ranges::any_of(columns, [](int column) {
            return core::TensorTable::isStatisticsColumn(column);
        }))
        return fromCore(core::commandText(core::StatRequest {.path = path, .rows = rows, .raw = root.raw()}));
    return fromCore(core::commandText(core::LsRequest {.paths = {path}, .rows = rows, .raw = root.raw()}));
}

} // namespace

void register_tensors_panel(PanelRegistry& registry)
{
    registry.add({"tensors", "tensor", [](Workbench& workbench) { return new TensorsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "tensors_panel.moc"
