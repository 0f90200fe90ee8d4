// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/fonts.h"
#include "common/metrics.h"
#include "common/numbers.h"
#include "common/shell_text.h"
#include "models/tensor_list_model.h"
#include "views/data_table.h"
#include "views/filter_bar.h"
#include "views/message_page.h"
#include "views/panel.h"
#include "views/tensor_menu.h"

#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <map>
#include <set>

namespace dumpscope::gui {

namespace {

constexpr int kRefreshMs = 500; ///< between two looks at a filter over statistics that still arrive

class TensorsPanel : public Panel {
    Q_OBJECT
public:
    explicit TensorsPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_model(new TensorListModel(workbench.tasks, this))
        , m_filter(new FilterBar(this))
        , m_table(new DataTable(workbench.tasks, this))
        , m_message(new MessagePage(this))
        , m_footer(new QLabel(this))
        , m_pages(new QStackedLayout)
    {
        m_table->setDefaultColumns({"op_name", "op_type", "io", "slot", "dtype", "shape", "format", "min",
            "max", "mean", "nan_count", "pos_inf_count", "neg_inf_count"});
        m_table->setColumnModel(m_model);
        m_footer->setFont(secondaryFont());
        m_footer->setContentsMargins(kLarge, kTiny, kLarge, kTiny);
        m_footer->hide();
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_table);
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_filter);
        layout->addLayout(m_pages, 1);
        layout->addWidget(m_footer);
        setMinimumSize(scaled(160), scaled(120));
        m_refresh.setSingleShot(true);
        m_refresh.setInterval(kRefreshMs);
        connect(&m_refresh, &QTimer::timeout, m_model, &ColumnModel::refresh);
        connectAll();
        addActions();
        retranslate();
        for (OpenedRoot* root : workbench.session.roots())
            watch(root);
        showScope();
    }

    QString title() const override { return tr("Tensors"); }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override { return !m_model->isBusy() && m_awaited.empty(); }
    QJsonObject saveView() const override
    {
        return {
            {QStringLiteral("filter"), m_filter->saveView()}, {QStringLiteral("table"), m_table->saveView()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        m_toRestore = view.value(QStringLiteral("table")).toObject();
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
        restoreTable();
    }
    QString commandLine() const override;

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }

private:
    void retranslate()
    {
        m_table->setAccessibleName(tr("Tensors"));
        showPage();
        emit titleChanged();
    }

    void connectAll();
    void addActions();
    void watch(OpenedRoot* root);
    void takeNames(OpenedRoot* root, int first, int count);
    void showScope();
    void showNames(const OpenedRoot* root);
    void showPage();
    void showHits();
    void restoreTable();
    void requestVisible();
    void requestAll();
    void request(const std::vector<std::uint32_t>& sources);
    void arrived(OpenedRoot* root, const std::vector<core::TensorId>& rows);
    void filterAgain();
    void tellSelection();
    void followSelection();
    [[nodiscard]] bool looksAtStatistics() const;
    [[nodiscard]] OpenedRoot* loadingRoot() const;
    void step(int by);

    Workbench& m_workbench;
    TensorListModel* m_model;
    FilterBar* m_filter;
    DataTable* m_table;
    MessagePage* m_message;
    QLabel* m_footer;
    QStackedLayout* m_pages;
    QTimer m_refresh;
    QJsonObject m_toRestore;
    std::map<const OpenedRoot*, std::vector<NamedRows::Batch>> m_names;
    /// Statistics asked for; those that did not arrive are not asked for again.
    std::map<const OpenedRoot*, std::set<std::uint32_t>> m_requested;
    std::set<std::pair<const OpenedRoot*, std::uint32_t>> m_awaited;
    bool m_isTelling = false;
};

void TensorsPanel::connectAll()
{
    Session& session = m_workbench.session;
    connect(&session, &Session::rootAdded, this, [this](OpenedRoot* root) {
        watch(root);
        showScope();
    });
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        m_names.erase(root);
        m_requested.erase(root);
        std::erase_if(m_awaited, [root](const auto& item) { return item.first == root; });
    });
    connect(&session, &Session::rootRemoved, this, &TensorsPanel::showScope);
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        m_names.erase(root);
        m_requested.erase(root);
        std::erase_if(m_awaited, [root](const auto& item) { return item.first == root; });
        showScope();
    });
    Selection& selection = m_workbench.selection;
    connect(&selection, &Selection::scopeChanged, this, &TensorsPanel::showScope);
    connect(&selection, &Selection::tensorChanged, this, &TensorsPanel::followSelection);
    connect(&selection, &Selection::filterRequested, this,
        [this](const QString& term) { m_filter->addTerm(term); });
    connect(m_filter, &FilterBar::filterChanged, this, &TensorsPanel::filterAgain);
    connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
    connect(m_model, &ColumnModel::rowsReplaced, this, [this] {
        restoreTable();
        showHits();
        showPage();
        followSelection();
        if (looksAtStatistics())
            requestAll();
    });
    connect(m_model, &ColumnModel::failed, m_filter, &FilterBar::setStatus);
    connect(m_table, &DataTable::visibleRowsChanged, this, &TensorsPanel::requestVisible);
    connect(m_table, &DataTable::currentSourceChanged, this, [this] { tellSelection(); });
    connect(m_table, &DataTable::selectedSourcesChanged, this, &TensorsPanel::tellSelection);
    connect(m_table, &DataTable::rowOpened, this,
        [this](quint32 source) { m_workbench.selection.open(m_model->tensorAt(source)); });
    connect(m_table, &DataTable::rowMenuRequested, this, [this](const QPoint& place) {
        QMenu menu(this);
        fillTensorMenu(menu, m_workbench, m_workbench.selection.tensor());
        if (!menu.isEmpty())
            menu.exec(place);
    });
}

void TensorsPanel::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    const auto hasRows = [this] { return m_model->rowCount() > 0; };
    actions.handle(
        "edit.copy", m_table, [this] { m_table->copySelection(); }, hasRows);
    actions.handle(
        "edit.copy_names", m_table, [this] { m_table->copyNames(); }, hasRows);
    actions.handle(
        "edit.select_all", m_table, [this] { m_table->selectAll(); }, hasRows);
    actions.handle(
        "go.index", m_table, [this] { m_table->askForRow(); }, hasRows);
    actions.handle(
        "file.export", m_table, [this] { m_table->askForCsv(); }, hasRows);
    actions.handle(
        "go.next_hit", m_table, [this] { step(1); }, hasRows);
    actions.handle(
        "go.previous_hit", m_table, [this] { step(-1); }, hasRows);
    actions.handle(
        "item.open", m_table, [this] { m_workbench.selection.open(m_workbench.selection.tensor()); },
        [this] { return m_workbench.selection.tensor().isValid(); });
    actions.handle("item.reveal_table", this, [this] {
        m_table->setFocus();
        followSelection();
    });
}

void TensorsPanel::watch(OpenedRoot* root)
{
    connect(root, &OpenedRoot::namesArrived, this,
        [this, root](int first, int count) { takeNames(root, first, count); });
    connect(root, &OpenedRoot::statisticsChanged, this,
        [this, root](const std::vector<core::TensorId>& rows) { arrived(root, rows); });
    if (!root->names().empty())
        takeNames(root, 0, static_cast<int>(root->names().size()));
}

void TensorsPanel::takeNames(OpenedRoot* root, int first, int count)
{
    const auto begin = root->names().begin() + first;
    m_names[root].push_back(std::make_shared<const std::vector<core::NamedFile>>(begin, begin + count));
    if (loadingRoot() == root)
        showNames(root);
}

OpenedRoot* TensorsPanel::loadingRoot() const
{
    const RowScope& scope = m_workbench.selection.scope();
    if (scope.root)
        return scope.root->state() == OpenedRoot::State::Loading ? scope.root.data() : nullptr;
    OpenedRoot* loading = nullptr;
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root->state() == OpenedRoot::State::Ready)
            return nullptr;
        if (!loading && root->state() == OpenedRoot::State::Loading)
            loading = root;
    }
    return loading;
}

void TensorsPanel::showNames(const OpenedRoot* root)
{
    auto names = std::make_shared<const NamedRows>(m_names[root]);
    m_filter->setTable(names);
    m_model->setNames(std::move(names));
}

void TensorsPanel::showScope()
{
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
    m_model->setTensors(std::move(rows), std::move(roots));
    emit commandLineChanged();
}

void TensorsPanel::showPage()
{
    if (m_model->rowCount() > 0)
        return m_pages->setCurrentWidget(m_table);
    const RowScope& scope = m_workbench.selection.scope();
    if (m_model->totalRows() > 0)
        m_message->show(tr("No row matches. Clear the filter to see %1 rows.")
                            .arg(groupedNumber(static_cast<qint64>(m_model->totalRows()))),
            {});
    else if (scope.root && scope.root->error())
        m_message->show(tr("This folder cannot be read: %1. Check its permissions, then rescan.")
                            .arg(QString::fromStdString(scope.root->error()->text())),
            {});
    else
        m_message->show(tr("Nothing here yet. Choose something in Dumps."), {});
    m_pages->setCurrentWidget(m_message);
}

void TensorsPanel::showHits()
{
    m_filter->setHits(m_model->rowCount(), static_cast<qint64>(m_model->totalRows()), m_model->tookMs());
    emit commandLineChanged();
}

void TensorsPanel::restoreTable()
{
    if (m_toRestore.isEmpty() || m_model->columnCount() == 0)
        return;
    const QJsonObject view = std::exchange(m_toRestore, {});
    m_table->restoreView(view);
}

bool TensorsPanel::looksAtStatistics() const
{
    const auto used = m_filter->filter().columnsUsed();
    const auto& keys = m_model->sortKeys();
    return std::any_of(used.begin(), used.end(), core::TensorTable::isStatisticsColumn)
        || std::any_of(keys.begin(), keys.end(),
            [](const core::SortKey& key) { return core::TensorTable::isStatisticsColumn(key.column); });
}

void TensorsPanel::filterAgain()
{
    m_model->setFilter(m_filter->filter());
    emit commandLineChanged();
}

void TensorsPanel::requestVisible()
{
    request(m_table->visibleSources());
}

void TensorsPanel::requestAll()
{
    std::vector<std::uint32_t> all(m_model->totalRows());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<std::uint32_t>(i);
    request(all);
}

void TensorsPanel::request(const std::vector<std::uint32_t>& sources)
{
    std::map<OpenedRoot*, std::vector<core::TensorId>> wanted;
    for (const std::uint32_t source : sources) {
        if (!m_model->needsStatistics(source))
            continue;
        const TensorRef tensor = m_model->tensorAt(source);
        if (m_requested[tensor.root].insert(tensor.id.value()).second) {
            wanted[tensor.root].push_back(tensor.id);
            m_awaited.emplace(tensor.root.data(), tensor.id.value());
        }
    }
    for (auto& [root, rows] : wanted)
        m_workbench.session.computeStatistics(root, std::move(rows));
}

void TensorsPanel::arrived(OpenedRoot* root, const std::vector<core::TensorId>& rows)
{
    std::vector<std::uint32_t> sources;
    for (const core::TensorId id : rows) {
        m_awaited.erase({root, id.value()});
        if (const auto source = m_model->sourceOf({root, id}))
            sources.push_back(*source);
    }
    m_model->cellsChanged(sources);
    if (!looksAtStatistics() || sources.empty())
        return m_footer->hide();
    std::size_t unknown = 0;
    for (const auto& item : m_awaited)
        unknown += item.first == root ? 1 : 0;
    m_footer->setVisible(unknown > 0);
    m_footer->setText(tr("Statistics known for %1 of %2 rows.")
                          .arg(groupedNumber(static_cast<qint64>(
                                   m_model->totalRows() - std::min(unknown, m_model->totalRows()))),
                              groupedNumber(static_cast<qint64>(m_model->totalRows()))));
    if (!m_refresh.isActive())
        m_refresh.start();
}

void TensorsPanel::tellSelection()
{
    const std::int64_t current = m_table->currentSource();
    if (m_isTelling || current < 0)
        return;
    std::vector<TensorRef> tensors;
    for (const std::uint32_t source : m_table->selectedSources()) {
        if (TensorRef tensor = m_model->tensorAt(source); tensor.isValid())
            tensors.push_back(std::move(tensor));
    }
    m_isTelling = true;
    m_workbench.selection.selectMany(
        std::move(tensors), m_model->tensorAt(static_cast<std::uint32_t>(current)));
    m_isTelling = false;
}

void TensorsPanel::followSelection()
{
    if (m_isTelling)
        return;
    const auto current = m_model->sourceOf(m_workbench.selection.tensor());
    if (!current)
        return;
    std::vector<std::uint32_t> sources;
    for (const TensorRef& tensor : m_workbench.selection.tensors()) {
        if (const auto source = m_model->sourceOf(tensor))
            sources.push_back(*source);
    }
    m_table->chooseSources(sources, *current);
}

void TensorsPanel::step(int by)
{
    const int rows = m_model->rowCount();
    const int row = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : (by > 0 ? -1 : rows);
    m_table->goToRow((row + by + rows) % rows);
}

QString TensorsPanel::commandLine() const
{
    const auto& roots = m_model->roots();
    if (roots.empty() || !roots.front())
        return {};
    QStringList columns;
    bool hasStatistics = false;
    for (const int column : m_table->shownColumns()) {
        columns.append(m_model->headerData(column, Qt::Horizontal, CopyRole).toString());
        hasStatistics = hasStatistics || core::TensorTable::isStatisticsColumn(column);
    }
    QString command = QStringLiteral("dumpscope-cli ")
        + (hasStatistics || looksAtStatistics() ? QLatin1String("stat ") : QLatin1String("ls "))
        + shellQuoted(roots.front()->path());
    if (!m_filter->text().isEmpty() && m_filter->error().isEmpty())
        command += QStringLiteral(" --filter ") + shellQuoted(m_filter->text());
    for (const core::SortKey& key : m_model->sortKeys())
        command += QStringLiteral(" --sort ") + (key.descending ? QStringLiteral("-") : QString())
            + m_model->headerData(key.column, Qt::Horizontal, CopyRole).toString();
    return command + QStringLiteral(" --columns ") + columns.join(QLatin1Char(','));
}

} // namespace

void register_tensors_panel(PanelRegistry& registry)
{
    registry.add({"tensors", "tensor", [](Workbench& workbench) { return new TensorsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "tensors_panel.moc"
