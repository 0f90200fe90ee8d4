// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/task.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// construct.json of msprobe (docs/formats/msprobe-dump.md 5): the callers of modules and APIs.
struct MsprobeConstruct {
    struct Entry {
        std::string name, parent; ///< parent empty: called by the network itself
        std::optional<std::int64_t> microStep;
    };
    std::vector<Entry> entries; ///< file order
    std::optional<std::int64_t> microSteps;
    std::vector<Diagnostic> problems;
};
/// A damaged text gives the entries before the damage. Errors: Code::BadSyntax when the text is no JSON
/// object, Code::Truncated when it is empty, Code::Cancelled.
[[nodiscard]] Result<MsprobeConstruct> parseMsprobeConstruct(std::string_view text, TaskContext& task);
/// Whether the text begins with an entry of construct.json; it may end anywhere.
[[nodiscard]] bool isMsprobeConstruct(std::string_view text);

/// Path of the module that called the entry, '/' between its parts; for a module that of the module around
/// it.
[[nodiscard]] std::string msprobeScope(std::string_view name, std::string_view parent);

/// stack.json of msprobe (docs/formats/msprobe-dump.md 6): lines of the program, innermost first.
struct MsprobeStacks {
    struct Frame {
        std::string file, function, code; ///< only `code` where the frame is no line of a file
        std::uint32_t line = 0;
    };
    struct Stack {
        std::vector<std::string> names; ///< entries that share it
        std::vector<Frame> frames;
    };
    std::vector<Stack> stacks; ///< file order
    std::vector<Diagnostic> problems;
};
/// Reads both forms: numbered groups, and a name with its frames. Errors: as parseMsprobeConstruct.
[[nodiscard]] Result<MsprobeStacks> parseMsprobeStacks(std::string_view text, TaskContext& task);
[[nodiscard]] bool isMsprobeStacks(std::string_view text);
/// The frames of one stack, a JSON list of texts. What is damaged ends it.
[[nodiscard]] std::vector<MsprobeStacks::Frame> parseMsprobeFrames(std::string_view list);

} // namespace dumpscope::core
