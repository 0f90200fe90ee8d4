// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/dump_tree_model.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/glyphs.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "models/tensor_column_model.h"
#include "tensor/non_finite.h"

#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

using core::DumpTree;
using Kind = core::DumpTree::Kind;

namespace {

const char* iconOf(Kind kind)
{
    switch (kind) {
    case Kind::Rank:
        return "rank";
    case Kind::Model:
        return "model";
    case Kind::Step:
        return "step";
    case Kind::Scope:
    case Kind::OperatorType:
        return "scope";
    case Kind::File:
        return "file";
    case Kind::Operator:
        return "operator";
    case Kind::Tensor:
        return "tensor";
    case Kind::Root:
    case Kind::Folder:
        break;
    }
    return "folder";
}

bool isBadRow(const core::TensorTable& table, std::size_t row)
{
    using Property = core::FilterTable::Property;
    return table.has(row, Property::Nan) || table.has(row, Property::Inf)
        || table.has(row, Property::Overflow);
}

/// Integers hold no NaN, and what cannot be read will tell nothing.
bool isKnownRow(const core::TensorTable& table, std::size_t row, int source)
{
    const core::TensorRow& about = table.index().tensor(core::TensorId(row));
    return (about.dtype != core::DType::Unknown && !core::canBeNonFinite(about.dtype))
        || isUnreadable(about.state) || !core::isNull(table.cell(row, source));
}

QString typeAndShape(const core::DumpIndex& index, core::TensorId id)
{
    const core::TensorRow& row = index.tensor(id);
    const core::ShapeId shape = row.originalShape.isValid() ? row.originalShape : row.shape;
    if (row.dtype == core::DType::Unknown && !shape.isValid())
        return {}; // statistics of who knows what
    QString text = QString::fromLatin1(
        core::dtypeName(row.dtype).data(), static_cast<qsizetype>(core::dtypeName(row.dtype).size()));
    if (shape.isValid())
        text += QLatin1Char(' ') + QString::fromStdString(core::shapeText(index.shape(shape)));
    return text;
}

} // namespace

core::Result<std::shared_ptr<DumpTreeModel::Built>> DumpTreeModel::build(
    const std::shared_ptr<core::TensorTable>& table, DumpTree::Grouping grouping,
    const std::vector<std::uint32_t>* rows, const core::TaskContext& task)
{
    // The table's index, as the owner of the tree.
    const std::shared_ptr<const core::DumpIndex> index(table, &table->index());
    auto tree = DumpTree::build(index, grouping, rows, task);
    if (!tree)
        return tl::make_unexpected(tree.error());
    auto built = std::make_shared<Built>();
    built->tree = std::move(*tree);
    built->isBad.assign(table->rows(), 0);
    built->badBelow.assign(built->tree->size(), 0);
    built->isKnown.assign(table->rows(), 0);
    built->knownBelow.assign(built->tree->size(), 0);
    const int source = table->columnByName("source");
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const DumpTree::Node node = built->tree->nodeOf(core::TensorId(row));
        if (node == DumpTree::kNone)
            continue;
        built->isBad[row] = isBadRow(*table, row) ? 1 : 0;
        built->isKnown[row] = isKnownRow(*table, row, source) ? 1 : 0;
        if (built->isBad[row] + built->isKnown[row] == 0)
            continue;
        for (DumpTree::Node above = node; above != DumpTree::kNone; above = built->tree->parent(above)) {
            built->badBelow[above] += built->isBad[row];
            built->knownBelow[above] += built->isKnown[row];
        }
    }
    return built;
}

DumpTreeModel::DumpTreeModel(Session& session, QObject* parent)
    : QAbstractItemModel(parent)
    , m_firsts(FirstNonFinite::of(session))
    , m_states(TensorStates::of(session))
{
    connect(&m_states, &TensorStates::changed, this, &DumpTreeModel::forgetStates);
    for (OpenedRoot* root : session.roots())
        addRoot(root);
    connect(&session, &Session::rootAdded, this, &DumpTreeModel::addRoot);
    connect(&session, &Session::rootAboutToBeRemoved, this, &DumpTreeModel::removeRoot);
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        if (root->state() == OpenedRoot::State::Loading)
            setTree(root, nullptr);
        const QModelIndex index = indexOf(root);
        if (index.isValid())
            emit dataChanged(index, index);
    });
}

void DumpTreeModel::addRoot(OpenedRoot* root)
{
    const int row = static_cast<int>(m_entries.size());
    beginInsertRows({}, row, row);
    m_entries.append({m_nextSerial++, root, nullptr});
    endInsertRows();
    connect(root, &OpenedRoot::namesArrived, this, [this, root] {
        const QModelIndex index = indexOf(root);
        emit dataChanged(index, index, {SecondaryTextRole});
    });
    connect(root, &OpenedRoot::sideChanged, this, [this, root] {
        const QModelIndex index = indexOf(root);
        emit dataChanged(index, index, {StateRole});
    });
    connect(root, &OpenedRoot::titleChanged, this, [this, root] {
        const QModelIndex index = indexOf(root);
        emit dataChanged(index, index, {Qt::DisplayRole});
    });
    connect(root, &OpenedRoot::statisticsChanged, this,
        [this, root](const std::vector<core::TensorId>& rows) { updateStatistics(root, rows); });
}

void DumpTreeModel::removeRoot(OpenedRoot* root)
{
    const int row = placeOf(root);
    if (row < 0)
        return;
    disconnect(root, nullptr, this, nullptr);
    beginRemoveRows({}, row, row);
    m_entries.removeAt(row);
    endRemoveRows();
}

void DumpTreeModel::setTree(OpenedRoot* root, std::shared_ptr<Built> built)
{
    const int row = placeOf(root);
    if (row < 0)
        return;
    Entry& entry = m_entries[row];
    const QModelIndex parent = make(entry, 0);
    if (entry.built && !entry.built->tree->children(0).empty()) {
        beginRemoveRows(parent, 0, static_cast<int>(entry.built->tree->children(0).size()) - 1);
        // A tree of a million nodes takes its time to go.
        QThreadPool::globalInstance()->start([before = std::exchange(entry.built, nullptr)] {});
        endRemoveRows();
    }
    if (built)
        entry.states.assign(built->tree->size(), kUnknown);
    if (built && !built->tree->children(0).empty()) {
        beginInsertRows(parent, 0, static_cast<int>(built->tree->children(0).size()) - 1);
        entry.built = std::move(built);
        endInsertRows();
    } else {
        entry.built = std::move(built);
    }
    const auto changed = std::exchange(entry.changed, {});
    if (entry.built)
        updateStatistics(root, changed);
    m_entries[row].changed.clear();
    forgetStates(root);
    emit dataChanged(parent, parent);
}

void DumpTreeModel::updateStatistics(const OpenedRoot* root, const std::vector<core::TensorId>& rows)
{
    const int place = placeOf(root);
    if (place < 0)
        return;
    Entry& entry = m_entries[place];
    entry.changed.insert(entry.changed.end(), rows.begin(), rows.end());
    if (!entry.built)
        return;
    Built& built = *entry.built;
    const int source = root->table()->columnByName("source");
    for (const core::TensorId id : rows) {
        DumpTree::Node node = built.tree->nodeOf(id);
        if (node == DumpTree::kNone)
            continue;
        if (built.isKnown[id.value()] == 0 && isKnownRow(*root->table(), id.value(), source)) {
            built.isKnown[id.value()] = 1;
            for (DumpTree::Node above = node; above != DumpTree::kNone; above = built.tree->parent(above))
                ++built.knownBelow[above];
        }
        if (isBadRow(*root->table(), id.value()))
            markBad(entry, id);
    }
}

void DumpTreeModel::markBad(Entry& entry, core::TensorId id)
{
    Built& built = *entry.built;
    if (std::exchange(built.isBad[id.value()], std::uint8_t {1}) != 0)
        return;
    const bool isNew = std::exchange(built.isKnown[id.value()], std::uint8_t {1}) == 0;
    const State own = m_states.stateOf({entry.root, id});
    for (DumpTree::Node node = built.tree->nodeOf(id); node != DumpTree::kNone;
         node = built.tree->parent(node)) {
        built.knownBelow[node] += isNew ? 1 : 0;
        ++built.badBelow[node];
        std::uint8_t& known = entry.states[node];
        const State now = built.tree->kind(node) == Kind::Tensor ? own : stateAround(own);
        if (known == kUnknown || worseOf(static_cast<State>(known), now) == static_cast<State>(known))
            continue;
        known = static_cast<std::uint8_t>(now);
        const QModelIndex changed = make(entry, node);
        emit dataChanged(changed, changed, {StateRole});
    }
}

void DumpTreeModel::forgetStates(OpenedRoot* root)
{
    const int place = placeOf(root);
    if (place < 0 || !m_entries[place].built)
        return;
    Entry& entry = m_entries[place];
    entry.states.assign(entry.built->tree->size(), kUnknown);
    if (const core::TensorId first = firstIn(root);
        first.isValid() && entry.built->tree->nodeOf(first) != DumpTree::kNone)
        markBad(entry, first);
    // Views that show any of it ask again.
    const QModelIndex above = make(entry, 0);
    if (const int rows = rowCount(above); rows > 0)
        emit dataChanged(index(0, 0, above), index(rows - 1, 0, above), {StateRole});
}

/// Of what is not in sight nobody asks, and what somebody asked for is kept.
State DumpTreeModel::stateOf(const Entry& entry, DumpTree::Node node) const
{
    std::uint8_t& known = entry.states[node];
    if (known != kUnknown)
        return static_cast<State>(known);
    const DumpTree& tree = *entry.built->tree;
    const bool isTensor = tree.kind(node) == Kind::Tensor;
    State state = State::None;
    for (const core::TensorId id : tree.tensors(node)) {
        const State own = m_states.stateOf({entry.root, id});
        state = worseOf(state, isTensor ? own : stateAround(own));
    }
    known = static_cast<std::uint8_t>(state);
    return state;
}

core::TensorId DumpTreeModel::firstIn(const OpenedRoot* root) const
{
    const core::NonFiniteTensor* const first = m_firsts.in(root);
    return first ? first->id : core::TensorId();
}

const DumpTree* DumpTreeModel::tree(const OpenedRoot* root) const
{
    const int row = placeOf(root);
    return row < 0 || !m_entries[row].built ? nullptr : m_entries[row].built->tree.get();
}

int DumpTreeModel::placeOf(const OpenedRoot* root) const
{
    for (int row = 0; row < m_entries.size(); ++row) {
        if (m_entries[row].root == root)
            return row;
    }
    return -1;
}

// A model index carries the root's serial number and the node.
quintptr DumpTreeModel::idOf(const Entry& entry, DumpTree::Node node)
{
    return (quintptr(entry.serial) << 32) | node;
}

QModelIndex DumpTreeModel::make(const Entry& entry, DumpTree::Node node) const
{
    const int row = node == 0 ? placeOf(entry.root) : static_cast<int>(entry.built->tree->place(node));
    return createIndex(row, 0, idOf(entry, node));
}

DumpTree::Node DumpTreeModel::nodeIn(const QModelIndex& index)
{
    return static_cast<DumpTree::Node>(index.internalId() & 0xFFFFFFFFU);
}

const DumpTreeModel::Entry* DumpTreeModel::entryOf(const QModelIndex& index) const
{
    const auto serial = static_cast<quint32>(index.internalId() >> 32);
    for (const Entry& entry : m_entries) {
        if (entry.serial == serial)
            return &entry;
    }
    return nullptr;
}

OpenedRoot* DumpTreeModel::rootOf(const QModelIndex& index) const
{
    const Entry* const entry = index.isValid() ? entryOf(index) : nullptr;
    return entry ? entry->root : nullptr;
}

QModelIndex DumpTreeModel::indexOf(const OpenedRoot* root, DumpTree::Node node) const
{
    const int row = placeOf(root);
    if (row < 0 || (node != 0 && !m_entries[row].built))
        return {};
    return make(m_entries[row], node);
}

QModelIndex DumpTreeModel::indexOf(const TensorRef& tensor) const
{
    const DumpTree* const known = tensor.isValid() ? tree(tensor.root) : nullptr;
    const DumpTree::Node node = known ? known->nodeOf(tensor.id) : DumpTree::kNone;
    return node == DumpTree::kNone ? QModelIndex() : indexOf(tensor.root, node);
}

TensorRef DumpTreeModel::tensorAt(const QModelIndex& index) const
{
    const Entry* const entry = index.isValid() ? entryOf(index) : nullptr;
    const DumpTree::Node node = nodeIn(index);
    if (!entry || !entry->built || entry->built->tree->kind(node) != Kind::Tensor)
        return {};
    return {entry->root, entry->built->tree->tensors(node).front()};
}

RowScope DumpTreeModel::scopeOf(const QModelIndex& index) const
{
    const Entry* const entry = index.isValid() ? entryOf(index) : nullptr;
    if (!entry)
        return {};
    const DumpTree::Node node = nodeIn(index);
    if (node == 0 || !entry->built)
        return {entry->root, nullptr};
    const auto below = entry->built->tree->tensors(node);
    if (below.size() == entry->root->index()->tensorCount())
        return {entry->root, nullptr};
    auto rows = std::make_shared<std::vector<core::TensorId>>(below.begin(), below.end());
    if (!std::is_sorted(rows->begin(), rows->end()))
        std::sort(rows->begin(), rows->end());
    return {entry->root, std::move(rows), entry->built->tree->filter(node),
        index.data(Qt::DisplayRole).toString()};
}

TensorRef DumpTreeModel::mostSuspicious(OpenedRoot* root) const
{
    const int row = placeOf(root);
    if (row < 0 || !m_entries[row].built)
        return {};
    const Built& built = *m_entries[row].built;
    if (const core::TensorId first = firstIn(root);
        first.isValid() && built.tree->nodeOf(first) != DumpTree::kNone)
        return {root, first};
    // In the order of execution, whatever they are grouped by.
    const auto bad
        = std::find_if(built.isBad.begin(), built.isBad.end(), [](auto isBad) { return isBad != 0; });
    if (bad != built.isBad.end())
        return {root, core::TensorId(static_cast<std::size_t>(bad - built.isBad.begin()))};
    const auto tensors = built.tree->tensors(0);
    const auto shown = std::find_if(tensors.begin(), tensors.end(),
        [&](core::TensorId id) { return built.tree->index().tensor(id).state == core::TensorState::Ok; });
    if (shown != tensors.end())
        return {root, *shown};
    return tensors.empty() ? TensorRef() : TensorRef {root, tensors.front()};
}

QModelIndex DumpTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column != 0)
        return {};
    if (!parent.isValid())
        return row < m_entries.size() ? make(m_entries[row], 0) : QModelIndex();
    const Entry* const entry = entryOf(parent);
    if (!entry || !entry->built)
        return {};
    // A view that unfolds a node asks for a million children one by one.
    const auto children = entry->built->tree->children(nodeIn(parent));
    return static_cast<std::size_t>(row) < children.size()
        ? createIndex(row, 0, idOf(*entry, children[static_cast<std::size_t>(row)]))
        : QModelIndex();
}

QModelIndex DumpTreeModel::parent(const QModelIndex& child) const
{
    const DumpTree::Node node = child.isValid() ? nodeIn(child) : 0;
    const Entry* const entry = child.isValid() ? entryOf(child) : nullptr;
    return node == 0 || !entry || !entry->built ? QModelIndex()
                                                : make(*entry, entry->built->tree->parent(node));
}

int DumpTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_entries.size());
    const Entry* const entry = parent.column() == 0 ? entryOf(parent) : nullptr;
    return entry && entry->built ? static_cast<int>(entry->built->tree->children(nodeIn(parent)).size()) : 0;
}

int DumpTreeModel::columnCount(const QModelIndex&) const
{
    return 1;
}

bool DumpTreeModel::hasChildren(const QModelIndex& parent) const
{
    return rowCount(parent) > 0;
}

QVariant DumpTreeModel::data(const QModelIndex& index, int role) const
{
    const Entry* const entry = index.isValid() ? entryOf(index) : nullptr;
    return entry ? nodeData(*entry, nodeIn(index), role) : QVariant();
}

QVariant DumpTreeModel::nodeData(const Entry& entry, DumpTree::Node node, int role) const
{
    const DumpTree* const tree = entry.built ? entry.built->tree.get() : nullptr;
    const Kind kind = node == 0 ? Kind::Root : tree->kind(node);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return shownName(node == 0 ? entry.root->title() : coreWords(tree->label(node)));
    case CopyRole: // the same in every language
        return node == 0 ? QString() : fromCore(tree->label(node).text());
    case Qt::ToolTipRole:
        if (kind == Kind::Tensor)
            return tensorTip({entry.root, tree->tensors(node).front()});
        return node == 0 ? entry.root->path() + QLatin1Char('\n') + knownText(entry, node)
                         : knownText(entry, node);
    case SecondaryTextRole:
        return secondaryText(entry, node);
    case IconNameRole:
        return QByteArray(iconOf(kind));
    case BoldRole:
        return node == 0;
    case StateRole:
        if (node == 0 && entry.root->side() == OpenedRoot::Side::Target)
            return static_cast<int>(State::TargetSide);
        if (node == 0 && entry.root->side() == OpenedRoot::Side::Golden)
            return static_cast<int>(State::GoldenSide);
        return static_cast<int>(!tree || node == 0 ? State::None : stateOf(entry, node));
    default:
        return {};
    }
}

/// What marks rest on: without one, a tensor may not have been looked at.
QString DumpTreeModel::knownText(const Entry& entry, DumpTree::Node node)
{
    if (!entry.built)
        return {};
    const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
    const std::size_t all = entry.built->tree->tensors(node).size(), known = entry.built->knownBelow[node];
    const std::uint32_t bad = entry.built->badBelow[node];
    if (known < all)
        return tr("NaN and Inf are known for %1 of %2 tensors so far, %3 of them marked.")
            .arg(number(known), number(all), number(bad));
    return bad > 0 ? tr("All %1 tensors were looked at, %2 are marked.").arg(number(all), number(bad))
                   : tr("All %1 tensors were looked at, none is marked.").arg(number(all));
}

QString DumpTreeModel::secondaryText(const Entry& entry, DumpTree::Node node) const
{
    if (entry.root->state() == OpenedRoot::State::Loading)
        return groupedNumber(static_cast<qint64>(entry.root->nameCount())) + QChar(0x2026);
    if (node == 0 && entry.root->isPartial())
        return tr("partial %1 of %2")
            .arg(groupedNumber(static_cast<qint64>(entry.root->readFiles())),
                groupedNumber(static_cast<qint64>(entry.root->files())));
    if (!entry.built)
        return {};
    const DumpTree& tree = *entry.built->tree;
    if (node != 0 && tree.kind(node) == Kind::Tensor)
        return typeAndShape(tree.index(), tree.tensors(node).front());
    return groupedNumber(static_cast<qint64>(tree.tensors(node).size()));
}

} // namespace dumpscope::gui
