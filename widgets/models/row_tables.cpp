// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/row_tables.h"

#include <algorithm>
#include <set>

namespace dumpscope::gui {

namespace {

using core::Cell;

int tensorColumn(std::string_view name)
{
    const std::string_view key = name == "name" ? std::string_view("op_name") : name;
    const auto columns = core::TensorTable::allColumns();
    const auto found = std::ranges::find(columns, key, &core::FilterTable::Column::name);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

/// Which of the pieces that begin at `starts` holds `row`.
std::size_t pieceOf(const std::vector<std::size_t>& starts, std::size_t row)
{
    return static_cast<std::size_t>(std::ranges::upper_bound(starts, row) - starts.begin()) - 1;
}

Cell known(std::string_view text)
{
    return text.empty() ? Cell() : Cell(text);
}

} // namespace

TensorRows::TensorRows(std::vector<Part> parts)
    : m_parts(std::move(parts))
{
    m_starts.push_back(0);
    for (const Part& part : m_parts)
        m_starts.push_back(m_starts.back() + (part.rows ? part.rows->size() : part.table->rows()));
}

TensorRows::Place TensorRows::placeOf(std::size_t row) const
{
    const std::size_t number = pieceOf(m_starts, row);
    const Part& part = m_parts[number];
    const std::size_t inside = row - m_starts[number];
    return {number, part.rows ? (*part.rows)[inside] : core::TensorId(inside)};
}

std::optional<std::size_t> TensorRows::rowOf(const Place& place) const
{
    if (place.part >= m_parts.size())
        return std::nullopt;
    const Part& part = m_parts[place.part];
    if (!part.rows)
        return place.id.value() < part.table->rows() ? std::optional(m_starts[place.part] + place.id.value())
                                                     : std::nullopt;
    const auto found = std::ranges::lower_bound(*part.rows, place.id);
    if (found == part.rows->end() || *found != place.id)
        return std::nullopt;
    return m_starts[place.part] + static_cast<std::size_t>(found - part.rows->begin());
}

std::span<const core::FilterTable::Column> TensorRows::columns() const
{
    return core::TensorTable::allColumns();
}

int TensorRows::columnByName(std::string_view name) const
{
    return tensorColumn(name);
}

Cell TensorRows::cell(std::size_t row, int column) const
{
    const Place place = placeOf(row);
    // Tables of roots do not know that there are others.
    if (column == 0 && m_parts.size() > 1)
        return static_cast<std::int64_t>(place.part + 1);
    return m_parts[place.part].table->cell(place.id.value(), column);
}

int TensorRows::nameColumn() const
{
    return tensorColumn("op_name");
}

bool TensorRows::has(std::size_t row, Property property) const
{
    const Place place = placeOf(row);
    return m_parts[place.part].table->has(place.id.value(), property);
}

bool TensorRows::isMeasuredColumn(int column) const
{
    return !m_parts.empty() && m_parts.front().table->isMeasuredColumn(column);
}

bool TensorRows::isUnmeasured(std::size_t row, int column) const
{
    const Place place = placeOf(row);
    return m_parts[place.part].table->isUnmeasured(place.id.value(), column);
}

bool TensorRows::isUndecided(std::size_t row, Property property) const
{
    const Place place = placeOf(row);
    return m_parts[place.part].table->isUndecided(place.id.value(), property);
}

std::vector<std::string> TensorRows::valueHints(int column) const
{
    std::set<std::string> values;
    for (const Part& part : m_parts) {
        for (std::string& value : part.table->valueHints(column))
            values.insert(std::move(value));
    }
    return {values.begin(), values.end()};
}

NamedRows::NamedRows(std::vector<Batch> batches)
    : m_batches(std::move(batches))
{
    m_starts.push_back(0);
    for (const Batch& batch : m_batches)
        m_starts.push_back(m_starts.back() + batch->size());
}

const core::NamedFile& NamedRows::file(std::size_t row) const
{
    const std::size_t number = pieceOf(m_starts, row);
    return (*m_batches[number])[row - m_starts[number]];
}

std::span<const core::FilterTable::Column> NamedRows::columns() const
{
    return core::TensorTable::allColumns();
}

int NamedRows::columnByName(std::string_view name) const
{
    return tensorColumn(name);
}

Cell NamedRows::cell(std::size_t row, int column) const
{
    static const int opName = tensorColumn("op_name"), opType = tensorColumn("op_type"),
                     io = tensorColumn("io"), slot = tensorColumn("slot"), bytes = tensorColumn("bytes"),
                     timestamp = tensorColumn("timestamp"), path = tensorColumn("file");
    const core::NamedFile& named = file(row);
    if (column == opName)
        return known(named.opName.empty() ? std::string_view(named.path) : std::string_view(named.opName));
    if (column == opType)
        return known(named.opType);
    if (column == io)
        return known(core::ioWord(named.io));
    if (column == slot)
        return named.slot < 0 ? Cell() : Cell(std::int64_t {named.slot});
    if (column == bytes)
        return named.size;
    if (column == timestamp)
        return named.timestamp == 0 ? Cell() : Cell(named.timestamp);
    return column == path ? known(named.path) : Cell();
}

int NamedRows::nameColumn() const
{
    return tensorColumn("op_name");
}

} // namespace dumpscope::gui
