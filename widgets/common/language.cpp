// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/language.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

namespace dumpscope::gui {

namespace {

constexpr auto kSource = "en";

struct Installed {
    QString code = QString::fromLatin1(kSource);
    std::unique_ptr<QTranslator> own, qt;
};

Installed& installed()
{
    static Installed translators;
    return translators;
}

void install(std::unique_ptr<QTranslator>& place, const QString& file, const QString& folder)
{
    if (place)
        QCoreApplication::removeTranslator(place.get());
    place.reset();
    if (file.isEmpty() || folder.isEmpty())
        return;
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(file, folder))
        return;
    QCoreApplication::installTranslator(translator.get());
    place = std::move(translator);
}

} // namespace

QString folderOfQtWords(const QString& name, const QStringList& folders)
{
    for (const QString& folder : folders) {
        if (QFileInfo::exists(folder + QLatin1Char('/') + name + QStringLiteral(".qm")))
            return folder;
    }
    return {};
}

const QStringList& languages()
{
    static const QStringList codes {QString::fromLatin1(kSource), QStringLiteral("zh_CN")};
    return codes;
}

QString systemLanguage()
{
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        const QLocale locale(wanted);
        for (const QString& code : languages()) {
            if (QLocale(code).language() == locale.language())
                return code;
        }
    }
    return languages().first();
}

QString languageName(const QString& code)
{
    return code == QLatin1String(kSource) ? QStringLiteral("English") : QStringLiteral("简体中文");
}

void applyLanguage(const QString& code)
{
    Installed& now = installed();
    const QString wanted = languages().contains(code) ? code : languages().first();
    const bool isSource = wanted == QLatin1String(kSource);
    now.code = wanted;
    // Qt's own words (file dialogs) come from the distribution where it has them; the few others this program
    // shows are in its own translation, too.
    install(now.qt, isSource ? QString() : QStringLiteral("qtbase_") + wanted,
        folderOfQtWords(QStringLiteral("qtbase_") + wanted,
            {QLibraryInfo::path(QLibraryInfo::TranslationsPath),
                QStringLiteral("/usr/share/qt6/translations")}));
    // English has one, too: for plurals.
    install(now.own, QStringLiteral("dumpscope_") + wanted, QStringLiteral(":/translations"));
}

QString currentLanguage()
{
    return installed().code;
}

} // namespace dumpscope::gui
