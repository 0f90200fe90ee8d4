// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/arrival_model.h"
#include "capture/dump_choice.h"
#include "capture/hunt_round_model.h"
#include "capture/input_model.h"
#include "capture/rate_ticks.h"
#include "capture/self_test.h"
#include "capture/self_test_model.h"

#include "common/cell_roles.h"
#include "common/language.h"

#include <QAbstractItemModelTester>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QVector>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {
constexpr int kPatienceMs = 20'000;
const std::string kModels = DUMPSCOPE_TEST_DATA "/models/";
} // namespace

class CaptureModelsTest : public QObject {
    Q_OBJECT

private slots:
    void inputsOfAModel();
    void choiceAndText_data();
    void choiceAndText();
    void operatorsByPattern();
    void selfTest();
    void selfTestInChinese();
    void axesHaveRoundTicks();
    void emptyArrivals();
    void roundsOfAHunt();
    void aFilterThatNothingMatches();
    void aFolderThatCannotBe_data();
    void aFolderThatCannotBe();
};

void CaptureModelsTest::aFilterThatNothingMatches()
{
    TaskRunner tasks;
    CaptureSetup setup(tasks, {});
    const QTemporaryDir folder;
    const auto layers = [&](const char* names) {
        setup.edit([&](core::CaptureProfile& profile) {
            profile.model = kModels + "dynamic_batch.onnx";
            profile.output = folder.filePath(QStringLiteral("dump")).toStdString();
            profile.dumpText
                = R"({"dump":{"dump_mode":"all","dump_list":[{"model_name":"dynamic_batch","layer":[)"
                + std::string(names) + "]}]}}";
        });
    };
    layers(R"("nowhere")");
    QTRY_COMPARE_WITH_TIMEOUT(setup.readiness(CaptureSetup::DumpStep).state, State::Warn, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(setup.isSettled(), kPatienceMs);
    const QString why = setup.readiness(CaptureSetup::DumpStep).why;
    QVERIFY2(
        why.startsWith(QStringLiteral("The model has no operator \"nowhere\"; it has ")), qPrintable(why));
    QVERIFY2(why.contains(setup.model().operators.first()), qPrintable(why));
    layers(qUtf8Printable(QLatin1Char('"') + setup.model().operators.first() + QLatin1Char('"')));
    QTRY_COMPARE_WITH_TIMEOUT(setup.readiness(CaptureSetup::DumpStep).state, State::Pass, kPatienceMs);
    QVERIFY(!QFileInfo::exists(folder.filePath(QStringLiteral("dump")))); // only looked at
    QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void CaptureModelsTest::aFolderThatCannotBe_data()
{
    QTest::addColumn<QString>("output");
    QTest::newRow("no folders there") << QStringLiteral("/proc/nope/capture-{n}");
    QTest::newRow("a file in the way") << QStringLiteral(DUMPSCOPE_TEST_DATA "/models/README.md/dump");
}

void CaptureModelsTest::aFolderThatCannotBe()
{
    QFETCH(QString, output);
    TaskRunner tasks;
    CaptureSetup setup(tasks, {});
    setup.edit([&](core::CaptureProfile& profile) { profile.output = output.toStdString(); });
    QTRY_VERIFY_WITH_TIMEOUT(setup.isSettled(), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(setup.readiness(CaptureSetup::DumpStep).state, State::Warn, kPatienceMs);
    QVERIFY2(!setup.readiness(CaptureSetup::DumpStep).why.isEmpty(), qPrintable(output));
}

void CaptureModelsTest::inputsOfAModel()
{
    TaskRunner tasks;
    CaptureSetup setup(tasks, {});
    InputModel model(setup);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    setup.edit([](core::CaptureProfile& profile) { profile.model = kModels + "dynamic_batch.onnx"; });
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 1, kPatienceMs);
    // As the model's manifest has it: data, float32, and the batch is free.
    QCOMPARE(model.index(0, InputModel::Name).data().toString(), QStringLiteral("data"));
    QCOMPARE(model.index(0, InputModel::Dtype).data().toString(), QStringLiteral("float32"));
    QCOMPARE(model.index(0, InputModel::Shape).data().toString(), QStringLiteral("[1,2,12,12]"));
    model.setBatch(4);
    QCOMPARE(model.index(0, InputModel::Shape).data().toString(), QStringLiteral("[4,2,12,12]"));
    QCOMPARE(setup.profile().inputs, (std::vector<std::string> {"random:20:4,2,12,12"}));
    model.setSeed(7);
    QCOMPARE(model.seed(), std::optional<quint64>(7));
    QCOMPARE(setup.profile().inputs, (std::vector<std::string> {"random:7:4,2,12,12"}));
    model.setFill({}, QStringLiteral("ones"));
    QCOMPARE(setup.profile().inputs, (std::vector<std::string> {"ones:4,2,12,12"}));
    const QModelIndex shape = model.index(0, InputModel::Shape), values = model.index(0, InputModel::Fill);
    QVERIFY(shape.flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(model.setData(shape, QStringLiteral("[2,2,12,12]"), Qt::EditRole));
    QCOMPARE(model.batch(), std::optional<std::int64_t>(2));
    QVERIFY(!model.setData(shape, QStringLiteral("[2,2]"), Qt::EditRole));
    QVERIFY(!model.setData(shape, QStringLiteral("[-1,2,12,12]"), Qt::EditRole));
    QVERIFY(model.setData(values, QStringLiteral("x.npy"), Qt::EditRole));
    QVERIFY(!shape.flags().testFlag(Qt::ItemIsEditable)); // a file has its own
    QCOMPARE(values.data().toString(), QStringLiteral("x.npy"));
}

void CaptureModelsTest::choiceAndText_data()
{
    QTest::addColumn<int>("preset");
    for (int preset = 0; preset <= static_cast<int>(DumpChoice::Preset::Exceptions); ++preset)
        QTest::addRow("%d", preset) << preset;
}

// The runtime accepts what the form writes, and the form finds itself again in it.
void CaptureModelsTest::choiceAndText()
{
    QFETCH(int, preset);
    const QTemporaryDir folder;
    const auto read = [&](const DumpChoice& choice) {
        const auto text = core::withDumpPath(
            choice.text(QStringLiteral("net")).toStdString(), folder.path().toStdString());
        return core::checkAclConfig(*text, folder.path().toStdString());
    };
    DumpChoice choice = DumpChoice::preset(static_cast<DumpChoice::Preset>(preset));
    const core::AclCheck check = read(choice);
    QVERIFY2(check.isValid(), check.firstError() ? check.firstError()->message.text().c_str() : "");
    QVERIFY(check.config.isEnabled());
    const DumpChoice again = DumpChoice::fromConfig(check.config);
    QVERIFY(again.kind() && static_cast<int>(*again.kind()) == preset);
    if (choice.overflow || choice.exceptions)
        return;
    choice.operators = QStringList {"a/b", "c"};
    choice.steps = QStringLiteral("0-4|7");
    const core::AclCheck narrow = read(choice);
    QVERIFY2(narrow.isValid(), narrow.firstError() ? narrow.firstError()->message.text().c_str() : "");
    QVERIFY(DumpChoice::fromConfig(narrow.config) == choice);
    QVERIFY(narrow.config.hasStep(7) && !narrow.config.hasStep(5));
}

void CaptureModelsTest::operatorsByPattern()
{
    const QStringList known {"/attention/q", "/attention/k", "/ffn/Gelu"};
    QCOMPARE(expandOperators("/attention/*, /ffn/Gelu", known), known);
    QCOMPARE(expandOperators("", known), QStringList());
    QCOMPARE(expandOperators("*", known), QStringList());
    QCOMPARE(expandOperators(" other , other", known), QStringList {"other"});
    QCOMPARE(expandOperators("none*", known), QStringList {"none*"});
}

void CaptureModelsTest::selfTest()
{
    SelfTestModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(SelfTestModel::rowsOf("").isEmpty());
    QVERIFY(SelfTestModel::rowsOf("dumpscope-cli: no such command").isEmpty());
    using Found = core::SelfTestFinding::State;
    const std::vector<core::SelfTestCheck> checks {{"fonts", {Found::Good, core::Message("a"), {}}},
        {"npu", {Found::Missing, core::Message("b"), core::Message("c")}},
        {"other", {Found::Bad, core::Message("d"), core::Message("e")}}};
    model.setRows(SelfTestModel::rowsOf(QByteArray::fromStdString(core::encodeSelfTest(checks))));
    QCOMPARE(model.rowCount(), 3);
    const auto at = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(at(0, SelfTestModel::Check), QStringLiteral("Fonts"));
    QCOMPARE(at(2, SelfTestModel::Check), QStringLiteral("other"));
    QCOMPARE(at(1, SelfTestModel::Remedy), QStringLiteral("c"));
    const auto state
        = [&](int row) { return static_cast<State>(model.index(row, 0).data(StateRole).toInt()); };
    QCOMPARE(state(0), State::Pass);
    QCOMPARE(state(1), State::NotComparable);
    QCOMPARE(state(2), State::Fail);
}

// Whatever the command line finds on this machine, it is told in the language of the window.
void CaptureModelsTest::selfTestInChinese()
{
    QProcess doctor;
    doctor.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"), {QStringLiteral("self-test")});
    QVERIFY(doctor.waitForFinished(6 * kPatienceMs));
    SelfTestModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(SelfTestModel::rowsOf(doctor.readAllStandardOutput()));
    QVERIFY(model.rowCount() > 5);
    applyLanguage(QStringLiteral("zh_CN"));
    static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
    for (int row = 0; row < model.rowCount(); ++row) {
        for (const int column : {SelfTestModel::Found, SelfTestModel::Remedy}) {
            const QString text = model.index(row, column).data().toString();
            // A runtime says itself what it is.
            QVERIFY2(text.isEmpty() || text.contains(chinese), qPrintable(text));
        }
    }
    applyLanguage(QStringLiteral("en"));
}

/// 1, 2 or 5 times a power of ten, at most as many as asked for and one, in the unit of the axis.
void CaptureModelsTest::axesHaveRoundTicks()
{
    QCOMPARE(timeUnitFor(180).seconds, 1.0);
    QCOMPARE(timeUnitFor(181).seconds, 60.0);
    QCOMPARE(timeUnitFor(20'000).seconds, 3600.0);
    QCOMPARE(timeUnitFor(20'000).word, QStringLiteral("hours"));
    RateTicks ticks(5);
    const std::pair<double, double> cases[]
        = {{0.5, 0.1}, {1, 0.2}, {10, 2}, {12, 5}, {12.5, 5}, {60, 20}, {100, 20}};
    for (const auto& [range, step] : cases) {
        const double found = ticks.getTickStep({0, range});
        QVERIFY2(std::abs(found - step) < step * 1e-9, qPrintable(QString::number(range)));
    }
    ticks.setScale(60); // 10 minutes
    QCOMPARE(ticks.getTickStep({0, 600}), 120.0);
    QVector<double> at;
    QVector<QString> labels;
    ticks.generate({0, 600}, QLocale::c(), u'g', 6, at, nullptr, &labels);
    QVERIFY(labels.contains(QStringLiteral("2")) && labels.contains(QStringLiteral("10")));
    QVERIFY(ticks.getTickStep({0, 0}) > 0);
}

void CaptureModelsTest::emptyArrivals()
{
    TaskRunner tasks;
    auto formats = std::make_shared<core::FormatRegistry>();
    Session session(tasks, formats);
    CaptureRun run(session);
    ArrivalModel model(run, tasks);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.firstNonFiniteRow(), -1);
    QVERIFY(!model.firstNonFinite());
    QVERIFY(model.firstNonFiniteWords().isEmpty());
}

void CaptureModelsTest::roundsOfAHunt()
{
    HuntRoundModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    core::HuntRound first;
    first.isKept = true;
    first.finding.conclusion = "most likely at fault: <b>fc1</b>";
    first.finding.accused.operators.push_back({"fc1", {}, {}, {}});
    model.add(first);
    core::HuntRound second;
    second.isOfTensors = true;
    second.operators = {"fc1", "fc2", "relu"};
    model.add(second);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(
        text(0, HuntRoundModel::Captured), QStringLiteral("statistics of everything, from an earlier hunt"));
    QCOMPARE(text(0, HuntRoundModel::Accused), QStringLiteral("fc1"));
    QCOMPARE(text(0, HuntRoundModel::Says), QStringLiteral("most likely at fault: <b>fc1</b>"));
    QCOMPARE(text(1, HuntRoundModel::Number), QStringLiteral("2"));
    QCOMPARE(text(1, HuntRoundModel::Captured), QStringLiteral("full tensors of 3 operators"));
    QVERIFY(text(1, HuntRoundModel::Accused).isEmpty());
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(CaptureModelsTest)
#include "tst_capture_models.moc"
