// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/shown_graph.h"

#include "common/core_sentences.h"
#include "common/name_elision.h"
#include "documents/first_non_finite.h"
#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

using Loaded = std::shared_ptr<const LoadedGraph>;
constexpr int kMarksDueMs = 100; ///< statistics arrive in batches

} // namespace

ShownGraph::ShownGraph(
    Session& session, Selection& selection, Comparisons& comparisons, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_selection(selection)
    , m_comparisons(comparisons)
    , m_tasks(tasks)
{
    m_marksDue.setSingleShot(true);
    m_marksDue.setInterval(kMarksDueMs);
    connect(&m_marksDue, &QTimer::timeout, this, &ShownGraph::readMarks);
    connect(&session, &Session::rootChanged, this, [this] { load(); });
    connect(&session, &Session::rootAboutToBeRemoved, this, &ShownGraph::rootGone);
    connect(&session, &Session::rootRemoved, this, [this] { load(); });
    connect(&selection, &Selection::tensorChanged, this, [this] {
        load();
        follow(false);
        if (placeLookedAt() != m_markedAt && !m_marksDue.isActive())
            m_marksDue.start();
    });
    connect(&FirstNonFinite::of(session), &FirstNonFinite::changed, this, [this](const OpenedRoot* root) {
        if (m_loaded && root == m_root && m_read.size() == m_marks.size()) {
            takeMarks(m_read);
            m_marksDue.start();
        }
        unfoldLead();
    });
    connect(&comparisons, &Comparisons::currentChanged, this, [this] {
        watchComparison();
        load();
    });
    watchComparison();
}

void ShownGraph::watchComparison()
{
    if (m_watched)
        disconnect(m_watched, nullptr, this, nullptr);
    m_watched = m_comparisons.current();
    const auto due = [this] {
        if (!m_marksDue.isActive()) // results arrive all the time; they are not to put it off
            m_marksDue.start();
    };
    if (m_watched) {
        connect(m_watched, &ComparisonDocument::pairsGrew, this, due);
        connect(m_watched, &ComparisonDocument::pairsReplaced, this, due);
        connect(m_watched, &ComparisonDocument::divergenceChanged, this, due);
        connect(m_watched, &ComparisonDocument::stateChanged, this, due);
    }
    due();
}

void ShownGraph::holdTo(OpenedRoot* root, bool leads)
{
    m_held = root;
    m_isHeld = true;
    m_leads = leads;
    load();
}

void ShownGraph::release()
{
    m_held = nullptr;
    m_isHeld = false;
    m_leads = true;
    load();
}

void ShownGraph::setWanted(const QObject* by, bool isWanted)
{
    if (isWanted)
        m_wanting.insert(by);
    else
        m_wanting.remove(by);
    load();
}

bool ShownGraph::isLoading() const
{
    return m_isLoading;
}

QString ShownGraph::whyNone() const
{
    if (m_isLoading)
        return tr("Reading the graphs of this dump.");
    if (m_error && m_error->code != core::Code::Cancelled)
        return tr("The graph cannot be read: %1").arg(coreWords(m_error->inFull()));
    return tr("This dump has no graph.");
}

bool ShownGraph::isSettled() const
{
    const bool isMarking = m_marking.task() && !m_marking.task()->isOver();
    const bool isReading = m_loading.task() && !m_loading.task()->isOver();
    return !isReading && !isMarking && !m_marksDue.isActive();
}

OpenedRoot* ShownGraph::wantedRoot() const
{
    if (m_isHeld)
        return m_held;
    const ComparisonDocument* const comparison = m_comparisons.current();
    QList<OpenedRoot*> wanted {
        m_selection.tensor().root, comparison ? comparison->setup().target.root.data() : nullptr, m_root};
    wanted += m_session.roots();
    wanted.removeAll(nullptr);
    const auto found = std::ranges::find_if(
        wanted, [this](const OpenedRoot* root) { return !m_withoutGraph.contains(root->index()); });
    return found != wanted.end() ? *found : wanted.value(0);
}

void ShownGraph::rootGone(const OpenedRoot* root)
{
    if (root != m_root)
        return;
    m_loading.cancel();
    m_isLoading = false;
    m_error.reset();
    m_marking.cancel();
    m_root = nullptr;
    m_index.reset();
    take(nullptr);
}

void ShownGraph::load()
{
    if (m_wanting.isEmpty())
        return;
    OpenedRoot* const root = wantedRoot();
    const auto index = root ? root->index() : nullptr;
    if (root == m_root && index == m_index)
        return;
    if (m_root)
        disconnect(m_root, nullptr, this, nullptr);
    m_root = root;
    m_index = index;
    m_error.reset();
    m_isLoading = index != nullptr;
    take(nullptr);
    if (!index)
        return m_loading.cancel();
    connect(root, &OpenedRoot::statisticsChanged, this, [this] { m_marksDue.start(); });
    std::optional<std::int64_t> rank;
    if (const TensorRef& tensor = m_selection.tensor(); tensor.isValid() && tensor.root == root)
        rank = index->factsOf(tensor.id).rank;
    m_loading.start<Loaded>(
        m_tasks, Lane::Bulk, tr("Graphs of %1").arg(root->title()), this,
        [index, rank](core::TaskContext& task, const TaskRunner::Post&) {
            return LoadedGraph::read(index, rank, task);
        },
        [this, index](core::Result<Loaded> loaded) {
            if (index != m_index)
                return;
            m_isLoading = false; // its task is over only after this
            m_error = loaded ? std::nullopt : std::optional(loaded.error());
            if (loaded && !*loaded)
                m_withoutGraph.insert(index);
            take(loaded ? *loaded : nullptr);
            load(); // another dump may have one
        });
    emit graphChanged();
}

void ShownGraph::showCandidate(std::size_t candidate)
{
    if (!m_loaded || candidate >= m_loaded->candidates.size() || candidate == m_loaded->candidate)
        return;
    m_isLoading = true;
    m_loading.start<Loaded>(
        m_tasks, Lane::Bulk, tr("Graph %1").arg(QString::fromStdString(m_loaded->candidates[candidate].path)),
        this,
        [index = m_index, known = m_loaded->candidates, candidate](core::TaskContext& task,
            const TaskRunner::Post&) { return LoadedGraph::readCandidate(index, known, candidate, task); },
        [this, index = m_index](core::Result<Loaded> loaded) {
            if (index != m_index)
                return;
            m_isLoading = false;
            if (!loaded && loaded.error().code == core::Code::Cancelled)
                return;
            m_error = loaded ? std::nullopt : std::optional(loaded.error());
            if (loaded && *loaded)
                take(*loaded);
            else
                emit graphChanged(); // the choice goes back
        });
}

void ShownGraph::take(const Loaded& loaded)
{
    m_loaded = loaded;
    if (loaded)
        return begin(loaded->entry);
    m_current.reset();
    m_read.clear();
    m_marks.clear();
    m_missing.clear();
    m_scopeStates.clear();
    m_fold = {};
    m_hops.reset();
    emit graphChanged();
}

void ShownGraph::showNumber(std::size_t number)
{
    if (m_loaded && number < m_loaded->parts.size() && number != m_number)
        begin(number);
}

void ShownGraph::begin(std::size_t number)
{
    m_number = number;
    m_hops.reset();
    m_current.reset();
    m_marks.assign(graph().nodes().size(), {});
    m_read = m_marks;
    m_missing.clear();
    m_scopeStates.assign(tree().scopes().size(), State::None);
    m_fold = {core::openedFromTop(tree(), kFirstSeen), nullptr, hidden()};
    m_isUntouched = true;
    const TensorRef& tensor = m_selection.tensor();
    if (tensor.isValid() && tensor.root == m_root) {
        const LoadedGraph::Place& place = m_loaded->places[tensor.id.value()];
        if (place.node.isValid() && place.number == number) {
            m_current = Item {false, place.node.value()};
            core::openUpTo(tree(), *m_current, m_fold.isOpen);
        }
    }
    readMarks();
    emit graphChanged();
    takeKept();
}

std::optional<StepPlace> ShownGraph::placeLookedAt() const
{
    const TensorRef& tensor = m_selection.tensor();
    if (!tensor.isValid() || tensor.root != m_root || !m_index || m_root->index() != m_index)
        return std::nullopt;
    const core::FolderFacts& facts = m_index->factsOf(tensor.id);
    return StepPlace {facts.rank, facts.step};
}

void ShownGraph::readMarks()
{
    m_marksDue.stop();
    if (!m_loaded || !m_root || !m_root->table())
        return;
    using Marks = std::vector<NodeMark>;
    Compared compared;
    compared.at = m_markedAt = placeLookedAt();
    if (m_watched && m_watched->pairs()) {
        compared.pairs = m_watched->pairs();
        compared.isOver = m_watched->isOver();
        if (m_watched->firstDivergence())
            compared.firstDivergence = m_watched->firstDivergence()->index;
    }
    m_marking.start<Marks>(
        m_tasks, Lane::Interactive, tr("Marks of the graph"), this,
        [loaded = m_loaded, number = m_number, table = m_root->table(),
            scanned = FirstNonFinite::of(m_session).originsIn(m_root),
            compared](core::TaskContext&, const TaskRunner::Post&) -> core::Result<Marks> {
            Marks marks = tensorMarks(*loaded, number, *table, scanned, compared.at);
            addVerdicts(*loaded, number, compared, marks);
            return marks;
        },
        [this, loaded = m_loaded, number = m_number](core::Result<Marks> marks) {
            if (!marks || loaded != m_loaded || number != m_number)
                return;
            m_read = std::move(*marks);
            takeMarks(m_read);
        });
}

std::shared_ptr<const core::PairTable> ShownGraph::pairs() const
{
    const auto pairs = m_watched ? m_watched->pairs() : nullptr;
    const bool isSide
        = pairs && m_index && (pairs->target().index == m_index || pairs->golden().index == m_index);
    return isSide ? pairs : nullptr;
}

std::optional<std::size_t> ShownGraph::pairOf(core::TensorId id) const
{
    const auto table = pairs();
    if (!table)
        return std::nullopt;
    if (m_rows.pairs.lock() != table || m_rows.of.size() != m_index->tensorCount())
        m_rows = {table, 0, std::vector<std::optional<std::size_t>>(m_index->tensorCount())};
    const bool isTarget = table->target().index == m_index;
    for (; m_rows.rows < table->rows(); ++m_rows.rows) {
        const core::TensorPair& pair = table->row(m_rows.rows).pair;
        auto& row = m_rows.of[(isTarget ? pair.target : pair.golden).value()];
        if (!row)
            row = m_rows.rows;
    }
    return m_rows.of[id.value()];
}

void ShownGraph::setMissing(std::vector<bool> missing)
{
    m_missing = std::move(missing);
    if (m_loaded)
        takeMarks(m_read);
}

void ShownGraph::takeMarks(std::vector<NodeMark> marks)
{
    for (std::size_t node = 0; node < std::min(marks.size(), m_missing.size()); ++node) {
        if (!m_missing[node])
            continue;
        marks[node].isMissing = true;
        marks[node].state = worseOf(marks[node].state, State::Unpaired);
    }
    // As in the tree: where it began there is the star, what is born elsewhere fails by itself.
    if (const auto first = firstNode()) {
        for (std::size_t node = 0; node < marks.size(); ++node) {
            if (marks[node].state == State::BornHere && !marks[node].isRecorded && node != first->value())
                marks[node].state = State::Fail;
        }
    }
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    m_scopeStates = scopeStates(tree(), m_marks);
    emit marksChanged();
    unfoldLead();
}

/// Of a finished comparison its first divergence, of a dump alone its first NaN or infinity.
std::optional<core::NodeId> ShownGraph::lead() const
{
    if (pairs()) {
        const auto found = std::ranges::find(m_marks, State::FirstDivergence, &NodeMark::state);
        return m_watched->isOver() && found != m_marks.end()
            ? std::optional(core::NodeId(static_cast<std::size_t>(found - m_marks.begin())))
            : std::nullopt;
    }
    return firstNode();
}

/// Where NaN and infinities began, if that is known and in this graph.
std::optional<core::NodeId> ShownGraph::firstNode() const
{
    const core::NonFiniteTensor* const first = FirstNonFinite::of(m_session).in(m_root);
    if (!first || m_root->index() != m_loaded->index)
        return std::nullopt;
    const LoadedGraph::Place& place = m_loaded->places[first->id.value()];
    return place.node.isValid() && place.number == m_number ? std::optional(place.node) : std::nullopt;
}

void ShownGraph::unfoldLead()
{
    if (!m_loaded || !m_isUntouched || !m_root || m_root->index() != m_loaded->index)
        return;
    const auto node = lead();
    if (!node)
        return;
    m_isUntouched = false;
    reveal({false, node->value()});
    if (!m_current)
        emit leadFound(node->value());
}

State ShownGraph::stateOf(const Item& item) const
{
    const std::size_t size = item.isScope ? m_scopeStates.size() : m_marks.size();
    if (item.index >= size)
        return State::None;
    return item.isScope ? m_scopeStates[item.index] : m_marks[item.index].state;
}

QString ShownGraph::nameOf(const Item& item) const
{
    if (item.isScope) {
        const core::ScopeTree::Scope& scope = tree().scope(item.index);
        const QString name = QString::fromStdString(scope.name);
        return name.isEmpty() ? tr("Graph") : scope.isRun ? shortRange(name) : name;
    }
    const core::GraphNode& node = graph().node(item.node());
    std::string_view name = graph().text(node.name);
    if (name.size() > 1 && name.front() == '%' && node.label.isValid() && node.label.value() != 0)
        name = graph().text(node.label);
    const std::string_view last = core::lastScopeComponent(name);
    const std::string_view shown = last.empty() ? name : last;
    return QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size())).simplified();
}

// --- What is chosen

std::vector<core::TensorId> ShownGraph::tensorsOf(core::NodeId node) const
{
    const auto all = match().tensorsOf(node);
    std::vector<core::TensorId> found(all.begin(), all.end());
    const TensorRef& tensor = m_selection.tensor();
    if (found.empty())
        return found;
    const auto stepOf = [this](core::TensorId id) {
        const core::FolderFacts& facts = m_index->factsOf(id);
        return std::pair(facts.rank, facts.step);
    };
    const bool isHere = tensor.isValid() && tensor.root == m_root;
    auto step = isHere ? stepOf(tensor.id) : stepOf(found.front());
    if (std::ranges::none_of(found, [&](core::TensorId id) { return stepOf(id) == step; }))
        step = stepOf(found.front());
    std::erase_if(found, [&](core::TensorId id) { return stepOf(id) != step; });
    return found;
}

TensorRef ShownGraph::tensorOf(core::NodeId node) const
{
    const std::vector<core::TensorId> found = tensorsOf(node);
    for (const core::TensorId id : found) {
        if (m_index->tensor(id).io != core::Io::Input)
            return {m_root, id};
    }
    return found.empty() ? TensorRef() : TensorRef {m_root, found.front()};
}

void ShownGraph::choose(const Item& item)
{
    if (!m_loaded || m_current == item)
        return;
    m_current = item;
    m_isUntouched = false;
    if (!item.isScope && m_leads) {
        const TensorRef tensor = tensorOf(item.node());
        const TensorRef& selected = m_selection.tensor();
        const bool isOfNode = selected.isValid() && selected.root == m_root
            && m_loaded->places[selected.id.value()].number == m_number
            && m_loaded->places[selected.id.value()].node == item.node();
        m_isChoosing = true;
        if (tensor.isValid() && !isOfNode)
            m_selection.select(tensor);
        m_isChoosing = false;
    }
    emit currentChanged();
}

/// A tensor of a rank that has a graph of its own.
void ShownGraph::showRankOf(core::TensorId id)
{
    const auto rank = m_index->factsOf(id).rank;
    const auto& candidates = m_loaded->candidates;
    if (!rank || !candidates[m_loaded->candidate].rank || candidates[m_loaded->candidate].rank == rank)
        return;
    const auto own = std::ranges::find_if(
        candidates, [&rank](const core::GraphCandidate& one) { return one.readable && one.rank == rank; });
    if (own != candidates.end())
        showCandidate(static_cast<std::size_t>(own - candidates.begin()));
}

void ShownGraph::follow(bool unfold)
{
    const TensorRef& tensor = m_selection.tensor();
    if (m_isChoosing || !m_loaded || !tensor.isValid() || tensor.root != m_root
        || tensor.root->index() != m_loaded->index)
        return;
    const LoadedGraph::Place place = m_loaded->places[tensor.id.value()];
    if (!place.node.isValid())
        return showRankOf(tensor.id);
    if (place.number != m_number)
        return begin(place.number);
    const Item item {false, place.node.value()};
    if (m_current != item) {
        m_current = item;
        emit currentChanged();
    }
    if (unfold)
        reveal(item);
}

} // namespace dumpscope::gui
