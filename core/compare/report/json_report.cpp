// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/comparison_document.h"
#include "compare/report/report.h"
#include "io/atomic_file.h"

namespace dumpscope::core {

namespace {

class JsonReport : public ComparisonReport {
public:
    std::string_view option() const override { return "json-out"; }
    Message title() const override { return phrase("JSON document"); }
    Message help() const override { return phrase("Write the document of --json to this file"); }
    bool hasNotes() const override { return true; }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext&) const override
    {
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        Result<void> written;
        const auto sink = [&](std::string_view text) {
            if (written)
                written = file.write(text);
        };
        JsonWriter json(sink, false, facts.nonFinite);
        writeComparison(json, comparison, facts);
        json.finish();
        TRY_VOID(written);
        return file.commit();
    }
};

} // namespace

void register_json_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<JsonReport>());
}

} // namespace dumpscope::core
