// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QToolButton;

namespace dumpscope::gui {

/// One line above the panels that says what happened and offers one thing to do about it. Never
/// modal; closes with its cross or by doing the thing.
class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);
    /// Replaces what is shown. `action` empty: only the sentence.
    void show(const QString& sentence, const QString& action, std::function<void()> run = {});
    [[nodiscard]] QString text() const;

private:
    QLabel* m_label;
    QToolButton* m_action;
    QToolButton* m_close;
    std::function<void()> m_run;
};

} // namespace dumpscope::gui
