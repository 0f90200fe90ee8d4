// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QSettings>
#include <QStringList>

#include <memory>

class QMainWindow;

namespace dumpscope::gui {

class MainWindow;

/// What the program remembers by itself and may lose: geometry, docks, the recent list. A broken file
/// gives defaults. Without a file (`--fresh`, screenshots, tests) nothing is read or written.
class UiState {
public:
    static constexpr int kRecent = 9;
    /// Empty: nowhere.
    explicit UiState(const QString& file);

    void restore(MainWindow& window) const;
    void save(MainWindow& window);

    /// What was open, newest first: a dump, a workspace, or target and golden.
    struct Recent {
        QStringList paths;
        QDateTime when;
    };
    [[nodiscard]] const QList<Recent>& recent() const { return m_recent; }
    /// Moves it to the front.
    void addRecent(const QStringList& paths);

private:
    void readRecent();
    void writeRecent();

    std::unique_ptr<QSettings> m_settings;
    QList<Recent> m_recent;
};

} // namespace dumpscope::gui
