// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/named_role.h"
#include "readers/parsed_files.h"
#include "readers/torch/safetensors_file.h"

namespace dumpscope::core {

namespace {

constexpr std::size_t kObjectAt = 8; ///< behind the length of the header

/// Weights of models (docs/formats/llm-era.md 6.1) and single tensors of the debugger of Hugging Face
/// (6.2).
class SafetensorsReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "safetensors",
            .title = Form<0>("safetensors"),
            .patterns = {"*.safetensors"},
            .can = {.index = true, .values = true},
            .priority = 60,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isNamed = probe.name.ends_with(".safetensors");
        if (looksLikeSafetensors(probe.head, probe.size))
            return {isNamed ? 98 : 96, phrase("a header of tensors in JSON behind its length")};
        if (isNamed && asText(probe.head).substr(0, kObjectAt + 1).ends_with('{'))
            return {97, phrase("named .safetensors, with an object behind eight bytes")};
        if (isNamed)
            return {45,
                probe.size == 0 ? phrase("named .safetensors, empty")
                                : phrase("named .safetensors, but without such a header")};
        return {0, phrase("no header of tensors in JSON behind its length")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto tensors = SafetensorsFile::read(bytes);
        TRY_VOID(bytes.check());
        if (!tensors)
            return damagedFile(file, TensorState::Unreadable, tensors.error());
        TRY_VOID(task.checkStop());
        FileContents contents;
        // The debugger writes one tensor a file and names the file, not the tensor.
        const bool isNamedByFile = file.facts.grammar == "hf-debugger" && tensors->members() == 1
            && tensors->entries().front().name == "data";
        // Hooks save what modules are given and give; a model has its weights as well.
        const bool areOfCalls = !isNamedByFile
            && std::ranges::all_of(tensors->entries(),
                [](const SafetensorsEntry& entry) { return roleInName(entry.name).has_value(); });
        // One tensor a file, and the file is called what it is: `model.norm.output.safetensors`.
        const auto ofFile
            = !areOfCalls && tensors->members() == 1 ? roleInName(stemOf(file.name)) : std::nullopt;
        for (const SafetensorsEntry& entry : tensors->entries()) {
            TensorRecord record = recordOf(*tensors, entry, contents);
            record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
            if (!isNamedByFile) {
                record.entry = record.opName = entry.name;
                record.hasEmptyName = entry.name.empty();
                record.io = Io::Parameter;
                record.slot = 0;
            }
            if (areOfCalls)
                setRole(*roleInName(entry.name), record);
            else if (ofFile && !isNamedByFile)
                setRole(*ofFile, record);
            contents.tensors.push_back(std::move(record));
        }
        for (const std::string& name : tensors->repeated())
            contents.problems.push_back({Severity::Warning, Code::Duplicate, {},
                phrase("a tensor of this name stands before: %1", printable(name))});
        if (tensors->rest() > 0)
            contents.problems.push_back({Severity::Warning, Code::BadSize, {},
                phrase("%1 bytes behind the last tensor belong to no tensor", tensors->rest())});
        for (const auto& [key, value] : tensors->metadata())
            contents.properties.emplace_back("safetensors." + printable(key), printable(value));
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const SafetensorsFile tensors, m_known.read(bytes));
        if (ordinal >= tensors.members())
            return fail(Code::ChangedWhileRead, phrase("the file holds fewer tensors than before"));
        return tensors.open(tensors.entries()[ordinal]);
    }

    Description describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        const auto bytes = file.source.map();
        if (!bytes)
            return {};
        const auto tensors = m_known.read(*bytes);
        if (!tensors || ordinal >= tensors->members())
            return {};
        const SafetensorsEntry& entry = tensors->entries()[ordinal];
        return {{phrase("type in the file"), printable(entry.dtypeText)},
            {phrase("first byte"), std::to_string(entry.begin)}, {phrase("end"), std::to_string(entry.end)}};
    }

private:
    static std::string_view stemOf(std::string_view name)
    {
        return name.substr(0, std::min(name.rfind(".safetensors"), name.size()));
    }

    static TensorRecord recordOf(
        const SafetensorsFile& tensors, const SafetensorsEntry& entry, FileContents& contents)
    {
        TensorRecord record;
        record.dtype = entry.dtype;
        if (entry.dtype == DType::Unknown)
            record.dtypeText = printable(entry.dtypeText);
        record.shape = entry.shape;
        record.hasShape = entry.hasShape;
        record.bytes = tensors.available(entry);
        const auto report = [&](Severity severity, Code code, const Message& message) {
            const std::size_t before = contents.problems.size();
            noteOn(record, message);
            if (before <= kMaxProblems)
                contents.problems.push_back({severity, code, {.offset = entry.begin},
                    phrase("%1: %2", printable(entry.name), message)});
        };
        if (!entry.problem.empty()) {
            const bool isUnsupported = entry.code == Code::Unsupported;
            record.state = isUnsupported ? TensorState::Unsupported : TensorState::Unreadable;
            report(isUnsupported ? Severity::Warning : Severity::Error, entry.code, entry.problem);
        } else if (record.bytes < entry.end - entry.begin) {
            record.state = TensorState::Truncated;
            report(Severity::Error, Code::Truncated,
                phrase("truncated: %1 of %2 bytes", record.bytes, entry.end - entry.begin));
        }
        if (!entry.note.empty())
            report(Severity::Warning, Code::Suspicious, entry.note);
        return record;
    }

    mutable ParsedFiles<SafetensorsFile> m_known;
};

} // namespace

void register_safetensors_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<SafetensorsReader>());
}

} // namespace dumpscope::core
