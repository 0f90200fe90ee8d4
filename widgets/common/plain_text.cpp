// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/plain_text.h"

#include "base/text.h"
#include "common/core_text.h"

#include <QImage>
#include <QLabel>
#include <QTextDocument>

namespace dumpscope::gui {

namespace {

constexpr qsizetype kLongestLine = 90;

/// Behind which a line may break.
bool isJoint(QChar letter)
{
    return letter.isSpace() || QStringView(u"/._,;").contains(letter);
}

} // namespace

QVariant noResource(int type)
{
    if (type != QTextDocument::ImageResource)
        return QByteArray("");
    QImage nothing(1, 1, QImage::Format_ARGB32);
    nothing.fill(Qt::transparent);
    return nothing;
}

void makeRich(QLabel& label)
{
    label.setTextFormat(Qt::RichText);
}

QString menuText(const QString& name)
{
    return shownName(name).replace(u'&', QStringLiteral("&&"));
}

QString shownName(std::string_view name)
{
    return fromCore(core::printable(name));
}

QString shownName(const QString& name)
{
    return shownName(asText(name.toUtf8()));
}

QString tipText(const QString& name)
{
    const QString text = fromCore(core::withoutControls(name.toStdString()));
    QString lines;
    qsizetype start = 0, joint = -1;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text[at] == u'\n') {
            lines += QStringView(text).sliced(start, at + 1 - start);
            start = at + 1;
            joint = -1;
            continue;
        }
        if (at - start >= kLongestLine) {
            const qsizetype end = joint > start ? joint : at;
            lines += QStringView(text).sliced(start, end - start);
            lines += u'\n';
            start = end;
            joint = -1;
        }
        if (isJoint(text[at]))
            joint = at + 1;
    }
    lines += QStringView(text).sliced(start);
    return lines;
}

} // namespace dumpscope::gui
