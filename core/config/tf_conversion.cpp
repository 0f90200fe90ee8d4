// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/tf_conversion.h"

#include "config/acl_value_rules.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostConvertedSteps = 100;

constexpr std::array kTfMeanings {
    ConfigMeaning {"dump_path", DumpAspect::Folder},
    ConfigMeaning {"dump_step", DumpAspect::Steps},
    ConfigMeaning {"dump_mode", DumpAspect::Sides},
    ConfigMeaning {"dump_data", DumpAspect::Content},
    ConfigMeaning {"dump_layer", DumpAspect::Names},
    ConfigMeaning {"enable_dump_debug", DumpAspect::Trigger},
    ConfigMeaning {"enable_exception_dump", DumpAspect::Trigger},
    ConfigMeaning {"dump_debug_mode", DumpAspect::None, "\"all\"",
        Form<0>("overflows of AI Cores and of atomic additions are not told apart")},
    ConfigMeaning {"quant_dumpable", DumpAspect::None, "\"0\"",
        Form<0>("inputs and outputs of quantisation are not kept for it")},
};

std::string_view textOf(const JsonValue& settings, std::string_view key)
{
    const JsonValue* value = settings.find(key);
    return value != nullptr && value->isString() ? std::string_view(value->text) : std::string_view();
}

bool isOn(const JsonValue& settings, std::string_view key)
{
    const JsonValue* value = settings.find(key);
    return value != nullptr && value->kind == JsonValue::Kind::Bool && value->boolean;
}

void writeNames(const DumpRequest& request, TfDraft& draft)
{
    std::string layers;
    for (const std::string& name : request.names) {
        if (name.find(' ') == std::string::npos)
            layers += (layers.empty() ? "" : " ") + name;
        else
            draft.lost.push_back({request.keyOf(DumpAspect::Names),
                phrase("\"%1\" is left out: names are separated by blanks here", printable(name))});
    }
    if (!layers.empty())
        draft.settings.emplace_back("dump_layer", layers);
}

} // namespace

DumpRequest tfRequest(const JsonValue& settings)
{
    DumpRequest request;
    const bool isDump = isOn(settings, "enable_dump"), isOverflow = isOn(settings, "enable_dump_debug");
    const JsonValue* exception = settings.find("enable_exception_dump");
    const bool isException = exception != nullptr && exception->text == "1";
    request.isOn = isDump || isOverflow || isException;
    request.trigger = isOverflow ? DumpRequest::Trigger::Overflow
        : isDump || !isException ? DumpRequest::Trigger::Always
                                 : DumpRequest::Trigger::Exception;
    if (isDump && isException)
        request.lost.push_back(
            {"enable_exception_dump", phrase("exceptions are not captured beside a dump")});
    request.folder = textOf(settings, "dump_path");
    request.singleOperators = false;
    request.statistics = textOf(settings, "dump_data") == "stats";
    request.tensors = !request.statistics;
    const std::string_view mode = textOf(settings, "dump_mode");
    request.inputs = mode == "input" || mode == "all";
    request.outputs = mode != "input";
    static_cast<void>(parseAclSteps(textOf(settings, "dump_step"), request.steps));
    std::string_view rest = textOf(settings, "dump_layer");
    while (!rest.empty()) {
        const std::string_view name = rest.substr(0, rest.find(' '));
        if (!name.empty())
            request.names.emplace_back(name);
        rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
    noteMeanings(settings, kTfMeanings, request);
    return request;
}

TfDraft tfSettings(const DumpRequest& request)
{
    static constexpr std::array kWritten {DumpAspect::Folder, DumpAspect::Trigger, DumpAspect::Content,
        DumpAspect::Sides, DumpAspect::Steps, DumpAspect::Names};
    static constexpr std::array kOfTrigger {DumpAspect::Folder, DumpAspect::Trigger};
    TfDraft draft;
    ConfigDraft told;
    const bool isAlways = request.trigger == DumpRequest::Trigger::Always;
    draft.settings.emplace_back("dump_path", request.folder.empty() ? "./dump" : request.folder);
    if (request.trigger == DumpRequest::Trigger::Exception) {
        draft.settings.emplace_back("enable_dump", "false");
        draft.settings.emplace_back("enable_exception_dump", "1");
    } else if (request.trigger == DumpRequest::Trigger::Overflow) {
        draft.settings.emplace_back("enable_dump_debug", "true");
    } else {
        draft.settings.emplace_back("enable_dump", "true");
        DumpRequest some = request;
        some.steps.resize(std::min(some.steps.size(), kMostConvertedSteps));
        if (some.steps.size() < request.steps.size())
            told.lost.push_back(
                {request.keyOf(DumpAspect::Steps), phrase("only the first 100 steps and ranges are kept")});
        if (!some.steps.empty())
            draft.settings.emplace_back("dump_step", stepsText(some));
        draft.settings.emplace_back("dump_mode",
            request.inputs && request.outputs ? "all"
                : request.inputs              ? "input"
                                              : "output");
        if (request.statistics && !request.tensors)
            draft.settings.emplace_back("dump_data", "stats");
        else if (request.statistics)
            told.lost.push_back({request.keyOf(DumpAspect::Content),
                phrase("tensors and statistics exclude each other: whole tensors are kept")});
        writeNames(request, draft);
    }
    reportUnwritten(request,
        isAlways ? std::span<const DumpAspect>(kWritten) : std::span<const DumpAspect>(kOfTrigger), told);
    draft.lost.insert(draft.lost.end(), told.lost.begin(), told.lost.end());
    return draft;
}

} // namespace dumpscope::core
