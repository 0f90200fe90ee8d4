// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QVariant>

#include <memory>
#include <span>

class QSettings;

namespace dumpscope::gui {

class ActionRegistry;

enum class Preference : std::uint8_t {
    Theme,
    Language,
    Density,
    FontScale,
    Threads,
    NewFiles,
    SourceFolders,
    Keys
};

/// A line of the one table of settings.
struct PreferenceInfo {
    Preference id;
    const char* key;     ///< in the file
    const char* title;   ///< English, for tr() in the context "Preferences"
    const char* purpose; ///< a sentence, likewise
    const char* fallback;
    std::span<const char* const> choices; ///< of a text; empty: anything
    double least = 0, most = 0;           ///< of a number
};
[[nodiscard]] std::span<const PreferenceInfo> preferenceTable();
[[nodiscard]] const PreferenceInfo& info(Preference preference);

/// How the user likes the program; user scope, kept in an INI file at once. What the file holds beyond
/// its range is taken as not there. GUI thread.
class Preferences : public QObject {
    Q_OBJECT
public:
    /// An empty path keeps everything in memory.
    explicit Preferences(const QString& iniPath, QObject* parent = nullptr);
    ~Preferences() override;

    [[nodiscard]] QVariant value(Preference preference) const;
    [[nodiscard]] QString text(Preference preference) const { return value(preference).toString(); }
    [[nodiscard]] bool isDefault(Preference preference) const;
    /// False when the value is outside its range; nothing changes then.
    bool set(Preference preference, const QVariant& value);
    void reset(Preference preference);

    /// Prefixes of source paths in dumps and where they are here: "/build/net" -> "/home/me/net".
    [[nodiscard]] QString mappedSource(const QString& path) const;

signals:
    void changed(dumpscope::gui::Preference preference);

private:
    std::unique_ptr<QSettings> m_file;
    QHash<int, QVariant> m_memory;
};

/// Applies theme, language, density, font size and keys now and whenever they change. Both outlive
/// the application's windows.
void followPreferences(Preferences& preferences, ActionRegistry& actions);
/// Keeps the keys that differ from the table's.
void rememberKeys(Preferences& preferences, const ActionRegistry& actions);

} // namespace dumpscope::gui
