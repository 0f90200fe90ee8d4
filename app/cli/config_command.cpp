// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "config_draft_output.h"
#include "exit_code.h"
#include "interrupt.h"
#include "next_config.h"

#include "base/text.h"
#include "config/config_file.h"
#include "config/dump_presets.h"
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "request/config_request.h"

#include <fmt/format.h>

#include <algorithm>

namespace dumpscope::cli {

namespace {

class ConfigCommand : public RequestCommand<core::ConfigRequest> {
public:
    ConfigCommand()
        : RequestCommand({.name = "config",
            .summary = "Check, explain, write or convert a dump configuration as the runtime would read it",
            .example = "dumpscope-cli config new acl -o acl.json"})
    {
        core::registerConfigKinds(m_kinds);
    }

    int run(Console& console) override
    {
        if (m_request.form == "new")
            return runNew(console);
        if (m_request.form == "next")
            return writeNextConfig(console, m_request, m_kinds);
        const auto read = readConfig();
        if (!read) {
            console.error(read.error());
            return kCannotRead;
        }
        const core::ConfigText& config = *read;
        const core::ConfigKind* kind
            = m_request.kind.empty() ? m_kinds.recognise(config) : m_kinds.find(m_request.kind);
        if (kind == nullptr)
            return refuseKind(console, m_kinds, m_request.kind);
        if (m_request.form == "convert")
            return convert(console, *kind, config);
        const core::ConfigReport report = kind->check(config);
        return m_request.form == "explain" ? explain(console, *kind, config, report)
                                           : check(console, *kind, report, isGuessed(*kind, config));
    }

private:
    core::Result<core::ConfigText> readConfig() const
    {
        core::ConfigText config {
            {}, m_request.file, m_request.folder, m_request.release, m_request.device, m_request.framework};
        for (const std::string& variable : m_request.environment) {
            const std::size_t equals = std::min(variable.find('='), variable.size());
            config.environment.emplace_back(
                variable.substr(0, equals), variable.substr(std::min(equals + 1, variable.size())));
        }
        TRY_ASSIGN(config.text, core::readConfigFile(m_request.file));
        return config;
    }

    /// Whether nothing in the file says that it is of this kind, and nobody else did.
    bool isGuessed(const core::ConfigKind& kind, const core::ConfigText& config) const
    {
        constexpr int kSomething = 50;
        return m_request.kind.empty() && kind.recognises(config) < kSomething;
    }

    int check(Console& console, const core::ConfigKind& kind, const core::ConfigReport& report,
        bool isGuessed) const
    {
        if (m_request.print.json) {
            core::JsonWriter json(consoleSink(console));
            core::writeConfigReport(json, kind, report);
            json.finish();
        } else {
            std::string words;
            for (const std::string& word : report.enabled)
                words += (words.empty() ? "" : ", ") + word;
            if (isGuessed)
                console.writeLine(fmt::format(
                    "taken for {}, although nothing in it says so (--kind says another)", kind.id()));
            if (report.valid && isGuessed && words.empty())
                console.writeLine("captures nothing");
            else if (report.valid)
                console.writeLine("valid; captures " + (words.empty() ? "nothing" : words));
            else
                console.writeLine("not valid"
                    + (report.returnCode == 0
                            ? std::string()
                            : "; the runtime answers " + std::to_string(report.returnCode)));
            for (const core::ConfigProblem& problem : report.problems)
                console.writeLine(problemLine(m_request.file, problem));
        }
        return report.valid ? kDone : kAnsweredNo;
    }

    int explain(Console& console, const core::ConfigKind& kind, const core::ConfigText& config,
        const core::ConfigReport& report) const
    {
        std::vector<core::Message> sentences
            = report.valid ? kind.explain(config) : std::vector<core::Message>();
        if (report.valid && !report.enabled.empty() && !m_request.model.empty()) {
            const auto operators = countOperators();
            if (!operators && operators.error().code == core::Code::Cancelled)
                return kInterrupted;
            if (!operators) {
                console.error(operators.error());
                return kCannotRead;
            }
            sentences.push_back(core::phrase(
                "The model has %1 operators: at most as many files at each step where all are captured.",
                *operators));
        }
        if (m_request.print.json) {
            core::JsonWriter json(consoleSink(console));
            json.beginObject()
                .member("kind", kind.id())
                .member("valid", report.valid)
                .key("lines")
                .beginArray();
            for (const core::Message& sentence : sentences)
                json.value(sentence.text());
            json.endArray().endObject();
            json.finish();
        }
        for (const core::Message& sentence : m_request.print.json ? std::vector<core::Message>() : sentences)
            console.writeLine(sentence.text());
        for (const core::ConfigProblem& problem : report.problems)
            console.note(problemLine(m_request.file, problem));
        return report.valid ? kDone : kAnsweredNo;
    }

    /// Of the entry graph; constants are data, bodies of control flow are not seen.
    core::Result<std::uint64_t> countOperators() const
    {
        core::OwnedTask task(1);
        const InterruptWatch interrupt(task.stopSource());
        TRY_ASSIGN(const auto index, core::openDump(m_request.model, core::builtinFormats(), {}, task));
        TRY_ASSIGN(const core::GraphDocument document,
            core::TensorStore(index).readGraph(core::FileId(std::size_t {0}), task));
        std::uint64_t count = 0;
        if (!document.graphs.empty()) {
            const core::Graph& graph = *document.graphs.front();
            for (const core::GraphNode& node : graph.nodes()) {
                if (node.kind == core::NodeKind::Operator && graph.text(node.opType) != "Constant")
                    ++count;
            }
        }
        return count;
    }

    int convert(Console& console, const core::ConfigKind& from, const core::ConfigText& config) const
    {
        const core::ConfigKind* to = m_request.toKind.empty() ? &from : m_kinds.find(m_request.toKind);
        if (to == nullptr)
            return refuseKind(console, m_kinds, m_request.toKind);
        const auto draft = core::convertConfig(from, config, *to, m_request.generation);
        const auto written = !draft ? core::Result<void>() : writeDraft(m_request, *to, draft->text);
        if (!draft || !written) {
            core::Error error = draft ? written.error() : draft.error();
            if (error.place.file.empty())
                error.place.file = m_request.file;
            console.error(error);
            return error.code == core::Code::Usage ? kWrongUsage : kCannotRead;
        }
        if (m_request.print.json)
            writeConversion(console, from, *to, *draft);
        else if (m_request.output.empty())
            console.write(draft->text);
        reportLost(console, *draft);
        const core::ConfigText result {
            draft->text, m_request.output, config.folder, releaseOf(*to), config.device, config.framework};
        const core::ConfigReport report = to->check(result);
        for (const core::ConfigProblem& problem : report.problems)
            console.note(problemLine(m_request.output.empty() ? "new" : m_request.output, problem));
        return report.valid ? kDone : kAnsweredNo;
    }

    /// The generation that was asked for, where it is a release.
    std::string releaseOf(const core::ConfigKind& kind) const
    {
        return kind.id() == "mindspore" ? m_request.generation.substr(0, m_request.generation.find('-'))
                                        : std::string();
    }

    static void writeConversion(Console& console, const core::ConfigKind& from, const core::ConfigKind& to,
        const core::ConfigDraft& draft)
    {
        core::JsonWriter json(consoleSink(console));
        json.beginObject().member("from", from.id()).member("to", to.id()).member("text", draft.text);
        json.key("lost").beginArray();
        for (const core::ConfigLoss& loss : draft.lost)
            json.beginObject().member("key", loss.key).member("message", loss.message.text()).endObject();
        json.endArray().endObject();
        json.finish();
    }

    int runNew(Console& console) const
    {
        const core::ConfigKind* kind = m_kinds.find(m_request.kind);
        if (kind == nullptr)
            return refuseKind(console, m_kinds, m_request.kind);
        core::ConfigSettings settings;
        for (const std::string& setting : m_request.settings) {
            const std::size_t equals = setting.find('=');
            if (equals == std::string::npos) {
                console.note(
                    "error: --set takes KEY=VALUE, not \"" + core::printable(setting) + "\" (usage)");
                return kWrongUsage;
            }
            settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
        }
        const auto draft = newDraft(*kind, settings);
        const auto written = !draft ? core::Result<void>() : writeDraft(m_request, *kind, draft->text);
        if (!draft || !written) {
            core::Error error = draft ? written.error() : draft.error();
            if (error.place.file.empty())
                error.place.file = m_request.file;
            console.error(error);
            return !draft || error.code == core::Code::Usage ? kWrongUsage : kCannotRead;
        }
        if (m_request.output.empty())
            console.write(draft->text);
        reportLost(console, *draft);
        const core::ConfigReport report = kind->check({draft->text, m_request.output, "."});
        for (const core::ConfigProblem& problem : report.problems)
            console.note(problemLine(m_request.output.empty() ? "new" : m_request.output, problem));
        return report.valid ? kDone : kAnsweredNo;
    }

    /// The settings, and over them what the preset asks for.
    core::Result<core::ConfigDraft> newDraft(
        const core::ConfigKind& kind, const core::ConfigSettings& settings) const
    {
        TRY_ASSIGN(const std::string text, kind.create(settings));
        const auto presets = core::dumpPresets();
        const auto preset = std::ranges::find(presets, m_request.preset, &core::DumpPreset::id);
        if (m_request.preset.empty() && m_request.operators.empty())
            return core::ConfigDraft {text, {}};
        if (preset == presets.end())
            return core::fail(core::Code::Usage,
                m_request.preset.empty()
                    ? core::phrase("--operator goes with --preset operators")
                    : core::phrase("\"%1\" is no preset", core::printable(m_request.preset)));
        if (preset->stepsBefore > 0)
            return core::fail(core::Code::Usage,
                core::phrase("the preset %1 needs to know what fails: use config next", m_request.preset));
        if (preset->wantsOperators == m_request.operators.empty())
            return core::fail(core::Code::Usage,
                m_request.operators.empty()
                    ? core::phrase("the preset %1 needs --operator", m_request.preset)
                    : core::phrase("the preset %1 takes no --operator", m_request.preset));
        return kind.write(
            core::presetRequest(*preset, kind.request({text, m_request.output, "."}), m_request.operators));
    }

    core::ConfigKinds m_kinds;
};

} // namespace

void register_config_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<ConfigCommand>());
}

} // namespace dumpscope::cli
