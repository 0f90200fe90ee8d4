// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_contents.h"

#include "base/text.h"
#include "readers/ascend/ascend_tensor.h"
#include "readers/file_finding.h"

#include <algorithm>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::string_view kSliceAttribute = "_sgt_json_info"; ///< docs/formats/ascend-dump-binary.md 1.7

/// A name of the header as it can be shown: what is no plain text is escaped, which is a finding.
std::string shownName(std::string_view name, std::uint64_t offset, std::vector<ContainerFinding>& findings)
{
    std::string shown = printable(name);
    if (shown != name)
        findings.push_back({Severity::Warning, Code::BadEncoding,
            phrase("op_name in the header is no plain text: %1", shown), offset});
    return shown;
}

void addFindings(const std::vector<ContainerFinding>& findings, FileContents& contents, TensorRecord& record)
{
    for (const ContainerFinding& finding : findings) {
        if (finding.severity == Severity::Hint)
            noteOn(record, finding.message);
        else
            complain(contents, record, finding.severity, finding.code, finding.message, finding.offset);
    }
}

void addLayout(
    const AscendTensor& meaning, FileContents& contents, TensorRecord& record, std::uint64_t offset)
{
    if (meaning.originalFormat)
        record.originalFormat = *meaning.originalFormat;
    const bool worth = isDeviceFormat(meaning.format) || record.shape != *meaning.originalShape;
    if (meaning.flat || !worth)
        return;
    const AscendLayout layout = layOutTensor(meaning);
    if (layout.failed)
        complain(contents, record, Severity::Warning, Code::BadShape,
            phrase("shown in storage order: %1", layout.storage.logicalReason), offset);
    else
        record.originalFormat = layout.storage.logicalFormat;
}

TensorRecord recordOf(const StoredTensor& tensor, FileContents& contents)
{
    const AscendTensor meaning = interpretTensor(tensor);
    TensorRecord record;
    record.address = tensor.address;
    record.io = tensor.io;
    record.slot = static_cast<std::int32_t>(tensor.slot);
    record.dtype = meaning.dtype;
    record.dtypeText = meaning.dtypeText;
    record.shape = meaning.shape;
    record.originalShape = meaning.originalShape;
    record.format = meaning.format;
    record.bytes = tensor.payloadBytes;
    record.state = meaning.state;
    addFindings(meaning.findings, contents, record);
    if (meaning.originalShape)
        addLayout(meaning, contents, record, tensor.payloadOffset);
    return record;
}

/// Exception writers number the kernel's arguments and leave out those with a null address
/// (docs/formats/ascend-dump-binary.md 1.1).
void addMissingArguments(const DumpHeader& header, std::vector<ContainerFinding>& findings)
{
    constexpr std::uint64_t kMostArguments = 4096;
    const auto& tensors = header.tensors;
    if (std::ranges::none_of(tensors, [](const StoredTensor& t) { return t.inputType.value_or(0) != 0; }))
        return;
    std::set<std::uint64_t> there;
    for (const StoredTensor& tensor : tensors)
        there.insert(tensor.argIndex.value_or(0)); // 0 is not written
    std::string missing;
    for (std::uint64_t i = 0; i < std::min(*there.rbegin(), kMostArguments); ++i) {
        if (!there.contains(i))
            missing += (missing.empty() ? "" : ", ") + std::to_string(i);
    }
    if (!missing.empty())
        findings.push_back({Severity::Hint, Code::Suspicious,
            phrase("argument %1 of the kernel is not in the file (null address)", missing), 0});
}

void addContainer(
    const FileContext& file, const AscendContainer& container, std::size_t number, FileContents& contents)
{
    const DumpHeader& header = container.header;
    std::vector<ContainerFinding> findings = container.findings;
    const std::string name = shownName(header.opName, container.offset, findings);
    if (number > 0)
        findings.push_back({Severity::Warning, Code::Suspicious,
            phrase("trailing bytes that parse as container %1: two dumps were appended to one file", number),
            container.offset});
    for (const StoredTensor& tensor : header.tensors) {
        TensorRecord record = recordOf(tensor, contents);
        record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
        record.opName = name;
        if (number > 0)
            record.entry = "container" + std::to_string(number);
        // msaccucmp's own writer counts milliseconds (1.5).
        if (!file.facts.timestamp && header.dumpTime > 0 && container.kind == ContainerKind::Standard)
            record.timestamp = header.dumpTime;
        contents.tensors.push_back(std::move(record));
    }
    addMissingArguments(header, findings);
    TensorRecord nowhere;
    addFindings(findings, contents, header.tensors.empty() ? nowhere : contents.tensors.back());
}

void addProperties(const AscendFile& parsed, FileContents& contents)
{
    const AscendContainer& first = parsed.containers.front();
    if (contents.tensors.empty())
        contents.properties.emplace_back("content", "a header without tensors");
    if (first.kind != ContainerKind::Standard)
        contents.properties.emplace_back("container", containerKindName(first.kind).words());
    for (const auto& [name, value] : first.header.attributes) {
        if (name == kSliceAttribute)
            contents.properties.emplace_back("slices", printable(value));
    }
}

const StoredTensor* tensorAt(const AscendFile& file, std::uint32_t ordinal, const AscendContainer** container)
{
    std::size_t index = ordinal;
    for (const AscendContainer& candidate : file.containers) {
        if (index < candidate.header.tensors.size()) {
            *container = &candidate;
            return &candidate.header.tensors[index];
        }
        index -= candidate.header.tensors.size();
    }
    return nullptr;
}

} // namespace

FileContents ascendContents(const FileContext& file, const AscendFile& parsed)
{
    FileContents contents;
    for (std::size_t i = 0; i < parsed.containers.size(); ++i)
        addContainer(file, parsed.containers[i], i == 0 ? 0 : i + 1, contents);
    // Only a length tells a header without tensors from one that was cut between two fields.
    if (contents.tensors.empty() && parsed.containers.front().kind == ContainerKind::Legacy)
        return damagedFile(file, TensorState::Unreadable,
            makeError(Code::Truncated, phrase("the file ends before the first tensor")));
    addProperties(parsed, contents);
    // Only names that were too long become digits (docs/formats/ascend-dump-binary.md 2.5).
    if (isDigits(file.name) && !contents.tensors.empty())
        complain(contents, contents.tensors.front(), Severity::Warning, Code::Mapping,
            phrase("numeric name without a row in mapping.csv"));
    return contents;
}

Result<AscendTensors::Stored> AscendTensors::Stored::read(const FileContext& file)
{
    TRY_ASSIGN(AscendFile parsed, readAscendFile(file.source, file.head));
    std::vector<StoredTensor> tensors;
    for (AscendContainer& container : parsed.containers) {
        for (StoredTensor& tensor : container.header.tensors) {
            tensor.originalOp.reset();
            tensors.push_back(std::move(tensor));
        }
    }
    return Stored {std::make_shared<const std::vector<StoredTensor>>(std::move(tensors))};
}

Result<TensorView> AscendTensors::open(const FileContext& file, std::uint32_t ordinal)
{
    TRY_ASSIGN(const Bytes all, file.source.map());
    TRY_ASSIGN(const Stored stored, m_known.read(all, [&] { return Stored::read(file); }));
    if (ordinal >= stored.members())
        return fail(Code::NotFound, phrase("the file has no tensor %1", ordinal));
    const StoredTensor& tensor = (*stored.tensors)[ordinal];
    if (tensor.placement == StoredTensor::Placement::LeftOut)
        return fail(Code::Truncated, phrase("the writer left the bytes of this tensor out (address 0)"));
    const AscendTensor meaning = interpretTensor(tensor);
    AscendLayout layout = layOutTensor(meaning);
    TensorView view;
    TRY_ASSIGN(view.bytes, all.slice(tensor.payloadOffset, tensor.payloadBytes));
    view.dtype = meaning.dtype;
    view.shape = std::move(layout.shape);
    view.storage = std::move(layout.storage);
    return view;
}

Description describeAscendFile(const FileContext& file, std::uint32_t ordinal)
{
    const auto parsed = readAscendFile(file.source, file.head);
    const AscendContainer* container = nullptr;
    const StoredTensor* tensor = parsed ? tensorAt(*parsed, ordinal, &container) : nullptr;
    return tensor != nullptr ? describeAscendTensor(*container, *tensor) : Description {};
}

} // namespace dumpscope::core
