// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"

#include <QWidget>

#include <optional>

namespace dumpscope::gui {

/// How many elements of a pair have an error of which size: bars over powers of two, exact equality in a
/// bar of its own at the left, NaN and infinities that disagree at the right. Counts are logarithmic.
class ErrorHistogramPlot : public QWidget {
    Q_OBJECT
public:
    explicit ErrorHistogramPlot(QWidget* parent = nullptr);
    void setHistogram(std::optional<core::ErrorHistogram> histogram);

    /// A bar: elements with an error from 2^`exponent` on, below 2^(`exponent` + `powers`).
    struct Bar {
        enum class Kind : std::uint8_t { Equal, Error, Conflict } kind = Kind::Error;
        int exponent = 0;
        std::uint64_t count = 0;
        int powers = 1;
    };
    /// From left to right, as core counts; where there are more than kMostBars, several powers in each.
    static constexpr int kMostBars = 24;
    [[nodiscard]] static std::vector<Bar> barsOf(const core::ErrorHistogram& histogram);

    /// What the axes are.
    [[nodiscard]] static QString caption();

    [[nodiscard]] QSize sizeHint() const override { return {320, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 80}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();

    std::vector<Bar> m_bars;
};

} // namespace dumpscope::gui
