// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"
#include "command.h"
#include "command_session.h"
#include "exit_code.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "metrics/metric_registry.h"
#include "reproduce/reproduced_suspect.h"
#include "reproduce/reproducer.h"
#include "reproduce/suspect_tensors.h"
#include "request/reproduce_request.h"

namespace dumpscope::cli {

namespace {

using core::Code;
using core::Result;

class ReproduceCommand : public RequestCommand<core::ReproduceRequest> {
public:
    ReproduceCommand()
        : RequestCommand({.name = "reproduce",
            .summary = "Write one operator as a folder with a script that runs it alone",
            .example
            = "dumpscope-cli reproduce resources/sample/target resources/sample/golden -o reproducer"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        if (m_request.golden.empty() && m_request.tensor.empty()) {
            session.quiet();
            console.error(core::makeError(
                Code::Usage, core::phrase("without GOLDEN there is no suspect: say --tensor"), {}));
            return kWrongUsage;
        }
        std::vector<std::string> paths {m_request.target};
        if (!m_request.golden.empty() && m_request.golden != m_request.target)
            paths.push_back(m_request.golden);
        int code = kDone;
        const auto roots = session.open(paths, code);
        if (roots.empty())
            return code;
        const auto written = write(session, roots.front(), roots.back());
        session.quiet();
        if (!written) {
            session.printProblems();
            if (written.error().code == Code::Unsupported || written.error().code == Code::NotFound)
                console.note("error: " + written.error().message.text());
            else
                console.error(written.error());
            if (written.error().code == Code::Duplicate)
                console.note("       --force replaces it.");
            return written.error().code == Code::Cancelled ? kInterrupted
                : written.error().code == Code::Usage      ? kWrongUsage
                : written.error().code == Code::Unsupported || written.error().code == Code::NotFound
                ? kAnsweredNo
                : kPartial;
        }
        if (m_request.print.json)
            writeJson(console, session, *written);
        else
            writeText(console, *written);
        session.printProblems();
        return session.exitCode();
    }

private:
    using Root = std::shared_ptr<const core::DumpIndex>;

    Result<core::WrittenReproducer> write(CommandSession& session, const Root& target, const Root& golden)
    {
        core::ReproducerOptions options;
        options.kind = m_request.kind;
        options.models = m_request.models;
        options.programVersion = DUMPSCOPE_VERSION;
        options.replace = m_request.force;
        const auto writePair = [&](const core::ReproducedPair& pair) {
            return core::writeReproducer(pair.first, pair.second, options, m_request.output, session.task());
        };
        if (m_request.tensor.empty()) {
            TRY_ASSIGN(const core::Comparison comparison, compare(session, target, golden));
            TRY_ASSIGN(core::SuspectReproducer made,
                core::writeSuspectReproducer(
                    comparison, m_request.suspect, options, m_request.output, session.task()));
            m_leftOut = std::move(made.leftOut);
            return std::move(made.written);
        }
        TRY_ASSIGN(const core::TensorId wanted, target->findTensor(m_request.tensor));
        if (m_request.golden.empty())
            return writePair({{target, wanted}, std::nullopt});
        TRY_ASSIGN(const core::Comparison comparison, compare(session, target, golden));
        return writePair(pairOf(comparison, target, wanted));
    }

    Result<core::Comparison> compare(CommandSession& session, const Root& target, const Root& golden) const
    {
        const auto metrics = core::builtinMetrics();
        core::ComparisonOptions options;
        options.measure.profile = metrics->findProfile("dumpscope");
        TRY_ASSIGN(options.limits, core::findLimits(m_request.limits));
        options.measure.metrics = std::make_shared<const core::MetricSelection>(
            core::defaultMetrics(*metrics, "dumpscope", options.limits.metrics()));
        options.pairing.ruleFiles = m_request.maps;
        options.models = {m_request.models, onnxRuntimes()};
        TRY_ASSIGN(const core::Comparison comparison,
            core::compareSides({target, {}}, {golden, {}}, options, {}, session.task()));
        TRY_VOID(session.task().checkStop());
        return comparison;
    }

    static core::ReproducedPair pairOf(
        const core::Comparison& comparison, const Root& target, core::TensorId wanted)
    {
        for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
            if (comparison.pairs->row(row).pair.target == wanted)
                return core::reproducedPair(*comparison.pairs, row);
        }
        return core::ReproducedPair {{target, wanted}, std::nullopt};
    }

    void writeJson(Console& console, CommandSession& session, const core::WrittenReproducer& written) const
    {
        core::JsonWriter json(consoleSink(console), true);
        json.beginObject();
        json.member("operator", written.operatorName);
        json.member("output", written.output);
        json.member("kind", written.kind);
        json.member("folder", written.folder);
        json.member("run", written.howToRun);
        json.member("has_golden", written.hasGolden);
        json.key("golden_note");
        if (written.goldenNote.empty())
            json.null();
        else
            json.value(written.goldenNote.text());
        json.key("left_out").beginArray();
        for (const auto& one : m_leftOut)
            json.beginObject()
                .member("operator", one.operatorName)
                .member("reason", one.why.message.text())
                .endObject();
        json.endArray();
        json.key("called_otherwise").beginArray();
        for (const auto& other : written.otherArguments)
            json.value(other.text().text());
        json.endArray();
        json.member("bytes", written.bytes());
        json.key("files").beginArray();
        for (const auto& file : written.files) {
            json.beginObject().member("path", file.name).member("bytes", file.bytes);
            json.endObject();
        }
        json.endArray();
        core::writeProblems(json, session.problems());
        json.endObject();
        json.finish();
    }

    void writeText(Console& console, const core::WrittenReproducer& written) const
    {
        for (std::size_t i = 0; i < m_leftOut.size(); ++i)
            console.write("suspect " + std::to_string(i + 1)
                + " is left out: " + m_leftOut[i].why.message.text() + "\n");
        console.write(core::printable(written.operatorName) + ", " + written.output + "\n");
        console.write("  folder  " + core::printable(written.folder) + ", "
            + core::byteSizeText(written.bytes()) + " in " + std::to_string(written.files.size())
            + " files\n");
        console.write("  run     " + written.howToRun + "  (" + written.program + ")\n");
        for (const auto& other : written.otherArguments)
            console.write("  differs " + other.text().text() + "\n");
        if (!written.goldenNote.empty())
            console.write("  golden  is left out: " + written.goldenNote.text() + "\n");
    }

    std::vector<core::SuspectReproducer::LeftOut> m_leftOut; ///< suspects before the one that is written
};

} // namespace

void register_reproduce_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<ReproduceCommand>());
}

} // namespace dumpscope::cli
