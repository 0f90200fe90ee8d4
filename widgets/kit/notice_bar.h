// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

#include <functional>

class QLabel;

namespace dumpscope::gui {

/// One line below the panels, or over the lower edge of one, that says what happened and offers one thing to
/// do about it. It moves nothing that is looked at. Never modal; closes with its cross or by doing the thing.
class NoticeBar : public QToolBar {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);
    /// Replaces what is shown. `action` empty: only the sentence. `dismissed`: when its cross is clicked.
    void show(const QString& sentence, const QString& action, std::function<void()> run = {},
        std::function<void()> dismissed = {});
    /// The same, once what is shown now was closed.
    void showAfter(const QString& sentence, const QString& action, std::function<void()> run = {},
        std::function<void()> dismissed = {});
    [[nodiscard]] QString text() const;
    /// What the button of the sentence does.
    [[nodiscard]] QAction* action() const { return m_action; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_label;
    QAction* m_action;
    QAction* m_close;
    std::function<void()> m_run, m_dismissed, m_next;
    void leave(const std::function<void()>& done);
};

} // namespace dumpscope::gui
