// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A tensor of a dump file to be written. Numbers are those of the file
/// (docs/formats/ascend-dump-binary.md 1.2).
struct AscendTensorToWrite {
    struct Origin {
        std::string name;
        std::uint32_t outputIndex = 0;
        int geType = 0; ///< ge::DataType (1.6)
    };
    int dataType = 0;
    int format = 2; ///< ND
    std::vector<std::int64_t> dims;
    ByteSpan bytes;               ///< not owned
    std::optional<Origin> origin; ///< of outputs
};

struct AscendDumpToWrite {
    std::uint64_t dumpTime = 0; ///< microseconds since 1970
    std::string opName;
    std::vector<AscendTensorToWrite> inputs, outputs;
};

/// Length and header of the standard container (docs/formats/ascend-dump-binary.md 1.1). After them the file
/// has the bytes of the inputs, then of the outputs, without gaps.
[[nodiscard]] std::string ascendDumpHeader(const AscendDumpToWrite& dump);

} // namespace dumpscope::core
