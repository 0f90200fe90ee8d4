// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// One tensor of a program that runs on several ranks, by its place in the program.
struct RankPlace {
    StringId opName, entry;
    Io io = Io::Unknown;
    std::int32_t slot = -1;
    std::uint32_t occurrence = 0;

    auto operator<=>(const RankPlace&) const = default;
};

/// Which ranks hold the same values at which place of one step. Not thread-safe.
class RankPlaces {
public:
    using Holders = std::map<std::int64_t, TensorId>; ///< by rank

    explicit RankPlaces(std::shared_ptr<const DumpIndex> index);

    [[nodiscard]] const std::map<RankPlace, Holders>& places() const { return m_places; }
    /// Of the tensors that are compared: the first of the dump. Nothing where no step is recorded.
    [[nodiscard]] std::optional<std::int64_t> step() const { return m_step; }
    /// Whether two tensors hold the same: type, shape, then statistics, then bytes. Nothing where neither is
    /// recorded or the bytes cannot be read within the bound. Errors: Code::Cancelled.
    [[nodiscard]] Result<std::optional<bool>> areEqual(TensorId a, TensorId b, TaskContext& task);
    [[nodiscard]] std::size_t unread() const { return m_unread; } ///< comparisons without an answer
    /// Tensors that were called equal though their bytes were not compared.
    [[nodiscard]] std::size_t equalByStatistics() const { return m_equalByStatistics; }

private:
    [[nodiscard]] std::optional<bool> byStatistics(TensorId a, TensorId b) const;
    Result<std::optional<std::string>> digestOf(TensorId id, TaskContext& task);

    std::shared_ptr<const DumpIndex> m_index;
    std::optional<std::int64_t> m_step;
    std::map<RankPlace, Holders> m_places;
    std::map<TensorId, std::optional<std::string>> m_digests;
    std::uint64_t m_readBytes = 0;
    std::size_t m_unread = 0, m_equalByStatistics = 0;
};

} // namespace dumpscope::core
