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

    /// What is known of an entry; -1: not known.
    struct Facts {
        qint64 tensors = -1;                          ///< of one dump
        qint64 failed = -1, warned = -1, passed = -1; ///< pairs of two
        bool operator==(const Facts&) const = default;
    };
    /// What was open, newest first: a dump, a workspace, or target and golden.
    struct Recent {
        QStringList paths;
        QDateTime when;
        QByteArray view; ///< a workspace: roles, filters, what was selected when it was closed; may be empty
        Facts facts;
    };
    [[nodiscard]] const QList<Recent>& recent() const { return m_recent; }
    /// Moves it to the front.
    void addRecent(const QStringList& paths);
    /// How these paths looked; nothing when they are not in the list.
    void keepView(const QStringList& paths, const QByteArray& view);
    /// What is known of them; nothing when they are not in the list.
    void keepFacts(const QStringList& paths, const Facts& facts);

private:
    [[nodiscard]] QList<Recent>::iterator findRecent(const QStringList& paths);
    void readRecent();
    void writeRecent();

    std::unique_ptr<QSettings> m_settings;
    QList<Recent> m_recent;
};

} // namespace dumpscope::gui
