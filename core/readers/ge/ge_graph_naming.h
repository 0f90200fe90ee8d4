// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Parts of names like `ge_proto_00000018_graph_1_Build.txt` (docs/formats/ascendcl-capture.md 5.4). Views
/// into the name.
struct GeGraphName {
    std::string_view kind; ///< proto, onnx or readable
    std::uint64_t sequence = 0;
    bool singleOperator = false; ///< `aclop`
    std::optional<std::int64_t> graphId;
    std::string_view stage; ///< "Build", "PreRunBegin", …
};
[[nodiscard]] std::optional<GeGraphName> parseGeGraphName(std::string_view fileName);

/// The parts of the name as properties of the document: kind, sequence, stage, graph_id.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> geNameProperties(std::string_view fileName);

} // namespace dumpscope::core
