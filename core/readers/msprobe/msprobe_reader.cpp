// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/format_registry.h"
#include "readers/msprobe/msprobe_dump.h"

namespace dumpscope::core {

namespace {

/// dump.json and debug.json of msprobe (docs/formats/msprobe-dump.md 2).
class MsprobeReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "msprobe",
            .title = Form<0>("msprobe dump"),
            .patterns = {"dump.json", "debug.json"},
            .can = {.index = true, .statistics = true},
            .priority = 55,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".json"))
            return {0, phrase("not a .json file")};
        if (isMsprobeDump(asText(probe.head)))
            return {95, phrase("keys of a dump of msprobe")};
        if ((probe.name == "dump.json" || probe.name == "debug.json") && probe.folder != nullptr
            && (probe.folder->layout == "msprobe" || probe.folder->layout == "single-save"))
            return {60, phrase("named like a dump of msprobe, in its place")};
        return {0, phrase("no keys \"task\", \"level\" and \"data\"")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        FileContents contents;
        if (file.source.size() == 0) {
            contents.problems.push_back({Severity::Error, Code::Truncated, {}, phrase("the file is empty")});
            return contents;
        }
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        auto dump = parseMsprobeDump(asText(bytes.span()), task);
        TRY_VOID(bytes.check());
        if (!dump) {
            if (dump.error().code == Code::Cancelled)
                return fail(std::move(dump).error());
            contents.problems.push_back(
                {Severity::Error, dump.error().code, dump.error().place, dump.error().message});
            return contents;
        }
        const auto report = [&](std::string_view key, const std::string& value) {
            if (!value.empty())
                contents.properties.emplace_back(key, printable(value));
        };
        report("producer", "msprobe");
        report("msprobe.task", dump->task);
        report("msprobe.level", dump->level);
        report("msprobe.framework", dump->framework.empty() ? frameworkOf(*dump->table) : dump->framework);
        report("msprobe.entries", std::to_string(dump->entries));
        report("msprobe.dump_data_dir", dump->dataFolder);
        contents.statistics = std::move(dump->table);
        contents.problems = std::move(dump->problems);
        return contents;
    }

private:
    /// The key `framework` is younger than the format; the spelling of types tells.
    static std::string frameworkOf(const StatisticTable& table)
    {
        for (const StringId id : table.dtypeText) {
            const std::string_view text = table.strings.text(id);
            if (text.empty())
                continue;
            return text.starts_with("torch.") ? "pytorch" : "mindspore";
        }
        return {};
    }
};

} // namespace

void register_msprobe_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsprobeReader>());
}

} // namespace dumpscope::core
