// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/dtype.h"

#include "io/byte_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace dumpscope::core {

namespace {

using enum DTypeClass;

// Packing of the types marked "codes" is not documented (docs/formats/ascend-dump-binary.md 4, known unknown
// 4).
constexpr std::array<DTypeInfo, kDTypeCount> kInfos {{
    {DType::Unknown, "unknown", Opaque, 8, false, "|u1"},
    {DType::Bool, "bool", Bool, 8, true, "|b1"},
    {DType::Int8, "int8", Signed, 8, true, "|i1"},
    {DType::UInt8, "uint8", Unsigned, 8, true, "|u1"},
    {DType::Int16, "int16", Signed, 16, true, "<i2"},
    {DType::UInt16, "uint16", Unsigned, 16, true, "<u2"},
    {DType::Int32, "int32", Signed, 32, true, "<i4"},
    {DType::UInt32, "uint32", Unsigned, 32, true, "<u4"},
    {DType::Int64, "int64", Signed, 64, true, "<i8"},
    {DType::UInt64, "uint64", Unsigned, 64, true, "<u8"},
    {DType::Float16, "float16", Float, 16, true, "<f2"},
    {DType::BFloat16, "bfloat16", Float, 16, true, ""},
    {DType::Float32, "float32", Float, 32, true, "<f4"},
    {DType::Float64, "float64", Float, 64, true, "<f8"},
    {DType::Complex32, "complex32", Complex, 32, true, ""},
    {DType::Complex64, "complex64", Complex, 64, true, "<c8"},
    {DType::Complex128, "complex128", Complex, 128, true, "<c16"},
    {DType::Float8E4M3FN, "float8_e4m3fn", Float, 8, true, ""},
    {DType::Float8E5M2, "float8_e5m2", Float, 8, true, ""},
    {DType::Float8E8M0, "float8_e8m0fnu", Float, 8, true, ""},
    {DType::HiFloat8, "hifloat8", Float, 8, true, ""},
    {DType::Int4, "int4", Signed, 4, true, ""},
    {DType::UInt1, "uint1", Unsigned, 1, true, ""},
    {DType::UInt4, "uint4", Unsigned, 4, true, ""},
    {DType::Int2, "int2", Opaque, 2, false, ""},
    {DType::UInt2, "uint2", Opaque, 2, false, ""},
    {DType::Float6E3M2, "float6_e3m2fn", Opaque, 6, false, ""},
    {DType::Float6E2M3, "float6_e2m3fn", Opaque, 6, false, ""},
    {DType::Float4E2M1, "float4_e2m1fn", Opaque, 4, false, ""},
    {DType::Float4E1M2, "float4_e1m2", Opaque, 4, false, ""},
    {DType::HiFloat4, "hifloat4", Opaque, 4, false, ""},
    {DType::HiFloat4Scale, "hifloat4_scale", Opaque, 8, false, ""},
    {DType::QInt8, "qint8", Signed, 8, true, "|i1"},
    {DType::QInt16, "qint16", Signed, 16, true, "<i2"},
    {DType::QInt32, "qint32", Signed, 32, true, "<i4"},
    {DType::QUInt8, "quint8", Unsigned, 8, true, "|u1"},
    {DType::QUInt16, "quint16", Unsigned, 16, true, "<u2"},
    {DType::DualSubInt8, "dual_sub_int8", Opaque, 8, false, ""},
    {DType::DualSubUInt8, "dual_sub_uint8", Opaque, 8, false, ""},
    {DType::Dual, "dual", Opaque, 40, false, ""},
    {DType::Resource, "resource", Signed, 64, true, "<i8"},
    {DType::Variant, "variant", Opaque, 64, false, ""},
    {DType::String, "string", Opaque, 128, false, ""},
    {DType::StringRef, "string_ref", Opaque, 128, false, ""},
    {DType::Float8E4M3FNUZ, "float8_e4m3fnuz", Float, 8, true, ""},
    {DType::Float8E5M2FNUZ, "float8_e5m2fnuz", Float, 8, true, ""},
    {DType::Float8E4M3, "float8_e4m3", Float, 8, true, ""},
    {DType::Float8E3M4, "float8_e3m4", Float, 8, true, ""},
    {DType::Float8E4M3B11FNUZ, "float8_e4m3b11fnuz", Float, 8, true, ""},
}};

constexpr bool infosAreInEnumOrder()
{
    for (std::size_t i = 0; i < kInfos.size(); ++i) {
        if (static_cast<std::size_t>(kInfos[i].dtype) != i)
            return false;
    }
    return true;
}
static_assert(infosAreInEnumOrder());

struct AscendName {
    std::string_view name;
    DType dtype;
};

// docs/formats/ascend-dump-binary.md 1.2 OutputDataType.
constexpr std::array<AscendName, 43> kAscend {{
    {"DT_UNDEFINED", DType::Unknown},
    {"DT_FLOAT", DType::Float32},
    {"DT_FLOAT16", DType::Float16},
    {"DT_INT8", DType::Int8},
    {"DT_UINT8", DType::UInt8},
    {"DT_INT16", DType::Int16},
    {"DT_UINT16", DType::UInt16},
    {"DT_INT32", DType::Int32},
    {"DT_INT64", DType::Int64},
    {"DT_UINT32", DType::UInt32},
    {"DT_UINT64", DType::UInt64},
    {"DT_BOOL", DType::Bool},
    {"DT_DOUBLE", DType::Float64},
    {"DT_STRING", DType::String},
    {"DT_DUAL_SUB_INT8", DType::DualSubInt8},
    {"DT_DUAL_SUB_UINT8", DType::DualSubUInt8},
    {"DT_COMPLEX64", DType::Complex64},
    {"DT_COMPLEX128", DType::Complex128},
    {"DT_QINT8", DType::QInt8},
    {"DT_QINT16", DType::QInt16},
    {"DT_QINT32", DType::QInt32},
    {"DT_QUINT8", DType::QUInt8},
    {"DT_QUINT16", DType::QUInt16},
    {"DT_RESOURCE", DType::Resource},
    {"DT_STRING_REF", DType::StringRef},
    {"DT_DUAL", DType::Dual},
    {"DT_VARIANT", DType::Variant},
    {"DT_BF16", DType::BFloat16},
    {"DT_INT4", DType::Int4},
    {"DT_UINT1", DType::UInt1},
    {"DT_INT2", DType::Int2},
    {"DT_UINT2", DType::UInt2},
    {"DT_COMPLEX32", DType::Complex32},
    {"DT_HIFLOAT8", DType::HiFloat8},
    {"DT_FLOAT8_E5M2", DType::Float8E5M2},
    {"DT_FLOAT8_E4M3FN", DType::Float8E4M3FN},
    {"DT_FLOAT8_E8M0", DType::Float8E8M0},
    {"DT_FLOAT6_E3M2", DType::Float6E3M2},
    {"DT_FLOAT6_E2M3", DType::Float6E2M3},
    {"DT_FLOAT4_E2M1", DType::Float4E2M1},
    {"DT_FLOAT4_E1M2", DType::Float4E1M2},
    {"DT_HIFLOAT4", DType::HiFloat4},
    {"DT_HIFLOAT4_SCALE", DType::HiFloat4Scale},
}};

// docs/formats/ascend-dump-binary.md 1.6 ge::DataType; number 5 is reserved.
constexpr DType kReservedGe = DType::Unknown;
constexpr std::array<DType, 44> kGe {DType::Float32, DType::Float16, DType::Int8, DType::Int32, DType::UInt8,
    kReservedGe, DType::Int16, DType::UInt16, DType::UInt32, DType::Int64, DType::UInt64, DType::Float64,
    DType::Bool, DType::String, DType::DualSubInt8, DType::DualSubUInt8, DType::Complex64, DType::Complex128,
    DType::QInt8, DType::QInt16, DType::QInt32, DType::QUInt8, DType::QUInt16, DType::Resource,
    DType::StringRef, DType::Dual, DType::Variant, DType::BFloat16, DType::Unknown, DType::Int4, DType::UInt1,
    DType::Int2, DType::UInt2, DType::Complex32, DType::HiFloat8, DType::Float8E5M2, DType::Float8E4M3FN,
    DType::Float8E8M0, DType::Float6E3M2, DType::Float6E2M3, DType::Float4E2M1, DType::Float4E1M2,
    DType::HiFloat4, DType::HiFloat4Scale};

struct DtypeAlias {
    std::string_view name;
    DType dtype;
};

// Spellings of PyTorch, MindSpore and CANN that are not simply ours in another case.
constexpr std::array kDtypeAliases {DtypeAlias {"float", DType::Float32},
    DtypeAlias {"double", DType::Float64}, DtypeAlias {"half", DType::Float16},
    DtypeAlias {"fp16", DType::Float16}, DtypeAlias {"fp32", DType::Float32},
    DtypeAlias {"fp64", DType::Float64}, DtypeAlias {"bf16", DType::BFloat16},
    DtypeAlias {"byte", DType::UInt8}, DtypeAlias {"char", DType::Int8}, DtypeAlias {"short", DType::Int16},
    DtypeAlias {"int", DType::Int32}, DtypeAlias {"long", DType::Int64}, DtypeAlias {"bool_", DType::Bool},
    DtypeAlias {"chalf", DType::Complex32}, DtypeAlias {"cfloat", DType::Complex64},
    DtypeAlias {"cdouble", DType::Complex128}, DtypeAlias {"hif8", DType::HiFloat8},
    DtypeAlias {"float8_e8m0", DType::Float8E8M0}, DtypeAlias {"float6_e3m2", DType::Float6E3M2},
    DtypeAlias {"float6_e2m3", DType::Float6E2M3}, DtypeAlias {"float4_e2m1", DType::Float4E2M1},
    DtypeAlias {"float4_e1m2fn", DType::Float4E1M2}, DtypeAlias {"float8e4m3fn", DType::Float8E4M3FN},
    DtypeAlias {"float8e5m2", DType::Float8E5M2}, DtypeAlias {"float8e8m0", DType::Float8E8M0},
    DtypeAlias {"undefined", DType::Unknown}};

std::string_view withoutPrefix(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kPrefixes {
        "torch.", "torch_npu.", "mindspore.", "numpy.", "knumbertype", "dt_"};
    for (const std::string_view prefix : kPrefixes) {
        if (name.starts_with(prefix))
            return name.substr(prefix.size());
    }
    return name;
}

} // namespace

const DTypeInfo& dtypeInfo(DType dtype)
{
    const auto index = static_cast<std::size_t>(dtype);
    return kInfos[index < kInfos.size() ? index : 0];
}

std::string shortDtypeName(DType dtype)
{
    const std::string_view name = dtypeName(dtype);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kKinds {
        {{"float", "f"}, {"complex", "c"}, {"uint", "u"}, {"int", "i"}}};
    for (const auto& [kind, letter] : kKinds) {
        const std::size_t at = name.find(kind);
        // `dual_sub_int8` is no number of 8 bits.
        if (at == std::string_view::npos || name.substr(0, at).ends_with('_'))
            continue;
        std::string text(name.substr(0, at));
        text += letter;
        text += name.substr(at + kind.size());
        std::erase(text, '_');
        return text;
    }
    return std::string(name);
}

std::optional<DType> dtypeFromName(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
        [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::string_view bare = withoutPrefix(lower);
    for (const DTypeInfo& info : kInfos) {
        if (info.name == bare)
            return info.dtype;
    }
    for (const DtypeAlias& alias : kDtypeAliases) {
        if (alias.name == bare)
            return alias.dtype;
    }
    return std::nullopt;
}

std::optional<DType> dtypeFromAscend(int number)
{
    if (number < 0 || number >= static_cast<int>(kAscend.size()))
        return std::nullopt;
    return kAscend[static_cast<std::size_t>(number)].dtype;
}

std::string_view ascendDtypeName(int number)
{
    if (number < 0 || number >= static_cast<int>(kAscend.size()))
        return {};
    return kAscend[static_cast<std::size_t>(number)].name;
}

std::optional<DType> dtypeFromGe(int number)
{
    constexpr int kReservedNumber = 5;
    if (number < 0 || number >= static_cast<int>(kGe.size()) || number == kReservedNumber)
        return std::nullopt;
    return kGe[static_cast<std::size_t>(number)];
}

std::optional<std::uint64_t> storedBytes(DType dtype, std::uint64_t elements)
{
    const std::uint64_t bits = dtypeInfo(dtype).bits;
    std::uint64_t bytes = 0;
    if (bits % 8 == 0)
        return checkedMul(elements, bits / 8, bytes) ? std::optional(bytes) : std::nullopt;
    // Whole groups of eight elements take exactly `bits` bytes, so nothing overflows early.
    if (!checkedMul(elements / 8, bits, bytes))
        return std::nullopt;
    const std::uint64_t rest = ((elements % 8) * bits + 7) / 8;
    return checkedAdd(bytes, rest, bytes) ? std::optional(bytes) : std::nullopt;
}

std::uint32_t unpackedBytes(DType dtype)
{
    return (dtypeInfo(dtype).bits + 7U) / 8U;
}

} // namespace dumpscope::core
