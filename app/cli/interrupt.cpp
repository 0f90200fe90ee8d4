// SPDX-License-Identifier: GPL-3.0-or-later
#include "interrupt.h"

#include "exit_code.h"

#include "io/atomic_file.h"

#include <csignal>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

/// Wakes the watch at its end, which then need not look up from time to time.
int wakeSignal()
{
    return SIGRTMIN;
}

sigset_t watchedSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    // A closed terminal ends a command as Ctrl+C does, unless nohup was asked not to let it.
    struct sigaction hangup = {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(&set, SIGHUP);
    sigaddset(&set, wakeSignal());
    return set;
}

} // namespace

void blockInterrupt()
{
    const sigset_t set = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

InterruptWatch::InterruptWatch(std::stop_source source)
    : m_thread([this, source](const std::stop_token& stop) mutable {
        const sigset_t set = watchedSignals();
        while (!stop.stop_requested()) {
            const int signal = sigwaitinfo(&set, nullptr);
            if (signal < 0 || signal == wakeSignal())
                continue;
            if (m_interrupted.exchange(true)) {
                core::removeUnfinishedFiles();
                ::_exit(kInterrupted);
            }
            source.request_stop();
        }
    })
{
}

InterruptWatch::~InterruptWatch()
{
    m_thread.request_stop();
    pthread_kill(m_thread.native_handle(), wakeSignal());
}

} // namespace dumpscope::cli
