// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_tree.h"

#include "base/text.h"
#include "model/path_text.h"
#include "model/tensor_place.h"
#include "model/watched_rows.h"
#include "query/filter_nodes.h"

#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kStopInterval = 4096;

/// Calls `take` with the segments of an operator name but the last, then with the last. Dots separate
/// where there is no slash (msprobe).
template<typename Take> void splitName(std::string_view name, const Take& take)
{
    const char separator = name.find('/') != std::string_view::npos ? '/' : '.';
    for (std::size_t at = name.find(separator); at != std::string_view::npos; at = name.find(separator)) {
        if (at > 0)
            take(name.substr(0, at), false);
        name.remove_prefix(at + 1);
    }
    take(name, true);
}

Message modelLabel(const FolderFacts& facts)
{
    Message label(facts.model);
    if (facts.model.empty() && facts.modelId)
        label = phrase("model %1", *facts.modelId);
    if (!facts.graphId)
        return label;
    return label.empty() ? phrase("graph %1", *facts.graphId) : phrase("%1 graph %2", label, *facts.graphId);
}

Message rankLabel(const FolderFacts& facts)
{
    return facts.rank ? Message("rank_" + std::to_string(*facts.rank)) : phrase("device %1", *facts.deviceId);
}

std::optional<WatchedRows::Place> watchedPlace(const DumpIndex& index, TensorId id)
{
    return index.watched() == nullptr ? std::nullopt : index.watched()->placeOf(id);
}

Message tensorLabel(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    Message label = tensorPlace(index, id);
    if (label.empty())
        label = row.entry.isValid() && !index.text(row.entry).empty() ? index.text(row.entry)
                                                                      : index.text(index.file(row.file).name);
    if (const auto place = watchedPlace(index, id); place && !index.watched()->lookAt(*place).after.empty())
        label = phrase("%1 after %2", label, index.watched()->lookAt(*place).after);
    return row.occurrence > 0 ? phrase("%1 #%2", label, row.occurrence) : label;
}

/// `column:text`, where `text` stands for nothing but itself, and may go on if `hasMore`.
std::string exactTerm(std::string_view column, std::string_view text, bool hasMore = false)
{
    const bool isPlain = text.find_first_of("*?") == std::string_view::npos
        && text.find("..") == std::string_view::npos && !text.starts_with('/') && !text.empty();
    const std::string pattern = isPlain ? std::string(text) + (hasMore ? "*" : "")
                                        : '/' + re2::RE2::QuoteMeta(text) + (hasMore ? ".*" : "") + '/';
    return std::string(column) + ':' + quotedFilterWord(pattern);
}

template<typename T> std::string numberTerm(std::string_view column, const std::optional<T>& number)
{
    return number ? std::string(column) + ':' + std::to_string(*number) : '-' + std::string(column) + ":*";
}

/// The part of `name` that its first `count` segments are, with the separator behind them.
std::string_view firstSegments(std::string_view name, std::size_t count)
{
    std::string_view first;
    splitName(name, [&](std::string_view segment, bool isLast) {
        if (count > 0 && !isLast && --count == 0)
            first
                = name.substr(0, static_cast<std::size_t>(segment.data() - name.data()) + segment.size() + 1);
    });
    return first;
}

} // namespace

/// Grows the tree tensor by tensor; a child is found by its parent, kind and label.
class DumpTree::Builder {
public:
    explicit Builder(DumpTree& tree)
        : m_tree(tree)
        , m_index(*tree.m_index)
    {
        m_tree.m_nodes.push_back({});
        m_childrenOf.emplace_back();
    }

    Result<void> addAll(const std::vector<std::uint32_t>* rows, const TaskContext& task)
    {
        const std::size_t count = rows != nullptr ? rows->size() : m_index.tensorCount();
        for (std::size_t i = 0; i < count; ++i) {
            if (i % kStopInterval == 0) {
                if (auto stop = task.checkStop(); !stop)
                    return stop;
            }
            add(TensorId(rows != nullptr ? (*rows)[i] : static_cast<std::uint32_t>(i)));
        }
        return {};
    }

    void finish()
    {
        if (m_tree.m_grouping == Grouping::Scope) {
            moveIntoScopes();
            joinScopes();
        }
        sortWatched();
        if (m_tree.m_grouping == Grouping::OperatorType || m_tree.m_grouping == Grouping::File)
            sortChildren();
        lay();
    }

private:
    Node child(Node parent, Kind kind, std::string_view label)
    {
        m_key.assign(reinterpret_cast<const char*>(&parent), sizeof parent);
        m_key += static_cast<char>(kind);
        m_key += label;
        const auto [found, isNew] = m_known.try_emplace(m_key, static_cast<Node>(m_tree.m_nodes.size()));
        if (isNew) {
            Entry entry;
            entry.kind = kind;
            entry.parent = parent;
            entry.label = label;
            append(std::move(entry));
        }
        return found->second;
    }

    Node append(Entry entry)
    {
        const auto node = static_cast<Node>(m_tree.m_nodes.size());
        m_childrenOf[entry.parent].push_back(node);
        m_tree.m_nodes.push_back(std::move(entry));
        m_childrenOf.emplace_back();
        return node;
    }

    /// Rank, model and graph, step: the same for all tensors of a folder.
    Node placeOf(const TensorRow& row)
    {
        const FolderId folder = row.folder;
        if (m_lastFolder == folder)
            return m_lastPlace;
        const FolderFacts& facts = m_index.folder(folder).facts;
        Node node = 0;
        if (!facts.run.empty())
            node = child(node, Kind::Folder, facts.run);
        if (facts.rank || facts.deviceId)
            node = child(node, Kind::Rank, rankLabel(facts).text());
        if (const std::string model = modelLabel(facts).text(); !model.empty())
            node = child(node, Kind::Model, model);
        if (facts.step)
            node = child(node, Kind::Step, phrase("step %1", *facts.step).text());
        m_lastFolder = folder;
        m_lastPlace = node;
        return node;
    }

    /// A dump of a watched output is one of the operator that is watched.
    Node operatorNode(Node place, TensorId id)
    {
        const TensorRow& row = m_index.tensor(id);
        std::string_view name = row.opName.isValid() ? m_index.text(row.opName) : std::string_view();
        const auto watched = watchedPlace(m_index, id);
        if (watched)
            name = m_index.watched()->operatorOf(m_index, *watched);
        const std::string_view type = row.opType.isValid() ? m_index.text(row.opType) : std::string_view();
        const auto nameOrFile
            = [&] { return name.empty() ? m_index.text(m_index.file(row.file).name) : name; };
        switch (m_tree.m_grouping) {
        case Grouping::ExecutionOrder:
            return watchingNode(child(place, Kind::Operator, nameOrFile()), watched.has_value());
        case Grouping::OperatorType:
            return watchingNode(child(child(place, Kind::OperatorType, type.empty() ? "?" : type),
                                    Kind::Operator, nameOrFile()),
                watched.has_value());
        case Grouping::Scope:
        case Grouping::File:
            break;
        }
        Node node = place;
        splitName(nameOrFile(), [&](std::string_view segment, bool isLast) {
            node = child(node, isLast ? Kind::Operator : Kind::Scope, segment);
        });
        return watchingNode(node, watched.has_value());
    }

    Node watchingNode(Node node, bool isWatched)
    {
        if (isWatched)
            m_watching.insert(node);
        return node;
    }

    /// Below a watched operator its outputs come in the order in which memory was looked at.
    void sortWatched()
    {
        for (const Node node : m_watching) {
            std::ranges::stable_sort(m_childrenOf[node], {}, [this](Node below) {
                const Entry& entry = m_tree.m_nodes[below];
                const auto place = entry.kind == Kind::Tensor
                    ? watchedPlace(m_index, TensorId(entry.firstTensor))
                    : std::nullopt;
                return place ? std::pair<std::int64_t, std::uint32_t>(place->output, place->look)
                             : std::pair<std::int64_t, std::uint32_t>(-1, 0);
            });
        }
    }

    Node fileNode(const TensorRow& row)
    {
        const FileRow& file = m_index.file(row.file);
        std::string_view path = m_index.text(m_index.folder(file.folder).path);
        Node node = 0;
        while (!path.empty()) {
            const std::size_t slash = path.find('/');
            node = child(node, Kind::Folder, path.substr(0, slash));
            path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
        }
        return child(node, Kind::File, m_index.text(file.name));
    }

    void add(TensorId id)
    {
        const TensorRow& row = m_index.tensor(id);
        const Node above
            = m_tree.m_grouping == Grouping::File ? fileNode(row) : operatorNode(placeOf(row), id);
        Entry entry;
        entry.kind = Kind::Tensor;
        entry.parent = above;
        const Node node = append(std::move(entry));
        m_tree.m_nodes[node].firstTensor = id.value(); // until lay() gives it its place
    }

    /// An operator with the name of a scope beside it, a layer and what it calls, is the first in it.
    void moveIntoScopes()
    {
        for (Node node = 0; node < m_tree.m_nodes.size(); ++node) {
            std::unordered_map<std::string_view, Node> scopes;
            for (const Node below : m_childrenOf[node]) {
                if (m_tree.m_nodes[below].kind == Kind::Scope)
                    scopes.emplace(m_tree.m_nodes[below].label, below);
            }
            if (scopes.empty())
                continue;
            std::erase_if(m_childrenOf[node], [&](Node below) {
                Entry& entry = m_tree.m_nodes[below];
                const auto own = entry.kind == Kind::Operator ? scopes.find(entry.label) : scopes.end();
                if (own == scopes.end())
                    return false;
                entry.parent = own->second;
                std::vector<Node>& inside = m_childrenOf[own->second];
                inside.insert(inside.begin(), below);
                return true;
            });
        }
    }

    void joinScopes()
    {
        for (Node node = 1; node < m_tree.m_nodes.size(); ++node) {
            Entry& entry = m_tree.m_nodes[node];
            if (entry.kind != Kind::Scope || entry.parent == kNone)
                continue;
            // Only the topmost of a chain takes the others in.
            while (m_childrenOf[node].size() == 1) {
                const Node only = m_childrenOf[node].front();
                Entry& inner = m_tree.m_nodes[only];
                if (inner.kind != Kind::Scope)
                    break;
                entry.label += '/' + inner.label;
                inner.parent = kNone; // unreachable from now on
                m_childrenOf[node] = std::move(m_childrenOf[only]);
                for (const Node grandchild : m_childrenOf[node])
                    m_tree.m_nodes[grandchild].parent = node;
                m_childrenOf[only].clear();
            }
        }
    }

    void sortChildren()
    {
        for (auto& children : m_childrenOf) {
            std::stable_sort(children.begin(), children.end(), [this](Node a, Node b) {
                const Entry& left = m_tree.m_nodes[a];
                const Entry& right = m_tree.m_nodes[b];
                const auto sorted = [](Kind kind) {
                    return kind == Kind::OperatorType || kind == Kind::Folder || kind == Kind::File;
                };
                if (!sorted(left.kind) || !sorted(right.kind))
                    return false;
                return naturalCompare(left.label, right.label) < 0;
            });
        }
    }

    /// Numbers nodes and tensors in depth-first order, so that everything below a node is contiguous.
    void lay()
    {
        m_tree.m_nodes.shrink_to_fit(); // the tree stays as long as the dump is open
        m_tree.m_nodeOfTensor.assign(m_index.tensorCount(), kNone);
        m_tree.m_tensors.reserve(m_index.tensorCount());
        m_tree.m_children.reserve(m_tree.m_nodes.size());
        struct Step {
            Node node;
            std::size_t next;
        };
        std::vector<Step> way {{0, 0}};
        enter(0);
        while (!way.empty()) {
            auto& [node, next] = way.back();
            if (next == m_childrenOf[node].size()) {
                Entry& entry = m_tree.m_nodes[node];
                entry.tensorCount = static_cast<std::uint32_t>(m_tree.m_tensors.size()) - entry.firstTensor;
                way.pop_back();
                continue;
            }
            const Node below = m_childrenOf[node][next];
            m_tree.m_nodes[below].place = static_cast<std::uint32_t>(next++);
            enter(below);
            way.push_back({below, 0});
        }
    }

    void enter(Node node)
    {
        Entry& entry = m_tree.m_nodes[node];
        const TensorId id(entry.firstTensor);
        entry.firstTensor = static_cast<std::uint32_t>(m_tree.m_tensors.size());
        entry.firstChild = static_cast<std::uint32_t>(m_tree.m_children.size());
        entry.childCount = static_cast<std::uint32_t>(m_childrenOf[node].size());
        m_tree.m_children.insert(
            m_tree.m_children.end(), m_childrenOf[node].begin(), m_childrenOf[node].end());
        if (entry.kind == Kind::Tensor) {
            m_tree.m_tensors.push_back(id);
            m_tree.m_nodeOfTensor[id.value()] = node;
        }
    }

    DumpTree& m_tree;
    const DumpIndex& m_index;
    std::unordered_map<std::string, Node> m_known;
    std::vector<std::vector<Node>> m_childrenOf;
    std::set<Node> m_watching; ///< operators that are watched
    std::string m_key;
    FolderId m_lastFolder;
    Node m_lastPlace = 0;
};

Result<std::shared_ptr<const DumpTree>> DumpTree::build(std::shared_ptr<const DumpIndex> index,
    Grouping grouping, const std::vector<std::uint32_t>* rows, const TaskContext& task)
{
    auto tree = std::make_shared<DumpTree>();
    tree->m_index = std::move(index);
    tree->m_grouping = grouping;
    Builder builder(*tree);
    if (auto added = builder.addAll(rows, task); !added)
        return tl::make_unexpected(added.error());
    builder.finish();
    return tree;
}

DumpTree::Grouping DumpTree::defaultGrouping(const DumpIndex& index)
{
    bool hasOrder = index.watched() != nullptr; // that of the times in their names
    for (std::size_t row = 0; row < index.tensorCount(); ++row) {
        const TensorRow& tensor = index.tensor(TensorId(row));
        if (tensor.opName.isValid()
            && index.text(tensor.opName).find_first_of("/.") != std::string_view::npos)
            return Grouping::Scope;
        hasOrder = hasOrder || tensor.execIndex != TensorRow::kNone || tensor.timestamp != 0;
    }
    return hasOrder ? Grouping::ExecutionOrder : Grouping::File;
}

std::span<const DumpTree::Node> DumpTree::children(Node node) const
{
    const Entry& entry = m_nodes[node];
    return std::span(m_children).subspan(entry.firstChild, entry.childCount);
}

Message DumpTree::label(Node node) const
{
    const Entry& entry = m_nodes[node];
    if (entry.tensorCount == 0)
        return entry.label;
    const TensorId first = m_tensors[entry.firstTensor];
    const FolderFacts& facts = m_index->factsOf(first);
    switch (entry.kind) {
    case Kind::Tensor:
        return tensorLabel(*m_index, first);
    case Kind::Step:
        return phrase("step %1", *facts.step);
    case Kind::Model:
        return modelLabel(facts);
    case Kind::Rank:
        return rankLabel(facts);
    default:
        return entry.label;
    }
}

std::optional<WatchedRows::Place> DumpTree::watchedIn(Node node) const
{
    if (m_index->watched() == nullptr)
        return std::nullopt;
    for (const TensorId id : tensors(node)) {
        if (const auto place = m_index->watched()->placeOf(id))
            return place;
    }
    return std::nullopt;
}

std::optional<std::string> DumpTree::filter(Node node) const
{
    if (node == 0 || tensors(node).empty())
        return std::string();
    const TensorId first = tensors(node).front();
    const TensorRow& row = m_index->tensor(first);
    const FolderFacts& facts = m_index->factsOf(first);
    std::string_view name = row.opName.isValid() ? m_index->text(row.opName) : std::string_view();
    const auto watched = watchedIn(node);
    if (watched)
        name = m_index->watched()->operatorOf(*m_index, *watched);
    std::vector<std::string> terms;
    std::size_t segments = 0;
    const Kind own = kind(node);
    for (Node at = node; at != 0; at = parent(at)) {
        const Entry& entry = m_nodes[at];
        switch (entry.kind) {
        case Kind::Tensor:
            return exactTerm("id", m_index->tensorId(first));
        case Kind::File:
            return exactTerm("file", pathText(m_index->filePath(row.file)));
        case Kind::Operator:
            if (name.empty())
                return exactTerm("file", pathText(m_index->filePath(row.file)));
            terms.push_back(watched
                    ? '(' + exactTerm("op_name", name) + " or " + exactTerm("watched_op", name) + ')'
                    : exactTerm("op_name", name));
            break;
        case Kind::Scope:
            segments += 1 + static_cast<std::size_t>(std::ranges::count(entry.label, '/'));
            break;
        case Kind::OperatorType:
            terms.push_back(entry.label == "?" ? "-op_type:*" : exactTerm("op_type", entry.label));
            break;
        case Kind::Step:
            terms.push_back(numberTerm("step", facts.step));
            break;
        case Kind::Model:
            terms.push_back(facts.model.empty() ? numberTerm("model_id", facts.modelId)
                                                : exactTerm("model", facts.model));
            terms.push_back(numberTerm("graph_id", facts.graphId));
            break;
        case Kind::Rank:
            terms.push_back(numberTerm("rank", facts.rank));
            if (!facts.rank)
                terms.push_back(numberTerm("device_id", facts.deviceId));
            break;
        case Kind::Folder:
            if (m_grouping == Grouping::File)
                segments += 1;
            else
                terms.push_back(exactTerm("run", facts.run));
            break;
        case Kind::Root:
            break;
        }
    }
    if (own == Kind::Folder && m_grouping == Grouping::File) {
        terms.push_back(
            exactTerm("file", firstSegments(pathText(m_index->filePath(row.file)), segments), true));
    } else if (own == Kind::Scope) {
        // The names of dumps of watched outputs are in no scope.
        if (name.empty() || watched)
            return std::nullopt;
        // The operator of the scope's name comes first, and is in none itself.
        const TensorRow& last = m_index->tensor(tensors(node).back());
        const std::string_view inside = firstSegments(m_index->text(last.opName), segments);
        const std::string below = exactTerm("op_name", inside, true);
        terms.push_back(inside.size() == name.size() + 1 && inside.starts_with(name)
                ? '(' + exactTerm("op_name", name) + " or " + below + ')'
                : below);
    }
    std::string text;
    for (auto term = terms.rbegin(); term != terms.rend(); ++term)
        text += (text.empty() ? "" : " ") + *term;
    return text;
}

std::span<const TensorId> DumpTree::tensors(Node node) const
{
    const Entry& entry = m_nodes[node];
    return std::span(m_tensors).subspan(entry.firstTensor, entry.tensorCount);
}

} // namespace dumpscope::core
