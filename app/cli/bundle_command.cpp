// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"
#include "number_checks.h"
#include "session.h"
#include "shell_quote.h"

#include "compare/bundle.h"
#include "io/output_check.h"

namespace dumpscope::cli {

namespace {

class BundleCommand : public Command {
public:
    std::string_view name() const override { return "bundle"; }
    std::string_view summary() const override
    {
        return "Pack chosen pairs of a comparison with what explains them into one small zip file";
    }
    std::string_view example() const override
    {
        return "dumpscope-cli bundle resources/sample/target resources/sample/golden --pairs 32,34 -o "
               "bundle.zip";
    }

    void define(CLI::App& app) override
    {
        m_common.define(app, false);
        app.add_option("TARGET", m_target, "Folder or file under test")->required();
        app.add_option("GOLDEN", m_golden, "Folder or file that is right")->required();
        app.add_option("--pairs", m_rows, "Indices of `compare`, separated by commas")
            ->required()
            ->delimiter(',')
            ->check(wholeFrom(0));
        app.add_option("--map", m_maps, "As in compare");
        app.add_option("--profile", m_profile, "As in compare");
        app.add_option("--limits", m_limits, "As in compare");
        app.add_option("-o,--output", m_output, "The zip file")->required();
    }

    int run(Console& console) override
    {
        Session session(console, m_common);
        int code = kDone;
        std::vector<std::string> paths {m_target};
        if (m_golden != m_target)
            paths.push_back(m_golden);
        std::vector<std::string> inputs = m_maps;
        inputs.push_back(m_limits);
        inputs.insert(inputs.end(), paths.begin(), paths.end());
        const std::vector<std::string> outputs {m_output};
        if (const auto usable = core::checkOutputs(outputs, inputs); !usable) {
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
        if (done)
            return session.exitCode();
        console.error(done.error());
        return done.error().code == core::Code::Usage ? kWrongUsage : kCannotRead;
    }

private:
    core::Result<void> write(
        Session& session, const core::ComparisonSide& target, const core::ComparisonSide& golden) const
    {
        const auto metrics = core::builtinMetrics();
        core::ComparisonOptions options;
        options.measure.profile = metrics->findProfile(m_profile);
        if (!options.measure.profile)
            return core::fail(core::Code::Usage, core::phrase("there is no profile '%1'", m_profile));
        TRY_ASSIGN(options.limits, core::findLimits(m_limits));
        options.measure.metrics = std::make_shared<const core::MetricSelection>(
            core::defaultMetrics(*metrics, m_profile, options.limits.metrics()));
        options.pairing.ruleFiles = m_maps;
        options.pairing.profile = m_profile;
        TRY_ASSIGN(const core::Comparison comparison,
            core::compareSides(target, golden, options, {}, session.task()));
        core::ReportFacts facts;
        facts.profile = m_profile;
        facts.limits = options.limits.name;
        facts.programVersion = DUMPSCOPE_VERSION;
        TRY_ASSIGN(const core::BundleSettings settings,
            core::bundleSettings(m_profile, options.limits, options.pairing));
        return core::writeBundle(comparison, m_rows, facts, settings, m_output, session.task());
    }

    CommonOptions m_common;
    std::string m_target, m_golden, m_output, m_profile = "dumpscope", m_limits = "precision";
    std::vector<std::string> m_maps;
    std::vector<std::size_t> m_rows;
};

} // namespace

void register_bundle_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<BundleCommand>());
}

} // namespace dumpscope::cli
