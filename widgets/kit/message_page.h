// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QLabel;

namespace dumpscope::gui {

/// What a panel shows while it has nothing to show: one sentence and at most one link.
class MessagePage : public QWidget {
    Q_OBJECT
public:
    explicit MessagePage(QWidget* parent = nullptr);
    /// `link` stands behind the sentence without a full stop and runs `action`; empty: none.
    void show(const QString& sentence, const QString& link, std::function<void()> action = {});
    using QWidget::show;
    [[nodiscard]] QString text() const;

private:
    QLabel* m_label;
    std::function<void()> m_action;
};

} // namespace dumpscope::gui
