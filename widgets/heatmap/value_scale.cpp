// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/value_scale.h"

#include "base/round_ticks.h"
#include "base/text.h"
#include "tensor/element_stream.h"
#include "tensor/element_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::gui {

namespace {
constexpr double kRounding = 1e-9; ///< of logarithms
} // namespace

ValueScale::ValueScale(ScaleKind kind, double low, double high)
    : m_kind(kind)
    , m_low(low)
    , m_high(high)
{
    if (!std::isfinite(low) || !std::isfinite(high) || low > high) {
        m_low = 0;
        m_high = 1;
    }
    if (kind == ScaleKind::Log && !(m_low > 0)) {
        if (!(m_high > 0))
            m_high = 1;
        m_low = m_high * 1e-6;
    }
    const double largest = std::max(std::fabs(m_low), std::fabs(m_high));
    if (largest > 0)
        m_linear = std::max(
            std::pow(10.0, std::floor(std::log10(largest)) - 6), std::numeric_limits<double>::min());
    m_toLow = to(m_low);
    m_toHigh = to(m_high);
}

double ValueScale::to(double x) const
{
    switch (m_kind) {
    case ScaleKind::Linear:
        return x / 2; // the difference of two halves cannot overflow
    case ScaleKind::Log:
        return x > 0 ? std::log10(x) : -std::numeric_limits<double>::infinity();
    case ScaleKind::SignedLog:
        break;
    }
    const double ratio = std::fabs(x) / m_linear;
    return std::copysign(ratio <= 1 ? ratio : 1 + std::log10(ratio), x);
}

double ValueScale::from(double t) const
{
    switch (m_kind) {
    case ScaleKind::Linear:
        return t * 2;
    case ScaleKind::Log:
        return std::pow(10.0, t);
    case ScaleKind::SignedLog:
        break;
    }
    const double size = std::fabs(t);
    return std::copysign(m_linear * (size <= 1 ? size : std::pow(10.0, size - 1)), t);
}

double ValueScale::position(double x) const
{
    if (m_low == m_high)
        return 0.5;
    return (to(x) - m_toLow) / (m_toHigh - m_toLow);
}

double ValueScale::valueAt(double position) const
{
    if (position <= 0 || m_low == m_high)
        return m_low;
    if (position >= 1)
        return m_high;
    const double low = to(m_low);
    const double value = from(low + (to(m_high) - low) * position);
    // A middle that is zero but for rounding is zero.
    return std::fabs(value) < 1e-14 * std::max(std::fabs(m_low), std::fabs(m_high))
            && m_kind == ScaleKind::Linear
        ? 0
        : value;
}

double ValueScale::shortValueAt(double position, double width) const
{
    const double value = valueAt(position);
    const double reach = std::fabs(valueAt(position + width / 2) - value);
    constexpr int kAllDigits = 17;
    for (int digits = 1; position > 0 && position < 1 && digits < kAllDigits; ++digits) {
        const double rounded = QString::number(value, 'g', digits).toDouble();
        if (std::fabs(rounded - value) <= reach)
            return rounded;
    }
    return value;
}

/// Powers of ten and, on both sides of it, 0; every second or third decade where all are too many. Fewer than
/// two where the range has no two of them.
std::vector<double> ValueScale::decades(int count) const
{
    const double most = std::max(std::fabs(m_low), std::fabs(m_high));
    const double least = m_kind == ScaleKind::Log ? m_low : m_linear;
    const int first = static_cast<int>(std::ceil(std::log10(least) - kRounding));
    const int last = static_cast<int>(std::floor(std::log10(most) + kRounding));
    for (int step = 1; step <= std::max(1, last - first); ++step) {
        std::vector<double> values;
        for (int power = last; power >= first; power -= step) {
            const double value = core::parseDouble("1e" + std::to_string(power)).value_or(0);
            for (const double side : {value, -value}) {
                if (side >= m_low && side <= m_high && side != 0)
                    values.push_back(side);
            }
        }
        if (m_kind == ScaleKind::SignedLog && m_low <= 0 && m_high >= 0)
            values.push_back(0);
        std::ranges::sort(values);
        if (values.size() <= static_cast<std::size_t>(count))
            return values;
    }
    return {};
}

std::vector<ValueScale::Tick> ValueScale::ticks(int count) const
{
    constexpr int kDigits = 6; // of a single number, which needs none to differ from others
    std::vector<Tick> result;
    if (m_low == m_high)
        return {{0.5, QString::fromStdString(core::streamText(m_low, kDigits))}};
    if (m_kind != ScaleKind::Linear) {
        const std::vector<double> values = decades(count);
        for (const double value : values)
            result.push_back({position(value), tickText(value, std::fabs(value))});
        if (values.size() > 1)
            return result;
        result.clear();
    }
    // A range that does not even double is nearly linear, whatever the scale.
    constexpr double kTwice = 2;
    if (m_kind == ScaleKind::Linear || (m_low > 0 && m_high < kTwice * m_low)
        || (m_high < 0 && m_low > kTwice * m_high)) {
        const core::RoundTicks round = core::roundTicks(m_low, m_high, static_cast<std::size_t>(count));
        for (const double value : round.values)
            result.push_back({position(value), tickText(value, round.step)});
        if (result.size() > 1)
            return result;
        result.clear();
    }
    for (int i = 0; i < count; ++i) {
        const double position = static_cast<double>(i) / (count - 1);
        const double value = valueAt(position);
        double distance = (m_high / 2 - m_low / 2) / (count - 1) * 2;
        if (m_kind != ScaleKind::Linear) {
            // In a range of few per cent numbers are closer to each other than to zero.
            const double neighbour = valueAt(static_cast<double>(i > 0 ? i - 1 : 1) / (count - 1));
            const double gap = std::fabs(value - neighbour);
            distance = gap < std::fabs(value) / 2 ? gap : std::fabs(value);
        }
        result.push_back({position, tickText(value, distance)});
    }
    return result;
}

QString tickText(double value, double distance)
{
    if (distance <= 0)
        return QString::fromStdString(core::numberText(value));
    // Numbers of up to six places before the point are written out: 50, not 5e+01.
    const double size = std::fabs(value);
    const int least = size >= 1 && size < 1e6 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
    for (int digits = least; digits < 17; ++digits) {
        const std::string text = core::streamText(value, digits);
        const double shown = core::parseDouble(text).value_or(value);
        if (std::fabs(shown - value) <= distance * 0.01)
            return QString::fromStdString(text);
    }
    return QString::fromStdString(core::numberText(value));
}

QString valueText(double value)
{
    const auto single = static_cast<float>(value);
    if (!std::isfinite(value) || static_cast<double>(single) != value)
        return QString::fromStdString(core::numberText(value));
    const core::ElementChunk chunk {core::DType::Float32, 0, 1, reinterpret_cast<const std::byte*>(&single)};
    return QString::fromStdString(core::elementText(chunk, 0));
}

} // namespace dumpscope::gui
