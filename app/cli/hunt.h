// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"
#include "interrupt.h"

#include "base/task.h"
#include "config/config_kind.h"
#include "next/hunt_finding.h"
#include "next/hunted_program.h"
#include "next/next_capture.h"
#include "request/hunt_request.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::cli {

/// `hunt`: statistics of everything first, then full tensors of what the comparison accuses and of ever more
/// neighbours. Each round is a folder with the profile, the dump and the result; captures and comparisons are
/// commands of this program in processes of their own. One hunt at a time.
class Hunt {
public:
    Hunt(Console& console, const core::HuntRequest& request);
    [[nodiscard]] int run();

private:
    enum class Outcome { Proof, Named, NothingWrong, NobodyAccused, TooLarge, OutOfRounds };
    struct Round {
        bool isOfTensors = false;
        std::vector<std::string> operators; ///< asked for; empty: all of them
        std::string dump;
        core::HuntFinding finding;
        bool isKept = false; ///< from an earlier hunt
    };

    [[nodiscard]] core::Result<Outcome> hunt();
    [[nodiscard]] core::Result<Round> round(const std::string& config, const core::NextCapture* next);
    [[nodiscard]] core::Result<void> capture(const std::string& folder, const std::string& config);
    /// Runs a command of this program. Errors: where it does not end as expected, `m_failure`.
    [[nodiscard]] core::Result<void> call(
        std::vector<std::string> words, std::initializer_list<int> expected, const std::string& log);
    /// Whether full tensors show that the accused operator makes NaN or infinities of what has none.
    [[nodiscard]] core::Result<bool> isBornThere(const Round& round);
    /// Whether the full tensors fit into the budget.
    [[nodiscard]] core::Result<bool> fits(const core::DumpIndex& index, const std::string& config);
    void say(const Round& round);
    /// Whether it asks for an operator that the last round has no full tensors of.
    [[nodiscard]] bool isWider(const core::NextCapture& wanted) const;
    [[nodiscard]] std::string sentence(Outcome outcome) const;
    void writeJson(Outcome outcome) const;

    Console& m_console;
    const core::HuntRequest& m_request;
    core::OwnedTask m_task;
    InterruptWatch m_interrupt;
    core::ConfigKinds m_kinds;
    std::string m_folder; ///< absolute
    std::optional<core::HuntedProgram> m_program;
    std::vector<Round> m_rounds;
    bool m_hasGoldenInputs = true;
    std::string m_birth; ///< why NaN or infinities are born in the accused operator; empty: nothing shows it
    std::string m_failure; ///< a capture or a comparison that ended otherwise than expected
};

} // namespace dumpscope::cli
