// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts and sides as people with another colour vision see them (docs/window.md 8.3). That shapes tell
// without any colour is in tst_glyphs.
#include "colour_vision.h"
#include "common/theme.h"
#include "heatmap/colour_map.h"

#include <QTest>

#include <set>

using namespace dumpscope::gui;
using namespace dumpscope::test;

namespace {

constexpr double kAtAGlance = 10, kHardly = 3; ///< CIEDE2000
constexpr double kAsPrinted
    = 3.5; ///< nearly all agree within 1; what is out of gamut can be clipped in several ways

/// Differences of docs/window.md 8.3: usual, deutan, protan and tritan vision.
struct Printed {
    const char* name;
    Token one, other;
    double light[4], dark[4];
};
constexpr Printed kPrinted[] = {
    {"pass, warn", Token::Pass, Token::Warn, {44, 45, 39, 50}, {44, 46, 39, 49}},
    {"pass, fail", Token::Pass, Token::Fail, {57, 35, 25, 55}, {65, 32, 17, 63}},
    {"warn, fail", Token::Warn, Token::Fail, {32, 13, 23, 10}, {40, 17, 28, 18}},
    {"pass, not comparable", Token::Pass, Token::NotComparable, {20, 14, 15, 21}, {25, 21, 15, 25}},
    {"warn, not comparable", Token::Warn, Token::NotComparable, {34, 36, 32, 29}, {30, 30, 29, 25}},
    {"fail, not comparable", Token::Fail, Token::NotComparable, {31, 25, 12, 36}, {33, 23, 23, 29}},
    {"pass, inherited", Token::Pass, Token::Inherited, {38, 22, 15, 48}, {50, 12, 11, 60}},
    {"warn, inherited", Token::Warn, Token::Inherited, {24, 21, 22, 15}, {43, 36, 40, 17}},
    {"fail, inherited", Token::Fail, Token::Inherited, {22, 14, 15, 22}, {16, 21, 12, 13}},
    {"inherited, not comparable", Token::Inherited, Token::NotComparable, {20, 18, 14, 27}, {31, 20, 24, 31}},
    {"target, golden", Token::Target, Token::Golden, {59, 56, 56, 23}, {57, 53, 53, 24}},
};
constexpr Vision kPrintedVisions[] = {Vision::Usual, Vision::Deutan, Vision::Protan, Vision::Tritan};

double apart(const Theme& theme, Token one, Token other, Vision vision)
{
    return difference(labAs(theme.color(one), vision), labAs(theme.color(other), vision));
}

} // namespace

class tst_colour_vision : public QObject {
    Q_OBJECT
private slots:
    void formulas();
    void colours_data();
    void colours();
    void whatMergesIsKnown();
    void colourMapsRiseForEveryone();
    void signsStayApart();
};

// The supplement of Sharma, Wu and Dalal 2005, rows 1, 7, 17, 20, 25 and 34.
void tst_colour_vision::formulas()
{
    struct Row {
        Lab one, two;
        double difference;
    };
    constexpr Row kRows[] = {
        {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
        {{50, 0, 0}, {50, -1, 2}, 2.3669},
        {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
        {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
        {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
    };
    for (const Row& row : kRows)
        QVERIFY2(std::abs(difference(row.one, row.two) - row.difference) < 1e-4,
            qPrintable(QString::number(difference(row.one, row.two), 'f', 5)));
    const Lab white = labAs(Qt::white, Vision::Usual);
    QVERIFY(std::abs(white.l - 100) < 0.01 && std::abs(white.a) < 0.02 && std::abs(white.b) < 0.02);
    // Rows of the matrices add up to one: grey stays grey.
    for (const Vision vision : kVisions)
        QVERIFY(difference(labAs(QColor(128, 128, 128), vision), labAs(QColor(128, 128, 128), Vision::Usual))
            < 0.1);
}

void tst_colour_vision::colours_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("line");
    for (int line = 0; line < static_cast<int>(std::size(kPrinted)); ++line) {
        QTest::addRow("%s, light", kPrinted[line].name) << false << line;
        QTest::addRow("%s, dark", kPrinted[line].name) << true << line;
    }
}

void tst_colour_vision::colours()
{
    QFETCH(const bool, dark);
    QFETCH(const int, line);
    const Printed& printed = kPrinted[line];
    for (std::size_t i = 0; i < std::size(kPrintedVisions); ++i) {
        const double is
            = apart(dark ? Theme::dark() : Theme::light(), printed.one, printed.other, kPrintedVisions[i]);
        const double expected = dark ? printed.dark[i] : printed.light[i];
        QVERIFY2(is >= kAtAGlance - 0.5, qPrintable(QString::number(is)));
        QVERIFY2(std::abs(is - expected) < kAsPrinted,
            qPrintable(QStringLiteral("%1 is not %2").arg(is).arg(expected)));
    }
}

// Colours that are one to some: the design never tells these apart by colour, and says which they are.
void tst_colour_vision::whatMergesIsKnown()
{
    constexpr Token kMeant[] = {Token::Pass, Token::Warn, Token::Fail, Token::Inherited, Token::NotComparable,
        Token::Target, Token::Golden, Token::Accent};
    std::set<std::pair<Token, Token>> merging;
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        for (const Vision vision : kVisions) {
            for (const Token one : kMeant) {
                for (const Token other : kMeant) {
                    if (one < other && apart(*theme, one, other, vision) < kHardly)
                        merging.insert({one, other});
                }
            }
        }
    }
    const std::set<std::pair<Token, Token>> known {
        {Token::Accent, Token::Target}, {Token::Warn, Token::Golden}};
    QVERIFY2(merging == known, qPrintable(QString::number(merging.size())));
}

void tst_colour_vision::colourMapsRiseForEveryone()
{
    const ColourMap& map = colourMap("deep-sea", false);
    for (const Vision vision : kVisions) {
        double last = -1;
        for (int i = 0; i <= 32; ++i) {
            const double lightness = labAs(QColor::fromRgb(map.at(i / 32.0)), vision).l;
            QVERIFY2(lightness > last, qPrintable(QStringLiteral("%1 at %2").arg(lightness).arg(i)));
            last = lightness;
        }
    }
}

void tst_colour_vision::signsStayApart()
{
    for (const bool dark : {false, true}) {
        const ColourMap& map = colourMap("tide", dark);
        for (const Vision vision : kVisions) {
            for (const double size : {0.25, 0.5, 1.0}) {
                const double is = difference(labAs(QColor::fromRgb(map.at(0.5 - size / 2)), vision),
                    labAs(QColor::fromRgb(map.at(0.5 + size / 2)), vision));
                QVERIFY2(is >= kAtAGlance, qPrintable(QString::number(is)));
            }
        }
    }
}

QTEST_MAIN(tst_colour_vision)
#include "tst_colour_vision.moc"
