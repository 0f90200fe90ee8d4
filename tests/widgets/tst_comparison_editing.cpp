// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "common/theme.h"
#include "comparison/compare_dialog.h"
#include "comparison/comparison_request.h"
#include "comparison/comparison_run.h"
#include "comparison/environment_field.h"
#include "comparison/errors/cube_model.h"
#include "comparison/limits/limit_list_model.h"
#include "comparison/limits/verdict_change_model.h"
#include "comparison/limits/verdict_preview.h"
#include "comparison/pairing/pairing_counts.h"
#include "comparison/pairing/pairing_models.h"
#include "comparison/pairing/pairing_preview.h"
#include "comparison/pairing/pairing_view.h"
#include "comparison/pairing/unpaired_rows.h"
#include "comparison/report_dialog.h"
#include "comparison/setup_json.h"
#include "comparison/side_sentence.h"
#include "comparison/suspects/no_suspects.h"
#include "comparison/suspects/reproducer_dialog.h"
#include "comparison/targets/target_matrix.h"
#include "documents/workspace.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "tensor_desk.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
using Run = ComparisonDocument::State;
using Report = QAbstractItemModelTester::FailureReportingMode;

struct ComparingDesk : test::Desk {
    OpenedRoot* target = session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"));
    OpenedRoot* golden = session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
    ComparisonDocument* compare()
    {
        ComparisonDocument* const document = comparisons.compare({{target}, {golden}});
        settle(document);
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
    static void settle(const ComparisonDocument* document)
    {
        QTRY_COMPARE_WITH_TIMEOUT(document->state(), Run::Done, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!document->isJudging(), kPatienceMs);
    }
};

/// The rows of a finished comparison over and over.
core::PairTable manyRows(const core::PairTable& pairs, std::size_t rows)
{
    core::PairTable many(
        pairs.target(), pairs.golden(), std::make_shared<core::MetricSelection>(pairs.metrics()));
    for (std::size_t row = 0; row < rows; ++row)
        many.add(pairs.row(row % pairs.rows()));
    return many;
}

QStringList pairTexts(const ComparisonDocument& document)
{
    QStringList texts;
    for (std::size_t row = 0; row < document.pairs()->rows(); ++row)
        texts.append(document.targetOf(row).tensorId() + ' ' + document.goldenOf(row).tensorId());
    return texts;
}

} // namespace

class ComparisonEditingTest : public QObject {
    Q_OBJECT

private slots:
    void limitsAreATable();
    void previewsWhatLimitsChange();
    void previewsWhatNoiseExplains();
    void limitsCanBeTakenBack();
    void ranksAreTold();
    void escapedLimitsAreNone();
    void commandsNameNoFileThatIsNotThere();
    void saysWhyNobodyIsSuspect();
    void limitsFileIsThatOfTheCommandLine();
    void limitsOpenAtTheRuleInUse();
    void editedLimitStaysInSight();
    void numbersStep_data();
    void numbersStep();
    void editsMakeAPairingFile();
    void rulesComeFromAPair_data();
    void rulesComeFromAPair();
    void headsOfThePairingFollowTheTheme();
    void aFreeFolderIsProposed();
    void pairingIsLaidOut();
    void gradientsAreNoCandidates();
    void onlyNewPairsAreMeasured();
    void editsRoundTripThroughUndo();
    void rulesArePreviewed();
    void operatorsAreDraggedTogether();
    void oneOperatorMakesARule();
    void pairingIsFilteredAndStepped();
    void cubeCounts();
    void unpairedAreListed();
    void onePairIsTakenApart();
    void goldenIsNamedWhereItIsCalledOtherwise();
    void sheetsHaveAWayOut();
    void stepsAreSeen();
    void workspaceKeepsComparisons();
    void comparesStepsOfOneDump();
    void environmentsOfBothSides();
    void sheetSaysWhatStandsInTheWay();
    void sheetTakesTypedPaths();
    void reportsAreWritten();
    void targetsStandSideBySide();
    void namesStayBesideThreeTargets();
    void unsavedPairingStaysMarked();
};

void ComparisonEditingTest::limitsAreATable()
{
    LimitListModel model;
    QAbstractItemModelTester tester(&model, Report::QtTest);
    model.setLimits(*core::presetLimits("accuracy-reached"));
    QCOMPARE(model.rowCount(), 3);
    const auto cell = [&](int row, int column) { return model.index(row, column); };
    QCOMPARE(cell(0, LimitListModel::Metric).data().toString(), QString("cosine_similarity"));
    QCOMPARE(cell(0, LimitListModel::When).data().toString(), QString("max_absolute_error>0.001"));
    // The same limits again leave the cell alone that is being edited.
    QSignalSpy reset(&model, &LimitListModel::modelReset);
    model.setLimits(*core::presetLimits("accuracy-reached"));
    QCOMPARE(reset.count(), 0);
    QSignalSpy edited(&model, &LimitListModel::limitsEdited);
    QVERIFY(model.setData(cell(1, LimitListModel::Value), "0.98", Qt::EditRole));
    QCOMPARE(edited.count(), 1);
    QCOMPARE(edited.first().first().value<core::Limits>().rules[1].value, 0.98);
    QCOMPARE(model.limits().rules[1].value, 0.9); // told, not kept
    QVERIFY(!model.setData(cell(1, LimitListModel::Value), "much", Qt::EditRole));
    QVERIFY(!model.setData(cell(1, LimitListModel::Op), "~", Qt::EditRole));
    // What no number can be held to, or no error can be; and it is said why.
    for (const char* refused : {"nan", "inf", "-inf", "1e999"}) {
        QVERIFY2(!model.setData(cell(1, LimitListModel::Value), refused, Qt::EditRole), refused);
        QVERIFY2(!model.whyNot(cell(1, LimitListModel::Value), refused).isEmpty(), refused);
    }
    core::Limits errors;
    errors.name = "errors.json";
    errors.rules = {*core::parseLimit("max_absolute_error<=1"), *core::parseLimit("max_diff>=-1")};
    LimitListModel signs;
    signs.setLimits(errors);
    const auto value = [&](int row) { return signs.index(row, LimitListModel::Value); };
    QVERIFY(!signs.edited(value(0), "-0.5"));
    QVERIFY(signs.whyNot(value(0), "-0.5").contains("never negative"));
    QVERIFY(signs.edited(value(0), "0").has_value());
    QVERIFY(signs.edited(value(1), "-0.5").has_value()); // a difference with its sign
    QVERIFY(signs.whyNot(value(1), "-0.5").isEmpty());
    // A number is no filter, though it could be looked for in names.
    const QModelIndex when = signs.index(0, LimitListModel::When);
    for (const char* refused : {"0.05", " 1e-3 ", "-2"}) {
        QVERIFY2(!signs.edited(when, refused), refused);
        QVERIFY2(signs.whyNot(when, refused).contains("precision:float16"), refused);
    }
    for (const char* taken : {"", "float16", "precision:float16", "max_absolute_error>0.05"}) {
        QVERIFY2(signs.edited(when, taken).has_value(), taken);
        QVERIFY2(signs.whyNot(when, taken).isEmpty(), taken);
    }
    // Rules that are others than those of the file are not called by its name.
    QVERIFY(signs.edited(value(0), "0.5")->name.empty());
    QCOMPARE(model.edited(cell(2, LimitListModel::Op), "<")->rules[2].op, core::LimitRule::Op::Less);
    QCOMPARE(
        model.edited(cell(2, LimitListModel::VerdictColumn), "warn")->rules[2].verdict, core::Verdict::Warn);
    model.setDecided({1, 2, 3});
    QCOMPARE(cell(2, LimitListModel::Rows).data().toString(), QString("3"));
}

void ComparisonEditingTest::previewsWhatLimitsChange()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const core::PairTable& pairs = *document->pairs();
    // By hand: which verdicts a limit on one metric gives.
    const core::Limits limits = *core::parseLimits(
        R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0.5}]})", "hand");
    core::OwnedTask context;
    const auto preview = previewLimits(*document->result(), limits, context);
    QVERIFY(preview);
    const int column = pairs.columnByName("max_absolute_error");
    std::size_t changed = 0, failed = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const auto value = core::cellNumber(pairs.cell(row, column));
        const core::Verdict after = !value ? core::Verdict::NotComparable
            : *value <= 0.5                ? core::Verdict::Pass
                                           : core::Verdict::Fail;
        changed += after != pairs.row(row).verdict ? 1 : 0;
        failed += after == core::Verdict::Fail ? 1 : 0;
    }
    QVERIFY(changed > 0);
    QCOMPARE(preview->changed, changed);
    QCOMPARE(preview->after[std::size_t(core::Verdict::Fail)], failed);
    QCOMPARE(preview->before[std::size_t(core::Verdict::Fail)], document->result()->summary.fail);
    VerdictChangeModel changes;
    QAbstractItemModelTester tester(&changes, Report::QtTest);
    changes.setChanges(document->pairs(), *preview);
    QCOMPARE(changes.rowCount(), int(preview->changes.size()));
    changes.setChanges(nullptr, {});
    QCOMPARE(changes.rowCount(), 0);

    // That a filter leaves nothing is said while it is typed.
    for (const auto& [filter, isNone] : {std::pair("", false), std::pair("op_name:*BiasAdd*", false),
             std::pair("bias", false), std::pair("op_name:*no such*", true)}) {
        const auto none = selectsNone(pairs, filter, context);
        QVERIFY2(none, filter);
        QVERIFY2(*none == isNone, filter);
    }
    QVERIFY(!selectsNone(pairs, "no_such_column:1", context));

    const auto decided = rowsDecided(pairs, limits, context);
    QVERIFY(decided);
    QCOMPARE(decided->size(), std::size_t {1});
    QCOMPARE(decided->front(), std::uint64_t {pairs.rows()});

    core::Comparison whole = *document->result();
    whole.pairs = std::make_shared<core::PairTable>(manyRows(pairs, 100'000));
    QElapsedTimer clock;
    clock.start();
    core::Limits tighter = document->setup().limits;
    for (core::LimitRule& rule : tighter.rules)
        rule.value = rule.op == core::LimitRule::Op::LessEqual ? rule.value / 2 : rule.value;
    QVERIFY(previewLimits(whole, tighter, context));
    qInfo("preview of 100 000 pairs: %lld ms", clock.restart());
    clock.restart();
    QVERIFY(core::judgedAnew(whole, tighter, context));
    qInfo("judging 100 000 pairs anew: %lld ms", clock.elapsed());
}

// Rounding of bfloat16 explains rows that the default limits alone would fail.
void ComparisonEditingTest::previewsWhatNoiseExplains()
{
    const QString run = QStringLiteral(DUMPSCOPE_TEST_DATA "/runs/dev/d04/");
    test::Desk desk;
    OpenedRoot* const target = desk.open(run + "target.zip");
    OpenedRoot* const golden = desk.open(run + "golden.zip");
    ComparisonDocument* const document = desk.comparisons.compare({{target}, {golden}});
    ComparingDesk::settle(document);
    const core::Comparison& comparison = *document->result();
    std::size_t explained = 0;
    for (std::size_t row = 0; row < comparison.pairs->rows(); ++row)
        explained += comparison.pairs->row(row).explained ? 1 : 0;
    QVERIFY(explained > 0);
    core::OwnedTask context;
    const auto preview = previewLimits(comparison, document->setup().limits, context);
    QVERIFY(preview);
    QCOMPARE(preview->changed, std::size_t {0});
    QCOMPARE(preview->after, preview->before);
}

void ComparisonEditingTest::limitsCanBeTakenBack()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    const std::uint64_t failed = document->result()->summary.fail;
    const std::string before = limitsJson(document->setup().limits);
    QVERIFY(failed > 0);
    const core::Limits loose = *core::parseLimits(
        R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":1e300}]})", "loose");
    desk.comparisons.changeLimits(loose, "loose");
    ComparingDesk::settle(document);
    QCOMPARE(document->result()->summary.fail, std::uint64_t {0});
    QCOMPARE(desk.comparisons.undoStack().undoText(), QString("loose"));
    desk.comparisons.undoStack().undo();
    ComparingDesk::settle(document);
    QCOMPARE(document->result()->summary.fail, failed);
    QCOMPARE(limitsJson(document->setup().limits), before);
    desk.comparisons.undoStack().redo();
    ComparingDesk::settle(document);
    QCOMPARE(document->result()->summary.fail, std::uint64_t {0});
}

/// Who escapes from the metric of a new limit wants no limit.
/// The same name on several ranks is told apart, by rows of the list and of the targets' matrix.
void ComparisonEditingTest::ranksAreTold()
{
    const auto write = [](const QString& root, const QString& rank, const QByteArray& name,
                           const QByteArray& shape) {
        const QString folder = root + QStringLiteral("/rank_%1/net/0/0").arg(rank);
        QVERIFY(QDir().mkpath(folder));
        QFile table(folder + QStringLiteral("/statistic.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,"
                    "Min Value,Avg Value,L2Norm Value\n");
        table.write(
            "Relu,Default/Relu-op7,0,7,1700000000000000,output,0,8192,float32,\"(32,64)\",1,0,0.5,8\n");
        table.write(name + ',' + "Default/" + name + "-op1,0,7,1700000000000001,output,0,64,float32,\"("
            + shape + ")\",3,-1,0.25,5\n");
    };
    QTemporaryDir target, golden;
    for (const char* rank : {"0", "3"}) {
        write(target.path(), rank, "MatMul", "32,64");
        write(golden.path(), rank, "TopK", "5,7,3");
    }
    test::Desk desk;
    const auto* const document
        = desk.comparisons.compare({{desk.session.open(target.path())}, {desk.session.open(golden.path())}});
    ComparingDesk::settle(document);
    const auto panel = desk.makePanel("unpaired");
    panel->resize(1200, 300);
    panel->show();
    auto* const table = panel->findChild<DataTable*>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && table->model()->rowCount() > 0, kPatienceMs);
    const int rank = table->columnModel()->columnNumber("rank");
    QVERIFY(!table->isColumnHidden(rank));
    QVERIFY(table->isColumnHidden(table->columnModel()->columnNumber("step")));
    QSet<QString> ranks;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        ranks.insert(table->model()->index(row, rank).data().toString());
    QCOMPARE(ranks, (QSet<QString> {"0", "3"}));
    // An operator of several ranks or steps is one name.
    const int nearest = table->columnModel()->columnNumber("nearest");
    int withNearest = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        QStringList names
            = table->model()->index(row, nearest).data().toString().split(", ", Qt::SkipEmptyParts);
        withNearest += names.isEmpty() ? 0 : 1;
        QCOMPARE(names.removeDuplicates(), qsizetype {0});
    }
    QVERIFY(withNearest > 0);

    core::OwnedTask context;
    auto matrix = core::makeTargetMatrix({document->pairs()}, false, context);
    QVERIFY(matrix);
    TargetMatrixModel model;
    model.setMatrix(std::move(*matrix), {"target"});
    QCOMPARE(model.rowCount(), 2);
    QSet<QString> places;
    for (int row = 0; row < 2; ++row)
        places.insert(model.index(row, 1).data(SecondaryTextRole).toString());
    QCOMPARE(places.size(), qsizetype {2});
    for (const QString& place : places)
        QVERIFY2(place.contains('0') || place.contains('3'), qPrintable(place));
}

void ComparisonEditingTest::escapedLimitsAreNone()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("limits");
    const std::string before = limitsJson(document->setup().limits);
    const std::size_t rules = document->setup().limits.rules.size();
    QVERIFY(desk.actions.trigger("limits.add"));
    const auto editor = [&]() -> QLineEdit* {
        QLineEdit* const line = panel->findChild<QLineEdit*>();
        return line && line->isVisible() ? line : nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(editor() != nullptr, kPatienceMs);
    QCOMPARE(document->setup().limits.rules.size(), rules + 1);
    QVERIFY(document->setup().limits.name.empty());
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(limitsJson(document->setup().limits), before, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(panel->findChild<QTableView*>()->model()->rowCount(), int(rules), kPatienceMs);
    // Entered, it stays.
    QVERIFY(desk.actions.trigger("limits.add"));
    QTRY_VERIFY_WITH_TIMEOUT(editor() != nullptr, kPatienceMs);
    editor()->setText("max_absolute_error");
    editor()->setModified(true);
    QTest::keyClick(editor(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(
        document->setup().limits.rules.front().metric, std::string("max_absolute_error"), kPatienceMs);
}

/// What only a file can say is in the command when the file is there; until then it is said what is missing.
void ComparisonEditingTest::commandsNameNoFileThatIsNotThere()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    const auto panel = desk.shown("limits");
    desk.comparisons.select(0);
    const auto why = desk.shown("why");
    const auto said = [&] {
        QString texts;
        for (const QLabel* const label : why->findChildren<QLabel*>())
            texts += label->text().remove(QChar(0x200B)) + u'\n';
        return texts;
    };
    const QTemporaryDir folder;
    const auto command = [&] { return comparisonCommand(document->setup()); };
    QVERIFY(panel->commandGap().sentence.isEmpty());
    core::Limits warns = document->setup().limits;
    warns.name.clear();
    warns.rules.front().verdict = core::Verdict::Warn; // no option says that
    desk.comparisons.changeLimits(warns, "warns");
    ComparingDesk::settle(document);
    QVERIFY2(!command().contains(".json"), qPrintable(command()));
    QCOMPARE(panel->commandGap().saves, QList<QByteArray> {"limits.save"});
    QTRY_VERIFY_WITH_TIMEOUT(said().contains("Without the limits edited here"), kPatienceMs);
    document->setLimitsName(folder.filePath("l.json"));
    QVERIFY2(!said().contains("Without"), qPrintable(said()));
    QVERIFY2(said().contains("--limits " + folder.filePath("l.json")), qPrintable(said()));
    QVERIFY(command().endsWith("--limits " + folder.filePath("l.json")));
    PairingEdits edits;
    edits.unpaired.append({"nobody", true});
    desk.comparisons.changePairing(edits, "pairing");
    ComparingDesk::settle(document);
    QVERIFY2(!command().contains("--map"), qPrintable(command()));
    QCOMPARE(panel->commandGap().saves, QList<QByteArray> {"pairing.save"});
    document->setPairingFile(folder.filePath("p.json"));
    QVERIFY(command().contains("--map " + folder.filePath("p.json")));
    QVERIFY(panel->commandGap().sentence.isEmpty());
    // The file has what was said when it was saved, not what was said since.
    edits = document->setup().edits;
    edits.unpaired.append({"somebody", true});
    desk.comparisons.changePairing(edits, "pairing");
    ComparingDesk::settle(document);
    QVERIFY2(!command().contains("--map"), qPrintable(command()));
    QVERIFY(panel->commandGap().sentence.contains("save it"));
}

void ComparisonEditingTest::saysWhyNobodyIsSuspect()
{
    QCOMPARE(noSuspects(nullptr).action, QByteArray("file.compare"));
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    if (document->state() == Run::Waiting)
        QCOMPARE(noSuspects(document).text, QString("Both sides are being read; nothing is measured yet."));
    ComparingDesk::settle(document);
    ComparisonSetup setup = document->setup();
    setup.filter = "op_name:is_not_there";
    document->run(setup);
    ComparingDesk::settle(document);
    QCOMPARE(document->pairs()->rows(), std::size_t {0});
    const NoSuspects filtered = noSuspects(document);
    QVERIFY2(filtered.text.contains("The filter op_name:is_not_there"), qPrintable(filtered.text));
    QVERIFY(filtered.action.isEmpty() && !filtered.link.isEmpty());
    // Its link takes the filter away.
    const auto panel = desk.shown("suspects");
    emit panel->findChild<MessagePage*>()->findChild<QLabel*>()->linkActivated("#");
    ComparingDesk::settle(document);
    QVERIFY(document->pairs()->rows() > 0);
    // A dump against itself.
    ComparisonDocument* const same = desk.comparisons.compare({{desk.target}, {desk.target}});
    ComparingDesk::settle(same);
    QVERIFY2(noSuspects(same).text.startsWith("No operator is suspect."), qPrintable(noSuspects(same).text));
}

void ComparisonEditingTest::limitsFileIsThatOfTheCommandLine()
{
    const QTemporaryDir folder;
    for (const core::LimitPreset& preset : core::limitPresets()) {
        const core::Limits limits = *core::presetLimits(preset.name);
        const QString file = folder.filePath("limits.json");
        QVERIFY(saveLimits(limits, file));
        const auto read = loadLimits(file);
        QVERIFY(read);
        QCOMPARE(read->rules.size(), limits.rules.size());
        for (std::size_t i = 0; i < limits.rules.size(); ++i) {
            QCOMPARE(read->rules[i].text(), limits.rules[i].text());
            QCOMPARE(read->rules[i].value, limits.rules[i].value);
            QCOMPARE(read->rules[i].verdict, limits.rules[i].verdict);
        }
    }
    QVERIFY(!saveLimits({}, "/is/not/there/limits.json"));
    QVERIFY(!loadLimits("/is/not/there/limits.json"));
}

/// What a limit would change is shown below the table, which has less room then.
/// The first rules of a preset are of other types and metrics.
void ComparisonEditingTest::limitsOpenAtTheRuleInUse()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    desk.comparisons.select(document->firstDivergence()->index);
    const auto panel = desk.shown("limits");
    auto* const table = panel->findChild<QTableView*>();
    QTRY_VERIFY_WITH_TIMEOUT(table->selectionModel()->hasSelection(), kPatienceMs);
    const auto textOf
        = [&](int column) { return table->currentIndex().siblingAtColumn(column).data().toString(); };
    // Fails by this one: half of the significand of float32.
    QCOMPARE(textOf(LimitListModel::Metric), QString("relative_euclidean_distance"));
    QCOMPARE(textOf(LimitListModel::Value), QString("0.000244140625"));
    QVERIFY(textOf(LimitListModel::Rows).toInt() > 0);
    QVERIFY(table->viewport()->rect().intersects(table->visualRect(table->currentIndex())));
    // What is chosen stays.
    table->setCurrentIndex(table->model()->index(0, LimitListModel::Metric));
    panel->hide();
    panel->show();
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs);
    QCOMPARE(table->currentIndex().row(), 0);
}

void ComparisonEditingTest::editedLimitStaysInSight()
{
    ComparingDesk desk;
    desk.compare();
    const auto panel = desk.shown("limits");
    panel->resize(900, 250);
    auto* const table = panel->findChild<QTableView*>();
    const QModelIndex last = table->model()->index(table->model()->rowCount() - 1, LimitListModel::Value);
    table->setCurrentIndex(last);
    table->edit(last);
    auto* const editor = table->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    const auto tables = panel->findChildren<QTableView*>();
    QCOMPARE(tables.size(), qsizetype {2});
    editor->clear();
    QTest::keyClicks(editor, "1e-30");
    // The last rule may decide about nothing; what the window shows below is what matters.
    tables[1]->show();
    QTRY_VERIFY(table->viewport()->rect().contains(editor->geometry().center()));
    QVERIFY(table->viewport()->rect().contains(table->visualRect(last)));
}

void ComparisonEditingTest::numbersStep_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("by");
    QTest::addColumn<QString>("next");
    QTest::newRow("up") << "0.98" << 1 << "0.99";
    QTest::newRow("carry") << "0.99" << 1 << "1.00";
    QTest::newRow("down") << "0.10" << -1 << "0.09";
    QTest::newRow("whole") << "9" << 1 << "10";
    QTest::newRow("through zero") << "0.0" << -1 << "-0.1";
    QTest::newRow("exponent") << "1.5e-08" << 1 << "1.6e-08";
    QTest::newRow("no number") << "abc" << 1 << "abc";
}

void ComparisonEditingTest::numbersStep()
{
    QFETCH(const QString, text);
    QFETCH(const int, by);
    QFETCH(const QString, next);
    QCOMPARE(steppedNumber(text, by), next);
}

void ComparisonEditingTest::editsMakeAPairingFile()
{
    PairingEdits edits;
    edits.pair("net/a", "b");
    edits.pair("net/a", "b"); // once
    edits.unpair("net/c", "d");
    edits.rules.append(PairingEdits::Rule {"/x(\\d+)/", "y$1"});
    QCOMPARE(QJsonDocument::fromJson(edits.toJson()),
        QJsonDocument::fromJson(
            R"({"version":1,"pairs":[{"target":"net/a","golden":"b"}],)"
            R"("unpaired":[{"target":"net/c"}],"rules":[{"target":"/x(\\d+)/","golden":"y$1"}]})"));
    const auto read = PairingEdits::fromJson(QJsonDocument::fromJson(edits.toJson()).object());
    QVERIFY(read && read->hasSameContent(edits));
    // What the window does not edit is kept as the file has it.
    const QJsonDocument whole = QJsonDocument::fromJson(
        R"({"version":1,"rules":[{"target":"a","golden":"b","io":"input","slot":{"1":0},"layout":"IO<-OI"}]})");
    const auto kept = PairingEdits::fromJson(whole.object());
    QVERIFY(kept && kept->rules.size() == 1);
    QCOMPARE(QJsonDocument::fromJson(kept->toJson()), whole);
    const QJsonDocument cut = QJsonDocument::fromJson(
        R"({"version":1,"pairs":[{"target":"a","golden":"b","assembly":{"kind":"sum","parts":[{"rank":0}]}}]})");
    const auto keptPairs = PairingEdits::fromJson(cut.object());
    QVERIFY(keptPairs && keptPairs->isSaid("a", "b"));
    QCOMPARE(QJsonDocument::fromJson(keptPairs->toJson()), cut);
    edits.pair("net/c", "d"); // what was said against it is taken back
    QVERIFY(edits.unpaired.isEmpty());
    edits.unpair("net/c", "d");
    QCOMPARE(edits.pairs.size(), 1);
    QVERIFY(edits.unpaired.isEmpty());
}

void ComparisonEditingTest::rulesComeFromAPair_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("made");
    QTest::newRow("numbers") << "net/layer2/Conv2D-op5"
                             << "m.layer2.conv"
                             << R"(/net/layer(\d+)/Conv(\d+)D-op(\d+)/)"
                             << "m.layer$1.conv";
    QTest::newRow("own number stays") << "a1"
                                      << "b7"
                                      << "a1"
                                      << "b7";
    // Not every linear is golden's linear 28; the layer is the same on both sides.
    QTest::newRow("numbers that differ stay") << "layer.3.linear.10.forward"
                                              << "layer.3.linear.28.forward"
                                              << R"(/layer\.(\d+)\.linear\.10\.forward/)"
                                              << "layer.$1.linear.28.forward";
    QTest::newRow("same number twice") << "a1/b1"
                                       << "c1.d1"
                                       << R"(/a(\d+)/b(\d+)/)"
                                       << "c$1.d$2";
    QTest::newRow("no number") << "a/b"
                               << "c"
                               << "a/b"
                               << "c";
    QTest::newRow("signs") << "a.1"
                           << "b$1"
                           << R"(/a\.(\d+)/)"
                           << "b$$$1";
}

void ComparisonEditingTest::rulesComeFromAPair()
{
    QFETCH(const QString, target);
    QFETCH(const QString, golden);
    QFETCH(const QString, pattern);
    QFETCH(const QString, made);
    const PairingEdits::Rule rule = ruleFromPair(target, golden);
    QCOMPARE(rule.target, pattern);
    QCOMPARE(rule.golden, made);
}

void ComparisonEditingTest::aFreeFolderIsProposed()
{
    const QTemporaryDir folder;
    const QString wanted = folder.filePath("reproducer");
    QCOMPARE(ReproducerDialog::freeFolder(wanted), wanted);
    QVERIFY(QDir().mkpath(wanted)); // empty: it may be filled
    QCOMPARE(ReproducerDialog::freeFolder(wanted), wanted);
    QVERIFY(QDir().mkpath(wanted + "/golden"));
    QCOMPARE(ReproducerDialog::freeFolder(wanted), wanted + "-2");
    QFile file(wanted + "-2"); // no folder at all
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(ReproducerDialog::freeFolder(wanted), wanted + "-3");
}

void ComparisonEditingTest::headsOfThePairingFollowTheTheme()
{
    PairingCounts counts;
    counts.show();
    const auto colours = [&counts] {
        std::vector<QColor> found;
        for (const QLabel* label : counts.findChildren<QLabel*>())
            found.push_back(label->palette().color(QPalette::WindowText));
        return found;
    };
    for (const Theme* theme : {&Theme::dark(), &Theme::light()}) {
        QGuiApplication::setPalette(theme->palette());
        QTRY_COMPARE(colours(),
            (std::vector<QColor> {
                theme->color(Token::Target), theme->color(Token::Secondary), theme->color(Token::Golden)}));
    }
}

void ComparisonEditingTest::pairingIsLaidOut()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    core::OwnedTask context;
    auto made = makePairingPicture(*document->result(), context);
    QVERIFY(made);
    const auto picture = std::make_shared<const PairingPicture>(std::move(*made));
    QVERIFY(!picture->links.empty());
    // Every operator stands in exactly one line of its side, and in order.
    std::vector<int> targets, goldens;
    for (const PairingPicture::Line& line : picture->lines) {
        if (line.target >= 0)
            targets.push_back(line.target);
        if (line.golden >= 0)
            goldens.push_back(line.golden);
    }
    QCOMPARE(targets.size(), picture->target.size());
    QCOMPARE(goldens.size(), picture->golden.size());
    QVERIFY(std::is_sorted(targets.begin(), targets.end()));
    QVERIFY(std::is_sorted(goldens.begin(), goldens.end()));
    for (const PairingPicture::Link& link : picture->links)
        QCOMPARE(picture->lineOfTarget[link.target], picture->lineOfGolden[link.golden]); // both are alike
    // The nearest to an operator is the one of its own name.
    const auto candidates = pairingCandidates(*picture, true, 3, 4, context);
    QVERIFY(candidates && candidates->size() == 4);
    QCOMPARE(picture->golden[candidates->front().op].name, picture->target[3].name);
    // How sure a pair is that there is was said by whoever found it.
    const PairingPicture::Link& link = picture->links[picture->target[3].links.front()];
    QCOMPARE(candidates->front().confidence, link.confidence);
    QCOMPARE(link.confidence, document->pairs()->row(link.row).pair.confidence);
    CandidateModel model;
    QAbstractItemModelTester tester(&model, Report::QtTest);
    model.setCandidates(picture, false, *candidates);
    QCOMPARE(model.rowCount(), 4);
    RuleModel rules;
    QAbstractItemModelTester ruleTester(&rules, Report::QtTest);
    rules.setRules({PairingEdits::Rule {"a*", "b$1"}});
    QVERIFY(!rules.index(0, 0).data(MonoRole).toBool()); // it would be painted like a number that has no room
    QSignalSpy edited(&rules, &RuleModel::ruleEdited);
    QVERIFY(rules.setData(rules.index(0, 1), "c$1", Qt::EditRole));
    QCOMPARE(edited.count(), 1);
}

// What belongs to an operator of the forward pass is none of the backward pass, however alike they look.
void ComparisonEditingTest::gradientsAreNoCandidates()
{
    const auto write = [](const QString& folder, const QByteArray& function, double size) {
        const QByteArray tensor = QByteArray(R"({"type":"torch.Tensor","dtype":"torch.float32",)")
            + R"("shape":[4,8],"Max":)" + QByteArray::number(size) + R"(,"Min":0,"Mean":)"
            + QByteArray::number(size / 4) + R"(,"Norm":)" + QByteArray::number(size * 3) + '}';
        const QByteArray name = "Functional." + function + ".0.";
        QVERIFY(QDir(folder).mkpath("step0/rank0"));
        QFile file(folder + "/step0/rank0/dump.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{")"
            + name + R"(forward":{"input_args":[],"input_kwargs":{},"output":[)" + tensor + "]},\"" + name
            + R"(backward":{"input":[)" + tensor + R"(],"output":[)" + tensor + "]}}}");
    };
    QTemporaryDir target, golden;
    write(target.path(), "gelu", 2);
    write(golden.path(), "silu", 3);
    test::Desk desk;
    const auto* const document
        = desk.comparisons.compare({{desk.session.open(target.path())}, {desk.session.open(golden.path())}});
    ComparingDesk::settle(document);
    core::OwnedTask context;
    const auto made = makePairingPicture(*document->result(), context);
    QVERIFY(made && made->target.size() == 2 && made->golden.size() == 2);
    for (std::uint32_t op = 0; op < 2; ++op) {
        const auto candidates = pairingCandidates(*made, true, op, 4, context);
        QVERIFY(candidates && candidates->size() == 1);
        const std::string_view other = made->golden[candidates->front().op].name;
        QCOMPARE(other.ends_with(".backward"), made->target[op].name.ends_with(".backward"));
    }
}

// Pairs that stay are taken from the run before: nothing of them is read again.
void ComparisonEditingTest::onlyNewPairsAreMeasured()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    ComparisonInput input = inputOf(document->setup());
    core::PairTable marked(document->pairs()->target(), document->pairs()->golden(),
        std::make_shared<core::MetricSelection>(document->pairs()->metrics()));
    for (std::size_t row = 0; row < document->pairs()->rows(); ++row) {
        core::PairResult result = document->pairs()->row(row);
        core::PairDetails details;
        details.note = core::Message("taken");
        result.setDetails(std::move(details));
        if (row != 5)
            marked.add(result);
    }
    input.options.known = {std::make_shared<const core::PairTable>(marked)};
    core::OwnedTask context;
    const auto again = runComparison(input, {}, context);
    QVERIFY(again);
    QCOMPARE(again->pairs->rows(), document->pairs()->rows());
    for (std::size_t row = 0; row < again->pairs->rows(); ++row) {
        QCOMPARE(again->pairs->row(row).details().note.text() == "taken", row != 5);
        QCOMPARE(again->pairs->row(row).verdict, document->pairs()->row(row).verdict);
    }
}

void ComparisonEditingTest::editsRoundTripThroughUndo()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    core::OwnedTask context;
    const auto picture = makePairingPicture(*document->result(), context);
    QVERIFY(picture);
    const QStringList before = pairTexts(*document);
    QRandomGenerator random(7);
    const auto any = [&](const std::vector<PairingPicture::Operator>& all) {
        return fromCore(all[random.bounded(quint32(all.size()))].name);
    };
    const auto state = [&] {
        return document->setup().edits.toJson()
            + QByteArray::fromStdString(core::limitsJson(document->setup().limits));
    };
    QList<QByteArray> states {state()};
    for (int i = 0; i < 30; ++i) {
        PairingEdits edits = document->setup().edits;
        const QString target = any(picture->target), golden = any(picture->golden);
        switch (random.bounded(4)) {
        case 3: {
            core::Limits limits = document->setup().limits;
            limits.rules[random.bounded(quint32(limits.rules.size()))].value = random.generateDouble();
            desk.comparisons.changeLimits(limits, "limit");
            states.append(state());
            continue;
        }
        case 0:
            edits.pair(target, golden);
            break;
        case 1:
            edits.unpair(target, golden);
            break;
        default:
            edits.rules.append(ruleFromPair(target, golden));
        }
        desk.comparisons.changePairing(edits, "edit");
        states.append(state());
    }
    ComparingDesk::settle(document);
    const auto verdicts = [&] {
        QString all;
        for (std::size_t row = 0; row < document->pairs()->rows(); ++row)
            all += QString::number(int(document->pairs()->row(row).verdict));
        return all;
    };
    const QString judged = verdicts();
    const QStringList after = pairTexts(*document);
    QUndoStack& steps = desk.comparisons.undoStack();
    for (int i = 29; i >= 0; --i) {
        steps.undo();
        QCOMPARE(state(), states[i]);
    }
    QVERIFY(!steps.canUndo());
    ComparingDesk::settle(document);
    QCOMPARE(pairTexts(*document), before);
    for (int i = 1; i <= 30; ++i) {
        steps.redo();
        QCOMPARE(state(), states[i]);
    }
    ComparingDesk::settle(document);
    QCOMPARE(pairTexts(*document), after);
    QCOMPARE(verdicts(), judged);
    // And what a comparison gives that never saw another pairing.
    const auto fresh = runComparison(inputOf(document->setup()), {}, context);
    QVERIFY(fresh);
    QCOMPARE(fresh->pairs->rows(), document->pairs()->rows());
    for (std::size_t row = 0; row < fresh->pairs->rows(); ++row) {
        for (int column = 0; column < int(fresh->pairs->columns().size()); ++column)
            QCOMPARE(core::cellText(document->pairs()->cell(row, column)),
                core::cellText(fresh->pairs->cell(row, column)));
    }
    QCOMPARE(document->result()->unpairedTarget.size(), fresh->unpairedTarget.size());
    QCOMPARE(document->result()->unpairedGolden.size(), fresh->unpairedGolden.size());
}

// What a rule would pair and change, against what it does once it holds.
void ComparisonEditingTest::rulesArePreviewed()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    ComparisonSetup setup = document->setup();
    PairingEdits without;
    without.unpair(document->targetOf(0).opName(), {});
    desk.comparisons.changePairing(without, "unpair");
    ComparingDesk::settle(document);
    const auto before = document->result();
    const QStringList then = pairTexts(*document);
    const QString name = TensorRef {desk.target, before->unpairedTarget.front().id}.opName();
    PairingEdits with = without;
    with.unpaired.clear();
    with.rules.append(PairingEdits::Rule {name, name});
    setup.edits = with;
    core::OwnedTask context;
    const auto preview = previewPairs(inputOf(setup), *before, context);
    QVERIFY(preview);
    const auto changed = changedVerdicts(inputOf(setup), *before, context);
    QVERIFY(changed);
    desk.comparisons.changePairing(with, "rule");
    ComparingDesk::settle(document);
    const QStringList now = pairTexts(*document);
    const auto fresh
        = std::count_if(now.begin(), now.end(), [&](const QString& pair) { return !then.contains(pair); });
    QVERIFY(fresh > 0);
    QCOMPARE(preview->pairs, std::size_t(fresh));
    QCOMPARE(preview->operators, std::size_t {1});
    QCOMPARE(*changed, std::size_t(fresh)); // each gets its first verdict; no other one changes
}

void ComparisonEditingTest::operatorsAreDraggedTogether()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    const auto panel = desk.makePanel("pairing");
    panel->resize(1400, 700);
    panel->show();
    auto* const view = panel->findChild<PairingView*>();
    QTRY_VERIFY_WITH_TIMEOUT(!view->picture().lines.empty(), kPatienceMs);
    const QRect from = view->rectOf({true, 1}), to = view->rectOf({false, 2});
    QVERIFY(from.isValid() && to.isValid());
    const auto send = [&](QEvent::Type type, const QPoint& place, Qt::MouseButton button,
                          Qt::MouseButtons held) {
        QMouseEvent event(type, place, view->viewport()->mapToGlobal(place), button, held, Qt::NoModifier);
        QApplication::sendEvent(view->viewport(), &event);
    };
    send(QEvent::MouseButtonPress, from.center(), Qt::LeftButton, Qt::LeftButton);
    QSignalSpy offers(view, &PairingView::dropOffered);
    const auto& golden = view->picture().golden;
    const std::string& shape = view->picture().target[1].shape;
    const auto other = std::ranges::find_if(
        golden, [&](const auto& op) { return !op.shape.empty() && op.shape != shape; });
    QVERIFY(other != golden.end());
    const QRect differs = view->rectOf({false, static_cast<std::uint32_t>(other - golden.begin())});
    send(QEvent::MouseMove, differs.center(), Qt::NoButton, Qt::LeftButton);
    QCOMPARE(offers.last()[0].toString(),
        QStringLiteral("Drop to pair them. Shapes differ: %1 and %2.")
            .arg(fromCore(shape), fromCore(other->shape)));
    send(QEvent::MouseMove, to.center(), Qt::NoButton, Qt::LeftButton);
    QCOMPARE(golden[2].shape, shape);
    QCOMPARE(offers.last()[0].toString(), QString("Drop to pair them."));
    send(QEvent::MouseButtonRelease, to.center(), Qt::LeftButton, Qt::NoButton);
    QCOMPARE(offers.last()[0].toString(), QString());
    QVERIFY(document->setup().edits.isSaid(
        fromCore(view->picture().target[1].name), fromCore(view->picture().golden[2].name)));
    ComparingDesk::settle(document);
    // With keys: chosen on both sides, P pairs, Del unpairs.
    desk.comparisons.undoStack().undo();
    ComparingDesk::settle(document);
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs);
    // A pair is one choice, and none where it is chosen already.
    view->choose({true, 0});
    view->choose({false, 0});
    QSignalSpy chosen(view, &PairingView::chosenChanged);
    view->chooseAll({{false, 2}, {true, 2}});
    view->chooseAll({{false, 2}, {true, 2}});
    QCOMPARE(chosen.count(), qsizetype {1});
    QVERIFY(view->isOnTarget());
    view->choose({true, 1});
    view->goToOtherSide();
    QVERIFY(view->chosen(false).has_value());
    view->choose({false, 3});
    QTRY_VERIFY_WITH_TIMEOUT(desk.actions.trigger("pairing.pair"), kPatienceMs);
    QVERIFY(document->setup().edits.isSaid(
        fromCore(view->picture().target[1].name), fromCore(view->picture().golden[3].name)));
    QVERIFY(unsavedSettings(document->setup()).pairing);
}

// What it is paired with stands for the other side.
void ComparisonEditingTest::oneOperatorMakesARule()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.target}});
    ComparingDesk::settle(document);
    desk.comparisons.select(std::nullopt);
    const auto panel = desk.makePanel("pairing");
    panel->resize(1400, 700);
    panel->show();
    auto* const view = panel->findChild<PairingView*>();
    QTRY_VERIFY_WITH_TIMEOUT(!view->picture().lines.empty(), kPatienceMs);
    view->choose({true, 1});
    QVERIFY(!view->chosen(false).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(desk.actions.trigger("pairing.new_rule"), kPatienceMs);
    const auto buttons = panel->findChildren<QToolButton*>();
    const auto apply = std::ranges::find(buttons, QStringLiteral("Apply rule"), &QToolButton::text);
    QVERIFY(apply != buttons.end());
    QTRY_VERIFY_WITH_TIMEOUT((*apply)->isVisible() && (*apply)->isEnabled(), kPatienceMs);
    QVERIFY(document->setup().edits.rules.empty());
    (*apply)->click();
    ComparingDesk::settle(document);
    const PairingPicture::Operator& chosen = view->picture().target[1];
    const PairingEdits::Rule wanted = ruleFromPair(fromCore(chosen.name),
        fromCore(view->picture().golden[view->picture().links[chosen.links.front()].golden].name));
    QCOMPARE(document->setup().edits.rules.size(), qsizetype(1));
    QCOMPARE(document->setup().edits.rules[0].target, wanted.target);
    QCOMPARE(document->setup().edits.rules[0].golden, wanted.golden);
    desk.comparisons.undoStack().undo();
    QVERIFY(document->setup().edits.rules.empty());
}

void ComparisonEditingTest::pairingIsFilteredAndStepped()
{
    ComparingDesk desk;
    desk.compare();
    const auto panel = desk.makePanel("pairing");
    panel->resize(1400, 700);
    panel->show();
    auto* const view = panel->findChild<PairingView*>();
    auto* const filter = panel->findChild<FilterBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(!view->picture().lines.empty(), kPatienceMs);
    const std::size_t all = view->shownLines();
    std::size_t products = 0;
    for (const PairingPicture::Operator& op : view->picture().target)
        products += op.type == "MatMul" ? 1 : 0;
    QVERIFY(products > 1);
    // The grammar of every other line.
    filter->setText(QStringLiteral("side:target op_type:Mat?ul"));
    QCOMPARE(view->shownLines(), products);
    QVERIFY2(filter->hits().contains(QString::number(products)), qPrintable(filter->hits()));
    QSet<std::uint32_t> visited;
    for (std::size_t i = 0; i < products; ++i) {
        QVERIFY(desk.actions.trigger("go.next_hit"));
        QVERIFY(view->isOnTarget());
        QCOMPARE(view->picture().target[*view->chosen(true)].type, std::string_view("MatMul"));
        visited.insert(*view->chosen(true));
    }
    QCOMPARE(visited.size(), qsizetype(products));
    const std::uint32_t last = *view->chosen(true);
    QVERIFY(desk.actions.trigger("go.previous_hit"));
    QVERIFY(*view->chosen(true) != last && visited.contains(*view->chosen(true)));
    // A mistake keeps what is shown and says where it is.
    filter->setText(QStringLiteral("op_typ:MatMul"));
    QVERIFY2(filter->error().contains(QLatin1String("op_type")), qPrintable(filter->error()));
    QCOMPARE(view->shownLines(), products);
    // Clearing keeps the chosen one in view.
    const std::uint32_t chosen = *view->chosen(true);
    filter->setText({});
    QCOMPARE(view->shownLines(), all);
    QCOMPARE(view->chosen(true), std::optional(chosen));
    QVERIFY(view->viewport()->rect().intersects(view->rectOf({true, chosen})));
    filter->setText(QStringLiteral("no-such-operator"));
    QVERIFY(!desk.actions.trigger("go.next_hit"));
}

void ComparisonEditingTest::cubeCounts()
{
    ComparingDesk desk;
    const ComparisonDocument* const document = desk.compare();
    core::OwnedTask context;
    const auto cube = makeCube(*document->pairs(), {}, context);
    QVERIFY(cube);
    const core::ComparisonSummary& summary = document->result()->summary;
    QCOMPARE(cube->cells.size(), document->result()->cube.size());
    std::uint64_t failed = 0;
    for (const auto& [place, cell] : cube->cells)
        failed += cell.counts[std::size_t(core::Verdict::Fail)];
    QCOMPARE(failed, summary.fail);
    CubeModel model;
    QAbstractItemModelTester tester(&model, Report::QtTest);
    // What cannot be compared is a rest beside what can.
    Cube one {{std::nullopt}, {std::nullopt}, {}};
    Cube::Cell& cell = one.cells[{}];
    const auto says = [&] {
        model.setCube(one);
        return model.index(0, 0).data().toString();
    };
    cell.counts = {20, 0, 0, 5};
    QCOMPARE(says(), QString::fromUtf8("20 of 20 pass · 5 not comparable"));
    cell.counts = {18, 0, 2, 0};
    cell.verdict = core::Verdict::Fail;
    QCOMPARE(says(), QString("2 of 20 fail"));
    cell.counts = {0, 0, 0, 5};
    cell.verdict = core::Verdict::NotComparable;
    QCOMPARE(says(), QString("5 not comparable"));
    // An error that nothing was measured of is not zero.
    cell.verdict = core::Verdict::Fail;
    const auto tip = [&] {
        model.setCube(one);
        return model.index(0, 0).data(Qt::ToolTipRole).toString();
    };
    QVERIFY2(!tip().contains("largest"), qPrintable(tip()));
    cell.normError = 0.25;
    QVERIFY2(tip().contains("norms 0.25"), qPrintable(tip()));
    cell.error = 0;
    QVERIFY2(tip().contains("relative L2 error 0"), qPrintable(tip()));
    QVERIFY(cube->cells.begin()->second.error && !cube->cells.begin()->second.normError);
    model.setCube(*cube);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.filterOf(model.index(0, 0)), QString("rank:0 step:1"));
    const auto outputs = makeCube(
        *document->pairs(), *core::FilterExpression::parse("io:output", *document->pairs()), context);
    QVERIFY(outputs && outputs->cells.begin()->second.counts[2] < summary.fail);
    core::PairTable mixed = *document->pairs();
    for (std::size_t row = 0; row < mixed.rows(); ++row)
        mixed.settle(row, row == 1 ? core::Verdict::Pass : core::Verdict::NotComparable, {});
    const auto rest = makeCube(mixed, {}, context);
    QVERIFY(rest);
    QCOMPARE(rest->cells.begin()->second.verdict, core::Verdict::Pass);
    QCOMPARE(rest->cells.begin()->second.worst, std::size_t {1});
}

void ComparisonEditingTest::unpairedAreListed()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    PairingEdits edits;
    edits.unpair(document->targetOf(0).opName(), document->goldenOf(0).opName());
    desk.comparisons.changePairing(edits, "unpair");
    ComparingDesk::settle(document);
    const UnpairedRows rows(document->result());
    QCOMPARE(
        rows.rows(), document->result()->unpairedTarget.size() + document->result()->unpairedGolden.size());
    QVERIFY(rows.rows() > 0);
    QCOMPARE(core::cellText(rows.cell(0, rows.columnByName("op_name"))),
        document->targetOf(0).root->index()->text(
            document->targetOf(0).root->index()->tensor(rows.at(0).id).opName));
    const auto panel = desk.makePanel("unpaired");
    panel->resize(900, 300);
    panel->show();
    QTRY_COMPARE_WITH_TIMEOUT(panel->badge(), int(rows.rows()), kPatienceMs);
    // What the table cuts is said in full.
    auto* const table = panel->findChild<DataTable*>();
    QAbstractItemModelTester tester(table->model(), Report::QtTest);
    table->setCurrentIndex(table->model()->index(0, 0));
    QVERIFY(!rows.at(0).reason.empty());
    bool isSaid = false;
    for (const QLabel* label : panel->findChildren<QLabel*>())
        isSaid = isSaid
            || (label->isVisible()
                && label->text().remove(QChar(0x200B)).startsWith(fromCore(rows.at(0).reason.text())));
    QVERIFY(isSaid);
    // Filtered and stepped through as everything else.
    auto* const filter = panel->findChild<FilterBar*>();
    filter->setText(QStringLiteral("side:target"));
    const int targets = int(document->result()->unpairedTarget.size());
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), targets, kPatienceMs);
    QSet<QString> visited;
    for (int i = 0; i < targets; ++i) {
        QVERIFY(desk.actions.trigger("go.next_hit"));
        QCOMPARE(desk.selection.tensor().root.data(), desk.target);
        visited.insert(desk.selection.tensor().tensorId());
    }
    QCOMPARE(visited.size(), targets);
}

/// In a column that is there to be chosen, in the tip of the name, and in the title of the difference.
void ComparisonEditingTest::goldenIsNamedWhereItIsCalledOtherwise()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    const QString target = document->targetOf(0).opName();
    QString golden;
    for (std::size_t row = 1; row < document->pairs()->rows() && golden.isEmpty(); ++row) {
        if (document->goldenOf(row).opName() != target
            && document->goldenOf(row).row().io == document->targetOf(0).row().io
            && document->goldenOf(row).row().slot == document->targetOf(0).row().slot)
            golden = document->goldenOf(row).opName();
    }
    PairingEdits edits;
    edits.pair(target, golden);
    desk.comparisons.changePairing(edits, "pair");
    ComparingDesk::settle(document);
    const core::PairTable& pairs = *document->pairs();
    const int column = pairs.columnByName("golden_op_name"), name = pairs.columnByName("op_name");
    QVERIFY(column >= 0);
    std::optional<std::size_t> found;
    for (std::size_t row = 0; row < pairs.rows() && !found; ++row) {
        if (fromCore(core::cellText(pairs.cell(row, name))) == target
            && fromCore(core::cellText(pairs.cell(row, column))) == golden)
            found = row;
    }
    QVERIFY(found);
    const auto results = desk.makePanel("results");
    results->resize(1200, 400);
    results->show();
    const auto* const table = results->findChild<DataTable*>();
    QTRY_VERIFY_WITH_TIMEOUT(results->isSettled() && table->model()->rowCount() > 1, kPatienceMs);
    const std::vector<int> seen = table->columns().shown();
    QVERIFY(std::ranges::find(seen, column) == seen.end());
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const bool isIt = table->columnModel()->sourceRow(row) == *found;
        const QString tip = table->model()->index(row, name).data(Qt::ToolTipRole).toString();
        if (isIt)
            QCOMPARE(tip, QStringLiteral("Target: %1\nGolden: %2").arg(shownName(target), shownName(golden)));
    }
    const auto difference = desk.makePanel("difference");
    difference->resize(1200, 500);
    difference->show();
    desk.comparisons.select(*found);
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*difference, "↔"), kPatienceMs);
}

void ComparisonEditingTest::sheetsHaveAWayOut()
{
    ReproducerDialog dialog(QStringLiteral("a"), QStringLiteral("b"), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    const auto buttons = dialog.findChildren<QPushButton*>();
    const auto cancel = std::ranges::find(buttons, QStringLiteral("Cancel"), &QPushButton::text);
    QVERIFY(cancel != buttons.end());
    QVERIFY(!(*cancel)->isDefault() && !(*cancel)->autoDefault());
    (*cancel)->click();
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
}

/// Del in Results takes the chosen pairs apart, not their whole operators; pairing the operators again takes
/// that back.
void ComparisonEditingTest::onePairIsTakenApart()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    const auto panel = desk.makePanel("results");
    panel->resize(900, 400);
    panel->show();
    auto* const table = panel->findChild<DataTable*>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && table->model()->rowCount() > 1, kPatienceMs);
    const std::size_t before = document->pairs()->rows();
    desk.comparisons.select(0);
    const QString id = document->targetOf(0).tensorId();
    QVERIFY(table->actions().contains(desk.actions.action("pairing.unpair")));
    QVERIFY(desk.actions.trigger("pairing.unpair"));
    QCOMPARE(document->setup().edits.unpaired.size(), 1);
    QCOMPARE(document->setup().edits.unpaired.front().name, id);
    ComparingDesk::settle(document);
    QCOMPARE(document->pairs()->rows(), before - 1);
    QCOMPARE(document->result()->unpairedTarget.front().reason.text(), std::string("unpaired by hand"));
    const auto pairing = desk.makePanel("pairing");
    pairing->resize(1400, 700);
    pairing->show();
    auto* const view = pairing->findChild<PairingView*>();
    QTRY_VERIFY_WITH_TIMEOUT(pairing->isSettled() && !view->picture().lines.empty(), kPatienceMs);
    const auto& target = *desk.target->index();
    const auto op = view->picture().find(
        true, target, target.tensor(document->result()->unpairedTarget.front().id).opName);
    QVERIFY(op.has_value());
    view->choose({true, *op});
    view->choose({false, *op});
    panel->hide();
    QTRY_VERIFY_WITH_TIMEOUT(desk.actions.trigger("pairing.pair"), kPatienceMs);
    QVERIFY(document->setup().edits.unpaired.isEmpty());
}

/// What is taken back belongs to the comparison that comes to the front, and is named.
void ComparisonEditingTest::stepsAreSeen()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    QSignalSpy steps(&desk.comparisons, &Comparisons::stepped);
    desk.comparisons.swapSides();
    ComparingDesk::settle(document);
    desk.comparisons.changeLimits(*core::presetLimits("exact"), "limits");
    ComparisonDocument* const other = desk.comparisons.compare({{desk.target}, {desk.target}});
    ComparingDesk::settle(other);
    QCOMPARE(desk.comparisons.current(), other);
    desk.comparisons.undo();
    QCOMPARE(desk.comparisons.current(), document);
    QCOMPARE(steps.takeFirst(), (QVariantList {"limits", false, QByteArray("limits")}));
    desk.comparisons.undo();
    QCOMPARE(steps.takeFirst(), (QVariantList {"swap sides", false, QByteArray("results")}));
    desk.comparisons.redo();
    QCOMPARE(steps.takeFirst(), (QVariantList {"swap sides", true, QByteArray("results")}));
    desk.comparisons.changeProfile("msprobe");
    ComparingDesk::settle(document);
    QCOMPARE(document->setup().profile, QString("msprobe"));
    desk.comparisons.undo();
    QCOMPARE(steps.takeFirst(), (QVariantList {"profile msprobe", false, QByteArray("results")}));
    QCOMPARE(document->setup().profile, QString("dumpscope"));
    ComparingDesk::settle(document);
    // Of a comparison that is gone nothing can be taken back.
    desk.comparisons.close(document);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    desk.comparisons.undo();
    QCOMPARE(steps.size(), 0);
}

void ComparisonEditingTest::workspaceKeepsComparisons()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    ComparisonSetup setup = document->setup();
    setup.profile = "msprobe";
    setup.filter = "name:*fc*";
    setup.target.restriction.steps = {1};
    setup.pairing.steps = {{1, 1}};
    setup.edits.pair("a", "b");
    setup.limits.rules.front().value = 0.125;
    Workspace workspace;
    workspace.comparisons.append(setupJson(setup));
    const QDir folder(QFileInfo(desk.target->path()).absolutePath());
    const QByteArray bytes = workspace.toBytes(folder);
    QVERIFY(!bytes.contains(folder.absolutePath().toUtf8())); // paths are relative
    const auto read = Workspace::fromBytes(bytes, folder.filePath("x.dumpscope"));
    QVERIFY(read);
    QCOMPARE(read->comparisons, workspace.comparisons);
    const ComparisonSetup back = setupFrom(read->comparisons.first().toObject(), desk.session);
    QCOMPARE(back.target.root.data(), desk.target);
    QCOMPARE(back.golden.root.data(), desk.golden);
    QCOMPARE(setupJson(back), setupJson(setup));
    QCOMPARE(comparisonCommand(back), comparisonCommand(setup));
    // What is damaged is left out.
    const ComparisonSetup empty = setupFrom(QJsonObject {{"limits", 7}, {"profile", "x"}}, desk.session);
    QVERIFY(!empty.target.root);
    QCOMPARE(empty.profile, QString("dumpscope"));
}

void ComparisonEditingTest::comparesStepsOfOneDump()
{
    ComparingDesk desk;
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled(), kPatienceMs);
    auto* const dialog
        = new CompareDialog(desk.tasks, desk.session, desk.selection, desk.comparisons, nullptr);
    dialog->show();
    const auto boxes = dialog->findChild<QWidget*>("golden")->findChildren<QComboBox*>();
    QVERIFY(boxes.size() >= 3);
    dialog->findChild<QWidget*>("target")->findChildren<QComboBox*>().first()->setCurrentIndex(0);
    boxes.first()->setCurrentIndex(0);
    const ComparisonSetup same = dialog->setup();
    QCOMPARE(same.target.root, same.golden.root);
    QVERIFY(test::says(*dialog, "Both sides are the same"));
    boxes.first()->setCurrentIndex(1);
    QVERIFY(dialog->setup().golden.root == desk.golden);
    // Another one that is left begins nothing.
    const QPointer<CompareDialog> left(
        new CompareDialog(desk.tasks, desk.session, desk.selection, desk.comparisons, nullptr));
    left->show();
    for (QPushButton* button : left->findChildren<QPushButton*>()) {
        if (button->text() == "Cancel")
            button->click();
    }
    QTRY_VERIFY_WITH_TIMEOUT(!left, kPatienceMs);
    QVERIFY(!desk.comparisons.current());
    QSignalSpy started(dialog, &CompareDialog::started);
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->text() == "Compare")
            button->click();
    }
    QCOMPARE(started.count(), 1);
    QVERIFY(desk.comparisons.current());
    ComparingDesk::settle(desk.comparisons.current());
}

/// Both sides say what they are, change places with all that was chosen, and are filled from what was
/// compared before; what stands in the way is said before the start.
void ComparisonEditingTest::sheetSaysWhatStandsInTheWay()
{
    ComparingDesk desk;
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled(), kPatienceMs);
    const QString target = desk.target->path(), golden = desk.golden->path();
    CompareDialog* const sheet
        = new CompareDialog(desk.tasks, desk.session, desk.selection, desk.comparisons, nullptr);
    sheet->show();
    QCOMPARE(sheet->setup().target.root.data(), desk.target);
    QCOMPARE(sheet->setup().golden.root.data(), desk.golden);
    const auto sentence = [sheet](const char* side) {
        return sheet->findChild<QWidget*>(side)->findChild<SideSentence*>()->text();
    };
    QTRY_VERIFY_WITH_TIMEOUT(sentence("target").contains("tensors: "), kPatienceMs);
    const auto line = [sheet](const char* side) {
        return sheet->findChild<QWidget*>(side)->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
    };
    line("golden")->setText("op:output:0");
    for (auto* const button : sheet->findChildren<QToolButton*>()) {
        if (button->toolTip() == "Swap sides")
            button->click();
    }
    QCOMPARE(sheet->setup().target.root.data(), desk.golden);
    QCOMPARE(sheet->setup().target.restriction.tensor, std::string("op:output:0"));
    QCOMPARE(sheet->setup().golden.root.data(), desk.target);
    QVERIFY(line("golden")->text().isEmpty());
    line("target")->clear();
    sheet->setRecent({{{target, golden}, "fail: 3", State::Fail, true, QDateTime::currentDateTime()},
        {{"/gone"}, {}, State::None, false, {}}});
    auto* const recent = sheet->findChild<RecentList*>();
    QCOMPARE(recent->model()->rowCount(), 1); // what is gone cannot be compared
    emit recent->activated(recent->model()->index(0, 0));
    QCOMPARE(sheet->setup().target.root.data(), desk.target);
    QCOMPARE(sheet->setup().golden.root.data(), desk.golden);
    const QTemporaryDir empty;
    sheet->setPaths({target, empty.path()});
    QTRY_VERIFY_WITH_TIMEOUT(
        test::says(*sheet, "Golden holds no tensors.") || test::says(*sheet, "Golden cannot be read."),
        kPatienceMs);
    sheet->setPaths({target, target});
    QVERIFY(test::says(*sheet, "Both sides are the same"));
    sheet->chooseTarget(target);
    QVERIFY(test::says(*sheet, "Choose a dump for both sides."));
    sheet->close();
}

/// A path is typed where a dump is chosen; what is not there is said, and begins nothing.
void ComparisonEditingTest::sheetTakesTypedPaths()
{
    ComparingDesk desk;
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled(), kPatienceMs);
    const QString target = desk.target->path(), golden = desk.golden->path();
    const QPointer<CompareDialog> sheet(
        new CompareDialog(desk.tasks, desk.session, desk.selection, desk.comparisons, nullptr));
    sheet->show();
    desk.session.close(desk.golden);
    auto* const box = sheet->findChild<QWidget*>("golden")->findChildren<QComboBox*>().first();
    QPushButton* compare = nullptr;
    for (QPushButton* button : sheet->findChildren<QPushButton*>()) {
        if (button->text() == "Compare")
            compare = button;
    }
    box->setEditText("/no/such/dump");
    QVERIFY(test::says(*sheet, "There is nothing at /no/such/dump."));
    QVERIFY(!compare->isEnabled());
    QVERIFY(!sheet->setup().golden.root);
    box->setEditText(QStringLiteral(" \"%1\" ").arg(golden));
    QVERIFY(compare->isEnabled());
    QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(desk.comparisons.current(), kPatienceMs);
    QCOMPARE(desk.comparisons.current()->setup().golden.root->path(), golden);
    QCOMPARE(desk.comparisons.current()->setup().target.root->path(), target);
    ComparingDesk::settle(desk.comparisons.current());
}

/// Packages of config_check that lie elsewhere: typed and dropped, in the setup and in the line of it, on the
/// other side when the sides are swapped.
void ComparisonEditingTest::environmentsOfBothSides()
{
    ComparingDesk desk;
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled(), kPatienceMs);
    const QTemporaryDir folder;
    const QString package = folder.filePath("target.zip"), other = folder.filePath("golden.zip");
    for (const QString& path : {package, other}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    auto* const dialog
        = new CompareDialog(desk.tasks, desk.session, desk.selection, desk.comparisons, nullptr);
    const auto lineOf = [dialog](const char* side) {
        return dialog->findChild<QWidget*>(side)->findChild<EnvironmentField*>()->line();
    };
    dialog->show();
    QVERIFY(dialog->setup().targetEnvironment.empty() && dialog->setup().goldenEnvironment.empty());
    lineOf("target")->setText(' ' + package);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(other)});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(lineOf("golden"), &enter); // a drop alone goes nowhere
    QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(lineOf("golden"), &drop);
    QCOMPARE(lineOf("golden")->text(), other);
    QVERIFY(lineOf("golden")->accessibleName().startsWith("Golden"));
    ComparisonSetup setup = dialog->setup();
    QCOMPARE(setup.targetEnvironment, package.toStdString());
    QCOMPARE(setup.goldenEnvironment, other.toStdString());
    setup.target.root = desk.target;
    setup.golden.root = desk.golden;
    QVERIFY(comparisonCommand(setup).contains(" --environment " + package));
    QVERIFY(comparisonCommand(setup).contains(" --golden-environment " + other));
    dialog->close();
    ComparisonDocument* const document = desk.comparisons.compare(setup);
    desk.comparisons.setCurrent(document);
    desk.comparisons.swapSides();
    QCOMPARE(document->setup().targetEnvironment, other.toStdString());
    QCOMPARE(document->setup().goldenEnvironment, package.toStdString());
    QTRY_VERIFY_WITH_TIMEOUT(document->isOver(), kPatienceMs);
    // Said from another folder, it is the same file.
    core::CompareRequest request = *comparisonRequest(setup);
    request.environment = QDir().relativeFilePath(package).toStdString();
    QCOMPARE(setupOf(request, desk.session)->targetEnvironment, package.toStdString());
}

void ComparisonEditingTest::reportsAreWritten()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.compare();
    const QTemporaryDir folder;
    Annotations annotations;
    annotations.setNote(document->targetOf(1), "seen before <b>");
    auto* const dialog = new ReportDialog(desk.tasks, annotations, *document, nullptr);
    dialog->show();
    auto* const kind = dialog->findChild<QComboBox*>();
    auto* const path = dialog->findChildren<QLineEdit*>().first();
    auto* const choose = qobject_cast<QPushButton*>(path->nextInFocusChain());
    QVERIFY(choose); // Tab goes as the eye does
    QCOMPARE(choose->text(), "Choose…");
    QCOMPARE(choose->nextInFocusChain()->accessibleName(), "Command");
    for (const QString& wanted : {QStringLiteral("csv-out"), QStringLiteral("report")}) {
        kind->setCurrentIndex(kind->findData(wanted));
        QCOMPARE(kind->currentText(), wanted == "report" ? QString("HTML page") : QString("CSV table"));
        path->setText(folder.filePath("report." + wanted));
        QVERIFY(dialog->command().startsWith("dumpscope-cli compare "));
        QVERIFY(dialog->command().contains(path->text()));
        const auto buttons = dialog->findChildren<QPushButton*>();
        const auto write = std::find_if(
            buttons.begin(), buttons.end(), [](QPushButton* button) { return button->text() == "Write"; });
        QVERIFY(write != buttons.end());
        QTest::keyClick(kind, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path->text()).size() > 1000, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test::says(*dialog, "Written"), kPatienceMs);
        QTRY_VERIFY((*write)->isEnabled()); // once more
        const auto offers = [&](const char* text) {
            return std::any_of(buttons.begin(), buttons.end(), [text](const QPushButton* button) {
                return button->text() == QLatin1String(text) && button->isVisible();
            });
        };
        QVERIFY(offers("Open") && offers("Close"));
        const QString written = path->text();
        path->clear();
        QVERIFY(!test::says(*dialog, "Written"));
        QVERIFY(!offers("Open"));
        path->setText(written);
        QVERIFY(test::says(*dialog, "The file is there already and will be replaced."));
        // What the command line writes does not name where it was written to.
        QFile file(path->text());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY(!content.contains(path->text().toUtf8()));
        // A page has room for what was noted; the command knows nothing of it.
        QCOMPARE(content.contains("seen before"), wanted == "report");
        path->clear();
        QCOMPARE(test::says(*dialog, "1 note(s) on its tensors go into the report"), wanted == "report");
    }
    dialog->close();
}

void ComparisonEditingTest::targetsStandSideBySide()
{
    ComparingDesk desk;
    const ComparisonDocument* const wrong = desk.compare();
    const ComparisonDocument* const same = desk.comparisons.compare({{desk.golden}, {desk.golden}});
    ComparingDesk::settle(same);
    core::OwnedTask context;
    const auto matrix = core::makeTargetMatrix({wrong->pairs(), same->pairs()}, false, context);
    QVERIFY(matrix);
    QCOMPARE(matrix->tensors.size(), desk.golden->index()->tensorCount());
    QCOMPARE(matrix->counts[0].fail, wrong->result()->summary.fail);
    QCOMPARE(matrix->counts[1].fail, std::uint64_t {0});
    for (std::size_t tensor = 0; tensor < matrix->tensors.size(); ++tensor) {
        const core::TargetMatrix::Cell& cell = matrix->cell(tensor, 1);
        QVERIFY(cell.isThere && cell.verdict == core::Verdict::Pass && cell.error == 0);
    }
    const auto failing = core::makeTargetMatrix({wrong->pairs(), same->pairs()}, true, context);
    QVERIFY(failing);
    QCOMPARE(failing->tensors.size(), std::size_t(wrong->result()->summary.fail));
    TargetMatrixModel model;
    QAbstractItemModelTester tester(&model, Report::QtTest);
    model.setMatrix(*failing, {"wrong", "same"});
    QCOMPARE(model.columnCount(), 4);
    QCOMPARE(model.cellAt(model.index(0, 2))->verdict, core::Verdict::Fail);
    QVERIFY(!model.cellAt(model.index(0, 0)));
    TargetMatrixModel all;
    QAbstractItemModelTester testerOfAll(&all, Report::QtTest);
    all.setMatrix(*matrix, {"wrong", "same"});
    const core::TensorId first = model.tensorAt(0);
    QCOMPARE(model.cellOf(first, 0), model.index(0, 2));
    const QModelIndex cell = all.cellOf(first, 0);
    QCOMPARE(all.cellAt(cell)->verdict, core::Verdict::Fail);
    QVERIFY(cell.row() > 0);
    const QModelIndex before = all.index(cell.row() - 1, 2);
    QCOMPARE(all.cellAt(before)->verdict, core::Verdict::Pass);
    QVERIFY(!model.cellOf(all.tensorAt(before.row()), 0).isValid());
}

/// As wide as in a window of 1366: nothing scrolls sideways, and names have room.
void ComparisonEditingTest::namesStayBesideThreeTargets()
{
    ComparingDesk desk;
    ComparingDesk::settle(desk.comparisons.compare({{desk.golden}, {desk.golden}}));
    QTemporaryDir folder;
    const QDir golden(desk.golden->path());
    QProcess copy;
    copy.start("cp", {"-r", golden.path(), folder.filePath("third")});
    QVERIFY(copy.waitForFinished());
    OpenedRoot* const third = desk.open(folder.filePath("third"));
    ComparingDesk::settle(desk.comparisons.compare({{third}, {desk.golden}}));
    desk.compare();
    const auto panel = desk.shown("targets");
    panel->resize(1040, 300);
    const auto* const table = panel->findChild<QTableView*>();
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->columnCount(), 5, kPatienceMs);
    desk.comparisons.select(0);
    QTRY_COMPARE_WITH_TIMEOUT(table->horizontalScrollBar()->maximum(), 0, kPatienceMs);
    QVERIFY(table->columnWidth(0) >= 220);
}

/// Another comparison in front and back: what was never saved is still not.
void ComparisonEditingTest::unsavedPairingStaysMarked()
{
    ComparingDesk desk;
    ComparisonDocument* const edited = desk.compare();
    const auto panel = desk.shown("pairing");
    PairingEdits edits;
    edits.unpaired.append({"NoSuchOperator"});
    desk.comparisons.changePairing(edits, "pairing");
    QTRY_COMPARE_WITH_TIMEOUT(panel->title(), QString("Pairing ●"), kPatienceMs);
    ComparingDesk::settle(edited);
    ComparingDesk::settle(desk.comparisons.compare({{desk.golden}, {desk.golden}}));
    QCOMPARE(panel->title(), QString("Pairing"));
    desk.comparisons.setCurrent(edited);
    QCOMPARE(panel->title(), QString("Pairing ●"));
    edited->setPairingFile("pairing.json");
    desk.comparisons.setCurrent(desk.comparisons.all().last());
    desk.comparisons.setCurrent(edited);
    QCOMPARE(panel->title(), QString("Pairing"));
}

QTEST_MAIN(ComparisonEditingTest)
#include "tst_comparison_editing.moc"
