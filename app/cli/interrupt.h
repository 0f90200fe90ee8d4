// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace dumpscope::cli {

/// Blocks SIGINT, SIGTERM and SIGHUP in the calling thread and all it starts; InterruptWatch takes them.
void blockInterrupt();

/// While alive, SIGINT, SIGTERM or SIGHUP requests a stop of `source` (docs/contract.md 1: within 100 ms). A
/// second signal ends the program at once.
class InterruptWatch {
public:
    explicit InterruptWatch(std::stop_source source);
    ~InterruptWatch();
    [[nodiscard]] bool interrupted() const { return m_interrupted; }

private:
    std::atomic<bool> m_interrupted = false;
    std::jthread m_thread;
};

} // namespace dumpscope::cli
