// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/fusion_graph.h"
#include "compare/report/official_options.h"
#include "official/msaccucmp_dump.h"

#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// One line of msaccucmp's table before anything is measured. The tool writes `NaN` for missing values.
struct MsaccucmpJob {
    std::size_t index = 0;
    std::string opType = "NaN", targetName, goldenName = "*";
    std::string targetType = "NaN", targetAddress = "NaN", goldenType = "NaN", goldenAddress = "NaN";
    std::string tensor = "NaN", shape = "NaN", reason;
    std::string targetPath = "NaN", goldenPath = "NaN"; ///< as in the mapping table
    std::optional<std::int64_t> sequence;               ///< the operator's number in the rule file
    bool lacksOverflow = false; ///< the line lacks the cell of OverFlow (docs/formats/comparison.md 4.1)
    /// The pair to be measured; nothing: the line is complete without.
    struct Pair {
        TensorId target, golden;
        Shape targetShape, goldenShape; ///< of the headers
        bool isFused = false;           ///< aligned by the rule file
        MemoryFormat targetFormat = MemoryFormat::Unspecified;
        FusionOrigin origin {};
    };
    std::optional<Pair> pair;
};

/// Lines of two device dumps without a rule file (docs/formats/comparison.md 3.2). Empty where the official
/// run stops. Reads the headers of all files. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<MsaccucmpJob>> operatorJobs(
    const MsaccucmpDump& target, const MsaccucmpDump& golden, TaskContext& task);

/// Lines of a device dump against the original model (docs/formats/comparison.md 3.3), or against the device
/// dump of `unfused`, the same model compiled without fusion.
[[nodiscard]] Result<std::vector<MsaccucmpJob>> fusionJobs(const MsaccucmpDump& target,
    const MsaccucmpDump& golden, const FusionGraph& fusion, const FusionGraph* unfused,
    const OfficialOptions& options, TaskContext& task);

} // namespace dumpscope::core
