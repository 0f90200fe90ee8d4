// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/raw_tensor.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "readers/file_finding.h"
#include "tensor/storage_shape.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// An interpretation brought together with the size of a file.
struct Fitted {
    Shape shape;
    StorageLayout storage;
    std::uint64_t wanted = 0;    ///< bytes of the tensor
    std::uint64_t available = 0; ///< bytes behind the offset
    Message note;                ///< how the shape was found
};

std::optional<std::uint64_t> bytesOf(DType dtype, const Shape& shape)
{
    const auto count = elementCount(shape);
    return count ? storedBytes(dtype, *count) : std::nullopt;
}

std::uint64_t elementsIn(DType dtype, std::uint64_t bytes)
{
    const std::uint64_t bits = dtypeInfo(dtype).bits;
    return bits >= 8 ? bytes / (bits / 8) : bytes * 8 / bits;
}

/// Puts a number where the shape says "as long as the file".
void fillOpenExtent(Shape& shape, DType dtype, std::uint64_t available)
{
    const auto open = std::find(shape.begin(), shape.end(), RawInterpretation::kWholeFile);
    if (open == shape.end())
        return;
    *open = 1;
    const auto others = elementCount(shape);
    const std::uint64_t elements = elementsIn(dtype, available);
    *open = others && *others > 0 ? static_cast<std::int64_t>(elements / *others) : 0;
}

/// Raw device tensors carry the host's shape in their name where the writer knew it, else the device's.
/// Only the size tells which one.
void applyDeviceFormat(const RawInterpretation& raw, Fitted& fitted)
{
    if (!isDeviceFormat(raw.format))
        return;
    const MemoryFormat logical = fitted.shape.size() == 5 ? MemoryFormat::NCDHW
        : fitted.shape.size() == 4                        ? MemoryFormat::NCHW
                                                          : MemoryFormat::ND;
    const auto device = storageShapeFor(raw.format, logical, fitted.shape, raw.dtype);
    const auto deviceBytes = device ? bytesOf(raw.dtype, *device) : std::nullopt;
    if (!deviceBytes || *deviceBytes != fitted.available) {
        fitted.note
            = phrase("shown in storage order: %1", phrase("the name gives no host shape for this layout"));
        return;
    }
    fitted.storage.format = raw.format;
    fitted.storage.logicalFormat = logical;
    fitted.storage.storageShape = *device;
    fitted.wanted = *deviceBytes;
}

Result<Fitted> fit(const RawInterpretation& raw, std::uint64_t fileBytes)
{
    Fitted fitted;
    if (raw.offset > fileBytes)
        return fail(
            Code::BadSize, phrase("the first element is at byte %1, the file has %2", raw.offset, fileBytes));
    fitted.available = fileBytes - raw.offset;
    fitted.shape = raw.shape ? *raw.shape : Shape {RawInterpretation::kWholeFile};
    fillOpenExtent(fitted.shape, raw.dtype, fitted.available);
    const auto wanted = bytesOf(raw.dtype, fitted.shape);
    if (!wanted)
        return fail(Code::BadShape, phrase("shape %1 is larger than any file", shapeText(fitted.shape)));
    fitted.wanted = *wanted;
    fitted.storage.storageShape = fitted.shape;
    applyDeviceFormat(raw, fitted);
    return fitted;
}

/// What else would fit when a file has the wrong size.
Message advice(const RawInterpretation& raw, const Fitted& fitted)
{
    const auto count = elementCount(fitted.shape);
    if (!count || *count == 0 || fitted.available == 0)
        return {};
    if (fitted.available % *count == 0) {
        constexpr std::array<std::pair<std::uint64_t, std::string_view>, 5> kSizes {
            {{1, "int8, uint8 or bool"}, {2, "float16, bfloat16 or int16"}, {4, "float32 or int32"},
                {8, "float64, int64 or complex64"}, {16, "complex128"}}};
        for (const auto& [bytes, names] : kSizes) {
            if (bytes == fitted.available / *count)
                return bytes == 1 ? phrase("elements of %1 byte would fit (%2)", bytes, names)
                                  : phrase("elements of %1 bytes would fit (%2)", bytes, names);
        }
    }
    if (fitted.wanted > 0 && fitted.available % fitted.wanted == 0)
        return phrase("that is %1 times the shape", fitted.available / fitted.wanted);
    return phrase(
        "the file holds %1 elements of %2", elementsIn(raw.dtype, fitted.available), dtypeName(raw.dtype));
}

Message sizeProblem(const RawInterpretation& raw, const Fitted& fitted)
{
    const Message takes = phrase("%1 %2 takes %3 bytes, %4 are there", dtypeName(raw.dtype),
        shapeText(fitted.shape), fitted.wanted, fitted.available);
    return joined(std::array {takes, advice(raw, fitted)});
}

} // namespace

Result<RawInterpretation> parseRawInterpretation(
    std::string_view dtype, std::string_view shape, std::uint64_t offset)
{
    RawInterpretation raw;
    raw.offset = offset;
    const auto known = dtypeFromName(dtype);
    if (!known || *known == DType::Unknown)
        return fail(Code::Usage,
            phrase("no element type is called \"%1\"; float16, bfloat16, int8, ... are", printable(dtype)));
    raw.dtype = *known;
    if (shape.empty())
        return raw;
    // One extent may be left to the file's size, which the shapes of formats cannot.
    std::string text(shape);
    const auto open = text.find("-1");
    if (open != std::string::npos)
        text.replace(open, 2, "0");
    auto extents = parseShape(text);
    if (!extents)
        return fail(Code::Usage,
            phrase("\"%1\" is no shape; write extents like 1,3,224,224, one of them may be -1",
                printable(shape)));
    if (open != std::string::npos) {
        const std::string_view before = std::string_view(text).substr(0, open);
        const auto axis
            = std::ranges::count_if(before, [](char c) { return c == ',' || c == 'x' || c == '_'; });
        (*extents)[static_cast<std::size_t>(axis)] = RawInterpretation::kWholeFile;
    } else if (!elementCount(*extents)) {
        return fail(Code::Usage, phrase("a tensor of shape %1 is larger than any file", shapeText(*extents)));
    }
    raw.shape = std::move(*extents);
    return raw;
}

std::optional<RawInterpretation> rawInterpretationOf(const NameFacts& facts)
{
    const auto dtype = facts.dtype.empty() ? std::nullopt : dtypeFromName(facts.dtype);
    auto shape = facts.shape.empty() ? std::nullopt : parseShape(facts.shape);
    if (!dtype || !shape)
        return std::nullopt;
    if (*shape == Shape {0})
        shape->clear();
    return RawInterpretation {
        *dtype, std::move(shape), 0, formatFromName(facts.format).value_or(MemoryFormat::Unspecified)};
}

FileContents listRawTensor(const FileContext& file, const RawInterpretation& raw)
{
    if (file.source.size() == 0 && bytesOf(raw.dtype, raw.shape.value_or(Shape {0})) != 0)
        return damagedFile(file, TensorState::Empty, emptyFileError());
    const auto fitted = fit(raw, file.source.size());
    if (!fitted)
        return damagedFile(file, TensorState::Unreadable, fitted.error());
    FileContents contents;
    TensorRecord record;
    record.dtype = raw.dtype;
    record.format = raw.format;
    record.bytes = std::min(fitted->wanted, fitted->available);
    record.shape = fitted->storage.storageShape;
    if (fitted->storage.format != MemoryFormat::Unspecified) {
        record.originalShape = fitted->shape;
        record.originalFormat = fitted->storage.logicalFormat;
    }
    if (!fitted->note.empty())
        noteOn(record, fitted->note);
    if (fitted->available < fitted->wanted) {
        record.state = TensorState::Truncated;
        complain(contents, record, Severity::Error, Code::Truncated, sizeProblem(raw, *fitted),
            file.source.size());
    } else if (fitted->available > fitted->wanted) {
        complain(contents, record, Severity::Warning, Code::BadSize, sizeProblem(raw, *fitted),
            raw.offset + fitted->wanted);
    }
    contents.tensors.push_back(std::move(record));
    return contents;
}

Result<TensorView> openRawTensor(const FileContext& file, const RawInterpretation& raw)
{
    TRY_ASSIGN(const Bytes all, file.source.map());
    TRY_ASSIGN(Fitted fitted, fit(raw, all.size()));
    TRY_ASSIGN(Bytes data, all.slice(raw.offset, std::min(fitted.wanted, fitted.available)));
    TensorView view = makeDenseView(raw.dtype, std::move(fitted.shape), std::move(data));
    if (fitted.storage.format != MemoryFormat::Unspecified)
        view.storage = std::move(fitted.storage);
    return view;
}

} // namespace dumpscope::core
