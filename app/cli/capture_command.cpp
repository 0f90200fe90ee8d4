// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_events.h"
#include "capture_host.h"
#include "capture_outcome.h"
#include "capture_run.h"
#include "command.h"
#include "exit_code.h"
#include "number_checks.h"
#include "session.h"

#include "base/text.h"
#include "capture/capture_input.h"
#include "capture/capture_profile.h"

#include <chrono>
#include <optional>

namespace dumpscope::cli {

namespace {

class CaptureCommand : public Command {
public:
    std::string_view name() const override { return "capture"; }
    std::string_view summary() const override
    {
        return "Dump the tensors of a model on a device, or of a program while it runs";
    }
    std::string_view example() const override
    {
        return "dumpscope-cli capture golden --model model.onnx --input input.npy -o out";
    }

    void define(CLI::App& app) override
    {
        app.require_subcommand(0, 1);
        app.add_option("PROFILE", m_profileFile,
            "JSON file with the options of `capture model` or `capture run` by their long names");
        CLI::App* model = app.add_subcommand("model", "Capture a model as an acl.json says");
        defineModel(*model);
        model->add_option("--dump", m_profile.dump, "acl.json; its dump_path is replaced by OUT");
        model->add_option("--dump-text", m_profile.dumpText, "The text of an acl.json, instead of a file");
        model->add_option("--device", m_profile.device, "Device, as `devices` numbers them");
        model->add_option("--runtime", m_profile.runtime,
            "Library that speaks AscendCL, or cpu for the built-in device; without it, the toolkit of "
            "ASCEND_HOME_PATH or ASCEND_TOOLKIT_HOME, else the built-in device");
        m_golden = app.add_subcommand("golden",
            "Capture every output of an ONNX model on the CPU, as the reference for a dump of a device");
        defineModel(*m_golden);
        app.add_flag("--jsonl", m_common.jsonl, "Print one JSON object per event");
        m_run = app.add_subcommand(
            "run", "Start a program with a dump configuration, and follow the dump while it is written");
        m_launch.define(*m_run);
    }

    int run(Console& console) override
    {
        if (m_run->parsed())
            return m_launch.run(console);
        if (!m_profileFile.empty()) {
            if (CaptureRun::isProfile(m_profileFile))
                return m_launch.runProfile(console, m_profileFile, m_common.jsonl);
            const core::AclFile file = core::readAclFile(m_profileFile);
            auto profile = file.returnCode == 0
                ? core::parseCaptureProfile(file.text)
                : core::fail(
                    core::Code::NotFound, core::phrase("the profile cannot be read"), {m_profileFile});
            if (!profile) {
                core::Error error = profile.error();
                error.place.file = m_profileFile;
                console.error(error);
                return kCannotRead;
            }
            m_profile = std::move(*profile);
        }
        const bool isGolden = m_golden->parsed();
        const bool hasConfig = !m_profile.dump.empty() || !m_profile.dumpText.empty();
        if (m_profile.model.empty() || m_profile.output.empty() || (!hasConfig && !isGolden)) {
            console.note("error: capture needs --model, --dump and -o, or a profile that has them (usage)");
            return kWrongUsage;
        }
        for (const std::string& input : m_profile.inputs) {
            if (const auto usable = core::checkCaptureInput(input); !usable) {
                console.error(usable.error());
                return kWrongUsage;
            }
        }
        int code = kDone;
        if (!prepare(console, isGolden, code))
            return code;
        return capture(console);
    }

private:
    void defineModel(CLI::App& app)
    {
        app.add_option("--model", m_profile.model, "The model: .om, or .onnx for the built-in device");
        app.add_option("--input", m_profile.inputs,
            "For each input of the model, in its order: a .npy or raw file, or zeros, ones or random:SEED, "
            "with :D0,D1,... behind it where the model leaves dimensions free");
        app.add_option("-o,--output", m_profile.output,
            "Folder that gets the dump; {n} in it is the first number for which there is none");
        app.add_option("--runs", m_profile.runs, "Executions; each is a step of the dump")
            ->check(CLI::Range(1, core::CaptureProfile::kMostRuns));
        app.add_option("--timeout", m_profile.timeout,
               "Seconds without an answer after which the runtime counts as hanging")
            ->check(realFrom(kLeastTimeout, kMostTimeout));
        app.add_flag("--jsonl", m_common.jsonl, "Print one JSON object per event");
    }

    /// Makes the folder and the configuration that leads there; checks it as the runtime will.
    bool prepare(Console& console, bool isGolden, int& code)
    {
        const std::string name = m_profile.dumpText.empty() ? m_profile.dump : "--dump-text";
        core::AclFile file {isGolden ? std::string(core::kEverything) : m_profile.dumpText, 0};
        if (file.text.empty())
            file = core::readAclFile(m_profile.dump);
        if (file.returnCode != 0) {
            console.error(core::makeError(
                core::Code::NotFound, core::phrase("the configuration cannot be read"), {m_profile.dump}));
            code = kCannotRead;
            return false;
        }
        auto prepared = core::prepareCapture(file.text, core::freeFolder(m_profile.output));
        if (!prepared) {
            console.error(prepared.error());
            code = prepared.error().code == core::Code::Usage ? kWrongUsage : kCannotRead;
            return false;
        }
        m_prepared = std::move(*prepared);
        for (const core::AclFinding& finding : m_prepared.check.findings) {
            if (finding.severity == core::Severity::Error)
                console.note("error: " + name + ": " + finding.key + ": " + finding.message.text() + " ("
                    + finding.code + ')');
        }
        if (!m_prepared.capturesSomething()) {
            if (m_prepared.isAccepted())
                console.note("error: " + name + ": this captures nothing (nothing-enabled)");
            code = kAnsweredNo;
            return false;
        }
        m_request = {runtimeCandidates(isGolden ? "cpu" : m_profile.runtime), false, m_profile.model,
            m_profile.inputs, {}, m_profile.device, m_profile.runs};
        return true;
    }

    int capture(Console& console)
    {
        m_common.progress = "none";
        Session session(console, m_common);
        const EventWriter events(console, m_common.jsonl);
        std::optional<core::Result<core::ConfigFile>> config(
            core::ConfigFile::make(m_prepared.folder, m_prepared.configText));
        if (!*config) {
            console.error((*config).error());
            return kCannotRead;
        }
        m_request.config = (*config)->path();
        const auto begun = std::chrono::system_clock::now();
        const auto done = core::captureInHost(
            m_request, deviceHost(m_profile.timeout),
            [&](const core::CaptureEvent& event) { events.take(event); }, session.task().stop);
        config.reset();
        if (!done && done.error().code == core::Code::Cancelled) {
            events.state("cancelled");
            return kInterrupted;
        }
        events.state("opening");
        int opened = kDone;
        // What was written before a failure is told too.
        const auto roots = session.open({m_prepared.folder}, opened);
        std::uint64_t files = 0, bytes = 0, overflows = 0;
        if (!roots.empty())
            reportFiles(events, *roots.front(), begun, files, bytes, overflows);
        if (!done) {
            console.note("error: " + done.error().message.text() + " (device)");
            events.state("failed");
            return kDeviceFailed;
        }
        events.line("done", [&](core::JsonWriter& json) {
            json.member("folder", m_prepared.folder)
                .member("files", files)
                .member("bytes", bytes)
                .member("overflows", overflows);
        });
        events.state("done");
        if (!m_common.jsonl)
            console.writeLine(std::to_string(files) + " files, " + core::byteSizeText(bytes) + ", in "
                + core::printable(m_prepared.folder));
        if (files == 0) {
            console.note("warning: the runtime wrote nothing; does the configuration name this model, its "
                         "layers and steps?");
            for (const core::AclFinding& finding : m_prepared.check.findings) {
                if (finding.severity == core::Severity::Warning)
                    console.note("warning: " + finding.key + ": " + finding.message.text() + " ("
                        + finding.code + ')');
            }
        }
        session.printProblems();
        return exitCodeSince(session, roots.empty() ? nullptr : roots.front().get(), begun);
    }

    static void reportFiles(const EventWriter& events, const core::DumpIndex& index,
        std::chrono::system_clock::time_point begun, std::uint64_t& files, std::uint64_t& bytes,
        std::uint64_t& overflows)
    {
        const std::int64_t since = fileTimeOf(begun);
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const core::FileId id(i);
            if (index.file(id).mtimeNs < since)
                continue;
            ++files;
            bytes += index.file(id).size;
            events.line("file", [&](core::JsonWriter& json) {
                json.member("path", index.filePath(id)).member("bytes", index.file(id).size);
            });
        }
        for (const core::OverflowEntry& entry : index.overflows()) {
            if (index.file(entry.file).mtimeNs < since)
                continue;
            ++overflows;
            events.line(
                "overflow", [&](core::JsonWriter& json) { json.member("path", index.filePath(entry.file)); });
        }
    }

    CommonOptions m_common;
    core::CaptureRequest m_request;
    CaptureRun m_launch;
    CLI::App *m_golden = nullptr, *m_run = nullptr;
    std::string m_profileFile;
    core::CaptureProfile m_profile;
    core::PreparedCapture m_prepared;
};

} // namespace

void register_capture_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CaptureCommand>());
}

} // namespace dumpscope::cli
