// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace dumpscope::gui {

/// What the tint of failing cells of TargetMatrixModel stands for, from pale to full.
class TintLegend : public QWidget {
    Q_OBJECT
public:
    explicit TintLegend(QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] static QString words() { return tr("failing, relative L2 error"); }
};

} // namespace dumpscope::gui
