// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

#include <deque>

namespace dumpscope::gui {

/// What a run said: the last lines of it, with the time of each.
class RunLines {
public:
    struct Line {
        qint64 ms = 0; ///< since 1970
        QString text;
        bool isProblem = false;
    };
    static constexpr std::size_t kKept = 10'000;

    void append(const QString& text, bool isProblem = false)
    {
        m_kept.push_back({QDateTime::currentMSecsSinceEpoch(), text, isProblem});
        ++m_count;
        if (m_kept.size() > kKept)
            m_kept.pop_front();
    }

    /// The last kKept lines of `count()`.
    [[nodiscard]] const std::deque<Line>& kept() const { return m_kept; }
    [[nodiscard]] qint64 count() const { return m_count; }

private:
    std::deque<Line> m_kept;
    qint64 m_count = 0;
};

} // namespace dumpscope::gui
