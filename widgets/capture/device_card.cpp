// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device_card.h"

#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/spacing.h"

#include <QPainter>

namespace dumpscope::gui {

QString deviceTitle(const CaptureSetup::Device& device)
{
    if (device.isCpu())
        return DeviceCard::tr("CPU device");
    return device.name.isEmpty() ? DeviceCard::tr("NPU %1").arg(device.id)
                                 : DeviceCard::tr("%1, device %2").arg(device.name).arg(device.id);
}

QString deviceFacts(const CaptureSetup::Device& device)
{
    if (!device.trouble.isEmpty())
        return device.trouble;
    QStringList facts;
    facts.append(device.isCpu() ? DeviceCard::tr("built in, runs ONNX models") : device.version);
    if (device.memoryTotal > 0)
        facts.append(
            DeviceCard::tr("%1 of %2 free").arg(byteSize(device.memoryFree), byteSize(device.memoryTotal)));
    facts.removeAll(QString());
    return facts.join(QStringLiteral(" · "));
}

DeviceCard::DeviceCard(const CaptureSetup::Device& device, QWidget* parent)
    : QAbstractButton(parent)
    , m_device(device)
{
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const bool isReady = device.trouble.isEmpty();
    setText(deviceTitle(device));
    setAccessibleName(
        QStringLiteral("%1, %2, %3")
            .arg(deviceTitle(device), isReady ? tr("ready") : tr("not ready"), deviceFacts(device)));
    setToolTip(QStringList {deviceTitle(device), device.version, device.runtime, deviceFacts(device)}.join(
        QLatin1Char('\n')));
}

QSize DeviceCard::sizeHint() const
{
    return {scaled(280), scaled(42)};
}

void DeviceCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool isMarked = isChecked() || hasFocus();
    painter.setPen(QPen(theme.color(isMarked ? Token::Accent : Token::Border), isMarked ? 2 : 1));
    painter.setBrush(theme.color(isChecked() ? Token::Selection : underMouse() ? Token::Hover : Token::Base));
    painter.drawRoundedRect(frame, scaled(4), scaled(4));
    const int side = scaled(16);
    gui::icon("device").paint(&painter, QRect(scaled(kWide), (height() - side) / 2, side, side));
    QRect room = rect().adjusted(
        scaled(kWide) + side + scaled(kWide), scaled(kSmall), -scaled(kWide), -scaled(kSmall));
    const QRect upper(room.left(), room.top(), room.width(), room.height() / 2);
    const QRect lower = upper.translated(0, room.height() / 2);
    const bool isReady = m_device.trouble.isEmpty();
    const QString word = isReady ? tr("ready") : tr("not ready");
    painter.setFont(secondaryFont());
    const QFontMetrics small(painter.font());
    const int glyph = scaled(12), wordWidth = small.horizontalAdvance(word);
    const QRect wordRoom(upper.right() - wordWidth, upper.top(), wordWidth + 1, upper.height());
    painter.setPen(theme.color(isChecked() ? Token::Text : Token::Secondary));
    painter.drawText(wordRoom, Qt::AlignVCenter, word);
    paintStateGlyph(painter, isReady ? State::Pass : State::Warn,
        QRectF(wordRoom.left() - glyph - scaled(kSmall), upper.center().y() - glyph / 2.0 + 1, glyph, glyph),
        theme);
    painter.drawText(lower, Qt::AlignLeft | Qt::AlignVCenter,
        small.elidedText(deviceFacts(m_device), Qt::ElideRight, lower.width()));
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.color(Token::Text));
    const int titleWidth = wordRoom.left() - glyph - scaled(kWide) - upper.left();
    painter.drawText(QRect(upper.left(), upper.top(), titleWidth, upper.height()),
        Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(bold).elidedText(deviceTitle(m_device), Qt::ElideRight, titleWidth));
}

} // namespace dumpscope::gui
