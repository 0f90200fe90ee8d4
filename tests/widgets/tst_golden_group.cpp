// SPDX-License-Identifier: GPL-3.0-or-later
// The panels about all targets of one golden.
#include "common/fonts.h"
#include "comparison/errors/curves_picture.h"
#include "comparison/targets/target_matrix.h"
#include "kit/message_page.h"
#include "painted_texts.h"
#include "tensor_desk.h"

#include <QPainter>

#include <cmath>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
const QString kStatistics = QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-statistic");

/// A dump of statistics against itself.
struct EqualRuns : test::Desk {
    EqualRuns()
    {
        OpenedRoot* const root = open(kStatistics);
        const ComparisonDocument* const document = comparisons.compare({{root}, {root}});
        [&] { QTRY_COMPARE_WITH_TIMEOUT(document->state(), ComparisonDocument::State::Done, kPatienceMs); }();
    }
    /// As many equal targets.
    core::RunCurves curves(std::size_t targets)
    {
        core::OwnedTask task(1);
        const std::vector tables(targets, comparisons.current()->pairs());
        core::RunCurvesRequest request;
        request.matrix
            = std::make_shared<const core::TargetMatrix>(core::makeTargetMatrix(tables, false, task).value());
        request.golden = session.roots().first()->table();
        request.targets.assign(targets, request.golden);
        request.figures = {{"max", false}, {"min", false}};
        return core::makeRunCurves(request, task).value();
    }
};

CurvesPicture pictureOf(const core::RunCurves& curves, const QStringList& names, const QSizeF& size)
{
    CurvesPicture::Content content {std::make_shared<const core::RunCurves>(curves), names, {}, {}};
    for (const core::RunCurves::Chart& chart : curves.charts)
        content.scales.push_back(core::CurveScale::of(chart, true));
    return {content, size, -0.5, static_cast<double>(curves.places.size()) - 0.5, Theme::light()};
}

QImage painted(const CurvesPicture& picture, const QSize& size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    picture.paint(painter);
    return image;
}

core::VerdictCounts countsOf(const ComparisonDocument& document)
{
    core::VerdictCounts counts;
    for (std::size_t row = 0; row < document.pairs()->rows(); ++row)
        counts.add(document.pairs()->row(row).verdict);
    return counts;
}

/// Pixels of `color` inside `area`.
int count(const QImage& image, const QRect& area, const QColor& color)
{
    int found = 0;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x)
            found += image.pixelColor(x, y) == color ? 1 : 0;
    }
    return found;
}

} // namespace

class GoldenGroupTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsOnItsWayIsNotMissing_data();
    void whatIsOnItsWayIsNotMissing();
    void noTargetIsForgotten();
    void wordsAreWhole();
    void numbersOfBothAxes();
    void goldenIsSeenBehindDenseLines();
    void aLoneTargetNeedsNoSwatch();
};

void GoldenGroupTest::whatIsOnItsWayIsNotMissing_data()
{
    QTest::addColumn<QByteArray>("panel");
    QTest::newRow("curves") << QByteArray("curves");
    QTest::newRow("targets") << QByteArray("targets");
}

void GoldenGroupTest::whatIsOnItsWayIsNotMissing()
{
    QFETCH(const QByteArray, panel);
    EqualRuns desk;
    const auto shown = desk.makePanel(panel);
    const auto* const message = shown->findChild<MessagePage*>();
    shown->show(); // the runs are compared; putting them side by side is a task
    QCOMPARE(message->text(), QString("The runs are being put side by side."));
    QTRY_VERIFY_WITH_TIMEOUT(shown->isSettled() && !message->isVisible(), kPatienceMs);
    // Without a comparison it says what it is for.
    desk.comparisons.close(desk.comparisons.current());
    QTRY_VERIFY_WITH_TIMEOUT(message->isVisible() && message->text().startsWith("Compare "), kPatienceMs);
}

/// What becomes of a target is seen also while another one is in front.
void GoldenGroupTest::noTargetIsForgotten()
{
    test::Desk desk;
    const auto shown = desk.makePanel("targets");
    shown->show();
    OpenedRoot* const golden = desk.open(kStatistics);
    OpenedRoot* const target
        = desk.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-bug-statistic"));
    ComparisonDocument* const front = desk.comparisons.compare({{golden}, {golden}});
    ComparisonDocument* const behind = desk.comparisons.compare({{target}, {golden}});
    desk.comparisons.setCurrent(front);
    for (const ComparisonDocument* document : {front, behind})
        QTRY_COMPARE_WITH_TIMEOUT(document->state(), ComparisonDocument::State::Done, kPatienceMs);
    const auto* const model = shown->findChild<TargetMatrixModel*>();
    QTRY_COMPARE_WITH_TIMEOUT(model->columnCount(), TargetMatrixModel::kOwnColumns + 2, kPatienceMs);
    const auto words = [&] {
        return model->headerData(TargetMatrixModel::kOwnColumns + 1, Qt::Horizontal, Qt::ToolTipRole)
            .toString()
            .section(QStringLiteral(": "), 1);
    };
    const auto expected = [&] {
        const core::VerdictCounts counts = countsOf(*behind);
        return QStringLiteral("%1 fail, %2 warn, %3 pass, %4 not comparable")
            .arg(counts.fail)
            .arg(counts.warn)
            .arg(counts.pass)
            .arg(counts.notComparable);
    };
    QTRY_COMPARE_WITH_TIMEOUT(words(), expected(), kPatienceMs);
    const QString before = expected();
    behind->setLimits(core::presetLimits("exact").value());
    QTRY_VERIFY_WITH_TIMEOUT(expected() != before, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(words(), expected(), kPatienceMs);
}

void GoldenGroupTest::wordsAreWhole()
{
    EqualRuns desk;
    const core::RunCurves curves = desk.curves(1);
    test::RecordingDevice device;
    QPainter painter(&device);
    pictureOf(curves, {"target"}, {600, 300}).paint(painter);
    painter.end();
    const QString order = curves.isOrderKnown ? "execution order" : "tensors in order";
    for (const QString& word : {order, QString("verdict"), QString("Golden"), QString("target")})
        QVERIFY2(device.texts.contains(word), qPrintable(word + ": " + device.texts.join('|')));
}

/// Two numbers at least beside each chart, however low; below them round ones of the order, each once.
void GoldenGroupTest::numbersOfBothAxes()
{
    EqualRuns desk;
    const core::RunCurves curves = desk.curves(1);
    QVERIFY(curves.isOrderKnown);
    test::RecordingDevice device;
    QPainter painter(&device);
    const int line = QFontMetrics(secondaryFont()).height();
    pictureOf(curves, {"target"}, {900, 12.0 * line}).paint(painter);
    painter.end();
    const qsizetype order = device.texts.indexOf("execution order");
    QVERIFY(order > 0);
    const auto numbersOf = [](const QStringList& texts) {
        QList<double> numbers;
        for (const QString& text : texts) {
            bool isNumber = false;
            if (const double number = text.toDouble(&isNumber); isNumber)
                numbers.append(number);
        }
        return numbers;
    };
    QVERIFY2(numbersOf(device.texts.first(order)).size() >= 2 * std::ssize(curves.charts),
        qPrintable(device.texts.join('|')));
    const QList<double> places = numbersOf(device.texts.mid(order));
    QVERIFY2(places.size() >= 3, qPrintable(device.texts.join('|')));
    const double step = places[2] - places[1];
    for (qsizetype i = 1; i < places.size(); ++i) {
        QVERIFY(places[i] > places[i - 1]);
        QCOMPARE(std::fmod(places[i], step), 0.0);
    }
}

/// Where a pixel has several operators, equal runs cover one another.
void GoldenGroupTest::goldenIsSeenBehindDenseLines()
{
    EqualRuns desk;
    const core::RunCurves curves = desk.curves(1);
    const QSize size(220, 400);
    const CurvesPicture picture = pictureOf(curves, {"target"}, size);
    const QRect area = picture.area().toRect();
    QVERIFY(area.width() < static_cast<int>(curves.places.size()));
    const Theme& theme = Theme::light();
    const QImage image = painted(picture, size);
    QVERIFY(count(image, area, theme.color(Token::Target)) > 0);
    QVERIFY(count(image, area, theme.color(Token::Golden)) > 0);
}

void GoldenGroupTest::aLoneTargetNeedsNoSwatch()
{
    EqualRuns desk;
    const QSize size(600, 300);
    const auto swatches = [&](const QStringList& names) {
        const CurvesPicture picture
            = pictureOf(desk.curves(static_cast<std::size_t>(names.size())), names, size);
        const QRect area = picture.area().toRect();
        return count(painted(picture, size), QRect(0, area.top(), area.left() - 1, area.height()),
            Theme::light().color(Token::Target));
    };
    QCOMPARE(swatches({"target"}), 0);
    // Two are told apart by them.
    QVERIFY(swatches({"target", "other"}) > 0);
}

QTEST_MAIN(GoldenGroupTest)
#include "tst_golden_group.moc"
