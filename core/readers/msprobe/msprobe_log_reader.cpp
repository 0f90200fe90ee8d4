// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// dump_error_info.log: what went wrong inside msprobe while it dumped (docs/formats/msprobe-dump.md 1). Its
/// lines are problems of the dump.
class MsprobeLogReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "msprobe-log",
            .title = Form<0>("msprobe error log"),
            .patterns = {"dump_error_info.log"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.name == "dump_error_info.log")
            return {80, phrase("named like the error log of msprobe")};
        return {0, phrase("not named %1", "dump_error_info.log")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        constexpr std::uint64_t kMost = 1U << 20;
        constexpr std::size_t kReportedLines = 20;
        FileContents contents;
        TRY_ASSIGN(const Bytes bytes, file.source.read(0, std::min(file.source.size(), kMost)));
        std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (std::uint64_t row = 1; !text.empty() && contents.problems.size() < kReportedLines; ++row) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            if (!line.empty())
                contents.problems.push_back({Severity::Warning, Code::Suspicious, {.row = row},
                    phrase("msprobe reported while dumping: %1", printable(line))});
        }
        contents.properties.emplace_back("msprobe.error_log", byteSizeText(file.source.size()));
        return contents;
    }
};

} // namespace

void register_msprobe_log_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsprobeLogReader>());
}

} // namespace dumpscope::core
