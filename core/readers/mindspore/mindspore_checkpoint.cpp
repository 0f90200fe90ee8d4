// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_checkpoint.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "io/byte_text.h"
#include "readers/protobuf/protobuf_wire.h"

#include <algorithm>
#include <new>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostParameters = 1'000'000;
constexpr std::size_t kMostSlices = 4'000'000;
constexpr std::size_t kMostName = 4096;
constexpr std::string_view kTextType = "str";
/// Behind the messages where the writer was asked for a checksum: this and a number of ten bytes.
constexpr std::string_view kChecksum = "crc_num";
constexpr std::size_t kChecksumBytes = 10;

/// Checkpoint.value; Value.tag, .tensor, .maptensor; TensorProto.dims, .tensor_type, .tensor_content.
constexpr std::uint32_t kValue = 1;
constexpr std::uint32_t kTag = 1, kTensor = 2, kMapTensor = 3;
constexpr std::uint32_t kDims = 1, kType = 2, kContent = 3;

bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= kMostName
        && std::ranges::none_of(text, [](char c) { return c == '\0' || c == '\n'; });
}

/// One value as it stands in the file.
struct CheckpointValue {
    std::string_view name, type;
    std::vector<std::int64_t> dims;
    ByteSpan content;
    std::uint64_t offset = 0; ///< of the content
    bool isMap = false;       ///< a table of rows by key, no tensor
    bool isCut = false;       ///< the file ends in it
    bool isNameCut = false;   ///< and in its name
    bool hasContent = false;
};

/// False: wrong bytes.
bool addDims(const WireField& field, std::vector<std::int64_t>& dims)
{
    if (field.isVarint()) {
        dims.push_back(static_cast<std::int64_t>(field.value));
        return dims.size() <= kMaxRank;
    }
    if (!field.isBytes())
        return false;
    WireReader packed(field.bytes, field.offset);
    for (std::uint64_t size = 0; !packed.atEnd();) {
        if (!packed.nextVarint(size) || dims.size() >= kMaxRank)
            return false;
        dims.push_back(static_cast<std::int64_t>(size));
    }
    return true;
}

bool readTensor(const WireField& message, CheckpointValue& value)
{
    WireReader in(message.bytes, message.offset, WireReader::Cut::Allow);
    WireField field;
    while (in.next(field)) {
        value.isCut = value.isCut || field.missing > 0;
        if (field.number == kDims && !addDims(field, value.dims))
            return false;
        if (field.number == kType && field.isBytes())
            value.type = field.text();
        if (field.number == kContent && field.isBytes()) {
            value.content = field.bytes;
            value.offset = field.offset;
            value.hasContent = true;
        }
    }
    value.isCut = value.isCut || in.ranOut();
    return !in.failed() || (in.ranOut() && message.missing > 0);
}

/// nullopt: these are no bytes of a value.
std::optional<CheckpointValue> readValue(const WireField& message)
{
    CheckpointValue value;
    value.isCut = message.missing > 0;
    WireReader in(message.bytes, message.offset, WireReader::Cut::Allow);
    WireField field;
    while (in.next(field)) {
        if (field.missing > 0 && message.missing == 0)
            return std::nullopt;
        if (field.number == kTag && field.isBytes()) {
            value.name = field.text();
            value.isNameCut = field.missing > 0;
        }
        if (field.number == kTensor && (!field.isBytes() || !readTensor(field, value)))
            return std::nullopt;
        value.isMap = value.isMap || field.number == kMapTensor;
    }
    return (in.failed() && message.missing == 0) || !isName(value.name) ? std::nullopt
                                                                        : std::optional(std::move(value));
}

ByteSpan withoutChecksum(ByteSpan all)
{
    const std::size_t length = kChecksum.size() + kChecksumBytes;
    const bool hasOne
        = all.size() >= length && asText(all.subspan(all.size() - length)).starts_with(kChecksum);
    return hasOne ? all.first(all.size() - length) : all;
}

/// Scalars are saved with one size of 0.
bool isScalar(const CheckpointParameter& parameter)
{
    const auto bytes = storedBytes(parameter.dtype, 1);
    return parameter.shape == Shape {0} && bytes && parameter.there == *bytes;
}

} // namespace

std::optional<std::uint64_t> CheckpointParameter::wanted() const
{
    const auto count = elementCount(shape);
    return count && dtype != DType::Unknown ? storedBytes(dtype, *count) : std::nullopt;
}

class CheckpointWalk {
public:
    explicit CheckpointWalk(ByteSpan file)
        : m_all(withoutChecksum(file))
    {
    }

    Result<MindsporeCheckpoint> run()
    {
        WireReader in(m_all, 0, WireReader::Cut::Allow);
        WireField field;
        bool isFirst = true;
        for (; in.next(field); isFirst = false) {
            if (m_contents.parameters.size() >= kMostParameters || m_slices >= kMostSlices)
                return fail(Code::Limit, phrase("more than %1 tensors", kMostParameters));
            const auto value = field.number == kValue && field.isBytes() ? readValue(field) : std::nullopt;
            if (!value) {
                m_contents.rest = makeError(Code::BadHeader, phrase("no parameter of MindSpore stands here"),
                    {.offset = field.offset});
                if (isFirst)
                    break;
                continue;
            }
            if (!value->isNameCut)
                add(*value);
            if (field.missing > 0)
                m_contents.rest = makeError(Code::Truncated,
                    phrase("the file ends in the middle of a parameter: %1 bytes of it are missing",
                        field.missing),
                    {.offset = m_all.size()});
        }
        if (in.failed())
            m_contents.rest = in.error();
        if (isFirst && m_contents.rest)
            return fail(Code::BadHeader, phrase("no checkpoint of MindSpore: %1", m_contents.rest->message));
        for (CheckpointParameter& parameter : m_contents.parameters) {
            if (isScalar(parameter))
                parameter.shape.clear();
        }
        MindsporeCheckpoint made;
        made.m_contents = std::make_shared<const MindsporeCheckpoint::Contents>(std::move(m_contents));
        return made;
    }

private:
    void add(const CheckpointValue& value)
    {
        constexpr std::size_t kMostTexts = 200;
        if (value.type == kTextType) {
            if (m_contents.texts.size() < kMostTexts)
                m_contents.texts.emplace_back(value.name, asText(value.content).substr(0, kMostName));
            return;
        }
        const bool isRepeated = !m_names.insert(value.name).second;
        if (isRepeated && continues(value)) {
            addSlice(value, m_contents.parameters.back());
            return;
        }
        CheckpointParameter made;
        made.name = value.name;
        made.isRepeated = isRepeated;
        made.dtypeText = value.type.substr(0, kMostName);
        made.dtype = dtypeFromName(made.dtypeText).value_or(DType::Unknown);
        made.shape.assign(value.dims.begin(), value.dims.end());
        describe(value, made);
        addSlice(value, made);
        m_contents.parameters.push_back(std::move(made));
    }

    /// Whether it is the next slice of the parameter before it.
    [[nodiscard]] bool continues(const CheckpointValue& value) const
    {
        if (m_contents.parameters.empty() || value.isMap)
            return false;
        const CheckpointParameter& before = m_contents.parameters.back();
        const auto wanted = before.wanted();
        return before.name == value.name && before.dtypeText == value.type
            && std::ranges::equal(before.shape, value.dims) && before.problem.empty() && wanted
            && before.there < *wanted && !isScalar(before);
    }

    static void describe(const CheckpointValue& value, CheckpointParameter& made)
    {
        if (value.isMap) {
            made.code = Code::Unsupported;
            made.problem = phrase("a table of rows by key (MapParameter) is not read");
        } else if (std::ranges::any_of(made.shape, [](std::int64_t size) { return size < 0; })) {
            made.code = Code::BadShape;
            made.problem = phrase("a size that is no size");
            made.shape.clear();
        } else if (made.dtype == DType::Unknown && !value.isCut) {
            made.code = Code::Unsupported;
            made.problem = phrase("elements of the type \"%1\" are not read", printable(made.dtypeText));
        } else if (!value.hasContent && !value.isCut && made.wanted() != 0) {
            made.code = Code::BadHeader;
            made.problem = phrase("the entry has no values");
        }
    }

    void addSlice(const CheckpointValue& value, CheckpointParameter& to)
    {
        ++m_slices;
        to.isCut = to.isCut || value.isCut;
        to.slices.push_back({value.offset, value.content.size()});
        to.there += value.content.size(); // parts of one file: no overflow
    }

    ByteSpan m_all;
    MindsporeCheckpoint::Contents m_contents;
    std::set<std::string_view> m_names; ///< in the file
    std::size_t m_slices = 0;
};

Result<MindsporeCheckpoint> MindsporeCheckpoint::read(const Bytes& file)
{
    return CheckpointWalk(file.span()).run();
}

Result<void> MindsporeCheckpoint::check(const CheckpointParameter& parameter)
{
    if (!parameter.problem.empty())
        return fail(parameter.code, parameter.problem);
    const auto wanted = parameter.wanted();
    if (!wanted && parameter.dtype == DType::Unknown)
        return fail(Code::Truncated, phrase("the file ends before its type"));
    if (!wanted)
        return fail(Code::BadShape, phrase("shape %1 is larger than any file", shapeText(parameter.shape)));
    if (parameter.there < *wanted)
        return fail(Code::Truncated, phrase("truncated: %1 of %2 bytes", parameter.there, *wanted));
    if (parameter.isCut) // a scalar, of which no byte is there
        return fail(Code::Truncated, phrase("the file ends before its values"));
    if (parameter.there > *wanted)
        return fail(Code::BadSize,
            phrase("%1 bytes of values, but shape and type make %2", parameter.there, *wanted));
    return {};
}

Result<TensorView> MindsporeCheckpoint::open(const Bytes& file, const CheckpointParameter& parameter)
{
    TRY_VOID(check(parameter));
    if (parameter.slices.size() == 1) {
        TRY_ASSIGN(Bytes bytes, file.slice(parameter.slices.front().offset, parameter.there));
        return makeDenseView(parameter.dtype, parameter.shape, std::move(bytes));
    }
    try {
        std::vector<std::byte> all;
        all.reserve(parameter.there); // as much as the file has
        for (const CheckpointParameter::Slice& slice : parameter.slices) {
            TRY_ASSIGN(const Bytes part, file.slice(slice.offset, slice.size));
            all.insert(all.end(), part.span().begin(), part.span().end());
        }
        TRY_VOID(file.check());
        return makeDenseView(parameter.dtype, parameter.shape, Bytes::fromVector(std::move(all)));
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, phrase("no memory for a tensor of %1 bytes", parameter.there));
    }
}

bool looksLikeMindsporeCheckpoint(ByteSpan head)
{
    WireReader in(head, 0, WireReader::Cut::Allow);
    WireField field;
    if (!in.next(field) || field.number != kValue || !field.isBytes())
        return false;
    const auto value = readValue(field);
    return value && (value->isMap || value->type == kTextType || dtypeFromName(value->type));
}

} // namespace dumpscope::core
