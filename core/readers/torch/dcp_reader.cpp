// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/parsed_files.h"
#include "readers/torch/dcp_pieces.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kMetadataFile = ".metadata";
constexpr std::string_view kPieceSuffix = ".distcp";

/// Torch distributed checkpoints (docs/formats/llm-era.md 7.2): `.metadata` lists the tensors, files
/// named `__<rank>_<n>.distcp` have the pieces of their values.
class DcpReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "dcp",
            .title = Form<0>("torch distributed checkpoint"),
            .patterns = {".metadata", "*.distcp"},
            .can = {.index = true, .values = true},
            .priority = 61,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const std::string_view head = asText(probe.head);
        if (probe.name == kMetadataFile) {
            const bool isPickle = head.starts_with('\x80');
            const bool hasName = head.find("torch.distributed.checkpoint") != std::string_view::npos;
            if (isPickle && hasName)
                return {95, phrase("a pickle with classes of torch.distributed.checkpoint")};
            return {isPickle ? 40 : 0, phrase("a pickle named .metadata")};
        }
        if (probe.name.ends_with(kPieceSuffix))
            return {95, phrase("named like pieces of a torch distributed checkpoint")};
        return {0, phrase("neither .metadata nor .distcp")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        FileContents contents;
        if (file.name != kMetadataFile) {
            if (const Message why = whyUnlisted(file); !why.empty())
                return damagedFile(file, TensorState::Unreadable, Error {Code::NotFound, why, {}, nullptr});
            reportCut(file, contents);
            return contents;
        }
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto metadata = m_known.read(bytes);
        TRY_VOID(bytes.check());
        if (!metadata) {
            const bool isUnsupported = metadata.error().code == Code::Unsupported;
            return damagedFile(
                file, isUnsupported ? TensorState::Unsupported : TensorState::Unreadable, metadata.error());
        }
        DcpPieces pieces(file.folderFiles);
        for (const DcpTensor& tensor : metadata->tensors()) {
            TRY_VOID(task.checkStop());
            contents.tensors.push_back(recordOf(tensor, pieces, contents));
        }
        contents.properties.emplace_back("dcp.tensors", std::to_string(metadata->tensors().size()));
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const DcpMetadata metadata, m_known.read(bytes));
        if (ordinal >= metadata.tensors().size())
            return fail(Code::ChangedWhileRead, phrase("the file holds fewer tensors than before"));
        return DcpPieces(file.folderFiles).open(metadata.tensors()[ordinal], task);
    }

    Description describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        constexpr std::size_t kMostFiles = 8;
        const auto bytes = file.source.map();
        const auto metadata = bytes ? m_known.read(*bytes) : Result<DcpMetadata>(fail(bytes.error()));
        if (!metadata || ordinal >= metadata->tensors().size())
            return {};
        const DcpTensor& tensor = metadata->tensors()[ordinal];
        Description fields {{phrase("torch type"), printable(tensor.dtypeText)},
            {phrase("pieces"), std::to_string(tensor.chunks.size())}};
        for (std::size_t i = 0; i < std::min(tensor.chunks.size(), kMostFiles); ++i)
            fields.emplace_back(phrase("piece at %1", shapeText(tensor.chunks[i].offsets)),
                phrase("%1, byte %2", printable(tensor.chunks[i].file), tensor.chunks[i].offset));
        return fields;
    }

private:
    /// Why nothing says what the pieces are pieces of; empty: a file says so, or is damaged itself and
    /// listed.
    static Message whyUnlisted(const FileContext& file)
    {
        if (file.folderFiles == nullptr)
            return {};
        const auto head = file.folderFiles->open(kMetadataFile)->read(0, 1);
        if (!head)
            return phrase("pieces of tensors, but the file .metadata that lists them is missing");
        return asText(head->span()).starts_with('\x80')
            ? Message()
            : phrase("pieces of tensors, but the file .metadata that lists them is damaged: it is no pickle");
    }

    /// Every piece is a zip file, so the file ends like one.
    static void reportCut(const FileContext& file, FileContents& contents)
    {
        constexpr std::uint64_t kEndRecord = 22;
        const std::uint64_t size = file.source.size();
        const auto end = file.source.read(size - std::min(size, kEndRecord), kEndRecord);
        if (end && asText(end->span()).starts_with("PK\5\6"))
            return;
        contents.problems.push_back({Severity::Warning, Code::Truncated, {.offset = size},
            phrase("does not end with a whole piece; the file may be cut here")});
    }

    static TensorRecord recordOf(const DcpTensor& tensor, DcpPieces& pieces, FileContents& contents)
    {
        TensorRecord record;
        record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
        record.entry = record.opName = tensor.name;
        record.io = Io::Parameter;
        record.slot = 0;
        record.dtype = tensor.dtype;
        if (tensor.dtype == DType::Unknown)
            record.dtypeText = printable(tensor.dtypeText);
        record.shape = tensor.shape;
        record.hasShape = tensor.problem.empty() || !tensor.shape.empty();
        record.bytes = pieces.present(tensor);
        const auto checked = pieces.check(tensor);
        if (checked)
            return record;
        const Code code = checked.error().code;
        record.state = code == Code::Truncated ? TensorState::Truncated
            : code == Code::Unsupported        ? TensorState::Unsupported
                                               : TensorState::Unreadable;
        const bool isDamage = record.state != TensorState::Unsupported;
        complain(contents, record, isDamage ? Severity::Error : Severity::Warning, code,
            phrase("%1: %2", printable(tensor.name), checked.error().message));
        return record;
    }

    mutable ParsedFiles<DcpMetadata> m_known;
};

} // namespace

void register_dcp_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<DcpReader>());
}

} // namespace dumpscope::core
