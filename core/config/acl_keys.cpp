// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_keys.h"

#include "config/acl_value_rules.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using std::string_view_literals::operator""sv;
using FieldType = ConfigField::Type;

constexpr std::array kModes {"all"sv, "input"sv, "output"sv};
constexpr std::array kDataWords {"stats"sv, "tensor"sv};
constexpr std::array kSwitch {"off"sv, "on"sv};
constexpr std::array kLevels {"all"sv, "kernel"sv, "op"sv};
constexpr std::array kScenes {
    "aic_err_brief_dump"sv, "aic_err_detail_dump"sv, "aic_err_norm_dump"sv, "lite_exception"sv, "watcher"sv};
constexpr std::array kStatistics {
    "Max"sv, "Min"sv, "Avg"sv, "Nan"sv, "Negative Inf"sv, "Positive Inf"sv, "L2norm"sv};
constexpr Form<0> kTensorsOfAnOperator("single tensors of an operator cannot be left out");

constexpr std::array kDumpKeys {
    AclKey {.name = "dump_path",
        .meaning = {"dump.dump_path", DumpAspect::Folder},
        .hint = Form<0>("a folder that exists, or a.b.c.d:folder of another host")},
    AclKey {.name = "dump_list", .type = FieldType::Item},
    AclKey {.name = "dump_scene",
        .type = FieldType::Choice,
        .words = kScenes,
        .meaning = {"dump.dump_scene", DumpAspect::Trigger}},
    AclKey {.name = "dump_debug",
        .type = FieldType::Choice,
        .words = kSwitch,
        .meaning = {"dump.dump_debug", DumpAspect::Trigger}},
    AclKey {.name = "dump_op_switch",
        .type = FieldType::Choice,
        .words = kSwitch,
        .meaning = {"dump.dump_op_switch", DumpAspect::SingleOperators}},
    AclKey {.name = "dump_mode",
        .type = FieldType::Choice,
        .words = kModes,
        .meaning = {"dump.dump_mode", DumpAspect::Sides}},
    AclKey {.name = "dump_data",
        .type = FieldType::Choice,
        .words = kDataWords,
        .meaning = {"dump.dump_data", DumpAspect::Content}},
    AclKey {.name = "dump_stats",
        .type = FieldType::Choices,
        .words = kStatistics,
        .inLegacy = false,
        .inSmall = false,
        .meaning = {"dump.dump_stats", DumpAspect::Figures}},
    AclKey {.name = "dump_step",
        .inSmall = false,
        .meaning = {"dump.dump_step", DumpAspect::Steps},
        .hint = Form<0>("steps and ranges like 0|3-5|10; empty: every step")},
    AclKey {.name = "dump_level",
        .type = FieldType::Choice,
        .words = kLevels,
        .inSmall = false,
        .meaning = {"dump.dump_level", DumpAspect::None, "\"all\"",
            Form<0>("records of graph operators and of kernels are not told apart")}},
    AclKey {.name = "dump_kernel_data",
        .inLegacy = false,
        .inSmall = false,
        .meaning = {"dump.dump_kernel_data", DumpAspect::None, "",
            Form<0>("what kernels print and assert is not captured")},
        .hint = Form<0>("all, or printf, tensor, assert, timestamp with commas, without blanks")},
};

constexpr std::array kItemKeys {
    AclKey {.name = "model_name",
        .meaning = {"dump.dump_list[].model_name", DumpAspect::Models},
        .hint = Form<0>("leave it out for every model")},
    AclKey {.name = "layer",
        .type = FieldType::Texts,
        .meaning = {"dump.dump_list[].layer", DumpAspect::Names},
        .hint = Form<0>("leave it out for every operator"),
        .namesOperators = true},
    AclKey {.name = "watcher_nodes",
        .type = FieldType::Texts,
        .inSmall = false,
        .meaning = {"dump.dump_list[].watcher_nodes", DumpAspect::None, "[]",
            Form<0>(
                "operators cannot be watched while others run: they are captured when they run themselves")},
        .hint = Form<0>("operators to watch, with dump_scene watcher"),
        .namesOperators = true},
    AclKey {.name = "opname_range",
        .type = FieldType::Json,
        .inLegacy = false,
        .inSmall = false,
        .meaning = {"dump.dump_list[].opname_range", DumpAspect::Ranges},
        .hint = Form<0>("[{\"begin\": \"FIRST\", \"end\": \"LAST\"}], with dump_level op")},
    AclKey {.name = "optype_blacklist",
        .type = FieldType::Json,
        .inLegacy = false,
        .inSmall = false,
        .meaning = {"dump.dump_list[].optype_blacklist", DumpAspect::None, "[]", kTensorsOfAnOperator},
        .hint = Form<0>("[{\"name\": \"TYPE\", \"pos\": [\"input0\"]}], with dump_level op")},
    AclKey {.name = "opname_blacklist",
        .type = FieldType::Json,
        .inLegacy = false,
        .inSmall = false,
        .meaning = {"dump.dump_list[].opname_blacklist", DumpAspect::None, "[]", kTensorsOfAnOperator},
        .hint = Form<0>("[{\"name\": \"NAME\", \"pos\": [\"input0\"]}], with dump_level op")},
};

} // namespace

std::span<const AclKey> aclDumpKeys()
{
    return kDumpKeys;
}

std::span<const AclKey> aclItemKeys()
{
    return kItemKeys;
}

const AclKey* findAclKey(std::span<const AclKey> keys, std::string_view name)
{
    const auto found = std::ranges::find(keys, name, &AclKey::name);
    return found != keys.end() ? &*found : nullptr;
}

std::span<const std::string_view> aclStatisticWords()
{
    return kStatistics;
}

std::string nearestAclKey(std::span<const AclKey> keys, std::string_view typed)
{
    std::vector<std::string_view> names;
    for (const AclKey& key : keys)
        names.push_back(key.name);
    return nearestAclWord(names, typed);
}

} // namespace dumpscope::core
