// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QStandardItemModel;
class QTreeView;

namespace dumpscope::gui {

class ActionRegistry;
class Preferences;

/// All actions with their keys, by context; keys can be changed, a clash is reported before it happens.
class ShortcutEditor : public QWidget {
    Q_OBJECT
public:
    ShortcutEditor(ActionRegistry& actions, Preferences& preferences, QWidget* parent = nullptr);
    void selectAction(QByteArrayView id);
    /// False, and nothing changes, when another action has the key in that context.
    bool assign(QByteArrayView id, const QKeySequence& key);
    /// What stands below the list: a clash, what an import brought, or nothing.
    [[nodiscard]] QString notice() const;
    /// Asks for a file of keys (common/keymap.h) and writes or reads it.
    void askForExport();
    void askForImport();
    void exportKeys(const QString& path);
    void importKeys(const QString& path);

private:
    void retranslate();
    void fill();
    void filter();
    void showCurrent();
    void say(const QString& notice);
    [[nodiscard]] QByteArray currentId() const;

    ActionRegistry& m_actions;
    Preferences& m_preferences;
    QLineEdit* m_filter;
    QTreeView* m_view;
    QStandardItemModel* m_model;
    QKeySequenceEdit* m_keys;
    QLabel *m_label, *m_notice;
    QPushButton *m_reset, *m_resetAll, *m_export, *m_import;
};

/// Ctrl+/: the same as a window of its own, not modal.
class ShortcutSheet : public QDialog {
    Q_OBJECT
public:
    ShortcutSheet(ActionRegistry& actions, Preferences& preferences, QWidget* parent = nullptr);
    [[nodiscard]] ShortcutEditor& editor() const { return *m_editor; }

private:
    ShortcutEditor* m_editor;
};

/// Context of a key in words: "window", "plane".
[[nodiscard]] QString contextWord(int context);

} // namespace dumpscope::gui
