// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/memory_format.h"

#include "base/text.h"
#include "tensor/format_axes.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

// docs/formats/ascend-dump-binary.md 1.2 OutputFormat, by number, and the continuation in ge::Format.
constexpr std::array<std::string_view, 55> kNames {"NCHW", "NHWC", "ND", "NC1HWC0", "FRACTAL_Z", "NC1C0HWPAD",
    "NHWC1C0", "FSR_NCHW", "FRACTAL_DECONV", "C1HWNC0", "FRACTAL_DECONV_TRANSPOSE",
    "FRACTAL_DECONV_SP_STRIDE_TRANS", "NC1HWC0_C04", "FRACTAL_Z_C04", "CHWN",
    "FRACTAL_DECONV_SP_STRIDE8_TRANS", "HWCN", "NC1KHKWHWC0", "BN_WEIGHT", "FILTER_HWCK",
    "HASHTABLE_LOOKUP_LOOKUPS", "HASHTABLE_LOOKUP_KEYS", "HASHTABLE_LOOKUP_VALUE", "HASHTABLE_LOOKUP_OUTPUT",
    "HASHTABLE_LOOKUP_HITS", "C1HWNCoC0", "MD", "NDHWC", "FRACTAL_ZZ", "FRACTAL_NZ", "NCDHW", "DHWCN",
    "NDC1HWC0", "FRACTAL_Z_3D", "CN", "NC", "DHWNC", "FRACTAL_Z_3D_TRANSPOSE", "FRACTAL_ZN_LSTM",
    "FRACTAL_Z_G", "RESERVED", "ALL", "NULL", "ND_RNN_BIAS", "FRACTAL_ZN_RNN", "YUV", "YUV_A", "NCL",
    "FRACTAL_Z_WINO", "C1HWC0", "FRACTAL_NZ_C0_16", "FRACTAL_NZ_C0_32", "FRACTAL_NZ_C0_2", "FRACTAL_NZ_C0_4",
    "FRACTAL_NZ_C0_8"};

struct FormatAlias {
    std::string_view name; ///< upper case
    MemoryFormat format;
};

constexpr MemoryFormat numbered(unsigned number)
{
    return static_cast<MemoryFormat>(number);
}

// Spellings of MindSpore (docs/formats/mindspore-dump.md 3.3), adump and msaccucmp
// (docs/formats/ascend-dump-binary.md 1.2).
constexpr std::array kFormatAliases {FormatAlias {"DEFAULTFORMAT", MemoryFormat::Unspecified},
    FormatAlias {"FRACZ", MemoryFormat::FractalZ}, FormatAlias {"DHWCH", MemoryFormat::DHWCN},
    FormatAlias {"NYUV", numbered(45)}, FormatAlias {"NYUV_A", numbered(46)},
    FormatAlias {"DECONV_SP_STRIDE8_TRANS", numbered(15)}, FormatAlias {"LOOKUP_LOOKUPS", numbered(20)},
    FormatAlias {"LOOKUP_KEYS", numbered(21)}, FormatAlias {"LOOKUP_VALUE", numbered(22)},
    FormatAlias {"LOOKUP_OUTPUT", numbered(23)}, FormatAlias {"LOOKUP_HITS", numbered(24)}};

} // namespace

std::string_view formatName(MemoryFormat format)
{
    const auto number = static_cast<std::size_t>(format);
    return number < kNames.size() ? kNames[number] : std::string_view {};
}

std::optional<MemoryFormat> formatFromName(std::string_view name)
{
    constexpr std::string_view kPrefix = "FORMAT_";
    if (name.size() > kPrefix.size() && equalsIgnoreCase(name.substr(0, kPrefix.size()), kPrefix))
        name.remove_prefix(kPrefix.size());
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (equalsIgnoreCase(kNames[i], name) && !name.empty())
            return static_cast<MemoryFormat>(i);
    }
    for (const FormatAlias& alias : kFormatAliases) {
        if (equalsIgnoreCase(alias.name, name))
            return alias.format;
    }
    return std::nullopt;
}

bool isDeviceFormat(MemoryFormat format)
{
    switch (format) {
    case MemoryFormat::NC1HWC0:
    case MemoryFormat::NC1HWC0_C04:
    case MemoryFormat::FractalZ:
    case MemoryFormat::FractalZ_C04:
    case MemoryFormat::C1HWNCoC0:
    case MemoryFormat::FractalZZ:
    case MemoryFormat::FractalNZ:
    case MemoryFormat::NDC1HWC0:
    case MemoryFormat::FractalZ3D:
    case MemoryFormat::FractalZ3DTranspose:
        return true;
    default:
        return static_cast<int>(format) >= 50 && static_cast<int>(format) <= 54; // FRACTAL_NZ_C0_*
    }
}

std::string_view axesOf(MemoryFormat format)
{
    switch (format) {
    case MemoryFormat::NCHW:
    case MemoryFormat::NHWC:
    case MemoryFormat::HWCN:
    case MemoryFormat::CHWN:
    case MemoryFormat::NCDHW:
    case MemoryFormat::NDHWC:
    case MemoryFormat::DHWCN:
    case MemoryFormat::DHWNC:
        return formatName(format);
    default:
        return {};
    }
}

bool isPermutation(MemoryFormat stored, MemoryFormat logical, std::size_t rank)
{
    const std::string_view from = axesOf(stored);
    const std::string_view to = axesOf(logical);
    return stored != logical && from.size() == rank && from.size() == to.size() && !from.empty();
}

} // namespace dumpscope::core
