// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::gui {

/// The operators of both sides and what links them, laid out side by side: paired ones stand in one line
/// where their order allows. Immutable. What it holds of each operator lies in few pieces of memory: a
/// hundred thousand small ones would make whoever asks for memory next wait, on whatever thread.
struct PairingPicture {
    std::unique_ptr<std::pmr::monotonic_buffer_resource> memory
        = std::make_unique<std::pmr::monotonic_buffer_resource>();
    std::shared_ptr<const core::DumpIndex> targetIndex, goldenIndex; ///< whose names are shown

    struct Operator {
        std::string_view name, type;
        std::string shape;    ///< of the first output
        core::Message reason; ///< why nothing of it is paired; empty where something is
        std::pmr::vector<std::uint32_t> links;
        bool isPaired() const { return !links.empty(); }
    };
    struct Link {
        std::uint32_t target = 0, golden = 0;              ///< operators
        core::PairOrigin origin = core::PairOrigin::Exact; ///< of the least certain of its pairs
        double confidence = 1;                             ///< likewise
        core::Message reason;                              ///< likewise
        core::Verdict verdict = core::Verdict::Pass;       ///< the worst of its pairs
        std::uint32_t pairs = 0;
        std::size_t row = 0; ///< a row of the pair table, the worst
    };
    /// One line of the editor; -1: nothing stands there.
    struct Line {
        std::int32_t target = -1, golden = -1;
    };
    std::vector<Operator> target, golden; ///< in the order of the dump
    std::vector<Link> links;
    std::vector<Line> lines;
    std::vector<std::uint32_t> lineOfTarget, lineOfGolden;
    std::size_t pairedTargets = 0, pairedGoldens = 0;
    using Names = std::pmr::unordered_map<std::uint32_t, std::uint32_t>;
    Names targetNames {memory.get()},
        goldenNames {memory.get()}; ///< operators by their names' ids in the dump

    PairingPicture() = default;
    PairingPicture(PairingPicture&&) = default;
    PairingPicture& operator=(PairingPicture&&) = delete; // memory would go before what lies in it
    PairingPicture(const PairingPicture&) = delete;
    PairingPicture& operator=(const PairingPicture&) = delete;
    ~PairingPicture() = default;

    [[nodiscard]] std::optional<std::uint32_t> find(
        bool isTarget, const core::DumpIndex& index, core::StringId name) const;
    /// Ascending.
    [[nodiscard]] std::vector<core::TensorId> tensorsOf(bool isTarget, std::uint32_t op) const;
    /// Whether a tensor of the operator has this id of the contract.
    [[nodiscard]] bool hasTensor(bool isTarget, std::uint32_t op, const QString& id) const;
};

/// Errors: Code::Cancelled.
[[nodiscard]] core::Result<PairingPicture> makePairingPicture(
    const core::Comparison& comparison, core::TaskContext& task);

/// An operator of the other side that may belong to this one.
struct PairingCandidate {
    std::uint32_t op = 0;  ///< number on the other side
    double confidence = 0; ///< of the pair where they are one, else how likely they are to be
    bool hasSameType = false, hasSameShape = false;
    bool isPartner = false; ///< they are a pair, or suggested to be one
};
/// Best first, at most `most`: partners, then by name, type, shape and place. Errors: Code::Cancelled.
[[nodiscard]] core::Result<std::vector<PairingCandidate>> pairingCandidates(const PairingPicture& picture,
    bool isTarget, std::uint32_t op, std::size_t most, core::TaskContext& task);

} // namespace dumpscope::gui
