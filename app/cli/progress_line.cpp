// SPDX-License-Identifier: GPL-3.0-or-later
#include "progress_line.h"

#include "base/text.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

using Clock = std::chrono::steady_clock;

std::string lineOf(const core::Progress::Snapshot& now, Clock::duration elapsed)
{
    const double seconds = std::chrono::duration<double>(elapsed).count();
    std::string line = now.title.text() + ": " + std::to_string(now.done);
    if (now.total > 0)
        line += " of " + std::to_string(now.total);
    if (seconds > 0.5)
        line += ", " + std::to_string(static_cast<std::uint64_t>(static_cast<double>(now.done) / seconds))
            + "/s";
    if (now.fraction > 0.02) {
        const auto left = static_cast<std::uint64_t>(seconds * (1 - now.fraction) / now.fraction);
        line += ", " + std::to_string(left) + " s left";
    }
    return line;
}

std::string barOf(double fraction)
{
    constexpr int kWidth = 24;
    const int full = static_cast<int>(fraction * kWidth);
    std::string bar = "[";
    for (int i = 0; i < kWidth; ++i)
        bar += i < full ? '=' : ' ';
    return bar + "] ";
}

void say(const std::string& text)
{
    // Progress is a courtesy: nothing to do when standard error is closed.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

std::unique_ptr<ProgressLine> ProgressLine::start(
    std::string_view mode, const core::Progress& progress, More more)
{
    const bool bar = mode == "auto" && ::isatty(STDERR_FILENO) == 1;
    if (!bar && mode != "plain")
        return nullptr;
    return std::unique_ptr<ProgressLine>(new ProgressLine(bar, progress, std::move(more)));
}

ProgressLine::ProgressLine(bool bar, const core::Progress& progress, More more)
    : m_bar(bar)
    , m_thread([bar, &progress, more = std::move(more)](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        const auto begin = Clock::now();
        const auto interval = bar ? std::chrono::milliseconds(200) : std::chrono::milliseconds(1000);
        std::unique_lock lock(mutex);
        while (!wake.wait_for(lock, stop, interval, [] { return false; }) && !stop.stop_requested()) {
            const core::Progress::Snapshot now = progress.snapshot();
            const std::string line = lineOf(now, Clock::now() - begin) + (more ? more() : std::string());
            say(bar ? "\r\033[K" + barOf(now.fraction) + line : line + "\n");
        }
    })
{
}

ProgressLine::~ProgressLine()
{
    m_thread.request_stop();
    m_thread.join();
    if (m_bar)
        say("\r\033[K");
}

} // namespace dumpscope::cli
