// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace dumpscope::core {
class FormatRegistry;
}

namespace dumpscope::gui {

class ActionRegistry;

/// F1: how to work, a page for each panel, metrics, formats, filters, keys, command line. Not modal.
class HelpWindow : public QDialog {
    Q_OBJECT
public:
    HelpWindow(const core::FormatRegistry& formats, const ActionRegistry& actions, QWidget* parent = nullptr);
    /// "workflow", "metrics", "filter", the id of a panel …; false if there is none.
    bool showTopic(const QString& topic);
    [[nodiscard]] static QStringList topics();
    /// What is said about `widget`: the property "help" of the nearest widget around it that has one.
    [[nodiscard]] static QString topicFor(const QWidget* widget);

private:
    void retranslate();
    void load();
    [[nodiscard]] QString textOf(const QString& topic) const;
    [[nodiscard]] QString formatsText() const;
    [[nodiscard]] QString shortcutsText() const;

    const core::FormatRegistry& m_formats;
    const ActionRegistry& m_actions;
    QListWidget* m_topics;
    QTextBrowser* m_text;
};

} // namespace dumpscope::gui
