// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_config.h"
#include "config/acl_conversion.h"
#include "config/acl_keys.h"
#include "config/config_rules.h"

#include "base/json_writer.h"
#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

Message itemSentence(const AclDumpItem& item)
{
    const bool isOfModel = item.modelName && !item.modelName->empty();
    const std::string layers = joinedWords(item.layers), model = isOfModel ? printable(*item.modelName) : "";
    std::vector<Message> parts;
    if (item.layers.empty())
        parts.push_back(isOfModel ? phrase("every operator of the model %1", model)
                                  : phrase("every operator of every model"));
    else
        parts.push_back(isOfModel ? phrase("the operators %1 of the model %2", layers, model)
                                  : phrase("the operators %1 of every model", layers));
    for (const auto& [first, last] : item.ranges)
        parts.push_back(phrase("from %1 to %2", printable(first), printable(last)));
    std::vector<std::string> left;
    for (const auto* blacklist : {&item.typeBlacklist, &item.nameBlacklist}) {
        for (const AclBlacklisted& entry : *blacklist)
            left.push_back(entry.name);
    }
    return left.empty() ? listed(parts)
                        : phrase("%1, without the listed tensors of %2", listed(parts), joinedWords(left));
}

Message stepSentence(const AclDumpConfig& config)
{
    return config.steps.empty() ? phrase("At every step.")
                                : phrase("At the steps %1 only; the first is 0.", rangeWords(config.steps));
}

Message placeSentence(const AclDumpConfig& config)
{
    const std::string path = printable(config.path);
    if (!config.items.empty() || config.overflow)
        return config.isRemote
            ? phrase("On another host, in %1/TIME/DEVICE/MODEL/MODEL ID/STEP/, one file per operator.", path)
            : phrase("In %1/TIME/DEVICE/MODEL/MODEL ID/STEP/, one file per operator.", path);
    return config.isRemote ? phrase("On another host, in %1/TIME/DEVICE/, one file per operator.", path)
                           : phrase("In %1/TIME/DEVICE/, one file per operator.", path);
}

Message sceneWords(AclDumpConfig::Scene scene)
{
    switch (scene) {
    case AclDumpConfig::Scene::Brief:
        return phrase("the arguments of the kernel that failed");
    case AclDumpConfig::Scene::Norm:
        return phrase("inputs and outputs of the operator that failed");
    case AclDumpConfig::Scene::Detail:
        return phrase("a core file of the failing AI Core; the program ends after it");
    case AclDumpConfig::Scene::None:
    case AclDumpConfig::Scene::Watcher:
        break;
    }
    return {};
}

std::vector<Message> explainScene(const AclDumpConfig& config)
{
    return {phrase("When an operator fails on the device: %1.", sceneWords(config.scene)),
        phrase("In %1/extra-info/data-dump/DEVICE/, unless ASCEND_DUMP_PATH, ASCEND_WORK_PATH or "
               "NPU_COLLECT_PATH name another folder.",
            config.path.empty() ? phrase("the working folder") : Message(printable(config.path)))};
}

class AclConfigKind : public ConfigKind {
public:
    std::string_view id() const override { return "acl"; }
    std::string_view title() const override { return "AscendCL dump configuration (acl.json)"; }

    int recognises(const ConfigText& config) const override
    {
        const auto document = parseJson(config.text);
        if (document && document->isObject()) {
            const JsonValue* dump = document->find("dump");
            if (dump != nullptr && !dump->isString()) // a profile of a capture names its configuration there
                return 90;
            return document->find("profiler") != nullptr ? 50 : 10;
        }
        const std::string_view name = std::string_view(config.file).substr(config.file.rfind('/') + 1);
        return name.starts_with("acl") ? 60 : 5;
    }

    ConfigReport check(const ConfigText& config) const override
    {
        const AclCheck check = checkAclConfig(config.text, config.folder);
        ConfigReport report;
        report.valid = check.isValid();
        report.returnCode = check.returnCode;
        for (const AclFinding& finding : check.findings) {
            ConfigProblem problem {
                finding.severity, finding.code, finding.key, 0, 0, finding.message, finding.fix};
            std::tie(problem.line, problem.column) = rowAndColumn(config.text, finding.offset);
            report.problems.push_back(std::move(problem));
        }
        if (report.valid)
            report.enabled = enabledWords(check.config);
        return report;
    }

    std::vector<Message> explain(const ConfigText& config) const override
    {
        const AclDumpConfig read = checkAclConfig(config.text, config.folder).config;
        if (!read.isEnabled())
            return {phrase("Nothing is captured.")};
        if (read.isExceptionScene())
            return explainScene(read);
        if (read.overflow) {
            if (!read.items.empty())
                return {phrase("Nothing: the graph engine refuses dump_list beside dump_debug.")};
            return {phrase("Operators that overflow: inputs, outputs and an Opdebug record of each."),
                placeSentence(read)};
        }
        std::vector<Message> lines;
        for (const AclDumpItem& item : read.items) {
            if (read.scene == AclDumpConfig::Scene::Watcher)
                lines.push_back(phrase("The outputs of %1 after each of %2.", joinedWords(item.watcherNodes),
                    item.layers.empty() ? phrase("all operators") : Message(joinedWords(item.layers))));
            else
                lines.push_back(phrase("Of %1: %2.", itemSentence(item), whatSentence(read)));
        }
        if (read.operatorSwitch)
            lines.push_back(phrase("Of every operator that is run by itself: %1.", whatSentence(read)));
        lines.push_back(stepSentence(read));
        lines.push_back(placeSentence(read));
        return lines;
    }

    Result<std::string> create(const ConfigSettings& settings) const override
    {
        std::string path = ".", texts, lists = "{}";
        for (const auto& [key, value] : settings) {
            const std::string_view name
                = key.starts_with("dump.") ? std::string_view(key).substr(5) : std::string_view(key);
            if (name == "dump_path")
                path = value;
            else if (name == "dump_list")
                lists = value;
            else
                TRY_VOID(appendSetting(texts, name, value));
        }
        std::string quotedPath;
        appendJsonString(quotedPath, path);
        std::string text = "{\n  \"dump\": {\n    \"dump_path\": " + quotedPath + ",\n    \"dump_list\": ["
            + listOf(lists) + "]";
        return text + texts + "\n  }\n}\n";
    }

    std::string usage(const std::string& file) const override
    {
        std::string literal;
        appendJsonString(literal, file);
        return "aclInit(" + literal + ");";
    }
    std::vector<ConfigField> form(const ConfigText& config) const override { return aclForm(config); }
    DumpRequest request(const ConfigText& config) const override { return aclRequest(config); }
    Result<ConfigDraft> write(const DumpRequest& request) const override { return writeAclConfig(request); }
    Result<ConfigDraft> rewrite(const ConfigText& config, std::string_view generation) const override
    {
        return rewriteAclConfig(config, generation);
    }

private:
    static std::vector<std::string> enabledWords(const AclDumpConfig& config)
    {
        if (!config.isEnabled())
            return {};
        if (config.isExceptionScene())
            return {"exception"};
        if (config.overflow)
            return {"overflow"};
        std::vector<std::string> words;
        if (config.scene == AclDumpConfig::Scene::Watcher)
            words.emplace_back("watcher");
        else if (!config.items.empty())
            words.emplace_back("model-dump");
        if (config.operatorSwitch)
            words.emplace_back("op-dump");
        if (config.statistics)
            words.emplace_back("statistics");
        return words;
    }

    static Message whatSentence(const AclDumpConfig& config)
    {
        const Message which = config.inputs && config.outputs ? phrase("inputs and outputs")
            : config.inputs                                   ? phrase("inputs")
                                                              : phrase("outputs");
        return config.statistics ? phrase("statistics of %1", which) : which;
    }

    static Result<void> appendSetting(std::string& text, std::string_view name, const std::string& value)
    {
        const AclKey* const key = findAclKey(aclDumpKeys(), name);
        if (key == nullptr)
            return fail(Code::Usage, phrase("%1 has no setting \"%2\"", "acl.json", printable(name)));
        text += ",\n    ";
        appendJsonString(text, name);
        text += ": ";
        if (key->type != ConfigField::Type::Choices) {
            appendJsonString(text, value);
            return {};
        }
        text += '[' + quotedList(value) + ']';
        return {};
    }

    /// `{}`, or names of models separated by commas.
    static std::string listOf(const std::string& value)
    {
        if (value.starts_with('{'))
            return value;
        std::string text, rest = value;
        while (!rest.empty()) {
            const std::string name = rest.substr(0, rest.find(','));
            rest.erase(0, name.size() + 1);
            text += text.empty() ? "{\"model_name\": " : ", {\"model_name\": ";
            appendJsonString(text, name);
            text += '}';
        }
        return text;
    }

    static std::string quotedList(std::string rest)
    {
        std::string text;
        while (!rest.empty()) {
            const std::string word = rest.substr(0, rest.find(','));
            rest.erase(0, word.size() + 1);
            text += text.empty() ? "" : ", ";
            appendJsonString(text, word);
        }
        return text;
    }
};

} // namespace

void register_acl_config_kind(ConfigKinds& registry)
{
    registry.add(std::make_unique<AclConfigKind>());
}

} // namespace dumpscope::core
