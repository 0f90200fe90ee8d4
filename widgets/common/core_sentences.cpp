// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"

#include "base/text.h"
#include "common/core_text.h"

#include <QCoreApplication>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr const char* kJoined = QT_TRANSLATE_NOOP("CoreSentences", "%1; %2");
constexpr const char* kStopped = QT_TRANSLATE_NOOP("CoreSentences", "%1.");

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
    QStringList arguments;
    for (const core::Message& argument : message.arguments())
        arguments.append(coreWords(argument));
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
        const QString place = fromCore(one->place.text());
        if (!place.isEmpty() && place != lastPlace)
            text += place + ": "_L1;
        lastPlace = place;
        text += coreWords(one->message);
    }
    return text;
}

QString coreErrorAndAdvice(const core::Error& error)
{
    const QString advice = coreWords(core::codeTable()[static_cast<std::size_t>(error.code)].advice);
    return inWindow(kStopped).arg(coreError(error)) + u' ' + advice;
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

} // namespace dumpscope::gui
