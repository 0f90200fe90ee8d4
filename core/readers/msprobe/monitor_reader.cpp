// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/msprobe/monitor_csv.h"

namespace dumpscope::core {

namespace {

/// Statistics of a training run that msprobe's monitor wrote, both versions (docs/formats/llm-era.md
/// 8).
class MonitorReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "monitor",
            .title = Form<0>("msprobe monitor statistics"),
            .patterns = {"<metric>_<first>-<last>.csv", "<monitor>_step<first>-<last>.csv"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        switch (monitorVersion(asText(probe.head))) {
        case MonitorVersion::First:
            return {95, phrase("columns of the monitor, version 1")};
        case MonitorVersion::Second:
            return {95, phrase("columns of the monitor, version 2")};
        case MonitorVersion::None:
            break;
        }
        if (isCut(probe))
            return {45, phrase("named like statistics of the monitor, but the header line is cut off")};
        return {0, phrase("no header line of the monitor")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        if (monitorVersion(asText(bytes.span())) == MonitorVersion::None) {
            TRY_VOID(bytes.check());
            return damagedFile(file, TensorState::Unreadable,
                makeError(Code::Truncated, phrase("the header line is cut off")));
        }
        TRY_ASSIGN(
            FileContents contents, parseMonitorCsv(asText(bytes.span()), monitorMetric(file.name), task));
        TRY_VOID(bytes.check());
        const bool isFirst = monitorVersion(asText(bytes.span())) == MonitorVersion::First;
        contents.properties.emplace_back("monitor.version", isFirst ? "1" : "2");
        return contents;
    }

private:
    /// What is left of a table that its writer was stopped in, in a folder of the monitor.
    static bool isCut(const FileProbe& probe)
    {
        constexpr std::string_view kFirst = "vpp_stage,name,step", kSecond = "vpp_stage,step,module_name";
        const std::string_view head = withoutByteOrderMark(asText(probe.head));
        const bool isOfMonitor = probe.folder != nullptr
            && (probe.folder->layout == "monitor" || probe.folder->layout == "rank");
        return isOfMonitor && !monitorMetric(probe.name).empty()
            && (kFirst.starts_with(head) || kSecond.starts_with(head));
    }
};

} // namespace

void register_monitor_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MonitorReader>());
}

} // namespace dumpscope::core
