// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/mindspore_config.h"
#include "config/mindspore_conversion.h"
#include "config/mindspore_iteration.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

using std::string_view_literals::operator""sv;

namespace {

constexpr ConfigRelease kAssumed {2, 10};
constexpr ConfigWording kMindsporeWording {
    "not-found", "type", "value", Form<1>("Check dump json failed, %1 not found")};

class MindsporeConfigKind final : public ConfigKind {
public:
    std::string_view id() const override { return "mindspore"; }
    std::string_view title() const override { return "MindSpore dump configuration (data_dump.json)"; }

    int recognises(const ConfigText& config) const override
    {
        const auto document = parseJson(config.text);
        if (document && document->isObject())
            return document->find("common_dump_settings") != nullptr ? 95
                : document->find("e2e_dump_settings") != nullptr     ? 60
                                                                     : 0;
        return config.text.find("common_dump_settings") != std::string::npos ? 80 : 0;
    }

    ConfigReport check(const ConfigText& config) const override
    {
        std::vector<ConfigProblem> problems;
        const auto document = parseConfigDocument(config, "syntax", problems);
        if (!document)
            return reportOf(std::move(problems));
        const ConfigView view(*document, config, releaseOf(*document, config));
        checkConfigKeys(view, mindsporeConfigSections(), kMindsporeWording, problems);
        checkConfigRelations(view, mindsporeConfigRelations(), problems);
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
        const ConfigView view(*document, config, releaseOf(*document, config));
        if (enabledWords(view).empty())
            return {phrase("Nothing is captured.")};
        return {what(view), when(view), who(view), where(view),
            phrase(
                "MINDSPORE_DUMP_CONFIG must hold the absolute path of this file before the program starts.")};
    }

    Result<std::string> create(const ConfigSettings& settings) const override
    {
        static const ConfigSettings kDefaults {{"common_dump_settings.op_debug_mode", "0"},
            {"dump_mode", "0"}, {"path", "/tmp/dump"}, {"net_name", "Net"}, {"iteration", "all"},
            {"saved_data", "tensor"}, {"input_output", "0"}, {"kernels", ""},
            {"support_device", "0,1,2,3,4,5,6,7"}, {"e2e_dump_settings.enable", "true"},
            {"trans_flag", "true"}};
        static const auto kWritable = mindsporeConfigSections().first(2);
        ConfigSettings meant = settings;
        for (auto& [key, value] : meant) {
            if (key == "enable")
                key = "e2e_dump_settings.enable";
        }
        return createConfig(kWritable, kDefaults, meant, "data_dump.json");
    }

    std::vector<ConfigField> form(const ConfigText& config) const override
    {
        static constexpr std::array kOperatorKeys {"common_dump_settings.kernels"sv};
        const JsonValue document = parseJson(config.text).value_or(JsonValue());
        const ConfigView view(document, config, releaseOf(document, config));
        return formOf(view, mindsporeConfigSections(), kOperatorKeys);
    }

    std::string usage(const std::string& file) const override
    {
        std::string word;
        for (const char c : file)
            word += c == '\'' ? std::string("'\\''") : std::string(1, c);
        return "export MINDSPORE_DUMP_CONFIG='" + word + "'";
    }

    DumpRequest request(const ConfigText& config) const override
    {
        const auto document = parseJson(config.text);
        if (!document)
            return ConfigKind::request(config);
        const ConfigView view(*document, config, releaseOf(*document, config));
        DumpRequest request = mindsporeRequest(view);
        request.isOn = !enabledWords(view).empty();
        return request;
    }

    Result<ConfigDraft> write(const DumpRequest& request) const override
    {
        TRY_ASSIGN(const std::string defaults, create({}));
        return writeMindsporeConfig(request, defaults);
    }

    Result<ConfigDraft> rewrite(const ConfigText& config, std::string_view generation) const override
    {
        TRY_ASSIGN(const JsonValue document, parseJson(config.text));
        TRY_ASSIGN(const std::string defaults, create({}));
        const ConfigView view(document, config, releaseOf(document, config));
        TRY_ASSIGN(const MindsporeTarget to,
            parseMindsporeTarget(generation, generation.empty() ? kAssumed : view.release()));
        return rewriteMindsporeConfig(view, to, defaults);
    }

private:
    /// What is given, else the generation the file is written for: a number as iteration is of 1.2 at most.
    static ConfigRelease releaseOf(const JsonValue& document, const ConfigText& config)
    {
        if (const auto given = parseConfigRelease(config.release))
            return *given;
        const ConfigView view(document, config, kAssumed);
        const JsonValue* iteration = view.at("common_dump_settings.iteration");
        const bool isOld = iteration != nullptr && iteration->kind == JsonValue::Kind::Number
            && (view.has("async_dump_settings") || !view.has("common_dump_settings.op_debug_mode"));
        return isOld ? ConfigRelease {1, 2} : kAssumed;
    }

    static std::vector<std::string> enabledWords(const ConfigView& view)
    {
        const bool isOld = view.release() < ConfigRelease {1, 3};
        if (isOld && !view.flag("e2e_dump_settings.enable") && !view.flag("async_dump_settings.enable"))
            return {};
        if (view.config().device != "CPU" && view.texts("common_dump_settings.support_device").empty())
            return {};
        const std::int64_t mode
            = isOld ? view.number("async_dump_settings.op_debug_mode") : mindsporeDebugMode(view);
        if (mode == 4)
            return view.isCpuOrGpu() ? std::vector<std::string>() : std::vector<std::string> {"exception"};
        std::vector<std::string> words {mode != 0 && !view.isCpuOrGpu()
                    && (view.release() >= ConfigRelease {2, 3} || isMindsporeAsync(view))
                ? "overflow"
                : "model-dump"};
        if (wantsMindsporeStatistics(view))
            words.emplace_back("statistics");
        return words;
    }

    static Message what(const ConfigView& view)
    {
        const auto words = enabledWords(view);
        if (words.front() == "exception")
            return phrase("When an operator fails on the device: its inputs and outputs.");
        if (words.front() == "overflow")
            return phrase("Operators that overflow: their inputs, outputs and a record of each.");
        static constexpr std::array kSides {
            Form<0>("inputs and outputs"), Form<0>("inputs"), Form<0>("outputs")};
        const auto side = static_cast<std::size_t>(std::clamp<std::int64_t>(
            view.number("common_dump_settings.input_output"), 0, std::int64_t {kSides.size()} - 1));
        const std::string_view saved = view.text("common_dump_settings.saved_data", "tensor");
        if (saved == "tensor")
            return phrase("Of %1: %2, whole tensors.", operators(view), kSides[side]);
        auto list = view.texts("common_dump_settings.statistic_category");
        if (list.empty())
            list = {"max", "min", "l2norm"};
        return saved == "full"
            ? phrase("Of %1: %2, whole tensors and statistics: %3.", operators(view), kSides[side],
                joinedWords(list))
            : phrase("Of %1: %2, statistics only: %3.", operators(view), kSides[side], joinedWords(list));
    }

    static Message operators(const ConfigView& view)
    {
        const std::int64_t mode = view.number("common_dump_settings.dump_mode");
        if (mode == 2)
            return phrase("the cells and operators marked by set_dump()");
        if (mode != 1)
            return phrase("every operator");
        std::string names, types, patterns;
        for (std::string kernel : view.texts("common_dump_settings.kernels")) {
            std::erase_if(kernel, [](char c) { return c == ' ' || c == '"'; });
            if (kernel.empty())
                continue;
            std::string& list = isMindsporePattern(kernel) ? patterns
                : isMindsporeOperatorType(kernel)          ? types
                                                           : names;
            list += (list.empty() ? "" : ", ") + printable(kernel);
        }
        const std::array parts {names.empty() ? Message() : phrase("the operators %1", names),
            types.empty() ? Message() : phrase("operators whose type contains %1", types),
            patterns.empty() ? Message() : phrase("operators whose full name matches %1", patterns)};
        const Message all = joined(parts);
        return all.empty() ? phrase("no listed operator") : all;
    }

    static Message when(const ConfigView& view)
    {
        const JsonValue* value = view.at("common_dump_settings.iteration");
        if (value == nullptr || value->text == "all")
            return phrase("At every iteration.");
        if (view.release() < ConfigRelease {1, 3})
            return value->text == "0" ? phrase("At every iteration.")
                                      : phrase("At the iteration %1 only.", printable(value->text));
        const auto ranges = mindsporeIterations(value->text);
        return ranges.empty() ? phrase("At no iteration: no part of iteration can match.")
                              : phrase("At the iterations %1 only; the first is %2.", rangeWords(ranges),
                                  view.number("common_dump_settings.initial_iteration"));
    }

    static Message who(const ConfigView& view)
    {
        const std::string devices = joinedWords(view.texts("common_dump_settings.support_device"));
        if (isMindsporeAsync(view))
            return phrase("The device writes while the program goes on (asynchronous), files of format %1, "
                          "on the devices %2.",
                view.text("common_dump_settings.file_format", "bin"), devices);
        const bool waits = view.flag("e2e_dump_settings.enable") || view.isCpuOrGpu();
        if (view.number("e2e_dump_settings.sample_mode") == 1) {
            const std::int64_t most = view.number("e2e_dump_settings.sample_num", 100);
            return waits
                ? phrase("The host writes after each operator (synchronous), at most %1 elements of a "
                         "tensor, on the devices %2.",
                    most, devices)
                : phrase("The host writes behind the running stream, at most %1 elements of a tensor, "
                         "on the devices %2.",
                    most, devices);
        }
        return waits
            ? phrase("The host writes after each operator (synchronous), on the devices %1.", devices)
            : phrase("The host writes behind the running stream, on the devices %1.", devices);
    }

    static Message where(const ConfigView& view)
    {
        std::string path = printable(view.text("common_dump_settings.path"));
        if (path.empty())
            path = printable(view.variable("MS_DIAGNOSTIC_DATA_PATH")) + "/debug_dump";
        const std::string net = printable(view.text("common_dump_settings.net_name"));
        if (view.release() < ConfigRelease {1, 3})
            return phrase(
                "In %1/device_DEVICE/iteration_ITERATION/, one .bin file per tensor.", path + '/' + net);
        if (isMindsporeAsync(view) && view.release() >= ConfigRelease {2, 3})
            return phrase("In %1/STEP/TIME/DEVICE/%2/MODEL ID/ITERATION/, one file per operator.", path, net);
        return wantsMindsporeStatistics(view)
            ? phrase("In %1/rank_RANK/%2/GRAPH/ITERATION/, with statistic.csv there.", path, net)
            : phrase("In %1/rank_RANK/%2/GRAPH/ITERATION/, one .npy file per tensor.", path, net);
    }
};

} // namespace

void register_mindspore_config_kind(ConfigKinds& registry)
{
    registry.add(std::make_unique<MindsporeConfigKind>());
}

} // namespace dumpscope::core
