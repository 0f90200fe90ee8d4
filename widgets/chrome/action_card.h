// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace dumpscope::gui {

/// A big button of the start page: icon, title, what it does, key.
class ActionCard : public QAbstractButton {
    Q_OBJECT
public:
    ActionCard(const char* iconName, QWidget* parent);
    void setTexts(const QString& title, const QString& purpose, const QString& key);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    const char* m_icon;
    QString m_purpose, m_key;
};

} // namespace dumpscope::gui
