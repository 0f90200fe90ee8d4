// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_container.h"

#include "base/text.h"
#include "io/json_reader.h"
#include "readers/ascend/ascend_payload.h"
#include "readers/reader.h"

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMagicOffset = 8;
constexpr std::uint32_t kNanoMagic = 0x5A5A5A5A;
constexpr std::size_t kMaxContainers = 4096;
constexpr std::uint64_t kSmallRead = 1U << 20U; ///< Source::read gives no more

template<typename T> T load(ByteSpan bytes, std::size_t offset)
{
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// Pieces of a file: from the head already read, by small reads, or from one mapping.
class Window {
public:
    Window(const Source& source, ByteSpan head, std::vector<Bytes>& kept)
        : m_source(source)
        , m_head(head)
        , m_kept(kept)
    {
    }
    [[nodiscard]] std::uint64_t size() const { return m_source.size(); }

    /// Exactly `length` bytes; they live as long as `kept`.
    Result<ByteSpan> at(std::uint64_t offset, std::uint64_t length)
    {
        if (offset <= m_head.size() && length <= m_head.size() - offset)
            return m_head.subspan(offset, length);
        Bytes bytes;
        if (length <= kSmallRead) {
            TRY_ASSIGN(bytes, m_source.read(offset, length));
        } else {
            TRY_ASSIGN(const Bytes all, m_source.map());
            TRY_ASSIGN(bytes, all.slice(offset, length));
        }
        if (bytes.size() != length)
            return fail(Code::ChangedWhileRead, phrase("the file became shorter while it was read"));
        m_kept.push_back(std::move(bytes));
        return m_kept.back().span();
    }

private:
    const Source& m_source;
    ByteSpan m_head;
    std::vector<Bytes>& m_kept;
};

Failure badLength(std::uint64_t length, std::uint64_t behind, std::uint64_t offset)
{
    Place place;
    place.offset = offset;
    const bool cut = length > behind && length <= kMaxHeaderBytes;
    return fail(cut ? Code::Truncated : Code::BadHeader,
        cut ? phrase("truncated: the header needs %1 bytes, %2 are there", length, behind)
            : phrase("header length %1, %2 bytes follow", length, behind),
        place);
}

// Length of the header at `offset`, which the file has room for.
Result<std::uint64_t> headerLengthAt(Window& file, std::uint64_t offset)
{
    const std::uint64_t behind = file.size() - offset;
    if (behind < kLengthBytes + 1)
        return fail(Code::Truncated, phrase("truncated: %1 bytes, no room for a header", behind));
    TRY_ASSIGN(const ByteSpan bytes, file.at(offset, kLengthBytes));
    const auto length = load<std::uint64_t>(bytes, 0);
    if (length == 0 || length > behind - kLengthBytes)
        return badLength(length, behind - kLengthBytes, offset);
    if (length > kMaxHeaderBytes)
        return fail(Code::Limit, phrase("header of %1, longer than any writer makes", byteSizeText(length)));
    return length;
}

bool looksLikeDumpData(const DumpHeader& header)
{
    return header.plausible
        && (!header.tensors.empty() || !header.version.empty() || header.dumpTime != 0
            || !header.opName.empty());
}

// docs/formats/ascend-dump-binary.md 1.3: a version text first, then fields of the schema only.
bool looksLegacy(const DumpHeader& header)
{
    constexpr std::size_t kLongestVersion = 16;
    return header.plausible && !header.version.empty() && header.version.size() <= kLongestVersion
        && (header.hasData || header.version != "2.0")
        && std::all_of(
            header.version.begin(), header.version.end(), [](char c) { return c > ' ' && c < 0x7F; })
        && (header.dumpTime != 0 || !header.tensors.empty());
}

Result<AscendContainer> readStandardHeader(Window& file, std::uint64_t offset)
{
    AscendContainer container;
    container.offset = offset;
    TRY_ASSIGN(container.headerLength, headerLengthAt(file, offset));
    TRY_ASSIGN(const ByteSpan message, file.at(offset + kLengthBytes, container.headerLength));
    TRY_ASSIGN(container.header, parseDumpData(message, offset + kLengthBytes, false));
    return container;
}

bool isStandardAt(Window& file, std::uint64_t offset)
{
    const auto container = readStandardHeader(file, offset);
    return container && looksLikeDumpData(container->header);
}

Result<void> readStandard(Window& file, std::vector<AscendContainer>& containers)
{
    std::uint64_t offset = 0;
    do {
        auto container = readStandardHeader(file, offset);
        if (!container)
            return fail(std::move(container).error());
        // Files of the same microsecond are appended to each other (docs/formats/ascend-dump-binary.md 1.1).
        const auto another = [&](std::uint64_t at) {
            return containers.size() + 1 < kMaxContainers && isStandardAt(file, at);
        };
        const std::uint64_t start = offset + kLengthBytes + container->headerLength;
        offset = placePayload(*container, start, file.size(), another);
        const bool goesOn = offset < file.size() && another(offset);
        if (offset < file.size() && !goesOn)
            container->findings.push_back({Severity::Warning, Code::Suspicious,
                phrase("%1 bytes behind the last tensor", file.size() - offset), offset});
        containers.push_back(std::move(*container));
        if (!goesOn)
            return {};
    } while (true);
}

Result<void> readNano(Window& file, std::vector<AscendContainer>& containers)
{
    AscendContainer container;
    container.kind = ContainerKind::Nano;
    TRY_ASSIGN(container.headerLength, headerLengthAt(file, 0));
    TRY_ASSIGN(const ByteSpan head, file.at(kLengthBytes, container.headerLength));
    TRY_ASSIGN(container.header, parseNanoHead(head, kLengthBytes, container.version));
    const std::uint64_t end = placePayload(
        container, kLengthBytes + container.headerLength, file.size(), [](std::uint64_t) { return false; });
    if (end < file.size())
        container.findings.push_back({Severity::Warning, Code::Suspicious,
            phrase("%1 bytes behind the last tensor", file.size() - end), end});
    containers.push_back(std::move(container));
    return {};
}

Result<void> readLegacy(Window& file, std::vector<AscendContainer>& containers)
{
    AscendContainer container;
    container.kind = ContainerKind::Legacy;
    TRY_ASSIGN(const ByteSpan all, file.at(0, file.size()));
    TRY_ASSIGN(container.header, parseDumpData(all, 0, true));
    if (!looksLegacy(container.header))
        return fail(Code::BadHeader, phrase("no dump header"));
    if (container.header.cut)
        container.findings.push_back(
            {Severity::Error, Code::Truncated, phrase("the file ends inside a field"), file.size()});
    containers.push_back(std::move(container));
    return {};
}

StoredShape jsonDims(const JsonValue* shape)
{
    constexpr std::size_t kMaxStoredDims = 4096;
    StoredShape stored;
    const JsonValue* dims = shape != nullptr && shape->isObject() ? shape->find("dim") : shape;
    if (dims == nullptr || !dims->isArray())
        return stored;
    for (const JsonValue& dim : dims->items) {
        if (stored.dims.size() == kMaxStoredDims)
            stored.complete = false;
        else
            stored.dims.push_back(dim.integer().value_or(-1));
    }
    return stored;
}

// One output whose payload is everything behind the text; `size` is 0
// (docs/formats/ascend-dump-binary.md 1.5).
Result<void> readJsonHeader(Window& file, AscendFile& result)
{
    AscendContainer container;
    container.kind = ContainerKind::JsonHeader;
    TRY_ASSIGN(container.headerLength, headerLengthAt(file, 0));
    TRY_ASSIGN(const ByteSpan bytes, file.at(kLengthBytes, container.headerLength));
    TRY_ASSIGN(const JsonValue json, parseJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    if (!json.isObject())
        return fail(Code::BadHeader, phrase("the JSON header is no object"));
    const auto text = [&](std::string_view key) -> std::string_view {
        const JsonValue* value = json.find(key);
        result.texts.push_back(std::make_unique<std::string>(value != nullptr ? value->text : std::string()));
        return *result.texts.back();
    };
    container.header.version = text("version");
    container.header.opName = text("op_name");
    container.header.dumpTime = static_cast<std::uint64_t>(json.integerAt("dump_time").value_or(0));
    const JsonValue* outputs = json.find("output");
    if (outputs == nullptr || !outputs->isArray() || outputs->items.empty() || !outputs->items[0].isObject())
        return fail(Code::BadHeader, phrase("the JSON header names no output"));
    const JsonValue& output = outputs->items[0];
    StoredTensor tensor;
    tensor.io = Io::Output;
    tensor.dataType = output.integerAt("data_type").value_or(0);
    tensor.format = static_cast<std::uint64_t>(output.integerAt("format").value_or(0));
    tensor.shape = jsonDims(output.find("shape"));
    tensor.originalShape = jsonDims(output.find("original_shape"));
    tensor.payloadOffset = kLengthBytes + container.headerLength;
    tensor.payloadBytes = tensor.size = file.size() - tensor.payloadOffset;
    if (outputs->items.size() > 1)
        container.findings.push_back({Severity::Warning, Code::Unsupported,
            phrase("%1 outputs in a JSON header; the first is shown", outputs->items.size()), 0});
    container.header.tensors.push_back(std::move(tensor));
    result.containers.push_back(std::move(container));
    return {};
}

} // namespace

Form<0> containerKindName(ContainerKind kind)
{
    switch (kind) {
    case ContainerKind::Legacy:
        return Form<0>("version 1 (one protobuf message)");
    case ContainerKind::Nano:
        return Form<0>("nano (TLV head)");
    case ContainerKind::JsonHeader:
        return Form<0>("msaccucmp (JSON header)");
    default:
        return Form<0>("version 2 (protobuf header)");
    }
}

std::optional<ContainerGuess> guessContainer(ByteSpan head, std::uint64_t fileSize)
{
    if (fileSize > kMagicOffset + 4 && head.size() >= kMagicOffset + 4
        && load<std::uint32_t>(head, kMagicOffset) == kNanoMagic)
        return ContainerGuess {ContainerKind::Nano, true};
    if (fileSize <= kLengthBytes || head.size() <= kLengthBytes)
        return std::nullopt;
    const auto length = load<std::uint64_t>(head, 0);
    if (length >= 1 && length <= fileSize - kLengthBytes && length <= kMaxHeaderBytes) {
        if (head[kLengthBytes] == std::byte {'{'})
            return ContainerGuess {ContainerKind::JsonHeader, true};
        const std::uint64_t there = std::min<std::uint64_t>(length, head.size() - kLengthBytes);
        const auto header = parseDumpData(head.subspan(kLengthBytes, there), kLengthBytes, there < length);
        if (header && looksLikeDumpData(*header))
            return ContainerGuess {ContainerKind::Standard, there == length};
    }
    const auto header = parseDumpData(head, 0, true);
    if (header && looksLegacy(*header))
        return ContainerGuess {ContainerKind::Legacy, head.size() == fileSize && !header->cut};
    return std::nullopt;
}

Result<AscendFile> readAscendFile(const Source& source, ByteSpan head)
{
    AscendFile result;
    Window file(source, head, result.kept);
    const std::uint64_t size = source.size();
    if (size <= kLengthBytes)
        return fail(Code::Truncated, phrase("truncated: %1 bytes, no room for a header", size));
    TRY_ASSIGN(const ByteSpan start, file.at(0, std::min(size, kProbeBytes)));
    const auto guess = guessContainer(start, size);
    switch (guess ? guess->kind : ContainerKind::Standard) {
    case ContainerKind::Nano:
        TRY_VOID(readNano(file, result.containers));
        break;
    case ContainerKind::Legacy:
        TRY_VOID(readLegacy(file, result.containers));
        break;
    case ContainerKind::JsonHeader:
        TRY_VOID(readJsonHeader(file, result));
        break;
    case ContainerKind::Standard:
        TRY_VOID(readStandard(file, result.containers)); // for other files: says what is wrong
        break;
    }
    return result;
}

} // namespace dumpscope::core
