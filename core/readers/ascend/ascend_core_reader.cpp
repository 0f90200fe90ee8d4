// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/ascend/ascend_core.h"
#include "readers/ascend/ascend_description.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kShownRegisters = 4096;

/// Roles of docs/formats/ascend-dump-binary.md 1.2 as the contract's words.
Io ioOf(const CoreBlock& block)
{
    if (block.kind != CoreBlockKind::Global)
        return Io::Buffer;
    switch (block.type.value_or(0)) {
    case 2:
        return Io::Input;
    case 3:
        return Io::Output;
    case 4:
        return Io::Workspace;
    case 1:
    case 7:
    case 12:
    case 101:
        return Io::Argument;
    default:
        return Io::Buffer;
    }
}

std::string hexText(std::uint64_t value)
{
    return fmt::format("{:#x}", value);
}

std::string stalledText(const std::uint64_t (&bitmap)[2])
{
    std::string text;
    for (unsigned core = 0; core < 128; ++core) {
        if ((bitmap[core / 64] >> (core % 64) & 1U) != 0)
            text += (text.empty() ? "" : ", ") + std::to_string(core);
    }
    return text.empty() ? "none" : text;
}

/// What is true of the whole file.
Description fileFacts(const CoreFile& core)
{
    Description out;
    out.emplace_back(phrase("container"), "ELF core file");
    out.emplace_back("sections", std::to_string(core.sections));
    if (!core.kernel.empty())
        out.emplace_back("kernel", core.kernel);
    if (core.device) {
        out.emplace_back(phrase("device id"), std::to_string(core.device->id));
        out.emplace_back(phrase("device type"), std::to_string(core.device->type));
        out.emplace_back(phrase("stalled AI cores"), stalledText(core.device->aicStalled));
        out.emplace_back(phrase("stalled vector cores"), stalledText(core.device->aivStalled));
        out.emplace_back("aic_bitmap0", hexText(core.device->aicStalled[0]));
        out.emplace_back("aic_bitmap1", hexText(core.device->aicStalled[1]));
        out.emplace_back("aiv_bitmap0", hexText(core.device->aivStalled[0]));
        out.emplace_back("aiv_bitmap1", hexText(core.device->aivStalled[1]));
    }
    for (const CoreFile::Attachment& attachment : core.attachments)
        out.emplace_back(
            attachment.kind, attachment.text.empty() ? byteSizeText(attachment.size) : attachment.text);
    return out;
}

void addBlockFacts(Description& out, ByteSpan file, const CoreBlock& block)
{
    out.emplace_back("section", fmt::format("{} ({})", block.section, block.name));
    out.emplace_back(phrase("payload offset"), std::to_string(block.offset));
    out.emplace_back("size", std::to_string(block.size));
    if (block.kind == CoreBlockKind::Global) {
        out.emplace_back("address", hexText(block.address));
        out.emplace_back(phrase("data valid"), block.isInvalid ? "no" : "yes");
        if (block.type)
            out.emplace_back("input_type", fmt::format("{} ({})", *block.type, inputTypeName(*block.type)));
    } else if (block.kind == CoreBlockKind::Local && block.type) {
        const std::string_view name = localMemoryName(*block.type);
        out.emplace_back("memory", fmt::format("{} ({})", *block.type, name.empty() ? "unknown" : name));
    }
    if (!block.dims.empty()) {
        std::string dims;
        for (const std::uint64_t dim : block.dims)
            dims += (dims.empty() ? "" : ",") + std::to_string(dim);
        out.emplace_back("dimensions", '[' + dims + ']');
    }
    if (block.core)
        out.emplace_back("core", std::to_string(*block.core));
    if (block.global)
        out.emplace_back("copy of section", std::to_string(*block.global));
    if (block.kind != CoreBlockKind::Registers)
        return;
    const auto registers = coreRegisters(file, block, kShownRegisters);
    for (const CoreRegister& one : registers)
        out.emplace_back("register " + hexText(one.address),
            fmt::format("{}{}, {} bytes", one.value, one.isValid ? "" : " (invalid)", one.size));
    const std::uint64_t all = block.entrySize == 0 ? 0 : block.present / block.entrySize;
    if (all > registers.size())
        out.emplace_back("registers", fmt::format("{} more", all - registers.size()));
}

TensorRecord recordOf(const CoreBlock& block)
{
    TensorRecord record;
    record.io = ioOf(block);
    if (block.kind != CoreBlockKind::Global)
        record.entry = block.name;
    record.bytes = block.present;
    record.shape = {static_cast<std::int64_t>(
        std::min<std::uint64_t>(block.size, std::numeric_limits<std::int64_t>::max() / 64))};
    record.problem = block.problem;
    return record;
}

/// What is left of a kernel that failed: the memory it used, registers, facts of the device
/// (docs/formats/ascend-dump-binary.md 7.3). The file does not know element types, so blocks are bytes.
class AscendCoreReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"ascend-core", Form<0>("Ascend exception core file"),
            {"KERNEL.STREAM.TASK.TIME.core"},
            {.index = true,
                .values = true,
                .statistics = false,
                .graph = false,
                .overflow = false,
                .write = false},
            50};
        return info;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (isAscendCore(probe.head))
            return {98, phrase("ELF core file of an Ascend device")};
        if (probe.name.ends_with(".core") && probe.facts != nullptr && probe.facts->grammar == "ascend-dump"
            && probe.facts->suffix == "core")
            return {60, phrase("named like a core file of a kernel")};
        return {0, phrase("no ELF core file of an Ascend device")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto core = parseAscendCore(bytes.span());
        if (!core)
            return damagedFile(file, TensorState::Unreadable, core.error());
        FileContents contents;
        std::map<std::pair<Io, std::string>, std::int32_t> slots;
        for (const CoreBlock& block : core->blocks) {
            TensorRecord record = recordOf(block);
            record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
            record.slot = slots[{record.io, record.entry}]++;
            if (file.facts.opName.empty())
                record.opName = core->kernel;
            judge(block, contents, record);
            contents.tensors.push_back(std::move(record));
        }
        for (const Message& problem : core->problems) {
            Diagnostic diagnostic;
            diagnostic.code = Code::BadSize;
            diagnostic.message = problem;
            contents.problems.push_back(std::move(diagnostic));
        }
        for (const auto& [key, value] : fileFacts(*core))
            contents.properties.emplace_back(key.text(), value.text());
        TRY_VOID(bytes.check());
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const CoreFile core, parseAscendCore(bytes.span()));
        if (ordinal >= core.blocks.size())
            return fail(Code::NotFound, phrase("the file has no block %1", ordinal));
        const CoreBlock& block = core.blocks[ordinal];
        TRY_ASSIGN(Bytes payload, bytes.slice(block.present == 0 ? 0 : block.offset, block.present));
        return makeDenseView(DType::Unknown, recordOf(block).shape, std::move(payload));
    }

    Description describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        const auto bytes = file.source.map();
        const auto core = bytes ? parseAscendCore(bytes->span()) : Result<CoreFile>(fail(bytes.error()));
        if (!core || ordinal >= core->blocks.size())
            return {};
        Description out = fileFacts(*core);
        addBlockFacts(out, bytes->span(), core->blocks[ordinal]);
        return out;
    }

private:
    static void judge(const CoreBlock& block, FileContents& contents, TensorRecord& record)
    {
        const auto report = [&](Severity severity, Code code, Message message) {
            complain(contents, record, severity, code, std::move(message), block.offset);
        };
        if (!block.problem.empty()) {
            record.problem = {};
            report(Severity::Warning, Code::BadHeader, block.problem);
        }
        if (block.present < block.size) {
            record.state = TensorState::Truncated;
            report(Severity::Error, Code::Truncated,
                phrase("truncated: %1 of %2 bytes", block.present, block.size));
        } else if (block.isInvalid) {
            record.state = TensorState::Unreadable;
            report(Severity::Warning, Code::Suspicious,
                phrase("the device memory could not be read, the block holds zeros"));
        } else if (block.size == 0) {
            record.state = TensorState::Empty;
        }
    }
};

} // namespace

void register_ascend_core_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendCoreReader>());
}

} // namespace dumpscope::core
