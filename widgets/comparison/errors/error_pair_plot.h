// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect.h"

#include <QWidget>

#include <optional>

namespace dumpscope::gui {

/// Errors of the worst input and the worst output of one operator as two bars over one logarithmic axis;
/// exact equality has its own place at the left end.
class ErrorPairPlot : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// `noise`: the error the run shows everywhere, a dashed line; 0: none.
    void setErrors(std::optional<core::Suspect> suspect, double noise);
    [[nodiscard]] bool hasErrors() const { return m_suspect.has_value(); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<core::Suspect> m_suspect;
    double m_noise = 0;
};

} // namespace dumpscope::gui
