// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/duration_heat.h"

#include "comparison/verdict_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

struct DurationHeat {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::DurationHeat)
};

/// Lightness falls from left to right on a light panel and rises on a dark one (docs/window.md 8.8).
constexpr std::array<QRgb, 3> kLightRamp {0xFFE9F1FB, 0xFF7FB0E2, 0xFF12417F};
constexpr std::array<QRgb, 3> kDarkRamp {0xFF1E2A3A, 0xFF3A6EAE, 0xFFB4D5FF};

double luminance(const QColor& color)
{
    const auto linear
        = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

double heatPosition(double share)
{
    if (!(share > kLeastHeatShare))
        return 0;
    return std::min(1.0, 1 - std::log10(share) / std::log10(kLeastHeatShare));
}

QColor heatFill(double position, const Theme& theme)
{
    const auto& ramp = theme.isDark() ? kDarkRamp : kLightRamp;
    const double along = std::clamp(position, 0.0, 1.0) * static_cast<double>(ramp.size() - 1);
    const auto from = std::min(static_cast<std::size_t>(along), ramp.size() - 2);
    const auto share = static_cast<float>(along - static_cast<double>(from));
    const QColor low = QColor::fromRgb(ramp[from]), high = QColor::fromRgb(ramp[from + 1]);
    const auto mixed = [share](float a, float b) { return a + (b - a) * share; };
    return QColor::fromRgbF(
        mixed(low.redF(), high.redF()), mixed(low.greenF(), high.greenF()), mixed(low.blueF(), high.blueF()));
}

QColor inkOn(const QColor& fill)
{
    constexpr double kEquallyFar = 0.179; // from black and from white
    return luminance(fill) > kEquallyFar ? Qt::black : Qt::white;
}

std::optional<double> durationOf(const ShownGraph& shown, const ShownGraph::Item& item)
{
    const core::GraphDurations& durations = shown.durations();
    if (item.isScope) {
        const core::GraphDurations::Scope& scope = durations.scopes[item.index];
        return scope.timed > 0 ? std::optional(scope.duration) : std::nullopt;
    }
    const core::OperatorTime* const time = durations.nodes[item.index];
    return time != nullptr ? std::optional(time->duration) : std::nullopt;
}

QString durationText(const core::OperatorTime& time)
{
    return (time.runs > 1 ? QStringLiteral("Σ ") : QString()) + shortNumber(time.duration)
        + QStringLiteral(" µs");
}

QString shareText(double share)
{
    constexpr double kLeast = 0.0005; // what is shown with one digit
    if (share > 0 && share < kLeast)
        return QStringLiteral("< 0.1 %");
    return QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
}

QString durationWords(const ShownGraph& shown, const ShownGraph::Item& item)
{
    const std::optional<double> duration = durationOf(shown, item);
    if (!duration)
        return {};
    const core::GraphDurations& durations = shown.durations();
    QString words = item.isScope ? shortNumber(*duration) + QStringLiteral(" µs")
                                 : durationText(*durations.nodes[item.index]);
    words = DurationHeat::tr("%1, %2 of what is timed in this graph")
                .arg(words, shareText(durations.shareOf(*duration)));
    if (!item.isScope)
        return words;
    return words
        + DurationHeat::tr(" (%n operators inside are timed)", nullptr,
            static_cast<int>(durations.scopes[item.index].timed));
}

} // namespace dumpscope::gui
