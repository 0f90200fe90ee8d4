// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/torch_contents.h"

#include "base/text.h"
#include "readers/file_finding.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Of a file of which nothing else is known, and of a tensor.
TensorState torchFileState(const Error& error)
{
    return error.code == Code::Unsupported ? TensorState::Unsupported : TensorState::Unreadable;
}
TensorState torchTensorState(const Error& error)
{
    return error.code == Code::Truncated ? TensorState::Truncated : torchFileState(error);
}

TensorRecord torchRecord(const TorchTensor& tensor)
{
    TensorRecord record;
    record.dtype = tensor.dtype;
    if (tensor.dtype == DType::Unknown)
        record.dtypeText = tensor.dtypeText;
    record.hasShape = tensor.unsupported.empty() || !tensor.shape.empty();
    record.shape = tensor.elementShape();
    const auto count = elementCount(record.shape);
    const auto bytes = count ? storedBytes(tensor.dtype, *count) : std::nullopt;
    record.bytes = bytes.value_or(0);
    if (tensor.isConjugate)
        noteOn(record, phrase("stored as its complex conjugate"));
    if (tensor.isNegative)
        noteOn(record, phrase("stored negated"));
    if (!tensor.note.empty())
        noteOn(record, tensor.note);
    return record;
}

std::string listedNames(const std::vector<std::string>& names)
{
    constexpr std::size_t kMost = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMost ? text + ", …" : text;
}

/// What else the pickle names: nothing of it was run.
void reportForeign(const FileContext& file, const ForeignGlobals& foreign, FileContents& contents)
{
    if (!foreign.names.empty())
        contents.properties.emplace_back("pickle.other_objects", listedNames(foreign.names));
    if (foreign.dangerous.empty())
        return;
    const Error error = makeError(Code::Suspicious,
        phrase("the pickle names %1, which could run anything; nothing of it was run",
            listedNames(foreign.dangerous)));
    if (contents.tensors.empty())
        contents = damagedFile(file, TensorState::Unsupported, error);
    else
        contents.problems.push_back({Severity::Warning, error.code, {}, error.message});
}

/// The process that saved the file, where tensors that ranks share say so and neither folder nor name does.
void setRank(const FileContext& file, const std::vector<TorchTensor>& tensors, FileContents& contents)
{
    const auto said
        = std::ranges::find_if(tensors, [](const TorchTensor& tensor) { return tensor.rank.has_value(); });
    if (said == tensors.end() || file.folder.rank || file.facts.rank)
        return;
    for (TensorRecord& record : contents.tensors)
        record.rank = said->rank;
}

void checkTensor(const TorchFile& torch, TensorRecord& record, FileContents& contents)
{
    const TorchTensor& tensor = torch.tensors()[record.ordinal];
    const auto checked = torch.check(tensor);
    if (checked)
        return;
    record.state = torchTensorState(checked.error());
    const bool isDamage = record.state != TensorState::Unsupported;
    complain(contents, record, isDamage ? Severity::Error : Severity::Warning, checked.error().code,
        checked.error().message, checked.error().place.offset);
    if (const auto there = torch.storageBytes(tensor))
        record.bytes = std::min(record.bytes, *there);
}

} // namespace

bool isTorchFileName(std::string_view name)
{
    return name.ends_with(".pt") || name.ends_with(".pth");
}

bool TorchContentsReader::isTorchHead(ByteSpan head)
{
    return hasZipMagic(head) || TorchFile::hasLegacyMagic(head);
}

void TorchContentsReader::nameTensors(
    const FileContext&, const std::vector<TorchTensor>& tensors, FileContents& contents) const
{
    for (std::size_t i = 0; i < tensors.size(); ++i)
        contents.tensors[i].entry = tensors[i].key;
}

void TorchContentsReader::describeFile(const TorchFile&, FileContents&) const { }

void TorchContentsReader::addSavedNumbers(const SavedNumbers& saved, FileContents& contents)
{
    for (const SavedNumbers::One& one : saved.numbers)
        contents.properties.emplace_back(std::string(kSavedNumber) + one.path, one.text);
    if (saved.leftOut > 0)
        contents.properties.emplace_back("pickle.numbers_left_out", std::to_string(saved.leftOut));
}

Result<FileContents> TorchContentsReader::read(const FileContext& file, TaskContext& task) const
{
    FileContents contents;
    const auto damaged = [&](TensorState state, const Error& error) {
        contents = damagedFile(file, state, error);
        return std::move(contents);
    };
    if (file.source.size() == 0)
        return damaged(TensorState::Empty, emptyFileError());
    TRY_ASSIGN(const Bytes bytes, file.source.map());
    const auto torch = TorchFile::read(bytes);
    TRY_VOID(bytes.check());
    if (!torch)
        return damaged(torchFileState(torch.error()), torch.error());
    TRY_VOID(task.checkStop());
    for (const TorchTensor& tensor : torch->tensors()) {
        contents.tensors.push_back(torchRecord(tensor));
        contents.tensors.back().ordinal = static_cast<std::uint32_t>(contents.tensors.size() - 1);
    }
    nameTensors(file, torch->tensors(), contents);
    setRank(file, torch->tensors(), contents);
    for (TensorRecord& record : contents.tensors)
        checkTensor(*torch, record, contents);
    describeFile(*torch, contents);
    reportForeign(file, torch->foreign(), contents);
    if (contents.tensors.empty())
        contents.problems.push_back(
            {Severity::Hint, Code::Unsupported, {}, phrase("no tensor was saved in it")});
    return contents;
}

Result<TensorView> TorchContentsReader::open(
    const FileContext& file, std::uint32_t ordinal, TaskContext& task) const
{
    TRY_ASSIGN(const Bytes bytes, file.source.map());
    TRY_ASSIGN(const TorchFile torch, m_known.read(bytes));
    if (ordinal >= torch.tensors().size())
        return fail(Code::ChangedWhileRead, phrase("the file holds fewer tensors than before"));
    return torch.open(torch.tensors()[ordinal], task.stop);
}

Description TorchContentsReader::describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const
{
    const auto bytes = file.source.map();
    if (!bytes)
        return {};
    const auto torch = m_known.read(*bytes);
    if (!torch || ordinal >= torch->tensors().size())
        return {};
    const TorchTensor& tensor = torch->tensors()[ordinal];
    Description fields {{phrase("container"),
                            torch->isLegacy() ? phrase("torch.save before 1.6") : phrase("torch.save, zip")},
        {phrase("torch type"), printable(tensor.dtypeText)}, {phrase("strides"), shapeText(tensor.strides)},
        {phrase("storage"), printable(tensor.storage)},
        {phrase("storage offset"), std::to_string(tensor.offset)},
        {phrase("storage elements"), std::to_string(tensor.storageElements)},
        {phrase("location"), printable(tensor.location)}};
    if (tensor.requiresGrad)
        fields.emplace_back(
            phrase("requires_grad in the file"), Message(*tensor.requiresGrad ? "True" : "False"));
    return fields;
}

} // namespace dumpscope::core
