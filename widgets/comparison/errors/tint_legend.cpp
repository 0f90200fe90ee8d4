// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/tint_legend.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "comparison/targets/target_matrix.h"
#include "kit/cell_delegate.h"

#include <QEvent>
#include <QPainter>

namespace dumpscope::gui {

namespace {

constexpr int kBar = 90;

QString powerText(int decade)
{
    return decade == 0 ? QStringLiteral("1") : QStringLiteral("1e%1").arg(decade);
}

} // namespace

TintLegend::TintLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(words());
}

QSize TintLegend::sizeHint() const
{
    const QFontMetrics metrics(secondaryFont());
    const int texts = metrics.horizontalAdvance(words())
        + metrics.horizontalAdvance(powerText(TargetMatrixModel::kPaleDecade))
        + metrics.horizontalAdvance(powerText(TargetMatrixModel::kFullDecade));
    return {texts + scaled(kBar) + 4 * scaled(kMedium), metrics.height() + scaled(kSmall)};
}

void TintLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setFont(secondaryFont());
    painter.setPen(theme.color(Token::Secondary));
    int x = 0;
    const auto write = [&](const QString& text) {
        const int wide = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(QRect(x, 0, wide + 1, height()), Qt::AlignVCenter, text);
        x += wide + scaled(kMedium);
    };
    write(words());
    write(powerText(TargetMatrixModel::kPaleDecade));
    const QRect bar(x, height() / 4, scaled(kBar), height() / 2);
    painter.fillRect(bar, theme.color(Token::Base));
    for (int i = 0; i < bar.width(); ++i)
        painter.fillRect(QRect(bar.left() + i, bar.top(), 1, bar.height()),
            tintColour(static_cast<double>(i) / bar.width(), theme));
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    x += bar.width() + scaled(kMedium);
    write(powerText(TargetMatrixModel::kFullDecade));
}

void TintLegend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(words());
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

} // namespace dumpscope::gui
