// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/mindspore_config.h"

#include "config/mindspore_iteration.h"
#include "config/mindspore_releases.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

using std::string_view_literals::operator""sv;

// data_dump.json of MindSpore 1.0 to 2.10 (docs/formats/mindspore-dump.md 1).

namespace {

constexpr std::string_view kCommon = "common_dump_settings", kE2e = "e2e_dump_settings";

} // namespace

bool isMindsporeAsync(const ConfigView& view)
{
    if (view.isCpuOrGpu())
        return false;
    if (view.release() < ConfigRelease {2, 4})
        return !view.flag("e2e_dump_settings.enable");
    return !view.has(kE2e);
}

bool wantsMindsporeStatistics(const ConfigView& view)
{
    const std::string_view saved = view.text("common_dump_settings.saved_data", "tensor");
    return saved == "statistic" || saved == "full";
}

std::int64_t mindsporeDebugMode(const ConfigView& view)
{
    const std::int64_t mode = view.number("common_dump_settings.op_debug_mode");
    const bool isRenamed
        = view.release() >= ConfigRelease {2, 4} && view.variable("ENABLE_MS_GE_DUMP") != "1";
    return isRenamed && (mode == 1 || mode == 2) ? 3 : mode;
}

namespace {

bool isSync(const ConfigView& view)
{
    return !isMindsporeAsync(view);
}

bool isAscendSync(const ConfigView& view)
{
    return !view.isCpuOrGpu() && !isMindsporeAsync(view);
}

bool isOnAscend(const ConfigView& view)
{
    return !view.isCpuOrGpu();
}

Message mindsporePathFault(const ConfigView&, const JsonValue& value)
{
    if (value.text.empty())
        return {}; // a relation: another folder may be set
    if (!value.text.starts_with('/'))
        return phrase("it must start with /");
    const std::size_t bad
        = value.text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/-");
    return bad == std::string::npos
        ? Message()
        : phrase("\"%1\" is not allowed in it", printable(std::string_view(value.text).substr(bad, 1)));
}

Message netNameFault(const ConfigView&, const JsonValue& value)
{
    if (value.text.empty())
        return phrase("it is empty");
    return value.text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
            == std::string::npos
        ? Message()
        : phrase("only letters, digits, _ and - are allowed in it");
}

Message iterationFault(const ConfigView&, const JsonValue& value)
{
    return mindsporeIterationFault(value.text);
}

constexpr std::array kSaved {"tensor"sv, "statistic"sv, "full"sv};
constexpr std::array kFormats {"bin"sv, "npy"sv};
constexpr std::array kStatCalcPlaces {"host"sv, "device"sv};
constexpr std::array kMindsporePrecisions {"high"sv, "low"sv};
constexpr std::array kCategories {"max"sv, "min"sv, "avg"sv, "count"sv, "negative zero count"sv,
    "positive zero count"sv, "nan count"sv, "negative inf count"sv, "positive inf count"sv, "zero count"sv,
    "l2norm"sv, "md5"sv};
constexpr std::array kNewCategories {"max"sv, "min"sv, "avg"sv, "count"sv, "negative zero count"sv,
    "positive zero count"sv, "nan count"sv, "negative inf count"sv, "positive inf count"sv, "zero count"sv,
    "l2norm"sv, "md5"sv, "hash"sv, "hash:md5"sv, "hash:sha1"sv};
constexpr std::array kDeviceCategories {"max"sv, "min"sv, "avg"sv, "l2norm"sv};

constexpr std::array kDumpModes {ConfigNumber {0, Form<0>("all operators")},
    ConfigNumber {1, Form<0>("the listed kernels")}, ConfigNumber {2, Form<0>("what set_dump() marks")}};
constexpr auto kOldDumpModes = std::span(kDumpModes).first<2>();
constexpr std::array kSides {ConfigNumber {0, Form<0>("inputs and outputs")},
    ConfigNumber {1, Form<0>("inputs")}, ConfigNumber {2, Form<0>("outputs")}};
constexpr std::array kOpDebugModes {ConfigNumber {0, Form<0>("off")}, ConfigNumber {3, Form<0>("overflow")},
    ConfigNumber {4, Form<0>("exceptions")}};
constexpr std::array kOldDebugModes {ConfigNumber {0, Form<0>("off")},
    ConfigNumber {1, Form<0>("AI Core overflow")}, ConfigNumber {2, Form<0>("atomic overflow")},
    ConfigNumber {3, Form<0>("both")}};
constexpr std::array kNumberSwitch {ConfigNumber {0, Form<0>("off")}, ConfigNumber {1, Form<0>("on")}};

constexpr Form<0> kPathFix = "write an absolute path of letters, digits, _, - and / only";
constexpr Form<0> kIterationFix
    = "write \"all\", or numbers and ranges like \"0|5-8|100-120\", without blanks";
constexpr auto kMostMindspore = std::numeric_limits<std::int64_t>::max();

constexpr std::array kMindsporeCommonKeys {
    ConfigKey {"dump_mode", ConfigType::Unsigned, Presence::Required, {}, 0, 1, {}, k16, nullptr, nullptr, {},
        kOldDumpModes},
    ConfigKey {"dump_mode", ConfigType::Unsigned, Presence::Required, {}, 0, 2, k16, kNewestRelease, nullptr,
        nullptr, {}, kDumpModes},
    ConfigKey {"path", ConfigType::Text, Presence::Required, {}, 0, kMostMindspore, {}, k15, nullptr,
        mindsporePathFault, kPathFix},
    ConfigKey {"path", ConfigType::Text, Presence::Optional, {}, 0, kMostMindspore, k15, kNewestRelease,
        nullptr, mindsporePathFault, kPathFix},
    ConfigKey {"net_name", ConfigType::Text, Presence::Required, {}, 0, kMostMindspore, {}, kNewestRelease,
        nullptr, netNameFault, Form<0>("use letters, digits, _ and -")},
    ConfigKey {"iteration", ConfigType::Unsigned, Presence::Required, {}, 0, kMostMindspore, {}, k13, nullptr,
        nullptr, Form<0>("write one number without quotes; 0 means all")},
    ConfigKey {"iteration", ConfigType::Text, Presence::Required, {}, 0, kMostMindspore, k13, kNewestRelease,
        nullptr, iterationFault, kIterationFix},
    ConfigKey {"saved_data", ConfigType::Text, Presence::Optional, kSaved, 0, kMostMindspore, k16},
    ConfigKey {"input_output", ConfigType::Unsigned, Presence::Required, {}, 0, 2, {}, kNewestRelease,
        nullptr, nullptr, {}, kSides},
    ConfigKey {"kernels", ConfigType::Texts, Presence::Required},
    ConfigKey {"support_device", ConfigType::Unsigneds, Presence::Required},
    ConfigKey {"op_debug_mode", ConfigType::Unsigned, Presence::Required, {}, 0, 3, k13, k23,
        isMindsporeAsync, nullptr, {}, kOldDebugModes},
    ConfigKey {"op_debug_mode", ConfigType::Unsigned, Presence::Required, {}, 0, 4, k23, kNewestRelease,
        isMindsporeAsync, nullptr, {}, kOpDebugModes},
    ConfigKey {"op_debug_mode", ConfigType::Unsigned, Presence::Optional, {}, 0, 4, k23, kNewestRelease,
        isSync, nullptr, {}, kOpDebugModes},
    ConfigKey {"file_format", ConfigType::Text, Presence::Optional, kFormats, 0, kMostMindspore, k16,
        kNewestRelease, isMindsporeAsync},
    ConfigKey {"statistic_category", ConfigType::Texts, Presence::Optional, kCategories, 0, kMostMindspore,
        k23, k28, wantsMindsporeStatistics},
    ConfigKey {"statistic_category", ConfigType::Texts, Presence::Optional, kNewCategories, 0, kMostMindspore,
        k28, kNewestRelease, wantsMindsporeStatistics},
    ConfigKey {"overflow_number", ConfigType::Unsigned, Presence::Optional, {}, 0, kMostMindspore, k24},
    ConfigKey {"initial_iteration", ConfigType::Unsigned, Presence::Optional, {}, 0, kMostMindspore, k26},
};

bool isSampling(const ConfigView& view)
{
    return isOnAscend(view) && view.number("e2e_dump_settings.sample_mode") == 1;
}

constexpr std::array kE2eKeys {
    ConfigKey {"enable", ConfigType::Boolean, Presence::Required, {}, 0, kMostMindspore, {}, k24},
    ConfigKey {"enable", ConfigType::Boolean, Presence::Optional, {}, 0, kMostMindspore, k24},
    ConfigKey {"trans_flag", ConfigType::Boolean, Presence::Required, {}, 0, kMostMindspore, {}, k24},
    ConfigKey {"trans_flag", ConfigType::Boolean, Presence::Optional, {}, 0, kMostMindspore, k24},
    ConfigKey {"save_kernel_args", ConfigType::Boolean, Presence::Optional, {}, 0, kMostMindspore, k23},
    ConfigKey {"stat_calc_mode", ConfigType::Text, Presence::Optional, kStatCalcPlaces, 0, kMostMindspore,
        k23, kNewestRelease, isOnAscend},
    ConfigKey {"device_stat_precision_mode", ConfigType::Text, Presence::Optional, kMindsporePrecisions, 0,
        kMostMindspore, k24, kNewestRelease, isOnAscend},
    ConfigKey {"sample_mode", ConfigType::Unsigned, Presence::Optional, {}, 0, 1, k23, kNewestRelease,
        isOnAscend, nullptr, {}, kNumberSwitch},
    ConfigKey {"sample_num", ConfigType::Unsigned, Presence::Optional, {}, 1, kMostMindspore, k23,
        kNewestRelease, isSampling, nullptr, Form<0>("write the number of elements to keep, at least 1")},
};

constexpr std::array kAsyncKeys {
    ConfigKey {"enable", ConfigType::Boolean, Presence::Required},
    ConfigKey {"op_debug_mode", ConfigType::Unsigned, Presence::Required, {}, 0, 3},
};

constexpr std::array kTopKeys {
    ConfigKey {kCommon, ConfigType::Any},
    ConfigKey {kE2e, ConfigType::Any},
    ConfigKey {"async_dump_settings", ConfigType::Any, Presence::Optional, {}, 0, kMostMindspore, {}, k13},
};

constexpr std::array kMindsporeSections {
    ConfigSection {kCommon, kMindsporeCommonKeys, true},
    ConfigSection {kE2e, kE2eKeys},
    ConfigSection {"async_dump_settings", kAsyncKeys, false, true, {}, k13},
    ConfigSection {"", kTopKeys},
};

bool repeats(std::vector<std::string> list)
{
    std::ranges::sort(list);
    return std::ranges::adjacent_find(list) != list.end();
}

/// docs/formats/mindspore-dump.md 1.2, what one key alone cannot tell.
constexpr std::array kMindsporeRelations {
    ConfigRelation {Severity::Error, "value", "common_dump_settings.path",
        [](const ConfigView& v) {
            return v.has(kCommon)
                && v.text("common_dump_settings.path", v.has("common_dump_settings.path") ? "?" : "").empty()
                && (v.release() < k15 || v.variable("MS_DIAGNOSTIC_DATA_PATH").empty())
                && (v.release() >= k15 || v.has("common_dump_settings.path"));
        },
        Form<0>("it is empty, and MS_DIAGNOSTIC_DATA_PATH names no folder either"), kPathFix},
    ConfigRelation {Severity::Error, "mode", "common_dump_settings.dump_mode",
        [](const ConfigView& v) { return v.number("common_dump_settings.dump_mode") == 2 && v.isCpuOrGpu(); },
        Form<0>("set_dump() works on Ascend only"), Form<0>("use 0, or 1 with a list of kernels"), k16},
    ConfigRelation {Severity::Error, "mode", "common_dump_settings.dump_mode",
        [](const ConfigView& v) {
            return v.number("common_dump_settings.dump_mode") == 2 && isMindsporeAsync(v);
        },
        Form<0>("set_dump() needs the synchronous dump"), Form<0>("set e2e_dump_settings.enable to true"),
        k23, k24},
    ConfigRelation {Severity::Error, "mode", "common_dump_settings.dump_mode",
        [](const ConfigView& v) {
            return v.number("common_dump_settings.dump_mode") == 2 && v.variable("ENABLE_MS_GE_DUMP") == "1";
        },
        Form<0>("set_dump() does not work with ENABLE_MS_GE_DUMP=1"), Form<0>("unset the variable"), k24,
        k26},
    ConfigRelation {Severity::Warning, "duplicate", "common_dump_settings.kernels",
        [](const ConfigView& v) { return repeats(v.texts("common_dump_settings.kernels")); },
        Form<0>("an entry stands there twice"), Form<0>("remove the second")},
    ConfigRelation {Severity::Warning, "duplicate", "common_dump_settings.support_device",
        [](const ConfigView& v) { return repeats(v.texts("common_dump_settings.support_device")); },
        Form<0>("a device stands there twice"), Form<0>("remove the second")},
    ConfigRelation {Severity::Warning, "disabled", "common_dump_settings.support_device",
        [](const ConfigView& v) {
            return v.has("common_dump_settings.support_device") && v.config().device != "CPU"
                && v.texts("common_dump_settings.support_device").empty();
        },
        Form<0>("no device is listed: nothing is captured, except on a CPU"),
        Form<0>("list the devices, [0, 1]")},
    ConfigRelation {Severity::Hint, "kernels", "common_dump_settings.kernels",
        [](const ConfigView& v) {
            return v.number("common_dump_settings.dump_mode") == 1
                && v.texts("common_dump_settings.kernels").empty();
        },
        Form<0>("the list is empty: up to release 2.4 nothing matches, later every operator"),
        Form<0>("list operators")},
    ConfigRelation {Severity::Hint, "timeout", "common_dump_settings.dump_mode",
        [](const ConfigView& v) {
            // Of an environment of which nothing is known nothing is said.
            return isOnAscend(v) && !v.config().environment.empty()
                && v.variable("HCCL_EXEC_TIMEOUT").empty();
        },
        Form<0>("writing tensors takes long, and other ranks wait for it: HCCL_EXEC_TIMEOUT is not set"),
        Form<0>("raise HCCL_EXEC_TIMEOUT where the program runs on several devices")},
    ConfigRelation {Severity::Hint, "iteration", "common_dump_settings.iteration",
        [](const ConfigView& v) {
            const std::string_view text = v.text("common_dump_settings.iteration", "all");
            return mindsporeIterationFault(text).empty() && hasDeadIterationSegment(text);
        },
        Form<0>("a part between | is no number or range and never matches"), kIterationFix, k13},
    ConfigRelation {Severity::Error, "debug-mode", "common_dump_settings.op_debug_mode",
        [](const ConfigView& v) {
            const auto mode = v.number("common_dump_settings.op_debug_mode");
            return (mode == 1 || mode == 2) && isSync(v);
        },
        Form<0>("1 and 2 are refused with the synchronous dump"), Form<0>("use 3"), k23, k24},
    ConfigRelation {Severity::Error, "debug-mode", "common_dump_settings.op_debug_mode",
        [](const ConfigView& v) {
            return v.number("common_dump_settings.op_debug_mode") == 4 && isMindsporeAsync(v)
                && (v.variable("MS_ACL_DUMP_CFG_PATH").empty()
                    || v.variable("MS_ACL_DUMP_CFG_PATH") != v.variable("MINDSPORE_DUMP_CONFIG"));
        },
        Form<0>("4 needs the synchronous dump, or the dump of AscendCL"),
        Form<0>("set e2e_dump_settings.enable to true, or MS_ACL_DUMP_CFG_PATH to the text of "
                "MINDSPORE_DUMP_CONFIG"),
        k23, k24},
    ConfigRelation {Severity::Warning, "debug-mode", "common_dump_settings.op_debug_mode",
        [](const ConfigView& v) {
            return v.number("common_dump_settings.op_debug_mode") == 4 && v.isCpuOrGpu();
        },
        Form<0>("4 writes nothing on a CPU or GPU"), Form<0>("use 0"), k23},
    ConfigRelation {Severity::Warning, "adjusted", "common_dump_settings.dump_mode",
        [](const ConfigView& v) {
            return mindsporeDebugMode(v) != 0 && v.number("common_dump_settings.dump_mode") != 0
                && (v.release() >= k23 || isMindsporeAsync(v));
        },
        Form<0>("it becomes 0, because op_debug_mode is not 0"), Form<0>("write 0"), k13},
    ConfigRelation {Severity::Warning, "adjusted", "common_dump_settings.input_output",
        [](const ConfigView& v) {
            return mindsporeDebugMode(v) == 3 && v.number("common_dump_settings.input_output") != 0;
        },
        Form<0>("it becomes 0, because overflow is looked for"), Form<0>("write 0"), k24},
    ConfigRelation {Severity::Warning, "adjusted", "e2e_dump_settings.stat_calc_mode",
        [](const ConfigView& v) {
            return mindsporeDebugMode(v) == 3 && !v.flag("e2e_dump_settings.enable")
                && v.text("e2e_dump_settings.stat_calc_mode") == "device";
        },
        Form<0>("it becomes \"host\", because overflow is looked for and enable is false"),
        Form<0>("write \"host\""), k24},
    ConfigRelation {Severity::Warning, "adjusted", "common_dump_settings.iteration",
        [](const ConfigView& v) {
            return mindsporeDebugMode(v) == 4 && isAscendSync(v)
                && v.text("common_dump_settings.iteration", "all") != "all";
        },
        Form<0>("it becomes \"all\", because exceptions are looked for"), Form<0>("write \"all\""), k23},
    ConfigRelation {Severity::Warning, "adjusted", "common_dump_settings.saved_data",
        [](const ConfigView& v) {
            return mindsporeDebugMode(v) == 4 && isAscendSync(v) && wantsMindsporeStatistics(v);
        },
        Form<0>("it becomes \"tensor\", because exceptions are looked for"), Form<0>("write \"tensor\""),
        k23},
    ConfigRelation {Severity::Warning, "adjusted", "e2e_dump_settings.sample_mode",
        [](const ConfigView& v) { return mindsporeDebugMode(v) == 4 && isSampling(v); },
        Form<0>("it becomes 0, because exceptions are looked for"), Form<0>("write 0"), k23},
    ConfigRelation {Severity::Error, "overflow-number", "common_dump_settings.overflow_number",
        [](const ConfigView& v) {
            return v.has("common_dump_settings.overflow_number") && mindsporeDebugMode(v) != 3;
        },
        Form<0>("it needs op_debug_mode 3"), Form<0>("set op_debug_mode to 3, or remove overflow_number"),
        k24},
    ConfigRelation {Severity::Error, "saved-data", "common_dump_settings.saved_data",
        [](const ConfigView& v) { return wantsMindsporeStatistics(v) && v.config().device == "CPU"; },
        Form<0>("there are no statistics on a CPU"), Form<0>("write \"tensor\""), k16},
    ConfigRelation {Severity::Error, "saved-data", "common_dump_settings.saved_data",
        [](const ConfigView& v) { return wantsMindsporeStatistics(v) && isAscendSync(v); },
        Form<0>("there are no statistics with the synchronous dump of Ascend before 2.3"),
        Form<0>("write \"tensor\""), k16, k23},
    ConfigRelation {Severity::Error, "saved-data", "common_dump_settings.saved_data",
        [](const ConfigView& v) {
            return wantsMindsporeStatistics(v) && isMindsporeAsync(v)
                && v.text("common_dump_settings.file_format", "bin") != "npy";
        },
        Form<0>("statistics of the asynchronous dump need file_format \"npy\""),
        Form<0>("set file_format to \"npy\""), k16},
    ConfigRelation {Severity::Warning, "adjusted", "common_dump_settings.statistic_category",
        [](const ConfigView& v) {
            const auto list = v.texts("common_dump_settings.statistic_category");
            return v.text("common_dump_settings.saved_data") == "statistic" && isOnAscend(v)
                && v.text("e2e_dump_settings.stat_calc_mode") == "device"
                && std::ranges::any_of(list, [](const std::string& word) {
                       return std::ranges::find(kDeviceCategories, word) == kDeviceCategories.end();
                   });
        },
        Form<0>("what the device cannot compute is left out; it computes max, min, avg and l2norm"),
        Form<0>("remove the others, or set stat_calc_mode to \"host\""), k23},
    ConfigRelation {Severity::Warning, "adjusted", "e2e_dump_settings.stat_calc_mode",
        [](const ConfigView& v) {
            return v.text("e2e_dump_settings.stat_calc_mode") == "device"
                && (v.isCpuOrGpu() || v.text("common_dump_settings.saved_data", "tensor") != "statistic");
        },
        Form<0>("it becomes \"host\": the device computes only for saved_data \"statistic\", on Ascend"),
        Form<0>("write \"host\""), k23},
    ConfigRelation {Severity::Warning, "disabled", "",
        [](const ConfigView& v) {
            return v.has(kCommon) && !v.flag("e2e_dump_settings.enable")
                && !v.flag("async_dump_settings.enable");
        },
        Form<0>("Dump is not enabled"),
        Form<0>("set enable in e2e_dump_settings or async_dump_settings to true"), {}, k13},
    ConfigRelation {Severity::Warning, "no-e2e", "",
        [](const ConfigView& v) { return v.has(kCommon) && !v.has(kE2e); },
        Form<0>(
            "there are no e2e_dump_settings: where kernels run one by one on Ascend, nothing is captured"),
        Form<0>("add \"e2e_dump_settings\": {\"enable\": true, \"trans_flag\": true}"), k26},
    ConfigRelation {Severity::Warning, "environment", "",
        [](const ConfigView& v) {
            const std::string_view name = v.variable("MINDSPORE_DUMP_CONFIG");
            return !name.empty() && !name.starts_with('/');
        },
        Form<0>("MINDSPORE_DUMP_CONFIG must be an absolute path"),
        Form<0>("write the whole path of the file")},
    ConfigRelation {Severity::Warning, "environment", "",
        [](const ConfigView& v) {
            const std::string_view word = v.variable("MINDSPORE_DUMP_IGNORE_USELESS_OUTPUT");
            return !word.empty() && word != "0" && word != "1";
        },
        Form<0>("MINDSPORE_DUMP_IGNORE_USELESS_OUTPUT is neither 0 nor 1: 1 is taken"),
        Form<0>("set it to 0 or 1"), {2, 7}},
    ConfigRelation {Severity::Warning, "environment", "",
        [](const ConfigView& v) {
            const std::string_view acl = v.variable("MS_ACL_DUMP_CFG_PATH");
            return !acl.empty() && acl != v.variable("MINDSPORE_DUMP_CONFIG");
        },
        Form<0>("MS_ACL_DUMP_CFG_PATH differs from MINDSPORE_DUMP_CONFIG: AscendCL's dump is not used"),
        Form<0>("set both to the same text"), k23, k24},
};

} // namespace

std::span<const ConfigSection> mindsporeConfigSections()
{
    return kMindsporeSections;
}

std::span<const ConfigRelation> mindsporeConfigRelations()
{
    return kMindsporeRelations;
}

} // namespace dumpscope::core
