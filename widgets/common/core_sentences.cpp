// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"

#include "base/text.h"
#include "common/core_sentence_tables.h"
#include "common/core_text.h"
#include "common/language.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr const char* kSentences[] {
    // clang-format off
    QT_TRANSLATE_NOOP("CoreSentences", "Comparing"),
    QT_TRANSLATE_NOOP("CoreSentences", "Converting"),
    QT_TRANSLATE_NOOP("CoreSentences", "Copying rows"),
    QT_TRANSLATE_NOOP("CoreSentences", "Listing files"),
    QT_TRANSLATE_NOOP("CoreSentences", "Reading a column"),
    QT_TRANSLATE_NOOP("CoreSentences", "Sorting"),
    QT_TRANSLATE_NOOP("CoreSentences", "Writing rows"),
    QT_TRANSLATE_NOOP("CoreSentences", "JSON document"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of %2 elements are NaN or infinite on one side and different on the other, first at %3"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of %2 elements are the same NaN or infinity on both sides and left out"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of %2 elements are the smallest number of one type, golden's that of another, and left out as masks"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 of %2 elements are zero in golden only and have no relative error"),
    QT_TRANSLATE_NOOP("CoreSentences", "elements of type %1 of the %2 have no values"),
    QT_TRANSLATE_NOOP("CoreSentences", "shape %1 does not meet %2"),
    QT_TRANSLATE_NOOP("CoreSentences", "same name"),
    QT_TRANSLATE_NOOP("CoreSentences", "output %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "input %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "parameter %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "argument %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "gradient %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "buffer %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "workspace %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "output"),
    QT_TRANSLATE_NOOP("CoreSentences", "input"),
    QT_TRANSLATE_NOOP("CoreSentences", "parameter"),
    QT_TRANSLATE_NOOP("CoreSentences", "gradient"),
    QT_TRANSLATE_NOOP("CoreSentences", "target"),
    QT_TRANSLATE_NOOP("CoreSentences", "golden"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing"),
    // clang-format on
};
constexpr const char* kJoined = QT_TRANSLATE_NOOP("CoreSentences", "%1; %2");
constexpr const char* kStopped = QT_TRANSLATE_NOOP("CoreSentences", "%1.");
constexpr const char* kFollowed = QT_TRANSLATE_NOOP("CoreSentences", "%1 %2");
constexpr const char* kExplained = QT_TRANSLATE_NOOP("CoreSentences", "%1: %2");

QString inWindow(const char* text)
{
    return QCoreApplication::translate("CoreSentences", text);
}

/// `words` with the arguments of %1, %2 … in one pass: what is put in may hold a percent sign.
QString filled(const QString& words, const QStringList& arguments)
{
    QString made;
    for (qsizetype at = 0; at < words.size(); ++at) {
        const bool isPlace = words[at] == u'%' && at + 1 < words.size() && words[at + 1].digitValue() > 0
            && words[at + 1].digitValue() <= arguments.size();
        if (isPlace)
            made += arguments.at(words[++at].digitValue() - 1);
        else
            made += words[at];
    }
    return made;
}

/// A sentence with places. Places take as little as they can, and stand in the order of their numbers.
class Form {
public:
    explicit Form(const char* sentence)
        : m_sentence(sentence)
    {
        static const QRegularExpression place(u"%\\d"_s);
        QString pattern;
        qsizetype end = 0;
        const QString text = QString::fromUtf8(sentence);
        for (auto places = place.globalMatch(text); places.hasNext();) {
            const QRegularExpressionMatch match = places.next();
            const QString words = text.mid(end, match.capturedStart() - end);
            if (end == 0)
                m_begin = words;
            pattern += QRegularExpression::escape(words) + u"(.+?)"_s;
            m_weight += words.size();
            end = match.capturedEnd();
        }
        m_end = text.mid(end);
        m_weight += m_end.size();
        m_expression.setPattern(
            QRegularExpression::anchoredPattern(pattern + QRegularExpression::escape(m_end)));
    }
    [[nodiscard]] const char* sentence() const { return m_sentence; }
    /// How much of it are words of its own.
    [[nodiscard]] qsizetype weight() const { return m_weight; }
    /// Most texts are told apart by their ends. A form of a few words ("%1 rounding") is part of a
    /// sentence; it would take any longer one that begins or ends alike into its place.
    [[nodiscard]] QRegularExpressionMatch match(const QString& text) const
    {
        constexpr qsizetype kFewWords = 14;
        if (!text.startsWith(m_begin) || !text.endsWith(m_end))
            return {};
        const QRegularExpressionMatch found = m_expression.match(text);
        if (m_weight > kFewWords || !found.hasMatch())
            return found;
        const QStringView first = found.capturedView(1), last = found.capturedView(found.lastCapturedIndex());
        const bool isLonger = (m_begin.isEmpty() && (first.contains("; "_L1) || first.contains(", "_L1)))
            || (m_end.isEmpty() && last.contains("; "_L1));
        return isLonger ? QRegularExpressionMatch() : found;
    }

private:
    const char* m_sentence;
    QString m_begin, m_end;
    QRegularExpression m_expression;
    qsizetype m_weight = 0;
};

const std::vector<Form>& forms()
{
    static const auto kAll = [] {
        std::vector<Form> all;
        for (const std::span<const char* const> table : {std::span<const char* const>(kSentences),
                 configSentences(), fileSentences(), readerSentences()}) {
            for (const char* sentence : table)
                all.emplace_back(sentence);
        }
        // The longer before the shorter that would match it as well.
        std::stable_sort(
            all.begin(), all.end(), [](const Form& a, const Form& b) { return a.weight() > b.weight(); });
        return all;
    }();
    return kAll;
}

QString translated(const QString& text, int depth);
QString translatedWhole(const QString& text, int depth);

/// Two sentences with `between` between them, where one of them is known; empty where none is.
QString translatedParts(const QString& text, QLatin1StringView between, const char* joined, int depth)
{
    const qsizetype cut = text.indexOf(between);
    if (cut <= 0)
        return {};
    const QString left = text.left(cut) + (between[0] == '.'_L1 ? u"."_s : QString());
    const QString right = text.mid(cut + between.size());
    // A single word before a colon is a key, as the id of a reader.
    const bool isKey = between[0] == ':'_L1 && !left.contains(u' ');
    const QString first = isKey ? left : translated(left, depth + 1), rest = translated(right, depth + 1);
    return first == left && rest == right ? QString() : inWindow(joined).arg(first, rest);
}

/// A list of sentences, some of which are known; a known one may have a semicolon of its own. Empty where
/// none is.
QString translatedList(const QString& text, int depth)
{
    constexpr qsizetype kMostParts = 100, kMostInOne = 3;
    const QStringList parts = text.split(u"; "_s);
    if (parts.size() < 2 || parts.size() > kMostParts)
        return {};
    QString made;
    bool isKnown = false;
    for (qsizetype at = 0; at < parts.size();) {
        qsizetype taken = std::min(kMostInOne, parts.size() - at);
        if (at == 0)
            taken = std::min(taken, parts.size() - 1); // the whole of it was looked for
        QString piece, words;
        for (;; --taken) {
            piece = parts.mid(at, taken).join(u"; "_s);
            words = taken > 1 ? translatedWhole(piece, depth + 1) : translated(piece, depth + 1);
            if (taken == 1 || words != piece)
                break;
        }
        isKnown = isKnown || words != piece;
        made = at == 0 ? words : inWindow(kJoined).arg(made, words);
        at += taken;
    }
    return isKnown ? made : QString();
}

/// As one sentence, maybe behind the name of what it is about. What stands in a place may be a sentence
/// itself.
QString translatedWhole(const QString& text, int depth)
{
    for (const Form& form : forms()) {
        const QRegularExpressionMatch match = form.match(text);
        if (!match.hasMatch())
            continue;
        QStringList arguments;
        for (int place = 1; place <= match.lastCapturedIndex(); ++place)
            arguments.append(translated(match.captured(place), depth + 1));
        return filled(inWindow(form.sentence()), arguments);
    }
    return text;
}

/// `depth` ends what would go on for ever.
QString translated(const QString& text, int depth)
{
    constexpr int kDeepest = 5;
    if (depth > kDeepest)
        return text;
    static const QRegularExpression ranges(u"^\\d+( to \\d+)?(, \\d+( to \\d+)?)*$"_s);
    if (text.contains(" to "_L1) && ranges.match(text).hasMatch())
        return QString(text).replace(" to "_L1, u"–"_s);
    if (const QString whole = translatedWhole(text, depth); whole != text)
        return whole;
    if (const QString list = translatedList(text, depth); !list.isEmpty())
        return list;
    if (const QString parts = translatedParts(text, ". "_L1, kFollowed, depth); !parts.isEmpty())
        return parts;
    if (const QString parts = translatedParts(text, ": "_L1, kExplained, depth); !parts.isEmpty())
        return parts;
    return text;
}

/// The same few sentences are asked for whenever a table is painted.
QString remembered(const QString& text)
{
    constexpr qsizetype kMost = 2000;
    thread_local QHash<QString, QString> known;
    thread_local QString language;
    if (const QString now = currentLanguage(); language != now || known.size() > kMost) {
        known.clear();
        language = now;
    }
    if (const auto found = known.constFind(text); found != known.cend())
        return *found;
    return *known.insert(text, translated(text, 0));
}

} // namespace

QString coreWords(const core::Message& message)
{
    // In English the core has said it already.
    const bool isEnglish = inWindow(kSentences[0]) == QLatin1String(kSentences[0]);
    if (isEnglish)
        return fromCore(core::printable(message.text()));
    if (message.form().empty())
        return remembered(fromCore(core::printable(message.plain())));
    QStringList arguments;
    for (const core::Message& argument : message.arguments())
        arguments.append(coreWords(argument));
    return filled(inWindow(std::string(message.form()).c_str()), arguments);
}

QString coreAdvice(const core::Message& message, const core::Message& fix)
{
    return fix.empty() ? coreWords(message) : inWindow(kJoined).arg(coreWords(message), coreWords(fix));
}

QString coreError(const core::Error& error)
{
    QString text, lastPlace;
    for (const core::Error* one = &error; one != nullptr; one = one->cause.get()) {
        if (one != &error)
            text += ": "_L1;
        const QString place = fromCore(one->place.text());
        if (!place.isEmpty() && place != lastPlace)
            text += place + ": "_L1;
        lastPlace = place;
        text += coreWords(one->message);
    }
    return text;
}

QString coreSentence(const core::Message& message)
{
    QString sentence = coreWords(message);
    if (sentence.isEmpty())
        return sentence;
    if (!sentence.section(u' ', 0, 0).contains(u'_'))
        sentence[0] = sentence.at(0).toUpper();
    return sentence.endsWith(u'.') ? sentence : inWindow(kStopped).arg(sentence);
}

} // namespace dumpscope::gui
