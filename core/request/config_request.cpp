// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/config_request.h"

#include "config/config_kind.h"
#include "config/dump_presets.h"

namespace dumpscope::core {

namespace {

std::string kindIds()
{
    ConfigKinds kinds;
    registerConfigKinds(kinds);
    std::string ids;
    for (const auto& kind : kinds.kinds())
        ids += (ids.empty() ? "" : ", ") + std::string(kind->id());
    return ids;
}

std::string presetIds()
{
    std::string ids;
    for (const DumpPreset& preset : dumpPresets()) {
        if (preset.stepsBefore == 0)
            ids += (ids.empty() ? "" : ", ") + std::string(preset.id)
                + (preset.wantsOperators ? " (needs --operator)" : "");
    }
    return ids;
}

constexpr const char* kOutputHelp = "File to write; without it, standard output";

} // namespace

void ConfigRequest::describe(OptionList& options)
{
    const std::string kinds = kindIds();
    options.setForms(form, true);
    OptionList& check
        = options.addForm("check", "Say whether the runtime accepts it, and every problem it has");
    print.describe(check);
    describeReading(check, kinds);
    OptionList& explain = options.addForm("explain", "Say in sentences what will be captured and where");
    print.describe(explain);
    describeReading(explain, kinds);
    explain.add("--model", &model, "The model, or its graph file: says how many files to expect")
        .naming(PathUse::Dump);
    OptionList& create = options.addForm("new", "Write a new configuration");
    create.add("KIND", &kind, kinds).required();
    create.add("--set", &settings, "KEY=VALUE, e.g. dump_mode=all; may be repeated").oneAtATime();
    create.add("--preset", &preset, "A usual way to capture: " + presetIds());
    create.add("--operator", &operators, "An operator for the preset; may be repeated").oneAtATime();
    create.add("-o,--output", &output, kOutputHelp).naming(PathUse::OwnOutput);
    OptionList& convert = options.addForm(
        "convert", "Say the same in another kind's or generation's words, and what is lost");
    print.describe(convert);
    describeReading(convert, kinds);
    convert.add("--to", &toKind, kinds + "; without it, the kind it is");
    convert.add("--for", &generation,
        "Generation of the new one: 2.4, 1.6-async, sync (mindspore); current, legacy, small (acl); "
        "pytorch, mindspore, older (msprobe); sess.run, estimator (tf)");
    convert.add("-o,--output", &output, kOutputHelp).naming(PathUse::OwnOutput);
    describeNext(options.addForm("next",
                     "Write the configuration that captures more of what a comparison accuses, of "
                     "where NaN is born, or of chosen tensors"),
        kinds);
}

void ConfigRequest::describeNext(OptionList& options, const std::string& kinds)
{
    print.describe(options);
    options.add("FROM", &from, "A dump, or what compare --json-out wrote").required().naming(PathUse::Dump);
    options.add("--kind", &kind, kinds + "; without it, what the dump was made with");
    options.add("--filter", &filter, "Tensors of the dump whose operators are wanted, e.g. 'op_name:*fc1*'");
    options.add("--preset", &preset,
        "statistics, operators, tensors, or iterations: everything of the failing step and the one before; "
        "without it, full tensors of the operators");
    options.add("--hops", &hops, "Neighbours over so many edges; 1 without it")
        .checkedBy(WholeNumberIn {0, 1000});
    options.add("--steps-before", &stepsBefore, "So many steps before as well")
        .checkedBy(WholeNumberIn {0, 1000});
    options.add("--dump", &dump, "Where the target of the comparison is now").naming(PathUse::Dump);
    options.add("--used", &used, "The configuration the dump was made with: what it says besides stays")
        .naming(PathUse::Input);
    options.add("-o,--output", &output, kOutputHelp).naming(PathUse::OwnOutput);
}

void ConfigRequest::describeReading(OptionList& options, const std::string& kinds)
{
    options.add("FILE", &file, "The configuration").required().naming(PathUse::Dump);
    options.add("--kind", &kind, kinds + "; without it, what the file looks like");
    options.add("--release", &release, "Of the program that reads it, e.g. 2.4; without it, the newest");
    options.add("--device,--soc", &device, "CPU, GPU or Ascend; without it, rules that differ are left out");
    options.add("--framework", &framework, "pytorch or mindspore, of a configuration of msprobe");
    options.add("--env", &environment, "NAME=VALUE of the program that reads it; may be repeated")
        .oneAtATime();
    options.add("--cwd", &folder, "Where relative paths in it start; without it, the current folder");
}

} // namespace dumpscope::core
