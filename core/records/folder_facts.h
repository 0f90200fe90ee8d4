// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Facts about the files of a directory from its path (docs/contract.md 3, layout columns).
struct FolderFacts {
    std::string_view layout; ///< id of the layout that matched, empty if none
    std::string run; ///< folder of the dump below the opened one, where there are several; time folder of
                     ///< offline dumps
    std::optional<std::int64_t> deviceId;
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> process;           ///< id of a process that has recorded no rank
    std::optional<std::int64_t> tensorRank, stage; ///< of tensor and pipeline parallelism, where names say
    std::string model;                             ///< name of model or network
    std::optional<std::int64_t> modelId;
    std::optional<std::int64_t> graphId;
    std::optional<std::int64_t> step;
    /// Operator or module that the folder is named after, where files have only the role (`input_0.pth`).
    std::string module;
    bool namesLosePath = false; ///< operator names here have '/' replaced by '_' or their scope removed
    /// The folder holds tensors that the files of the folder above list (`dump_tensor_data`).
    bool belongsToParent = false;
    // Where the folder itself names an operator (docs/formats/llm-era.md 1.4); name grammars pass
    // them on.
    std::string opName, opType;
    std::uint32_t operatorLevels
        = 0; ///< folders down from the file that lists tensors, where operators are nested
    std::optional<std::uint32_t> occurrence; ///< of every tensor here, where the folder counts writes
    bool occurrencesAreMembers = false; ///< recorded ones number members of a list argument, not executions
    bool timesArePositions = false; ///< equal times are one operator's, and they rise in order of execution

    bool operator==(const FolderFacts&) const = default;
};

/// How many folders lie between the tensors of a folder and the file that lists them.
[[nodiscard]] inline std::uint32_t levelsBelowTable(const FolderFacts& facts)
{
    return facts.belongsToParent ? 1 : facts.operatorLevels;
}

} // namespace dumpscope::core
