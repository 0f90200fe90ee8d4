// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_text.h"
#include <QString>

#include <cstdint>
#include <vector>

namespace dumpscope::gui {

enum class ScaleKind : std::uint8_t { Linear, Log, SignedLog };

/// Where numbers lie between the ends of a range. Immutable value; double precision throughout.
///
/// Log: of numbers above zero; a low end that is not positive becomes the high one divided by 10^6.
/// SignedLog: t(x) = sign(x) · (|x| <= L ? |x| / L : 1 + log10(|x| / L)), L the decade of the larger
/// end less six, as core's histogram has it.
class ValueScale {
public:
    ValueScale() = default;
    /// Ends that are not finite or not in order become 0 and 1.
    ValueScale(ScaleKind kind, double low, double high);

    [[nodiscard]] ScaleKind kind() const { return m_kind; }
    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }
    /// 0 at the low end, 1 at the high one, outside beyond; half for all numbers of an empty range.
    /// -Inf where the scale has no place for `x` (zero and negative numbers of Log).
    [[nodiscard]] double position(double x) const;
    [[nodiscard]] double valueAt(double position) const;
    /// The one with the fewest digits where the scale is `width` wide, as a pixel is; its ends as they are.
    [[nodiscard]] double shortValueAt(double position, double width) const;

    struct Tick {
        double position;
        QString text;
    };
    /// At most `count` round numbers of a linear scale; else, and where there are fewer than two, `count`
    /// ticks at equal distances, the ends among them. In as few digits as tell them apart.
    [[nodiscard]] std::vector<Tick> ticks(int count) const;

    bool operator==(const ValueScale&) const = default;

private:
    [[nodiscard]] std::vector<double> decades(int count) const;
    [[nodiscard]] double to(double x) const;
    [[nodiscard]] double from(double t) const;

    ScaleKind m_kind = ScaleKind::Linear;
    double m_low = 0, m_high = 1;
    double m_linear = 1;                ///< L
    double m_toLow = 0, m_toHigh = 0.5; ///< the ends on the axis
};

/// A number in as few digits as its distance to its neighbours on an axis needs.
[[nodiscard]] QString tickText(double value, double distance);

/// The shortest text of a number; of one that float32 holds, the shortest that tells it from others there.
[[nodiscard]] QString valueText(double value);

} // namespace dumpscope::gui
