// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/name_elision.h"

#include "common/plain_text.h"

#include <QCache>
#include <QFontMetrics>
#include <QHashFunctions>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

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

/// Numbers, directions, gradients and parameters of modules say nothing without the segment before them.
bool leansBack(QStringView segment)
{
    return segment == QLatin1String("forward") || segment == QLatin1String("backward")
        || segment == QLatin1String("parameters_grad") || segment == QLatin1String("weight")
        || segment == QLatin1String("bias")
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

/// An ellipsis, the layer's number and the last `count` segments; empty when there are not more.
QString withLast(const QString& name, QChar separator, int count)
{
    const qsizetype tail = startOfLast(name, separator, count);
    return tail > 0 ? gapBefore(name, 0, tail, separator) + name.mid(tail) : QString();
}

/// The first segment before it.
QString withFirst(const QString& name, QChar separator, int count)
{
    const qsizetype first = name.indexOf(separator, 1), tail = startOfLast(name, separator, count);
    return tail > first + 1
        ? name.left(first + 1) + gapBefore(name, first + 1, tail, separator) + name.mid(tail)
        : QString();
}

/// As many segments as `width` has room for: the last ones before the first one, which most names share.
QString longestFitting(const QString& name, QChar separator, const QFontMetrics& metrics, int width)
{
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; };
    if (separator.isNull() || fits(name))
        return name;
    QString longest = elidedName(name, kElisionLevels - 1);
    for (int count = 1;; ++count) {
        const QString last = withLast(name, separator, count), first = withFirst(name, separator, count);
        if (last.isEmpty())
            return longest;
        const bool hasFirst = count > 1 && !first.isEmpty() && first.size() < name.size() && fits(first);
        if (hasFirst || (last.size() < name.size() && fits(last)))
            longest = hasFirst ? first : last;
    }
}

struct CacheKey {
    QString name;
    QString font;
    QString end;
    int width;
    friend bool operator==(const CacheKey&, const CacheKey&) = default;
    friend size_t qHash(const CacheKey& key, size_t seed = 0)
    {
        return qHashMulti(seed, key.name, key.font, key.end, key.width);
    }
};

} // namespace

QString elidedName(const QString& name, int level)
{
    const QChar separator = separatorOf(name);
    if (level <= 0 || separator.isNull())
        return name;
    const QString shorter
        = level == 1 ? withFirst(name, separator, 2) : withLast(name, separator, level == 2 ? 2 : 1);
    const QString before = elidedName(name, level - 1);
    return shorter.isEmpty() || shorter.size() >= before.size() ? before : shorter;
}

QString cutName(const QString& name, const QFontMetrics& metrics, int width)
{
    // elidedText() counts a rounding more than there is.
    return metrics.horizontalAdvance(name) <= width ? name : metrics.elidedText(name, Qt::ElideMiddle, width);
}

QString elidedName(const QString& asWritten, const QFontMetrics& metrics, int width)
{
    const QString name = shownName(asWritten);
    const QChar separator = separatorOf(name);
    const QString shortest = longestFitting(name, separator, metrics, width);
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
    // A number and a name that follow each other would read as one word.
    const QString before = kEllipsis + layer.toString() + kEllipsis;
    const QString last = metrics.elidedText(name.mid(tail), isDotted ? Qt::ElideLeft : Qt::ElideMiddle,
        width - metrics.horizontalAdvance(before));
    constexpr qsizetype kLeast = 4;
    return last.size() < kLeast ? cutName(shortest, metrics, width)
                                : before + (last.startsWith(kEllipsis) ? last.mid(1) : last);
}

QString commonEnd(const QStringList& names)
{
    constexpr QLatin1Char kDot('.');
    QString end;
    bool isFirst = true;
    for (const QString& name : names) {
        if (separatorOf(name) != kDot)
            return {};
        if (std::exchange(isFirst, false)) {
            end = name.mid(startOfLast(name, kDot, 1));
            // What says nothing alone; the rest is what the name is about.
            const qsizetype at = end.indexOf(kDot);
            end = at < 0 ? QString() : end.mid(at);
        }
        while (!end.isEmpty() && !name.endsWith(end)) {
            const qsizetype next = end.indexOf(kDot, 1);
            end = next < 0 ? QString() : end.mid(next);
        }
    }
    return names.size() < 2
            || std::ranges::all_of(names, [&](const QString& name) { return name == names[0]; })
        ? QString()
        : end;
}

QString shortRange(const QString& range)
{
    constexpr QLatin1Char kDot('.');
    const QString gap = QStringLiteral(" ") + kEllipsis + QLatin1Char(' ');
    const QStringList names = range.split(gap);
    if (names.size() != 2 || separatorOf(names[0]) != kDot || separatorOf(names[1]) != kDot)
        return range;
    QStringList first = names[0].split(kDot), last = names[1].split(kDot);
    if (first == last)
        return range;
    while (first.size() > 1 && last.size() > 1 && first.last() == last.last()) {
        first.removeLast();
        last.removeLast();
    }
    for (int i = 0; i + 1 < first.size() && last.size() > 1 && first[i] == last.first(); ++i)
        last.removeFirst();
    return first.join(kDot) + gap + last.join(kDot);
}

QString elidedNameCached(const QString& name, const QFont& font, int width, const QString& end)
{
    thread_local QCache<CacheKey, QString> cache(8192);
    const CacheKey key {name, font.key(), end, width};
    if (const QString* const known = cache.object(key))
        return *known;
    const QFontMetrics metrics(font);
    QString text;
    const bool fits = end.isEmpty()
        || metrics.horizontalAdvance(elidedName(shownName(name), kElisionLevels - 1)) <= width;
    text = fits || !name.endsWith(end)
        ? elidedName(name, metrics, width)
        : elidedName(name.chopped(end.size()), metrics, width - metrics.horizontalAdvance(kEllipsis))
            + kEllipsis;
    cache.insert(key, new QString(text));
    return text;
}

} // namespace dumpscope::gui
