// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace dumpscope::test {

/// A pipe that tells whether anybody opened it to read; who does is let go at once.
class WatchedPipe {
public:
    WatchedPipe()
        : m_path(m_folder.filePath("pipe").toStdString())
    {
        m_isThere = mkfifo(m_path.c_str(), 0600) == 0;
        m_watch = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                if (const int end = open(m_path.c_str(), O_WRONLY | O_NONBLOCK); end >= 0) {
                    m_wasRead = true;
                    close(end);
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
    }
    [[nodiscard]] bool isThere() const { return m_isThere; }
    [[nodiscard]] bool wasRead() const { return m_wasRead; }
    [[nodiscard]] QString image() const
    {
        return QStringLiteral("<img src=\"%1\">").arg(QString::fromStdString(m_path));
    }

private:
    QTemporaryDir m_folder;
    std::string m_path;
    bool m_isThere = false;
    std::atomic<bool> m_wasRead = false;
    std::jthread m_watch;
};

} // namespace dumpscope::test
