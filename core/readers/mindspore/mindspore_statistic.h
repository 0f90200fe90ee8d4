// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "readers/mindspore/mindspore_statistic_columns.h"
#include "records/statistic_table.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Which writer a statistics file comes from (docs/formats/mindspore-dump.md 5.1).
enum class StatisticVariant : std::uint8_t {
    Unknown,
    A, ///< 1.6 - 2.2
    B, ///< A with MD5: 2.2.14 and some candidates of 2.3
    C, ///< 2.3 - 2.7
    D  ///< after 2.7
};
/// "A" … "D"; empty for Unknown.
[[nodiscard]] std::string_view statisticVariantName(StatisticVariant variant);
/// "1.6 to 2.2"; empty for Unknown.
[[nodiscard]] std::string_view statisticVariantReleases(StatisticVariant variant);

struct StatisticFile {
    std::shared_ptr<StatisticTable> table;
    StatisticVariant variant = StatisticVariant::Unknown;
    bool computedOnDevice
        = false; ///< cells only device statistics have (docs/formats/mindspore-dump.md 10.2)
    std::vector<Diagnostic> problems; ///< places have rows, no file
};

/// Dialect of the text's header line; `text` may end anywhere.
[[nodiscard]] StatisticDialect statisticHeader(std::string_view text);

/// Reads a statistics file of any dialect and generation, in parallel. Malformed rows stay rows, with a
/// problem. The result does not depend on the number of threads. `done` is called, in order, with parts of
/// the text that are not needed any more. Errors: Code::BadHeader when the first line is not a header,
/// Code::Truncated when the text is empty, Code::Cancelled.
[[nodiscard]] Result<StatisticFile> parseMindsporeStatistic(
    std::string_view text, TaskContext& task, const std::function<void(std::string_view)>& done = {});

} // namespace dumpscope::core
