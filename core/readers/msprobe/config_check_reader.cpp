// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/format_registry.h"
#include "readers/json_document.h"
#include "readers/json_statistics.h"

namespace dumpscope::core {

namespace {

/// Statistics of parameters and of input data that config_check of msprobe packs, `weight.json` and
/// `dataset.json` (docs/formats/llm-era.md 13).
class ConfigCheckReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "config-check",
            .title = Form<0>("Statistics of config_check of msprobe"),
            .patterns = {"weight.json", "dataset.json"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = probe.name == kWeights || probe.name == kDataset;
        const bool placed = probe.folder != nullptr && probe.folder->step && probe.folder->rank;
        if (!named || !placed)
            return {0, phrase("no weight.json or dataset.json of a step and a rank")};
        const std::string_view head = asText(probe.head);
        const bool hasFigures = head.find("\"norm\"") != std::string_view::npos;
        return {hasFigures || head.find("\"args\"") != std::string_view::npos ? 91 : 50,
            phrase("named like a part of a package of config_check, in the folder of a rank")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        FileContents contents;
        TRY_ASSIGN(const std::optional<JsonValue> root, readJsonDocument(file, contents));
        if (!root)
            return contents;
        StatisticRows rows;
        if (file.name == kWeights)
            TRY_VOID(addParameters(*root, rows, task));
        else
            addDataset(*root, rows);
        contents.statistics = rows.finish();
        return contents;
    }

private:
    static constexpr std::string_view kWeights = "weight.json", kDataset = "dataset.json";

    static Result<void> addParameters(const JsonValue& root, StatisticRows& rows, TaskContext& task)
    {
        for (const auto& [name, value] : root.members) {
            TRY_VOID(task.checkStop());
            if (!isTensorStatistics(value))
                continue;
            StatisticRow row;
            row.opName = name;
            row.io = Io::Parameter;
            std::string shape;
            takeTensorStatistics(value, row, shape);
            rows.add(row);
        }
        return {};
    }

    static void addDataset(const JsonValue& root, StatisticRows& rows)
    {
        if (const JsonValue* const args = root.find("args"))
            addInputs(*args, {}, rows, 0);
        if (const JsonValue* const kwargs = root.find("kwargs"))
            addInputs(*kwargs, "kwargs", rows, 0);
    }

    /// Arguments by number or name; lists and dictionaries are nested in the same way.
    static void addInputs(const JsonValue& value, const std::string& path, StatisticRows& rows, int depth)
    {
        constexpr int kDeepest = 64;
        if (isTensorStatistics(value)) {
            addInput(value, path, rows);
            return;
        }
        if (depth == kDeepest)
            return;
        const std::string start = path.empty() ? path : path + '.';
        for (const auto& [name, member] : value.members)
            addInputs(member, start + name, rows, depth + 1);
        for (std::size_t i = 0; i < value.items.size(); ++i)
            addInputs(value.items[i], start + std::to_string(i), rows, depth + 1);
    }

    static void addInput(const JsonValue& value, const std::string& path, StatisticRows& rows)
    {
        constexpr std::size_t kMostDigits = 9;
        StatisticRow row;
        row.opName = "dataset";
        row.io = Io::Input;
        if (isDigits(path) && path.size() <= kMostDigits)
            row.slot = static_cast<std::int32_t>(*parseInt(path));
        else
            row.entry = path;
        std::string shape;
        takeTensorStatistics(value, row, shape);
        rows.add(row);
    }
};

} // namespace

void register_config_check_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<ConfigCheckReader>());
}

} // namespace dumpscope::core
