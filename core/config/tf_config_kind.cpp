// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_value_rules.h"
#include "config/config_rules.h"
#include "config/json_edit.h"
#include "config/tf_conversion.h"
#include "config/tf_snippet.h"

#include "base/json_writer.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

using std::string_view_literals::operator""sv;

// Parameters of the TensorFlow adapter (docs/formats/ascendcl-capture.md 5.1): a script, or the same keys as
// one JSON object.

namespace {

constexpr ConfigWording kTfWording {"Internal", "Internal", "InvalidArgument", Form<1>("%1 not found")};
constexpr auto kMostTf = std::numeric_limits<std::int64_t>::max();
constexpr std::array kTfModes {"input"sv, "output"sv, "all"sv};
constexpr std::array kTfDebugModes {"aicore_overflow"sv, "atomic_overflow"sv, "all"sv};
constexpr std::array kData {"tensor"sv, "stats"sv};
constexpr std::array kTextSwitch {"0"sv, "1"sv};
constexpr std::array kExceptionModes {ConfigNumber {0, Form<0>("off")}, ConfigNumber {1, Form<0>("on")},
    ConfigNumber {2, Form<0>("on with the newer way (the default)")}};
constexpr std::size_t kMostTfSteps = 100;

/// `N` or `A-B` with A < B, joined by |.
Message stepFault(const ConfigView&, const JsonValue& value)
{
    std::string_view rest = value.text;
    if (static_cast<std::size_t>(std::ranges::count(rest, '|')) >= kMostTfSteps)
        return phrase("it has more than 100 items separated by |");
    for (bool isLast = rest.empty(); !isLast;) {
        const std::size_t end = rest.find('|');
        const std::string_view item = rest.substr(0, end);
        isLast = end == std::string_view::npos;
        rest = isLast ? std::string_view() : rest.substr(end + 1);
        const std::size_t dash = item.find('-');
        const std::string_view low = item.substr(0, dash);
        const std::string_view high = dash == std::string_view::npos ? low : item.substr(dash + 1);
        const auto first = isDigits(low) ? parseUnsigned(low) : std::nullopt;
        const auto last = isDigits(high) ? parseUnsigned(high) : std::nullopt;
        if (!first || !last)
            return phrase("\"%1\" is neither a step (5) nor a range of steps (3-5)", printable(item));
        if (dash != std::string_view::npos && *first >= *last)
            return phrase("\"%1\": a range must end behind its beginning", printable(item));
    }
    return {};
}

bool capturesSomething(const ConfigView& view)
{
    return view.flag("enable_dump") || view.flag("enable_dump_debug");
}

Message tfPathFault(const ConfigView& view, const JsonValue& value)
{
    if (value.text.empty())
        return {}; // reported by the relations
    const auto problem = checkAclDumpPath(value.text, view.config().folder);
    return problem ? problem->message : Message();
}

constexpr std::array kTfKeys {
    ConfigKey {"use_off_line", ConfigType::Boolean, Presence::Nullable},
    ConfigKey {"enable_dump", ConfigType::Boolean, Presence::Nullable},
    ConfigKey {"enable_dump_debug", ConfigType::Boolean, Presence::Nullable},
    ConfigKey {"dump_path", ConfigType::Text, Presence::Nullable, {}, 0, kMostTf, {}, kNewestRelease,
        capturesSomething, tfPathFault, Form<0>("make the folder, or name one that exists")},
    ConfigKey {"dump_step", ConfigType::Text, Presence::Nullable, {}, 0, kMostTf, {}, kNewestRelease, nullptr,
        stepFault, Form<0>("write steps and ranges like \"0|5-8\", at most 100")},
    ConfigKey {"dump_mode", ConfigType::Text, Presence::Nullable, kTfModes},
    ConfigKey {"dump_debug_mode", ConfigType::Text, Presence::Nullable, kTfDebugModes},
    ConfigKey {"dump_data", ConfigType::Text, Presence::Nullable, kData},
    ConfigKey {"dump_layer", ConfigType::Text, Presence::Nullable},
    ConfigKey {"quant_dumpable", ConfigType::Text, Presence::Nullable, kTextSwitch},
    ConfigKey {"enable_exception_dump", ConfigType::Integer, Presence::Nullable, {}, 0, 2, {}, kNewestRelease,
        nullptr, nullptr, {}, kExceptionModes},
};
constexpr std::array kTfSections {ConfigSection {"", kTfKeys}};

constexpr std::array kTfRelations {
    ConfigRelation {Severity::Error, "E10001", "enable_dump_debug",
        [](const ConfigView& v) { return v.flag("enable_dump") && v.flag("enable_dump_debug"); },
        Form<0>("enable_dump and enable_dump_debug exclude each other"), Form<0>("set one of them to False")},
    ConfigRelation {Severity::Error, "E10058", "dump_path",
        [](const ConfigView& v) {
            const JsonValue* path = v.at("dump_path");
            const bool isUnknown
                = path != nullptr && path->kind == JsonValue::Kind::Null && !path->text.empty();
            return capturesSomething(v) && !isUnknown && v.text("dump_path").empty()
                && (path == nullptr || path->isString() || path->kind == JsonValue::Kind::Null);
        },
        Form<0>("dump_path is needed when a dump is on"), Form<0>("name an existing folder")},
    ConfigRelation {Severity::Hint, "ignored", "dump_path",
        [](const ConfigView& v) { return v.has("dump_path") && !capturesSomething(v); },
        Form<0>("nothing is captured while enable_dump and enable_dump_debug are off"),
        Form<0>("set enable_dump to True")},
};

class TfConfigKind final : public ConfigKind {
public:
    std::string_view id() const override { return "tf"; }
    std::string_view title() const override { return "TensorFlow adapter (DumpConfig, parameter_map)"; }

    int recognises(const ConfigText& config) const override
    {
        for (const std::string_view word : {"DumpConfig("sv, "parameter_map["sv, "dump_config."sv}) {
            if (config.text.find(word) != std::string::npos && !parseJson(config.text))
                return 90;
        }
        const auto document = parseJson(config.text);
        if (!document || !document->isObject())
            return 0;
        const auto known = std::ranges::count_if(document->members, [](const auto& member) {
            return tfFieldOf(member.first) != '\0' && member.first != "dump_path";
        });
        return known > 0 && document->find("task") == nullptr ? 70 : 0;
    }

    ConfigReport check(const ConfigText& config) const override
    {
        const TfSnippet snippet = read(config);
        const ConfigView view(snippet.settings, config, {});
        std::vector<ConfigProblem> problems;
        if (!snippet.hasDumpConfig && !snippet.hasParameterMap) {
            problems.push_back({Severity::Error, "syntax", "", 1, 1,
                phrase("there is no DumpConfig and no parameter_map in it"),
                phrase("write DumpConfig(enable_dump=True, dump_path=\"…\")")});
            return reportOf(std::move(problems));
        }
        for (const TfSnippet::WrongField& wrong : snippet.wrongFields)
            addConfigProblem(view, problems,
                {Severity::Error, "TypeError", printable(wrong.key), 0, 0,
                    phrase("its value belongs into .%1, not .%2", wrong.expected, printable(wrong.field)),
                    phrase("write .parameter_map[\"%1\"].%2", printable(wrong.key), wrong.expected)},
                wrong.offset);
        checkConfigKeys(view, kTfSections, kTfWording, problems);
        checkConfigRelations(view, kTfRelations, problems);
        nameUnknownValues(view, problems);
        ConfigReport report = reportOf(std::move(problems));
        if (report.valid)
            report.enabled = enabledWords(view);
        return report;
    }

    std::vector<Message> explain(const ConfigText& config) const override
    {
        const TfSnippet snippet = read(config);
        const ConfigView view(snippet.settings, config, {});
        std::vector<Message> lines;
        if (view.flag("enable_dump")) {
            const std::string_view mode = view.text("dump_mode", "output");
            const std::string layers = printable(view.text("dump_layer"));
            const Message sides = mode == "all" ? phrase("inputs and outputs")
                : mode == "input"               ? phrase("inputs")
                                                : phrase("outputs");
            lines.push_back(phrase("Of %1: %2.",
                layers.empty() ? phrase("every operator") : phrase("the operators %1", layers),
                view.text("dump_data") == "stats" ? phrase("statistics of %1", sides) : sides));
            const std::string steps = printable(view.text("dump_step"));
            lines.push_back(
                steps.empty() ? phrase("At every step.") : phrase("At the steps %1 only.", steps));
        }
        if (view.flag("enable_dump_debug")) {
            const std::string_view mode = view.text("dump_debug_mode", "all");
            lines.push_back(
                mode == "aicore_overflow" ? phrase(
                    "Operators that overflow on an AI Core: inputs, outputs and an Opdebug record of each.")
                    : mode == "atomic_overflow"
                    ? phrase("Operators that overflow in an atomic addition: inputs, outputs and an Opdebug "
                             "record of each.")
                    : phrase("Operators that overflow: inputs, outputs and an Opdebug record of each."));
        }
        if (view.number("enable_exception_dump") == 1)
            lines.push_back(phrase("When an operator fails on the device: its inputs and outputs."));
        if (capturesSomething(view)) {
            lines.push_back(phrase("In %1/TIME/DEVICE/MODEL/MODEL ID/STEP/, one file per operator.",
                printable(view.text("dump_path"))));
            if (snippet.hasParameterMap)
                lines.push_back(phrase("The session needs use_off_line, and rewrite_options.remapping = "
                                       "RewriterConfig.OFF in its configuration."));
        }
        return lines.empty() ? std::vector<Message> {phrase("Nothing is captured.")} : lines;
    }

    /// Settings as for the keys; `form` is "sess.run" (the default) or "estimator".
    Result<std::string> create(const ConfigSettings& settings) const override
    {
        bool isEstimator = false;
        ConfigSettings meant {{"dump_path", "\"./dump\""}, {"dump_mode", "\"all\""}};
        const auto given = [&](std::string_view key) {
            return std::ranges::find(settings, key, &std::pair<std::string, std::string>::first)
                != settings.end();
        };
        for (const auto& [key, value] : settings) {
            if (key == "form") {
                if (value != "estimator" && value != "sess.run")
                    return fail(Code::Usage,
                        phrase("\"form\" takes sess.run or estimator, not \"%1\"", printable(value)));
                isEstimator = value == "estimator";
                continue;
            }
            TRY_ASSIGN(const std::string literal, pythonOf(key, value));
            const auto same = std::ranges::find(meant, key, &std::pair<std::string, std::string>::first);
            if (same != meant.end())
                same->second = literal;
            else
                meant.emplace_back(key, literal);
        }
        if (!given("enable_dump") && !given("enable_dump_debug"))
            meant.insert(meant.begin(), {"enable_dump", "True"});
        return isEstimator ? estimatorForm(meant) : sessionForm(meant);
    }

    std::vector<ConfigField> form(const ConfigText& config) const override
    {
        static constexpr std::array kOperatorKeys {"dump_layer"sv};
        const TfSnippet snippet = read(config);
        return formOf(ConfigView(snippet.settings, config, {}), kTfSections, kOperatorKeys);
    }

    Result<std::string> withValue(const ConfigText& config, std::string_view path,
        const std::optional<std::string>& json) const override
    {
        if (parseJson(config.text))
            return withJsonValue(config.text, path, json);
        const std::string key(path);
        if (tfFieldOf(key) == '\0')
            return fail(Code::Usage, phrase("the TensorFlow adapter has no setting \"%1\"", printable(key)));
        std::optional<std::string> literal = json;
        if (literal && (*literal == "true" || *literal == "false"))
            literal->front() = *literal == "true" ? 'T' : 'F';
        const auto changed = withTfSetting(config.text, key, literal);
        if (changed || changed.error().code != Code::Unsupported || !literal
            || config.text.find_first_not_of(" \t\r\n") != std::string::npos)
            return changed;
        return withTfSetting("dump_config = DumpConfig()\n", key, literal);
    }

    DumpRequest request(const ConfigText& config) const override { return tfRequest(read(config).settings); }

    Result<ConfigDraft> write(const DumpRequest& request) const override
    {
        TfDraft draft = tfSettings(request);
        TRY_ASSIGN(std::string text, create(draft.settings));
        return ConfigDraft {std::move(text), std::move(draft.lost)};
    }

    /// The other form of the same settings: "sess.run" or "estimator".
    Result<ConfigDraft> rewrite(const ConfigText& config, std::string_view generation) const override
    {
        ConfigDraft draft;
        ConfigSettings settings;
        if (!generation.empty())
            settings.emplace_back("form", generation);
        for (const auto& [key, value] : read(config).settings.members) {
            const bool isUnknown = value.kind == JsonValue::Kind::Null && !value.text.empty();
            if (tfFieldOf(key) == '\0' || value.kind == JsonValue::Kind::Null)
                draft.lost.push_back({key,
                    isUnknown ? phrase("\"%1\" is known only when the script runs", printable(value.text))
                              : phrase("the adapter has no such setting")});
            else
                settings.emplace_back(key, value.isString() ? value.text : compactJson(value));
        }
        if (!std::ranges::any_of(
                settings, [](const auto& setting) { return setting.first == "enable_dump"; }))
            settings.emplace_back("enable_dump", "false");
        TRY_ASSIGN(draft.text, create(settings));
        return draft;
    }

private:
    static TfSnippet read(const ConfigText& config)
    {
        if (auto document = parseJson(config.text); document && document->isObject()) {
            TfSnippet snippet;
            snippet.settings = std::move(*document);
            snippet.hasDumpConfig = true;
            return snippet;
        }
        return readTfSnippet(config.text);
    }

    static void nameUnknownValues(const ConfigView& view, std::vector<ConfigProblem>& problems)
    {
        std::size_t count = 0;
        for (const auto& [key, value] : view.document().members) {
            if (value.kind != JsonValue::Kind::Null || value.text.empty() || ++count > kMostTfSteps)
                continue;
            addConfigProblem(view, problems,
                {Severity::Hint, "unknown-value", printable(key), 0, 0,
                    phrase("\"%1\" is known only when the script runs: not checked", printable(value.text)),
                    {}},
                value.offset);
        }
    }

    static std::vector<std::string> enabledWords(const ConfigView& view)
    {
        std::vector<std::string> words;
        if (view.flag("enable_dump")) {
            words.emplace_back("model-dump");
            if (view.text("dump_data") == "stats")
                words.emplace_back("statistics");
        }
        if (view.flag("enable_dump_debug"))
            words.emplace_back("overflow");
        if (view.number("enable_exception_dump") == 1)
            words.emplace_back("exception");
        return words;
    }

    static Result<std::string> pythonOf(const std::string& key, const std::string& value)
    {
        const std::string name = printable(key);
        switch (tfFieldOf(key)) {
        case 'b':
            if (equalsIgnoreCase(value, "true") || equalsIgnoreCase(value, "false"))
                return std::string(equalsIgnoreCase(value, "true") ? "True" : "False");
            return fail(
                Code::Usage, phrase("\"%1\" takes true or false, not \"%2\"", name, printable(value)));
        case 'i':
            return isDigits(value)
                ? Result<std::string>(value)
                : fail(Code::Usage, phrase("\"%1\" takes 0, 1 or 2, not \"%2\"", name, printable(value)));
        case 's': {
            std::string text;
            appendJsonString(text, value);
            return text;
        }
        default:
            return fail(Code::Usage, phrase("the TensorFlow adapter has no setting \"%1\"", printable(key)));
        }
    }

    static std::string estimatorForm(const ConfigSettings& settings)
    {
        std::string text = "from npu_bridge.npu_init import *\n\ndump_config = DumpConfig(", run;
        bool isFirst = true;
        for (const auto& [key, value] : settings) {
            if (key == "use_off_line")
                continue;
            if (key == "enable_exception_dump" || key == "quant_dumpable") {
                run += ", " + key + "=" + value;
                continue;
            }
            text += (isFirst ? "" : ", ") + key + "=" + value;
            isFirst = false;
        }
        return text + ")\nrun_config = NPURunConfig(dump_config=dump_config" + run + ")\n";
    }

    static std::string sessionForm(const ConfigSettings& settings)
    {
        std::string text
            = "import tensorflow as tf\nfrom npu_bridge.npu_init import *\n\nconfig = tf.ConfigProto()\n"
              "custom_op = config.graph_options.rewrite_options.custom_optimizers.add()\n"
              "custom_op.name = \"NpuOptimizer\"\ncustom_op.parameter_map[\"use_off_line\"].b = True\n";
        for (const auto& [key, value] : settings) {
            const char field = tfFieldOf(key);
            if (key == "use_off_line")
                continue;
            text += "custom_op.parameter_map[\"" + key + "\"]." + field + " = "
                + (field == 's' ? "tf.compat.as_bytes(" + value + ")" : value) + "\n";
        }
        return text + "config.graph_options.rewrite_options.remapping = RewriterConfig.OFF\n";
    }
};

} // namespace

void register_tf_config_kind(ConfigKinds& registry)
{
    registry.add(std::make_unique<TfConfigKind>());
}

} // namespace dumpscope::core
