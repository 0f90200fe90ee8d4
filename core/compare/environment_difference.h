// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/run_environment.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A fact that the two runs do not share.
struct EnvironmentDifference {
    EnvironmentKind kind;
    std::string name;
    /// Nothing: that side does not have it. `(hidden)`: a variable that holds a secret by its name.
    std::optional<std::string> target, golden;
};

/// What was different around the two runs, as far as both recorded it.
struct EnvironmentDifferences {
    enum class State : std::uint8_t { Compared, TargetOnly, GoldenOnly };
    State state = State::Compared;
    std::string target, golden;                     ///< the packages; empty: none
    std::vector<EnvironmentDifference> differences; ///< by kind, then name
    std::size_t equal = 0;                          ///< facts that both have alike
    Message headline;                               ///< a sentence without a full stop
    std::vector<Message> notes;                     ///< what could not be compared, and why

    [[nodiscard]] std::string text() const { return headline.text(); } ///< in English
};
[[nodiscard]] std::string_view environmentStateWord(EnvironmentDifferences::State state);

/// Null where neither side has a package of config_check.
[[nodiscard]] std::shared_ptr<const EnvironmentDifferences> environmentDifferences(
    const std::optional<RunEnvironment>& target, const std::optional<RunEnvironment>& golden);
/// "torch: 2.1.0 in the target, 2.5.1 in golden"
[[nodiscard]] Message environmentLine(const EnvironmentDifference& difference);
/// Member `environment_differences` of an object that is open; null where there are none to speak of.
void writeEnvironment(JsonWriter& json, const EnvironmentDifferences* differences);

} // namespace dumpscope::core
