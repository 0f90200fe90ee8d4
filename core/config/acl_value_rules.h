// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

// Values of acl.json that are texts with a grammar of their own (docs/formats/ascendcl-capture.md 1.2, 1.5).

[[nodiscard]] std::span<const std::string_view> aclKernelDataWords();

[[nodiscard]] bool isAclWord(std::span<const std::string_view> words, std::string_view word);
/// "a/b/c", as the runtime lists what it expects.
[[nodiscard]] std::string aclWordList(std::span<const std::string_view> words);
/// The word nearest to what was typed; empty if none is near.
[[nodiscard]] std::string nearestAclWord(std::span<const std::string_view> words, std::string_view typed);

struct AclStepProblem {
    std::size_t item = 0;
    Message message;
};
/// "0|3-5|10", at most 100 items, as inclusive ranges. Nothing where the text is valid.
[[nodiscard]] std::optional<AclStepProblem> parseAclSteps(
    std::string_view text, std::vector<std::pair<std::uint64_t, std::uint64_t>>& steps);

/// What is wrong with a dump_path; nullopt if nothing. `folder`: where relative paths start.
struct AclPathProblem {
    Message message, fix;
};
[[nodiscard]] std::optional<AclPathProblem> checkAclDumpPath(
    const std::string& path, const std::string& folder);

/// A character of a path that the runtime takes in local paths only, and the graph engine in none.
[[nodiscard]] std::optional<std::string> unusualPathCharacter(std::string_view path);

} // namespace dumpscope::core
