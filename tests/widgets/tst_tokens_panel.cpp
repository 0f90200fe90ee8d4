// SPDX-License-Identifier: GPL-3.0-or-later
// A run of two sequences of three tokens; the target has one of them wrong.
#include "comparison/errors/error_map.h"
#include "kit/message_page.h"
#include "kit/sentence_list.h"
#include "msprobe_dump_writer.h"
#include "tensor_desk.h"

#include <QSignalSpy>

#include <cmath>
#include <limits>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::test;

namespace {

constexpr int kPatienceMs = 20'000;
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

DumpedTensor ones(const core::Shape& shape)
{
    return {shape, std::vector<float>(core::elementCount(shape).value(), 1.0F)};
}

/// Six scores a token, as many as the table of the embedding has rows. The wrong token has those of another
/// sign, and its output is minus golden's.
std::vector<DumpedOperator> run(bool isWrong)
{
    const DumpedTensor ids {{2, 3}, {5, 3, 1, 2, 4, 3}, true};
    DumpedTensor out = ones({2, 3, 4}), scores = ones({2, 3, 6});
    for (std::size_t i = 0; isWrong && i < 4; ++i)
        out.values[4 * 4 + i] = -1;
    scores.values[4 * 6 + 3] = isWrong ? 1 : 2; // of the id that comes next
    return {{"Functional.embedding.0.forward", {ids, ones({6, 4})}, ones({2, 3, 4})},
        {"Functional.linear.0.forward", {ones({2, 3, 4})}, out},
        {"Functional.linear.1.forward", {out}, scores}};
}

struct Runs {
    TemporaryFolder folder;
    bool good = false;

    explicit Runs(MsprobeDumpWriter::Task task = MsprobeDumpWriter::Task::Tensor)
    {
        good = MsprobeDumpWriter::write(folder.at("target"), run(true), 0, task)
            && MsprobeDumpWriter::write(folder.at("golden"), run(false), 0, task);
    }
    [[nodiscard]] QString at(const char* name) const { return QString::fromStdString(folder.at(name)); }
};

} // namespace

class TokensPanelTest : public QObject {
    Q_OBJECT

private slots:
    void allCellsAreInSight()
    {
        ErrorMap map(nullptr);
        map.resize(400, 200);
        ErrorMap::Content content;
        content.columns = 5000;
        content.rows = {QStringLiteral("layers/0"), QStringLiteral("layers/1")};
        content.errors.assign(10'000, 0.0F);
        content.errors[5000 + 3217] = 0.5F;
        content.errors[7] = kNone;
        content.far = 0.01;
        map.setContent(std::move(content),
            [](const CellMap::Place& place) { return QString::number(place.column); }, {});
        const CellMap::Place wrong {3217, 1};
        const QRectF box = map.rectOf(wrong);
        QVERIFY(box.width() < 1);
        // Many cells are one pixel, which stands for the worst of them.
        QCOMPARE(map.placeAt(box.center()), std::optional(wrong));
        QVERIFY(map.colourOf(wrong) != map.colourOf({0, 0}));
        QVERIFY(map.colourOf({7, 0}) != map.colourOf({0, 0})); // nothing there is not the same as no error
        const QImage picture = map.grab().toImage();
        const int y = static_cast<int>(box.center().y());
        int painted = -1, clicked = -1;
        for (int x = 0; x < picture.width(); ++x) {
            if (picture.pixel(x, y) == map.colourOf(wrong))
                painted = x;
            if (map.placeAt(QPointF(x, y)) == wrong)
                clicked = x;
        }
        QVERIFY(painted >= 0 && clicked >= 0);
        QVERIFY(std::abs(painted - clicked) <= 1);
        QSignalSpy chosen(&map, &ErrorMap::chosen);
        QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(clicked, y));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.takeFirst()[0].value<CellMap::Place>(), wrong);
        QTest::keyClick(&map, Qt::Key_Up);
        QTest::keyClick(&map, Qt::Key_Home);
        QTest::keyClick(&map, Qt::Key_Right);
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(chosen.takeFirst()[0].value<CellMap::Place>(), (CellMap::Place {1, 0}));
        QCOMPARE(map.accessibleDescription(), QStringLiteral("1"));
    }

    void theFirstTokenThatDiffers()
    {
        const Runs runs;
        QVERIFY(runs.good);
        gui::test::Desk desk;
        OpenedRoot* const target = desk.open(runs.at("target"));
        OpenedRoot* const golden = desk.open(runs.at("golden"));
        const auto panel = desk.makePanel("tokens");
        panel->resize(700, 300);
        panel->show();
        QVERIFY(panel->findChild<MessagePage*>()->text().contains(QStringLiteral("Compare two dumps")));
        desk.comparisons.compare({{target}, {golden}});
        auto* const map = panel->findChild<ErrorMap*>();
        QTRY_COMPARE_WITH_TIMEOUT(map->content().columns, std::size_t {6}, kPatienceMs);
        const ErrorMap::Content& content = map->content();
        QCOMPARE(content.rows.size(), 3);
        QCOMPARE(content.lines.size(), std::size_t {2});
        QCOMPARE(content.lines[0].texts, (QStringList {"0", "1", "2", "0", "1", "2"}));
        QCOMPARE(content.lines[1].texts, (QStringList {"5", "3", "1", "2", "4", "3"}));
        QCOMPARE(content.begins, std::vector<std::size_t> {3});
        QCOMPARE(content.first, std::optional(ErrorMap::Place {4, 1}));
        QCOMPARE(map->errorAt({4, 1}), 2.0F);
        QVERIFY(panel->findChild<SentenceList*>()->plainText().contains(
            QStringLiteral("is token 1 of sequence 1 (id 4), with an error of 2 in "
                           "Functional.linear.0.forward output 0;")));
        const QString tip = map->describe({4, 1});
        QVERIFY(tip.contains(QStringLiteral("id 4")));
        QVERIFY(tip.contains(QStringLiteral("Functional.linear.0.forward output 0")));
        QVERIFY(tip.contains(QStringLiteral("Relative L2 error 2, more than the noise")));
        // e / (5e + e) of six equal scores, e² / (5e + e²) of one that is larger by one.
        QCOMPARE(content.differences.size(), std::size_t {6});
        const double expected = std::log(1.0 / 6) - std::log(std::exp(1.0) / (5 + std::exp(1.0)));
        QVERIFY(std::abs(map->errorAt({4, 3}) - expected) < 1e-6);
        QVERIFY(std::isnan(map->errorAt({5, 3})));
        QVERIFY(map->describe({4, 3}).contains(QStringLiteral("ratio 0.473"))); // (5 + e) / (6e)

        desk.comparisons.select(std::nullopt);
        QTest::mouseClick(map, Qt::LeftButton, {}, map->rectOf({4, 1}).center().toPoint());
        QVERIFY(desk.comparisons.pair());
        const core::PairTable& pairs = *desk.comparisons.current()->pairs();
        const core::TensorRow& row
            = pairs.golden().index->tensor(pairs.row(*desk.comparisons.pair()).pair.golden);
        QCOMPARE(pairs.golden().index->text(row.opName), std::string_view("Functional.linear.0.forward"));
        QCOMPARE(row.io, core::Io::Output);
    }

    void statisticsHaveNoTokens()
    {
        const Runs runs(MsprobeDumpWriter::Task::Statistics);
        gui::test::Desk desk;
        OpenedRoot* const target = desk.open(runs.at("target"));
        OpenedRoot* const golden = desk.open(runs.at("golden"));
        const auto panel = desk.makePanel("tokens");
        panel->show();
        desk.comparisons.compare({{target}, {golden}});
        QTRY_VERIFY_WITH_TIMEOUT(
            panel->findChild<MessagePage*>()->text().contains(QStringLiteral("Only statistics")),
            kPatienceMs);
    }
};

QTEST_MAIN(TokensPanelTest)
#include "tst_tokens_panel.moc"
