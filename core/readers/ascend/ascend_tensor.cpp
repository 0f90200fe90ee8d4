// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_tensor.h"
#include "tensor/index_map.h"
#include "tensor/logical_choice.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace dumpscope::core {

namespace {

using Placement = StoredTensor::Placement;

bool isListed(const StoredTensor& tensor)
{
    return tensor.io == Io::Input || tensor.io == Io::Output;
}

void add(AscendTensor& meaning, const StoredTensor& tensor, Severity severity, Code code, Message message)
{
    meaning.findings.push_back({severity, code, std::move(message), tensor.payloadOffset});
}

DType knownType(const StoredTensor& tensor, std::string& text)
{
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    std::optional<DType> dtype;
    if (tensor.dataType >= 0 && tensor.dataType <= kMax) {
        const auto number = static_cast<int>(tensor.dataType);
        dtype = tensor.geNumbering ? dtypeFromGe(number) : dtypeFromAscend(number);
    }
    if (!dtype)
        text = std::to_string(tensor.dataType);
    return dtype.value_or(DType::Unknown);
}

std::optional<std::uint64_t> bytesOf(DType dtype, std::span<const std::int64_t> shape)
{
    const auto count = elementCount(shape);
    return count ? storedBytes(dtype, *count) : std::nullopt;
}

// Dynamic-shape inputs get their dimensions appended again at every dump (docs/formats/ascend-dump-binary.md
// 8).
bool isRepeated(const Shape& dims, std::size_t rank)
{
    if (rank == 0 || dims.size() <= rank || dims.size() % rank != 0)
        return false;
    for (std::size_t i = rank; i < dims.size(); ++i) {
        if (dims[i] != dims[i - rank])
            return false;
    }
    return true;
}

void makeFlat(AscendTensor& meaning, std::uint64_t bytes)
{
    const std::uint64_t bits = dtypeInfo(meaning.dtype).bits;
    const std::uint64_t whole = bytes / bits * 8 + bytes % bits * 8 / bits;
    meaning.shape = {static_cast<std::int64_t>(whole)};
    meaning.flat = true;
}

void takeShape(const StoredTensor& tensor, AscendTensor& meaning)
{
    meaning.shape = tensor.shape.dims;
    const std::size_t copy = tensor.originalShape.dims.size();
    if (isRepeated(meaning.shape, copy) && bytesOf(meaning.dtype, meaning.shape) != tensor.size) {
        const Shape once(meaning.shape.begin(), meaning.shape.begin() + static_cast<std::ptrdiff_t>(copy));
        if (bytesOf(meaning.dtype, once) == tensor.size)
            meaning.shape = once;
    }
}

struct ShapeTrouble {
    Message text;
    bool isSize = false; ///< the shape itself is right
};

// Whether the shape can stand for the bytes; otherwise a sentence.
std::optional<ShapeTrouble> troubleWithShape(const StoredTensor& tensor, const AscendTensor& meaning)
{
    const auto negative
        = std::find_if(meaning.shape.begin(), meaning.shape.end(), [](auto d) { return d < 0; });
    if (negative != meaning.shape.end())
        return ShapeTrouble {phrase("dimension %1", *negative)};
    if (meaning.shape.size() > kMaxRank || !tensor.shape.complete)
        return ShapeTrouble {tensor.shape.complete ? phrase("%1 dimensions", meaning.shape.size())
                                                   : phrase("more than %1 dimensions", meaning.shape.size())};
    const auto wanted = bytesOf(meaning.dtype, meaning.shape);
    if (!wanted)
        return ShapeTrouble {
            phrase("the product of shape %1 overflows, size is %2", shapeText(meaning.shape), tensor.size)};
    if (*wanted > tensor.size)
        return ShapeTrouble {phrase("size %1 is less than the shape needs (%2)", tensor.size, *wanted), true};
    if (*wanted < tensor.size)
        return ShapeTrouble {phrase("size %1 exceeds the shape's %2 bytes", tensor.size, *wanted), true};
    return std::nullopt;
}

void settleShape(const StoredTensor& tensor, AscendTensor& meaning)
{
    // A file cannot hold what is larger than 2^63-1 bytes; such sizes are cut anyway.
    const std::uint64_t size
        = std::min<std::uint64_t>(tensor.size, std::numeric_limits<std::int64_t>::max() / 64);
    if (!isListed(tensor) || meaning.dtype == DType::Unknown) {
        makeFlat(meaning, size); // bytes without a type
        return;
    }
    if (meaning.shape.empty()) {
        // The official tools read one element; a scalar is one only if the size agrees.
        if (bytesOf(meaning.dtype, {}) != tensor.size)
            makeFlat(meaning, size);
        return;
    }
    if (auto trouble = troubleWithShape(tensor, meaning)) {
        const bool sizeDiffers = trouble->isSize;
        if (sizeDiffers && tensor.placement == Placement::Cut)
            return; // what is wrong is reported with the missing bytes
        if (tensor.size == 0)
            meaning.state = TensorState::Empty;
        makeFlat(meaning, size);
        add(meaning, tensor, Severity::Warning, sizeDiffers ? Code::BadSize : Code::BadShape,
            phrase("%1: shown as %2 elements in a row", trouble->text, meaning.shape[0]));
    }
}

void settleState(const StoredTensor& tensor, AscendTensor& meaning)
{
    if (tensor.placement == Placement::LeftOut) {
        meaning.state = TensorState::Empty;
        add(meaning, tensor, Severity::Warning, Code::Suspicious,
            phrase("address-0 tensor without data: the writer left its %1 bytes out", tensor.size));
    } else if (tensor.placement == Placement::Cut) {
        meaning.state = TensorState::Truncated;
        add(meaning, tensor, Severity::Error, Code::Truncated,
            phrase("truncated: %1 of %2 bytes", tensor.payloadBytes, tensor.size));
    } else if (!meaning.dtypeText.empty()) {
        add(meaning, tensor, Severity::Warning, Code::BadDtype,
            phrase("data type number %1 is not defined: shown as bytes", meaning.dtypeText));
    } else if (!dtypeInfo(meaning.dtype).hasValues && meaning.dtype != DType::Unknown
        && meaning.state == TensorState::Ok) {
        meaning.state = TensorState::Unsupported;
        add(meaning, tensor, Severity::Hint, Code::Unsupported,
            phrase("values of %1 are not documented: raw codes only", dtypeName(meaning.dtype)));
    }
}

// Formats whose elements stand in the order of their dimensions.
bool isPlainFormat(MemoryFormat format)
{
    constexpr std::array<int, 14> kOthers {2, 34, 35, 40, 41, 42, 43, 47, 255, 0, 1, 14, 16, 26};
    const int number = static_cast<int>(format);
    return std::find(kOthers.begin(), kOthers.end(), number) != kOthers.end() || format == MemoryFormat::NDHWC
        || format == MemoryFormat::NCDHW || format == MemoryFormat::DHWCN || format == MemoryFormat::DHWNC;
}

// The extents with padding, for the formats whose device shape tells them alone.
std::optional<Shape> paddedExtents(MemoryFormat format, const Shape& device, MemoryFormat& order)
{
    Shape shape;
    const std::size_t rank = device.size();
    if (elementCount(device).value_or(0) == 0)
        return std::nullopt; // products of the other dimensions may overflow
    switch (format) {
    case MemoryFormat::FractalNZ:
    case MemoryFormat::FractalZZ:
        if (rank < 4)
            return std::nullopt;
        shape.assign(device.begin(), device.end() - 4);
        if (format == MemoryFormat::FractalNZ)
            shape.insert(
                shape.end(), {device[rank - 3] * device[rank - 2], device[rank - 4] * device[rank - 1]});
        else
            shape.insert(
                shape.end(), {device[rank - 4] * device[rank - 2], device[rank - 3] * device[rank - 1]});
        order = MemoryFormat::ND;
        return shape;
    case MemoryFormat::NC1HWC0:
    case MemoryFormat::NC1HWC0_C04:
        if (rank != 5)
            return std::nullopt;
        order = MemoryFormat::NCHW;
        return Shape {device[0], device[1] * device[4], device[2], device[3]};
    case MemoryFormat::NDC1HWC0:
        if (rank != 6)
            return std::nullopt;
        order = MemoryFormat::NCDHW;
        return Shape {device[0], device[2] * device[5], device[1], device[3], device[4]};
    default:
        return std::nullopt;
    }
}

void useStorageOrder(AscendLayout& layout, Message reason)
{
    layout.shape = layout.storage.storageShape;
    layout.storage.format = MemoryFormat::ND;
    layout.storage.logicalFormat = MemoryFormat::ND;
    layout.storage.logicalReason = std::move(reason);
}

void layOutPadded(AscendLayout& layout, DType dtype)
{
    MemoryFormat order = MemoryFormat::ND;
    auto extents = paddedExtents(layout.storage.format, layout.storage.storageShape, order);
    layout.storage.logicalFormat = order;
    if (!extents || !IndexMap::make(layout.storage, dtype, *extents)) {
        useStorageOrder(layout, phrase("the header has no original shape: storage order"));
        return;
    }
    layout.shape = std::move(*extents);
    layout.storage.logicalReason = phrase("the header has no original shape: extents with padding");
}

} // namespace

UnpackedFormat unpackFormat(std::uint64_t format, std::int64_t subFormat)
{
    constexpr std::uint64_t kMaxPacked = 0xFFFFFFFFU;
    constexpr std::array<std::uint32_t, 5> kFixedC0 {16, 32, 2, 4, 8}; // numbers 50-54
    constexpr std::uint64_t kFirstFixed = 50;
    UnpackedFormat result;
    if (format > kMaxPacked)
        return result; // negative: no format
    std::uint64_t number = format & 0xFFU;
    std::int64_t groups = subFormat;
    if (format > 0xFFU) {
        if (groups == 0)
            groups = static_cast<std::int64_t>(format >> 8U & 0xFFFFU);
        const auto code = static_cast<std::uint32_t>(format >> 24U & 0xFU);
        result.c0 = code == 0 ? 0 : 1U << (code - 1U);
    }
    if (number >= kFirstFixed && number < kFirstFixed + kFixedC0.size()) {
        result.c0 = kFixedC0[number - kFirstFixed];
        number = static_cast<std::uint64_t>(MemoryFormat::FractalNZ);
    }
    result.format = static_cast<MemoryFormat>(number);
    result.groups = groups > 1 && groups <= 0xFFFF ? static_cast<std::uint32_t>(groups) : 1;
    return result;
}

AscendTensor interpretTensor(const StoredTensor& tensor)
{
    AscendTensor meaning;
    if (isListed(tensor)) {
        meaning.dtype = knownType(tensor, meaning.dtypeText);
        const UnpackedFormat format = unpackFormat(tensor.format, tensor.subFormat);
        meaning.format = format.format;
        meaning.groups = format.groups;
        meaning.c0 = format.c0;
        // A dimension above 2^63-1 means "unknown" (docs/formats/mindspore-dump.md 3.6).
        const StoredShape& original = tensor.originalShape;
        if (!original.dims.empty() && !original.hasNegative() && original.dims.size() <= kMaxRank)
            meaning.originalShape = original.dims;
        if (tensor.originalOp)
            meaning.originalFormat = unpackFormat(tensor.originalOp->format, 0).format;
        takeShape(tensor, meaning);
    }
    settleShape(tensor, meaning);
    settleState(tensor, meaning);
    return meaning;
}

AscendLayout layOutTensor(const AscendTensor& tensor)
{
    AscendLayout layout;
    layout.storage.format = tensor.format;
    layout.storage.storageShape = tensor.shape;
    layout.storage.groups = tensor.groups;
    layout.storage.c0 = tensor.c0;
    layout.shape = tensor.shape;
    if (tensor.flat) {
        useStorageOrder(layout, phrase("the stored shape does not fit the bytes"));
        return layout;
    }
    const bool device = isDeviceFormat(tensor.format);
    if (!device && !isPlainFormat(tensor.format)) {
        useStorageOrder(layout, phrase("no rule for this format is documented: storage order"));
        return layout;
    }
    if (!tensor.originalShape) {
        if (device)
            layOutPadded(layout, tensor.dtype);
        return layout;
    }
    const auto choice
        = chooseLogicalFormat(layout.storage, tensor.dtype, *tensor.originalShape, tensor.originalFormat);
    if (choice) {
        layout.storage.logicalFormat = choice->format;
        layout.storage.logicalReason = choice->reason;
        if (const auto map = IndexMap::make(layout.storage, tensor.dtype, *tensor.originalShape)) {
            layout.shape = *tensor.originalShape;
            return layout;
        }
    }
    layout.failed = true;
    useStorageOrder(layout,
        choice ? phrase("original shape %1 does not belong to device shape %2",
            shapeText(*tensor.originalShape), shapeText(tensor.shape))
               : choice.error().message);
    return layout;
}

} // namespace dumpscope::core
