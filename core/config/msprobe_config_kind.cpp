// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/msprobe_config.h"
#include "config/msprobe_conversion.h"

#include "base/json_writer.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

using std::string_view_literals::operator""sv;

namespace {

constexpr ConfigWording kMsprobeWording {
    "INVALID_PARAM_ERROR", "INVALID_PARAM_ERROR", "INVALID_PARAM_ERROR", Form<1>("%1 is required")};

class MsprobeConfigKind final : public ConfigKind {
public:
    std::string_view id() const override { return "msprobe"; }
    std::string_view title() const override { return "msprobe configuration (config.json)"; }

    int recognises(const ConfigText& config) const override
    {
        const auto document = parseJson(config.text);
        if (!document || !document->isObject())
            return 0;
        const bool hasTask = document->find("task") != nullptr;
        const bool hasMore = document->find("level") != nullptr || document->find("dump_path") != nullptr;
        if (document->find("dump_data_dir") != nullptr) // a dump.json of msprobe
            return 0;
        return hasTask && hasMore ? 92 : hasTask ? 40 : 0;
    }

    ConfigReport check(const ConfigText& config) const override
    {
        std::vector<ConfigProblem> problems;
        const auto document = parseConfigDocument(config, "syntax", problems);
        if (!document)
            return reportOf(std::move(problems));
        const ConfigView view = viewOf(*document, config);
        checkConfigKeys(view, msprobeCommonSections(), kMsprobeWording, problems);
        checkConfigKeys(view, msprobeTaskSections(msprobeTask(view)), kMsprobeWording, problems);
        checkConfigRelations(view, msprobeConfigRelations(), problems);
        ConfigReport report = reportOf(std::move(problems));
        if (report.valid)
            report.enabled = enabledWords(view);
        return report;
    }

    std::vector<Message> explain(const ConfigText& config) const override
    {
        const auto document = parseJson(config.text);
        if (!document)
            return {phrase("Nothing is captured.")};
        const ConfigView view = viewOf(*document, config);
        std::vector<Message> lines {what(view)};
        if (const Message only = selection(view); !only.empty())
            lines.push_back(only);
        const auto steps = view.texts("step"), ranks = view.texts("rank");
        lines.push_back(joined(std::array {
            steps.empty() ? phrase("At every step") : phrase("At the steps %1", joinedWords(steps)),
            ranks.empty() ? phrase("on every rank.") : phrase("on the ranks %1.", joinedWords(ranks))}));
        if (view.flag("async_dump"))
            lines.push_back(phrase("Statistics and files are written late, when the step ends."));
        if (const JsonValue* enable = view.at("dump_enable"); enable != nullptr)
            lines.push_back(enable->boolean
                    ? phrase("On from the start, and may be switched off while the program runs.")
                    : phrase("Off at first, and may be switched on while the program runs."));
        if (view.has("load"))
            lines.push_back(phrase("Inputs of modules are replaced by those dumped before in %1.",
                printable(view.text("load.path"))));
        lines.push_back(where(view));
        return lines;
    }

    Result<std::string> create(const ConfigSettings& settings) const override
    {
        std::string task = "statistics";
        for (const auto& [key, value] : settings)
            task = key == "task" ? value : task;
        const auto own = msprobeTaskSections(task);
        if (own.empty())
            return fail(Code::Usage, phrase("msprobe has no task \"%1\"", printable(task)));
        std::vector<ConfigSection> sections(msprobeCommonSections().begin(), msprobeCommonSections().end());
        for (ConfigSection section : own) {
            section.name = msprobeTaskWord(task);
            sections.push_back(section);
        }
        ConfigSettings defaults {{"task", task}, {"dump_path", "./dump"}, {"rank", "[]"}, {"step", "[]"},
            {"level", task == "structure" ? "mix" : "L1"}, {"extra_info", "true"}, {"async_dump", "false"}};
        ConfigSettings meant = settings;
        for (auto* list : {&defaults, &meant}) {
            for (auto& [key, value] : *list)
                finishSetting(key, value);
        }
        for (const std::string_view key : {"scope", "list", "data_mode"}) {
            const auto known = std::ranges::find(own.front().keys, key, &ConfigKey::name);
            if (known != own.front().keys.end() && known->type == ConfigType::Texts)
                defaults.emplace_back(task + "." + std::string(key), key == "data_mode" ? "all" : "");
        }
        return createConfig(sections, defaults, meant, "config.json of msprobe");
    }

    std::string usage(const std::string& file) const override
    {
        std::string literal;
        appendJsonString(literal, file);
        return "debugger = PrecisionDebugger(config_path=" + literal + ")";
    }

    std::vector<ConfigField> form(const ConfigText& config) const override
    {
        const JsonValue document = parseJson(config.text).value_or(JsonValue());
        const ConfigView view = viewOf(document, config);
        const std::string list = std::string(msprobeTask(view)) + ".list";
        const std::array<std::string_view, 1> operatorKeys {list};
        std::vector<ConfigField> fields = formOf(view, msprobeCommonSections(), {});
        std::erase_if(fields, [](const ConfigField& field) { return field.path == "load"; });
        const bool loads = view.has("load");
        std::erase_if(
            fields, [loads](const ConfigField& field) { return field.section == "load" && !loads; });
        const auto own = formOf(view, msprobeTaskSections(msprobeTask(view)), operatorKeys);
        fields.insert(fields.end(), own.begin(), own.end());
        return fields;
    }

    DumpRequest request(const ConfigText& config) const override
    {
        const auto document = parseJson(config.text);
        return document ? msprobeRequest(viewOf(*document, config)) : ConfigKind::request(config);
    }
    Result<ConfigDraft> write(const DumpRequest& request) const override
    {
        return writeMsprobeConfig(request);
    }
    Result<ConfigDraft> rewrite(const ConfigText& config, std::string_view generation) const override
    {
        return rewriteMsprobeConfig(config, generation);
    }

private:
    static ConfigView viewOf(const JsonValue& document, const ConfigText& config)
    {
        ConfigView view(document, config, parseConfigRelease(config.release).value_or(ConfigRelease {26, 2}));
        view.setActiveSection(std::string(msprobeTask(view)));
        return view;
    }

    /// step and rank are lists of the document, unless another section is named; "0,4-6" stands for a list.
    static void finishSetting(std::string& key, std::string& value)
    {
        const bool isRange = key == "step" || key == "rank" || key == "load.step" || key == "load.rank";
        if (!isRange || value.starts_with('['))
            return;
        std::string list;
        for (std::size_t start = 0; start <= value.size() && !value.empty();) {
            const std::size_t end = std::min(value.find(',', start), value.size());
            const std::string item = value.substr(start, end - start);
            list += list.empty() ? "" : ", ";
            if (isDigits(item))
                list += item;
            else
                appendJsonString(list, item);
            start = end + 1;
        }
        value = "[" + list + "]";
    }

    static std::vector<std::string> enabledWords(const ConfigView& view)
    {
        const std::string_view task = msprobeTask(view);
        if (task == "exception_dump")
            return {"exception"};
        if (task == "acc_check" || task == "diff_check")
            return {};
        if (task == "statistics")
            return {"model-dump", "statistics"};
        return {task == "nan_check" ? "overflow" : "model-dump"};
    }

    static Message subject(const ConfigView& view)
    {
        const std::string_view level = view.text("level");
        return level == "L0"   ? phrase("every module")
            : level == "L2"    ? phrase("the kernels of one API")
            : level == "mix"   ? phrase("every module and API")
            : level == "debug" ? phrase("what the program saves itself")
                               : phrase("every API");
    }

    static Message what(const ConfigView& view)
    {
        const std::string_view task = msprobeTask(view);
        if (task == "exception_dump")
            return phrase("When an operator fails on the device: its inputs and outputs.");
        if (task == "acc_check")
            return phrase("Nothing is captured: APIs are run again and compared with the CPU.");
        if (task == "diff_check")
            return phrase("Nothing is captured: results are compared while the program runs.");
        if (task == "structure")
            return phrase("The tree of modules and APIs, without values.");
        if (task == "nan_check")
            return phrase("APIs whose outputs hold NaN or infinity.");
        const auto sides = view.texts("@.data_mode");
        const std::string_view summary = view.text("@.summary_mode", "statistics");
        const Message figures = summary == "md5" ? phrase("statistics with md5 sums")
            : summary == "xor"                   ? phrase("statistics with xor sums")
                                                 : phrase("statistics");
        const Message kept = task == "tensor" ? phrase("whole tensors and %1", figures) : figures;
        return phrase("Of %1: %2.", subject(view),
            sides.empty() || sides.front() == "all" ? kept
                                                    : phrase("%1 (%2 only)", kept, joinedWords(sides)));
    }

    static Message selection(const ConfigView& view)
    {
        std::vector<Message> sentences;
        const auto list = view.texts("@.list"), scope = view.texts("@.scope"),
                   tensors = view.texts("@.tensor_list");
        if (!list.empty())
            sentences.push_back(phrase("Only names that match %1.", joinedWords(list)));
        if (scope.size() == 2)
            sentences.push_back(phrase("Only from %1 to %2.", printable(scope[0]), printable(scope[1])));
        if (!tensors.empty())
            sentences.push_back(phrase("Whole tensors of names that contain %1.", joinedWords(tensors)));
        const std::string_view risk = view.text("risk_level", "FOCUS");
        const std::string_view level = view.text("level", "L1");
        if (risk != "ALL" && (level == "L1" || level == "mix") && !isMsprobeOfMindspore(view))
            sentences.push_back(risk == "CORE"
                    ? phrase("Of APIs, only about 50 that compute (risk_level CORE).")
                    : phrase("APIs that only reshape or cast are left out (risk_level FOCUS)."));
        return joined(sentences, "%1 %2");
    }

    static Message where(const ConfigView& view)
    {
        const std::string path = printable(view.text("dump_path"));
        if (path.empty())
            return phrase("Nothing is written beside.");
        const std::string_view level = view.text("level");
        if (level == "L2")
            return phrase("In %1/, one binary file per kernel.", path);
        std::string files = level == "debug" ? "debug.json" : "dump.json";
        if (view.flag("extra_info", true) && level != "debug")
            files += ", construct.json, stack.json";
        if (msprobeTask(view) == "tensor" || !view.texts("@.tensor_list").empty())
            files += ", dump_tensor_data/";
        return phrase("In %1/stepSTEP/rankRANK/: %2.", path, files);
    }
};

} // namespace

void register_msprobe_config_kind(ConfigKinds& registry)
{
    registry.add(std::make_unique<MsprobeConfigKind>());
}

} // namespace dumpscope::core
