// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "base/json_writer.h"
#include "layout/run_layout.h"

namespace dumpscope::cli {

/// The member `layout` of docs/contract.md 4, `info`.
void writeLayout(core::JsonWriter& json, const core::DumpIndex& index, const core::RunLayout& layout);
void writeLayout(Console& console, const core::DumpIndex& index, const core::RunLayout& layout);

} // namespace dumpscope::cli
