// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "program_path.h"

#include "base/text.h"
#include "next/hunt.h"
#include "request/hunt_request.h"

#include <unistd.h>

namespace dumpscope::cli {

namespace {

class HuntCommand : public RequestCommand<core::HuntRequest> {
public:
    HuntCommand()
        : RequestCommand({.name = "hunt",
            .summary = "Capture and compare in rounds until the operator at fault is proven",
            .example = "dumpscope-cli hunt profile.json --golden golden -o hunt"})
    {
    }

    int run(Console& console) override
    {
        core::OwnedTask task(m_request.print.threads);
        const InterruptWatch interrupt(task.stopSource());
        std::size_t number = 0;
        const auto say = [&](const core::HuntRound& round) {
            ++number;
            if (!m_request.print.json)
                console.writeLine("round " + std::to_string(number) + ": " + round.content().text()
                    + (round.isKept ? " (kept)" : "") + ": " + core::printable(round.finding.conclusion));
        };
        const auto result = core::runHunt(options(), say, task);
        if (!result) {
            console.error(result.error());
            return result.error().code == core::Code::Cancelled ? kInterrupted
                : result.error().code == core::Code::Usage      ? kWrongUsage
                                                                : kCannotRead;
        }
        using Outcome = core::HuntResult::Outcome;
        if (result->outcome == Outcome::Failed) {
            console.note("error: " + result->text.text() + " (failed)");
            return kDeviceFailed;
        }
        if (m_request.print.json)
            writeJson(console, *result);
        else
            console.writeLine(result->text.text());
        return result->outcome == Outcome::NothingWrong ? kDone : kAnsweredNo;
    }

private:
    core::HuntOptions options() const
    {
        core::HuntOptions options;
        options.profile = m_request.profile;
        options.golden = m_request.golden;
        options.limits = m_request.limits;
        options.output = m_request.output;
        options.rounds = m_request.rounds;
        options.budget = m_request.budget;
        options.program = {programPath(), {}, m_request.print.threads};
        for (char** one = environ; *one != nullptr; ++one)
            options.program.environment.emplace_back(*one);
        return options;
    }

    static void writeJson(Console& console, const core::HuntResult& result)
    {
        core::JsonWriter json(consoleSink(console));
        json.beginObject()
            .member("outcome", core::huntOutcomeWord(result.outcome))
            .member("text", result.text.text());
        const core::HuntFinding& last = result.rounds.back().finding;
        json.key("operator");
        if (last.accused.operators.empty())
            json.null();
        else
            json.value(last.accused.operators.front().name);
        json.key("rounds").beginArray();
        for (const core::HuntRound& round : result.rounds) {
            json.beginObject()
                .member("content", round.isOfTensors ? "tensors" : "statistics")
                .member("dump", round.dump)
                .member("kept", round.isKept)
                .member("state", core::huntStateWord(round.finding.state))
                .member("text", round.finding.conclusion);
            json.key("operators").beginArray();
            for (const std::string& name : round.operators)
                json.value(name);
            json.endArray().endObject();
        }
        json.endArray().endObject();
        json.finish();
    }
};

} // namespace

void register_hunt_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<HuntCommand>());
}

} // namespace dumpscope::cli
