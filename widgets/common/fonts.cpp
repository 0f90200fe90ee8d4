// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"

#include "common/rescaling.h"

#include <QApplication>
#include <QDirIterator>
#include <QFontDatabase>
#include <QFontInfo>
#include <QWidget>

#include <utility>
#include <vector>

namespace dumpscope::gui {

namespace {

constexpr auto kLatinFamily = "Noto Sans";
constexpr auto kChineseFamily = "Noto Sans CJK SC";
constexpr auto kChinesePackage = "fonts-noto-cjk";
constexpr double kSecondary = 11.0 / 13.0;

double s_scale = 1;

QFont scaledFont(const QFont& font, double factor)
{
    QFont result = font;
    if (font.pointSizeF() > 0)
        result.setPointSizeF(font.pointSizeF() * factor);
    else
        result.setPixelSize(std::max(1, qRound(font.pixelSize() * factor)));
    return result;
}

/// A system may have no font at all, or none for Chinese; the relocatable archive brings some.
bool addOwnFontsWhereNoneAre()
{
    const auto has
        = [](QFontDatabase::WritingSystem script) { return !QFontDatabase::families(script).isEmpty(); };
    if (has(QFontDatabase::Latin) && has(QFontDatabase::SimplifiedChinese))
        return false;
    QDirIterator own(
        QCoreApplication::applicationDirPath() + QStringLiteral("/../lib/dumpscope/fonts"), QDir::Files);
    while (own.hasNext())
        QFontDatabase::addApplicationFont(own.next());
    return true;
}

const QFont& desktopFont()
{
    [[maybe_unused]] static const bool added = addOwnFontsWhereNoneAre();
    static const QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    return font;
}

const QString& monospaceFamily()
{
    static const QString family = [] {
        const QString system = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
        for (const QString& name :
            {system, QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono")}) {
            if (QFontInfo(QFont(name)).fixedPitch())
                return QFontInfo(QFont(name)).family();
        }
        return system;
    }();
    return family;
}

/// Of widgets with a size of their own, which do not follow the application's: what they are to have.
std::vector<std::pair<QWidget*, QFont>> ownFonts(double ratio)
{
    std::vector<std::pair<QWidget*, QFont>> fonts;
    for (QWidget* const widget : QApplication::allWidgets()) {
        if (widget->testAttribute(Qt::WA_SetFont)
            && (widget->font().resolveMask() & QFont::SizeResolved) != 0)
            fonts.emplace_back(widget, scaledFont(widget->font(), ratio));
    }
    return fonts;
}

/// Qt tells a widget's children of a new font by their place in its list, which they change while they hear
/// it: a bar that a scroll area shows is raised, and the next one hears nothing.
void reportThePassedOver()
{
    for (QWidget* const widget : QApplication::allWidgets()) {
        if (!widget->testAttribute(Qt::WA_SetFont))
            widget->setFont({}); // as inherited
    }
}

} // namespace

void applyFontScale(double scale)
{
    const auto own = ownFonts(scale / std::exchange(s_scale, scale));
    const Rescaling sizes;
    QFont font = scaledFont(desktopFont(), scale);
    // A desktop that names no real font (`Sans`) gets one that suits both languages.
    font.setFamilies({desktopFont().family(), QLatin1String(kLatinFamily), QLatin1String(kChineseFamily)});
    QApplication::setFont(font);
    for (const auto& [widget, scaled] : own)
        widget->setFont(scaled);
    // Windows hear of it by a posted event each.
    QMetaObject::invokeMethod(qApp, reportThePassedOver, Qt::QueuedConnection);
    sizes.apply();
}

QFont monospaceFont(const QFont& like)
{
    QFont font = like;
    font.setFamilies({monospaceFamily(), QLatin1String(kChineseFamily)});
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    return font;
}

QFont monospaceFont()
{
    return monospaceFont(QApplication::font());
}

QFont secondaryFont()
{
    return scaledFont(QApplication::font(), kSecondary);
}

QString missingFontAdvice()
{
    if (!QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty())
        return {};
    // In English: the other language is the one that cannot be read now.
    return QStringLiteral("No font for Chinese is installed. The Debian package %1 brings one.")
        .arg(QLatin1String(kChinesePackage));
}

} // namespace dumpscope::gui
