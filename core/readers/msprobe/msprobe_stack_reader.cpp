// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/msprobe/msprobe_structure.h"

namespace dumpscope::core {

namespace {

/// stack.json of msprobe (docs/formats/msprobe-dump.md 6). The lines go to the nodes of the module tree
/// beside it.
class MsprobeStackReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "msprobe-stack",
            .title = Form<0>("msprobe call stacks"),
            .patterns = {"stack.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".json"))
            return {0, phrase("not a .json file")};
        const std::string_view head(reinterpret_cast<const char*>(probe.head.data()), probe.head.size());
        if (isMsprobeStacks(head))
            return {90, phrase("call stacks of msprobe's entries")};
        if (probe.name == "stack.json")
            return {probe.folder != nullptr && probe.folder->layout == "msprobe" ? 70 : 45,
                phrase("named like the call stacks of msprobe")};
        return {0, phrase("no call stacks of msprobe's entries")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        FileContents contents;
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        auto stacks = parseMsprobeStacks(text, task);
        TRY_VOID(bytes.check());
        if (!stacks) {
            if (stacks.error().code == Code::Cancelled)
                return fail(std::move(stacks).error());
            contents.problems.push_back(
                {Severity::Warning, stacks.error().code, stacks.error().place, stacks.error().message});
            return contents;
        }
        std::size_t names = 0;
        for (const MsprobeStacks::Stack& stack : stacks->stacks)
            names += stack.names.size();
        contents.properties.emplace_back("msprobe.stacks",
            std::to_string(stacks->stacks.size()) + " for " + std::to_string(names) + " entries");
        contents.problems = std::move(stacks->problems);
        return contents;
    }
};

} // namespace

void register_msprobe_stack_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsprobeStackReader>());
}

} // namespace dumpscope::core
