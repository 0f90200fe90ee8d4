// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "official/msprobe_document.h"

#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What msprobe compares: elements, recorded statistics, recorded checksums.
enum class MsprobeMode : std::uint8_t { Tensor, Statistics, Checksum };
enum class MsprobeLevel : std::uint8_t { Pass, Warning, Error };

/// A line of the target and its partner; neither is owned.
struct MsprobeResultRow {
    const MsprobeLine* target = nullptr;
    const MsprobeLine* golden = nullptr; ///< null: nothing matched
    StatisticRow targetSummary, goldenSummary;
    std::vector<MetricValue> metrics; ///< in the order of the columns
    MsprobeLevel level = MsprobeLevel::Pass;
    std::vector<std::string> messages;

    [[nodiscard]] static std::string orNone(const std::string& text) { return text.empty() ? "N/A" : text; }
    [[nodiscard]] std::string targetGrad() const { return orNone(target->requiresGrad); }
    [[nodiscard]] std::string goldenGrad() const { return orNone(golden ? golden->requiresGrad : ""); }
    [[nodiscard]] std::string targetMd5() const { return orNone(target->md5); }
    [[nodiscard]] std::string goldenMd5() const { return orNone(golden ? golden->md5 : ""); }
};

/// Sets level and messages of the rows of one entry (docs/formats/comparison.md 5.2).
void judgeMsprobeRows(std::span<MsprobeResultRow> rows, MsprobeMode mode);

} // namespace dumpscope::core
