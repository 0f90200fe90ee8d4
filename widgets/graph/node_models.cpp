// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_models.h"
#include "base/text.h"
#include "common/core_text.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "comparison/verdict_words.h"
#include "documents/tensor_states.h"
#include "graph/duration_heat.h"
#include "graph/graph_painter.h"
#include "model/own_type_text.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kMetricDigits = 7;

bool isThere(core::StringId id)
{
    return id.isValid() && id.value() != 0;
}

} // namespace

// --- Ports

PortModel::PortModel(const ShownGraph& shown, QObject* parent)
    : QAbstractTableModel(parent)
    , m_shown(shown)
{
    connect(&shown, &ShownGraph::graphChanged, this, &PortModel::rebuild);
    connect(&shown, &ShownGraph::currentChanged, this, &PortModel::rebuild);
    connect(&shown, &ShownGraph::helpersChanged, this, &PortModel::rebuild);
    connect(&shown, &ShownGraph::marksChanged, this, [this] {
        findPairs();
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
        emit headerDataChanged(Qt::Horizontal, First, Second);
    });
    rebuild();
}

void PortModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    if (m_shown.loaded() && m_shown.current() && !m_shown.current()->isScope) {
        const core::NodeId id = m_shown.current()->node();
        const core::Graph& graph = m_shown.graph();
        const core::GraphNode& node = graph.node(id);
        int data = 0;
        for (const core::GraphInput& input : graph.inputs(node)) {
            Row row;
            row.isInput = true;
            row.name = input.control ? tr("after") : tr("input %1").arg(data);
            if (input.from.isValid() && !input.otherGraph) {
                // What came through helper nodes that are not shown is named as the picture draws it.
                const auto& hidden = m_shown.fold().hidden;
                const std::vector<core::GraphInput> sources
                    = hidden ? hidden->sourcesOf(graph, input) : std::vector {input};
                QStringList names;
                for (const core::GraphInput& source : sources) {
                    if (!source.from.isValid() || source.otherGraph)
                        continue;
                    if (!row.producer.isValid()) {
                        row.producer = source.from;
                        row.type = GraphPainter::typeText(graph, source.from, source.slot);
                    }
                    names += m_shown.nameOf({false, source.from.value()});
                    if (source.slot > 0)
                        names.last() += QLatin1Char(':') + QString::number(source.slot);
                }
                row.other = names.join(QStringLiteral(", "));
            } else if (input.otherGraph) {
                const auto [number, producer] = m_shown.loaded()->document.producer(m_shown.number(), input);
                if (producer.isValid())
                    row.other = fromCore(m_shown.loaded()->graph(number).text(
                        m_shown.loaded()->graph(number).node(producer).name));
            } else {
                row.other = fromCore(graph.text(input.text));
            }
            data += input.control ? 0 : 1;
            m_rows.push_back(row);
        }
        for (std::uint32_t slot = 0; slot < node.outputCount; ++slot) {
            Row row;
            row.name = tr("output %1").arg(slot);
            row.type = GraphPainter::typeText(graph, id, slot);
            m_rows.push_back(row);
        }
        addTensors(id);
    }
    findPairs();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, First, Second);
}

/// The dump's tensors at their ports; what has none in the graph comes last.
void PortModel::addTensors(core::NodeId node)
{
    const auto& index = m_shown.root() ? m_shown.root()->index() : nullptr;
    if (!index || index != m_shown.loaded()->index)
        return;
    for (const core::TensorId id : m_shown.tensorsOf(node)) {
        const core::TensorRow& tensor = index->tensor(id);
        const bool isInput = tensor.io == core::Io::Input || tensor.io == core::Io::Parameter
            || tensor.io == core::Io::Argument;
        const QString name = tensor.io == core::Io::Input ? tr("input %1").arg(std::max(0, tensor.slot))
            : tensor.io == core::Io::Output || tensor.io == core::Io::Unknown
            ? tr("output %1").arg(std::max(0, tensor.slot))
            : coreWords(core::ioPlace(tensor.io, tensor.slot));
        auto row = std::ranges::find_if(m_rows, [&](const Row& known) {
            return known.name == name && known.isInput == isInput && !known.tensor.isValid();
        });
        if (row == m_rows.end()) // what is given stands before what is made
            row = m_rows.insert(isInput ? std::ranges::find(m_rows, false, &Row::isInput) : row, Row());
        Row& target = *row;
        target.isInput = isInput;
        target.name = name;
        target.tensor = id;
        if (target.type.isEmpty()) {
            QStringList dims;
            if (tensor.shape.isValid()) {
                for (const std::int64_t dim : index->shape(tensor.shape))
                    dims += QString::number(dim);
            }
            target.type = fromCore(core::dtypeName(tensor.dtype)) + QStringLiteral(" [")
                + dims.join(QLatin1Char(',')) + QLatin1Char(']');
        }
    }
}

TensorRef PortModel::tensorAt(int row) const
{
    const core::TensorId id = m_rows[static_cast<std::size_t>(row)].tensor;
    return id.isValid() ? TensorRef {m_shown.root(), id} : TensorRef();
}

int PortModel::rowOf(const TensorRef& tensor) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (tensor.isValid() && tensorAt(row) == tensor)
            return row;
    }
    return -1;
}

int PortModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PortModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

void PortModel::findPairs()
{
    m_pairs = m_shown.pairs();
    for (Row& row : m_rows)
        row.pair.reset();
    const bool isTarget = m_pairs && m_shown.root() && m_pairs->target().index == m_shown.root()->index();
    for (std::size_t i = 0; m_pairs && i < m_pairs->rows(); ++i) {
        const core::TensorPair& pair = m_pairs->row(i).pair;
        const core::TensorId id = isTarget ? pair.target : pair.golden;
        for (Row& row : m_rows) {
            if (row.tensor.isValid() && row.tensor == id && !row.pair)
                row.pair = i;
        }
    }
    const auto isBy = [this](core::PairBasis basis) {
        return std::ranges::any_of(
            m_rows, [&](const Row& row) { return row.pair && m_pairs->row(*row.pair).basis == basis; });
    };
    m_isRecorded = isBy(core::PairBasis::Statistics) && !isBy(core::PairBasis::Elements);
}

std::string_view PortModel::metricOf(int column) const
{
    if (m_isRecorded)
        return column == First ? "max_diff" : "l2norm_diff_relative";
    return column == First ? "max_absolute_error" : "cosine_similarity";
}

QString PortModel::cellText(const Row& row, int column) const
{
    if (!row.tensor.isValid())
        return {};
    if (m_pairs) {
        if (!row.pair)
            return {};
        const int metric = m_pairs->columnByName(metricOf(column));
        if (const auto number
            = metric < 0 ? std::nullopt : core::cellNumber(m_pairs->cell(*row.pair, metric)))
            return shortNumber(*number, kMetricDigits);
        // A metric that the profile or the statistics do not give is no verdict.
        const core::PairState state = m_pairs->row(*row.pair).state;
        return state == core::PairState::Ok ? QStringLiteral("·") : pairStateText(state);
    }
    if (!m_shown.root() || !m_shown.root()->table() || row.tensor.value() >= m_shown.root()->table()->rows())
        return {};
    const core::TensorTable& table = *m_shown.root()->table();
    const std::string text
        = core::textInOwnType(table, row.tensor.value(), table.columnByName(column == First ? "min" : "max"));
    return text.empty() ? QStringLiteral("·") : fromCore(text);
}

/// Where min and max are from: a dump may record statistics beside the values.
QString PortModel::sourceText(const Row& row) const
{
    if (m_pairs || !row.tensor.isValid() || !m_shown.root() || !m_shown.root()->table()
        || row.tensor.value() >= m_shown.root()->table()->rows())
        return {};
    const core::TensorTable& table = *m_shown.root()->table();
    const std::string source = core::cellText(table.cell(row.tensor.value(), table.columnByName("source")));
    return source == "computed" ? tr("computed from the values")
        : source == "file"      ? tr("as the dump recorded it")
                                : QString();
}

State PortModel::stateOf(const Row& row) const
{
    // As the tree and all tables have it.
    if (row.tensor.isValid() && m_shown.root() && m_shown.root()->table()) {
        if (const State own = TensorStates::markOf({m_shown.root(), row.tensor}); own != State::None)
            return own;
    }
    if (row.pair && m_pairs)
        return gui::stateOf(m_pairs->row(*row.pair).verdict);
    return row.producer.isValid() && row.producer.value() < m_shown.marks().size()
            && m_shown.markOf(row.producer).isBad()
        ? State::Inherited
        : State::None;
}

QVariant PortModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isNumber = index.column() == First || index.column() == Second;
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Port:
            return row.name;
        case Type:
            return row.type;
        case First:
            return cellText(row, First);
        case Second:
            return cellText(row, Second);
        case Other:
            return shownName(row.other);
        default:
            return {};
        }
    case StateRole:
        return index.column() == Port ? static_cast<int>(stateOf(row)) : QVariant();
    case MonoRole:
        return isNumber || index.column() == Type;
    case DimRole:
        return !row.tensor.isValid() && index.column() != Other;
    case Qt::TextAlignmentRole:
        return isNumber ? int(Qt::AlignRight | Qt::AlignVCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (const QString source = isNumber ? sourceText(row) : QString(); !source.isEmpty())
            return source;
        return (row.tensor.isValid() ? TensorRef {m_shown.root(), row.tensor}.tensorId()
                                     : tr("The dump does not have this tensor."))
            + (row.other.isEmpty() ? QString()
                                   : QLatin1Char('\n') + tr("from") + QStringLiteral(": ") + row.other);
    default:
        return {};
    }
}

QVariant PortModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Port:
        return tr("tensor");
    case Type:
        return tr("dtype and shape");
    case First:
        return m_pairs ? shortMetricTitle(metricOf(First)) : QStringLiteral("min");
    case Second:
        return m_pairs ? shortMetricTitle(metricOf(Second)) : QStringLiteral("max");
    default:
        return tr("from");
    }
}

// --- Attributes

AttributeModel::AttributeModel(const ShownGraph& shown, QObject* parent)
    : QAbstractTableModel(parent)
    , m_shown(shown)
{
    connect(&shown, &ShownGraph::graphChanged, this, &AttributeModel::rebuild);
    connect(&shown, &ShownGraph::currentChanged, this, &AttributeModel::rebuild);
    rebuild();
}

void AttributeModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    if (m_shown.loaded() && m_shown.current()) {
        if (m_shown.current()->isScope)
            addScope(m_shown.current()->index);
        else
            addNode(m_shown.current()->node());
    }
    endResetModel();
}

void AttributeModel::addNode(core::NodeId id)
{
    const core::Graph& graph = m_shown.graph();
    const core::GraphNode& node = graph.node(id);
    if (isThere(node.opType))
        add(QStringLiteral("op_type"), fromCore(graph.text(node.opType)));
    add(QStringLiteral("op_name"), fromCore(graph.text(node.name)));
    if (node.id != node.name)
        add(QStringLiteral("id"), fromCore(graph.text(node.id)));
    if (isThere(node.label))
        add(QStringLiteral("label"), fromCore(graph.text(node.label)));
    if (!graph.scope(node).empty())
        add(QStringLiteral("scope"), fromCore(graph.scope(node)));
    if (node.execIndex != core::TensorRow::kNone)
        add(QStringLiteral("exec_index"), QString::number(node.execIndex));
    if (const core::OperatorTime* const time = m_shown.durations().nodes[id.value()]) {
        add(QStringLiteral("duration_us"), fromCore(core::numberText(time->duration)));
        add(tr("share of the duration"), shareText(m_shown.durations().shareOf(time->duration)));
        add(QStringLiteral("profiled_by"), fromCore(time->how));
    }
    if (node.isWeight)
        add(QStringLiteral("is_weight"), QStringLiteral("true"));
    for (const std::uint32_t called : graph.called(node)) {
        if (called < m_shown.loaded()->parts.size())
            add(QStringLiteral("calls"), fromCore(m_shown.loaded()->graph(called).name));
    }
    using Origin = core::AttributeOrigin;
    for (const Origin origin : {Origin::Operator, Origin::Node, Origin::Primal, Origin::Note}) {
        for (const core::GraphAttribute& attribute : graph.attributesOf(node)) {
            if (attribute.origin != origin)
                continue;
            const QString key = fromCore(graph.text(attribute.key));
            add(origin == Origin::Primal ? tr("%1 (of the forward node)").arg(key) : key,
                fromCore(graph.text(attribute.value)));
        }
    }
}

void AttributeModel::addScope(std::uint32_t number)
{
    const core::ScopeTree::Scope& scope = m_shown.tree().scope(number);
    if (!scope.path.empty())
        add(QStringLiteral("scope"), fromCore(scope.path));
    add(tr("operators"), groupedNumber(scope.operators));
    add(tr("nodes"), groupedNumber(scope.endNode - scope.firstNode));
    add(tr("scopes inside"), groupedNumber(scope.endScope - number - 1));
    if (const QString words = durationWords(m_shown, {true, number}); !words.isEmpty())
        add(tr("duration"), words);
    if (number != 0)
        return;
    for (const auto& [key, value] : m_shown.graph().attributes)
        add(fromCore(key), fromCore(value));
    for (const auto& [key, value] : m_shown.loaded()->document.properties)
        add(fromCore(key), fromCore(value));
}

QString AttributeModel::copyText(const QList<int>& rows) const
{
    QStringList lines;
    for (const int row : rows)
        lines += m_rows[row].first + QLatin1Char('\t') + m_rows[row].second;
    return lines.join(QLatin1Char('\n'));
}

int AttributeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AttributeModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant AttributeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& [name, value] = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return shownName(
            index.column() == 0 ? name : QString(value).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    case Qt::ToolTipRole:
        return value;
    case MonoRole:
    case PathRole: // names are cut by their segments
        return index.column() == 1;
    case CopyRole:
        return index.column() == 0 ? name : value;
    default:
        return {};
    }
}

QVariant AttributeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("name") : tr("value");
}

} // namespace dumpscope::gui
