// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/glyphs.h"

#include "common/icons.h"
#include "common/style_painting.h"
#include "common/theme.h"

#include <QDir>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>

using namespace dumpscope::gui;

namespace {

constexpr int kGlyphSide = 12;

template<typename Draw> QImage drawn(QSize size, qreal ratio, const Theme& theme, Draw draw)
{
    QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.color(Token::Base));
    QPainter painter(&image);
    draw(painter);
    return image;
}

/// Part of the pixels whose grey differs clearly, 0 to 1.
double greyDifference(const QImage& a, const QImage& b)
{
    int different = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            different += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 48 ? 1 : 0;
    }
    return double(different) / (a.width() * a.height());
}

/// The picture with its ink at full strength, so that only the shape counts.
QImage shapeOf(const QImage& image, const QColor& background)
{
    QImage shape = image;
    const int empty = qGray(background.rgb());
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const bool ink = std::abs(qGray(image.pixel(x, y)) - empty) > 40;
            shape.setPixel(x, y, ink ? qRgb(0, 0, 0) : qRgb(255, 255, 255));
        }
    }
    return shape;
}

/// The same but for the rounding of blended edges.
bool isNear(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) <= 2 && std::abs(qGreen(a) - qGreen(b)) <= 2
        && std::abs(qBlue(a) - qBlue(b)) <= 2;
}

const QList<qreal> kRatios {1.0, 1.25, 1.5, 2.0};

} // namespace

class tst_glyphs : public QObject {
    Q_OBJECT
private slots:
    void statesDifferInShape_data();
    void statesDifferInShape();
    void statesHaveWords();
    void noneIsEmpty();
    void hatchesDifferInGrey_data();
    void hatchesDifferInGrey();
    void smallCellsArePlain();
    void neighboursShareOnePattern();
    void tintKeepsTextReadable();
    void everyIconIsTinted();
    void iconsOfTheDesignExist();
    void iconsFollowTheTheme();
    void iconsUseEveryPixel();
    void unknownIconIsEmpty();
    void applicationIconHasAllSizes();
    void iconsOnAccentAreDrawnOnce();
};

void tst_glyphs::statesDifferInShape_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qreal>("ratio");
    for (const qreal ratio : kRatios) {
        QTest::addRow("light at %.2f", ratio) << false << ratio;
        QTest::addRow("dark at %.2f", ratio) << true << ratio;
    }
}

void tst_glyphs::statesDifferInShape()
{
    QFETCH(bool, dark);
    QFETCH(qreal, ratio);
    const Theme& theme = dark ? Theme::dark() : Theme::light();
    QList<QImage> shapes;
    for (int state = static_cast<int>(State::Pass); state <= static_cast<int>(State::GoldenSide); ++state) {
        const QImage image = drawn({kGlyphSide, kGlyphSide}, ratio, theme, [&](QPainter& painter) {
            paintStateGlyph(painter, static_cast<State>(state), QRectF(0, 0, kGlyphSide, kGlyphSide), theme);
        });
        shapes.append(shapeOf(image, theme.color(Token::Base)));
    }
    for (int a = 0; a < shapes.size(); ++a) {
        for (int b = a + 1; b < shapes.size(); ++b) {
            const double part = greyDifference(shapes[a], shapes[b]);
            QVERIFY2(part > 0.08,
                qPrintable(QStringLiteral("states %1 and %2 differ in %3 of the pixels")
                               .arg(a + 1)
                               .arg(b + 1)
                               .arg(part)));
        }
    }
}

void tst_glyphs::statesHaveWords()
{
    QStringList words;
    for (int state = static_cast<int>(State::Pass); state <= static_cast<int>(State::GoldenSide); ++state)
        words.append(stateWord(static_cast<State>(state)));
    QVERIFY(!words.contains(QString()));
    QCOMPARE(words.removeDuplicates(), 0);
    QCOMPARE(stateWord(State::FailInside), QStringLiteral("fails inside"));
    QCOMPARE(stateWord(State::None), QString());
}

void tst_glyphs::noneIsEmpty()
{
    const Theme& theme = Theme::light();
    const QImage empty = drawn({12, 12}, 1, theme, [](QPainter&) {});
    const QImage none = drawn({12, 12}, 1, theme,
        [&](QPainter& painter) { paintStateGlyph(painter, State::None, QRectF(0, 0, 12, 12), theme); });
    QCOMPARE(none, empty);
}

void tst_glyphs::hatchesDifferInGrey_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qreal>("ratio");
    QTest::addColumn<qreal>("strength");
    for (const qreal ratio : kRatios) {
        for (const qreal strength : {1.0, 0.16}) {
            QTest::addRow("light at %.2f, strength %.2f", ratio, strength) << false << ratio << strength;
            QTest::addRow("dark at %.2f, strength %.2f", ratio, strength) << true << ratio << strength;
        }
    }
}

void tst_glyphs::hatchesDifferInGrey()
{
    QFETCH(bool, dark);
    QFETCH(qreal, ratio);
    QFETCH(qreal, strength);
    const Theme& theme = dark ? Theme::dark() : Theme::light();
    QList<QImage> images;
    for (const NonFinite kind : {NonFinite::Nan, NonFinite::PosInf, NonFinite::NegInf, NonFinite::Padding}) {
        images.append(drawn({20, 20}, ratio, theme, [&](QPainter& painter) {
            paintNonFinite(painter, QRectF(0, 0, 20, 20), kind, theme, strength);
        }));
    }
    const double least = 0.1;
    for (int a = 0; a < images.size(); ++a) {
        for (int b = a + 1; b < images.size(); ++b) {
            int different = 0;
            for (int y = 0; y < images[a].height(); ++y) {
                for (int x = 0; x < images[a].width(); ++x)
                    different
                        += std::abs(qGray(images[a].pixel(x, y)) - qGray(images[b].pixel(x, y))) > 8 ? 1 : 0;
            }
            const double part = double(different) / (images[a].width() * images[a].height());
            QVERIFY2(part > least, qPrintable(QStringLiteral("%1 and %2: %3").arg(a).arg(b).arg(part)));
        }
    }
}

void tst_glyphs::smallCellsArePlain()
{
    const Theme& theme = Theme::light();
    const QImage image = drawn({6, 6}, 1, theme,
        [&](QPainter& painter) { paintNonFinite(painter, QRectF(0, 0, 6, 6), NonFinite::Nan, theme); });
    for (int y = 0; y < 6; ++y) {
        for (int x = 0; x < 6; ++x)
            QCOMPARE(image.pixel(x, y), QColor(0xD1, 0x14, 0x7A).rgb());
    }
}

void tst_glyphs::neighboursShareOnePattern()
{
    const Theme& theme = Theme::light();
    for (const NonFinite kind : {NonFinite::PosInf, NonFinite::NegInf}) {
        const QImage whole = drawn({36, 18}, 1, theme,
            [&](QPainter& painter) { paintNonFinite(painter, QRectF(0, 0, 36, 18), kind, theme); });
        const QImage parts = drawn({36, 18}, 1, theme, [&](QPainter& painter) {
            paintNonFinite(painter, QRectF(0, 0, 18, 18), kind, theme);
            paintNonFinite(painter, QRectF(18, 0, 18, 18), kind, theme);
        });
        QCOMPARE(parts, whole);
    }
}

void tst_glyphs::tintKeepsTextReadable()
{
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        const int text = qGray(theme->color(Token::Text).rgb());
        for (const NonFinite kind : {NonFinite::Nan, NonFinite::PosInf, NonFinite::NegInf}) {
            const QImage cell = drawn({60, 22}, 1, *theme, [&](QPainter& painter) {
                paintNonFinite(painter, QRectF(0, 0, 60, 22), kind, *theme, 0.16);
            });
            for (int y = 0; y < cell.height(); ++y) {
                for (int x = 0; x < cell.width(); ++x)
                    QVERIFY(std::abs(qGray(cell.pixel(x, y)) - text) > 90);
            }
        }
    }
}

void tst_glyphs::everyIconIsTinted()
{
    const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
    QVERIFY(files.size() > 50);
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        QGuiApplication::setPalette(theme->palette());
        for (const QString& file : files) {
            const QByteArray name = file.chopped(4).toLatin1();
            if (name.startsWith("dumpscope"))
                continue;
            for (const Token token : {Token::Secondary, Token::Fail}) {
                const QImage image = icon(name.constData(), token)
                                         .pixmap(32, 32)
                                         .toImage()
                                         .convertToFormat(QImage::Format_ARGB32);
                QCOMPARE(image.size(), QSize(32, 32));
                int opaque = 0;
                for (int y = 0; y < 32; ++y) {
                    for (int x = 0; x < 32; ++x) {
                        if (qAlpha(image.pixel(x, y)) < 255)
                            continue;
                        ++opaque;
                        QVERIFY(isNear(image.pixel(x, y), theme->color(token).rgb()));
                    }
                }
                QVERIFY2(opaque > 4, name.constData());
            }
        }
    }
    QGuiApplication::setPalette(Theme::light().palette());
}

void tst_glyphs::iconsOfTheDesignExist()
{
    const QByteArray names
        = "back forward open save search filter explore compare graph capture play stop flag next prev swap "
          "link unlink copy export undo redo maximise close float more folder rank step scope operator "
          "tensor file hist heat profile stats image warn overflow limit pair note pin terminal device model "
          "eye gear plus source clock check zoom fit blink swipe chevron";
    for (const QByteArray& name : names.split(' '))
        QVERIFY2(!icon(name.constData()).isNull(), name.constData());
}

void tst_glyphs::iconsFollowTheTheme()
{
    const QIcon held = icon("stop", Token::Text);
    QGuiApplication::setPalette(Theme::dark().palette());
    const QRgb dark = held.pixmap(64, 64).toImage().pixel(32, 14);
    QGuiApplication::setPalette(Theme::light().palette());
    const QRgb light = held.pixmap(64, 64).toImage().pixel(32, 14);
    QCOMPARE(QColor(dark), Theme::dark().color(Token::Text));
    QCOMPARE(QColor(light), Theme::light().color(Token::Text));
    const QRgb disabled = held.pixmap(QSize(64, 64), QIcon::Disabled).toImage().pixel(32, 14);
    QCOMPARE(QColor(disabled), Theme::light().color(Token::Dim));
}

/// Painted in a window of any scale an icon is what its drawing gives for so many pixels, not one enlarged.
void tst_glyphs::iconsUseEveryPixel()
{
    constexpr int kSide = 20;
    for (const qreal ratio : kRatios) {
        QImage canvas((QSizeF(kSide, kSide) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        canvas.setDevicePixelRatio(ratio);
        canvas.fill(Qt::transparent);
        QPainter painter(&canvas);
        icon("open", Token::Text).paint(&painter, 0, 0, kSide, kSide);
        painter.end();
        canvas.setDevicePixelRatio(1);
        const QImage whole = icon("open", Token::Text).pixmap(canvas.size(), 1.0).toImage();
        QCOMPARE(canvas, whole.convertToFormat(canvas.format()));
    }
}

void tst_glyphs::unknownIconIsEmpty()
{
    QTest::ignoreMessage(QtWarningMsg, "There is no icon nonsense");
    QVERIFY(icon("nonsense").isNull());
}

void tst_glyphs::applicationIconHasAllSizes()
{
    for (const int side : {16, 32, 128}) {
        const QPixmap pixmap = applicationIcon().pixmap(side, side);
        QVERIFY(!pixmap.isNull());
        QVERIFY(pixmap.width() >= side);
        // Deep sea, not one colour.
        QSet<QRgb> colours;
        const QImage image = pixmap.toImage();
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, image.height() / 4));
        QVERIFY(colours.size() > 3);
    }
}

// What is painted again and again from new pictures fills the cache of pictures.
void tst_glyphs::iconsOnAccentAreDrawnOnce()
{
    const QIcon open = icon("open"), other = icon("compare");
    const auto drawn = [](const QIcon& one, int side, bool isDark) {
        const QSize size(side, side);
        return style::onAccent(one, size, isDark ? Theme::dark() : Theme::light()).pixmap(size).cacheKey();
    };
    QCOMPARE(drawn(open, 16, false), drawn(open, 16, false));
    QVERIFY(drawn(open, 16, false) != drawn(open, 20, false));
    QVERIFY(drawn(open, 16, false) != drawn(other, 16, false));
    QVERIFY(drawn(open, 16, false) != drawn(open, 16, true));
}

QTEST_MAIN(tst_glyphs)
#include "tst_glyphs.moc"
