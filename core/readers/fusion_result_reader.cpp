// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
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
        Passes passes;
        // Older GE appends one object per session.
        if (root->isObject())
            addSessions(*root, passes);
        for (const JsonValue& item : root->items)
            addSessions(item, passes);
        std::string names;
        for (const std::string& name : passes.effective)
            names += (names.empty() ? "" : ", ") + printable(name);
        contents.properties.emplace_back("fusion.sessions", std::to_string(passes.sessions));
        contents.properties.emplace_back("fusion.passes", std::to_string(passes.all.size()));
        contents.properties.emplace_back("fusion.effective", std::move(names));
        return contents;
    }

private:
    struct Passes {
        std::size_t sessions = 0;
        std::set<std::string> all, effective;
    };

    static void addSessions(const JsonValue& object, Passes& passes)
    {
        for (const auto& [session, kinds] : object.members) {
            ++passes.sessions;
            for (const char* const kind : {"graph_fusion", "ub_fusion"}) {
                if (const JsonValue* const list = kinds.find(kind))
                    addPasses(*list, passes);
            }
        }
    }

    static void addPasses(const JsonValue& list, Passes& passes)
    {
        for (const auto& [name, pass] : list.members) {
            passes.all.insert(name);
            const JsonValue* const times = pass.find("effect_times");
            if (times != nullptr && parseInt(times->text).value_or(0) > 0)
                passes.effective.insert(name);
        }
    }
};

} // namespace

void register_fusion_result_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<FusionResultReader>());
}

} // namespace dumpscope::core
