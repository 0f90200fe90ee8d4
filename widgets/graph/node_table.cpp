// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_table.h"

#include <algorithm>
#include <array>
#include <set>

namespace dumpscope::gui {

namespace {

using core::ColumnType;

enum Number : int { kNode, kName, kType, kScope, kLabel, kId, kVerdict };
// What a bare word looks at comes first; it has no name of the contract.
constexpr std::array<core::FilterTable::Column, 7> kColumns {{
    {"node", ColumnType::Text},
    {"op_name", ColumnType::Text},
    {"op_type", ColumnType::Text},
    {"scope", ColumnType::Text},
    {"label", ColumnType::Text},
    {"id", ColumnType::Text},
    {"verdict", ColumnType::Text},
}};

core::Cell textCell(std::string_view text)
{
    return text.empty() ? core::Cell() : core::Cell(text);
}

core::Cell verdictCell(State state)
{
    switch (state) {
    case State::Pass:
        return core::verdictWord(core::Verdict::Pass);
    case State::Warn:
        return core::verdictWord(core::Verdict::Warn);
    case State::Fail:
    case State::Inherited:
    case State::AfterStep:
    case State::FirstDivergence:
    case State::BornHere:
        return core::verdictWord(core::Verdict::Fail);
    case State::NotComparable:
        return core::verdictWord(core::Verdict::NotComparable);
    default:
        return {};
    }
}

} // namespace

NodeTable::NodeTable(const ShownGraph& shown)
    : m_shown(shown)
    , m_loaded(shown.loaded())
    , m_number(shown.number())
{
}

std::vector<core::NodeId> NodeTable::matching(const core::FilterExpression& filter) const
{
    std::vector<core::NodeId> found;
    for (std::size_t node = 0; node < graph().nodes().size(); ++node) {
        if (filter.matches(*this, node))
            found.emplace_back(node);
    }
    return found;
}

std::span<const core::FilterTable::Column> NodeTable::columns() const
{
    return kColumns;
}

int NodeTable::columnByName(std::string_view name) const
{
    const auto found = std::ranges::find(kColumns, name == "name" ? "op_name" : name, &Column::name);
    return found == kColumns.end() ? -1 : static_cast<int>(found - kColumns.begin());
}

core::Cell NodeTable::cell(std::size_t row, int column) const
{
    const core::GraphNode& node = graph().nodes()[row];
    const auto text = [&](core::StringId id) {
        return id.isValid() && id.value() != 0 ? graph().text(id) : std::string_view();
    };
    switch (column) {
    case kNode: {
        std::string all;
        for (const std::string_view part :
            {text(node.name), text(node.opType), text(node.label), text(node.id)})
            all.append(part).append(part.empty() ? "" : " ");
        return all;
    }
    case kName:
        return textCell(text(node.name));
    case kType:
        return textCell(text(node.opType));
    case kScope:
        return textCell(graph().scope(node));
    case kLabel:
        return textCell(text(node.label));
    case kId:
        return textCell(text(node.id));
    case kVerdict:
        return row < m_shown.marks().size() ? verdictCell(m_shown.marks()[row].state) : core::Cell();
    default:
        return {};
    }
}

bool NodeTable::has(std::size_t row, Property property) const
{
    if (row >= m_shown.marks().size())
        return false;
    const NodeMark& mark = m_shown.marks()[row];
    switch (property) {
    case Property::Nan:
        return mark.hasNan;
    case Property::Inf:
        return mark.hasPosInf || mark.hasNegInf;
    case Property::Overflow:
        return mark.hasOverflow;
    case Property::Pair:
        return mark.state != State::None && mark.state != State::Unpaired && !mark.isMissing;
    default:
        return false;
    }
}

std::vector<std::string> NodeTable::valueHints(int column) const
{
    constexpr std::size_t kMostValues = 200;
    if (column == kVerdict)
        return {"fail", "not-comparable", "pass", "warn"};
    if (column != kType)
        return {};
    std::set<core::StringId> types;
    for (const core::GraphNode& node : graph().nodes())
        types.insert(node.opType);
    std::vector<std::string> values;
    for (const core::StringId type : types) {
        if (!graph().text(type).empty() && values.size() < kMostValues)
            values.emplace_back(graph().text(type));
    }
    std::ranges::sort(values);
    return values;
}

} // namespace dumpscope::gui
