// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QWidget>

namespace dumpscope::gui {

/// An icon that stands beside words; as sharp, as large and of the colour as the window is now.
class IconLabel : public QWidget {
    Q_OBJECT
public:
    /// `side` as the design gives it.
    IconLabel(const QIcon& icon, int side, QWidget* parent);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
    int m_side;
};

} // namespace dumpscope::gui
