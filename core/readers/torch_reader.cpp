// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/parsed_files.h"
#include "readers/torch_file.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

bool isTorchFile(std::string_view name)
{
    return name.ends_with(".pt") || name.ends_with(".pth");
}

/// The first file in a zip of torch.save is `<stem>/data.pkl`.
bool startsWithPickle(ByteSpan head)
{
    constexpr std::size_t kLocalName = 30;
    constexpr std::size_t kLookedAt = 512;
    const std::string_view text(reinterpret_cast<const char*>(head.data()), std::min(head.size(), kLookedAt));
    return text.size() > kLocalName && text.substr(kLocalName).find("/data.pkl") != std::string_view::npos;
}

/// Tensors saved by torch.save: `.pt` of msprobe and of users (docs/formats/msprobe-dump.md 9).
class TorchReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "pt",
            .title = Form<0>("PyTorch tensors"),
            .patterns = {"*.pt", "*.pth"},
            .can = {.index = true, .values = true},
            .priority = 60,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = isTorchFile(probe.name);
        if (TorchFile::hasLegacyMagic(probe.head))
            return {95, phrase("magic of torch.save before 1.6")};
        if (hasZipMagic(probe.head)) {
            if (named)
                return {90, phrase("a zip file named .pt")};
            if (startsWithPickle(probe.head))
                return {85, phrase("a zip file that begins with data.pkl")};
            return {0, phrase("a zip file, but not of torch.save")};
        }
        if (named)
            return {45,
                probe.size == 0 ? phrase("named .pt, empty")
                                : phrase("named .pt, but neither a zip nor a pickle")};
        return {0, phrase("no file of torch.save")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto torch = TorchFile::read(bytes);
        TRY_VOID(bytes.check());
        if (!torch)
            return damagedFile(file, stateOf(torch.error()), torch.error());
        FileContents contents;
        for (const TorchTensor& tensor : torch->tensors()) {
            TensorRecord record = recordOf(tensor);
            record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
            if (const auto checked = torch->check(tensor); !checked) {
                record.state = tensorStateOf(checked.error());
                const bool isDamage = record.state != TensorState::Unsupported;
                complain(contents, record, isDamage ? Severity::Error : Severity::Warning,
                    checked.error().code, checked.error().message, checked.error().place.offset);
                if (const auto there = torch->storageBytes(tensor))
                    record.bytes = std::min(record.bytes, *there);
            }
            contents.tensors.push_back(std::move(record));
        }
        if (contents.tensors.empty())
            contents.problems.push_back(
                {Severity::Hint, Code::Unsupported, {}, phrase("no tensor was saved in it")});
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const TorchFile torch, m_known.read(bytes));
        if (ordinal >= torch.tensors().size())
            return fail(Code::ChangedWhileRead, phrase("the file holds fewer tensors than before"));
        return torch.open(torch.tensors()[ordinal], task.stop);
    }

    Description describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        const auto bytes = file.source.map();
        if (!bytes)
            return {};
        const auto torch = m_known.read(*bytes);
        if (!torch || ordinal >= torch->tensors().size())
            return {};
        const TorchTensor& tensor = torch->tensors()[ordinal];
        Description fields {
            {phrase("container"),
                torch->isLegacy() ? phrase("torch.save before 1.6") : phrase("torch.save, zip")},
            {phrase("torch type"), printable(tensor.dtypeText)},
            {phrase("strides"), shapeText(tensor.strides)}, {phrase("storage"), printable(tensor.storage)},
            {phrase("storage offset"), std::to_string(tensor.offset)},
            {phrase("storage elements"), std::to_string(tensor.storageElements)},
            {phrase("location"), printable(tensor.location)}};
        if (tensor.requiresGrad)
            fields.emplace_back(
                phrase("requires_grad in the file"), Message(*tensor.requiresGrad ? "True" : "False"));
        return fields;
    }

private:
    /// Of a file of which nothing else is known, and of a tensor.
    static TensorState stateOf(const Error& error)
    {
        return error.code == Code::Unsupported ? TensorState::Unsupported : TensorState::Unreadable;
    }
    static TensorState tensorStateOf(const Error& error)
    {
        return error.code == Code::Truncated ? TensorState::Truncated : stateOf(error);
    }

    static TensorRecord recordOf(const TorchTensor& tensor)
    {
        TensorRecord record;
        record.entry = tensor.key;
        record.dtype = tensor.dtype;
        if (tensor.dtype == DType::Unknown)
            record.dtypeText = tensor.dtypeText;
        record.hasShape = tensor.unsupported.empty() || !tensor.shape.empty();
        record.shape = tensor.shape;
        const auto count = elementCount(tensor.shape);
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

    mutable ParsedFiles<TorchFile> m_known;
};

} // namespace

void register_torch_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<TorchReader>());
}

} // namespace dumpscope::core
