// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_table.h"

#include <algorithm>
#include <array>

namespace dumpscope::gui {

namespace {

using core::ColumnType;

enum Number : int { kOperator, kName, kType, kShape, kSide, kOrigin, kVerdict, kReason };
constexpr std::array<core::FilterTable::Column, 8> kColumns {{
    {"operator", ColumnType::Text},
    {"op_name", ColumnType::Text},
    {"op_type", ColumnType::Text},
    {"shape", ColumnType::Dimensions},
    {"side", ColumnType::Text},
    {"origin", ColumnType::Text},
    {"verdict", ColumnType::Text},
    {"reason", ColumnType::Text},
}};

constexpr std::array kOrigins {core::PairOrigin::Exact, core::PairOrigin::Normalised,
    core::PairOrigin::Mapping, core::PairOrigin::Fusion, core::PairOrigin::Alignment,
    core::PairOrigin::GraphOrder, core::PairOrigin::Fingerprint, core::PairOrigin::Manual,
    core::PairOrigin::Name};

core::Cell textCell(std::string_view text)
{
    return text.empty() ? core::Cell() : core::Cell(text);
}

} // namespace

PairingTable::PairingTable(std::shared_ptr<const PairingPicture> picture)
    : m_picture(std::move(picture))
{
}

const PairingPicture::Operator& PairingTable::at(std::size_t row) const
{
    const std::size_t targets = m_picture->target.size();
    return row < targets ? m_picture->target[row] : m_picture->golden[row - targets];
}

std::span<const core::FilterTable::Column> PairingTable::columns() const
{
    return kColumns;
}

int PairingTable::columnByName(std::string_view name) const
{
    const auto found = std::ranges::find(kColumns, name == "name" ? "op_name" : name, &Column::name);
    return found == kColumns.end() ? -1 : static_cast<int>(found - kColumns.begin());
}

core::Cell PairingTable::cell(std::size_t row, int column) const
{
    const PairingPicture::Operator& op = at(row);
    const PairingPicture::Link* const link = op.isPaired() ? &m_picture->links[op.links.front()] : nullptr;
    switch (column) {
    case kOperator:
        return std::string(op.name) + ' ' + std::string(op.type);
    case kName:
        return textCell(op.name);
    case kType:
        return textCell(op.type);
    case kShape:
        return textCell(op.shape);
    case kSide:
        return std::string_view(row < m_picture->target.size() ? "target" : "golden");
    case kOrigin:
        return link ? core::Cell(core::pairOriginWord(link->origin)) : core::Cell();
    case kVerdict:
        return link ? core::Cell(core::verdictWord(link->verdict)) : core::Cell();
    case kReason:
        if (const core::Message& reason = link ? link->reason : op.reason; !reason.empty())
            return reason.text();
        return {};
    default:
        return {};
    }
}

bool PairingTable::has(std::size_t row, Property property) const
{
    return property == Property::Pair && at(row).isPaired();
}

std::vector<std::string> PairingTable::valueHints(int column) const
{
    std::vector<std::string> values;
    if (column == kSide)
        values = {"golden", "target"};
    else if (column == kVerdict)
        values = {"fail", "not-comparable", "pass", "warn"};
    else if (column == kOrigin)
        std::ranges::transform(kOrigins, std::back_inserter(values),
            [](core::PairOrigin origin) { return std::string(core::pairOriginWord(origin)); });
    return values;
}

} // namespace dumpscope::gui
