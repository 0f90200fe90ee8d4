// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/name_elision.h"

#include "common/plain_text.h"

#include <QCache>
#include <QFontMetrics>
#include <QHashFunctions>
#include <QRegularExpression>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr QChar kEllipsis(0x2026);
/// Names like `weight.npy` are not a path of modules.
constexpr qsizetype kLeastDottedSegments = 3;

/// What separates the segments of `name`, or null when it is one piece.
QChar separatorOf(const QString& name)
{
    if (name.contains(QLatin1Char('/')))
        return QLatin1Char('/');
    if (name.count(QLatin1Char('.')) + 1 >= kLeastDottedSegments)
        return QLatin1Char('.');
    return {};
}

/// Numbers, directions and gradients of modules say nothing without the segment before them.
bool leansBack(QStringView segment)
{
    return segment == QLatin1String("forward") || segment == QLatin1String("backward")
        || segment == QLatin1String("parameters_grad")
        || std::all_of(segment.begin(), segment.end(), [](QChar c) { return c.isDigit(); });
}

/// The number of the layer in what is left out before the last segments, the only thing that many names
/// differ in: "3" of "layers/3/attn" or "3-DecoderLayer", "layer3".
QStringView layerOf(QStringView leftOut, QChar separator)
{
    static const QRegularExpression number(QStringLiteral("^\\d+(?=$|-)"));
    static const QRegularExpression word(QStringLiteral("^(?:layers?|blocks?|stages?|h)[_-]?\\d+(?=$|-)"));
    const QList<QStringView> segments = leftOut.split(separator);
    for (const QRegularExpression* pattern : {&number, &word}) {
        for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
            if (const auto match = pattern->match(segment->toString()); match.hasMatch())
                return segment->first(match.capturedLength());
        }
    }
    return {};
}

/// What stands for everything before `tail`: an ellipsis, and the layer's number where there is one.
QString gapBefore(const QString& name, qsizetype head, qsizetype tail, QChar separator)
{
    QString gap = QString(kEllipsis) + separator;
    const QStringView leftOut = QStringView(name).sliced(head, tail - 1 - head);
    const QStringView layer = layerOf(leftOut, separator);
    if (layer.isEmpty())
        return gap;
    const bool isFirst = leftOut.startsWith(layer), isLast = leftOut.endsWith(layer);
    if (isFirst)
        gap.clear();
    gap += layer;
    gap += separator;
    return isLast ? gap : gap + kEllipsis + separator;
}

/// Where the last `count` segments begin, or 0 when there are not more.
qsizetype startOfLast(const QString& name, QChar separator, int count)
{
    qsizetype at = name.size();
    for (int i = 0; i < count;) {
        if (at <= 0)
            return 0;
        const qsizetype end = at;
        at = name.lastIndexOf(separator, at - 1);
        if (at < 0)
            return 0;
        const bool leans
            = separator == QLatin1Char('.') && leansBack(QStringView(name).sliced(at + 1, end - at - 1));
        i += leans ? 0 : 1;
    }
    return at + 1;
}

struct CacheKey {
    QString name;
    QString font;
    int width;
    friend bool operator==(const CacheKey&, const CacheKey&) = default;
    friend size_t qHash(const CacheKey& key, size_t seed = 0)
    {
        return qHashMulti(seed, key.name, key.font, key.width);
    }
};

} // namespace

QString elidedName(const QString& name, int level)
{
    const QChar separator = separatorOf(name);
    if (level <= 0 || separator.isNull())
        return name;
    QString shorter;
    if (level == 1) {
        const qsizetype first = name.indexOf(separator, 1);
        const qsizetype tail = startOfLast(name, separator, 2);
        if (tail > first + 1)
            shorter = name.left(first + 1) + gapBefore(name, first + 1, tail, separator) + name.mid(tail);
    } else {
        const qsizetype tail = startOfLast(name, separator, level == 2 ? 2 : 1);
        if (tail > 0)
            shorter = gapBefore(name, 0, tail, separator) + name.mid(tail);
    }
    const QString before = elidedName(name, level - 1);
    return shorter.isEmpty() || shorter.size() >= before.size() ? before : shorter;
}

int elisionLevel(const QString& longest, const QFontMetrics& metrics, int width)
{
    for (int level = 0; level < kElisionLevels - 1; ++level) {
        if (metrics.horizontalAdvance(elidedName(longest, level)) <= width)
            return level;
    }
    return kElisionLevels - 1;
}

QString cutName(const QString& name, const QFontMetrics& metrics, int width)
{
    // elidedText() counts a rounding more than there is.
    return metrics.horizontalAdvance(name) <= width ? name : metrics.elidedText(name, Qt::ElideMiddle, width);
}

QString elidedName(const QString& asWritten, const QFontMetrics& metrics, int width)
{
    const QString name = shownName(asWritten);
    const QString shortest = elidedName(name, elisionLevel(name, metrics, width));
    const QChar separator = separatorOf(name);
    if (metrics.horizontalAdvance(shortest) <= width || separator.isNull())
        return cutName(shortest, metrics, width);
    // The last segment is cut, not the number before it; numbers behind dots stand at the end.
    const qsizetype tail = startOfLast(name, separator, 1);
    const QStringView layer
        = tail > 0 ? layerOf(QStringView(name).first(tail - 1), separator) : QStringView();
    const bool isDotted = separator == QLatin1Char('.');
    if (layer.isEmpty())
        return isDotted ? metrics.elidedText(shortest, Qt::ElideLeft, width)
                        : cutName(shortest, metrics, width);
    const QString before = kEllipsis + layer.toString();
    const QString last = metrics.elidedText(name.mid(tail), isDotted ? Qt::ElideLeft : Qt::ElideMiddle,
        width - metrics.horizontalAdvance(before));
    constexpr qsizetype kLeast = 4;
    return last.size() < kLeast ? cutName(shortest, metrics, width) : before + last;
}

QString elidedNameCached(const QString& name, const QFont& font, int width)
{
    thread_local QCache<CacheKey, QString> cache(8192);
    const CacheKey key {name, font.key(), width};
    if (const QString* const known = cache.object(key))
        return *known;
    const QString text = elidedName(name, QFontMetrics(font), width);
    cache.insert(key, new QString(text));
    return text;
}

} // namespace dumpscope::gui
