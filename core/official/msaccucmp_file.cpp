// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_file.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "io/json_reader.h"
#include "official/msaccucmp_floats.h"

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr int kException = 1;
constexpr int kBadPath = 3;
constexpr int kBadDumpCode = 11;
constexpr int kBadType = 21;
constexpr int kBadFormatCode = 22;
constexpr int kUnmatchedSize = 39;
constexpr int kBadMapping = 42;
constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint32_t kNanoMagic = 0x5A5A5A5A;

/// Types the official converter reads (docs/formats/ascend-dump-binary.md 4).
std::optional<DType> officialType(const StoredTensor& tensor)
{
    if (tensor.dataType < 0 || tensor.dataType > 255)
        return std::nullopt;
    const auto number = static_cast<int>(tensor.dataType);
    const auto dtype = tensor.geNumbering ? dtypeFromGe(number) : dtypeFromAscend(number);
    if (!dtype)
        return std::nullopt;
    switch (*dtype) {
    case DType::Unknown:
        return DType::Int8;
    case DType::Resource:
        return DType::Int64;
    case DType::UInt1:
    case DType::HiFloat8:
    case DType::Float8E5M2:
    case DType::Float8E4M3FN:
        return dtype;
    default:
        return *dtype == DType::BFloat16 || !dtypeInfo(*dtype).npyDescr.empty() ? dtype : std::nullopt;
    }
}

bool isUndefined(const StoredTensor& tensor)
{
    return !tensor.geNumbering && tensor.dataType == 0;
}

/// Shape that decides how many bytes are read.
Shape readShape(const StoredTensor& tensor)
{
    if (isUndefined(tensor) && tensor.size > 0)
        return {static_cast<std::int64_t>(tensor.size)};
    return tensor.shape.dims;
}

bool isListed(const StoredTensor& tensor)
{
    return tensor.io == Io::Input || tensor.io == Io::Output;
}

std::string unsupportedType(const StoredTensor& tensor)
{
    return "The " + std::string(ioWord(tensor.io)) + " data type (" + std::to_string(tensor.dataType)
        + ") does not support.";
}

bool isWithoutElements(const Shape& shape)
{
    return std::find(shape.begin(), shape.end(), 0) != shape.end();
}

/// Bytes per element as they are read, and how many of them.
struct ReadExtent {
    std::uint64_t width = 1;
    std::uint64_t bytes = 0;
};
ReadExtent readExtent(const StoredTensor& tensor, DType type)
{
    const std::uint64_t width = type == DType::UInt1 ? 1 : unpackedBytes(type);
    std::uint64_t wanted = elementCount(readShape(tensor)).value_or(tensor.size);
    if (!checkedMul(wanted, width, wanted))
        wanted = tensor.size;
    return {width, std::min(wanted, tensor.size)};
}

/// All arrays of a file are made at once; one that cannot be made refuses the whole file.
std::optional<MsaccucmpRefusal> troubleWith(const StoredTensor& tensor)
{
    if (isWithoutElements(readShape(tensor)))
        return std::nullopt;
    const auto type = officialType(tensor);
    if (!type)
        return MsaccucmpRefusal {kBadType, unsupportedType(tensor)};
    const ReadExtent extent = readExtent(tensor, *type);
    if (extent.bytes % extent.width != 0)
        return MsaccucmpRefusal {kException, phrase("buffer size must be a multiple of element size")};
    return std::nullopt;
}

bool isTrue(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Bool:
        return value.boolean;
    case JsonValue::Kind::Number:
        return value.number() != 0.0;
    case JsonValue::Kind::String:
        return !value.text.empty();
    default:
        return !value.items.empty() || !value.members.empty();
    }
}

/// Second-last part of a name of an FFTS+ dump, in front of the device.
std::optional<std::uint64_t> threadOf(std::string_view name)
{
    const std::size_t last = name.rfind('.');
    if (last == std::string_view::npos)
        return std::nullopt;
    name = name.substr(0, last);
    return parseUnsigned(name.substr(name.rfind('.') + 1));
}

/// [thread][tensor][dim]{lower, higher} of one thread; nothing when it is not like that.
std::optional<std::vector<Shape>> sliceShapes(
    const JsonValue& json, std::string_view key, std::uint64_t thread)
{
    const JsonValue* threads = json.find(key);
    if (threads == nullptr || thread >= threads->items.size())
        return std::nullopt;
    std::vector<Shape> shapes;
    for (const JsonValue& tensor : threads->items[thread].items) {
        Shape shape;
        for (const JsonValue& dim : tensor.items) {
            const JsonValue* lower = dim.find("lower");
            const JsonValue* higher = dim.find("higher");
            std::int64_t size = 0;
            if (lower == nullptr || higher == nullptr
                || __builtin_sub_overflow(higher->integer().value_or(0), lower->integer().value_or(0), &size))
                return std::nullopt;
            shape.push_back(size);
        }
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

} // namespace

OrRefusal<MsaccucmpFile> MsaccucmpFile::read(const Source& source, std::string_view name)
{
    const std::uint64_t size = source.size();
    if (size == 0)
        return refuse(kBadDumpCode, phrase("The file size is zero. Please check the dump file."));
    // The official parser takes such a file for one without tensors.
    if (size <= kLengthBytes)
        return refuse(0, phrase("The size must be greater than 8, but the file size is %1.", size));
    MsaccucmpFile file;
    const auto all = source.map();
    if (!all || all->size() < kLengthBytes + 1)
        return refuse(7, all ? phrase("The file became shorter.") : all.error().inFull());
    file.m_all = *all;
    std::uint64_t length = 0;
    std::memcpy(&length, file.m_all.data(), sizeof length);
    if (length > file.m_all.size() - kLengthBytes)
        return refuse(kBadDumpCode,
            phrase("The header content size (%1) must be less than or equal to %2 (file size) - 8 (header "
                   "length).",
                length, size));
    std::uint32_t magic = 0;
    if (size >= kLengthBytes + sizeof magic)
        std::memcpy(&magic, file.m_all.data() + kLengthBytes, sizeof magic);
    const ByteSpan message = file.m_all.span().subspan(kLengthBytes, length);
    std::uint64_t version = 0;
    auto header = magic == kNanoMagic ? parseNanoHead(message, kLengthBytes, version)
                                      : parseDumpData(message, kLengthBytes, false);
    if (!header)
        return refuse(magic == kNanoMagic ? 47 : kBadDumpCode, phrase("Parse dump file to json failed."));
    file.m_header = std::move(*header);
    if (auto placed = file.place(kLengthBytes + length); !placed)
        return tl::unexpected(placed.error());
    for (const StoredTensor& tensor : file.m_header.tensors) {
        if (!isListed(tensor))
            continue;
        if (const auto trouble = troubleWith(tensor))
            return tl::unexpected(*trouble);
    }
    if (auto slices = file.readSlices(name); !slices)
        return tl::unexpected(slices.error());
    return file;
}

OrRefusal<void> MsaccucmpFile::place(std::uint64_t start)
{
    std::uint64_t position = start;
    for (StoredTensor& tensor : m_header.tensors) {
        tensor.payloadOffset = position;
        tensor.payloadBytes = tensor.size;
        if (!checkedAdd(position, tensor.size, position) || position > m_all.size())
            return refuse(kBadDumpCode, phrase("The size is invalid, please check the dump file."));
    }
    const bool isNano = !m_header.tensors.empty() && m_header.tensors.front().geNumbering;
    if (isNano && position != m_all.size())
        return refuse(kUnmatchedSize, phrase("The size of the file does not match its head."));
    return {};
}

// Attributes are taken for the slicing of FFTS+ tasks, whatever they are called (1.7).
OrRefusal<void> MsaccucmpFile::readSlices(std::string_view name)
{
    if (m_header.attributes.empty())
        return {};
    const auto json = parseJson(m_header.attributes.front().second);
    if (!json)
        return refuse(kException, phrase("the first attribute is no JSON: %1", json.error().message));
    const JsonValue* mode = json->isObject() ? json->find("threadMode") : nullptr;
    const bool isEmpty = json->isObject() && json->members.empty();
    if (mode == nullptr && !isEmpty)
        return refuse(kException, phrase("the first attribute has no 'threadMode'"));
    if (mode == nullptr || !isTrue(*mode))
        return {};
    const auto thread = threadOf(name);
    if (!thread) {
        m_sliceProblem
            = MsaccucmpRefusal {kBadPath, phrase("Parse thread_id failed, please check dump_path!")};
        return {};
    }
    m_inputSlices = sliceShapes(*json, "input_tensor_slice", *thread);
    m_outputSlices = sliceShapes(*json, "output_tensor_slice", *thread);
    const auto countOf = [&](Io io) {
        return static_cast<std::size_t>(std::count_if(m_header.tensors.begin(), m_header.tensors.end(),
            [io](const StoredTensor& tensor) { return tensor.io == io; }));
    };
    const auto differs = [&](Io io, const std::optional<std::vector<Shape>>& shapes) {
        return countOf(io) > 0 && (!shapes || shapes->size() != countOf(io));
    };
    if (differs(Io::Input, m_inputSlices) || differs(Io::Output, m_outputSlices))
        m_sliceProblem = MsaccucmpRefusal {
            kBadMapping, phrase("The length of shape_list is not equal to the length of tensor_list.")};
    return {};
}

const StoredTensor* MsaccucmpFile::tensor(std::uint32_t ordinal) const
{
    return ordinal < m_header.tensors.size() ? &m_header.tensors[ordinal] : nullptr;
}

Result<Bytes> MsaccucmpFile::payload(const StoredTensor& tensor) const
{
    return m_all.slice(tensor.payloadOffset, tensor.payloadBytes);
}

OrRefusal<TensorView> MsaccucmpFile::flatArray(const StoredTensor& tensor) const
{
    const auto bytes = payload(tensor);
    const auto type = officialType(tensor);
    if (!bytes)
        return refuse(kBadDumpCode, bytes.error().message);
    // NumPy's array without elements has its own type.
    if (isWithoutElements(readShape(tensor)))
        return makeDenseView(DType::Float64, {0}, {});
    if (!type)
        return refuse(kBadType, unsupportedType(tensor));
    const ReadExtent extent = readExtent(tensor, *type);
    const auto used = bytes->slice(0, std::min<std::uint64_t>(extent.bytes, bytes->size()));
    if (!used)
        return refuse(kBadDumpCode, used.error().message);
    const std::uint64_t count = used->size() / extent.width;
    if (isMsaccucmpFloat(*type)) {
        auto values = msaccucmpFloats(*type, used->span());
        if (!values)
            return refuse(kException, values.error().message);
        return makeDenseView(DType::Float64, {static_cast<std::int64_t>(count)}, std::move(*values));
    }
    const std::uint64_t elements = *type == DType::UInt1 ? count * 8 : count;
    return makeDenseView(*type, {static_cast<std::int64_t>(elements)}, *used);
}

OrRefusal<MsaccucmpArray> MsaccucmpFile::finish(const StoredTensor& tensor, ArrangedElements elements) const
{
    Shape shape = elements.shape();
    Shape named = shape;
    auto stream = ElementStream::arranged(
        std::move(elements.flat), std::move(shape), BlockedLayout(std::move(elements.axes), 0));
    if (!stream)
        return refuse(kException, stream.error().message);
    const auto type = officialType(tensor);
    std::string typeName(type == DType::UInt1 ? "uint8" : dtypeName(type.value_or(DType::Float64)));
    return MsaccucmpArray {{std::move(*stream), NpyWidening::Float32, {}, {}}, std::move(named),
        std::move(typeName), tensor.format};
}

OrRefusal<MsaccucmpArray> MsaccucmpFile::plain(const StoredTensor& tensor) const
{
    if (m_sliceProblem)
        return tl::unexpected(*m_sliceProblem);
    auto flat = flatArray(tensor);
    if (!flat)
        return tl::unexpected(flat.error());
    Shape shape = readShape(tensor);
    const Shape flatShape = flat->shape;
    const auto& slices = tensor.io == Io::Input ? m_inputSlices : m_outputSlices;
    const bool isEmpty = flat->shape == Shape {0};
    Shape named = isEmpty && !shape.empty() ? shape : flatShape;
    if (slices && tensor.slot < slices->size())
        shape = (*slices)[tensor.slot];
    auto elements = reshaped(std::move(*flat), shape.empty() ? flatShape : shape, 0);
    if (!elements)
        return refuse(0, phrase("Failed to write data. %1", elements.error().reason));
    auto result = finish(tensor, std::move(*elements));
    if (result)
        result->namedShape = std::move(named); // as read, before it gets its shape
    return result;
}

OrRefusal<MsaccucmpArray> MsaccucmpFile::inFormat(
    const StoredTensor& tensor, MemoryFormat format, const std::optional<Shape>& target) const
{
    auto flat = flatArray(tensor);
    if (!flat)
        return tl::unexpected(flat.error());
    MsaccucmpConversion conversion {static_cast<MemoryFormat>(std::min<std::uint64_t>(tensor.format, 255)),
        format, tensor.subFormat, readShape(tensor), target ? *target : tensor.originalShape.dims};
    using enum MemoryFormat;
    const bool isPlain = conversion.from == NCHW || conversion.from == NHWC || conversion.from == HWCN;
    if (isPlain && conversion.stored.size() != 4)
        conversion.from = ND;
    if (conversion.from == FractalNZ) {
        if (auto fits = checkTiledShape(conversion.stored, conversion.target); !fits)
            return tl::unexpected(fits.error());
    }
    if (formatName(conversion.from).empty())
        return refuse(kBadFormatCode, phrase("format %1 has no name", tensor.format));
    const std::int64_t length = flat->shape.front();
    auto elements = conversion.from == format ? reshaped(std::move(*flat), conversion.stored, kBadDumpCode)
                                              : convertFormat(conversion, std::move(*flat));
    if (!elements && conversion.from == format)
        return refuse(kBadDumpCode,
            phrase("The length(%1) is not match with the shape %2.", length, pythonShape(conversion.stored)));
    if (!elements)
        return tl::unexpected(elements.error());
    Message note;
    bool isCropped = true;
    if (!conversion.target.empty() && conversion.from != format) {
        const Shape whole = elements->shape();
        isCropped = cropTo(conversion.target, *elements);
        if (!isCropped)
            note = phrase("Failed to slice data from %1 to %2; saved as it is", pythonShape(whole),
                pythonShape(conversion.target));
    }
    auto result = finish(tensor, std::move(*elements));
    if (result) {
        result->array.note = std::move(note);
        if (isCropped)
            result->format = static_cast<std::uint64_t>(format);
    }
    return result;
}

} // namespace dumpscope::core
