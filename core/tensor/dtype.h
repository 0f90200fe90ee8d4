// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Element types of all formats (docs/formats/ascend-dump-binary.md 4, docs/formats/mindspore-dump.md 4). The
/// numbers are those of no format; readers translate.
enum class DType : std::uint8_t {
    Unknown, ///< bytes without a known type (shown as uint8)
    Bool,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex32, ///< two float16
    Complex64,
    Complex128,
    Float8E4M3FN,
    Float8E5M2,
    Float8E8M0,
    HiFloat8,
    Int4,  ///< two per byte, low nibble first
    UInt1, ///< eight per byte, most significant bit first
    // All but UInt4: raw codes only, no values (docs/formats/readings.md 1): packing or meaning is not
    // documented.
    UInt4, ///< two per byte, low nibble first (ONNX)
    Int2,
    UInt2,
    Float6E3M2,
    Float6E2M3,
    Float4E2M1,
    Float4E1M2,
    HiFloat4,
    HiFloat4Scale,
    QInt8,
    QInt16,
    QInt32,
    QUInt8,
    QUInt16,
    DualSubInt8,
    DualSubUInt8,
    Dual,
    Resource, ///< 8-byte handle
    Variant,
    String, ///< 16-byte {address, length} element header
    StringRef,
    Float8E4M3FNUZ,    ///< no infinities, no negative zero: 0x80 is NaN
    Float8E5M2FNUZ,    ///< as Float8E4M3FNUZ
    Float8E4M3,        ///< with infinities, as IEEE 754 has them
    Float8E3M4,        ///< as Float8E4M3
    Float8E4M3B11FNUZ, ///< as Float8E4M3FNUZ
};
inline constexpr int kDTypeCount = static_cast<int>(DType::Float8E4M3B11FNUZ) + 1;

enum class DTypeClass : std::uint8_t { Bool, Signed, Unsigned, Float, Complex, Opaque };

struct DTypeInfo {
    DType dtype;
    std::string_view name; ///< NumPy's or ml_dtypes' name, `hifloat8`; docs/contract.md 3
    DTypeClass kind;
    std::uint16_t bits;        ///< stored bits per element
    bool hasValues;            ///< false: only raw codes can be shown, values are `unsupported`
    std::string_view npyDescr; ///< little-endian .npy descr, empty if NumPy has none
};

[[nodiscard]] const DTypeInfo& dtypeInfo(DType dtype);
[[nodiscard]] inline std::string_view dtypeName(DType dtype)
{
    return dtypeInfo(dtype).name;
}
/// For places without room: `f16`, `bf16`, `i8`, `u8`, `f8e4m3fn`; no two types share one.
[[nodiscard]] std::string shortDtypeName(DType dtype);
/// Accepts the names of dtypeInfo, MindSpore's (`Float32`, `BFloat16`), torch's (`torch.float32`,
/// `torch.half`), CANN's (`DT_FLOAT`), case-insensitively.
[[nodiscard]] std::optional<DType> dtypeFromName(std::string_view name);
/// docs/formats/ascend-dump-binary.md 1.2 OutputDataType; nullopt for undefined numbers.
[[nodiscard]] std::optional<DType> dtypeFromAscend(int number);
/// CANN's name of the number ("DT_FLOAT"), empty if unknown.
[[nodiscard]] std::string_view ascendDtypeName(int number);
/// ge::DataType numbering (docs/formats/ascend-dump-binary.md 1.6).
[[nodiscard]] std::optional<DType> dtypeFromGe(int number);

/// Stored bytes of `elements` elements, rounded up to whole bytes; nullopt on overflow.
[[nodiscard]] std::optional<std::uint64_t> storedBytes(DType dtype, std::uint64_t elements);
[[nodiscard]] inline bool isSubByte(DType dtype)
{
    return dtypeInfo(dtype).bits % 8 != 0;
}
[[nodiscard]] inline bool isComplex(DType dtype)
{
    return dtypeInfo(dtype).kind == DTypeClass::Complex;
}
[[nodiscard]] inline bool isFloating(DType dtype)
{
    return dtypeInfo(dtype).kind == DTypeClass::Float;
}

/// Bytes of one element as ElementStream returns it: sub-byte types are unpacked to one byte (Int4 -> int8,
/// UInt1/UInt4 -> uint8, raw-code types -> uint8), others keep their size.
[[nodiscard]] std::uint32_t unpackedBytes(DType dtype);

} // namespace dumpscope::core
