// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/numbers.h"

#include "base/text.h"

#include <QCoreApplication>
#include <QDateTime>

namespace dumpscope::gui {

namespace {
constexpr QChar kThinSpace(0x2009);
constexpr int kGroup = 3;
} // namespace

QString groupedNumber(qint64 number)
{
    QString text = QString::number(number);
    const qsizetype first = number < 0 ? 1 : 0;
    for (qsizetype at = text.size() - kGroup; at > first; at -= kGroup)
        text.insert(at, kThinSpace);
    return text;
}

QString byteSize(quint64 bytes)
{
    return QString::fromStdString(core::byteSizeText(bytes));
}

QString duration(qint64 ms)
{
    if (ms < 1000)
        return QCoreApplication::translate("Duration", "%1 ms").arg(ms);
    const qint64 seconds = ms / 1000;
    if (seconds < 120)
        return QCoreApplication::translate("Duration", "%1 s").arg(seconds);
    const qint64 minutes = seconds / 60;
    if (minutes < 120)
        return QCoreApplication::translate("Duration", "%1 min").arg(minutes);
    return QCoreApplication::translate("Duration", "%1 h").arg(minutes / 60);
}

QString momentText(quint64 microseconds)
{
    constexpr quint64 kSecond = 1'000'000, kFirst = 946'684'800 * kSecond, kLast = 4'102'444'800 * kSecond;
    if (microseconds < kFirst || microseconds >= kLast) // of 2000 to 2100
        return QCoreApplication::translate("Duration", "%1 µs")
            .arg(groupedNumber(static_cast<qint64>(microseconds)));
    const QDateTime time
        = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(microseconds / kSecond), Qt::UTC);
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
        + QStringLiteral(".%1 UTC").arg(microseconds % kSecond, 6, 10, QLatin1Char('0'));
}

} // namespace dumpscope::gui
