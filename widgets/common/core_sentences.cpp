// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"

#include "base/text.h"
#include "common/core_text.h"

#include <QCoreApplication>

#include <utility>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr const char* kJoined = QT_TRANSLATE_NOOP("CoreSentences", "%1; %2");
constexpr const char* kCharacter = QT_TRANSLATE_NOOP("CoreSentences", "character %1");
constexpr const char* kStopped = QT_TRANSLATE_NOOP("CoreSentences", "%1.");

QString inWindow(const char* text)
{
    return QCoreApplication::translate("CoreSentences", text);
}

/// Written without blanks between words: ideographs and full-width marks.
bool isWide(QChar letter)
{
    return letter.script() == QChar::Script_Han || (letter >= u'\u3000' && letter <= u'\u303f')
        || (letter >= u'\uff00' && letter <= u'\uff60');
}

struct Argument {
    QString text;
    bool isWords = false; ///< of a message, not a name, whose letters stay
};

/// `words` with the arguments of %1, %2 … in one pass: what is put in may hold a percent sign. Blanks beside
/// an argument are there for numbers and names; between Chinese words there are none.
QString filled(const QString& words, const QList<Argument>& arguments)
{
    QString made;
    bool isBehindWords = false;
    for (qsizetype at = 0; at < words.size(); ++at) {
        const bool isPlace = words[at] == u'%' && at + 1 < words.size() && words[at + 1].digitValue() > 0
            && words[at + 1].digitValue() <= arguments.size();
        if (isPlace) {
            const Argument& argument = arguments.at(words[++at].digitValue() - 1);
            const bool isJoint = argument.isWords && !argument.text.isEmpty() && isWide(argument.text.front())
                && made.size() > 1 && made.back() == u' ' && isWide(made.at(made.size() - 2));
            if (isJoint)
                made.chop(1);
            made += argument.text;
            isBehindWords = argument.isWords && !made.isEmpty() && isWide(made.back());
            continue;
        }
        const bool isJoint = std::exchange(isBehindWords, false) && words[at] == u' ' && at + 1 < words.size()
            && isWide(words[at + 1]);
        if (!isJoint)
            made += words[at];
    }
    return made;
}

/// A column of a text of one line is no column of a table.
QString placeText(const core::Place& place)
{
    return place.file.empty() && place.column ? inWindow(kCharacter).arg(*place.column)
                                              : fromCore(place.text());
}

/// A name at the begin keeps its letters.
bool beginsWithName(const core::Message& message)
{
    if (message.form().empty())
        return true;
    if (!message.form().starts_with("%1"))
        return false;
    const std::vector<core::Message> arguments = message.arguments();
    return !arguments.empty() && beginsWithName(arguments.front());
}

} // namespace

QString coreWords(const core::Message& message)
{
    if (message.form().empty())
        return fromCore(core::printable(message.plain()));
    QList<Argument> arguments;
    for (const core::Message& argument : message.arguments())
        arguments.append({coreWords(argument), !argument.form().empty()});
    return filled(inWindow(core::printable(message.form()).c_str()), arguments);
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
        const QString place = placeText(one->place);
        if (!place.isEmpty() && place != lastPlace)
            text += place + ": "_L1;
        lastPlace = place;
        text += coreWords(one->message);
    }
    return text;
}

QString coreRemedy(core::Code code)
{
    for (const core::CodeInfo& info : core::codeTable()) {
        if (info.code == code)
            return coreWords(info.advice).remove(u'`');
    }
    return {};
}

QString coreErrorAndAdvice(const core::Error& error)
{
    return inWindow(kStopped).arg(coreError(error)) + u' ' + coreRemedy(error.code);
}

QString coreProblem(const core::Diagnostic& problem)
{
    const QString place = placeText(problem.place);
    const QString words = place.isEmpty()
        ? coreSentence(problem.message)
        : inWindow(kStopped).arg(place + ": "_L1 + coreWords(problem.message));
    return joinedSentences(words, coreRemedy(problem.code));
}

QString joinedSentences(const QString& before, const QString& next)
{
    return before.isEmpty() || next.isEmpty() || isWide(before.back()) ? before + next : before + u' ' + next;
}

QString withOneStop(QString sentence)
{
    if (sentence.size() > 1 && QStringView(u".。").contains(sentence.back())
        && QStringView(u".。?？!！").contains(sentence.at(sentence.size() - 2)))
        sentence.chop(1);
    return sentence;
}

QString coreSentence(const core::Message& message)
{
    QString sentence = coreWords(message);
    if (sentence.isEmpty())
        return sentence;
    if (!beginsWithName(message) && !sentence.section(u' ', 0, 0).contains(u'_'))
        sentence[0] = sentence.at(0).toUpper();
    return QStringView(u".。?？!！").contains(sentence.back()) ? sentence : inWindow(kStopped).arg(sentence);
}

QString ioText(core::Io io, std::int32_t slot)
{
    return coreWords(core::ioPlace(io, slot));
}

} // namespace dumpscope::gui
