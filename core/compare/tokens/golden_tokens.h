// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace dumpscope::core {

/// A token of golden, padding left out.
struct GoldenToken {
    std::optional<std::int64_t> step;
    std::uint32_t sequence = 0; ///< of its batch
    std::uint32_t position = 0; ///< in the sequence, as golden has it
    std::optional<std::int64_t> id;
};

/// Positions that are no tokens of golden.
struct TokenPadding {
    std::size_t byMask = 0, byIds = 0; ///< positions, and what shows that they are padding
    std::optional<TensorId> mask;      ///< the first of those that do
};

/// Where a tensor of golden has its tokens: `inner` elements in C order at a time are of one.
struct TokenRuns {
    std::size_t inner = 0;
    std::vector<std::int32_t> tokens; ///< of each run, into GoldenTokens::tokens(); -1: of none, as padding
};

/// The tokens that one rank of golden works on: by their ids where these are dumped, else by the extents that
/// most of its activations begin with.
class GoldenTokens {
public:
    /// `tensors`: activations of golden whose rows may be tokens, of one rank. More than kMostTokens: only
    /// those of the step of `at`, else of the first. Errors: Code::Cancelled.
    [[nodiscard]] static Result<GoldenTokens> find(const ComparisonSide& golden,
        std::span<const TensorId> tensors, std::optional<TensorId> at, TaskContext& task);

    static constexpr std::size_t kMostTokens = 32'768;

    /// By step, sequence and position.
    [[nodiscard]] const std::vector<GoldenToken>& tokens() const { return m_tokens; }
    [[nodiscard]] bool hasIds() const { return m_hasIds; }
    [[nodiscard]] bool areLeftOut() const { return m_areLeftOut; }
    [[nodiscard]] const TokenPadding& padding() const { return m_padding; }
    [[nodiscard]] std::optional<std::int64_t> rank() const { return m_rank; }
    /// The ids themselves, where they are dumped.
    [[nodiscard]] const std::vector<TensorId>& idTensors() const { return m_idTensors; }
    [[nodiscard]] bool areRowsOf(TensorId golden, std::span<const std::int64_t> shape) const;
    /// Of a tensor as it is compared; nullopt: its rows are no tokens.
    [[nodiscard]] std::optional<TokenRuns> runsOf(TensorId golden, std::span<const std::int64_t> shape) const;

private:
    using Step = std::optional<std::int64_t>;
    struct Batch {
        Shape extents;                    ///< without those of 1: of sequence, before it of batch
        std::vector<std::int32_t> tokens; ///< by place in `extents`; -1: padding
    };
    struct Dumped;

    [[nodiscard]] static Result<std::optional<std::vector<std::int64_t>>> integersOf(
        const ComparisonSide& golden, TensorId id, TaskContext& task);
    [[nodiscard]] static std::map<Step, Dumped> inferred(
        const DumpIndex& index, std::span<const TensorId> tensors);
    [[nodiscard]] Result<void> leaveOutMasked(
        const ComparisonSide& golden, std::map<Step, Dumped>& steps, TaskContext& task);
    void number(const std::map<Step, Dumped>& steps);
    void notePadding(std::optional<TensorId> mask);
    void learnOrder(std::span<const TensorId> tensors);

    const DumpIndex* m_index = nullptr;
    std::optional<std::int64_t> m_rank;
    std::vector<GoldenToken> m_tokens;
    std::vector<TensorId> m_idTensors;
    std::map<Step, Batch> m_steps;
    TokenPadding m_padding;
    bool m_hasIds = false, m_areLeftOut = false;
    bool m_isSequenceFirst = false; ///< of batches that are one axis
};

} // namespace dumpscope::core
