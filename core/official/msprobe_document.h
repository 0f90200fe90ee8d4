// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "metrics/statistics_metrics.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// One side of a line in a result of msprobe compare: a tensor, a scalar or `null`.
struct MsprobeLine {
    enum class State : std::uint8_t { Input, Parameter, Output, Gradient };

    std::string name;            ///< with keywords as `input.<key>`, or the name of the tensor's file
    std::string dtype, shape;    ///< torch.float32, <class 'int'>; [2, 3]; `None`
    std::string requiresGrad;    ///< True, False; empty if it is not recorded
    std::string dataName = "-1"; ///< file of the values; "-1": none
    std::string md5;             ///< empty: none
    StatisticRow summary;        ///< Max, Min, Mean, Norm
    std::uint32_t entry = 0;     ///< number in `entries`
    State state = State::Input;
};

struct MsprobeResultEntry {
    std::string name; ///< Torch.add.0.forward
    std::string stem; ///< without count and direction
    std::string call; ///< count and direction as spelled: 0.forward or forward.0
    bool isBackward = false;
    std::uint32_t backwardTurn = 0;     ///< number of earlier backward entries of the stem
    std::uint32_t first = 0, count = 0; ///< lines
};

/// dump.json (or debug.json) as msprobe compare reads it (docs/formats/comparison.md 3.4, 4.3;
/// docs/formats/msprobe-dump.md 11): every argument is a line, inputs before parameters, outputs and
/// gradients.
struct MsprobeDocument {
    std::string task, framework;
    bool hasChecksums = false; ///< the dump was made for `md5`
    std::vector<MsprobeResultEntry> entries;
    std::vector<MsprobeLine> lines;
    // From the other files of the folder, by name of the entry; absent without the file.
    std::optional<std::map<std::string, std::vector<std::string>, std::less<>>> stacks;
    std::optional<std::map<std::string, std::string, std::less<>>> parents;

    /// Errors: Code::BadSyntax for no JSON object, those of JsonCursor, Code::Cancelled.
    [[nodiscard]] static Result<MsprobeDocument> parse(
        std::string_view text, bool isDebug, TaskContext& task);
};

/// stack.json by entry: lines of the program, innermost first.
[[nodiscard]] Result<std::map<std::string, std::vector<std::string>, std::less<>>> parseMsprobeStackTexts(
    std::string_view text);
/// construct.json by entry: the module that called it, empty for the network itself.
[[nodiscard]] Result<std::map<std::string, std::string, std::less<>>> parseMsprobeParents(
    std::string_view text);

} // namespace dumpscope::core
