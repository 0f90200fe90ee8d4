// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Words of docs/contract.md 3 `watched` and `watched_dump`.
inline constexpr std::array<std::string_view, 3> kWatchedVerdicts {"unchanged", "changed", "not-judged"};
inline constexpr std::array<std::string_view, 5> kWatchedDumps {
    "first", "unchanged", "changed", "before-own", "not-comparable"};

/// Which rows of a dump are outputs of watched operators, by their names alone
/// (docs/formats/ascendcl-capture.md 4.2, scene watcher): files named `A_To_C` hold the output of C as it was
/// in memory after A. Immutable; thread-safe.
class WatchedRows {
public:
    struct Look {
        TensorId tensor;
        std::string after; ///< operator that ran before it; empty: the watched one itself
    };
    struct Output {
        std::string opName, opType; ///< of the watched operator, as its files are named
        FolderId folder;
        std::int32_t slot = 0;
        std::vector<Look> looks; ///< in the order of their times
    };
    struct Place {
        std::uint32_t output = 0, look = 0;
    };

    /// In the dump's order.
    [[nodiscard]] const std::vector<Output>& outputs() const { return m_outputs; }
    [[nodiscard]] std::optional<Place> placeOf(TensorId row) const
    {
        const auto found = m_places.find(row.value());
        return found == m_places.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] const Output& outputAt(Place place) const { return m_outputs[place.output]; }
    [[nodiscard]] const Look& lookAt(Place place) const { return m_outputs[place.output].looks[place.look]; }
    /// Name of the watched operator as its own dump has it, else as its files are named.
    [[nodiscard]] std::string_view operatorOf(const DumpIndex& index, Place place) const;

private:
    friend std::shared_ptr<const WatchedRows> watchedRows(const DumpIndex& index);
    std::vector<Output> m_outputs;
    std::unordered_map<std::uint32_t, Place> m_places;
};

/// Null where nothing was watched. A name `A_To_C` counts when C has a dump of its own beside it and of the
/// same type, or when C is watched behind two operators at least.
[[nodiscard]] std::shared_ptr<const WatchedRows> watchedRows(const DumpIndex& index);

} // namespace dumpscope::core
