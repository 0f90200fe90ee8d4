// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing.h"
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

/// Operators of a place that belong together: target and golden.
using OperatorLinks = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// What was found out about a place and does not depend on which tensors have a partner. Thread-safe.
class PlaceMemory {
public:
    /// Of the names as they are; made once.
    [[nodiscard]] std::shared_ptr<const PlaceFeatures> features(
        const std::function<std::shared_ptr<const PlaceFeatures>()>& make);

    /// By stem, with names as they are.
    using Families = std::unordered_map<std::uint32_t, std::shared_ptr<const NamedFamily>>;
    [[nodiscard]] std::shared_ptr<const Families> families() const;
    /// Instead of those before of the same stems.
    void keep(Families families);

    /// Operators that belong together by a rule of a pairing file; null: not known.
    [[nodiscard]] std::shared_ptr<const OperatorLinks> links(const std::string& rule) const;
    /// Those of old rules go when they are many.
    void keep(const std::string& rule, std::shared_ptr<const OperatorLinks> links);

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const PlaceFeatures> m_features;
    std::shared_ptr<const Families> m_families = std::make_shared<const Families>();
    std::unordered_map<std::string, std::shared_ptr<const OperatorLinks>> m_links;
    std::size_t m_linkCount = 0;
};

/// What pairings of the same sides share, whatever rule files and edits say of them: a pairing that has it
/// starts where the rules differ. Of the last sides it was asked about. Thread-safe.
class PairingMemory {
public:
    PairingMemory();
    PairingMemory(const PairingMemory&) = delete;
    PairingMemory& operator=(const PairingMemory&) = delete;
    ~PairingMemory();

    /// How a pairing of two sides begins: no tensor has a partner.
    struct Beginning {
        std::vector<PlacePair> places;
        std::vector<Diagnostic> problems; ///< of equations
        std::shared_ptr<ReadSketches> sketches;
    };
    /// `make` where the sides are others than before. What it gives may be used as long as it lives.
    [[nodiscard]] std::shared_ptr<const Beginning> beginning(const ComparisonSide& target,
        const ComparisonSide& golden, const PairingOptions& options, const std::function<Beginning()>& make);

private:
    struct Asked;
    std::mutex m_mutex;
    std::unique_ptr<const Asked> m_asked;
    std::shared_ptr<const Beginning> m_beginning;
};

} // namespace dumpscope::core
