// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_contents.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

bool isDumpName(const NameFacts* facts)
{
    constexpr std::uint64_t kShortestTime = 10'000'000'000'000; // 14 digits
    return facts != nullptr && facts->grammar == "ascend-dump" && facts->suffix.empty()
        && facts->timestamp.value_or(0) >= kShortestTime;
}

class AscendContainerReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"ascend-bin", Form<0>("Ascend dump file"),
            {"OP_TYPE.OP_NAME.TASK.STREAM.TIME", "exception_info.STREAM.TASK.TIME", "digits (mapping.csv)"},
            {.index = true,
                .values = true,
                .statistics = false,
                .graph = false,
                .overflow = false,
                .write = true},
            50};
        return info;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = isDumpName(probe.facts);
        if (const auto guess = guessContainer(probe.head, probe.size)) {
            const bool weak = guess->kind == ContainerKind::Legacy && !named;
            return {weak             ? 50
                    : guess->certain ? 95
                                     : 85,
                phrase("%1 header", containerKindName(guess->kind))};
        }
        if (named)
            return {45,
                probe.size == 0 ? phrase("named like a dump file, empty")
                                : phrase("named like a dump file, no header")};
        return {0, phrase("no dump header")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        const auto parsed = readAscendFile(file.source, file.head);
        if (!parsed)
            return damagedFile(file, TensorState::Unreadable, parsed.error());
        return ascendContents(file, *parsed);
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
    mutable AscendTensors m_tensors;
};

} // namespace

void register_ascend_container_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendContainerReader>());
}

} // namespace dumpscope::core
