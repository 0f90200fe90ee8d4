// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"
#include "command.h"
#include "exit_code.h"
#include "session.h"

#include "base/text.h"
#include "config/acl_config.h"
#include "io/atomic_file.h"
#include "io/json_reader.h"

#include <array>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <optional>

namespace dumpscope::cli {

namespace {

constexpr std::string_view kGoldenConfig = R"({"dump":{"dump_path":".","dump_list":[{}]}})";

std::string absolutePath(const std::string& path)
{
    std::array<char, PATH_MAX> resolved {};
    return ::realpath(path.c_str(), resolved.data()) != nullptr ? resolved.data() : path;
}

double secondsSince1970()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Events as they come: a JSON line each, or lines for people on standard error.
class EventWriter {
public:
    EventWriter(Console& console, bool jsonl)
        : m_console(console)
        , m_jsonl(jsonl)
    {
    }

    void state(std::string_view word) const
    {
        line("state", [&](core::JsonWriter& json) { json.member("state", word); });
    }
    template<typename Write> void line(std::string_view event, const Write& write) const
    {
        if (!m_jsonl)
            return;
        core::JsonWriter json(consoleSink(m_console));
        json.beginObject().member("event", event).member("time", secondsSince1970());
        write(json);
        json.endObject();
        json.finish();
        static_cast<void>(m_console.flush());
    }
    void take(const core::CaptureEvent& event) const
    {
        using Kind = core::CaptureEvent::Kind;
        if (event.kind == Kind::State)
            state(event.text);
        if (event.kind == Kind::Progress)
            line("progress", [&](core::JsonWriter& json) {
                json.member("done", event.done).member("total", event.total);
            });
        if (event.kind == Kind::Log || event.kind == Kind::Failed) {
            if (!m_jsonl && event.kind == Kind::Log)
                m_console.note(event.text);
            line("log", [&](core::JsonWriter& json) {
                json.member("severity", event.kind == Kind::Failed ? "error" : "hint")
                    .member("text", event.text);
                if (event.code != 0)
                    json.member("call", event.call).member("return_code", event.code);
            });
        }
    }

private:
    Console& m_console;
    bool m_jsonl;
};

class CaptureCommand : public Command {
public:
    std::string_view name() const override { return "capture"; }
    std::string_view summary() const override
    {
        return "Run a model on a device and dump its tensors as a configuration says";
    }
    std::string_view example() const override
    {
        return "dumpscope-cli capture golden --model model.onnx --input input.npy -o out";
    }

    void define(CLI::App& app) override
    {
        app.require_subcommand(0, 1);
        app.add_option(
            "PROFILE", m_profile, "JSON file with the options of `capture model` by their long names");
        CLI::App* model = app.add_subcommand("model", "Capture a model as an acl.json says");
        defineModel(*model);
        model->add_option("--dump", m_dump, "acl.json; its dump_path is replaced by OUT");
        model->add_option("--device", m_request.device, "Device, as `devices` numbers them");
        model->add_option("--runtime", m_runtime,
            "Library that speaks AscendCL, or cpu for the built-in device; without it, the toolkit of "
            "ASCEND_HOME_PATH or ASCEND_TOOLKIT_HOME, else the built-in device");
        m_golden = app.add_subcommand("golden",
            "Capture every output of an ONNX model on the CPU, as the reference for a dump of a device");
        defineModel(*m_golden);
        app.add_flag("--jsonl", m_common.jsonl, "Print one JSON object per event");
    }

    int run(Console& console) override
    {
        if (!m_profile.empty()) {
            if (const auto read = readProfile(); !read) {
                console.error(read.error());
                return kCannotRead;
            }
        }
        const bool isGolden = m_golden->parsed();
        if (m_request.model.empty() || m_folder.empty() || (m_dump.empty() && !isGolden)) {
            console.note("error: capture needs --model, --dump and -o, or a profile that has them (usage)");
            return kWrongUsage;
        }
        int code = kDone;
        if (!prepare(console, isGolden, code))
            return code;
        return capture(console);
    }

private:
    void defineModel(CLI::App& app)
    {
        app.add_option("--model", m_request.model, "The model: .om, or .onnx for the built-in device");
        app.add_option(
            "--input", m_request.inputs, "One .npy or raw file for each input of the model, in its order");
        app.add_option("-o,--output", m_folder, "Folder that gets the dump");
        app.add_option("--runs", m_request.runs, "Executions; each is a step of the dump")
            ->check(CLI::Range(1, 1'000'000));
        app.add_option(
               "--timeout", m_timeout, "Seconds without an answer after which the runtime counts as hanging")
            ->check(CLI::PositiveNumber);
        app.add_flag("--jsonl", m_common.jsonl, "Print one JSON object per event");
    }

    core::Result<void> readProfile()
    {
        const core::AclFile file = core::readAclFile(m_profile);
        if (file.returnCode != 0)
            return core::fail(core::Code::NotFound, "the profile cannot be read", {m_profile});
        TRY_ASSIGN(const core::JsonValue profile, core::parseJson(file.text));
        const core::JsonValue* version = profile.find("version");
        if (version == nullptr || version->integer() != 1)
            return core::fail(core::Code::Unsupported, "a profile has \"version\": 1", {m_profile});
        for (const auto& [key, value] : profile.members) {
            if (key == "model")
                m_request.model = value.text;
            else if (key == "input" && value.isArray())
                std::ranges::transform(
                    value.items, std::back_inserter(m_request.inputs), &core::JsonValue::text);
            else if (key == "dump")
                m_dump = value.text;
            else if (key == "output")
                m_folder = value.text;
            else if (key == "runtime")
                m_runtime = value.text;
            else if (key == "device")
                m_request.device = static_cast<int>(value.integer().value_or(0));
            else if (key == "runs")
                m_request.runs
                    = static_cast<int>(std::clamp<std::int64_t>(value.integer().value_or(1), 1, 1'000'000));
            else if (key == "timeout")
                m_timeout = std::max(value.number().value_or(m_timeout), 0.001);
            else if (key != "version")
                return core::fail(
                    core::Code::Usage, "a profile has no key \"" + core::printable(key) + "\"", {m_profile});
        }
        return {};
    }

    /// Makes the folder and the configuration that leads there; checks it as the runtime will.
    bool prepare(Console& console, bool isGolden, int& code)
    {
        core::AclFile file {std::string(kGoldenConfig), 0};
        if (!isGolden)
            file = core::readAclFile(m_dump);
        if (file.returnCode != 0) {
            console.error(
                core::makeError(core::Code::NotFound, "the configuration cannot be read", {m_dump}));
            code = kCannotRead;
            return false;
        }
        if (const auto made = core::makeDirectories(m_folder); !made) {
            console.error(made.error());
            code = kCannotRead;
            return false;
        }
        m_folder = absolutePath(m_folder);
        const auto config = core::withDumpPath(file.text, m_folder);
        const core::AclCheck check = core::checkAclConfig(config ? *config : file.text, ".");
        for (const core::AclFinding& finding : check.findings) {
            if (finding.severity == core::Severity::Error)
                console.note("error: " + m_dump + ": " + finding.key + ": " + finding.message + " ("
                    + finding.code + ')');
        }
        for (const core::AclFinding& finding : check.findings) {
            if (finding.severity == core::Severity::Warning)
                m_warnings.push_back(finding);
        }
        if (!config || !check.isValid() || !check.config.isEnabled()) {
            if (check.isValid())
                console.note("error: " + m_dump + ": this captures nothing (nothing-enabled)");
            code = kAnsweredNo;
            return false;
        }
        m_configText = *config;
        m_request.runtimes = runtimeCandidates(isGolden ? "cpu" : m_runtime);
        return true;
    }

    int capture(Console& console)
    {
        m_common.progress = "none";
        Session session(console, m_common);
        const EventWriter events(console, m_common.jsonl);
        std::optional<core::Result<core::ConfigFile>> config(core::ConfigFile::make(m_folder, m_configText));
        if (!*config) {
            console.error((*config).error());
            return kCannotRead;
        }
        m_request.config = (*config)->path();
        const auto begun = std::chrono::system_clock::now();
        const auto done = core::captureInHost(
            m_request, deviceHost(m_timeout), [&](const core::CaptureEvent& event) { events.take(event); },
            session.task().stop);
        config.reset();
        if (!done && done.error().code == core::Code::Cancelled) {
            events.state("cancelled");
            return kInterrupted;
        }
        events.state("opening");
        int opened = kDone;
        // What was written before a failure is told too.
        const auto roots = session.open({m_folder}, opened);
        std::uint64_t files = 0, bytes = 0, overflows = 0;
        if (!roots.empty())
            tellFiles(events, *roots.front(), begun, files, bytes, overflows);
        if (!done) {
            console.note("error: " + done.error().message + " (device)");
            events.state("failed");
            return kDeviceFailed;
        }
        events.line("done", [&](core::JsonWriter& json) {
            json.member("folder", m_folder)
                .member("files", files)
                .member("bytes", bytes)
                .member("overflows", overflows);
        });
        events.state("done");
        if (!m_common.jsonl)
            console.writeLine(std::to_string(files) + " files, " + core::byteSizeText(bytes) + ", in "
                + core::printable(m_folder));
        if (files == 0) {
            console.note("warning: the runtime wrote nothing; does the configuration name this model, its "
                         "layers and steps?");
            for (const core::AclFinding& finding : m_warnings)
                console.note("warning: " + m_dump + ": " + finding.key + ": " + finding.message + " ("
                    + finding.code + ')');
        }
        session.printProblems();
        return session.exitCode();
    }

    static void tellFiles(const EventWriter& events, const core::DumpIndex& index,
        std::chrono::system_clock::time_point begun, std::uint64_t& files, std::uint64_t& bytes,
        std::uint64_t& overflows)
    {
        // File times are those of the last tick of the kernel's clock.
        const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(
            (begun - std::chrono::milliseconds(20)).time_since_epoch());
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const core::FileId id(i);
            if (index.file(id).mtimeNs < since.count())
                continue;
            ++files;
            bytes += index.file(id).size;
            events.line("file", [&](core::JsonWriter& json) {
                json.member("path", index.filePath(id)).member("bytes", index.file(id).size);
            });
        }
        for (const core::OverflowEntry& entry : index.overflows()) {
            if (index.file(entry.file).mtimeNs < since.count())
                continue;
            ++overflows;
            events.line(
                "overflow", [&](core::JsonWriter& json) { json.member("path", index.filePath(entry.file)); });
        }
    }

    CommonOptions m_common;
    core::CaptureRequest m_request;
    CLI::App* m_golden = nullptr;
    std::string m_profile, m_dump, m_folder, m_configText, m_runtime;
    std::vector<core::AclFinding> m_warnings;
    double m_timeout = 600;
};

} // namespace

void register_capture_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CaptureCommand>());
}

} // namespace dumpscope::cli
