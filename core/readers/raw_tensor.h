// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/reader.h"

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Interpretation of the bytes of a file without a header: a type, and a shape if it is known.
struct RawInterpretation {
    DType dtype = DType::Unknown;
    /// Absent: one axis, as long as the file. One extent may be kWholeFile.
    std::optional<Shape> shape;
    std::uint64_t offset = 0; ///< bytes before the first element
    /// Device layout of the bytes; the shape may then be that of the host
    /// (docs/formats/mindspore-dump.md 3.1).
    MemoryFormat format = MemoryFormat::Unspecified;

    static constexpr std::int64_t kWholeFile = -1; ///< an extent that follows from the file's size
};

/// From the user's words: a type as `dtypeFromName` accepts it, extents like `1,3,224,224` or `2x-1` (empty:
/// unknown), an offset in bytes. Errors: Code::Usage.
[[nodiscard]] Result<RawInterpretation> parseRawInterpretation(
    std::string_view dtype, std::string_view shape, std::uint64_t offset = 0);

/// From the type and shape in a file's name; nothing when one of them is missing. The shape `0` means a
/// scalar.
[[nodiscard]] std::optional<RawInterpretation> rawInterpretationOf(const NameFacts& facts);

/// One record; a size that does not match the shape is explained in its problem.
[[nodiscard]] FileContents listRawTensor(const FileContext& file, const RawInterpretation& raw);
/// The bytes may be shorter than the shape. Errors: Code::BadSize for an offset after the end,
/// Code::BadShape, those of Source.
[[nodiscard]] Result<TensorView> openRawTensor(const FileContext& file, const RawInterpretation& raw);

} // namespace dumpscope::core
