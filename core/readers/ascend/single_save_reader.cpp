// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/ascend/single_save_file.h"
#include "readers/format_registry.h"
#include "readers/json_document.h"
#include "readers/json_statistics.h"

#include <fmt/format.h>

namespace dumpscope::core {

namespace {

constexpr std::string_view kSavedJson = ".json";

/// `<key>.json` of SingleSave: statistics of the arrays beside it (docs/formats/llm-era.md 3.3).
class SingleSaveReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "single-save",
            .title = Form<0>("Statistics of SingleSave of msprobe"),
            .patterns = {"KEY.json"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(kSavedJson) || probe.folder == nullptr
            || probe.folder->layout != "single-save")
            return {0, phrase("no .json file in a folder of SingleSave")};
        const bool isOfKey
            = probe.name.substr(0, probe.name.size() - kSavedJson.size()) == probe.folder->opName;
        const bool hasData = asText(probe.head).find("\"data\"") != std::string_view::npos;
        return {isOfKey && hasData ? 92
                : isOfKey          ? 60
                                   : 0,
            phrase("named like the key of its folder, beside the arrays of SingleSave")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        TRY_ASSIGN(const std::optional<JsonValue> root, readJsonDocument(file, contents));
        if (!root)
            return contents;
        StatisticRows rows;
        const std::string key(file.name.substr(0, file.name.size() - kSavedJson.size()));
        if (const JsonValue* const data = root->find("data"))
            addSaved(*data, key, file.folder, rows);
        const auto table = rows.finish();
        table->dataBeside = true;
        contents.statistics = table;
        return contents;
    }

private:
    static void addSaved(
        const JsonValue& data, const std::string& key, const FolderFacts& folder, StatisticRows& rows)
    {
        if (isTensorStatistics(data)) {
            addTensor(data, key, folder, rows);
            return;
        }
        std::size_t index = 0;
        for (const JsonValue& item : data.items)
            addTensor(item, fmt::format("{}.{}", key, index++), folder, rows);
        for (const auto& [name, member] : data.members)
            addTensor(member, fmt::format("{}.{}", key, name), folder, rows);
    }

    static void addTensor(
        const JsonValue& value, const std::string& stem, const FolderFacts& folder, StatisticRows& rows)
    {
        const auto place = placeOfSaved(stem, folder.opName);
        if (!place || !isTensorStatistics(value))
            return;
        const std::string array = stem + ".npy";
        std::string shape;
        StatisticRow row;
        row.opName = place->opName;
        row.slot = place->slot;
        row.occurrence = folder.occurrence;
        row.dataName = array.find('/') == std::string::npos ? std::string_view(array) : std::string_view();
        takeTensorStatistics(value, row, shape);
        rows.add(row);
    }
};

} // namespace

void register_single_save_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<SingleSaveReader>());
}

} // namespace dumpscope::core
