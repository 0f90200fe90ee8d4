// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// What a directory's path says about the files in it (docs/contract.md 3, layout columns).
struct FolderFacts {
    std::string_view layout; ///< id of the layout that matched, empty if none
    std::string run;         ///< time folder of offline dumps
    std::optional<std::int64_t> deviceId;
    std::optional<std::int64_t> rank;
    std::string model; ///< model or net name
    std::optional<std::int64_t> modelId;
    std::optional<std::int64_t> graphId;
    std::optional<std::int64_t> step;
    bool namesLosePath = false; ///< op names here have '/' replaced by '_' or cut off
    /// The folder holds tensors that the files of the folder above list (`dump_tensor_data`).
    bool belongsToParent = false;

    bool operator==(const FolderFacts&) const = default;
};

} // namespace dumpscope::core
