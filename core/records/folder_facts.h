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
    std::string run;         ///< time folder of offline dumps
    std::optional<std::int64_t> deviceId;
    std::optional<std::int64_t> rank;
    std::string model; ///< name of model or network
    std::optional<std::int64_t> modelId;
    std::optional<std::int64_t> graphId;
    std::optional<std::int64_t> step;
    bool namesLosePath = false; ///< operator names here have '/' replaced by '_' or their scope removed
    /// The folder holds tensors that the files of the folder above list (`dump_tensor_data`).
    bool belongsToParent = false;

    bool operator==(const FolderFacts&) const = default;
};

} // namespace dumpscope::core
