// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "summary/dump_kind.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// What `info` reports about an opened root (docs/contract.md 4 info).
struct DumpSummary {
    std::vector<KindFinding> kinds; ///< most confident first
    std::string generation, producer;
    std::vector<std::int64_t> ranks, steps;
    std::vector<std::string> models;
    struct Counts {
        std::uint64_t files = 0, tensors = 0, overflowRecords = 0, graphs = 0, unrecognised = 0;
        std::uint64_t statisticRows = 0; ///< without checksumRows
        std::uint64_t checksumRows = 0;  ///< rows with a checksum and nothing else about the values
        std::uint64_t otherRows = 0;     ///< that are no tensors: timed operators, fusion passes
    } counts;
    struct Problems {
        std::uint64_t errors = 0, warnings = 0, hints = 0;
        [[nodiscard]] std::uint64_t all() const { return errors + warnings + hints; }
        [[nodiscard]] Message text() const; ///< "3: 1 error, 2 hints"
    } problems;
    std::uint64_t bytes = 0; ///< of all files
    /// Key and value of what files say beside their tensors, and how many files say so.
    std::map<std::pair<std::string, std::string>, std::uint64_t> facts;
    struct Has {
        bool tensors = false, statistics = false, checksums = false, overflow = false, graphs = false,
             executionOrder = false, mapping = false;
    } has;
};

[[nodiscard]] DumpSummary summarise(const DumpIndex& index);

} // namespace dumpscope::core
