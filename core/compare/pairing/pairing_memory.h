// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"
#include "compare/pairing/value_sketch.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

struct NamedFamily;
struct PlaceFeatures;
struct PlacePair;

/// Paired operators of a place: positions in the target's and golden's sequence.
using OperatorLinks = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Cached facts about a place that do not depend on which tensors have a partner. Thread-safe.
class PlaceMemory {
public:
    /// Features of the names without a spelling; made once.
    [[nodiscard]] std::shared_ptr<const PlaceFeatures> features(
        const std::function<std::shared_ptr<const PlaceFeatures>()>& make);

    /// By stem, without a spelling.
    using Families = std::unordered_map<std::uint32_t, std::shared_ptr<const NamedFamily>>;
    [[nodiscard]] std::shared_ptr<const Families> families() const;
    /// Replaces families of the same stems.
    void keep(Families families);

    /// Operators paired by a rule of a pairing file; null: not cached.
    [[nodiscard]] std::shared_ptr<const OperatorLinks> links(const std::string& rule) const;
    /// Drops those of old rules when there are many.
    void keep(const std::string& rule, std::shared_ptr<const OperatorLinks> links);

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const PlaceFeatures> m_features;
    std::shared_ptr<const Families> m_families = std::make_shared<const Families>();
    std::unordered_map<std::string, std::shared_ptr<const OperatorLinks>> m_links;
    std::size_t m_linkCount = 0;
};

/// Cache of what pairings of the same sides share whatever their rule files: it saves a pairing the work
/// before the first rule. Holds the last sides only. Thread-safe.
class PairingMemory {
public:
    PairingMemory();
    PairingMemory(const PairingMemory&) = delete;
    PairingMemory& operator=(const PairingMemory&) = delete;
    ~PairingMemory();

    /// Initial state of a pairing of two sides: no tensor has a partner.
    struct Beginning {
        std::vector<PlacePair> places;
        std::vector<Diagnostic> problems; ///< of PairingOptions::steps and ranks
        /// Equations of steps that count from another beginning; others have no partner. Empty: none do.
        std::vector<std::pair<std::int64_t, std::int64_t>> shiftedSteps;
        std::shared_ptr<ReadSketches> sketches;
    };
    /// Calls `make` where the sides or equations differ from the last ones. Others wait meanwhile.
    [[nodiscard]] std::shared_ptr<const Beginning> beginning(const ComparisonSide& target,
        const ComparisonSide& golden, const PairingOptions& options, const std::function<Beginning()>& make);

private:
    struct Asked;
    std::mutex m_mutex;
    std::unique_ptr<const Asked> m_asked;
    std::shared_ptr<const Beginning> m_beginning;
};

} // namespace dumpscope::core
