// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/ascend/ascend_contents.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "records/overflow_record.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Two spellings exist (readings of docs/formats/ascend-dump-binary.md 2.1).
bool isOverflowName(const NameFacts* facts)
{
    return facts != nullptr && equalsIgnoreCase(facts->opType, "opdebug")
        && equalsIgnoreCase(facts->opName, "node_opdebug");
}

bool isJsonName(std::string_view name)
{
    return name.ends_with(".json");
}

bool looksLikeRecord(std::string_view json)
{
    const auto has = [json](std::string_view key) { return json.find(key) != std::string_view::npos; };
    return (has("\"AI Core\"") && has("\"DHA Atomic Add\"")) || (has("\"acc_list\"") && has("\"acc_type\""));
}

/// Puts what the record complains about where the file's problems are.
void reportProblems(FileContents& contents, const OverflowRecord& record, TensorRecord* row)
{
    if (row != nullptr && row->state == TensorState::Truncated)
        return; // reported already
    for (const OverflowProblem& problem : record.problems) {
        if (row != nullptr)
            noteOn(*row, problem.message);
        Diagnostic diagnostic;
        diagnostic.severity = problem.severity;
        diagnostic.code = problem.code;
        diagnostic.message = problem.message;
        contents.problems.push_back(std::move(diagnostic));
    }
}

FoundOverflow undecodable(const Error& error)
{
    FoundOverflow found;
    found.record.problems.push_back({Severity::Error, error.code, error.message});
    return found;
}

/// What the device wrote when an operator overflowed: a record in output 0 of an ordinary dump file, or
/// the JSON that converters make of it (docs/formats/ascend-dump-binary.md 3,
/// docs/formats/mindspore-dump.md 3.7).
class OpdebugReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"opdebug", Form<0>("Overflow record (Opdebug)"),
            {"Opdebug.Node_OpDebug.TASK.STREAM.TIME", "Opdebug.Node_OpDebug.TASK.STREAM.TIME.output.0.json"},
            {.index = true,
                .values = true,
                .statistics = false,
                .graph = false,
                .overflow = true,
                .write = false},
            60};
        return info;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = isOverflowName(probe.facts);
        if (isJsonName(probe.name)) {
            if (looksLikeRecord(asText(probe.head)))
                return {named ? 97 : 80, phrase("JSON of an overflow record")};
            return {named ? 60 : 0,
                named ? phrase("named like a converted overflow record") : phrase("no overflow record")};
        }
        if (!named || !probe.facts->suffix.empty() || probe.facts->grammar != "ascend-dump")
            return {0, phrase("not named %1", "Opdebug.Node_OpDebug")};
        if (guessContainer(probe.head, probe.size))
            return {97, phrase("dump header, named like an overflow record")};
        return {60, phrase("named like an overflow record, no header")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        return isJsonName(file.name) ? readJson(file) : readContainers(file);
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        return m_tensors.open(file, ordinal);
    }

    Description describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        return describeAscendFile(file, ordinal);
    }

private:
    static Result<FileContents> readJson(const FileContext& file)
    {
        constexpr std::uint64_t kLongest = 1U << 20U;
        FileContents contents;
        const auto read = [&]() -> Result<OverflowRecord> {
            if (file.source.size() == 0)
                return fail(emptyFileError());
            if (file.source.size() > kLongest)
                return fail(Code::Limit,
                    phrase("too long for an overflow record: %1", byteSizeText(file.source.size())));
            TRY_ASSIGN(const Bytes bytes, file.source.read(0, file.source.size()));
            return parseOverflowJson(asText(bytes.span()));
        };
        auto record = read();
        FoundOverflow found = record ? FoundOverflow {} : undecodable(record.error());
        if (record)
            found.record = std::move(*record);
        reportProblems(contents, found.record, nullptr);
        contents.overflows.push_back(std::move(found));
        contents.properties.emplace_back("content", "overflow record, converted to JSON");
        return contents;
    }

    static Result<FileContents> readContainers(const FileContext& file)
    {
        const auto parsed = file.source.size() == 0 ? Result<AscendFile>(fail(emptyFileError()))
                                                    : readAscendFile(file.source, file.head);
        if (!parsed) {
            FileContents contents = damagedFile(
                file, file.source.size() == 0 ? TensorState::Empty : TensorState::Unreadable, parsed.error());
            contents.overflows.push_back(undecodable(parsed.error()));
            return contents;
        }
        FileContents contents = ascendContents(file, *parsed);
        std::size_t first = 0; // record of the container's first tensor
        for (std::uint32_t i = 0; i < parsed->containers.size(); ++i) {
            const AscendContainer& container = parsed->containers[i];
            const auto& tensors = container.header.tensors;
            const auto output = std::ranges::find_if(
                tensors, [](const StoredTensor& tensor) { return tensor.io == Io::Output; });
            const auto number = first + static_cast<std::size_t>(output - tensors.begin());
            FoundOverflow found = output == tensors.end() ? undecodable(makeError(Code::BadHeader,
                                      phrase("named like an overflow record, but without output")))
                                                          : decode(file, *output);
            found.ordinal = i;
            if (!file.facts.timestamp || i > 0)
                found.timestamp = container.header.dumpTime;
            const bool hasRow = output != tensors.end() && number < contents.tensors.size();
            reportProblems(contents, found.record, hasRow ? &contents.tensors[number] : nullptr);
            contents.overflows.push_back(std::move(found));
            first += tensors.size();
        }
        contents.properties.emplace_back("content", "overflow record");
        return contents;
    }

    static FoundOverflow decode(const FileContext& file, const StoredTensor& tensor)
    {
        FoundOverflow found;
        const std::uint64_t offset = tensor.payloadOffset;
        const std::uint64_t length = tensor.payloadBytes;
        if (offset <= file.head.size() && length <= file.head.size() - offset) {
            found.record = decodeOverflowRecord(file.head.subspan(offset, length));
            return found;
        }
        const auto bytes
            = file.source.map().and_then([&](const Bytes& all) { return all.slice(offset, length); });
        if (!bytes)
            return undecodable(bytes.error());
        found.record = decodeOverflowRecord(bytes->span());
        if (const auto checked = bytes->check(); !checked)
            return undecodable(checked.error());
        return found;
    }

    mutable AscendTensors m_tensors;
};

} // namespace

void register_opdebug_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<OpdebugReader>());
}

} // namespace dumpscope::core
