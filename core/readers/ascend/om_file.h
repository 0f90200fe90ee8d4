// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "io/bytes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A part of an offline model: graph, weights, tasks, kernels.
struct OmPart {
    std::uint64_t type = 0;
    std::uint64_t offset = 0, size = 0; ///< in the file
};

/// Header and table of parts of an offline model (docs/formats/llm-era.md 10).
struct OmFile {
    static constexpr std::uint64_t kModelPart = 0; ///< type of the part that is a ge.proto.ModelDef

    std::string name;
    std::uint32_t version = 0, models = 1, irVersion = 0;
    bool isEncrypted = false;
    std::vector<OmPart> parts; ///< of all models
    std::vector<Diagnostic> problems;

    /// Errors: Code::BadHeader for other files, Code::Truncated.
    [[nodiscard]] static Result<OmFile> read(ByteSpan bytes);
};

[[nodiscard]] bool hasOmMagic(ByteSpan head);
/// "model", "weights", …; "part 9" for unknown types.
[[nodiscard]] std::string omPartName(std::uint64_t type);

} // namespace dumpscope::core
