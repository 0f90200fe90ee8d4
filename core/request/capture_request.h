// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_profile.h"
#include "capture/launch_profile.h"
#include "request/print_options.h"

namespace dumpscope::core {

/// Limits of --timeout, in seconds.
inline constexpr double kLeastTimeout = 0.001, kMostTimeout = 1e9;

/// The options of `capture run`, as typed; empty: as in the profile.
struct LaunchOptions {
    std::string kind = {}, dump = {}, output = {}, folder = {}, golden = {}, limits = {};
    std::vector<std::string> environment = {}; ///< NAME=VALUE
    bool again = false;
    std::vector<std::string> sameFiles = {}, sameLog = {};
    std::uint64_t keepFree = LaunchProfile().keepFree; ///< bytes
    std::string onFull = "wait";
    std::string save = {};               ///< file of a profile
    std::vector<std::string> words = {}; ///< the program and its arguments, or one profile
    bool operator==(const LaunchOptions&) const = default;

    /// The options that give the profile, as far as options can express it.
    [[nodiscard]] static LaunchOptions of(const LaunchProfile& profile);
    /// The profile with these options applied; paths are relative to the folder `from` (absolute). The kind
    /// is detected from the configuration where it is not given. Errors: Code::Usage for a malformed
    /// variable.
    [[nodiscard]] Result<LaunchProfile> over(LaunchProfile profile, const std::string& from) const;

    void describe(OptionList& options)
    {
        options.add("--kind", &kind,
            "How the program gets its configuration: mindspore, msprobe, acl, tf, or command; without it, "
            "what "
            "the configuration looks like");
        options.add("--dump", &dump, "The dump configuration; its folder is replaced by OUT");
        options.add("-o,--output", &output,
            "Folder that gets the dump; {n} in it is the first number for which there is none");
        options.add("--env", &environment, "NAME=VALUE for the program; may be repeated").oneAtATime();
        options.add("--folder", &folder, "Where the program runs; without it, the current folder");
        options.add("--golden", &golden, "Compare the dump with this one at the end");
        options.add("--limits", &limits, "Verdict limits for that: a JSON file or a preset");
        options.add(
            "--again", &again, "Run once more without a dump and say whether the outcome is the same");
        options
            .add("--same-file", &sameFiles,
                "File the program writes that must come out the same; implies --again")
            .oneAtATime();
        options
            .add("--same-log", &sameLog,
                "Regular expression; its matches in the log must be the same; implies --again")
            .oneAtATime();
        options.add("--keep-free", &keepFree,
            "Bytes of disk to keep: the program is paused before, 1 GiB if not given");
        options
            .add("--on-full", &onFull,
                "What to do then: wait for room (or, at a terminal, an answer), or stop")
            .checkedBy(AnyOf {{"wait", "stop"}});
        options.add("--save", &save, "Write these options as a profile, too");
        options
            .add("COMMAND", &words,
                "Behind --: the program and its arguments; {config} and {output} in them are "
                "filled in. Or one profile")
            .required()
            .behindDashes();
    }
};

/// `capture`: a dump of a model on a device, or of a program while it runs.
struct CaptureRequest {
    static constexpr std::string_view kCommand = "capture";

    std::string profileFile = {};
    std::string form = {};       ///< model, golden, run; empty: as in the file
    CaptureProfile profile = {}; ///< of model and golden
    LaunchOptions launch = {};   ///< of run
    PrintOptions print = {};
    bool operator==(const CaptureRequest&) const = default;

    void describe(OptionList& options)
    {
        options.add("PROFILE", &profileFile,
            "JSON file with the options of `capture model` or `capture run` by their long names");
        describeEvents(options);
        options.setForms(form, false);
        OptionList& model = options.addForm("model", "Capture a model as an acl.json says");
        describeModel(model);
        model.add("--dump", &profile.dump, "acl.json; its dump_path is replaced by OUT");
        model.add("--dump-text", &profile.dumpText, "The text of an acl.json, instead of a file");
        model.add("--device", &profile.device, "Device, as `devices` numbers them");
        model.add("--runtime", &profile.runtime,
            "Library that speaks AscendCL, or cpu for the built-in device; without it, the toolkit of "
            "ASCEND_HOME_PATH or ASCEND_TOOLKIT_HOME, else the built-in device");
        describeModel(options.addForm("golden",
            "Capture every output of an ONNX model on the CPU, as the reference for a dump of a device"));
        OptionList& run = options.addForm(
            "run", "Start a program with a dump configuration, and follow the dump while it is written");
        print.describe(run);
        describeEvents(run);
        launch.describe(run);
    }

private:
    void describeEvents(OptionList& options)
    {
        options.add("--jsonl", &print.jsonl, "Print one JSON object per event");
    }

    void describeModel(OptionList& options)
    {
        options.add("--model", &profile.model, "The model: .om, or .onnx for the built-in device");
        options.add("--input", &profile.inputs,
            "For each input of the model, in its order: a .npy or raw file, or zeros, ones or random:SEED, "
            "with :D0,D1,... behind it where the model leaves dimensions free");
        options.add("-o,--output", &profile.output,
            "Folder that gets the dump; {n} in it is the first number for which there is none");
        options.add("--runs", &profile.runs, "Executions; each is a step of the dump")
            .checkedBy(WholeNumberIn {1, CaptureProfile::kMostRuns});
        options
            .add("--timeout", &profile.timeout,
                "Seconds without an answer after which the runtime counts as hanging")
            .checkedBy(RealNumberIn {kLeastTimeout, kMostTimeout});
        describeEvents(options);
    }
};

} // namespace dumpscope::core
