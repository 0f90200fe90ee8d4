// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "config/config_kind.h"
#include "config/dump_presets.h"
#include "model/dump_index.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What the next capture of a program is to hold, after a look at the dump of this one.
struct NextCapture {
    /// Names as the program knows them: those asked for in the order in which they were asked for, then their
    /// neighbours in the order of the graph or of execution. Each once.
    std::vector<std::string> operators;
    std::size_t asked = 0;                   ///< of `operators`
    std::vector<std::uint64_t> ranks, steps; ///< of the tensors asked for; ascending, empty: none recorded
    bool areModules = false; ///< all operators asked for are modules: what runs inside was not dumped
    Message neighbours;      ///< where neighbours are from; empty where none were asked for
};

struct NextCaptureOptions {
    std::uint32_t hops = 1;         ///< neighbours over so many edges, or so many calls before and after
    std::uint64_t earlierSteps = 0; ///< so many steps before those asked for as well
};

/// What to capture in order to look at the operators of these tensors. Neighbours are those of the graph in
/// the dump, else the calls before and after in the order of execution. Errors: Code::Cancelled.
[[nodiscard]] Result<NextCapture> nextCapture(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> asked, const NextCaptureOptions& options, TaskContext& task);

/// The kind of configuration that asks for dumps like this one; null: not known.
[[nodiscard]] const ConfigKind* kindOfDump(const ConfigKinds& kinds, const DumpIndex& index);

/// The configuration for it. `used`: the configuration of this kind that the dump was made with, empty: not
/// known; folder, models and what the preset says nothing about stay as in it. Errors: those of
/// ConfigKind::write.
[[nodiscard]] Result<ConfigDraft> nextConfig(
    const NextCapture& next, const DumpPreset& preset, const ConfigKind& kind, const ConfigText& used);

} // namespace dumpscope::core
