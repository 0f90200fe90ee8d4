// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/mindspore_conversion.h"

#include "config/json_edit.h"
#include "config/mindspore_config.h"
#include "config/mindspore_iteration.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::string_view kPathCharacters
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/-";

constexpr std::array kMindsporeMeanings {
    ConfigMeaning {"common_dump_settings.path", DumpAspect::Folder},
    ConfigMeaning {"common_dump_settings.input_output", DumpAspect::Sides},
    ConfigMeaning {"common_dump_settings.saved_data", DumpAspect::Content},
    ConfigMeaning {"common_dump_settings.statistic_category", DumpAspect::Figures},
    ConfigMeaning {"common_dump_settings.iteration", DumpAspect::Steps},
    ConfigMeaning {"common_dump_settings.support_device", DumpAspect::Devices},
    ConfigMeaning {"common_dump_settings.op_debug_mode", DumpAspect::Trigger},
    ConfigMeaning {"common_dump_settings.kernels", DumpAspect::Names},
    ConfigMeaning {"common_dump_settings.kernels", DumpAspect::Types},
    ConfigMeaning {"common_dump_settings.kernels", DumpAspect::Patterns},
    ConfigMeaning {"common_dump_settings.file_format", DumpAspect::None, "\"bin\"",
        Form<0>("the format of the files cannot be chosen")},
    ConfigMeaning {"common_dump_settings.overflow_number", DumpAspect::None, "0",
        Form<0>("the number of overflow records cannot be limited")},
    ConfigMeaning {"common_dump_settings.initial_iteration", DumpAspect::None, "0",
        Form<0>("steps are counted from 0, not from a number of one's own")},
    ConfigMeaning {"e2e_dump_settings.trans_flag", DumpAspect::None, "true",
        Form<0>("the layout of the device cannot be asked for")},
    ConfigMeaning {"e2e_dump_settings.save_kernel_args", DumpAspect::None, "false",
        Form<0>("arguments of kernels are not written")},
    ConfigMeaning {"e2e_dump_settings.stat_calc_mode", DumpAspect::None, "\"host\"",
        Form<0>("where statistics are computed cannot be chosen")},
    ConfigMeaning {"e2e_dump_settings.device_stat_precision_mode", DumpAspect::None, "\"high\"",
        Form<0>("the precision of statistics cannot be chosen")},
    ConfigMeaning {"e2e_dump_settings.sample_mode", DumpAspect::None, "0",
        Form<0>("tensors are not sampled: they are captured whole")},
};

/// A pattern that matches nothing but this name.
std::string patternOf(std::string_view name)
{
    std::string text = "name-regex(";
    for (const char c : name) {
        if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos)
            text += '\\';
        text += c;
    }
    return text + ")";
}

std::string folderOf(const DumpRequest& request, ConfigDraft& draft)
{
    if (request.folder.starts_with('/')
        && request.folder.find_first_not_of(kPathCharacters) == std::string::npos)
        return request.folder;
    draft.lost.push_back({request.keyOf(DumpAspect::Folder),
        phrase("MindSpore wants an absolute path of letters, digits, _, - and /: /tmp/dump is written "
               "instead")});
    return "/tmp/dump";
}

std::vector<std::string> kernelsOf(const DumpRequest& request)
{
    std::vector<std::string> kernels;
    for (const std::string& name : request.names) {
        const bool isSafe = name.find_first_of(" \"") == std::string::npos && !isMindsporeOperatorType(name);
        kernels.push_back(isSafe ? name : patternOf(name));
    }
    kernels.insert(kernels.end(), request.types.begin(), request.types.end());
    for (const std::string& pattern : request.patterns)
        kernels.push_back("name-regex(" + pattern + ")");
    return kernels;
}

void writeContent(const DumpRequest& request, JsonValue& common, ConfigDraft& draft)
{
    setMember(common, "saved_data",
        jsonText(request.statistics ? request.tensors ? "full" : "statistic" : "tensor"));
    if (!request.statistics || request.figures.empty())
        return;
    const auto words = figureWords(request, &DumpFigure::mindspore, draft);
    if (!words.empty())
        setMember(common, "statistic_category", jsonTexts(words));
}

} // namespace

DumpRequest mindsporeRequest(const ConfigView& view)
{
    DumpRequest request;
    request.folder = view.text("common_dump_settings.path");
    request.filePerTensor = !isMindsporeAsync(view);
    const std::string_view saved = view.text("common_dump_settings.saved_data", "tensor");
    request.tensors = saved != "statistic";
    request.statistics = saved != "tensor";
    const auto sides = view.number("common_dump_settings.input_output");
    request.inputs = sides != 2;
    request.outputs = sides != 1;
    request.figures
        = figureIds(view.texts("common_dump_settings.statistic_category"), &DumpFigure::mindspore);
    const bool isOld = view.release() < ConfigRelease {1, 3};
    const auto mode = isOld ? view.number("async_dump_settings.op_debug_mode") : mindsporeDebugMode(view);
    request.trigger = mode == 4 ? DumpRequest::Trigger::Exception
        : mode != 0             ? DumpRequest::Trigger::Overflow
                                : DumpRequest::Trigger::Always;
    if (const JsonValue* iteration = view.at("common_dump_settings.iteration")) {
        if (iteration->kind == JsonValue::Kind::Number) {
            const auto step = parseUnsigned(iteration->text).value_or(0);
            if (step != 0 || !view.flag("e2e_dump_settings.enable"))
                request.steps.emplace_back(step, step);
        } else if (iteration->text != "all") {
            request.steps = mindsporeIterations(iteration->text);
        }
    }
    const auto devices = view.texts("common_dump_settings.support_device");
    for (const std::string& device : devices)
        request.devices.push_back(parseUnsigned(device).value_or(0));
    const std::vector<std::uint64_t> usual {0, 1, 2, 3, 4, 5, 6, 7};
    if (request.devices == usual)
        request.devices.clear(); // what every sample lists
    const auto choice = view.number("common_dump_settings.dump_mode");
    if (choice == 2)
        request.lost.push_back({"common_dump_settings.dump_mode",
            phrase("what set_dump() marks in the script is not known here: every operator is captured")});
    for (std::string kernel :
        choice == 1 ? view.texts("common_dump_settings.kernels") : std::vector<std::string>()) {
        std::erase_if(kernel, [](char c) { return c == ' ' || c == '"'; });
        if (isMindsporePattern(kernel))
            request.patterns.push_back(kernel.substr(11, kernel.size() - 12));
        else if (!kernel.empty())
            (isMindsporeOperatorType(kernel) ? request.types : request.names).push_back(kernel);
    }
    noteMeanings(view.document(), kMindsporeMeanings, request);
    return request;
}

Result<ConfigDraft> writeMindsporeConfig(const DumpRequest& request, std::string_view defaults)
{
    static constexpr std::array kWritten {DumpAspect::Folder, DumpAspect::Trigger, DumpAspect::Content,
        DumpAspect::Sides, DumpAspect::Figures, DumpAspect::Steps, DumpAspect::Devices, DumpAspect::Names,
        DumpAspect::Types, DumpAspect::Patterns, DumpAspect::SingleOperators};
    static constexpr std::array kOfOverflow {DumpAspect::Folder, DumpAspect::Trigger, DumpAspect::Content,
        DumpAspect::Figures, DumpAspect::Steps, DumpAspect::Devices, DumpAspect::SingleOperators};
    static constexpr std::array kOfException {
        DumpAspect::Folder, DumpAspect::Trigger, DumpAspect::Devices, DumpAspect::SingleOperators};
    TRY_ASSIGN(JsonValue document, parseJson(defaults));
    JsonValue* common = memberOf(document, "common_dump_settings");
    if (common == nullptr)
        return fail(Code::Internal, phrase("the defaults of data_dump.json have no common_dump_settings"));
    ConfigDraft draft;
    setMember(*common, "path", jsonText(folderOf(request, draft)));
    if (!request.devices.empty()) {
        JsonValue list = jsonArray();
        for (const std::uint64_t device : request.devices)
            list.items.push_back(jsonNumber(device));
        setMember(*common, "support_device", std::move(list));
    }
    const bool isException = request.trigger == DumpRequest::Trigger::Exception;
    if (request.trigger != DumpRequest::Trigger::Always)
        setMember(*common, "op_debug_mode", jsonNumber(isException ? 4 : 3));
    if (!isException) {
        setMember(*common, "iteration", jsonText(request.steps.empty() ? "all" : stepsText(request)));
        writeContent(request, *common, draft);
    }
    if (request.trigger == DumpRequest::Trigger::Always) {
        setMember(*common, "input_output",
            jsonNumber(request.inputs && request.outputs ? 0U
                    : request.inputs                     ? 1U
                                                         : 2U));
        const auto kernels = kernelsOf(request);
        setMember(*common, "dump_mode", jsonNumber(kernels.empty() ? 0 : 1));
        setMember(*common, "kernels", jsonTexts(kernels));
    }
    reportUnwritten(request,
        isException                                           ? std::span<const DumpAspect>(kOfException)
            : request.trigger == DumpRequest::Trigger::Always ? std::span<const DumpAspect>(kWritten)
                                                              : std::span<const DumpAspect>(kOfOverflow),
        draft);
    draft.text = prettyJson(document);
    return draft;
}

} // namespace dumpscope::core
