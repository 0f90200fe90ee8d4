// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/error_pair_plot.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "comparison/suspects/suspect_errors.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kLowest = -9, kHighest = 2; ///< decades of the axis

double placeOf(double error)
{
    if (!(error > 0))
        return 0;
    const double decade = std::isfinite(error) ? std::log10(error) : kHighest;
    return std::clamp((decade - kLowest) / (kHighest - kLowest), 0.01, 1.0);
}

QString errorText(const std::optional<double>& error, bool isBound)
{
    return !error     ? ErrorPairPlot::tr("unknown")
        : *error == 0 ? ErrorPairPlot::tr("equal")
                      : suspectErrorText(error, isBound);
}

/// A tensor that came in is wrong, not what was made of it.
bool isOfInput(core::SuspectReason reason)
{
    using Reason = core::SuspectReason;
    return reason == Reason::WrongInput || reason == Reason::WrongChoice || reason == Reason::NonFiniteInput;
}

} // namespace

void ErrorPairPlot::setErrors(std::optional<core::Suspect> suspect, double noise)
{
    m_suspect = std::move(suspect);
    m_noise = noise;
    if (m_suspect) {
        const SuspectErrors errors = suspectErrors(*m_suspect);
        const QString input = errorText(errors.input, errors.isInputBound);
        const QString output = errorText(errors.output, errors.isOutputBound);
        setAccessibleName(errors.measure == core::ErrorMeasure::WorstElement
                ? tr("Error of the worst input %1, of the worst element of the output %2").arg(input, output)
                : errors.measure == core::ErrorMeasure::Norm
                ? tr("Error of the worst input %1, of the norm of the output %2").arg(input, output)
                : tr("Error of the worst input %1, of the worst output %2").arg(input, output));
    }
    setVisible(m_suspect.has_value());
    update();
}

QSize ErrorPairPlot::sizeHint() const
{
    return {scaled(200), scaled(72)};
}

void ErrorPairPlot::paintEvent(QPaintEvent*)
{
    if (!m_suspect)
        return;
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    const QFont small = secondaryFont();
    const QFontMetrics metrics(small);
    const SuspectErrors errors = suspectErrors(*m_suspect);
    const QString input = tr("worst input"), output = suspectMeasureText(errors.measure);
    const int words = std::max(metrics.horizontalAdvance(input), metrics.horizontalAdvance(output));
    const int numbers = QFontMetrics(monospaceFont(small)).horizontalAdvance(QStringLiteral("0.0000e-00"));
    const QRect axis(scaled(kWide) + words + scaled(kLarge), scaled(kMedium),
        width() - 2 * scaled(kWide) - words - numbers - 2 * scaled(kLarge), height() - scaled(26));
    if (axis.width() < scaled(40))
        return;
    painter.setFont(monospaceFont(small));
    for (int decade = -9; decade <= 0; decade += 3) {
        const int x = axis.left() + static_cast<int>(placeOf(std::pow(10.0, decade)) * axis.width());
        painter.setPen(theme.color(Token::Grid));
        painter.drawLine(x, axis.top(), x, axis.bottom());
        painter.setPen(theme.color(Token::Secondary));
        const QString text = decade == 0 ? QStringLiteral("1") : QStringLiteral("1e%1").arg(decade);
        painter.drawText(QRect(x - scaled(30), axis.bottom() + 2, scaled(60), scaled(18)),
            Qt::AlignHCenter | Qt::AlignTop, text);
    }
    const int bar = axis.height() / 2;
    const auto draw
        = [&](int row, const QString& word, std::optional<double> error, bool isBound, const QColor& colour) {
              const QRect line(axis.left(), axis.top() + row * bar, axis.width(), bar);
              painter.setFont(small);
              painter.setPen(theme.color(Token::Secondary));
              painter.drawText(QRect(scaled(kWide), line.top(), words, bar), Qt::AlignVCenter, word);
              const int length = static_cast<int>(placeOf(error.value_or(0)) * axis.width());
              if (error)
                  painter.fillRect(
                      QRect(line.left(), line.top() + bar / 5, std::max(2, length), bar * 3 / 5), colour);
              painter.setFont(monospaceFont(small));
              painter.setPen(theme.color(Token::Text));
              painter.drawText(QRect(axis.right() + scaled(kLarge), line.top(), numbers, bar),
                  Qt::AlignVCenter, errorText(error, isBound));
          };
    QColor grey = theme.color(Token::NotComparable);
    grey.setAlphaF(0.35F);
    // What the sentence below accuses stands out; whether the input was inherited is what it decides.
    const QColor red = theme.color(Token::Fail);
    const bool isInput = isOfInput(m_suspect->reason);
    draw(0, input, errors.input, errors.isInputBound, isInput ? red : grey);
    draw(1, output, errors.output, errors.isOutputBound, isInput ? grey : red);
    if (m_noise > 0) {
        const int x = axis.left() + static_cast<int>(placeOf(m_noise) * axis.width());
        painter.setPen(QPen(theme.color(Token::Warn), 1.5, Qt::DashLine));
        painter.drawLine(x, axis.top(), x, axis.bottom());
    }
}

} // namespace dumpscope::gui
