// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/opened_pair.h"

#include <QWidget>

#include <memory>

namespace dumpscope::gui {

/// |target − golden| over |golden|, both logarithmic, one point an element; the limit as a dashed curve,
/// what is beyond it in the colour of failures and on top. Equal elements and zero goldens have bands of
/// their own at the border.
class ErrorScatterPlot : public QWidget {
    Q_OBJECT
public:
    explicit ErrorScatterPlot(QWidget* parent = nullptr);
    void setErrors(std::shared_ptr<const PairErrors> errors);

    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::shared_ptr<const PairErrors> m_errors;
};

} // namespace dumpscope::gui
