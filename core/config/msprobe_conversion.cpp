// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/msprobe_conversion.h"

#include "config/json_edit.h"
#include "config/msprobe_config.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace dumpscope::core {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kMsprobeMeanings {
    ConfigMeaning {"dump_path", DumpAspect::Folder},
    ConfigMeaning {"task", DumpAspect::Trigger},
    ConfigMeaning {"step", DumpAspect::Steps},
    ConfigMeaning {"rank", DumpAspect::Devices},
    ConfigMeaning {"level", DumpAspect::None, "\"L1\"",
        Form<0>("modules, APIs and kernels are levels of a framework: operators are captured")},
    ConfigMeaning {"risk_level", DumpAspect::None, "\"ALL\"",
        Form<0>("APIs cannot be left out by how much they compute")},
    ConfigMeaning {
        "async_dump", DumpAspect::None, "false", Form<0>("writing late, when the step ends, is not known")},
    ConfigMeaning {
        "precision", DumpAspect::None, "\"low\"", Form<0>("the precision of statistics cannot be chosen")},
    ConfigMeaning {
        "dump_enable", DumpAspect::None, "true", Form<0>("it cannot be switched while the program runs")},
    ConfigMeaning {
        "custom_op_namespaces", DumpAspect::None, "[]", Form<0>("custom operators need no naming")},
    ConfigMeaning {
        "load", DumpAspect::None, "", Form<0>("inputs cannot be replaced by those of an earlier dump")},
};

/// The same for the section of a task, its name left out.
constexpr std::array kTaskMeanings {
    ConfigMeaning {"list", DumpAspect::Names},
    ConfigMeaning {"scope", DumpAspect::Ranges},
    ConfigMeaning {"data_mode", DumpAspect::Sides},
    ConfigMeaning {"summary_mode", DumpAspect::Figures},
    ConfigMeaning {
        "slice", DumpAspect::None, "[]", Form<0>("parts of tensors cannot be cut out: they are whole")},
    ConfigMeaning {"request_id", DumpAspect::None, "\"\"", Form<0>("requests are not told apart")},
    ConfigMeaning {"tensor_list", DumpAspect::None, "[]",
        Form<0>("statistics of all and tensors of some do not go together")},
    ConfigMeaning {
        "device", DumpAspect::None, "\"host\"", Form<0>("where statistics are computed cannot be chosen")},
};

/// Tasks of releases before 26.2.0 and what came after them; empty: nothing did.
struct RenamedTask {
    std::string_view older, newer;
    std::optional<Form<0>> remark;
};
constexpr std::array kRenamedTasks {
    RenamedTask {
        "overflow_check", "nan_check", Form<0>("APIs are captured where outputs hold NaN or infinity")},
    RenamedTask {"run_ut", "acc_check", {}},
    RenamedTask {"free_benchmark", "", {}},
    RenamedTask {"grad_probe", "", {}},
};

void readSteps(const ConfigView& view, DumpRequest& request)
{
    const auto ranges = [&view](std::string_view key, const auto& add) {
        for (const std::string& text : view.texts(key)) {
            const std::size_t dash = std::string_view(text).find('-');
            const auto first = parseUnsigned(std::string_view(text).substr(0, dash));
            const auto last
                = dash == std::string::npos ? first : parseUnsigned(std::string_view(text).substr(dash + 1));
            if (first && last && *first <= *last)
                add(*first, *last);
        }
    };
    constexpr std::uint64_t kMostRanks = 4'096;
    ranges("step", [&](std::uint64_t first, std::uint64_t last) { request.steps.emplace_back(first, last); });
    ranges("rank", [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t rank = first; rank <= last && request.devices.size() < kMostRanks; ++rank)
            request.devices.push_back(rank);
    });
}

void readSides(const ConfigView& view, DumpRequest& request)
{
    const auto modes = view.texts("@.data_mode");
    const auto has = [&](std::string_view word) { return std::ranges::find(modes, word) != modes.end(); };
    const bool isAll = modes.empty() || has("all");
    request.inputs = isAll || !has("output") || has("input");
    request.outputs = isAll || !has("input") || has("output");
    if (!isAll && has("forward") != has("backward"))
        request.lost.push_back(
            {view.resolved("@.data_mode"), phrase("forward and backward are not told apart")});
}

bool isTorchOnly(std::string_view task)
{
    return task == "nan_check" || task == "acc_check" || task == "diff_check";
}

/// Changes a document for a framework or an older release.
class MsprobeRewriter {
public:
    MsprobeRewriter(JsonValue& document, ConfigDraft& draft)
        : m_document(document)
        , m_draft(draft)
    {
    }

    void renameTasks(bool toOlder)
    {
        const JsonValue* task = m_document.find("task");
        const std::string before = task != nullptr ? task->text : std::string();
        for (const RenamedTask& row : kRenamedTasks) {
            const std::string_view from = toOlder ? row.newer : row.older,
                                   to = toOlder ? row.older : row.newer;
            if (from.empty() || before != from)
                continue;
            if (to.empty()) {
                report("task", phrase("the task \"%1\" is gone: statistics are captured", before));
                setTask("statistics");
                return;
            }
            setTask(to);
            if (row.remark && !toOlder)
                report("task", *row.remark);
            if (JsonValue* section = memberOf(m_document, from)) {
                JsonValue moved = std::move(*section);
                removeMember(m_document, from);
                setMember(m_document, to, std::move(moved));
            }
            if (JsonValue* section = memberOf(m_document, to); section != nullptr && !toOlder)
                drop(*section, from, "overflow_nums", phrase("the number of overflows cannot be limited"));
            return;
        }
        if (toOlder && before == "diff_check") {
            report("task", phrase("the task \"diff_check\" is not known there: statistics are captured"));
            setTask("statistics");
        }
    }

    void toPytorch()
    {
        const std::string task = textOf("task");
        if (task == "exception_dump") {
            report("task",
                phrase(
                    "exceptions are captured with MindSpore only: APIs with NaN or infinity are, instead"));
            setTask("nan_check");
            setMember(m_document, "level", jsonText("L1"));
        }
        eachSection([this](std::string_view name, JsonValue& section) {
            if (JsonValue* mode = memberOf(section, "summary_mode"); mode != nullptr && mode->isArray()) {
                const bool isSum = std::ranges::any_of(
                    mode->items, [](const JsonValue& item) { return item.text == "md5"; });
                *mode = jsonText(isSum ? "md5" : "statistics");
                report(std::string(name) + ".summary_mode",
                    phrase("single figures can be chosen with MindSpore only"));
            }
            drop(section, name, "device", phrase("it is for MindSpore only"));
            drop(section, name, "precision", phrase("it is for MindSpore only"));
        });
    }

    void toMindspore()
    {
        const std::string task = textOf("task");
        if (!isTorchOnly(task))
            return;
        if (task == "nan_check") {
            report("task",
                phrase("APIs with NaN or infinity are captured with PyTorch only: exceptions are, instead"));
            setTask("exception_dump");
        } else {
            report("task", phrase("the task \"%1\" is for PyTorch only: statistics are captured", task));
            setTask("statistics");
        }
    }

private:
    void report(std::string key, Message message)
    {
        m_draft.lost.push_back({std::move(key), std::move(message)});
    }
    std::string textOf(std::string_view key) const
    {
        const JsonValue* value = m_document.find(key);
        return value != nullptr ? value->text : std::string();
    }
    void setTask(std::string_view task) { setMember(m_document, "task", jsonText(std::string(task))); }

    void drop(JsonValue& section, std::string_view name, std::string_view key, const Message& why)
    {
        if (!section.isObject() || section.find(key) == nullptr)
            return;
        removeMember(section, key);
        report(std::string(name) + "." + std::string(key), why);
    }

    template<typename Visit> void eachSection(const Visit& visit)
    {
        for (auto& [name, section] : m_document.members) {
            if (section.isObject() && !msprobeTaskWord(name).empty())
                visit(name, section);
        }
    }

    JsonValue& m_document;
    ConfigDraft& m_draft;
};

} // namespace

DumpRequest msprobeRequest(const ConfigView& view)
{
    DumpRequest request;
    const std::string_view task = msprobeTask(view);
    request.isOn = task != "acc_check" && task != "diff_check" && task != "structure";
    request.trigger = task == "nan_check" ? DumpRequest::Trigger::Overflow
        : task == "exception_dump"        ? DumpRequest::Trigger::Exception
                                          : DumpRequest::Trigger::Always;
    request.folder = view.text("dump_path");
    request.tensors = task == "tensor";
    request.statistics = true; // dump.json has them beside tensors, too
    request.names = view.texts("@.list");
    request.filePerTensor = request.namesAreParts = true;
    const auto scope = view.texts("@.scope");
    if (scope.size() == 2)
        request.ranges.emplace_back(scope[0], scope[1]);
    const auto summary = view.texts("@.summary_mode");
    request.figures = view.text("@.summary_mode") == "md5" ? std::vector<std::string> {"md5"}
                                                           : figureIds(summary, &DumpFigure::msprobe);
    if (view.text("@.summary_mode") == "xor")
        request.lost.push_back(
            {view.resolved("@.summary_mode"), phrase("sums by exclusive or are msprobe's own")});
    readSteps(view, request);
    readSides(view, request);
    noteMeanings(view.document(), kMsprobeMeanings, request);
    if (const JsonValue* section = view.at(task)) {
        DumpRequest inner;
        noteMeanings(*section, kTaskMeanings, inner);
        const std::string prefix = std::string(task) + ".";
        for (const auto& [aspect, key] : inner.keys)
            request.keys.try_emplace(aspect, prefix + key);
        for (const ConfigLoss& loss : inner.lost)
            request.lost.push_back({prefix + loss.key, loss.message});
    }
    return request;
}

ConfigDraft writeMsprobeConfig(const DumpRequest& request)
{
    static constexpr std::array kWritten {DumpAspect::Folder, DumpAspect::Trigger, DumpAspect::Content,
        DumpAspect::Sides, DumpAspect::Figures, DumpAspect::Steps, DumpAspect::Devices, DumpAspect::Names,
        DumpAspect::Ranges, DumpAspect::SingleOperators};
    ConfigDraft draft;
    JsonValue document = jsonObject(), section = jsonObject();
    const std::string task = request.trigger == DumpRequest::Trigger::Overflow ? "nan_check"
        : request.trigger == DumpRequest::Trigger::Exception                   ? "exception_dump"
        : request.tensors                                                      ? "tensor"
                                                                               : "statistics";
    setMember(document, "task", jsonText(task));
    setMember(document, "dump_path", jsonText(request.folder.empty() ? "./dump" : request.folder));
    JsonValue ranks = jsonArray(), steps = jsonArray();
    for (const std::uint64_t device : request.devices)
        ranks.items.push_back(jsonNumber(device));
    for (const auto& [first, last] : request.steps)
        steps.items.push_back(
            first == last ? jsonNumber(first) : jsonText(std::to_string(first) + '-' + std::to_string(last)));
    if (!request.devices.empty() && !request.namesAreParts)
        draft.lost.push_back({request.keyOf(DumpAspect::Devices), phrase("devices are taken for ranks")});
    setMember(document, "rank", std::move(ranks));
    setMember(document, "step", std::move(steps));
    setMember(document, "level", jsonText("L1"));
    setMember(document, "extra_info", jsonFlag(true));
    setMember(document, "async_dump", jsonFlag(false));
    setMember(section, "scope", jsonArray());
    setMember(section, "list", jsonTexts(request.names));
    if (request.choosesOperators() && !request.namesAreParts)
        draft.lost.push_back({request.keyOf(DumpAspect::Names),
            phrase("names are those of APIs and modules here, not of operators of a graph: look at them "
                   "again")});
    if (!request.ranges.empty())
        draft.lost.push_back({request.keyOf(DumpAspect::Ranges),
            phrase("a first and a last one are whole names of APIs or modules here: choose them anew as "
                   "scope")});
    std::vector<std::string> sides {"all"};
    if (request.inputs != request.outputs)
        sides = {request.inputs && task != "nan_check" ? "input" : "output"};
    setMember(section, "data_mode", jsonTexts(sides));
    if (task == "tensor" || task == "statistics") {
        const bool isSum = request.figures == std::vector<std::string> {"md5"};
        if (!isSum && !request.figures.empty())
            draft.lost.push_back({request.keyOf(DumpAspect::Figures),
                phrase("single figures can be chosen with MindSpore only: the usual ones are written")});
        setMember(section, "summary_mode", jsonText(isSum ? "md5" : "statistics"));
    }
    if (task == "exception_dump")
        draft.lost.push_back(
            {request.keyOf(DumpAspect::Trigger), phrase("exceptions are captured with MindSpore only")});
    setMember(document, task, std::move(section));
    reportUnwritten(request, kWritten, draft);
    draft.text = prettyJson(document);
    return draft;
}

Result<ConfigDraft> rewriteMsprobeConfig(const ConfigText& config, std::string_view generation)
{
    static constexpr std::array kKnown {""sv, "pytorch"sv, "mindspore"sv, "older"sv};
    if (std::ranges::find(kKnown, generation) == kKnown.end())
        return fail(Code::Usage,
            phrase("a generation of msprobe's config.json is pytorch, mindspore or older, not \"%1\"",
                printable(generation)));
    TRY_ASSIGN(JsonValue document, parseJson(config.text));
    if (!document.isObject())
        return fail(Code::BadSyntax, phrase("it is JSON, but no object"));
    ConfigDraft draft;
    MsprobeRewriter rewriter(document, draft);
    rewriter.renameTasks(generation == "older");
    if (generation == "pytorch")
        rewriter.toPytorch();
    else if (generation == "mindspore")
        rewriter.toMindspore();
    draft.text = prettyJson(document);
    return draft;
}

} // namespace dumpscope::core
