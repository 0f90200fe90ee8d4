// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace dumpscope::cli {

/// Shows a Progress on standard error from its own thread: a bar with count, rate and time left on a
/// terminal, a line per second with "plain", nothing otherwise. Ends (and wipes its bar) when destroyed.
class ProgressLine {
public:
    /// What is said besides, called on the thread of the line; may be empty.
    using More = std::function<std::string()>;
    /// `mode`: auto, plain or none; null when nothing is to be shown.
    [[nodiscard]] static std::unique_ptr<ProgressLine> start(
        std::string_view mode, const core::Progress& progress, More more = {});
    ~ProgressLine();

private:
    ProgressLine(bool bar, const core::Progress& progress, More more);

    bool m_bar;
    std::jthread m_thread;
};

} // namespace dumpscope::cli
