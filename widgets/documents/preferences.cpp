// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/preferences.h"

#include "common/actions.h"
#include "common/app_style.h"
#include "common/fonts.h"
#include "common/language.h"
#include "common/spacing.h"

#include <QCoreApplication>
#include <QDir>
#include <QSettings>

namespace dumpscope::gui {

namespace {

constexpr const char* kThemes[] = {"system", "light", "dark"};
constexpr const char* kLanguages[] = {"system", "en", "zh_CN"};
constexpr const char* kNewFiles[] = {"ask", "live"};
constexpr const char* kDensities[] = {"comfortable", "normal", "compact"};

constexpr PreferenceInfo kTable[] = {
    {Preference::Theme, "window/theme", QT_TRANSLATE_NOOP("Preferences", "Theme"),
        QT_TRANSLATE_NOOP("Preferences", "Light or dark, or as the desktop is."), "system", kThemes},
    {Preference::Language, "window/language", QT_TRANSLATE_NOOP("Preferences", "Language"),
        QT_TRANSLATE_NOOP("Preferences", "Names of columns and values stay as the dumps have them."),
        "system", kLanguages},
    {Preference::Density, "window/density", QT_TRANSLATE_NOOP("Preferences", "Rows"),
        QT_TRANSLATE_NOOP("Preferences", "Height of the rows of tables and trees."), "normal", kDensities},
    {Preference::FontScale, "window/font_scale", QT_TRANSLATE_NOOP("Preferences", "Text size"),
        QT_TRANSLATE_NOOP("Preferences", "Relative to the font of the desktop."), "1", {}, 0.75, 2.0},
    {Preference::Threads, "work/threads", QT_TRANSLATE_NOOP("Preferences", "Threads"),
        QT_TRANSLATE_NOOP(
            "Preferences", "For reading and comparing; 0 takes all cores. Used by the next task."),
        "0", {}, 0, 256},
    {Preference::NewFiles, "watch/new_files", QT_TRANSLATE_NOOP("Preferences", "New files"),
        QT_TRANSLATE_NOOP(
            "Preferences", "When an open dump grows: ask in a bar, or read the new files at once."),
        "ask", kNewFiles},
    {Preference::SourceFolders, "source/folders", QT_TRANSLATE_NOOP("Preferences", "Source folders"),
        QT_TRANSLATE_NOOP("Preferences", "Where the sources named in dumps are on this computer."), "", {}},
    {Preference::Keys, "keys/remapped", QT_TRANSLATE_NOOP("Preferences", "Keys"),
        QT_TRANSLATE_NOOP("Preferences", "Keys that differ from the defaults."), "", {}},
};

bool isNumber(const PreferenceInfo& info)
{
    return info.most > info.least;
}

bool isList(Preference preference)
{
    return preference == Preference::SourceFolders || preference == Preference::Keys;
}

QVariant fallback(const PreferenceInfo& info)
{
    if (isList(info.id))
        return QStringList();
    const QString text = QString::fromLatin1(info.fallback);
    return isNumber(info) ? QVariant(text.toDouble()) : QVariant(text);
}

/// The value in its type, or an invalid one.
QVariant accepted(const PreferenceInfo& info, const QVariant& value)
{
    if (isList(info.id))
        return value.canConvert<QStringList>() ? QVariant(value.toStringList()) : QVariant();
    if (isNumber(info)) {
        bool ok = false;
        const double number = value.toDouble(&ok);
        return ok && number >= info.least && number <= info.most ? QVariant(number) : QVariant();
    }
    const QString text = value.toString();
    const bool known = info.choices.empty()
        || std::any_of(info.choices.begin(), info.choices.end(),
            [&text](const char* choice) { return text == QLatin1String(choice); });
    return known ? QVariant(text) : QVariant();
}

template<std::size_t count> int placeIn(const char* const (&choices)[count], const QString& text)
{
    for (std::size_t i = 0; i < count; ++i) {
        if (text == QLatin1String(choices[i]))
            return static_cast<int>(i);
    }
    return 0;
}

void applyKeys(const Preferences& preferences, ActionRegistry& actions)
{
    actions.resetKeys();
    for (const QString& line : preferences.value(Preference::Keys).toStringList()) {
        const qsizetype equals = line.indexOf(QLatin1Char('='));
        QList<QKeySequence> keys;
        for (const QString& key : line.mid(equals + 1).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            keys.append(QKeySequence::fromString(key, QKeySequence::PortableText));
        if (equals > 0)
            actions.remap(line.left(equals).toLatin1(), keys);
    }
}

void apply(Preference preference, const Preferences& preferences, ActionRegistry& actions)
{
    switch (preference) {
    case Preference::Theme:
        applyTheme(static_cast<ThemeChoice>(placeIn(kThemes, preferences.text(preference))));
        break;
    case Preference::Language: {
        const QString code = preferences.text(preference);
        applyLanguage(code == QLatin1String("system") ? systemLanguage() : code);
        actions.retranslate();
        break;
    }
    case Preference::Density:
        setDensity(static_cast<Density>(placeIn(kDensities, preferences.text(preference))));
        break;
    case Preference::FontScale:
        applyFontScale(preferences.value(preference).toDouble());
        break;
    case Preference::Keys:
        applyKeys(preferences, actions);
        break;
    case Preference::Threads:
    case Preference::NewFiles:
    case Preference::SourceFolders:
        break; // asked for when they are needed
    }
}

} // namespace

std::span<const PreferenceInfo> preferenceTable()
{
    return kTable;
}

const PreferenceInfo& info(Preference preference)
{
    return kTable[static_cast<std::size_t>(preference)];
}

Preferences::Preferences(const QString& iniPath, QObject* parent)
    : QObject(parent)
{
    if (!iniPath.isEmpty())
        m_file = std::make_unique<QSettings>(iniPath, QSettings::IniFormat);
}

Preferences::~Preferences() = default;

QVariant Preferences::value(Preference preference) const
{
    const PreferenceInfo& line = info(preference);
    const QVariant kept
        = m_file ? m_file->value(QLatin1String(line.key)) : m_memory.value(static_cast<int>(preference));
    const QVariant usable = kept.isValid() ? accepted(line, kept) : QVariant();
    return usable.isValid() ? usable : fallback(line);
}

bool Preferences::isDefault(Preference preference) const
{
    return value(preference) == fallback(info(preference));
}

bool Preferences::set(Preference preference, const QVariant& value)
{
    const QVariant usable = accepted(info(preference), value);
    if (!usable.isValid())
        return false;
    if (usable == this->value(preference))
        return true;
    if (m_file)
        m_file->setValue(QLatin1String(info(preference).key), usable);
    else
        m_memory.insert(static_cast<int>(preference), usable);
    emit changed(preference);
    return true;
}

void Preferences::reset(Preference preference)
{
    set(preference, fallback(info(preference)));
}

QString Preferences::mappedSource(const QString& path) const
{
    for (const QString& line : value(Preference::SourceFolders).toStringList()) {
        const qsizetype equals = line.indexOf(QLatin1Char('='));
        const QString from = line.left(equals);
        if (equals > 0 && path.startsWith(from)
            && (path.size() == from.size() || from.endsWith(QLatin1Char('/'))
                || path[from.size()] == QLatin1Char('/')))
            return QDir::cleanPath(line.mid(equals + 1) + path.mid(from.size()));
    }
    return path;
}

void followPreferences(Preferences& preferences, ActionRegistry& actions)
{
    for (const PreferenceInfo& line : kTable)
        apply(line.id, preferences, actions);
    QObject::connect(&preferences, &Preferences::changed, &actions,
        [&preferences, &actions](Preference preference) { apply(preference, preferences, actions); });
}

void rememberKeys(Preferences& preferences, const ActionRegistry& actions)
{
    QStringList lines;
    for (const ActionInfo& line : actionTable()) {
        const QList<QKeySequence> keys = actions.action(line.id)->shortcuts();
        if (keys != actions.defaultKeys(line.id))
            lines.append(QLatin1String(line.id) + QLatin1Char('=')
                + QKeySequence::listToString(keys, QKeySequence::PortableText)
                      .replace(QLatin1String(", "), QLatin1String(",")) // one after the other
                      .replace(QLatin1String("; "), QLatin1String(" ")));
    }
    preferences.set(Preference::Keys, lines);
}

} // namespace dumpscope::gui
