// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_cursor.h"
#include "readers/format_registry.h"
#include "readers/msprobe/monitor_csv.h"

namespace dumpscope::core {

namespace {

using JsonKind = JsonCursor::Kind;

/// `anomaly.json` and `anomaly_analyse.json` of msprobe's monitor (docs/formats/llm-era.md 8.1): remarks
/// on rows of statistics. No tensors of its own.
class MonitorAnomalyReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "monitor-anomaly",
            .title = Form<0>("anomalies of the msprobe monitor"),
            .patterns = {"anomaly.json", "anomaly_analyse.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isNamed = probe.name == "anomaly.json" || probe.name == "anomaly_analyse.json";
        if (!isNamed)
            return {0, phrase("not named anomaly.json")};
        const std::string_view head = asText(probe.head);
        const bool isObject = head.find_first_not_of(" \t\r\n") != std::string_view::npos
            && head[head.find_first_not_of(" \t\r\n")] == '{';
        return {isObject ? 85 : 0, phrase("a JSON object with the name that the monitor gives")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        // The analysis repeats what the files of the ranks say.
        const bool isRepeat = file.name == "anomaly_analyse.json";
        JsonCursor cursor(asText(bytes.span()));
        std::size_t count = 0;
        std::string_view key;
        if (cursor.beginObject()) {
            while (cursor.member(key)) {
                TRY_VOID(task.checkStop());
                ++count;
                if (isRepeat || cursor.kind() != JsonKind::Object || contents.anomalies.size() >= kMost)
                    cursor.skip();
                else
                    readAnomaly(cursor, contents);
            }
        }
        TRY_VOID(bytes.check());
        contents.properties.emplace_back("monitor.anomalies", std::to_string(count));
        if (cursor.failed())
            contents.problems.push_back(
                {Severity::Error, cursor.error().code, cursor.error().place, cursor.error().message});
        return contents;
    }

private:
    static constexpr std::size_t kMost = 1'000'000;

    static void readAnomaly(JsonCursor& cursor, FileContents& contents)
    {
        RaisedAnomaly anomaly;
        std::string tag;
        std::string_view key, text;
        if (!cursor.beginObject())
            return;
        while (cursor.member(key)) {
            const bool isRank = key == "rank", isStep = key == "step", isTag = key == "tag_name";
            if ((isRank || isStep) && cursor.kind() == JsonKind::Number) {
                if (cursor.number(text))
                    (isRank ? anomaly.rank : anomaly.step) = parseInt(text);
            } else if ((isTag || key == "message") && cursor.kind() == JsonKind::String) {
                if (cursor.string(text))
                    (isTag ? tag : anomaly.message) = text;
            } else {
                cursor.skip();
            }
        }
        takeTag(tag, anomaly);
        if (!anomaly.opName.empty())
            contents.anomalies.push_back(std::move(anomaly));
    }

    /// `<vpp>:<name>[:<n>]/rank<R>[/<metric>]`.
    static void takeTag(std::string_view tag, RaisedAnomaly& anomaly)
    {
        const std::size_t slash = tag.find("/rank");
        std::string_view name = tag.substr(0, slash);
        std::string_view metric;
        if (slash != std::string_view::npos) {
            const std::string_view rest = tag.substr(slash + 1);
            if (const std::size_t next = rest.find('/'); next != std::string_view::npos)
                metric = rest.substr(next + 1);
        }
        if (const std::size_t colon = name.find(':');
            colon != std::string_view::npos && isDigits(name.substr(0, colon)))
            name.remove_prefix(colon + 1);
        if (const std::size_t colon = name.rfind(':');
            colon != std::string_view::npos && isDigits(name.substr(colon + 1)))
            name = name.substr(0, colon);
        const MonitorName parts = monitorName(name, metric);
        anomaly.opName = parts.opName;
        anomaly.io = parts.io;
        anomaly.opType = parts.opType;
    }
};

} // namespace

void register_monitor_anomaly_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MonitorAnomalyReader>());
}

} // namespace dumpscope::core
