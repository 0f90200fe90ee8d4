// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_conversion.h"

#include "config/acl_config.h"
#include "config/acl_keys.h"
#include "config/acl_value_rules.h"
#include "config/json_edit.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t kMostAclSteps = 100;

/// A scene in each generation; empty: it has none. The first row with a word is taken back.
struct SceneOfGenerations {
    std::string_view current, legacy, small;
};
constexpr std::array kSceneNames {
    SceneOfGenerations {"lite_exception", "lite_exception", "exception"},
    SceneOfGenerations {"aic_err_brief_dump", "lite_exception", "exception"},
    SceneOfGenerations {"aic_err_norm_dump", "lite_exception", "exception"},
    SceneOfGenerations {"aic_err_detail_dump", "lite_exception", "exception"},
    SceneOfGenerations {"watcher", "watcher", ""},
};

enum class Generation : std::uint8_t { Current, Legacy, Small };
constexpr std::array kGenerations {"current"sv, "legacy"sv, "small"sv};

std::optional<Generation> generationOf(std::string_view word)
{
    if (word.empty())
        return Generation::Current;
    const auto found = std::ranges::find(kGenerations, word);
    if (found == kGenerations.end())
        return std::nullopt;
    return static_cast<Generation>(found - kGenerations.begin());
}

bool isRead(const AclKey& key, Generation generation)
{
    return generation == Generation::Legacy ? key.inLegacy : generation != Generation::Small || key.inSmall;
}

std::string_view sceneIn(const SceneOfGenerations& scene, Generation generation)
{
    return generation == Generation::Legacy ? scene.legacy
        : generation == Generation::Small   ? scene.small
                                            : scene.current;
}

/// Changes a `dump` object from one generation to another.
class AclRewriter {
public:
    AclRewriter(JsonValue& dump, Generation from, Generation to, ConfigDraft& draft)
        : m_dump(dump)
        , m_from(from)
        , m_to(to)
        , m_draft(draft)
    {
    }

    void run()
    {
        rewriteScene();
        dropKeys(m_dump, aclDumpKeys(), "dump.");
        if (JsonValue* list = memberOf(m_dump, "dump_list"); list != nullptr && list->isArray()) {
            for (std::size_t i = 0; i < list->items.size(); ++i)
                dropKeys(list->items[i], aclItemKeys(), "dump.dump_list[" + std::to_string(i) + "].");
        }
        rewriteContent();
        rewriteList();
    }

private:
    void report(const std::string& key, Message message)
    {
        m_draft.lost.push_back({key, std::move(message)});
    }

    bool is(std::string_view key, std::string_view word) const
    {
        const JsonValue* value = m_dump.find(key);
        return value != nullptr && value->isString() && value->text == word;
    }

    void dropKeys(JsonValue& object, std::span<const AclKey> keys, const std::string& prefix)
    {
        for (const AclKey& key : keys) {
            if (isRead(key, m_to) || object.find(key.name) == nullptr)
                continue;
            removeMember(object, key.name);
            report(prefix + std::string(key.name), phrase("this generation does not read it"));
        }
    }

    void rewriteScene()
    {
        JsonValue* scene = memberOf(m_dump, "dump_scene");
        if (scene == nullptr || !scene->isString() || m_from == m_to)
            return;
        for (const SceneOfGenerations& row : kSceneNames) {
            if (sceneIn(row, m_from) != scene->text)
                continue;
            const std::string_view word = sceneIn(row, m_to);
            if (word.empty())
                break;
            if (word != scene->text && m_from == Generation::Current)
                report("dump.dump_scene", phrase("how much an exception writes cannot be chosen"));
            scene->text = word;
            return;
        }
        if (m_from != Generation::Small || scene->text != "normal")
            report("dump.dump_scene",
                phrase("this generation has no scene like \"%1\"", printable(scene->text)));
        removeMember(m_dump, "dump_scene");
    }

    /// Without the key the small runtime keeps statistics, the others whole tensors.
    void rewriteContent()
    {
        if ((m_from == Generation::Small) != (m_to == Generation::Small)
            && m_dump.find("dump_data") == nullptr && m_dump.find("dump_scene") == nullptr)
            setMember(m_dump, "dump_data", jsonText(m_from == Generation::Small ? "stats" : "tensor"));
    }

    void rewriteList()
    {
        JsonValue* list = memberOf(m_dump, "dump_list");
        const bool isCurrent = m_to == Generation::Current;
        if (list == nullptr && !isCurrent) {
            setMember(m_dump, "dump_list", jsonArray());
            return;
        }
        const bool isPlainDump = m_dump.find("dump_scene") == nullptr && !is("dump_debug", "on");
        if (list == nullptr || !list->isArray() || !isPlainDump)
            return;
        const bool hasSwitch = is("dump_op_switch", "on");
        if (isCurrent && m_from != Generation::Current && list->items.empty() && !hasSwitch) {
            list->items.push_back(jsonObject());
            report(
                "dump.dump_list", phrase("an empty list now captures nothing: [{}] stands for everything"));
        } else if (m_to == Generation::Legacy && hasSwitch && list->items.size() == 1
            && list->items[0].members.empty()) {
            list->items.clear(); // beside the switch this generation wants an empty list
        }
    }

    JsonValue& m_dump;
    Generation m_from, m_to;
    ConfigDraft& m_draft;
};

JsonValue itemOf(const DumpRequest& request, const std::string* model)
{
    JsonValue item = jsonObject();
    if (model != nullptr)
        setMember(item, "model_name", jsonText(*model));
    if (!request.names.empty())
        setMember(item, "layer", jsonTexts(request.names));
    if (model != nullptr && !request.ranges.empty()) {
        JsonValue list = jsonArray();
        for (const auto& [first, last] : request.ranges) {
            JsonValue range = jsonObject();
            setMember(range, "begin", jsonText(first));
            setMember(range, "end", jsonText(last));
            list.items.push_back(std::move(range));
        }
        setMember(item, "opname_range", std::move(list));
    }
    return item;
}

void writeSteps(const DumpRequest& request, JsonValue& dump, ConfigDraft& draft)
{
    DumpRequest some = request;
    if (some.steps.size() > kMostAclSteps) {
        some.steps.resize(kMostAclSteps);
        draft.lost.push_back(
            {request.keyOf(DumpAspect::Steps), phrase("only the first 100 steps and ranges are kept")});
    }
    if (!some.steps.empty())
        setMember(dump, "dump_step", jsonText(stepsText(some)));
}

void writeDump(const DumpRequest& request, JsonValue& dump, ConfigDraft& draft)
{
    JsonValue list = jsonArray();
    for (const std::string& model : request.models)
        list.items.push_back(itemOf(request, &model));
    if (list.items.empty())
        list.items.push_back(itemOf(request, nullptr));
    if (request.models.empty() && !request.ranges.empty())
        draft.lost.push_back({request.keyOf(DumpAspect::Ranges),
            phrase("a first and a last operator need a model beside them")});
    setMember(dump, "dump_list", std::move(list));
    setMember(dump, "dump_mode",
        jsonText(request.inputs && request.outputs ? "all"
                : request.inputs                   ? "input"
                                                   : "output"));
    if (request.singleOperators)
        setMember(dump, "dump_op_switch", jsonText("on"));
    if (!request.ranges.empty() && !request.models.empty())
        setMember(dump, "dump_level", jsonText("op"));
    writeSteps(request, dump, draft);
    const bool isStatistics = request.statistics && !request.tensors;
    setMember(dump, "dump_data", jsonText(isStatistics ? "stats" : "tensor"));
    if (request.statistics && request.tensors)
        draft.lost.push_back({request.keyOf(DumpAspect::Content),
            phrase("tensors and statistics exclude each other: whole tensors are kept")});
    else if (isStatistics && !request.figures.empty()) {
        const auto words = figureWords(request, &DumpFigure::acl, draft);
        if (!words.empty())
            setMember(dump, "dump_stats", jsonTexts(words));
    }
}

} // namespace

DumpRequest aclRequest(const ConfigText& config)
{
    DumpRequest request;
    const AclDumpConfig read = checkAclConfig(config.text, config.folder).config;
    request.isOn = read.isEnabled();
    request.trigger = read.overflow ? DumpRequest::Trigger::Overflow
        : read.isExceptionScene()   ? DumpRequest::Trigger::Exception
                                    : DumpRequest::Trigger::Always;
    request.folder = read.path;
    request.tensors = !read.statistics;
    request.statistics = read.statistics;
    request.inputs = read.inputs;
    request.outputs = read.outputs;
    request.singleOperators = read.operatorSwitch;
    request.steps = read.steps;
    if (const auto document = parseJson(config.text)) {
        for (const std::span<const AclKey> keys : {aclDumpKeys(), aclItemKeys()})
            for (const AclKey& key : keys)
                noteMeanings(*document, {&key.meaning, 1}, request);
        if (const JsonValue* figures = valueAt(*document, "dump.dump_stats")) {
            std::vector<std::string> words;
            for (const JsonValue& word : figures->items)
                words.push_back(word.text);
            request.figures = figureIds(words, &DumpFigure::acl);
        }
    }
    std::size_t mixed = 0;
    for (const AclDumpItem& item : read.items) {
        if (item.modelName && !item.modelName->empty())
            request.models.push_back(*item.modelName);
        request.names.insert(request.names.end(), item.layers.begin(), item.layers.end());
        request.ranges.insert(request.ranges.end(), item.ranges.begin(), item.ranges.end());
        if (!item.watcherNodes.empty())
            request.names = item.watcherNodes;
        mixed += item.layers.empty() ? 0U : 1U;
    }
    if (read.items.size() > 1 && mixed > 0)
        request.lost.push_back(
            {"dump.dump_list", phrase("which operators belong to which model is not kept")});
    return request;
}

ConfigDraft writeAclConfig(const DumpRequest& request)
{
    static constexpr std::array kWritten {DumpAspect::Folder, DumpAspect::Trigger, DumpAspect::Content,
        DumpAspect::Sides, DumpAspect::Figures, DumpAspect::Steps, DumpAspect::Models, DumpAspect::Names,
        DumpAspect::Ranges, DumpAspect::SingleOperators};
    static constexpr std::array kOfTrigger {
        DumpAspect::Folder, DumpAspect::Trigger, DumpAspect::SingleOperators};
    ConfigDraft draft;
    JsonValue dump = jsonObject();
    const std::string path = request.folder.empty() ? "." : request.folder;
    switch (request.trigger) {
    case DumpRequest::Trigger::Exception:
        setMember(dump, "dump_scene", jsonText("lite_exception"));
        if (!request.folder.empty())
            setMember(dump, "dump_path", jsonText(path));
        reportUnwritten(request, kOfTrigger, draft);
        break;
    case DumpRequest::Trigger::Overflow:
        setMember(dump, "dump_path", jsonText(path));
        setMember(dump, "dump_debug", jsonText("on"));
        reportUnwritten(request, kOfTrigger, draft);
        break;
    case DumpRequest::Trigger::Always:
        setMember(dump, "dump_path", jsonText(path));
        writeDump(request, dump, draft);
        reportUnwritten(request, kWritten, draft);
        break;
    }
    JsonValue document = jsonObject();
    setMember(document, "dump", std::move(dump));
    draft.text = prettyJson(document);
    return draft;
}

Result<ConfigDraft> rewriteAclConfig(const ConfigText& config, std::string_view generation)
{
    const auto to = generationOf(generation);
    if (!to)
        return fail(Code::Usage,
            phrase(
                "a generation of acl.json is current, legacy or small, not \"%1\"", printable(generation)));
    TRY_ASSIGN(JsonValue document, parseJson(config.text));
    JsonValue* dump = memberOf(document, "dump");
    if (dump == nullptr || !dump->isObject())
        return fail(Code::BadSyntax, phrase("there is no \"dump\" object in it"));
    ConfigDraft draft;
    AclRewriter(*dump, generationOf(config.release).value_or(Generation::Current), *to, draft).run();
    draft.text = prettyJson(document);
    return draft;
}

} // namespace dumpscope::core
