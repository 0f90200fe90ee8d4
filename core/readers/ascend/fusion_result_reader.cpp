// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/ascend/fusion_passes.h"
#include "readers/format_registry.h"
#include "readers/json_document.h"

#include <set>

namespace dumpscope::core {

namespace {

/// fusion_result.json of GE: how often fusion passes took effect (docs/formats/llm-era.md 11).
class FusionResultReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "fusion-result",
            .title = Form<0>("Fusion passes of GE that took effect"),
            .patterns = {"fusion_result.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".json"))
            return {0, phrase("not a .json file")};
        const std::string_view head = asText(probe.head);
        const auto has = [&](std::string_view key) { return head.find(key) != std::string_view::npos; };
        if (has("session_and_graph_id_") && (has("\"graph_fusion\"") || has("\"ub_fusion\"")))
            return {92, phrase("passes of graph_fusion or ub_fusion by session and graph")};
        return {probe.name == "fusion_result.json" ? 50 : 0, phrase("no passes by session and graph")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        TRY_ASSIGN(const std::optional<JsonValue> root, readJsonDocument(file, contents, Severity::Warning));
        if (!root)
            return contents;
        std::set<std::string> all, effective;
        FusionPasses passes = fusionPassesOf(*root);
        for (const auto& [key, times] : passes) {
            all.insert(key.pass);
            if (times.effective > 0)
                effective.insert(key.pass);
        }
        std::string names;
        for (const std::string& name : effective)
            names += (names.empty() ? "" : ", ") + printable(name);
        contents.properties.emplace_back("fusion.sessions", std::to_string(sessionsIn(*root)));
        contents.properties.emplace_back("fusion.passes", std::to_string(all.size()));
        contents.properties.emplace_back("fusion.effective", std::move(names));
        contents.rowsAlone = [passes = std::move(passes)] { return rowsOf(passes); };
        return contents;
    }

private:
    static std::vector<TensorRecord> rowsOf(const FusionPasses& passes)
    {
        std::vector<TensorRecord> rows;
        rows.reserve(passes.size());
        for (const auto& [key, times] : passes) {
            TensorRecord& row = rows.emplace_back();
            row.ordinal = static_cast<std::uint32_t>(rows.size() - 1);
            row.opName = key.pass;
            row.hasEmptyName = key.pass.empty();
            row.opType = key.kind;
            row.entry = key.graph + '.' + key.kind + '.' + key.pass;
            row.hasShape = false;
            row.state = TensorState::Empty;
            row.problem = phrase("a fusion pass: in %1 it %2", printable(key.graph), fusionTimesText(times));
        }
        return rows;
    }

    static std::size_t sessionsIn(const JsonValue& root)
    {
        std::size_t sessions = root.members.size();
        for (const JsonValue& item : root.items)
            sessions += item.members.size();
        return sessions;
    }
};

} // namespace

void register_fusion_result_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<FusionResultReader>());
}

} // namespace dumpscope::core
