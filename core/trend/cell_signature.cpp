// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/cell_signature.h"

#include "trend/series_statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 5> kSignatureFigures {"min", "max", "mean", "l2norm", "nan_count"};

} // namespace

std::vector<std::string_view> recordedDigests(const DumpIndex& index, TensorId id)
{
    std::vector<std::string_view> digests;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return digests;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    for (const StatisticTable::Digest& digest : table.digests) {
        if (row.statisticRow >= digest.text.size())
            continue;
        const std::string_view text = table.strings.text(digest.text[row.statisticRow]);
        if (!text.empty())
            digests.push_back(text);
    }
    return digests;
}

Result<CellSignatures> CellSignatures::make(const TrendRun& data, TaskContext& task)
{
    CellSignatures signatures(data);
    for (std::size_t i = 0; i < kColumns; ++i) {
        TRY_ASSIGN(signatures.m_columns[i], data.figures().column(kSignatureFigures[i], task));
    }
    return signatures;
}

std::string CellSignatures::figuresOf(std::size_t cell) const
{
    std::string text;
    for (std::size_t i = 0; i < kColumns; ++i) {
        const auto value = m_columns[i]->at(cell);
        if (!value)
            continue;
        std::array<char, sizeof(double) + 1> bytes {static_cast<char>('a' + i)};
        std::memcpy(bytes.data() + 1, &*value, sizeof(double));
        text.append(bytes.data(), bytes.size());
    }
    return text;
}

std::string CellSignatures::of(std::size_t cell) const
{
    std::string text = figuresOf(cell);
    for (const std::string_view digest :
        recordedDigests(m_data->index(), TensorId(m_data->cube().cells()[cell].tensor)))
        text.append(digest).push_back('\n');
    return text;
}

std::optional<bool> CellSignatures::agree(
    std::size_t cell, const CellSignatures& other, std::size_t otherCell) const
{
    std::optional<bool> same;
    for (std::size_t i = 0; i < kColumns; ++i) {
        const auto a = m_columns[i]->at(cell), b = other.m_columns[i]->at(otherCell);
        if (a && b)
            same
                = same.value_or(true) && std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b);
    }
    return same;
}

std::optional<CellSignatures::Difference> CellSignatures::difference(
    std::size_t cell, std::size_t other) const
{
    constexpr std::array<std::size_t, kColumns> kOrder {3, 2, 1, 0, 4}; // the norm first
    for (const std::size_t i : kOrder) {
        const auto a = m_columns[i]->at(cell), b = m_columns[i]->at(other);
        if (a && b && std::bit_cast<std::uint64_t>(*a) != std::bit_cast<std::uint64_t>(*b))
            return Difference {kSignatureFigures[i], *a, *b};
    }
    return std::nullopt;
}

std::size_t CellSignatures::figures(std::size_t cell) const
{
    std::size_t count = 0;
    for (const auto& column : m_columns)
        count += column->isKnown(cell) ? 1 : 0;
    return count + recordedDigests(m_data->index(), TensorId(m_data->cube().cells()[cell].tensor)).size();
}

bool CellSignatures::hasSums(std::size_t cell) const
{
    return m_columns[2]->isKnown(cell) || m_columns[3]->isKnown(cell);
}

bool CellSignatures::varies(std::size_t cell) const
{
    const auto lowest = m_columns[0]->at(cell), highest = m_columns[1]->at(cell);
    if (lowest && highest)
        return *lowest != *highest;
    return !of(cell).empty();
}

double CellSignatures::logChanceOfEqual(std::span<const std::size_t> cells) const
{
    double least = logChanceOfDigests(cells);
    std::vector<double> values;
    for (const auto& column : m_columns) {
        values.clear();
        for (const std::size_t cell : cells) {
            if (const auto value = column->at(cell); value && std::isfinite(*value))
                values.push_back(*value);
        }
        least = std::min(least, core::logChanceOfEqual(values));
    }
    return least;
}

/// Checksums show whether anything is another in each step, not by how much: how often steps are equal.
double CellSignatures::logChanceOfDigests(std::span<const std::size_t> cells) const
{
    std::map<std::string, double> counts;
    double steps = 0;
    for (const std::size_t cell : cells) {
        std::string text;
        for (const std::string_view digest :
            recordedDigests(m_data->index(), TensorId(m_data->cube().cells()[cell].tensor)))
            text.append(digest).push_back('\n');
        if (text.empty())
            continue;
        ++counts[std::move(text)];
        ++steps;
    }
    double equal = 0;
    for (const auto& [text, count] : counts)
        equal += count * (count - 1) / 2;
    return steps * std::log((equal + 1) / (steps * (steps - 1) / 2 + 1));
}

} // namespace dumpscope::core
