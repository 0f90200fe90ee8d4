// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/wide_integer.h"
#include "io/json_cursor.h"
#include "readers/piece_strings.h"
#include "records/message_pool.h"
#include "records/tensor_record.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Text columns about tensors in addition to their statistics, by their keys (docs/formats/msprobe-dump.md
/// 3.1, 2.2).
inline constexpr std::array<std::string_view, 8> kMsprobeAttributes {"type", "requires_grad", "is_recompute",
    "is_nan", "device_mesh", "placements", "layout", "hsdp_shard_size"};

/// One entry of dump.json in the text.
struct MsprobeEntryText {
    std::string name;
    std::string_view value;
    std::uint64_t offset = 0;   ///< of the value in the file
    std::uint32_t position = 0; ///< among the entries
};

/// Contents of some entries; texts are numbers of `strings`.
struct MsprobePiece {
    static constexpr std::size_t kValues = 4; ///< Max, Min, Mean, Norm

    struct Row {
        std::uint32_t opName = 0, opType = 0, entry = 0, dtypeText = 0, shapeText = 0, dataName = 0;
        std::uint32_t digest = 0, position = 0;
        MessageId problem {0U};
        std::array<std::uint32_t, kMsprobeAttributes.size()> attributes {};
        std::array<std::optional<double>, kValues> values;
        std::array<std::optional<WideInteger>, kValues> exactIntegers; ///< that `values` round
        Io io = Io::Unknown;
        std::int32_t slot = -1;
        DType dtype = DType::Unknown;
    };
    struct Scalar {
        std::uint32_t opName = 0, entry = 0, type = 0, value = 0;
        Io io = Io::Unknown;
        std::int32_t slot = -1;
    };

    PieceStrings strings;
    MessagePool messages; ///< of the rows' problems
    std::vector<Row> rows;
    std::vector<Scalar> scalars;
    std::size_t droppedScalars = 0;
    std::array<bool, kValues> hasValue {}; ///< the key occurs
    std::vector<Diagnostic> problems;
};

/// Adds the tensors and scalars of one entry. A damage ends the entry: values before it stay.
void readMsprobeEntry(const MsprobeEntryText& entry, MsprobePiece& piece);

} // namespace dumpscope::core
