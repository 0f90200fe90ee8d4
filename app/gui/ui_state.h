// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
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

    [[nodiscard]] QStringList recent() const;
    /// Moves `path` to the front.
    void addRecent(const QString& path);

private:
    std::unique_ptr<QSettings> m_settings;
    QStringList m_recent;
};

} // namespace dumpscope::gui
