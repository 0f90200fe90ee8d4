// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/preferences.h"

#include <QDialog>
#include <QHash>

class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QTabWidget;

namespace dumpscope::gui {

/// Every setting of the table; applies at once, not modal.
class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    PreferencesDialog(Preferences& preferences, ActionRegistry& actions, QWidget* parent = nullptr);
    /// The widget that shows a setting, for tests and screen readers.
    [[nodiscard]] QWidget* editor(Preference preference) const
    {
        return m_editors.value(static_cast<int>(preference));
    }

private:
    void addLine(QFormLayout* form, const PreferenceInfo& line);
    [[nodiscard]] QWidget* createEditor(const PreferenceInfo& line);
    void retranslate();
    void load(Preference preference);

    Preferences& m_preferences;
    QTabWidget* m_tabs;
    QHash<int, QWidget*> m_editors;
    QHash<int, QLabel*> m_titles, m_purposes;
};

} // namespace dumpscope::gui
