// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison_scenes.h"

#include "chrome/start_page.h"
#include "compare/report/bundle.h"
#include "comparison/bundle_dialog.h"
#include "comparison/compare_dialog.h"
#include "comparison/comparison_request.h"
#include "comparison/setup_json.h"
#include "comparison/targets/target_matrix.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/notice_bar.h"
#include "npy_file.h"
#include "panel_dock.h"
#include "temporary_folder.h"

#include <QAbstractButton>
#include <QDropEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 60'000;
constexpr const char* kTarget = DUMPSCOPE_SAMPLE_DATA "/target";
constexpr const char* kGolden = DUMPSCOPE_SAMPLE_DATA "/golden";

void compareSample(test::WindowProgram& program)
{
    program.opening.open({kTarget, kGolden});
    test::settle(program);
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.pair().has_value(), kPatienceMs);
}

void writeFloats(const QString& path, const core::Shape& shape, const std::vector<float>& values)
{
    QVERIFY(test::writeFile(path.toStdString(), test::npyFile(shape, values)));
}

const ComparisonDocument& documentOf(const test::WindowProgram& program)
{
    return *program.services.comparisons.current();
}

/// Where a pair stands in its network.
QString placeOf(const core::PairTable& pairs, std::size_t row)
{
    QStringList parts;
    for (const char* column : {"op_name", "io", "slot", "occurrence", "step", "rank"})
        parts.append(QString::fromStdString(core::cellText(pairs.cell(row, pairs.columnByName(column)))));
    return parts.join('|');
}

/// Everything that was measured and judged of a pair, as text that tells equal from nearly equal.
QStringList numbersOf(const core::PairTable& pairs, std::size_t row)
{
    QStringList all;
    for (const char* column :
        {"verdict", "reason", "state", "dtype", "golden_dtype", "shape", "golden_shape"})
        all.append(QString::fromStdString(core::cellText(pairs.cell(row, pairs.columnByName(column)))));
    for (std::size_t i = 0; i < pairs.metrics().size(); ++i) {
        const int column = pairs.columnByName(pairs.metrics().info(i).id);
        all.append(QString::fromStdString(core::cellText(pairs.cell(row, column))));
    }
    return all;
}

std::optional<std::size_t> rowAt(const core::PairTable& pairs, const QString& place)
{
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (placeOf(pairs, row) == place)
            return row;
    }
    return std::nullopt;
}

} // namespace

/// A comparison as a whole: out of the window and back, stopped and gone on with, edited.
class ComparisonWindowTest : public QObject {
    Q_OBJECT

private slots:
    void bundleOpensAsItWas();
    void bundleOfTheCommandLineOpens();
    void damagedBundlesSaySo();
    void workspaceKeepsEverything();
    void culpritIsTwoClicksAway();
    void plantedFaultsAreTwoKeysAway_data();
    void plantedFaultsAreTwoKeysAway();
    void neighboursOfThePair();
    void aDroppedFolderIsTheOtherSide();
    void twoDroppedFoldersFillTheSheet();
    void manyAtOnceHaveOneGolden();
    void fillsWhileALargeTensorIsMeasured();
    void stopsAndGoesOn();
    void editsKeepTheTable();
    void stepsTakenBackAreSeen();
    void delInResultsUnpairs();
    void conclusionIsSeen();
};

/// F4 comes to the worst element of the conclusion's pair, whatever is filtered or was looked at.
void ComparisonWindowTest::conclusionIsSeen()
{
    test::WindowProgram program;
    compareSample(program);
    test::settle(program);
    Comparisons& comparisons = program.services.comparisons;
    const std::size_t wanted = comparisons.worstPair().value();
    const auto worst = program.services.selection.element();
    QVERIFY(!worst.empty());
    auto* const results = program.find<DataTable>("results");
    auto* const filter = program.find<FilterBar>("results");
    filter->setText("verdict:pass");
    test::settle(program);
    comparisons.select(results->columnModel()->sourceRow(0));
    test::settle(program);
    QVERIFY(comparisons.pair() != wanted);
    program.services.actions.trigger("go.first_divergence");
    test::settle(program);
    QCOMPARE(comparisons.pair(), std::optional(wanted));
    QCOMPARE(filter->text(), QString());
    QTRY_COMPARE(results->chosenSource(), static_cast<std::int64_t>(wanted));
    QTRY_COMPARE(program.services.selection.element(), worst);
    // Also where another element of the same pair was looked at.
    auto other = worst;
    other.back() = other.back() == 0 ? 1 : 0;
    program.services.selection.setElement(other);
    test::settle(program);
    program.services.actions.trigger("go.first_divergence");
    QTRY_COMPARE(program.services.selection.element(), worst);
}

void ComparisonWindowTest::bundleOpensAsItWas()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("bundle.zip");
    QMap<QString, QStringList> written;
    std::string limits;
    QByteArray edits;
    {
        test::WindowProgram program;
        compareSample(program);
        Comparisons& comparisons = program.services.comparisons;
        PairingEdits pairing;
        pairing.unpair(documentOf(program).targetOf(0).opName(), documentOf(program).goldenOf(0).opName());
        comparisons.changePairing(pairing, "unpair");
        test::settle(program);
        core::Limits own = *core::presetLimits("thousandth");
        own.rules.insert(own.rules.begin(), *core::parseLimit("max_absolute_error<=0.03125@op_type:BiasAdd"));
        comparisons.changeLimits(own, "limits");
        test::settle(program);
        const core::PairTable& pairs = *documentOf(program).pairs();
        std::vector<std::size_t> marked;
        for (const std::size_t row : {std::size_t {30}, std::size_t {33}, std::size_t {40}}) {
            marked.push_back(row);
            written.insert(placeOf(pairs, row), numbersOf(pairs, row));
        }
        comparisons.select(marked.front());
        comparisons.mark(marked);
        limits = limitsJson(documentOf(program).setup().limits);
        edits = documentOf(program).setup().edits.toJson();
        program.services.actions.trigger("file.export_bundle");
        // What goes in is said before.
        QTRY_VERIFY_WITH_TIMEOUT(program.window.findChild<BundleDialog*>(), kPatienceMs);
        auto* const dialog = program.window.findChild<BundleDialog*>();
        QVERIFY2(dialog->words().contains("Pairs: 3."), qPrintable(dialog->words()));
        QVERIFY2(dialog->words().contains("iB at most"), qPrintable(dialog->words()));
        QVERIFY2(dialog->words().contains("data_dump.json"), qPrintable(dialog->words()));
        dialog->findChild<QLineEdit*>()->setText(file);
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->isDefault())
                button->click();
        }
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), kPatienceMs);
        test::settle(program);
    }
    // On another machine: nothing but the file.
    test::WindowProgram program;
    QVERIFY(core::isBundle(file.toStdString()));
    program.opening.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.current() != nullptr, kPatienceMs);
    test::settle(program);
    const ComparisonDocument& document = documentOf(program);
    QCOMPARE(document.state(), ComparisonDocument::State::Done);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QCOMPARE(limitsJson(document.setup().limits), limits);
    QCOMPARE(document.setup().edits.toJson(), edits);
    for (auto pair = written.begin(); pair != written.end(); ++pair) {
        const auto row = rowAt(*document.pairs(), pair.key());
        QVERIFY2(row, qPrintable(pair.key()));
        QCOMPARE(numbersOf(*document.pairs(), *row), pair.value());
    }
    program.services.comparisons.select(std::size_t {0});
    QVERIFY(program.window.showArrangement("graph"));
    QTRY_VERIFY_WITH_TIMEOUT(program.services.graph.loaded() != nullptr, kPatienceMs);
    test::settle(program);
    QVERIFY(program.services.graph.current());
    // A workspace of it needs the bundle only.
    const QJsonObject kept = setupJson(document.setup());
    QCOMPARE(setupJson(setupFrom(kept, program.services.session)), kept);
}

void ComparisonWindowTest::bundleOfTheCommandLineOpens()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("bundle.zip");
    QProcess process;
    process.start(DUMPSCOPE_BINARY_DIR "/dumpscope-cli",
        {"bundle", kTarget, kGolden, "--pairs", "32,34", "--limits", "thousandth", "-o", file});
    QVERIFY(process.waitForFinished(kPatienceMs));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    test::WindowProgram whole, program;
    whole.opening.open({kTarget, kGolden});
    program.opening.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.current() != nullptr, kPatienceMs);
    test::settle(whole);
    test::settle(program);
    whole.services.comparisons.changeLimits(*core::presetLimits("thousandth"), "limits");
    test::settle(whole);
    QCOMPARE(documentOf(program).setup().limits.name, std::string("thousandth"));
    for (const std::size_t row : {std::size_t {32}, std::size_t {34}}) {
        const core::PairTable& pairs = *documentOf(whole).pairs();
        const auto found = rowAt(*documentOf(program).pairs(), placeOf(pairs, row));
        QVERIFY(found);
        QCOMPARE(numbersOf(*documentOf(program).pairs(), *found), numbersOf(pairs, row));
    }
}

void ComparisonWindowTest::damagedBundlesSaySo()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("bundle.zip");
    QProcess process;
    process.start(
        DUMPSCOPE_BINARY_DIR "/dumpscope-cli", {"bundle", kTarget, kGolden, "--pairs", "32", "-o", file});
    QVERIFY(process.waitForFinished(kPatienceMs));
    QFile whole(file);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    core::OwnedTask task;
    const std::string cut = folder.filePath("cut.zip").toStdString();
    int refused = 0;
    for (qsizetype length = 0; length < bytes.size(); length += length < 200 ? 1 : bytes.size() / 97) {
        QFile part(QString::fromStdString(cut));
        QVERIFY(part.open(QIODevice::WriteOnly));
        part.write(bytes.first(length));
        part.close();
        const bool looksLikeOne = core::isBundle(cut);
        const auto read = core::readBundle(cut, task);
        if (!read) {
            ++refused;
            QVERIFY(!read.error().message.empty());
        }
        QVERIFY(looksLikeOne || !read);
    }
    QVERIFY(refused > 100);
    QVERIFY(!core::isBundle(kTarget));
    QVERIFY(!core::readBundle(kTarget, task));
    // What looks like one and is none is a problem of the window.
    QFile part(QString::fromStdString(cut));
    QVERIFY(part.open(QIODevice::WriteOnly));
    part.write(bytes.first(60));
    part.close();
    test::WindowProgram program;
    program.opening.open({QString::fromStdString(cut)});
    QTRY_VERIFY_WITH_TIMEOUT(!program.services.problems.problems().empty(), kPatienceMs);
    QVERIFY(!program.services.comparisons.current());
}

void ComparisonWindowTest::workspaceKeepsEverything()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("work.dumpscope");
    QJsonObject setup;
    QByteArray saved;
    QString tensor;
    {
        test::WindowProgram program;
        compareSample(program);
        Comparisons& comparisons = program.services.comparisons;
        PairingEdits pairing;
        pairing.unpair(documentOf(program).targetOf(3).opName(), documentOf(program).goldenOf(3).opName());
        pairing.rules.append(PairingEdits::Rule {"/x(\\d+)/", "y$1"});
        comparisons.changePairing(pairing, "pairing");
        test::settle(program);
        core::Limits own = *core::presetLimits("precision");
        own.rules.front().value = 0.75;
        comparisons.changeLimits(own, "limits");
        test::settle(program);
        program.find<FilterBar>("results")->setText("verdict:fail");
        test::settle(program);
        auto* const table = program.find<DataTable>("results");
        table->columns().show(table->columnModel()->columnNumber("rank"), true);
        table->horizontalHeader()->setSortIndicator(
            table->columnModel()->columnNumber("max_absolute_error"), Qt::DescendingOrder);
        program.window.showTab("overview");
        test::settle(program);
        program.window.dock("overview")
            ->panel()
            ->restoreView(
                QJsonObject {{"metric", "max_absolute_error"}, {"outputs_only", true}, {"columns", false}});
        program.window.showTab("results");
        comparisons.select(std::size_t {40});
        test::settle(program);
        setup = setupJson(documentOf(program).setup());
        tensor = program.services.selection.tensor().tensorId();
        program.window.showTab("limits");
        test::settle(program);
        QVERIFY(program.workspace.current().save(file));
        saved = program.workspace.current().toBytes(QDir(folder.path()));
    }
    test::WindowProgram program;
    program.opening.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.pair().has_value(), kPatienceMs);
    QTRY_VERIFY(!program.window.dock("limits")->visibleRegion().isEmpty());
    QVERIFY(program.window.dock("results")->visibleRegion().isEmpty());
    test::settle(program);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QCOMPARE(setupJson(documentOf(program).setup()), setup);
    QCOMPARE(program.services.selection.tensor().tensorId(), tensor);
    QCOMPARE(documentOf(program).targetOf(*program.services.comparisons.pair()).tensorId(), tensor);
    QCOMPARE(program.workspace.current().toBytes(QDir(folder.path())), saved);
    // Also once panels that had not been seen are filled.
    for (const char* panel : {"overview", "rank-step", "unpaired", "difference", "limits"}) {
        program.window.showTab(panel);
        test::settle(program);
    }
    QCOMPARE(program.workspace.current().toBytes(QDir(folder.path())), saved);
}

// From the row that is chosen when a comparison is done: its node, then both tensors at the worst element.
void ComparisonWindowTest::culpritIsTwoClicksAway()
{
    test::WindowProgram program;
    compareSample(program);
    Services& services = program.services;
    const std::size_t pair = *services.comparisons.pair();
    const ComparisonDocument& document = documentOf(program);
    QVERIFY(document.targetOf(pair).opName().endsWith("fc1-Dense/BiasAdd-op0"));
    services.actions.trigger("item.reveal_graph");
    QTRY_VERIFY_WITH_TIMEOUT(services.graph.loaded() && services.graph.current(), kPatienceMs);
    test::settle(program);
    QCOMPARE(program.window.arrangement(), QByteArray("graph"));
    const auto tensors = services.graph.tensorsOf(services.graph.current()->node());
    QVERIFY(std::ranges::find(tensors, document.targetOf(pair).id) != tensors.end());
    services.actions.trigger("item.open");
    test::settle(program);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QVERIFY(program.window.dock("difference")->isVisible());
    QCOMPARE(services.comparisons.pair(), std::optional(pair));
    // fc1.bias[3] was raised by 4: every element of column 3 is wrong (resources/sample/README.md).
    QTRY_VERIFY_WITH_TIMEOUT(!services.selection.element().empty(), kPatienceMs);
    QCOMPARE(services.selection.element().back(), std::int64_t {3});
}

// What feeds the culprit and what reads it (resources/sample/README.md), and on by a click.
void ComparisonWindowTest::plantedFaultsAreTwoKeysAway_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QStringList>("operators"); // any of them; none: nothing is at fault
    const QString data = DUMPSCOPE_TEST_DATA "/mindspore/";
    const QStringList bias {"Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0"};
    QTest::newRow("tensors") << QString(kTarget) << QString(kGolden) << bias;
    QTest::newRow("statistics") << data + "lenet-ms210-bug-statistic" << data + "lenet-ms210-statistic"
                                << bias;
    // Folders with case.json, golden and target, of tests/culprits or elsewhere.
    const QDir cases(qEnvironmentVariable("DUMPSCOPE_TEST_CULPRITS"));
    if (!qEnvironmentVariableIsSet("DUMPSCOPE_TEST_CULPRITS"))
        return;
    for (const QString& name : cases.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(cases.filePath(name + "/case.json"));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QJsonObject facts = QJsonDocument::fromJson(file.readAll()).object();
        QStringList operators;
        for (const char* key : {"culprit", "alternatives"}) {
            for (const QJsonValue& one : facts[QLatin1String(key)].toArray())
                operators.append(one.toString());
        }
        QTest::newRow(qPrintable(name))
            << cases.filePath(name + "/target") << cases.filePath(name + "/golden") << operators;
    }
}

// The window opens at the likeliest suspect; keys go to the first divergence and to the next suspect.
void ComparisonWindowTest::plantedFaultsAreTwoKeysAway()
{
    QFETCH(const QString, target);
    QFETCH(const QString, golden);
    QFETCH(const QStringList, operators);
    test::WindowProgram program;
    program.opening.open({target, golden});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.current() != nullptr, kPatienceMs);
    const ComparisonDocument& document = documentOf(program);
    QTRY_VERIFY_WITH_TIMEOUT(document.isOver(), kPatienceMs);
    test::settle(program);
    if (operators.isEmpty()) {
        QVERIFY(document.suspicion().suspects.empty());
        QVERIFY(!program.services.actions.action("go.next_suspect")->isEnabled());
        return;
    }
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.pair().has_value(), kPatienceMs);
    const auto reached = [&] {
        return operators.contains(document.targetOf(*program.services.comparisons.pair()).opName());
    };
    // Where modules alone were dumped, the one that holds the fault is the first to diverge.
    int keys = 0;
    for (const char* key : {"go.first_divergence", "go.next_suspect"}) {
        if (reached())
            break;
        QVERIFY(program.services.actions.trigger(key));
        ++keys;
    }
    QVERIFY2(reached(), qPrintable(operators.join(' ')));
    qInfo("%d keys", keys);
}

void ComparisonWindowTest::neighboursOfThePair()
{
    test::WindowProgram program;
    compareSample(program);
    const std::size_t culprit = *program.services.comparisons.pair();
    PanelDock* const dock = program.window.dock("neighbourhood");
    program.window.showDock(dock);
    const auto card = [&](const QString& name) -> QAbstractButton* {
        for (auto* const button : dock->panel()->findChildren<QAbstractButton*>()) {
            if (button->text() == name && button->isVisible())
                return button;
        }
        return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(card("BiasAdd-op0"), kPatienceMs);
    test::settle(program);
    QVERIFY(card("BiasAdd-op0")->accessibleName().contains("first divergence"));
    QVERIFY(card("fc1.bias")->accessibleName().contains("Δ 4"));
    QVERIFY(card("fc1.bias")->accessibleName().contains("float32 [6]"));
    QVERIFY(card("ReLU-op1")->accessibleName().contains("inherited"));
    QVERIFY(!card("fc2.bias"));
    card("ReLU-op1")->click();
    QTRY_VERIFY_WITH_TIMEOUT(card("BiasAdd-op0") && !card("fc1.bias"), kPatienceMs);
    const ComparisonDocument& document = documentOf(program);
    QVERIFY(document.targetOf(*program.services.comparisons.pair()).opName().endsWith("relu-ReLU/ReLU-op1"));
    // The golden of the sample was dumped without graphs: what it ran before and after is all that is known.
    program.services.comparisons.select(culprit);
    for (auto* const button : dock->panel()->findChildren<QAbstractButton*>()) {
        if (button->toolTip().contains("golden's graph"))
            button->click();
    }
    QTRY_VERIFY_WITH_TIMEOUT(
        card("ReLU-op1") && card("ReLU-op1")->toolTip().contains("order only"), kPatienceMs);
    QVERIFY(card("BiasAdd-op0"));
    QVERIFY(!card("fc1.bias"));
}

// One folder is open, another one is dropped: one click more, and the first is the target; sides change
// places.
void ComparisonWindowTest::aDroppedFolderIsTheOtherSide()
{
    test::WindowProgram program(QStringList {kTarget});
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(kGolden)});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&program.window, &enter);
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&program.window, &drop);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.notice().action()->isVisible(), kPatienceMs);
    program.window.notice().action()->trigger();
    test::settle(program);
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.pair(), kPatienceMs);
    QVERIFY(documentOf(program).setup().target.root->path().endsWith("target"));
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    const auto fails = documentOf(program).result()->summary.fail;
    QVERIFY(fails > 0);
    program.services.actions.trigger("compare.swap_sides");
    test::settle(program);
    QVERIFY(documentOf(program).setup().target.root->path().endsWith("golden"));
    QCOMPARE(documentOf(program).setup().target.root->side(), OpenedRoot::Side::Target);
    QVERIFY(program.services.comparisons.pair());
}

// Two at once: the sheet that starts comparisons, filled in. From the recent ones they are compared at once,
// which a line says; its button leads to the same sheet.
void ComparisonWindowTest::twoDroppedFoldersFillTheSheet()
{
    test::WindowProgram program;
    emit program.window.pathsDropped({kTarget, kGolden});
    auto* const sheet = program.window.findChild<CompareDialog*>();
    QVERIFY(sheet && sheet->isVisible());
    QVERIFY(program.services.comparisons.all().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(sheet->setup().target.root && sheet->setup().golden.root, kPatienceMs);
    QVERIFY(sheet->setup().target.root->path().endsWith("target"));
    QVERIFY(sheet->setup().golden.root->path().endsWith("golden"));
    sheet->close();
    program.opening.openRecent({kTarget, kGolden});
    test::settle(program);
    QCOMPARE(program.services.comparisons.all().size(), 1);
    QCOMPARE(program.window.notice().text(), QString("target is compared with golden golden."));
    program.window.notice().action()->trigger();
    auto* const again = program.window.findChild<CompareDialog*>();
    QVERIFY(again && again->isVisible());
    QVERIFY(again->setup().golden.root && again->setup().golden.root->path().endsWith("golden"));
}

// Nobody knows which of three is right: the last is offered. One more is compared with the same.
void ComparisonWindowTest::manyAtOnceHaveOneGolden()
{
    const QTemporaryDir folder;
    QStringList copies;
    for (const char* name : {"again", "late"}) {
        copies.append(folder.filePath(name));
        std::filesystem::copy(kGolden, copies.last().toStdString(), std::filesystem::copy_options::recursive);
    }
    test::WindowProgram program;
    const Comparisons& comparisons = program.services.comparisons;
    const auto accept = [&] {
        QTRY_VERIFY_WITH_TIMEOUT(program.window.notice().action()->isVisible(), kPatienceMs);
        program.window.notice().action()->trigger();
        test::settle(program);
    };
    program.opening.open({kTarget, copies[0], kGolden});
    test::settle(program);
    QVERIFY(comparisons.all().isEmpty());
    QCOMPARE(program.window.notice().text(), QString("Compare 2 dumps with golden?"));
    accept();
    QCOMPARE(comparisons.all().size(), 2);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QVERIFY(program.window.dock("targets")->isVisible());
    QVERIFY(documentOf(program).setup().target.root->path().endsWith("target"));
    program.opening.open({copies[1]});
    test::settle(program);
    QCOMPARE(program.window.notice().text(), QString("Compare late with golden?"));
    accept();
    QCOMPARE(comparisons.all().size(), 3);
    for (const ComparisonDocument* document : comparisons.all()) {
        QVERIFY(document->setup().golden.root->path().endsWith("golden"));
        QCOMPARE(document->result()->summary.fail > 0, document == comparisons.all().first());
    }
    const auto* const matrix = program.window.dock("targets")->panel()->findChild<TargetMatrixModel*>();
    QTRY_COMPARE_WITH_TIMEOUT(matrix->columnCount(), TargetMatrixModel::kOwnColumns + 3, kPatienceMs);
}

// The last pair takes minutes: what stands before it is there, can be walked, and stays when it is stopped.
void ComparisonWindowTest::fillsWhileALargeTensorIsMeasured()
{
    const QTemporaryDir folder;
    constexpr int kOperators = 20, kWrong = 7;
    for (const char* side : {"target", "golden"}) {
        const QString place = folder.filePath(side) + u'/';
        for (int op = 0; op <= kOperators; ++op) {
            const auto name = [&](const char* io) {
                return QStringLiteral("Relu.op%1.%1.0.%2.%3.0.npy")
                    .arg(op)
                    .arg(1'700'000'000'000'000 + op)
                    .arg(QLatin1String(io));
            };
            if (op == kOperators) { // sparse: nothing of it is on the disk
                writeFloats(place + name("output"), {1 << 17, 1 << 16}, {});
                const QString path = place + name("output");
                QVERIFY(QFile::resize(path, QFileInfo(path).size() + (qint64 {1} << 35)));
                continue;
            }
            const bool isWrong = op == kWrong && QByteArrayView(side) == "target";
            writeFloats(place + name("input"), {4}, {1, -2, 3, 4});
            writeFloats(place + name("output"), {4}, {2, -4, 6, isWrong ? 4.0F : 8.0F});
        }
    }
    test::WindowProgram program;
    ActionRegistry& actions = program.services.actions;
    program.opening.open({folder.filePath("target"), folder.filePath("golden")});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.current(), kPatienceMs);
    const ComparisonDocument& document = documentOf(program);
    constexpr std::size_t kRows = 2 * kOperators;
    QTRY_VERIFY_WITH_TIMEOUT(document.pairs() && document.pairs()->rows() == kRows, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(document.firstDivergence(), kPatienceMs);
    QCOMPARE(document.firstDivergence()->opName, std::string("op7"));
    QTRY_COMPARE_WITH_TIMEOUT(
        program.find<DataTable>("results")->model()->rowCount(), int(kRows), kPatienceMs);
    // Suspects too, which are looked for every second.
    QTRY_COMPARE_WITH_TIMEOUT(document.suspicion().suspects.size(), std::size_t {1}, kPatienceMs);
    QCOMPARE(document.suspicion().suspects.front().opName, std::string("op7"));
    QTRY_COMPARE_WITH_TIMEOUT(program.window.dock("suspects")->panel()->badge(), 1, kPatienceMs);
    QCOMPARE(document.state(), ComparisonDocument::State::Running);
    // One key away.
    QTRY_VERIFY_WITH_TIMEOUT(actions.trigger("go.first_divergence"), kPatienceMs);
    QCOMPARE(document.targetOf(program.services.comparisons.pair().value()).opName(), QString("op7"));
    QCOMPARE(document.state(), ComparisonDocument::State::Running);

    QVERIFY(actions.trigger("compare.stop"));
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), ComparisonDocument::State::Cancelled, kPatienceMs);
    test::settle(program);
    QVERIFY(document.result() && document.result()->partial);
    QCOMPARE(document.pairs()->rows(), kRows);
    QCOMPARE(document.result()->paired, std::uint64_t {kRows + 1});
    QCOMPARE(document.suspicion().suspects.size(), std::size_t {1});
    const auto labels = program.window.dock("results")->panel()->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [](const QLabel* label) { return label->text().startsWith("Stopped at 40 of 41 pairs."); }));
    QVERIFY(actions.action("compare.resume")->isEnabled());
}

void ComparisonWindowTest::stopsAndGoesOn()
{
    const QTemporaryDir folder;
    const QString target = folder.filePath("target"), golden = folder.filePath("golden");
    constexpr int kTensors = 60'000;
    QVERIFY(test::writeManyStatistics(target, kTensors, true));
    QVERIFY(test::writeManyStatistics(golden, kTensors, false));
    test::WindowProgram program;
    ActionRegistry& actions = program.services.actions;
    program.opening.open({target, golden});
    const ComparisonDocument& document = documentOf(program);
    // As soon as there is something to stop: a fast machine is done soon.
    const auto stop = connect(&document, &ComparisonDocument::pairsGrew, this, [&] {
        if (document.pairs())
            actions.trigger("compare.stop");
    });
    QTRY_VERIFY_WITH_TIMEOUT(document.isOver(), kPatienceMs);
    disconnect(stop);
    if (document.state() == ComparisonDocument::State::Done)
        QSKIP("this machine was done before it could be stopped");
    QCOMPARE(document.state(), ComparisonDocument::State::Cancelled);
    test::settle(program);
    QVERIFY(actions.action("compare.resume")->isEnabled());
    actions.trigger("compare.resume");
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), ComparisonDocument::State::Done, kPatienceMs);
    test::settle(program);
    QVERIFY(!actions.action("compare.resume")->isEnabled());
    QCOMPARE(document.pairs()->rows(), std::size_t {kTensors});
    std::vector<core::Verdict> gone;
    for (std::size_t row = 0; row < document.pairs()->rows(); ++row)
        gone.push_back(document.pairs()->row(row).verdict);
    actions.trigger("compare.again");
    QVERIFY(!document.isOver());
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), ComparisonDocument::State::Done, kPatienceMs);
    for (std::size_t row = 0; row < document.pairs()->rows(); ++row)
        QCOMPARE(document.pairs()->row(row).verdict, gone[row]);
    QCOMPARE(document.result()->summary.fail, std::uint64_t {30});
}

// Other pairs come in place of those that are shown; what was chosen stays chosen.
void ComparisonWindowTest::editsKeepTheTable()
{
    test::WindowProgram program;
    compareSample(program);
    Comparisons& comparisons = program.services.comparisons;
    const ComparisonDocument& document = documentOf(program);
    auto* const table = program.find<DataTable>("results");
    comparisons.select(std::size_t {60});
    const QString tensor = document.targetOf(60).tensorId();
    const std::size_t rows = document.pairs()->rows();
    std::size_t fewest = rows;
    connect(&document, &ComparisonDocument::pairsReplaced, this,
        [&] { fewest = std::min(fewest, document.pairs() ? document.pairs()->rows() : 0); });
    bool isAlwaysChosen = true; // what shows the pair does not come and go
    connect(&comparisons, &Comparisons::pairChanged, this,
        [&] { isAlwaysChosen = isAlwaysChosen && comparisons.pair().has_value(); });
    PairingEdits pairing;
    pairing.unpair(document.targetOf(0).opName(), document.goldenOf(0).opName());
    comparisons.changePairing(pairing, "unpair");
    // Once more before the first is done: what was measured is still known.
    pairing.unpair(document.targetOf(20).opName(), document.goldenOf(20).opName());
    comparisons.changePairing(pairing, "unpair");
    test::settle(program);
    QVERIFY(document.pairs()->rows() < rows);
    QVERIFY(fewest >= document.pairs()->rows()); // it was never empty
    QVERIFY(comparisons.pair());
    QCOMPARE(document.targetOf(*comparisons.pair()).tensorId(), tensor);
    QCOMPARE(table->currentSource(), std::int64_t(*comparisons.pair()));
    comparisons.undoStack().undo();
    comparisons.undoStack().undo();
    test::settle(program);
    QCOMPARE(document.pairs()->rows(), rows);
    QCOMPARE(document.targetOf(*comparisons.pair()).tensorId(), tensor);
    QVERIFY(isAlwaysChosen);
}

/// Nothing is taken back behind somebody's back: it is named, and what shows it comes to the front.
void ComparisonWindowTest::stepsTakenBackAreSeen()
{
    test::WindowProgram program;
    compareSample(program);
    Comparisons& comparisons = program.services.comparisons;
    comparisons.swapSides();
    test::settle(program);
    program.services.actions.trigger("view.explore");
    QVERIFY(program.services.actions.trigger("edit.undo"));
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QCOMPARE(program.window.statusBar()->currentMessage(), QStringLiteral("Undone: swap sides."));
    test::settle(program);
    comparisons.changeLimits(*core::presetLimits("exact"), QStringLiteral("limits"));
    test::settle(program);
    QVERIFY(program.services.actions.trigger("edit.undo"));
    QTRY_VERIFY(program.window.dock("limits")->panel()->isVisible());
    test::settle(program);
    const QString said = program.window.statusBar()->currentMessage();
    QVERIFY2(said.startsWith(QStringLiteral("Undone: limits. ")), qPrintable(said)); // and its verdicts
}

void ComparisonWindowTest::delInResultsUnpairs()
{
    test::WindowProgram program;
    compareSample(program);
    const ComparisonDocument& document = documentOf(program);
    const std::size_t rows = document.pairs()->rows();
    program.window.showDock(program.window.dock("results"));
    program.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    auto* const table = program.find<DataTable>("results");
    program.services.comparisons.select(std::size_t {3});
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Delete);
    test::settle(program);
    QCOMPARE(document.pairs()->rows(), rows - 1);
    // Taken back where it was done.
    QVERIFY(program.services.actions.trigger("edit.undo"));
    test::settle(program);
    QCOMPARE(document.pairs()->rows(), rows);
    QVERIFY(!program.window.dock("results")->visibleRegion().isEmpty());
    QVERIFY(table->hasFocus());
}

QTEST_MAIN(ComparisonWindowTest)
#include "tst_comparison_window.moc"
