// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::gui;

namespace {

/// WCAG 2.1, "relative luminance" and "contrast ratio".
double luminance(const QColor& color)
{
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

constexpr double kText = 4.5, kGlyph = 3.0;

/// Contrasts on base, alternate, window and selection as docs/window.md 8.2 prints them.
struct Printed {
    const char* name;
    Token token;
    double light[4];
    double dark[4];
    bool isTextOnSelection; ///< else only the glyph keeps its colour there, or it becomes `text`
};

constexpr double kNone = 0;
constexpr Printed kPrinted[] = {
    {"text", Token::Text, {16.6, 15.6, 14.8, 13.4}, {14.5, 13.6, 12.5, 9.3}, true},
    {"secondary", Token::Secondary, {6.7, 6.3, 6.0, 5.4}, {8.2, 7.7, 7.1, 5.3}, true},
    {"dim", Token::Dim, {5.3, 5.0, 4.7, kNone}, {5.7, 5.3, 4.9, kNone}, false},
    {"accent", Token::Accent, {6.1, 5.7, 5.4, 4.9}, {8.0, 7.5, 6.9, 5.2}, true},
    {"pass", Token::Pass, {5.5, 5.2, 4.9, 4.4}, {6.8, 6.4, 5.9, 4.4}, false},
    {"warn", Token::Warn, {5.1, 4.8, 4.6, 4.2}, {11.0, 10.3, 9.5, 7.0}, false},
    {"fail", Token::Fail, {7.5, 7.0, 6.7, 6.0}, {6.6, 6.2, 5.7, 4.3}, false},
    {"inherited", Token::Inherited, {5.1, 4.8, 4.6, 4.1}, {5.3, 4.9, 4.6, 3.4}, false},
    {"not comparable", Token::NotComparable, {9.0, 8.4, 8.0, 7.2}, {12.7, 12.0, 11.0, 8.2}, true},
    {"target", Token::Target, {7.1, 6.7, 6.3, 5.7}, {8.2, 7.7, 7.1, 5.3}, true},
    {"golden", Token::Golden, {5.9, 5.5, 5.2, 4.7}, {9.7, 9.1, 8.4, 6.2}, true},
};
constexpr Token kSurfaces[] = {Token::Base, Token::Alternate, Token::Window, Token::Selection};

struct Fill {
    const char* name;
    Token text, fill;
    double light, dark;
};
constexpr Fill kFills[] = {
    {"on accent", Token::TextOnAccent, Token::Accent, 6.1, 8.4},
    {"pass fill", Token::Pass, Token::PassFill, 4.7, 5.0},
    {"warn fill", Token::Warn, Token::WarnFill, 4.7, 7.7},
    {"fail fill", Token::Fail, Token::FailFill, 6.1, 5.2},
    {"not comparable fill", Token::NotComparable, Token::NotComparableFill, 7.3, 8.0},
    {"target fill", Token::Target, Token::TargetFill, 6.0, 6.1},
    {"golden fill", Token::Golden, Token::GoldenFill, 5.1, 6.8},
};

} // namespace

class tst_theme : public QObject {
    Q_OBJECT
private slots:
    void contrasts_data();
    void contrasts();
    void fills_data();
    void fills();
    void linesThatCarryMeaning();
    void hoverKeepsTextReadable();
    void paletteIsTheTheme();
    void disabledIsDim();
};

void tst_theme::contrasts_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("line");
    for (int line = 0; line < static_cast<int>(std::size(kPrinted)); ++line) {
        QTest::addRow("%s, light", kPrinted[line].name) << false << line;
        QTest::addRow("%s, dark", kPrinted[line].name) << true << line;
    }
}

void tst_theme::contrasts()
{
    QFETCH(bool, dark);
    QFETCH(int, line);
    const Printed& printed = kPrinted[line];
    const Theme& theme = dark ? Theme::dark() : Theme::light();
    for (int i = 0; i < 4; ++i) {
        const double expected = (dark ? printed.dark : printed.light)[i];
        if (expected == kNone)
            continue;
        const double is = contrast(theme.color(printed.token), theme.color(kSurfaces[i]));
        const bool isGlyph = i == 3 && !printed.isTextOnSelection;
        QVERIFY2(is >= (isGlyph ? kGlyph : kText), qPrintable(QString::number(is)));
        QVERIFY2(
            std::abs(is - expected) < 0.1, qPrintable(QStringLiteral("%1 is not %2").arg(is).arg(expected)));
    }
}

void tst_theme::fills_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("line");
    for (int line = 0; line < static_cast<int>(std::size(kFills)); ++line) {
        QTest::addRow("%s, light", kFills[line].name) << false << line;
        QTest::addRow("%s, dark", kFills[line].name) << true << line;
    }
}

void tst_theme::fills()
{
    QFETCH(bool, dark);
    QFETCH(int, line);
    const Theme& theme = dark ? Theme::dark() : Theme::light();
    const double is = contrast(theme.color(kFills[line].text), theme.color(kFills[line].fill));
    const double expected = dark ? kFills[line].dark : kFills[line].light;
    QVERIFY2(is >= kText, qPrintable(QString::number(is)));
    QVERIFY2(std::abs(is - expected) < 0.1, qPrintable(QStringLiteral("%1 is not %2").arg(is).arg(expected)));
}

void tst_theme::linesThatCarryMeaning()
{
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        QVERIFY(contrast(theme->color(Token::AxisLine), theme->color(Token::Base)) >= kGlyph);
        QVERIFY(contrast(theme->color(Token::Accent), theme->color(Token::Base)) >= kGlyph);
        // NaN carries white lines.
        QVERIFY(contrast(theme->color(Token::Nan), Qt::white) >= kGlyph);
    }
}

void tst_theme::hoverKeepsTextReadable()
{
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        for (const Token token : {Token::Text, Token::Secondary, Token::Dim})
            QVERIFY(contrast(theme->color(token), theme->color(Token::Hover)) >= kText);
        for (const Token token : {Token::Text, Token::Secondary})
            QVERIFY(contrast(theme->color(token), theme->color(Token::Title)) >= kText);
    }
}

void tst_theme::paletteIsTheTheme()
{
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        const QPalette palette = theme->palette();
        QCOMPARE(&Theme::of(palette), theme);
        QCOMPARE(palette.color(QPalette::Base), theme->color(Token::Base));
        QCOMPARE(palette.color(QPalette::Highlight), theme->color(Token::Selection));
        QCOMPARE(palette.color(QPalette::HighlightedText), theme->color(Token::Text));
        QCOMPARE(palette.color(QPalette::Link), theme->color(Token::Accent));
    }
    QVERIFY(Theme::dark().isDark());
    QVERIFY(!Theme::light().isDark());
    QCOMPARE(&Theme::of(QPalette(Qt::white)), &Theme::light());
}

void tst_theme::disabledIsDim()
{
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        const QPalette palette = theme->palette();
        QCOMPARE(palette.color(QPalette::Disabled, QPalette::Text), theme->color(Token::Dim));
        QCOMPARE(palette.color(QPalette::Disabled, QPalette::ButtonText), theme->color(Token::Dim));
    }
}

QTEST_MAIN(tst_theme)
#include "tst_theme.moc"
