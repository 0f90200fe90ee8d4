// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Header of a `.npy` file.
struct NpyHeader {
    int major = 1;
    int minor = 0;
    std::uint64_t dataOffset = 0; ///< bytes of magic, version, length and dictionary
    std::string descr;            ///< as written; the whole list for structured types
    bool structured = false;      ///< descr is a list of fields
    bool fortranOrder = false;
    Shape shape;
};

/// Headers above this are refused; NumPy writes 128 bytes for any ordinary array.
inline constexpr std::uint64_t kMaxNpyHeaderBytes = 1U << 20;

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";
[[nodiscard]] bool hasNpyMagic(ByteSpan head);
/// Bytes of the whole header, from the first 12 bytes of the file (fewer only if the file ends). Errors:
/// Code::BadHeader, Code::Truncated, Code::Unsupported (version), Code::Limit.
[[nodiscard]] Result<std::uint64_t> npyHeaderBytes(ByteSpan start);
/// Reads a complete header (`npyHeaderBytes` bytes). The dictionary is parsed as literals, never evaluated:
/// any key order, blanks, trailing commas, unknown keys. Errors: those of npyHeaderBytes, Code::BadShape.
[[nodiscard]] Result<NpyHeader> parseNpyHeader(ByteSpan header);

/// Element type of a descr, or why its values cannot be shown.
struct NpyType {
    DType dtype = DType::Unknown;
    bool bigEndian = false;
    Message unsupported;     ///< not empty: why it is no DType
    bool isNoNumber = false; ///< Python objects or texts
    Message note;            ///< remark on how the type was found
};

/// `nameDtype` is the dtype token of the file name (empty if none). It decides where the descr is no NumPy
/// type (`<h2`, `|V2`), else it is compared with the descr (docs/formats/mindspore-dump.md 4).
[[nodiscard]] NpyType npyType(const NpyHeader& header, std::string_view nameDtype);

} // namespace dumpscope::core
