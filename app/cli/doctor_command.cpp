// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "interrupt.h"
#include "kept_cache.h"
#include "machine_checks.h"
#include "request/program_requests.h"

#include <algorithm>

namespace dumpscope::cli {

namespace {

class DoctorCommand : public RequestCommand<core::DoctorRequest> {
public:
    DoctorCommand()
        : RequestCommand({.name = "doctor",
            .summary = "Check what window, captures and large dumps need here, with a remedy for each",
            .example = "dumpscope-cli doctor"})
    {
    }

    int run(Console& console) override { return m_request.clearCache ? clearCache(console) : check(console); }

private:
    [[nodiscard]] int clearCache(Console& console) const
    {
        const auto kept = keptCache();
        const core::KeptIndexes::Use use = kept ? kept->clear() : core::KeptIndexes::Use();
        if (m_request.print.json) {
            core::JsonWriter json(consoleSink(console));
            json.beginObject().key("cleared").beginObject();
            json.member("indexes", use.indexes).member("bytes", use.bytes).endObject().endObject();
            json.finish();
        } else {
            console.writeLine(
                core::phrase("%1 kept indexes were removed, %2", use.indexes, core::byteSizeText(use.bytes))
                    .text());
        }
        return kDone;
    }

    [[nodiscard]] int check(Console& console) const
    {
        bool isBad = false;
        std::stop_source stop;
        const InterruptWatch interrupt(stop);
        core::JsonWriter json(consoleSink(console));
        if (m_request.print.json)
            json.beginObject().key("checks").beginArray();
        for (const MachineCheck& check : machineChecks()) {
            const Finding finding = check.look(stop.get_token());
            if (interrupt.interrupted())
                break; // what it found is only that it was stopped
            isBad = isBad || finding.state == Finding::State::Bad;
            if (m_request.print.json) {
                json.beginObject()
                    .member("id", check.id)
                    .member("state", findingWord(finding.state))
                    .member("found", finding.found.text());
                json.key("remedy");
                finding.remedy.empty() ? json.null() : json.value(finding.remedy.text());
                json.endObject();
                continue;
            }
            std::string line = std::string(findingWord(finding.state));
            line.resize(9, ' ');
            line += check.what;
            line.resize(std::max<std::size_t>(line.size() + 1, 26), ' ');
            console.writeLine(line + finding.found.text());
            if (!finding.remedy.empty())
                console.writeLine(std::string(26, ' ') + "try: " + finding.remedy.text());
        }
        if (m_request.print.json) {
            json.endArray().endObject();
            json.finish();
        }
        if (interrupt.interrupted())
            return kInterrupted;
        return isBad ? kAnsweredNo : kDone;
    }
};

} // namespace

void register_doctor_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<DoctorCommand>());
}

} // namespace dumpscope::cli
