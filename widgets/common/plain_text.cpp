// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/plain_text.h"

#include "base/text.h"
#include "common/core_text.h"

#include <QImage>
#include <QLabel>
#include <QTextDocument>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr qsizetype kLongestLine = 90;
constexpr qsizetype kLongestWord = 16; ///< fits into the narrowest panel

/// Behind which a line may break.
bool isJoint(QChar letter)
{
    return letter.isSpace() || QStringView(u"/._,;").contains(letter);
}

/// Also with what stands around it in a sentence.
bool isNumber(QStringView word)
{
    return std::ranges::all_of(
        word, [](QChar letter) { return letter.isDigit() || QStringView(u"+-.,;:()e%").contains(letter); });
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

QString breakable(const QString& text)
{
    constexpr char16_t kBreak = 0x200B, kIdeographs = 0x2E80; // among those a line breaks anyway
    const auto isWord
        = [&text](qsizetype at) { return at < text.size() && !text[at].isSpace() && text[at] < kIdeographs; };
    QString broken;
    for (qsizetype at = 0, end = 0; at < text.size(); at = end) {
        for (end = at + 1; isWord(at) && isWord(end);)
            ++end;
        const QStringView word = QStringView(text).sliced(at, end - at);
        const bool isLong = word.size() > kLongestWord && !isNumber(word);
        qsizetype piece = 0; ///< letters since the line could break
        for (qsizetype letter = at; letter < end; ++letter) {
            broken += text[letter];
            piece = isJoint(text[letter]) ? 0 : piece + 1;
            if (isLong && letter + 1 < end && (piece == 0 || piece >= kLongestWord))
                broken += kBreak;
        }
    }
    return broken;
}

} // namespace dumpscope::gui
