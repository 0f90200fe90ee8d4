// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/state_row.h"

#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QCoreApplication>
#include <QPainter>

namespace dumpscope::gui {

namespace {

constexpr const char* kStateTitles[] = {QT_TRANSLATE_NOOP("CaptureStates", "Self-test"),
    QT_TRANSLATE_NOOP("CaptureStates", "Connect"), QT_TRANSLATE_NOOP("CaptureStates", "Load model"),
    QT_TRANSLATE_NOOP("CaptureStates", "Arm dump"), QT_TRANSLATE_NOOP("CaptureStates", "Execute"),
    QT_TRANSLATE_NOOP("CaptureStates", "Drain"), QT_TRANSLATE_NOOP("CaptureStates", "Open")};
static_assert(std::size(kStateTitles) == RunSteps::kCount);
constexpr int kStateGlyph = 14;

} // namespace

QString captureStepTitle(int step)
{
    return QCoreApplication::translate("CaptureStates", kStateTitles[step]);
}

QString stepTime(qint64 ms)
{
    constexpr qint64 kSecond = 1000, kMinute = 60 * kSecond;
    if (ms < kSecond)
        return duration(ms);
    if (ms < kMinute)
        return StateRow::tr("%1 s").arg(static_cast<double>(ms) / 1000.0, 0, 'f', 1);
    return StateRow::tr("%1 min").arg(
        QStringLiteral("%1:%2").arg(ms / kMinute).arg(ms % kMinute / 1000, 2, 10, QLatin1Char('0')));
}

StateRow::StateRow(const CaptureRun& run, QWidget* parent)
    : QWidget(parent)
    , m_run(run)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    refresh();
}

QSize StateRow::sizeHint() const
{
    return {scaled(700), scaled(62)};
}

QSize StateRow::minimumSizeHint() const
{
    return {scaled(320), scaled(62)};
}

void StateRow::refresh()
{
    setAccessibleName(words());
    update();
}

QString StateRow::timeOf(int step) const
{
    const RunSteps::Step& one = m_run.steps()[step];
    switch (one.glyph) {
    case State::Running: {
        const qint64 ms = m_run.elapsedMs() - one.beganMs;
        if (step == RunSteps::kExecuting && m_run.executions() > 1)
            return tr("%1 of %2 · %3").arg(m_run.executed()).arg(m_run.executions()).arg(stepTime(ms));
        return stepTime(ms);
    }
    case State::Unpaired:
        return m_run.isActive() ? tr("waiting") : QString();
    case State::Fail:
        return tr("failed");
    case State::NotComparable:
        return tr("stopped");
    default:
        return one.tookMs >= 0 ? stepTime(one.tookMs) : QString();
    }
}

QString StateRow::words() const
{
    QStringList parts;
    for (int step = 0; step < RunSteps::kCount; ++step) {
        const QString time = timeOf(step);
        parts.append(time.isEmpty() ? captureStepTitle(step)
                                    : QStringLiteral("%1: %2").arg(captureStepTitle(step), time));
    }
    return tr("States of the capture: %1").arg(parts.join(QStringLiteral(", ")));
}

void StateRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double part = (width() - 2.0 * scaled(kLarge)) / RunSteps::kCount;
    const double side = scaled(kStateGlyph), top = scaled(kLarge), line = top + side / 2;
    const auto leftOf = [&](int step) { return scaled(kLarge) + part * step; };
    QFont bold = font();
    bold.setBold(true);
    const QFont small = secondaryFont();
    for (int step = 0; step < RunSteps::kCount; ++step) {
        const RunSteps::Step& one = m_run.steps()[step];
        const double x = leftOf(step);
        if (step + 1 < RunSteps::kCount) {
            const bool isPassed = one.glyph == State::Pass;
            QPen pen(theme.color(isPassed ? Token::Pass : Token::Border), isPassed ? 2 : 1.5);
            if (!isPassed)
                pen.setStyle(Qt::DashLine);
            painter.setPen(pen);
            painter.drawLine(
                QPointF(x + side + scaled(kSmall), line), QPointF(leftOf(step + 1) - scaled(kSmall), line));
        }
        paintStateGlyph(painter, one.glyph, QRectF(x, top, side, side), theme);
        const bool isNow = one.glyph == State::Running || one.glyph == State::Fail;
        const QFont& titleFont = isNow ? bold : font();
        const QRectF title(
            x, top + side + scaled(kTiny), part - scaled(kSmall), QFontMetricsF(font()).height());
        painter.setFont(titleFont);
        painter.setPen(theme.color(one.glyph == State::Unpaired ? Token::Secondary : Token::Text));
        painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(titleFont).elidedText(captureStepTitle(step), Qt::ElideRight, title.width()));
        painter.setFont(small);
        painter.setPen(theme.color(one.glyph == State::Fail ? Token::Fail : Token::Secondary));
        const QRectF time = title.translated(0, title.height());
        painter.drawText(time, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(small).elidedText(timeOf(step), Qt::ElideRight, time.width()));
    }
}

} // namespace dumpscope::gui
