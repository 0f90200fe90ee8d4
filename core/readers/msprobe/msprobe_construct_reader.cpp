// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/format_registry.h"
#include "readers/msprobe/msprobe_graph.h"
#include "readers/msprobe/msprobe_structure.h"

namespace dumpscope::core {

namespace {

/// Bytes of a file beside this one; nothing when it is not there.
Bytes besides(const FileContext& file, std::string_view name)
{
    if (file.folderFiles == nullptr)
        return {};
    const auto source = file.folderFiles->open(name);
    const auto bytes = source ? source->map() : Result<Bytes>(fail(Code::NotFound, phrase("not there")));
    return bytes ? *bytes : Bytes();
}

/// construct.json of msprobe: the tree of modules and what they call (docs/formats/msprobe-dump.md 5).
class MsprobeConstructReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "msprobe-construct",
            .title = Form<0>("msprobe module tree"),
            .patterns = {"construct.json"},
            .can = {.index = true, .graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".json"))
            return {0, phrase("not a .json file")};
        const std::string_view head(reinterpret_cast<const char*>(probe.head.data()), probe.head.size());
        if (isMsprobeConstruct(head))
            return {90, phrase("names of msprobe under names of msprobe")};
        if (probe.name == "construct.json") // empty for dumps of APIs alone
            return {probe.folder != nullptr && probe.folder->layout == "msprobe" ? 70 : 50,
                phrase("named like the module tree of msprobe")};
        return {0, phrase("no parents of msprobe's entries")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        FileContents contents;
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        auto construct = parseMsprobeConstruct(asText(bytes.span()), task);
        TRY_VOID(bytes.check());
        if (!construct) {
            if (construct.error().code == Code::Cancelled)
                return fail(std::move(construct).error());
            contents.problems.push_back({Severity::Warning, construct.error().code, construct.error().place,
                construct.error().message});
            return contents;
        }
        contents.properties.emplace_back("msprobe.modules", std::to_string(construct->entries.size()));
        if (construct->microSteps)
            contents.properties.emplace_back("msprobe.micro_steps", std::to_string(*construct->microSteps));
        for (const MsprobeConstruct::Entry& entry : construct->entries)
            contents.scopes.emplace_back(entry.name, msprobeScope(entry.name, entry.parent));
        contents.problems = std::move(construct->problems);
        return contents;
    }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(MsprobeConstruct construct, parseMsprobeConstruct(asText(bytes.span()), task));
        MsprobeStacks stacks;
        if (const Bytes text = besides(file, "stack.json"); !text.isEmpty()) {
            if (auto parsed = parseMsprobeStacks(asText(text.span()), task))
                stacks = std::move(*parsed);
        }
        MsprobeDump dump;
        const Bytes dumpText = besides(file, "dump.json");
        if (!dumpText.isEmpty()) {
            if (auto parsed = parseMsprobeDump(asText(dumpText.span()), task))
                dump = std::move(*parsed);
        }
        TRY_VOID(task.checkStop());
        GraphDocument document = makeMsprobeGraph(construct, stacks, dump.table.get());
        document.format = info().id;
        TRY_VOID(bytes.check());
        TRY_VOID(dumpText.check());
        return document;
    }
};

} // namespace

void register_msprobe_construct_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsprobeConstructReader>());
}

} // namespace dumpscope::core
