// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/msprobe_config.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <set>

#include <sys/stat.h>

namespace dumpscope::core {

using std::string_view_literals::operator""sv;

namespace {

constexpr std::int64_t kMostMsprobeSteps = 1'000'000;
constexpr auto kMostMsprobe = std::numeric_limits<std::int64_t>::max();

constexpr std::array kTasks {"tensor"sv, "statistics"sv, "acc_check"sv, "structure"sv, "diff_check"sv,
    "exception_dump"sv, "nan_check"sv};
constexpr std::array kMsprobeLevels {"L0"sv, "L1"sv, "L2"sv, "mix"sv, "debug"sv};
constexpr std::array kPrecisions {"low"sv, "high"sv};
constexpr std::array kRisks {"CORE"sv, "FOCUS"sv, "ALL"sv};
constexpr std::array kMsprobeModes {"all"sv, "input"sv, "output"sv, "forward"sv, "backward"sv};
constexpr std::array kSummaries {"statistics"sv, "md5"sv, "xor"sv};
constexpr std::array kMindsporeSummaries {"max"sv, "min"sv, "mean"sv, "count"sv, "negative zero count"sv,
    "positive zero count"sv, "nan count"sv, "negative inf count"sv, "positive inf count"sv, "zero count"sv,
    "l2norm"sv, "hash"sv, "md5"sv};
constexpr std::array kPlaces {"device"sv, "host"sv};

/// One element of step or rank: a number, "3" or "3-5".
Message stepFault(const JsonValue& element)
{
    const auto isIn = [](std::optional<std::int64_t> number) {
        return number && *number >= 0 && *number <= kMostMsprobeSteps;
    };
    if (element.kind == JsonValue::Kind::Number)
        return isIn(element.integer()) ? Message()
                                       : phrase("each element must be a whole number between 0 and 1000000");
    if (!element.isString())
        return phrase("each element must be an integer or string");
    const std::string_view text = element.text;
    const std::size_t dash = text.find('-');
    const auto first = parseInt(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parseInt(text.substr(dash + 1));
    if (!first || !last)
        return phrase("\"%1\" is neither a number (\"3\") nor a range (\"3-5\")", printable(text));
    if (!isIn(first) || !isIn(last))
        return phrase("the boundaries must fall within the range of [0, 1000000]");
    return *first > *last ? phrase("the left boundary is greater than the right one") : Message();
}

Message stepsFault(const ConfigView&, const JsonValue& value)
{
    if (value.items.size() > static_cast<std::size_t>(kMostMsprobeSteps))
        return phrase("its length cannot exceed 1000000");
    for (const JsonValue& element : value.items) {
        if (Message fault = stepFault(element); !fault.empty())
            return fault;
    }
    return {};
}

Message modesFault(const ConfigView&, const JsonValue& value)
{
    const bool hasAll
        = std::ranges::any_of(value.items, [](const JsonValue& mode) { return mode.text == "all"; });
    if (hasAll && value.items.size() != 1)
        return phrase("'all' cannot be combined with other options in data_mode");
    return value.items.size() >= kMsprobeModes.size() ? phrase("it may have 4 elements at most") : Message();
}

Message sliceFault(const ConfigView&, const JsonValue& value)
{
    for (const JsonValue& item : value.items) {
        if (!item.isObject())
            return phrase("it should be a list of objects");
        for (const auto& [key, number] : item.members) {
            const bool isBool = number.kind == JsonValue::Kind::Bool; // an integer to Python
            const auto integer = number.kind == JsonValue::Kind::Number ? number.integer() : std::nullopt;
            if (!isBool && !integer)
                return phrase("'%1' in slice must be an integer", printable(key));
            if ((key == "dim" || key == "size") && integer.value_or(0) < 0)
                return phrase("slice.%1 cannot be negative", key);
        }
    }
    return {};
}

Message summaryFault(const ConfigView&, const JsonValue& value)
{
    if (value.isString())
        return std::ranges::find(kSummaries, value.text) != kSummaries.end()
            ? Message()
            : phrase("\"%1\" is none of %2", printable(value.text), wordList(kSummaries));
    if (!value.isArray())
        return phrase("it is no text, and no list of figures either");
    for (const JsonValue& item : value.items) {
        if (!item.isString()
            || std::ranges::find(kMindsporeSummaries, item.text) == kMindsporeSummaries.end())
            return phrase("it contains an unknown figure; known are %1", wordList(kMindsporeSummaries));
    }
    return {};
}

Message modulesFault(const ConfigView&, const JsonValue& value)
{
    if (value.items.empty())
        return phrase("load.modules is required and must be a non-empty list[str]");
    std::set<std::string_view> seen;
    for (const JsonValue& item : value.items) {
        const std::string_view name = item.text;
        const std::string shown = printable(name);
        if (!seen.insert(name).second)
            return phrase("load.modules contains duplicate entry: %1", shown);
        if (!name.starts_with("Module."))
            return phrase("load.modules entry must start with 'Module.': %1", shown);
        if (name.find(".backward.") != std::string_view::npos)
            return phrase("load.modules entry must use '.forward.N', not '.backward.N': %1", shown);
        const std::size_t forward = name.rfind(".forward.");
        if (forward == std::string_view::npos || !isDigits(name.substr(forward + 9)))
            return phrase(
                "load.modules entry must end with '.forward.N' (N is a non-negative integer): %1", shown);
    }
    return {};
}

Message loadPathFault(const ConfigView& view, const JsonValue& value)
{
    if (value.text.empty())
        return phrase("load.path is required");
    const std::string path
        = value.text.starts_with('/') ? value.text : view.config().folder + '/' + value.text;
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)
        ? Message()
        : phrase("load.path does not exist or is not a directory: %1", printable(value.text));
}

Message differencesFault(const ConfigView&, const JsonValue& value)
{
    const auto number = value.integer();
    return number && (*number == -1 || *number > 0) ? Message()
                                                    : phrase("diff_nums should be -1 or positive integer");
}

bool isTorch(const ConfigView& view)
{
    return !isMsprobeOfMindspore(view);
}

constexpr Form<0> kStepFix = "write a list of numbers and ranges, [0, \"4-6\"]";

constexpr std::array kMsprobeCommonKeys {
    ConfigKey {"task", ConfigType::Text, Presence::Falsy, kTasks},
    ConfigKey {"dump_path", ConfigType::Text, Presence::Nullable},
    ConfigKey {"rank", ConfigType::List, Presence::Nullable, {}, 0, kMostMsprobe, {}, kNewestRelease, nullptr,
        stepsFault, kStepFix},
    ConfigKey {"step", ConfigType::List, Presence::Nullable, {}, 0, kMostMsprobe, {}, kNewestRelease, nullptr,
        stepsFault, kStepFix},
    ConfigKey {"level", ConfigType::Text, Presence::Falsy, kMsprobeLevels},
    ConfigKey {"dump_enable", ConfigType::Boolean, Presence::Nullable},
    ConfigKey {"extra_info", ConfigType::Boolean},
    ConfigKey {"async_dump", ConfigType::Boolean},
    ConfigKey {"precision", ConfigType::Text, Presence::Optional, kPrecisions},
    ConfigKey {"risk_level", ConfigType::Text, Presence::Falsy, kRisks},
    ConfigKey {"custom_op_namespaces", ConfigType::Texts, Presence::Nullable},
    ConfigKey {"load", ConfigType::Object, Presence::Falsy},
    ConfigKey {"tensor", ConfigType::Any},
    ConfigKey {"statistics", ConfigType::Any},
    ConfigKey {"acc_check", ConfigType::Any},
    ConfigKey {"structure", ConfigType::Any},
    ConfigKey {"diff_check", ConfigType::Any},
    ConfigKey {"exception_dump", ConfigType::Any},
    ConfigKey {"nan_check", ConfigType::Any},
};

constexpr std::array kLoadKeys {
    ConfigKey {"modules", ConfigType::Texts, Presence::Required, {}, 0, kMostMsprobe, {}, kNewestRelease,
        nullptr, modulesFault, Form<0>("write [\"Module.NAME.CLASS.forward.0\"]")},
    ConfigKey {"path", ConfigType::Text, Presence::Required, {}, 0, kMostMsprobe, {}, kNewestRelease, nullptr,
        loadPathFault, Form<0>("name the folder of an earlier dump")},
    ConfigKey {"dump_after_load", ConfigType::Boolean},
    ConfigKey {"step", ConfigType::List, Presence::Nullable, {}, 0, kMostMsprobe, {}, kNewestRelease, nullptr,
        stepsFault, kStepFix},
    ConfigKey {"rank", ConfigType::List, Presence::Nullable, {}, 0, kMostMsprobe, {}, kNewestRelease, nullptr,
        stepsFault, kStepFix},
};

constexpr std::array kCommonSections {
    ConfigSection {"", kMsprobeCommonKeys},
    ConfigSection {"load", kLoadKeys},
};

constexpr ConfigKey kScope {"scope", ConfigType::Texts, Presence::Nullable};
constexpr ConfigKey kList {"list", ConfigType::Texts, Presence::Nullable};
constexpr ConfigKey kDataMode {"data_mode", ConfigType::Texts, Presence::Nullable, kMsprobeModes, 0,
    kMostMsprobe, {}, kNewestRelease, nullptr, modesFault,
    Form<0>("write [\"all\"], or up to four of the other words")};
constexpr ConfigKey kSlice {"slice", ConfigType::List, Presence::Falsy, {}, 0, kMostMsprobe, {},
    kNewestRelease, nullptr, sliceFault, Form<0>("write [{\"dim\": 0, \"size\": 8, \"begin\": 0}]")};
constexpr ConfigKey kRequest {"request_id", ConfigType::Text, Presence::Nullable};
constexpr ConfigKey kSummary {"summary_mode", ConfigType::Any, Presence::Falsy, {}, 0, kMostMsprobe, {},
    kNewestRelease, nullptr, summaryFault, Form<0>("write \"statistics\", \"md5\" or \"xor\"")};
constexpr ConfigKey kTensorList {"tensor_list", ConfigType::Texts, Presence::Nullable};

constexpr std::array kTensorKeys {
    kScope, kList, kDataMode, kSlice, kRequest, kSummary, ConfigKey {"bench_path", ConfigType::Any}};
constexpr std::array kStatisticsKeys {kScope, kList, kDataMode, kSlice, kRequest, kSummary, kTensorList,
    ConfigKey {"device", ConfigType::Text, Presence::Optional, kPlaces, 0, kMostMsprobe, {}, kNewestRelease,
        isMsprobeOfMindspore},
    ConfigKey {"precision", ConfigType::Text, Presence::Optional, kPrecisions, 0, kMostMsprobe, {},
        kNewestRelease, isMsprobeOfMindspore}};
constexpr std::array kNanKeys {kScope, kList, kDataMode, kSlice, kRequest, kTensorList};
constexpr std::array kFreeKeys {ConfigKey {"scope"}, ConfigKey {"list"}, ConfigKey {"data_mode"}};
constexpr std::array kAccuracyKeys {ConfigKey {"white_list", ConfigType::Texts},
    ConfigKey {"black_list", ConfigType::Texts}, ConfigKey {"error_data_path", ConfigType::Text}};
constexpr std::array kDifferenceKeys {ConfigKey {"scope"}, ConfigKey {"list"}, ConfigKey {"data_mode"},
    ConfigKey {"diff_nums", ConfigType::Integer, Presence::Nullable, {},
        std::numeric_limits<std::int64_t>::min(), kMostMsprobe, {}, kNewestRelease, nullptr, differencesFault,
        Form<0>("write -1, or a number from 1")}};

constexpr std::array kTensorSections {ConfigSection {"@", kTensorKeys}};
constexpr std::array kStatisticsSections {ConfigSection {"@", kStatisticsKeys}};
constexpr std::array kNanSections {ConfigSection {"@", kNanKeys}};
constexpr std::array kFreeSections {ConfigSection {"@", kFreeKeys}};
constexpr std::array kAccuracySections {ConfigSection {"@", kAccuracyKeys}};
constexpr std::array kDifferenceSections {ConfigSection {"@", kDifferenceKeys}};

struct Task {
    std::string_view name;
    std::span<const ConfigSection> sections;
};
constexpr std::array<Task, kTasks.size()> kTaskSections {{{"tensor", kTensorSections},
    {"statistics", kStatisticsSections}, {"acc_check", kAccuracySections}, {"structure", kFreeSections},
    {"diff_check", kDifferenceSections}, {"exception_dump", kFreeSections}, {"nan_check", kNanSections}}};

bool isTask(const ConfigView& view, std::string_view task)
{
    return msprobeTask(view) == task;
}

std::string_view writtenLevel(const ConfigView& view)
{
    const std::string_view level = view.text("level");
    return level.empty() ? "L1" : level;
}

/// As it takes effect: a structure is of modules.
std::string_view levelOf(const ConfigView& view)
{
    const std::string_view level = writtenLevel(view);
    return isTask(view, "structure") && level != "L0" ? "mix" : level;
}

bool isSliceable(const ConfigView& view)
{
    const std::string_view level = levelOf(view);
    return (isTask(view, "tensor") || isTask(view, "statistics"))
        && (level == "L0" || level == "L1" || level == "mix");
}

/// `PREFIX.….N.forward` of an API or `Module.….forward.N` of a module.
bool isScopeName(std::string_view name, bool isModule)
{
    const std::size_t last = name.rfind('.');
    if (last == std::string_view::npos)
        return false;
    const std::string_view end = name.substr(last + 1), before = name.substr(0, last);
    const std::size_t second = before.rfind('.');
    if (second == std::string_view::npos || before.find('.') == second)
        return false;
    const std::string_view middle = before.substr(second + 1);
    const auto isDirection = [](std::string_view word) { return word == "forward" || word == "backward"; };
    const bool isOfModule = name.starts_with("Module.") || name.starts_with("Cell.");
    return isModule ? isOfModule && isDirection(middle) && isDigits(end)
                    : isDirection(end) && isDigits(middle);
}

bool hasBadScopeName(const ConfigView& view)
{
    const std::string_view level = levelOf(view);
    return std::ranges::any_of(view.texts("@.scope"), [&](const std::string& name) {
        const bool api = level != "L0" && isScopeName(name, false),
                   module = level != "L1" && isScopeName(name, true);
        return (level == "L0" || level == "L1" || level == "mix") && !api && !module;
    });
}

/// Entries of `list` are parts of names, `Functional.linear.0.forward` of an API and
/// `Module.layers.1.mlp.MLP.forward.0` of a module. In that of an API nothing but a direction follows a
/// count.
bool canBePartOfApi(std::string_view entry)
{
    if (entry.starts_with("Module.") || entry.starts_with("Cell."))
        return false;
    for (std::size_t begin = 0, end = entry.find('.'); end != std::string_view::npos;) {
        const std::size_t next = entry.find('.', end + 1);
        const std::string_view behind = entry.substr(end + 1, next - end - 1);
        const bool isDirection = next == std::string_view::npos
            ? "forward"sv.starts_with(behind) || "backward"sv.starts_with(behind)
            : false;
        if (isDigits(entry.substr(begin, end - begin)) && !isDirection)
            return false;
        begin = end + 1;
        end = next;
    }
    return true;
}

/// In that of a module the count is behind the direction.
bool canBePartOfModule(std::string_view entry)
{
    constexpr std::array kApis {"Functional."sv, "Torch."sv, "Tensor."sv, "Distributed."sv, "NPU."sv,
        "Aten."sv, "VF."sv, "Mint."sv, "MintFunctional."sv, "MintDistributed."sv, "Primitive."sv, "Jit."sv};
    return !isScopeName(entry, false)
        && std::ranges::none_of(kApis, [&](std::string_view prefix) { return entry.starts_with(prefix); });
}

bool listsOtherLevel(const ConfigView& view)
{
    const std::string_view level = levelOf(view);
    return std::ranges::any_of(view.texts("@.list"), [&](const std::string& entry) {
        return (level == "L1" && !canBePartOfApi(entry)) || (level == "L0" && !canBePartOfModule(entry));
    });
}

constexpr std::string_view kInvalid = "INVALID_PARAM_ERROR";

constexpr std::array kMsprobeRelations {
    ConfigRelation {Severity::Error, kInvalid, "dump_path",
        [](const ConfigView& v) {
            return !v.isTruthy("dump_path") && (!v.has("load") || v.flag("load.dump_after_load"));
        },
        Form<0>("The dump_path not found."), Form<0>("name the folder to write to")},
    ConfigRelation {Severity::Error, kInvalid, "task",
        [](const ConfigView& v) { return isTask(v, "exception_dump") && isTorch(v); },
        Form<0>("exception_dump is a task of MindSpore only"),
        Form<0>("use it with MindSpore (--framework mindspore)")},
    ConfigRelation {Severity::Error, kInvalid, "task",
        [](const ConfigView& v) {
            return !isTorch(v)
                && (isTask(v, "acc_check") || isTask(v, "diff_check") || isTask(v, "nan_check"));
        },
        Form<0>("it is a task of PyTorch only"),
        Form<0>("use tensor, statistics, structure or exception_dump")},
    ConfigRelation {Severity::Error, kInvalid, "@.summary_mode",
        [](const ConfigView& v) {
            const JsonValue* mode = v.at("@.summary_mode");
            return mode != nullptr && mode->isArray() && !mode->items.empty() && isTorch(v)
                && (isTask(v, "tensor") || isTask(v, "statistics"));
        },
        Form<0>("a list of figures is for MindSpore only"),
        Form<0>("write \"statistics\", \"md5\" or \"xor\"")},
    ConfigRelation {Severity::Error, kInvalid, "level",
        [](const ConfigView& v) { return isTask(v, "nan_check") && levelOf(v) != "L1"; },
        Form<0>("When the task is set to nan_check, the level must be L1"), Form<0>("write \"L1\"")},
    ConfigRelation {Severity::Error, kInvalid, "@.data_mode",
        [](const ConfigView& v) {
            return isTask(v, "nan_check") && v.contains("@.data_mode", "input")
                && !v.contains("@.data_mode", "output") && !v.contains("@.data_mode", "all");
        },
        Form<0>("task nan_check looks at outputs: 'input' without 'output' is not supported"),
        Form<0>("add \"output\"")},
    ConfigRelation {Severity::Warning, "adjusted", "level",
        [](const ConfigView& v) {
            return isTask(v, "structure") && writtenLevel(v) != "L0" && writtenLevel(v) != "mix";
        },
        Form<0>("When the task is set to structure, the level should be L0 or mix; mix is taken"),
        Form<0>("write \"mix\"")},
    ConfigRelation {Severity::Warning, "adjusted", "@.slice",
        [](const ConfigView& v) { return v.isTruthy("@.slice") && !isSliceable(v); },
        Form<0>("The \"slice\" is valid only when the task is tensor or statistics, and the level is L0, L1 "
                "or mix"),
        Form<0>("remove it")},
    ConfigRelation {Severity::Warning, "adjusted", "@.request_id",
        [](const ConfigView& v) { return v.isTruthy("@.request_id") && !isSliceable(v); },
        Form<0>("The \"request_id\" is valid only when the task is tensor or statistics, and the level is "
                "L0, L1 or "
                "mix"),
        Form<0>("remove it")},
    ConfigRelation {Severity::Warning, "memory", "async_dump",
        [](const ConfigView& v) { return v.flag("async_dump"); },
        Form<0>("async_dump is True, it may cause OOM when dumping large tensor."),
        Form<0>("limit the capture with list or step")},
    ConfigRelation {Severity::Error, kInvalid, "@.list",
        [](const ConfigView& v) {
            return v.flag("async_dump") && isTask(v, "tensor") && !v.isTruthy("@.list")
                && levelOf(v) != "debug";
        },
        Form<0>("The parameters async_dump is true in tensor task, the parameters list cannot be empty."),
        Form<0>("list the names to capture")},
    ConfigRelation {Severity::Error, kInvalid, "@.summary_mode",
        [](const ConfigView& v) {
            return v.flag("async_dump")
                && (v.text("@.summary_mode") == "md5"
                    || (!isTorch(v) && v.contains("@.summary_mode", "md5")));
        },
        Form<0>("The parameters async_dump is true, the parameters summary_mode cannot be md5."),
        Form<0>("write \"statistics\"")},
    ConfigRelation {Severity::Error, kInvalid, "@.scope",
        [](const ConfigView& v) { return levelOf(v) == "L2" && v.isTruthy("@.scope") && isTorch(v); },
        Form<0>("When level is set to L2, the scope cannot be configured."), Form<0>("remove it")},
    ConfigRelation {Severity::Error, kInvalid, "@.list",
        [](const ConfigView& v) { return levelOf(v) == "L2" && v.texts("@.list").size() != 1 && isTorch(v); },
        Form<0>("When level is set to L2, the list must be configured as a list with one api name."),
        Form<0>("write [\"Functional.linear.0.forward\"]")},
    ConfigRelation {Severity::Error, kInvalid, "task",
        [](const ConfigView& v) { return levelOf(v) == "L2" && !isTask(v, "tensor") && isTorch(v); },
        Form<0>("When level is set to L2, the task must be set to tensor."), Form<0>("write \"tensor\"")},
    ConfigRelation {Severity::Error, "InvalidScope", "@.scope",
        [](const ConfigView& v) {
            const JsonValue* scope = v.at("@.scope");
            const auto count = scope != nullptr ? scope->items.size() : 0;
            return count != 0 && count != 2 && levelOf(v) != "L2" && levelOf(v) != "debug";
        },
        Form<0>("scope names the first and the last: two names"), Form<0>("write [\"FIRST\", \"LAST\"]")},
    ConfigRelation {Severity::Error, "InvalidScope", "@.scope", hasBadScopeName,
        Form<0>("it wants whole names: Functional.NAME.N.forward of an API, Module.NAME.CLASS.forward.N of a "
                "module"),
        Form<0>("copy the names from a dump.json of this level")},
    ConfigRelation {Severity::Warning, "matches-nothing", "@.list", listsOtherLevel,
        Form<0>(
            "It names what is not captured at this level: L1 knows APIs (Functional.linear.0.forward) only, "
            "L0 modules (Module.layers.0.mlp.MLP.forward.0) only; such entries capture nothing"),
        Form<0>("write \"mix\" as level, or names of this level")},
    ConfigRelation {Severity::Warning, "adjusted", "@.tensor_list",
        [](const ConfigView& v) { return levelOf(v) == "debug" && v.isTruthy("@.tensor_list"); },
        Form<0>("When level is set to debug, the tensor_list will be invalid."), Form<0>("remove it")},
};

} // namespace

std::string_view msprobeTask(const ConfigView& view)
{
    if (!view.isTruthy("task"))
        return "statistics";
    const std::string_view task = msprobeTaskWord(view.text("task"));
    return task.empty() ? "unknown task" : task;
}

std::string_view msprobeTaskWord(std::string_view task)
{
    const auto found = std::ranges::find(kTasks, task);
    return found == kTasks.end() ? std::string_view() : *found;
}

bool isMsprobeOfMindspore(const ConfigView& view)
{
    if (!view.config().framework.empty())
        return equalsIgnoreCase(view.config().framework, "mindspore");
    const JsonValue* summary = view.at("@.summary_mode");
    return isTask(view, "exception_dump") || (summary != nullptr && summary->isArray());
}

std::span<const ConfigSection> msprobeCommonSections()
{
    return kCommonSections;
}

std::span<const ConfigSection> msprobeTaskSections(std::string_view task)
{
    const auto found = std::ranges::find(kTaskSections, task, &Task::name);
    return found == kTaskSections.end() ? std::span<const ConfigSection>() : found->sections;
}

std::span<const ConfigRelation> msprobeConfigRelations()
{
    return kMsprobeRelations;
}

} // namespace dumpscope::core
