// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/overflow_tables.h"

#include <algorithm>
#include <numeric>

namespace dumpscope::core {

namespace {

using Spec = OverflowFieldSpec;

constexpr std::array kOldBlocks = std::to_array<OldOverflowBlockSpec>({
    {OverflowUnit::DhaAtomicAdd, "DHA Atomic Add", 0, 512},
    {OverflowUnit::L2AtomicAdd, "L2 Atomic Add", 128, 768},
    {OverflowUnit::AiCore, "AI Core", 256, 1024},
});
constexpr std::array kOldInfo = std::to_array<Spec>(
    {{"model_id"}, {"stream_id"}, {"task_id"}, {"task_type"}, {"pc_start", true}, {"para_base", true}});
constexpr std::array kAtomicStatus = std::to_array<Spec>({{"status"}});
constexpr std::array kCoreStatus = std::to_array<Spec>({{"kernel_code", true}, {"block_idx"}, {"status"}});

constexpr std::array kCore
    = std::to_array<Spec>({{"model_id"}, {"stream_id"}, {"task_id"}, {"task_type"}, {"context_id"},
        {"thread_id"}, {"pc_start", true}, {"para_base", true}, {"core_id"}, {"block_id"}, {"status"}});
constexpr std::array kCoreVersion1 = std::to_array<Spec>(
    {{"model_id"}, {"stream_id"}, {"task_id"}, {"task_type"}, {"context_id"}, {"thread_id"},
        {"pc_start", true}, {"para_base", true}, {"core_id"}, {"block_id"}, {"status", false, 4}});
constexpr std::array kAiCpu = std::to_array<Spec>({{"model_id"}, {"stream_id"}, {"task_id"}, {"task_type"},
    {"context_id"}, {"cpu_id"}, {"thread_id"}, {"status"}});
constexpr std::array kSdma = std::to_array<Spec>({{"model_id"}, {"stream_id"}, {"task_id"}, {"task_type"},
    {"context_id"}, {"thread_id"}, {"src_addr", true}, {"dst_addr", true}, {"channel_id"}, {"status"}});

constexpr std::array<std::string_view, 4> kAccTypes {"AIC", "AIV", "AICPU", "SDMA"};

} // namespace

std::span<const OldOverflowBlockSpec> oldOverflowBlocks()
{
    return kOldBlocks;
}

std::span<const OverflowFieldSpec> oldOverflowInfoFields()
{
    return kOldInfo;
}

std::span<const OverflowFieldSpec> oldOverflowStatusFields(OverflowUnit unit)
{
    if (unit == OverflowUnit::AiCore)
        return kCoreStatus;
    return kAtomicStatus;
}

std::size_t NewOverflowSpec::bytes() const
{
    return std::accumulate(fields.begin(), fields.end(), std::size_t {0},
        [](std::size_t sum, const Spec& field) { return sum + field.words * sizeof(std::uint64_t); });
}

std::optional<NewOverflowSpec> newOverflowSpec(std::uint32_t accType, std::uint32_t version)
{
    using Fields = std::span<const Spec>;
    const Fields core = version == 1 ? Fields(kCoreVersion1) : Fields(kCore);
    switch (accType) {
    case 0:
        return NewOverflowSpec {OverflowUnit::AiCore, kAccTypes[0], core};
    case 1:
        return NewOverflowSpec {OverflowUnit::AiVec, kAccTypes[1], core};
    case 2:
        return NewOverflowSpec {OverflowUnit::AiCpu, kAccTypes[2], kAiCpu};
    case 3:
        return NewOverflowSpec {OverflowUnit::Sdma, kAccTypes[3], kSdma};
    default:
        return std::nullopt;
    }
}

std::string_view overflowFieldName(std::string_view name)
{
    const std::array<std::span<const Spec>, 6> tables {
        kOldInfo, kCoreStatus, kCore, kCoreVersion1, kAiCpu, kSdma};
    for (const std::span<const Spec> table : tables) {
        if (const auto found = std::ranges::find(table, name, &Spec::name); found != table.end())
            return found->name;
    }
    return {};
}

std::optional<std::uint32_t> accTypeFromWord(std::string_view word)
{
    for (std::uint32_t i = 0; i < kAccTypes.size(); ++i) {
        if (kAccTypes[i] == word)
            return i;
    }
    return std::nullopt;
}

} // namespace dumpscope::core
