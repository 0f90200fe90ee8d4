// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace dumpscope::core {

/// Calls a function periodically on a thread of its own, until this object is destroyed (which waits for a
/// call that runs) or the function throws. Where no thread can be started it is never called.
class Ticker {
public:
    Ticker(std::chrono::milliseconds every, std::function<void()> tick);

private:
    std::jthread m_thread;
};

} // namespace dumpscope::core
