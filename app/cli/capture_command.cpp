// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_events.h"
#include "capture_host.h"
#include "capture_outcome.h"
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "program_capture.h"

#include "base/text.h"
#include "capture/capture_input.h"
#include "capture/capture_profile.h"
#include "capture/chosen_operators.h"
#include "capture/golden_model.h"
#include "io/posix_file.h"
#include "request/capture_request.h"

#include <chrono>
#include <filesystem>
#include <optional>

namespace dumpscope::cli {

namespace {

class CaptureCommand : public RequestCommand<core::CaptureRequest> {
public:
    CaptureCommand()
        : RequestCommand({.name = "capture",
            .summary = "Dump the tensors of a model on a device, or of a program while it runs",
            .example = "dumpscope-cli capture golden --model model.onnx --input input.npy -o out"})
    {
    }

    int run(Console& console) override
    {
        if (m_request.form == "run")
            return ProgramCapture(m_request).run(console);
        if (!m_request.profileFile.empty()) {
            if (ProgramCapture::isProfile(m_request.profileFile))
                return ProgramCapture(m_request).runProfile(console, m_request.profileFile);
            const core::AclFile file = core::readAclFile(m_request.profileFile);
            auto profile = file.returnCode == 0
                ? core::parseCaptureProfile(file.text)
                : core::fail(core::Code::NotFound, core::phrase("the profile cannot be read"),
                    {m_request.profileFile});
            if (!profile) {
                core::Error error = profile.error();
                error.place.file = m_request.profileFile;
                console.error(error);
                return kCannotRead;
            }
            m_request.profile = std::move(*profile);
        }
        const bool isGolden = m_request.form == "golden";
        const bool hasConfig = !m_request.profile.dump.empty() || !m_request.profile.dumpText.empty();
        if (m_request.profile.model.empty() || m_request.profile.output.empty()
            || (!hasConfig && !isGolden)) {
            console.note(isGolden
                    ? "error: capture golden needs --model and -o, or a profile that has them (usage)"
                    : "error: capture needs --model, --dump and -o, or a profile that has them (usage)");
            return kWrongUsage;
        }
        for (const std::string& input : m_request.profile.inputs) {
            if (const auto usable = core::checkCaptureInput(input); !usable) {
                console.error(usable.error());
                return kWrongUsage;
            }
        }
        int code = kDone;
        if (!prepare(console, isGolden, code))
            return code;
        // A runtime answers with a number of its own, after seconds.
        const std::string& file = m_request.profile.model;
        if (const auto model = core::openRegularFile(file, file); !model) {
            console.error(model.error());
            return kCannotRead;
        }
        if (isGolden) {
            const auto fits
                = core::checkGoldenModel(m_request.profile.model, m_request.profile.inputs.size());
            if (!fits) {
                console.error(fits.error());
                return fits.error().code == core::Code::Usage ? kWrongUsage : kCannotRead;
            }
        }
        return capture(console);
    }

private:
    /// Makes the folder and the configuration that leads there; checks it as the runtime will.
    bool prepare(Console& console, bool isGolden, int& code)
    {
        const std::string name = m_request.profile.dumpText.empty() ? m_request.profile.dump : "--dump-text";
        core::AclFile file {isGolden ? std::string(core::kEverything) : m_request.profile.dumpText, 0};
        if (file.text.empty())
            file = core::readAclFile(m_request.profile.dump);
        if (file.returnCode != 0) {
            console.error(core::makeError(core::Code::NotFound,
                core::phrase("the configuration cannot be read"), {m_request.profile.dump}));
            code = kCannotRead;
            return false;
        }
        auto prepared = core::prepareCapture(file.text, core::freeFolder(m_request.profile.output));
        if (!prepared) {
            console.error(prepared.error());
            code = prepared.error().code == core::Code::Usage ? kWrongUsage : kCannotRead;
            return false;
        }
        m_prepared = std::move(*prepared);
        for (const core::AclFinding& finding : m_prepared.check.findings) {
            if (finding.severity == core::Severity::Error)
                console.note("error: " + name + ": " + (finding.key.empty() ? "" : finding.key + ": ")
                    + finding.message.text() + " (" + finding.code + ')');
        }
        if (!m_prepared.capturesSomething()) {
            if (m_prepared.isAccepted())
                console.note("error: " + name + ": this captures nothing (nothing-enabled)");
            code = kAnsweredNo;
            return false;
        }
        if (const auto why = whyNothing()) {
            console.note("error: " + name + ": " + why->text() + " (nothing-enabled)");
            code = kAnsweredNo;
            return false;
        }
        m_hostRequest = {runtimeCandidates(isGolden ? "cpu" : m_request.profile.runtime), false,
            m_request.profile.model, m_request.profile.inputs, {}, m_request.profile.device,
            m_request.profile.runs};
        return true;
    }

    /// Of a model whose operators can be read; of others, and of what is no model, the runtime tells.
    [[nodiscard]] std::optional<core::Message> whyNothing() const
    {
        const std::filesystem::path path(m_request.profile.model);
        if (path.extension() != ".onnx")
            return std::nullopt;
        const auto model = core::readOnnxModel(m_request.profile.model);
        if (!model)
            return std::nullopt;
        return core::whyNothingIsChosen(
            m_prepared.check.config, core::modelNames(*model, path.stem().string()));
    }

    int capture(Console& console)
    {
        m_request.print.progress = "none";
        CommandSession session(console, m_request.print);
        const EventWriter events(console, m_request.print.jsonl);
        std::optional<core::Result<core::ConfigFile>> config(
            core::ConfigFile::make(m_prepared.folder, m_prepared.configText));
        if (!*config) {
            console.error((*config).error());
            return kCannotRead;
        }
        m_hostRequest.config = (*config)->path();
        const auto begun = std::chrono::system_clock::now();
        const auto done = core::captureInHost(
            m_hostRequest, deviceHost(m_request.profile.timeout),
            [&](const core::CaptureEvent& event) { events.take(event); }, session.task().stop);
        config.reset();
        if (!done && done.error().code == core::Code::Cancelled) {
            events.state("cancelled");
            return kInterrupted;
        }
        events.state("opening");
        int opened = kDone;
        // What was written before a failure is reported too.
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
        if (!m_request.print.jsonl)
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

    core::CaptureHostRequest m_hostRequest;
    core::PreparedCapture m_prepared;
};

} // namespace

void register_capture_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CaptureCommand>());
}

} // namespace dumpscope::cli
