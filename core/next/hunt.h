// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "next/hunt_finding.h"
#include "next/own_program.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

struct HuntOptions {
    std::string profile; ///< file, of a capture
    std::string golden, limits = "precision";
    std::string output; ///< folder of the rounds
    std::uint64_t rounds = 5;
    std::uint64_t budget = 10ULL << 30U; ///< bytes of full tensors that one capture may write
    OwnProgram program;
};

/// One capture and what its comparison with golden says. It is a folder with the profile, the dump, logs and
/// the result, result.json.
struct HuntRound {
    bool isOfTensors = false;           ///< else statistics of everything
    std::vector<std::string> operators; ///< asked for; empty: all of them
    std::string dump;
    HuntFinding finding;
    bool isKept = false; ///< from an earlier hunt

    [[nodiscard]] Message content() const; ///< "statistics of everything", "full tensors of 3 operators"
};

struct HuntResult {
    enum class Outcome : std::uint8_t {
        Proof,
        Named,
        NothingWrong,
        NobodyAccused,
        TooLarge,
        OutOfRounds,
        Failed
    };
    Outcome outcome = Outcome::Failed;
    Message text; ///< a sentence
    std::vector<HuntRound> rounds;
};
/// Words of docs/contract.md 4 hunt `outcome`; "failed": a capture or comparison ended otherwise than
/// expected.
[[nodiscard]] std::string_view huntOutcomeWord(HuntResult::Outcome outcome);

/// Captures and compares in rounds until the operator at fault is proven: statistics of everything first,
/// then full tensors of what the comparison accuses and of ever more neighbours. Rounds that are in the
/// folder already are used again. `onRound` is called on this thread after each. Errors: of reading profile
/// and golden, Code::Usage where the folder has rounds of another hunt or lies in golden, those of files,
/// Code::Cancelled.
[[nodiscard]] Result<HuntResult> runHunt(
    const HuntOptions& options, const std::function<void(const HuntRound&)>& onRound, TaskContext& task);

} // namespace dumpscope::core
