// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_config.h"
#include "config/acl_conversion.h"
#include "config/acl_value_rules.h"
#include "config/config_kind.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "io/json_reader.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + printable(word);
    return text;
}

std::string itemSentence(const AclDumpItem& item)
{
    std::string text = item.layers.empty() ? "every operator" : "the operators " + joined(item.layers);
    text += item.modelName && !item.modelName->empty() ? " of the model " + printable(*item.modelName)
                                                       : " of every model";
    for (const auto& [first, last] : item.ranges)
        text += ", from " + printable(first) + " to " + printable(last);
    std::vector<std::string> left;
    for (const auto* blacklist : {&item.typeBlacklist, &item.nameBlacklist}) {
        for (const AclBlacklisted& entry : *blacklist)
            left.push_back(entry.name);
    }
    return left.empty() ? text : text + ", without the listed tensors of " + joined(left);
}

std::string stepSentence(const AclDumpConfig& config)
{
    std::string text;
    for (const auto& [first, last] : config.steps) {
        text += text.empty() ? "" : ", ";
        text += first == last ? std::to_string(first) : std::to_string(first) + " to " + std::to_string(last);
    }
    return text.empty() ? "At every step." : "At the steps " + text + " only; the first is 0.";
}

std::string placeSentence(const AclDumpConfig& config)
{
    const std::string base = (config.isRemote ? "On another host, in " : "In ") + printable(config.path);
    if (!config.items.empty() || config.overflow)
        return base + "/TIME/DEVICE/MODEL/MODEL ID/STEP/, one file per operator.";
    return base + "/TIME/DEVICE/, one file per operator.";
}

std::vector<std::string> explainScene(const AclDumpConfig& config)
{
    static constexpr std::string_view kWhat[]
        = {"", "the arguments of the kernel that failed", "inputs and outputs of the operator that failed",
            "a core file of the failing AI Core; the program ends after it"};
    return {
        "When an operator fails on the device: " + std::string(kWhat[static_cast<int>(config.scene)]) + ".",
        "In " + (config.path.empty() ? "the working folder" : printable(config.path))
            + "/extra-info/data-dump/DEVICE/, unless ASCEND_DUMP_PATH, ASCEND_WORK_PATH or "
              "NPU_COLLECT_PATH name another folder."};
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

    std::vector<std::string> explain(const ConfigText& config) const override
    {
        const AclDumpConfig read = checkAclConfig(config.text, config.folder).config;
        if (!read.isEnabled())
            return {"Nothing is captured."};
        if (read.isExceptionScene())
            return explainScene(read);
        if (read.overflow) {
            if (!read.items.empty())
                return {"Nothing: the graph engine refuses dump_list beside dump_debug."};
            return {"Operators that overflow: inputs, outputs and an Opdebug record of each.",
                placeSentence(read)};
        }
        std::vector<std::string> lines;
        for (const AclDumpItem& item : read.items) {
            if (read.scene == AclDumpConfig::Scene::Watcher)
                lines.push_back("The outputs of " + joined(item.watcherNodes) + " after each of "
                    + (item.layers.empty() ? "all operators" : joined(item.layers)) + ".");
            else
                lines.push_back("Of " + itemSentence(item) + ": " + whatSentence(read) + ".");
        }
        if (read.operatorSwitch)
            lines.push_back("Of every operator that is run by itself: " + whatSentence(read) + ".");
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

    static std::string whatSentence(const AclDumpConfig& config)
    {
        const std::string which = config.inputs && config.outputs ? "inputs and outputs"
            : config.inputs                                       ? "inputs"
                                                                  : "outputs";
        return config.statistics ? "statistics of " + which : which;
    }

    static Result<void> appendSetting(std::string& text, std::string_view name, const std::string& value)
    {
        static constexpr std::string_view kFree[] = {"dump_step", "dump_kernel_data"};
        const auto words = aclWordKeys();
        const bool isWord = std::ranges::find(words, name, &AclWordKey::key) != words.end();
        const bool isStatistics = name == "dump_stats";
        if (!isWord && !isStatistics && std::ranges::find(kFree, name) == std::end(kFree))
            return fail(Code::Usage, "acl.json has no setting \"" + printable(name) + "\"");
        text += ",\n    ";
        appendJsonString(text, name);
        text += ": ";
        if (!isStatistics) {
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
