// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"

#include "base/text.h"
#include "compare/report/bundle.h"
#include "io/output_check.h"
#include "request/bundle_request.h"

#include <filesystem>
#include <set>
#include <string>
#include <system_error>

namespace dumpscope::cli {

namespace {

class BundleCommand : public RequestCommand<core::BundleRequest> {
public:
    BundleCommand()
        : RequestCommand({.name = "bundle",
            .summary = "Pack chosen pairs of a comparison with what explains them into one small zip file",
            .example
            = "dumpscope-cli bundle resources/sample/target resources/sample/golden --pairs 32,34 -o "
              "bundle.zip"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        int code = kDone;
        std::vector<std::string> paths {m_request.target};
        if (m_request.golden != m_request.target)
            paths.push_back(m_request.golden);
        std::vector<std::string> inputs = m_request.maps;
        inputs.push_back(m_request.limits);
        inputs.insert(inputs.end(), paths.begin(), paths.end());
        const std::vector<std::string> outputs {m_request.output};
        for (const auto& usable : {core::checkOutputs(outputs, inputs),
                 core::checkReplacedFile(m_request.output, "bundle", core::isBundle)}) {
            if (usable)
                continue;
            session.quiet();
            console.error(usable.error());
            return kWrongUsage;
        }
        const auto roots = session.open(paths, code);
        if (roots.empty())
            return code;
        const auto done = write(session, {roots.front(), {}}, {roots.back(), {}});
        session.quiet();
        if (!done && done.error().code == core::Code::Cancelled) {
            console.note("error: interrupted; nothing was written (cancelled)");
            return kInterrupted;
        }
        session.printProblems();
        if (done) {
            std::error_code unknown;
            const auto bytes = std::filesystem::file_size(m_request.output, unknown);
            const std::set<std::size_t> pairs(m_request.pairs.begin(), m_request.pairs.end());
            console.note(core::printable(m_request.output) + ": " + std::to_string(pairs.size())
                + (pairs.size() == 1 ? " pair" : " pairs")
                + (unknown ? std::string() : ", " + std::to_string(bytes) + " bytes"));
            return session.exitCode();
        }
        console.error(done.error());
        return done.error().code == core::Code::Usage ? kWrongUsage : kCannotRead;
    }

private:
    core::Result<void> write(
        CommandSession& session, const core::ComparisonSide& target, const core::ComparisonSide& golden) const
    {
        const auto metrics = core::builtinMetrics();
        core::ComparisonOptions options;
        options.measure.profile = metrics->findProfile(m_request.profile);
        if (!options.measure.profile)
            return core::fail(core::Code::Usage, core::phrase("there is no profile '%1'", m_request.profile));
        TRY_ASSIGN(options.limits, core::findLimits(m_request.limits));
        options.measure.metrics = std::make_shared<const core::MetricSelection>(
            core::defaultMetrics(*metrics, m_request.profile, options.limits.metrics()));
        options.pairing.ruleFiles = m_request.maps;
        options.pairing.profile = m_request.profile;
        TRY_ASSIGN(const core::Comparison comparison,
            core::compareSides(target, golden, options, {}, session.task()));
        core::ReportFacts facts;
        facts.profile = m_request.profile;
        facts.limits = options.limits.name;
        facts.programVersion = DUMPSCOPE_VERSION;
        TRY_ASSIGN(const core::BundleSettings settings,
            core::bundleSettings(m_request.profile, options.limits, options.pairing));
        return core::writeBundle(
            comparison, m_request.pairs, facts, settings, m_request.output, session.task());
    }
};

} // namespace

void register_bundle_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<BundleCommand>());
}

} // namespace dumpscope::cli
