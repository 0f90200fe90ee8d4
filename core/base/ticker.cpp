// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ticker.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace dumpscope::core {

namespace {

void run(const std::stop_token& stop, std::chrono::milliseconds every, const std::function<void()>& tick)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    for (;;) {
        wake.wait_for(lock, stop, every, [] { return false; });
        if (stop.stop_requested())
            return;
        tick();
    }
}

} // namespace

Ticker::Ticker(std::chrono::milliseconds every, std::function<void()> tick)
{
    try {
        m_thread = std::jthread([every, tick = std::move(tick)](const std::stop_token& stop) {
            try {
                run(stop, every, tick);
            } catch (const std::exception&) {
                return; // what it notified was news on the way; the end notifies everything
            }
        });
    } catch (const std::exception&) {
        return;
    }
}

} // namespace dumpscope::core
