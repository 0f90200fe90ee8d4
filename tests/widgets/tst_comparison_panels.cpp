// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/custom_plot.h"
#include "common/language.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "compare/conclusion/explanation.h"
#include "compare/report/report.h"
#include "comparison/comparison_request.h"
#include "comparison/errors/error_pair_plot.h"
#include "comparison/errors/error_plot.h"
#include "comparison/errors/error_plot_item.h"
#include "comparison/errors/error_series.h"
#include "comparison/errors/layer_strip.h"
#include "comparison/non_finite_pairs.h"
#include "comparison/results/pair_list_model.h"
#include "comparison/suspects/divergence_line.h"
#include "comparison/suspects/suspect_errors.h"
#include "comparison/suspects/suspect_list_model.h"
#include "comparison/verdict_chips.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/sentence_list.h"
#include "tensor_desk.h"

#include <QAbstractItemModelTester>
#include <QContextMenuEvent>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include <cmath>
#include <limits>
#include <vector>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
using Run = ComparisonDocument::State;

/// The sample: one weight of the target was changed, and everything behind it differs.
struct ComparingDesk : test::Desk {
    OpenedRoot* target = session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"));
    OpenedRoot* golden = session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
    ComparisonDocument* compare()
    {
        ComparisonDocument* const document = comparisons.compare({{target}, {golden}});
        [&] { QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs); }();
        return document;
    }
    std::unique_ptr<Panel> shown(const char* id)
    {
        auto panel = makePanel(id);
        panel->resize(1200, 500);
        panel->show();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs); }();
        return panel;
    }
};

QByteArray commandOutput(const QStringList& arguments)
{
    QProcess process;
    process.start(DUMPSCOPE_BINARY_DIR "/dumpscope-cli", arguments);
    if (!process.waitForFinished(60'000))
        process.kill();
    return process.readAllStandardOutput();
}

} // namespace

class ComparisonPanelsTest : public QObject {
    Q_OBJECT

private slots:
    void showsTheNumbersOfTheCommandLine_data();
    void showsTheNumbersOfTheCommandLine();
    void opensAtTheCulprit();
    void sidesWaitForTheComparison_data();
    void sidesWaitForTheComparison();
    void opensAtTheFirstWhereNothingIsWrong();
    void looksForNonFiniteInWhatIsNew();
    void saysWhyATensorHasNoPair();
    void typesOfBothSidesFit();
    void firstClickSortsTheWorstFirst();
    void streamsRowsUnderTheModelTester();
    void columnsFollowTheComparison();
    void chipsFilter();
    void verdictTermsComeAndGo_data();
    void verdictTermsComeAndGo();
    void walksThroughFailures();
    void walksThroughFailuresThatAreShown();
    void notesStandAmongTheReasons();
    void targetsAreAddedFromBesideTheOthers();
    void explainsInSentences();
    void coreSpeaksChinese();
    void saysWhatIsMissing();
    void suspectsAreWalkedAndPlotted();
    void rowsAreCopiedWithNames();
    void suspectsKeepTheirErrors();
    void suspectsWithoutErrorsHaveNoPlot();
    void barsAccuseWhatTheSentenceAccuses_data();
    void barsAccuseWhatTheSentenceAccuses();
    void plotsErrorsOverOrder();
    void layersAndRanksAreChosen();
    void transpositionsComeFirst();
    void conclusionLineCutsNamesBySegments();
    void commandSaysTheSetup();
    void tintsWhatMissesALimit();
};

void ComparisonPanelsTest::showsTheNumbersOfTheCommandLine_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QString>("profile");
    QTest::addColumn<int>("least"); // pairs
    const QString sample = DUMPSCOPE_SAMPLE_DATA, data = DUMPSCOPE_TEST_DATA;
    for (const char* profile : {"dumpscope", "msaccucmp", "msprobe"})
        QTest::addRow("sample, %s", profile) << sample + "/target" << sample + "/golden" << profile << 50;
    QTest::newRow("statistics") << data + "/mindspore/lenet-ms210-bug-statistic"
                                << data + "/mindspore/lenet-ms210-statistic"
                                << "dumpscope" << 20;
    QTest::newRow("two frameworks") << data + "/official/msprobe/ms" << data + "/official/msprobe/pt"
                                    << "msprobe" << 10;
    QTest::newRow("checksums") << data + "/msprobe/md5" << data + "/msprobe/md5"
                               << "dumpscope" << 1;
    QTest::newRow("not finite") << data + "/mindspore/nan-ms210-full" << data + "/mindspore/nan-ms210-full"
                                << "dumpscope" << 1;
}

// Every cell of every pair, against what another program prints.
void ComparisonPanelsTest::showsTheNumbersOfTheCommandLine()
{
    QFETCH(const QString, target);
    QFETCH(const QString, golden);
    QFETCH(const QString, profile);
    QFETCH(const int, least);
    test::Desk desk;
    ComparisonSetup setup {{desk.open(target)}, {desk.open(golden)}};
    setup.profile = profile;
    const ComparisonDocument* const document = desk.comparisons.compare(setup);
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    const auto panel = desk.makePanel("results");
    panel->resize(1200, 500);
    panel->show();
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs);
    auto* const model = panel->findChild<PairListModel*>();
    const QJsonArray pairs
        = QJsonDocument::fromJson(commandOutput({"compare", target, golden, "--profile", profile, "--json"}))
              .object()["pairs"]
              .toArray();
    QVERIFY(pairs.size() >= least);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), int(pairs.size()), kPatienceMs);
    const core::MetricSelection& metricColumns = document->pairs()->metrics();
    QVERIFY(metricColumns.size() > 5);
    for (int row = 0; row < model->rowCount(); ++row) {
        const QJsonObject pair = pairs[row].toObject();
        const auto text = [&](const char* key) {
            return model->index(row, model->columnNumber(key)).data(CopyRole).toString();
        };
        QCOMPARE(text("verdict"), pair["verdict"].toString());
        QCOMPARE(text("op_name"), pair["op_name"].toString());
        QCOMPARE(text("reason"), pair["reason"].toString());
        QCOMPARE(text("target_id"), pair["target_id"].toString());
        QCOMPARE(text("golden_id"), pair["golden_id"].toString());
        QCOMPARE(text("state"), pair["state"].toString());
        const QJsonObject metrics = pair["metrics"].toObject();
        for (std::size_t i = 0; i < metricColumns.size(); ++i)
            QVERIFY2(metrics.contains(QString::fromStdString(std::string(metricColumns.info(i).id))),
                "every column");
        for (auto metric = metrics.begin(); metric != metrics.end(); ++metric) {
            const int column = model->columnNumber(metric.key().toStdString());
            QVERIFY2(column >= 0, qPrintable(metric.key()));
            const QString shown = model->index(row, column).data(CopyRole).toString();
            const QJsonValue value = metric.value();
            if (value.isNull() || value.isUndefined()) // then it may be text
                QCOMPARE(shown,
                    pair["states"][metric.key()] == "ok" ? pair["text"][metric.key()].toString() : QString());
            else if (value.isDouble())
                QCOMPARE(shown.toDouble(), value.toDouble());
            else
                QCOMPARE(shown, value.toString());
        }
    }
}

void ComparisonPanelsTest::opensAtTheCulprit()
{
    ComparingDesk desk;
    const auto panel = desk.makePanel("results");
    panel->resize(1200, 500);
    panel->show();
    const ComparisonDocument* const document = desk.compare();
    QVERIFY(!document->suspicion().suspects.empty());
    QCOMPARE(desk.comparisons.pair(), std::optional(document->suspicion().suspects.front().pairs.front()));
    auto* const table = panel->findChild<DataTable*>();
    QTRY_COMPARE_WITH_TIMEOUT(table->currentSource(), std::int64_t(*desk.comparisons.pair()), kPatienceMs);
    const auto& line = panel->findChild<DivergenceLine*>()->texts();
    QCOMPARE(line.state, gui::State::FirstDivergence);
    QVERIFY(line.opName.contains(QString::fromStdString(document->firstDivergence()->opName)));
    QVERIFY(!line.why.isEmpty());
    QVERIFY(panel->badge() > 0);
}

/// NaN, then what is farthest off whatever its sign; the other way round behind a second click.
void ComparisonPanelsTest::sidesWaitForTheComparison_data()
{
    QTest::addColumn<OpenedRoot::Side>("side");
    QTest::newRow("alone") << OpenedRoot::Side::None;
    QTest::newRow("target") << OpenedRoot::Side::Target;
}

/// The tree of a large dump is there long before anybody knows where it is wrong.
void ComparisonPanelsTest::sidesWaitForTheComparison()
{
    QFETCH(const OpenedRoot::Side, side);
    test::Desk desk;
    const auto tree = desk.makePanel("dumps");
    tree->show();
    OpenedRoot* const root = desk.session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"));
    root->setSide(side);
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled() && tree->isSettled(), kPatienceMs);
    QCOMPARE(desk.selection.tensor().isValid(), side == OpenedRoot::Side::None);
}

void ComparisonPanelsTest::opensAtTheFirstWhereNothingIsWrong()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.comparisons.compare({{desk.golden}, {desk.golden}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    QVERIFY(!document->result()->conclusion.row);
    QCOMPARE(desk.comparisons.pair(), std::optional(std::size_t {0}));
}

void ComparisonPanelsTest::looksForNonFiniteInWhatIsNew()
{
    test::Desk desk;
    OpenedRoot* const root = desk.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full"));
    const ComparisonDocument* const document = desk.comparisons.compare({{root}, {root}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    const core::PairTable& pairs = *document->pairs();
    core::OwnedTask task(1);
    const auto all = nonFiniteOf(pairs, {}, task);
    QVERIFY(all && all->hasNan && all->hasInf);
    QCOMPARE(all->rows, pairs.rows());
    const auto rest = nonFiniteOf(pairs, {false, false, pairs.rows()}, task);
    QVERIFY(rest && !rest->hasNan && !rest->hasInf);
    task.stopSource().request_stop();
    QCOMPARE(nonFiniteOf(pairs, {}, task).error().code, core::Code::Cancelled);
}

void ComparisonPanelsTest::saysWhyATensorHasNoPair()
{
    ComparingDesk desk;
    // Nothing but outputs on one side.
    ComparisonSetup setup {{desk.target}, {desk.golden}};
    setup.target.restriction.filter = "io:output";
    const ComparisonDocument* const document = desk.comparisons.compare(setup);
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    QVERIFY(!document->result()->unpairedGolden.empty());
    const auto why = desk.shown("why");
    desk.comparisons.select(std::nullopt);
    desk.selection.select({desk.golden, document->result()->unpairedGolden.front().id});
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*why, "Compared with nothing: "), kPatienceMs);
    QVERIFY(test::says(*why, coreWords(document->result()->unpairedGolden.front().reason)));
    const auto difference = desk.shown("difference");
    const TensorRef& lone = desk.selection.tensor();
    const QString reason = coreWords(document->result()->unpairedGolden.front().reason);
    QVERIFY(test::says(*difference, lone.opName()) && test::says(*difference, reason));
    desk.selection.select({desk.golden, document->result()->unpairedGolden.back().id});
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*difference, lone.opName()), kPatienceMs);
    // Another one that has a pair is explained.
    desk.selection.select(document->goldenOf(0));
    QTRY_VERIFY_WITH_TIMEOUT(!test::says(*why, "Compared with nothing: "), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!test::says(*difference, "Compared with nothing: "), kPatienceMs);
}

/// Two whole names have no room beside the numbers; the tooltip has them.
void ComparisonPanelsTest::typesOfBothSidesFit()
{
    test::Desk desk;
    QTemporaryDir folders[2];
    ComparisonSetup setup;
    for (const int side : {0, 1}) {
        QFile file(folders[side].filePath("statistic.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,"
                   "Min Value,Avg Value,L2Norm Value\n");
        const QByteArray wide = side == 0 ? "float16" : "float32";
        for (const QByteArray& line : {"a,0,7,1700000000000001,output,0,16," + wide,
                 QByteArray("b,0,7,1700000000000002,output,0,16,float16")})
            file.write("MatMul," + line + ",\"(2,4)\",1,0,0.5,2\n");
        file.close();
        (side == 0 ? setup.target : setup.golden).root = desk.open(folders[side].path());
    }
    const ComparisonDocument* const document = desk.comparisons.compare(setup);
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    const auto panel = desk.makePanel("results");
    panel->resize(1366, 500);
    panel->show();
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs);
    auto* const table = panel->findChild<DataTable*>();
    auto* const model = panel->findChild<PairListModel*>();
    const int column = model->columnNumber("dtype");
    table->columns().show(column, true);
    QCOMPARE(model->index(0, column).data().toString(), QStringLiteral("f16 → f32"));
    QCOMPARE(model->index(0, column).data(Qt::ToolTipRole).toString(), QStringLiteral("float16 → float32"));
    QCOMPARE(model->index(0, column).data(CopyRole).toString(), QStringLiteral("float16"));
    QCOMPARE(model->index(1, column).data().toString(), QStringLiteral("float16"));
    const int wanted = static_cast<const QAbstractItemView*>(table)->sizeHintForColumn(column);
    QVERIFY(table->columnWidth(column) > wanted);
}

void ComparisonPanelsTest::firstClickSortsTheWorstFirst()
{
    ComparingDesk desk;
    ComparisonDocument* document = desk.compare();
    ComparisonSetup setup = document->setup();
    setup.metrics = "cosine_similarity,max_absolute_error,max_diff";
    document->run(setup);
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    const core::PairTable& measured = *document->pairs();
    core::PairTable pairs(
        measured.target(), measured.golden(), std::make_shared<core::MetricSelection>(measured.metrics()));
    for (const double number : {0.5, -0.75, 0.25, 0.0, -1.0}) {
        core::PairResult result = measured.row(0);
        const bool isNan = number == 0;
        result.state = isNan ? core::PairState::NonFinite : core::PairState::Ok;
        const core::MetricValue value = isNan ? core::noValue(core::PairState::NonFinite)
                                              : core::MetricValue {number, core::PairState::Ok, {}};
        result.values = core::MetricValues(std::vector<core::MetricValue>(measured.metrics().size(), value));
        pairs.add(std::move(result));
    }
    PairListModel model(desk.tasks);
    model.setPairs(std::make_shared<const core::PairTable>(pairs), document->setup().limits, false);
    const auto order = [&](const char* metric, bool isFirst) {
        const int column = model.columnNumber(metric);
        const auto first = static_cast<Qt::SortOrder>(
            model.headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt());
        const Qt::SortOrder clicked = isFirst ? first
            : first == Qt::AscendingOrder     ? Qt::DescendingOrder
                                              : Qt::AscendingOrder;
        model.sort(column, clicked);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy(), kPatienceMs); }();
        QString rows;
        for (int row = 0; row < model.rowCount(); ++row)
            rows += QString::number(model.sourceRow(row));
        return model.orderOf(model.sortKeys().front()) == clicked ? rows : QString("another arrow");
    };
    QCOMPARE(order("max_diff", true), QString("34102"));
    QCOMPARE(order("max_diff", false), QString("20143"));
    QCOMPARE(order("max_absolute_error", true), QString("34102"));
    QCOMPARE(order("cosine_similarity", true), QString("34120"));
    QCOMPARE(order("cosine_similarity", false), QString("02143"));
}

void ComparisonPanelsTest::streamsRowsUnderTheModelTester()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto all = document->pairs();
    PairListModel model(desk.tasks);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    core::PairTable growing(
        all->target(), all->golden(), std::make_shared<core::MetricSelection>(all->metrics()));
    const core::Limits limits = document->setup().limits;
    model.setPairs(std::make_shared<const core::PairTable>(growing), limits, false);
    QCOMPARE(model.rowCount(), 0);
    for (std::size_t row = 0; row < all->rows(); ++row) {
        growing.add(all->row(row));
        if (row % 7 == 0 || row + 1 == all->rows())
            model.setPairs(std::make_shared<const core::PairTable>(growing), limits, true);
    }
    QCOMPARE(model.rowCount(), int(all->rows()));
    model.setFirstDivergence(3);
    QCOMPARE(model.index(3, model.columnNumber("verdict")).data(StateRole).toInt(),
        int(gui::State::FirstDivergence));
    // Only metrics say why they have no number: what no scope is known of is empty.
    core::PairResult broken = all->row(0);
    broken.state = core::PairState::NonFinite;
    growing.add(broken);
    model.setPairs(std::make_shared<const core::PairTable>(growing), limits, true);
    const auto shownIn = [&](const char* column) {
        return model.index(model.rowCount() - 1, model.columnNumber(column)).data().toString();
    };
    for (const char* column : {"layer", "max_target", "l2norm_golden"})
        QCOMPARE(shownIn(column), QString());
    // What statistics do not give is absent without a fault.
    core::PairResult recorded = all->row(0);
    recorded.basis = core::PairBasis::Statistics;
    recorded.values = core::MetricValues(
        std::vector<core::MetricValue>(all->metrics().size(), core::noValue(core::PairState::NotComputed)));
    growing.add(recorded);
    model.setPairs(std::make_shared<const core::PairTable>(growing), limits, true);
    QCOMPARE(shownIn("cosine_similarity"), QString("·"));
    // A click on a metric brings what is worst up: small similarities, large errors.
    const auto firstOrder = [&](const char* column) {
        return model.headerData(model.columnNumber(column), Qt::Horizontal, Qt::InitialSortOrderRole);
    };
    QCOMPARE(firstOrder("max_absolute_error").toInt(), int(Qt::DescendingOrder));
    QCOMPARE(firstOrder("cosine_similarity").toInt(), int(Qt::AscendingOrder));
    QVERIFY(!firstOrder("op_name").isValid());
    // What heads a column is a name of it.
    QCOMPARE(model.headerData(model.columnNumber("exec_index"), Qt::Horizontal, Qt::DisplayRole).toString(),
        QString("#"));
    for (const char* filter : {"#>=2", "#:2"})
        QVERIFY2(core::FilterExpression::parse(filter, *all), filter);
    model.setFilter(*core::FilterExpression::parse("verdict:fail", *all));
    QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy() && model.rowCount() < int(all->rows()), kPatienceMs);
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.index(row, model.columnNumber("verdict")).data(CopyRole).toString(), QString("fail"));

    SuspectListModel suspects;
    QAbstractItemModelTester suspectTester(&suspects, QAbstractItemModelTester::FailureReportingMode::QtTest);
    suspects.setSuspicion(document->sharedSuspicion());
    QCOMPARE(suspects.rowCount(), int(document->suspicion().suspects.size()));
    // A suspect has the mark that its row has in the results, as the limits judge it.
    QVERIFY(suspects.rowCount() > 0 && document->firstDivergence());
    const std::size_t first = document->firstDivergence()->index;
    PairListModel results(desk.tasks);
    results.setPairs(all, limits, false);
    results.setFirstDivergence(first);
    QTRY_VERIFY_WITH_TIMEOUT(!results.isBusy() && results.rowCount() == int(all->rows()), kPatienceMs);
    suspects.setTable(all, first);
    for (int row = 0; row < suspects.rowCount(); ++row) {
        const std::size_t pair = suspects.at(row).pairs.front();
        const QModelIndex same
            = results.index(results.rowOf(static_cast<std::uint32_t>(pair)), results.columnNumber("verdict"));
        QCOMPARE(suspects.index(row, SuspectListModel::Operator).data(StateRole).toInt(),
            same.data(StateRole).toInt());
    }
    suspects.setSuspicion(std::make_shared<const core::Suspicion>());
    QCOMPARE(suspects.rowCount(), 0);
    // Suspects of two ranks are told apart.
    core::Suspicion ofRanks;
    for (const int rank : {0, 1}) {
        core::Suspect suspect;
        suspect.opName = "matmul";
        suspect.rank = rank;
        suspect.step = 3;
        ofRanks.suspects.push_back(suspect);
    }
    suspects.setSuspicion(std::make_shared<const core::Suspicion>(std::move(ofRanks)));
    const auto where = [&](int row) {
        return suspects.index(row, SuspectListModel::Rank).data().toString()
            + suspects.index(row, SuspectListModel::Step).data().toString();
    };
    QCOMPARE(where(0), QString("03"));
    QCOMPARE(where(1), QString("13"));
    // The cell has the number of the sentence, not another metric's.
    core::Suspicion ofMeasures;
    using Measure = core::ErrorMeasure;
    const core::SuspectFigure growth {Measure::RelativeL2, 0.01234, true, false, 0.0};
    const core::SuspectFigure worst {Measure::WorstElement, 0.5678, false, false, {}};
    const core::SuspectFigure input {Measure::RelativeL2, 0.25, false, true, {}};
    for (const core::SuspectFigure& figure : {growth, worst, input}) {
        core::Suspect suspect;
        suspect.inheritedError = 0.1;
        suspect.ownError = 0.9;
        suspect.score = 68.049;
        suspect.figure = figure;
        suspect.isOwnBound = figure.isInput; // statistics of the output, elements of the input
        ofMeasures.suspects.push_back(suspect);
    }
    suspects.setSuspicion(std::make_shared<const core::Suspicion>(std::move(ofMeasures)));
    const auto errors
        = [&](int row) { return suspects.index(row, SuspectListModel::Errors).data().toString(); };
    QCOMPARE(errors(0), QString("0 → ≥0.012"));
    QCOMPARE(errors(1), QString("max 0.57"));
    QCOMPARE(errors(2), QString("0.25 → ≥0.9"));
    QCOMPARE(suspects.index(0, SuspectListModel::Score).data().toString(), QString("× 68"));
    // The picture has what is known of the input although the sentence does not say it.
    core::Suspect proven;
    proven.inheritedError = 0.000564;
    proven.score = std::numeric_limits<double>::infinity();
    proven.figure = worst;
    QCOMPARE(suspectErrors(proven).input, std::optional<double>(0.000564));
    proven.pairs = {142};
    QCOMPARE(suspectScoreText(proven, {}), QString("–"));
    // Proven beyond any number: the table says the number of the sentence.
    core::JudgedOutput judged;
    judged.row = 142;
    judged.error = 0.0125136;
    judged.explained = 0.0024;
    judged.measure = Measure::WorstElement;
    QCOMPARE(suspectScoreText(proven, {judged}), QString("× 5.21"));
    judged.row = 7; // of another operator
    QCOMPARE(suspectScoreText(proven, {judged}), QString("–"));
}

/// Columns are those of the comparison that is shown, not of the first one.
void ComparisonPanelsTest::columnsFollowTheComparison()
{
    ComparingDesk desk;
    desk.compare();
    const auto panel = desk.shown("results");
    const auto* const table = panel->findChild<DataTable*>();
    const auto* const model = panel->findChild<PairListModel*>();
    QVERIFY(table->isColumnHidden(model->columnNumber("step")));
    OpenedRoot* const steps
        = desk.session.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full"));
    const ComparisonDocument* const second = desk.comparisons.compare({{steps}, {steps}});
    QTRY_COMPARE_WITH_TIMEOUT(second->state(), Run::Done, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs);
    QVERIFY(second->pairs()->target().index->steps().size() > 1);
    QTRY_VERIFY(!table->isColumnHidden(model->columnNumber("step")));
}

void ComparisonPanelsTest::chipsFilter()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("results");
    auto* const chips = panel->findChild<VerdictChips*>();
    auto* const filter = panel->findChild<FilterBar*>();
    auto* const model = panel->findChild<PairListModel*>();
    const core::ComparisonSummary& summary = document->result()->summary;
    QCOMPARE(chips->counts()[std::size_t(core::Verdict::Fail)], qint64(summary.fail));
    QCOMPARE(chips->counts()[std::size_t(core::Verdict::Pass)], qint64(summary.pass));
    filter->setText("io:output");
    emit chips->chosen({core::Verdict::Fail});
    QCOMPARE(filter->text(), QString("verdict:fail io:output"));
    QTRY_VERIFY_WITH_TIMEOUT(
        !model->isBusy() && model->rowCount() > 0 && model->rowCount() < int(summary.fail), kPatienceMs);
    emit chips->chosen({});
    QCOMPARE(filter->text(), QString("io:output"));
    desk.comparisons.wantOnly("verdict:pass");
    QCOMPARE(filter->text(), QString("verdict:pass"));
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), int(summary.pass), kPatienceMs);
}

void ComparisonPanelsTest::verdictTermsComeAndGo_data()
{
    using V = core::Verdict;
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("rest");
    QTest::addColumn<std::vector<V>>("verdicts");
    QTest::newRow("none") << "name:*fc1*"
                          << "name:*fc1*" << std::vector<V> {};
    QTest::newRow("one") << "verdict:fail name:a"
                         << "name:a" << std::vector<V> {V::Fail};
    QTest::newRow("two") << "name:a (verdict:fail or verdict:warn)"
                         << "name:a" << std::vector<V> {V::Fail, V::Warn};
    QTest::newRow("with a dash") << "verdict:not-comparable"
                                 << "" << std::vector<V> {V::NotComparable};
    QTest::newRow("within alternatives") << "verdict:fail or name:a"
                                         << "verdict:fail or name:a" << std::vector<V> {};
    QTest::newRow("part of a word") << "xverdict:fail"
                                    << "xverdict:fail" << std::vector<V> {};
}

void ComparisonPanelsTest::verdictTermsComeAndGo()
{
    QFETCH(const QString, filter);
    QFETCH(const QString, rest);
    QFETCH(const std::vector<core::Verdict>, verdicts);
    const auto [text, found] = splitVerdictTerm(filter);
    QCOMPARE(text, rest);
    QCOMPARE(found, verdicts);
}

void ComparisonPanelsTest::walksThroughFailures()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("results");
    std::vector<std::size_t> failing;
    for (std::size_t row = 0; row < document->pairs()->rows(); ++row) {
        if (document->pairs()->row(row).verdict == core::Verdict::Fail)
            failing.push_back(row);
    }
    desk.comparisons.select(failing.front());
    for (std::size_t i = 1; i <= failing.size(); ++i) {
        QVERIFY(desk.actions.trigger("go.next_failing"));
        QCOMPARE(desk.comparisons.pair(), std::optional(failing[i % failing.size()]));
    }
    QVERIFY(desk.actions.trigger("go.previous_failing"));
    QCOMPARE(desk.comparisons.pair(), std::optional(failing.back()));
    // The tensor of the pair is the tensor of the window.
    QVERIFY(desk.selection.tensor() == document->targetOf(failing.back()));
}

/// Wherever the key is pressed, what the filter hides is not gone to.
void ComparisonPanelsTest::walksThroughFailuresThatAreShown()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("results");
    auto* const filter = panel->findChild<FilterBar*>();
    const auto* const model = panel->findChild<PairListModel*>();
    QSignalSpy said(&desk.comparisons, &Comparisons::said);
    filter->setText("verdict:fail io:output");
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && model->rowCount() > 0
            && model->rowCount() < static_cast<int>(document->result()->summary.fail),
        kPatienceMs);
    for (int i = 0; i <= model->rowCount(); ++i) {
        desk.comparisons.wantFailing(1);
        const std::size_t row = *desk.comparisons.pair();
        QCOMPARE(document->targetOf(row).row().io, core::Io::Output);
    }
    QVERIFY(said.isEmpty());
    const auto before = desk.comparisons.pair();
    filter->setText("verdict:pass");
    QTRY_VERIFY_WITH_TIMEOUT(
        panel->isSettled() && model->rowCount() == static_cast<int>(document->result()->summary.pass),
        kPatienceMs);
    desk.comparisons.wantFailing(1);
    QCOMPARE(desk.comparisons.pair(), before);
    QCOMPARE(said.count(), 1);
    QCOMPARE(said.first().first().toString(), QString("The filter of the results shows no failing pair."));
}

/// A note on a tensor of the pair, letter by letter.
void ComparisonPanelsTest::notesStandAmongTheReasons()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("why");
    const TensorRef target = document->targetOf(*desk.comparisons.pair());
    const auto* const list = panel->findChild<SentenceList*>();
    QVERIFY(!list->plainText().contains("Note: "));
    desk.annotations.setNote(target, "see <b>42</b>");
    QTRY_VERIFY_WITH_TIMEOUT(list->plainText().contains("Note: see <b>42</b>"), kPatienceMs);
    desk.annotations.setNote(target, {});
    QTRY_VERIFY_WITH_TIMEOUT(!list->plainText().contains("Note: "), kPatienceMs);
}

/// The next run to compare stands beside those that are open.
void ComparisonPanelsTest::targetsAreAddedFromBesideTheOthers()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("targets");
    for (QToolButton* button : panel->findChildren<QToolButton*>()) {
        if (button->text().startsWith("Add a target"))
            button->click();
    }
    const auto* const chooser = panel->findChild<QFileDialog*>();
    QVERIFY(chooser);
    QCOMPARE(chooser->directory().canonicalPath(),
        QFileInfo(QFileInfo(document->setup().target.root->path()).absolutePath()).canonicalFilePath());
}

void ComparisonPanelsTest::explainsInSentences()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("why");
    const QString text = panel->findChild<SentenceList*>()->plainText();
    const std::size_t row = *desk.comparisons.pair();
    const int column = document->pairs()->columnByName("relative_euclidean_distance");
    const double error = *core::cellNumber(document->pairs()->cell(row, column));
    QVERIFY2(
        text.contains("relative_euclidean_distance is " + QString::number(error, 'g', 7)), qPrintable(text));
    QVERIFY2(text.contains("the limit is <= 2^-12 (float32)"), qPrintable(text)); // the limit for float32
    QVERIFY2(text.contains("dumpscope-cli compare"), qPrintable(text));
    QTRY_VERIFY_WITH_TIMEOUT(
        panel->findChild<SentenceList*>()->plainText().contains("first element"), kPatienceMs);
}

// No sentence of the core about the sample stays English in a Chinese window.
void ComparisonPanelsTest::coreSpeaksChinese()
{
    ComparingDesk desk;
    const ComparisonDocument& document = *desk.compare();
    std::vector<core::Message> messages;
    const auto collect = [&](const core::Message& text) {
        if (!text.empty())
            messages.push_back(text);
    };
    const core::Comparison& comparison = *document.result();
    core::OwnedTask task;
    for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
        collect(comparison.pairs->row(row).reason);
        collect(comparison.pairs->row(row).pair.reason);
        for (const core::Explanation& explanation :
            core::explainPair(comparison, row, document.setup().limits)) {
            if (explanation.kind != core::ExplanationKind::Limit
                && explanation.kind != core::ExplanationKind::Verdict) // words of the window
                collect(explanation.text);
        }
        const auto differences = core::explainDifferences(*comparison.pairs, row, task);
        QVERIFY(differences);
        for (const core::Explanation& explanation : *differences)
            collect(explanation.text);
    }
    for (const core::Suspect& suspect : comparison.suspicion.suspects)
        collect(suspect.why);
    for (const auto* side : {&comparison.unpairedTarget, &comparison.unpairedGolden}) {
        for (const core::UnpairedTensor& tensor : *side)
            collect(tensor.reason);
    }
    for (const auto& report : core::builtinReports()->reports()) {
        collect(report->title());
        collect(report->help());
    }
    QVERIFY(messages.size() > 100);
    for (const core::Message& text : messages)
        QCOMPARE(coreWords(text), QString::fromStdString(text.text()));
    QCOMPARE(coreSentence(core::phrase("nothing fits better")), QString("Nothing fits better."));
    applyLanguage("zh_CN");
    const auto back = qScopeGuard([] { applyLanguage("en"); });
    static const QRegularExpression word(
        "(?<![\\w/.:\"'-])(the|is|of|at|has|its|same|that|no)(?![\\w/.:\"'-])");
    for (const core::Message& text : messages) {
        const QString chinese = coreWords(text);
        QVERIFY2(!chinese.contains(word), qPrintable(QString::fromStdString(text.text()) + " -> " + chinese));
    }
    QCOMPARE(coreSentence(core::phrase("nothing fits better")), QString::fromUtf8("没有更合适的。"));
    const core::Message output = core::phrase("output %1", 1);
    QCOMPARE(coreWords(core::phrase("%1 has no %2 of this operator", core::phrase("golden"), output)),
        QString::fromUtf8("基准侧没有此算子的输出 1"));
}

void ComparisonPanelsTest::saysWhatIsMissing()
{
    test::Desk desk;
    const auto results = desk.makePanel("results"), why = desk.makePanel("why"),
               suspects = desk.makePanel("suspects"), overview = desk.makePanel("overview");
    for (Panel* panel : {results.get(), why.get(), suspects.get(), overview.get()})
        panel->show();
    QVERIFY(test::says(*results, "Drop two dumps here"));
    QVERIFY(test::says(*why, "Select a pair"));
    QVERIFY(test::says(*suspects, "Compare two dumps"));
    QVERIFY(test::says(*overview, "Compare two dumps"));
    const OpenedRoot* const root = desk.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
    QVERIFY(test::says(*results, "Drop a second dump to compare with " + root->title()));
    // A dump against itself.
    OpenedRoot* const same = desk.session.roots().first();
    const ComparisonDocument* const document = desk.comparisons.compare({{same}, {same}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    QVERIFY(results->findChild<DivergenceLine*>()->texts().title.contains("bit-equal"));
    QVERIFY(test::says(*suspects, "No operator is suspect. All"));
}

void ComparisonPanelsTest::barsAccuseWhatTheSentenceAccuses_data()
{
    QTest::addColumn<core::SuspectReason>("reason");
    QTest::addColumn<bool>("isInput");
    QTest::newRow("growth") << core::SuspectReason::Growth << false;
    QTest::newRow("scalar") << core::SuspectReason::WrongScalar << false;
    QTest::newRow("input") << core::SuspectReason::WrongInput << true;
    QTest::newRow("choice") << core::SuspectReason::WrongChoice << true;
    QTest::newRow("NaN that came in") << core::SuspectReason::NonFiniteInput << true;
}

/// An input that nobody made wrong was not inherited.
void ComparisonPanelsTest::barsAccuseWhatTheSentenceAccuses()
{
    QFETCH(const core::SuspectReason, reason);
    QFETCH(const bool, isInput);
    core::Suspect suspect;
    suspect.reason = reason;
    suspect.inheritedError = 11.01;
    suspect.ownError = 0.5;
    ErrorPairPlot plot;
    plot.setErrors(suspect, 0);
    plot.resize(400, 80);
    QCOMPARE(plot.accessibleName(), QString("Error of the worst input 11, of the worst output 0.5"));
    const QImage picture = plot.grab().toImage();
    const QColor red = Theme::of(&plot).color(Token::Fail);
    const auto isRed = [&](int from, int to) {
        for (int y = from; y < to; ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                if (picture.pixelColor(x, y) == red)
                    return true;
            }
        }
        return false;
    };
    const int middle = scaled(kMedium) + (plot.height() - scaled(26)) / 2;
    QCOMPARE(isRed(0, middle), isInput);
    QCOMPARE(isRed(middle, picture.height()), !isInput);
}

void ComparisonPanelsTest::suspectsAreWalkedAndPlotted()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("suspects");
    const core::Suspect& first = document->suspicion().suspects.front();
    QVERIFY(test::says(*panel, coreSentence(first.why)));
    if (first.figure)
        QVERIFY(coreSentence(first.why).contains(suspectErrorText(first.figure->error, false)));
    QCOMPARE(panel->badge(), int(document->suspicion().suspects.size()));
    desk.comparisons.select(std::nullopt);
    auto* const table = panel->findChild<QTableView*>();
    table->selectRow(0);
    QCOMPARE(desk.comparisons.pair(), std::optional(first.pairs.front()));
    // Its menu is that of the results, by keys as well.
    int menus = 0;
    for (const auto reason : {QContextMenuEvent::Mouse, QContextMenuEvent::Keyboard}) {
        desk.selection.select({});
        QTimer::singleShot(0, panel.get(), [&menus] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            menus += menu && menu->actions().size() > 1 ? 1 : 0;
            if (menu)
                menu->close();
        });
        QContextMenuEvent event(reason, {5, 5}, table->viewport()->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(table->viewport(), &event);
        QVERIFY(desk.comparisons.isChosen(desk.selection.tensor()));
    }
    QCOMPARE(menus, 2);
    // Beside a long sentence, as in a small window, the list has the room it needs first.
    panel->resize(320, 250);
    const int rows = std::min(table->model()->rowCount(), 3);
    QTRY_VERIFY_WITH_TIMEOUT(table->viewport()->height() >= rows * rowHeight(), kPatienceMs);
    QVERIFY(test::says(*panel, coreSentence(first.why)));
}

/// Every table of the comparison: a line of names, then rows with the whole name of the operator.
void ComparisonPanelsTest::rowsAreCopiedWithNames()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    const std::string& culprit = document->suspicion().suspects.front().opName;
    for (const char* id : {"results", "suspects"}) {
        const auto panel = desk.shown(id);
        auto* const table = panel->findChild<QTableView*>();
        QVERIFY(table);
        QTRY_VERIFY(table->model()->rowCount() > 0);
        table->setFocus();
        QGuiApplication::clipboard()->clear();
        desk.actions.trigger("edit.copy_names");
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QVERIFY2(lines.size() > 1 && lines.first().startsWith("op_name\t"), id);
        const auto names = lines.mid(1).filter(QString::fromStdString(culprit));
        QVERIFY2(!names.isEmpty(), id);
        QCOMPARE(names.first().section(QLatin1Char('\t'), 0, 0), QString::fromStdString(culprit));
        QCOMPARE(names.first().count(QLatin1Char('\t')), lines.first().count(QLatin1Char('\t')));
    }
}

/// What an operator was given and what it made is decisive; the multiple is in the sentence as well.
void ComparisonPanelsTest::suspectsKeepTheirErrors()
{
    ComparingDesk desk;
    desk.compare();
    const auto panel = desk.shown("suspects");
    auto* const table = panel->findChild<QTableView*>();
    for (const int width : {600, 300, 240, 200}) {
        panel->resize(scaled(width), 300);
        const auto rightOf
            = [&](int column) { return table->columnViewportPosition(column) + table->columnWidth(column); };
        QTRY_VERIFY2(rightOf(SuspectListModel::Errors) <= table->viewport()->width(),
            qPrintable(QString::number(width)));
        QVERIFY(table->isColumnHidden(SuspectListModel::Score)
            || rightOf(SuspectListModel::Score) <= table->viewport()->width());
    }
    panel->resize(scaled(600), 300);
    QTRY_VERIFY(!table->isColumnHidden(SuspectListModel::Score));
}

/// A NaN is no error to draw: a sentence says so in place of an empty plot.
void ComparisonPanelsTest::suspectsWithoutErrorsHaveNoPlot()
{
    const QTemporaryDir target, golden;
    test::writeTensor(target.path(), test::kOneTensor, {2, 2},
        [](std::vector<float>& values) { values[1] = std::numeric_limits<float>::quiet_NaN(); });
    test::writeTensor(golden.path(), test::kOneTensor, {2, 2});
    test::Desk desk;
    const ComparisonDocument* const document
        = desk.comparisons.compare({{desk.open(target.path())}, {desk.open(golden.path())}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    QCOMPARE(document->suspicion().suspects.size(), std::size_t {1});
    const auto panel = desk.makePanel("suspects");
    panel->resize(400, 600);
    panel->show();
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*panel, "No error of an input or output shows this."), kPatienceMs);
    QVERIFY(!panel->findChild<ErrorPairPlot*>()->isVisible());
}

void ComparisonPanelsTest::plotsErrorsOverOrder()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const core::PairTable& pairs = *document->pairs();
    core::OwnedTask context;
    const auto series
        = makeErrorSeries(pairs, document->suspicion(), document->firstDivergence(), document->setup().limits,
            {.metric = "relative_euclidean_distance", .at = document->firstDivergence()->index}, context);
    QVERIFY(series);
    const int column = pairs.columnByName("relative_euclidean_distance");
    for (const ErrorSeries::Point& point : series->points) {
        const double value = *core::cellNumber(pairs.cell(point.row, column));
        QCOMPARE(point.kind, value == 0 ? ErrorSeries::Kind::Equal : ErrorSeries::Kind::Number);
        QCOMPARE(point.y, value);
        QCOMPARE(point.verdict, pairs.row(point.row).verdict);
        // The axis has the numbers of Results.
        const auto number = core::cellNumber(pairs.cell(point.row, pairs.columnByName("exec_index")));
        const auto place = static_cast<std::size_t>(point.x);
        QVERIFY(place < series->numbers.size());
        QCOMPARE(series->numbers[place].has_value(), number.has_value());
        QCOMPARE(static_cast<double>(series->numbers[place].value_or(0)), number.value_or(0));
    }
    QVERIFY(series->areZerosEqual);
    // Norms are equal, and the pair fails: it is in no band of equal ones.
    core::PairTable recorded(
        pairs.target(), pairs.golden(), std::make_shared<core::MetricSelection>(pairs.metrics()));
    core::PairResult failing = pairs.row(0);
    failing.basis = core::PairBasis::Statistics;
    failing.verdict = core::Verdict::Fail;
    failing.values = core::MetricValues(std::vector<core::MetricValue>(
        pairs.metrics().size(), core::MetricValue {0.0, core::PairState::Ok, {}}));
    recorded.add(failing);
    const auto ofStatistics = makeErrorSeries(
        recorded, {}, {}, document->setup().limits, {.metric = "relative_euclidean_distance"}, context);
    QVERIFY(ofStatistics && ofStatistics->points.size() == 1);
    QVERIFY(!ofStatistics->areZerosEqual);
    QVERIFY(series->divergence);
    QCOMPARE(std::size_t(series->points[*series->divergence].row), document->firstDivergence()->index);
    QCOMPARE(series->limits.size(), std::size_t {1}); // all of float32
    QCOMPARE(series->limits.front().value, 0.000244140625);
    QCOMPARE(series->limits.front().pairs, std::string("float32"));

    const auto panel = desk.shown("overview");
    auto* const plot = panel->findChild<ErrorPlot*>();
    QTRY_VERIFY_WITH_TIMEOUT(!plot->series().points.empty(), kPatienceMs);
    // However low the plot is, numbers stand between the names of scopes and the band of equal pairs.
    auto* const area = plot->findChild<QCustomPlot*>();
    for (const int height : {220, 500}) {
        panel->resize(900, height);
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::all_of(plot->series().points,
                [&](const ErrorSeries::Point& point) {
                    const double at
                        = plot->placeOf(static_cast<std::size_t>(&point - plot->series().points.data())).y();
                    const QRect room = area->axisRect()->rect();
                    return point.kind != ErrorSeries::Kind::Number
                        || (at - scaled(5) >= room.top() + scaled(kBandHeight)
                            && at + scaled(5) <= room.bottom() - scaled(kBandHeight));
                }),
            kPatienceMs);
    }
    // Ticks have round numbers, each where its first pair is; the last one is named.
    const auto& numbers = plot->series().numbers;
    QTRY_VERIFY(area->xAxis->tickVector().size() >= 3);
    const QVector<double> ticks = area->xAxis->tickVector();
    const QVector<QString> labels = area->xAxis->tickVectorLabels();
    const auto placed = [&](qsizetype i) { return numbers[static_cast<std::size_t>(ticks[i])].value(); };
    for (qsizetype i = 0; i < ticks.size(); ++i) {
        QCOMPARE(labels[i].toUInt(), placed(i));
        QVERIFY(ticks[i] == 0 || numbers[static_cast<std::size_t>(ticks[i]) - 1] != placed(i));
    }
    for (qsizetype i = 2; i + 1 < ticks.size(); ++i)
        QCOMPARE(placed(i) - placed(i - 1), placed(1) - placed(0));
    // A click chooses, wherever the point stands.
    const std::size_t last = plot->series().points.size() - 1;
    const QPointF place = plot->placeOf(last);
    QCOMPARE(plot->pointAt(place), std::optional(last));
    QTest::mouseClick(plot->childAt(place.toPoint()), Qt::LeftButton, {}, place.toPoint());
    QCOMPARE(desk.comparisons.pair(), std::optional(std::size_t {plot->series().points[last].row}));
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Left);
    QCOMPARE(desk.comparisons.pair(), std::optional(std::size_t {plot->series().points[last - 1].row}));
    QSignalSpy opened(&desk.comparisons, &Comparisons::pairOpened);
    QTest::keyClick(plot, Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
}

/// Three layers in two ranks; one cell fails, one warns, one has no pair.
void ComparisonPanelsTest::layersAndRanksAreChosen()
{
    test::Desk desk;
    LayerStrip strip(desk.tasks);
    strip.resize(420, 100);
    core::LayerGrid grid;
    grid.layers = {"layers/0", "layers/1", "layers/10"};
    grid.ranks = {0, 3};
    grid.cells.resize(6);
    const auto fill = [&](std::size_t layer, std::size_t rank, core::Verdict verdict, std::size_t worst) {
        core::LayerGrid::Cell& cell = grid.cells[rank * 3 + layer];
        cell.verdict = verdict;
        cell.worst = worst;
        cell.add(verdict);
        cell.add(core::Verdict::Pass);
    };
    fill(0, 0, core::Verdict::Pass, 1);
    fill(1, 0, core::Verdict::Warn, 2);
    fill(2, 0, core::Verdict::Pass, 3);
    fill(0, 1, core::Verdict::Pass, 4);
    fill(2, 1, core::Verdict::Fail, 7);
    strip.setGrid(grid);
    QVERIFY(!strip.isHidden());
    for (std::size_t layer = 0; layer < 3; ++layer) {
        for (std::size_t rank = 0; rank < 2; ++rank) {
            const LayerStrip::Place place {layer, rank};
            QCOMPARE(strip.placeAt(strip.rectOf(place).center()), std::optional(place));
        }
    }
    QVERIFY(!strip.placeAt({1, 1}));
    QCOMPARE(strip.describe({2, 1}), QString("layers/10, rank 3: 1 fail, 0 warn, 1 pass, 0 not comparable"));
    QCOMPARE(strip.describe({1, 1}), QString("layers/1, rank 3: nothing was paired"));
    QSignalSpy chosen(&strip, &LayerStrip::chosen);
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.rectOf({2, 1}).center().toPoint());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first()[0].toString(), QString("layer:layers/10 rank:3"));
    QCOMPARE(chosen.takeFirst()[1].toULongLong(), quint64 {7});
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.rectOf({1, 1}).center().toPoint());
    QCOMPARE(chosen.size(), 0); // nothing to show
    // With keys, and never beyond the ends.
    for (const Qt::Key key : {Qt::Key_Home, Qt::Key_Up, Qt::Key_Up, Qt::Key_Right, Qt::Key_Return})
        QTest::keyClick(&strip, key);
    QCOMPARE(chosen.takeFirst()[0].toString(), QString("layer:layers/1 rank:0"));
    QCOMPARE(strip.accessibleDescription(), strip.describe({1, 0}));
    // Below two layers or two ranks a table says all of it.
    grid.ranks.pop_back();
    grid.cells.resize(3);
    strip.setGrid(grid);
    QVERIFY(strip.isHidden());
}

/// What is said of values holds for golden's elements in another order, so that is said first.
void ComparisonPanelsTest::transpositionsComeFirst()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* side, const QByteArray& shape, float first) {
        QVERIFY(QDir(folder.path()).mkpath(QLatin1String(side)));
        QFile file(folder.filePath(QLatin1String(side) + QStringLiteral("/conv.output.0.npy")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        std::vector<float> values(2 * 3 * 5 * 7, 1);
        values.front() = first;
        file.write(QByteArrayLiteral("\x93NUMPY\x01\x00\x76\x00")
            + ("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }").leftJustified(117) + '\n'
            + QByteArray(
                reinterpret_cast<const char*>(values.data()), qsizetype(values.size() * sizeof(float))));
    };
    write("target", "(2, 3, 5, 7)", 4);
    write("golden", "(2, 5, 7, 3)", 1);
    ComparingDesk desk;
    OpenedRoot* const target = desk.session.open(folder.filePath("target"));
    OpenedRoot* const golden = desk.session.open(folder.filePath("golden"));
    ComparisonDocument* const document = desk.comparisons.compare({{target}, {golden}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
    QCOMPARE(document->pairs()->rows(), std::size_t {1});
    const auto panel = desk.shown("why");
    desk.comparisons.select(std::size_t {0});
    const QString heading = panel->findChild<SentenceList*>()->plainText().section('\n', 0, 0);
    QVERIFY2(heading.startsWith("Golden is read transposed, NHWC as NCHW. Fail: "), qPrintable(heading));
}

/// The verdict, the layer and the last part of the name are whole where there is room for them at all.
void ComparisonPanelsTest::conclusionLineCutsNamesBySegments()
{
    test::Desk desk;
    DivergenceLine line(desk.actions);
    DivergenceLine::Texts texts;
    texts.state = gui::State::FirstDivergence;
    texts.title = "Most likely at fault";
    texts.before = "rank 3 step 12";
    texts.name
        = "Module.module.language_model.encoder.layers.17.self_attention.core_attention.query_projection."
          "ColumnParallelLinear.forward.0";
    texts.behind = "output 0";
    texts.opName = texts.before + ' ' + texts.name + ' ' + texts.behind;
    texts.why
        = "off by 0.3 (relative L2), the inputs by at most 0.0001; inputs, rounding and noise explain 2e-4";
    texts.canGo = true;
    line.setTexts(texts);
    for (const int width : {800, 1000, 1366}) {
        line.resize(width, 28);
        line.grab();
        const QStringList shown = line.shownTexts();
        QVERIFY2(shown.size() >= 4, qPrintable(shown.join('|')));
        QCOMPARE(shown[0], texts.title);
        QCOMPARE(shown[1], texts.before);
        QVERIFY2(shown[2].contains("17") && shown[2].endsWith("ColumnParallelLinear.forward.0"),
            qPrintable(shown[2]));
        QCOMPARE(shown[3], texts.behind);
    }
    QVERIFY(line.toolTip().contains(texts.name));
    // A long sentence gives way to the place it ends with.
    texts.title
        = "The means of 40 of 40 parameters seen are moved 1.2 times as far as golden's: the optimizer; "
          "they are those of the last of all the layers; first:";
    line.setTexts(texts);
    for (const int width : {640, 800, 1000}) {
        line.resize(width, 28);
        line.grab();
        const QStringList shown = line.shownTexts();
        QVERIFY2(shown.size() >= 4 && shown[0].startsWith("The "), qPrintable(shown.join('|')));
        QCOMPARE(shown[1], texts.before);
        QVERIFY2(shown[2].contains("17") && shown[2].endsWith(".forward.0"), qPrintable(shown[2]));
        QCOMPARE(shown[3], texts.behind);
    }
}

void ComparisonPanelsTest::commandSaysTheSetup()
{
    ComparingDesk desk;
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled(), kPatienceMs);
    ComparisonSetup setup {{desk.target}, {desk.golden}};
    const QString sides = desk.target->path() + ' ' + desk.golden->path();
    QCOMPARE(comparisonCommand(setup), "dumpscope-cli compare " + sides);
    setup.profile = "msprobe";
    setup.filter = "name:*fc1*";
    setup.target.restriction.steps = {1};
    setup.golden.restriction.steps = {2};
    setup.pairing.steps = {{1, 2}};
    setup.limits = *core::presetLimits("advisor");
    QCOMPARE(comparisonCommand(setup),
        "dumpscope-cli compare " + sides
            + " --profile msprobe --filter 'name:*fc1*' --step 1 --pair-step 1=2 --limits advisor");
    setup.limits.rules.insert(
        setup.limits.rules.begin(), *core::parseLimit("max_absolute_error<=0.5@io:output"));
    QVERIFY(
        comparisonCommand(setup).endsWith("--limits advisor --limit 'max_absolute_error<=0.5@io:output'"));
    setup.limits.rules.pop_back();
    setup.limits.rules.front().verdict = core::Verdict::Warn; // no option says that
    QVERIFY(!comparisonCommand(setup).contains(".json"));
    QVERIFY(unsavedSettings(setup).limits && !unsavedSettings(setup).pairing);
    setup.limits.name.clear();
    setup.limits.rules.resize(1);
    QCOMPARE(limitsTitle(setup.limits), std::string("max_absolute_error <= 0.5 for io:output"));
    QCOMPARE(limitsTitle(*core::presetLimits("exact")), std::string("exact"));
    setup.limits.name = "/tmp/limits of mine.json";
    QVERIFY(comparisonCommand(setup).endsWith("--limits '/tmp/limits of mine.json'"));
}

void ComparisonPanelsTest::tintsWhatMissesALimit()
{
    using Op = core::LimitRule::Op;
    const core::LimitRule upper {"max_absolute_error", Op::LessEqual, 1e-3, core::Verdict::Fail, {}};
    QVERIFY(!RowLimits::missedBy(upper, 1e-3));
    QCOMPARE(*RowLimits::missedBy(upper, 1e-1), 0.5); // two of four decades
    QCOMPARE(*RowLimits::missedBy(upper, 1e9), 1.0);
    QCOMPARE(*RowLimits::missedBy(upper, std::nan("")), 1.0);
    const core::LimitRule lower {"cosine_similarity", Op::GreaterEqual, 0.99, core::Verdict::Fail, {}};
    QVERIFY(!RowLimits::missedBy(lower, 1));
    QVERIFY(std::abs(*RowLimits::missedBy(lower, 0) - 0.5) < 1e-9); // 1 against 0.01
    // Nor is there a tint where nothing was judged.
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const std::size_t row = document->firstDivergence()->index;
    auto pairs = std::make_shared<core::PairTable>(*document->pairs());
    PairListModel model(desk.tasks);
    const auto isTinted = [&] {
        const QModelIndex cell
            = model.index(static_cast<int>(row), pairs->columnByName("relative_euclidean_distance"));
        return cell.data(TintRole).isValid();
    };
    model.setPairs(pairs, document->setup().limits, false);
    QTRY_VERIFY_WITH_TIMEOUT(isTinted(), kPatienceMs);
    pairs->settle(row, core::Verdict::NotComparable, core::Message("not here"));
    QVERIFY(!isTinted());
}

QTEST_MAIN(ComparisonPanelsTest)
#include "tst_comparison_panels.moc"
