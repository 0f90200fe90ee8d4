// SPDX-License-Identifier: GPL-3.0-or-later
// What the window prints as a command it reopens from it, in another window.
#include "reopened_command.h"

#include "capture/capture_profile.h"
#include "capture/launch_profile.h"
#include "chrome/command_strip.h"
#include "comparison/comparison_request.h"
#include "comparison/setup_json.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "window_program.h"

#include <QClipboard>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QStatusBar>
#include <QTest>
#include <QTreeView>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 60000;
const QString kTarget = QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target");
const QString kGolden = QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden");

QString lineOf(test::WindowProgram& program, const char* panel)
{
    return program.window.dock(panel)->panel()->commandLine();
}

} // namespace

class ReopenedCommandTest : public QObject {
    Q_OBJECT
private slots:
    void refusals_data();
    void refusals();
    void whatIsRefusedChangesNothing();
    void otherPanels_data();
    void otherPanels();
    void quotesComeOff();
    void tensors();
    void oneTensor();
    void comparison();
    void everyOptionOfACommandIsTaken_data();
    void everyOptionOfACommandIsTaken();
    void rawFilesAreRead();
    void captures();
    void comparesAnew();
    void panelsFollow();
    void stripFollowsThePanelInFront();
    void wholeWindow();
    void noWorkspaceIsRefused();
};

void ReopenedCommandTest::refusals_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("mentions");
    const auto row = [](const char* line, const char* mentions) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(mentions);
    };
    row("", "no command");
    row("dumpscope-cli", "no command");
    row("rm -r /", "rm");
    row("dumpscope-cli formats", "formats");
    row("dumpscope-cli config new acl", "files");
    row("dumpscope-cli config check /no/such/acl.json", "/no/such/acl.json");
    row("dumpscope-cli capture /no/such/profile.json", "/no/such/profile.json");
    row("dumpscope-cli ls", "PATH");
    row("dumpscope-cli ls /no/such/folder", "/no/such/folder");
    row("dumpscope-cli ls '/tmp", "quotation");
    row("dumpscope-cli ls /tmp --filter", "--filter");
    row("dumpscope-cli ls /tmp --bogus 3", "--bogus");
    row("dumpscope-cli ls /tmp --raw-dtype float3", "float3");
    row("dumpscope-cli compare /tmp", "GOLDEN");
    row("dumpscope-cli compare /tmp /no/such/golden", "/no/such/golden");
    row("dumpscope-cli compare /tmp /tmp --pair-step 1", "--pair-step");
    row("dumpscope-cli compare /tmp /tmp --step first", "--step");
    row("dumpscope-cli compare /tmp /tmp --limit nonsense", "nonsense");
    row("dumpscope-cli compare /tmp /tmp --limits /no/such/limits.json", "/no/such/limits.json");
    row("dumpscope-cli compare /tmp /tmp --metrics quickest", "quickest");
}

void ReopenedCommandTest::refusals()
{
    QFETCH(const QString, line);
    QFETCH(const QString, mentions);
    const auto read = readCommand(line);
    QVERIFY(!read);
    QVERIFY2(QString::fromStdString(read.error().text()).contains(mentions), read.error().text().c_str());
}

// It is said in the window, where nothing changes.
void ReopenedCommandTest::whatIsRefusedChangesNothing()
{
    test::WindowProgram program;
    emit program.window.reopenRequested(QStringLiteral("dumpscope-cli ls /no/such/folder"));
    QVERIFY(program.services.session.roots().isEmpty());
    QVERIFY2(program.window.statusBar()->currentMessage().contains(QLatin1String("/no/such/folder")),
        qPrintable(program.window.statusBar()->currentMessage()));
}

void ReopenedCommandTest::otherPanels_data()
{
    QTest::addColumn<QByteArray>("panel");
    QTest::addColumn<QByteArray>("arrangement");
    QTest::newRow("overflow") << QByteArray("overflow") << QByteArray("explore");
    QTest::newRow("problems") << QByteArray("problems") << QByteArray("explore");
    QTest::newRow("graph") << QByteArray("graph") << QByteArray("graph");
}

void ReopenedCommandTest::otherPanels()
{
    QFETCH(const QByteArray, panel);
    QFETCH(const QByteArray, arrangement);
    test::WindowProgram program(QStringList {kTarget});
    QVERIFY(program.window.showArrangement(arrangement));
    program.window.showDock(program.window.dock(panel));
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && !lineOf(program, panel.constData()).isEmpty(), kPatienceMs);
    const auto read = readCommand(lineOf(program, panel.constData()));
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QCOMPARE(read->workspace.arrangement.toLatin1(), arrangement);
    QCOMPARE(read->panel.toLatin1(), panel);
    QCOMPARE(read->workspace.roots.first().path, kTarget);
}

void ReopenedCommandTest::quotesComeOff()
{
    const QTemporaryDir folder(QDir::tempPath() + QStringLiteral("/it's \"odd\" XXXXXX"));
    QString quoted = folder.path();
    quoted.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    const auto read
        = readCommand(QStringLiteral("/usr/bin/dumpscope-cli ls '%1' --filter=name:x --json").arg(quoted));
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QCOMPARE(read->workspace.roots.first().path, folder.path());
    QCOMPARE(read->workspace.views["tensors"]["filter"]["text"].toString(), QStringLiteral("name:x"));
}

void ReopenedCommandTest::tensors()
{
    QString line;
    {
        test::WindowProgram program(QStringList {kTarget});
        auto* const table = program.find<DataTable>("tensors");
        program.find<FilterBar>("tensors")->setText(QStringLiteral("op_type:MatMul \"fc\" max>0"));
        table->columns().show(table->columnModel()->columnNumber("format"), false);
        table->columns().show(table->columnModel()->columnNumber("bytes"), true);
        table->horizontalHeader()->setSortIndicator(
            table->columnModel()->columnNumber("bytes"), Qt::DescendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
        line = lineOf(program, "tensors");
    }
    QVERIFY2(line.startsWith("dumpscope-cli stat ") && line.contains("--sort -bytes"), qPrintable(line));
    test::WindowProgram program;
    // As somebody does who got the line in a mail.
    QVERIFY(program.services.actions.trigger("tools.command"));
    auto* const strip = program.window.findChild<CommandStrip*>();
    auto* const field = strip->findChild<QLineEdit*>();
    QTRY_VERIFY(field->isVisible());
    field->setText(line);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && !program.services.session.roots().isEmpty(), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(lineOf(program, "tensors"), line, kPatienceMs);
    QVERIFY(program.window.dock("tensors")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(program.find<DataTable>("tensors")->model()->rowCount() > 0, kPatienceMs);
}

void ReopenedCommandTest::oneTensor()
{
    QString line, id;
    {
        test::WindowProgram program;
        program.opening.open({kTarget});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.isSettled() && program.services.selection.tensor().isValid(), kPatienceMs);
        auto* const table = program.find<DataTable>("tensors");
        table->setCurrentIndex(table->model()->index(7, 0));
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
        id = program.services.selection.tensor().tensorId();
        line = lineOf(program, "tensor-view");
    }
    QVERIFY2(line.startsWith("dumpscope-cli show "), qPrintable(line));
    test::WindowProgram program;
    emit program.window.reopenRequested(line);
    QTRY_COMPARE_WITH_TIMEOUT(program.services.selection.tensor().tensorId(), id, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(lineOf(program, "tensor-view"), line, kPatienceMs);
    QVERIFY(program.window.dock("tensor-view")->isVisible());
}

void ReopenedCommandTest::comparison()
{
    const QString line
        = QStringLiteral("dumpscope-cli compare %1 %2 --profile msaccucmp --filter op_type:MatMul "
                         "--limit 'cosine_similarity>=0.5' --sort -cosine_similarity "
                         "--columns verdict,op_name,cosine_similarity")
              .arg(kTarget, kGolden);
    test::WindowProgram program;
    emit program.window.reopenRequested(line);
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.current()
            && program.services.comparisons.current()->isOver() && program.window.isSettled(),
        kPatienceMs);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    const ComparisonSetup& setup = program.services.comparisons.current()->setup();
    QCOMPARE(setup.profile, QStringLiteral("msaccucmp"));
    QCOMPARE(setup.filter, QStringLiteral("op_type:MatMul"));
    QCOMPARE(setup.target.root->path(), kTarget);
    QCOMPARE(setup.target.root->side(), OpenedRoot::Side::Target);
    QCOMPARE(setup.golden.root->path(), kGolden);
    QCOMPARE(setup.limits.rules.front().metric, std::string("cosine_similarity"));
    QCOMPARE(setup.limits.rules.front().value, 0.5);
    QTRY_COMPARE_WITH_TIMEOUT(lineOf(program, "results"), line, kPatienceMs);
    // What is typed selects rows. What is compared stays the same, and so do the verdicts.
    for (const char* const typed : {"verdict:fail io:output or slot:0", "io:output", "cosine_similarity<1"}) {
        program.find<FilterBar>("results")->setText(QString::fromLatin1(typed));
        const QStringList words = QProcess::splitCommand(lineOf(program, "results").replace(u'\'', u'"'));
        QCOMPARE(words.value(words.indexOf(QLatin1String("--filter")) + 1), QStringLiteral("op_type:MatMul"));
        QCOMPARE(words.value(words.indexOf(QLatin1String("--rows")) + 1), QString::fromLatin1(typed));
    }
    emit program.window.reopenRequested(line + QStringLiteral(" --rows io:output"));
    QTRY_COMPARE_WITH_TIMEOUT(
        program.find<FilterBar>("results")->text(), QStringLiteral("io:output"), kPatienceMs);
}

void ReopenedCommandTest::everyOptionOfACommandIsTaken_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("panel");
    const auto row = [](const char* name, const QString& line, const char* panel) {
        QTest::newRow(name) << line << QString::fromLatin1(panel);
    };
    const QString raw
        = QStringLiteral(" --raw-dtype float16 --raw-shape 2,-1 --raw-offset 4 --raw-files '*.raw'");
    row("ls", "ls T --names-only --limit 3 --jsonl --progress none --threads 2" + raw, "tensors");
    row("stat", "stat T --histogram 8 --spec mindspore --limit 3 --csv" + raw, "tensors");
    row("show", "show T x --slice 1,: --as npy --layout storage -o /tmp/x.npy --partial" + raw,
        "tensor-view");
    row("convert", "convert T -o /tmp/x --to csv --layout storage --names dumpscope --bits --force",
        "tensors");
    row("info", "info T --json" + raw, "problems");
    row("overflow", "overflow T --first 3 --fail-on any", "overflow");
    row("overflow of some", "overflow T --filter op_type:Add", "statistics");
    row("graph", "graph T --list --all --node x --hops 3 --path a b --match G --to svg -o /tmp/x.svg",
        "graph");
    row("compare",
        "compare T G --metrics quick --model /tmp/m.onnx --environment /tmp/e.zip --golden-environment "
        "/tmp/g.zip --step 0 --rank 0 --pair-step 0=1 --pair-rank 0=1 "
        "--limits exact --parallel off --top 3 --blocks 4 --atol 0.5 --rtol 0 --fail-on warn,unpaired "
        "--min-paired 0.1 --truth /tmp/t "
        "--resume /tmp/x.sqlite --report /tmp/x.html --csv-out /tmp/x.csv --msaccucmp-csv /tmp/y.csv"
            + raw,
        "results");
    row("bundle", "bundle T G --pairs 1,2 -o /tmp/x.zip --profile msprobe --limits exact", "results");
    row("config", "config explain A --kind acl --release 2 --device CPU --env A=B --cwd /tmp",
        "configuration");
    row("hunt", "hunt P --golden G -o /tmp/x --rounds 3 --budget 5 --limits exact", "capture-profile");
    row("devices", "devices --runtime cpu --timeout 3", "capture-profile");
    row("doctor", "doctor --json", "self-test");
}

void ReopenedCommandTest::everyOptionOfACommandIsTaken()
{
    QFETCH(QString, line);
    QFETCH(const QString, panel);
    line.replace(QLatin1String(" T"), ' ' + kTarget).replace(QLatin1String(" G"), ' ' + kGolden);
    line.replace(QLatin1String(" A "),
        QStringLiteral(" " DUMPSCOPE_TEST_DATA "/mindspore-async/acl_o0/acl_dump_0.json "));
    const QTemporaryDir folder;
    QFile profile(folder.filePath(QStringLiteral("profile.json")));
    QVERIFY(profile.open(QFile::WriteOnly) && profile.write(R"({"version":1,"model":"m.onnx"})") > 0);
    profile.close();
    line.replace(QLatin1String(" P "), ' ' + profile.fileName() + ' ');
    const auto read = readCommand(line);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(read->panel, panel);
    QCOMPARE(read->comparison.has_value(), panel == QLatin1String("results"));
    if (read->comparison && line.contains(QLatin1String("--atol"))) {
        test::WindowProgram program;
        const auto setup = setupOf(*read->comparison, program.services.session);
        QVERIFY2(setup, setup ? "" : setup.error().text().c_str());
        QCOMPARE(setup->atol, 0.5);
        QCOMPARE(setup->models, std::vector<std::string> {"/tmp/m.onnx"});
        QCOMPARE(setup->truth, std::string("/tmp/t"));
        QCOMPARE(*comparisonRequest(*setup), read->comparison->measuring());
        // A workspace keeps all of it.
        const ComparisonSetup kept = setupFrom(setupJson(*setup), program.services.session);
        QCOMPARE(comparisonRequest(kept)->top, std::uint64_t {3});
        QCOMPARE(comparisonRequest(kept)->metrics, std::string("quick"));
        QCOMPARE(kept.truth, std::string("/tmp/t"));
    }
}

void ReopenedCommandTest::rawFilesAreRead()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("input.raw")));
    QVERIFY(file.open(QFile::WriteOnly) && file.write(QByteArray(24, '\1')) == 24);
    file.close();
    const QString line
        = QStringLiteral("dumpscope-cli ls %1 --raw-dtype float32 --raw-shape 2,3").arg(file.fileName());
    test::WindowProgram program;
    emit program.window.reopenRequested(line);
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && !program.services.session.roots().isEmpty(), kPatienceMs);
    const OpenedRoot& root = *program.services.session.roots().first();
    QVERIFY(root.index() && root.index()->tensorCount() == 1);
    const core::TensorRow& row = root.index()->tensor(core::TensorId(std::uint32_t {0}));
    QCOMPARE(row.dtype, core::DType::Float32);
    const auto shape = root.index()->shape(row.shape);
    QCOMPARE(core::Shape(shape.begin(), shape.end()), (core::Shape {2, 3}));
    // The line says it again, another one reads the file anew, and a workspace keeps it.
    QVERIFY(lineOf(program, "tensors").contains(QLatin1String("--raw-dtype float32 --raw-shape 2,3")));
    emit program.window.reopenRequested(
        QStringLiteral("dumpscope-cli ls %1 --raw-dtype int16").arg(file.fileName()));
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled() && root.index()
            && root.index()->tensor(core::TensorId(std::uint32_t {0})).dtype == core::DType::Int16,
        kPatienceMs);
    QCOMPARE(program.services.session.roots().size(), 1);
    const auto bytes = program.workspace.current().toBytes(QDir::root());
    const auto back = Workspace::fromBytes(bytes, QStringLiteral("/w"));
    QVERIFY(back && back->roots.first().raw == root.raw());
}

/// A comparison that is open already is made anew as the line says.
void ReopenedCommandTest::comparesAnew()
{
    test::WindowProgram program;
    const QString line = QStringLiteral("dumpscope-cli compare %1 %2").arg(kTarget, kGolden);
    const auto compared = [&program](const QString& one) {
        emit program.window.reopenRequested(one);
        return QTest::qWaitFor(
            [&program, &one] {
                return program.services.comparisons.current()
                    && program.services.comparisons.current()->isOver() && program.window.isSettled()
                    && lineOf(program, "results").startsWith(one);
            },
            kPatienceMs);
    };
    QVERIFY(compared(line));
    QVERIFY(compared(line + QStringLiteral(" --profile msaccucmp --filter op_type:MatMul")));
    QCOMPARE(program.services.comparisons.all().size(), 1);
    const auto& pairs = program.services.comparisons.current()->pairs();
    QVERIFY(pairs && pairs->rows() > 0 && pairs->rows() < 168);
}

/// What a line says of a configuration, a capture or another dump is what the panels are about.
void ReopenedCommandTest::panelsFollow()
{
    test::WindowProgram program;
    program.opening.open({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && program.services.selection.tensor().isValid(), kPatienceMs);
    emit program.window.reopenRequested(QStringLiteral("dumpscope-cli overflow ") + kGolden);
    QTRY_COMPARE_WITH_TIMEOUT(
        lineOf(program, "overflow"), QStringLiteral("dumpscope-cli overflow ") + kGolden, kPatienceMs);
    emit program.window.reopenRequested(QStringLiteral(
        "dumpscope-cli capture model --model m.onnx --input ones --dump d.json -o out --runs 5"));
    QCOMPARE(program.services.capture.setup().profile().runs, 5);
    QCOMPARE(program.services.capture.setup().profile().model, std::string("m.onnx"));
    emit program.window.reopenRequested(
        QStringLiteral("dumpscope-cli capture run --kind command -o out -- python3 train.py"));
    QCOMPARE(program.services.capture.way(), CaptureSession::Way::Program);
    QCOMPARE(program.services.capture.launchSetup().profile().program, std::string("python3"));
    const QString file = QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore-async/acl_o0/acl_dump_0.json");
    emit program.window.reopenRequested(QStringLiteral("dumpscope-cli config check ") + file);
    QTRY_COMPARE_WITH_TIMEOUT(lineOf(program, "configuration"),
        QStringLiteral("dumpscope-cli config explain ") + file, kPatienceMs);
    emit program.window.reopenRequested(QStringLiteral("dumpscope-cli show %1 no-such-tensor").arg(kTarget));
    QVERIFY2(program.window.statusBar()->currentMessage().contains(QLatin1String("no-such-tensor")),
        qPrintable(program.window.statusBar()->currentMessage()));
}

void ReopenedCommandTest::captures()
{
    const auto device = readCommand(QStringLiteral(
        "dumpscope-cli capture model --model m.onnx --input zeros --dump acl.json -o out --runs 3"));
    QVERIFY2(device, device ? "" : device.error().text().c_str());
    const auto profile = core::parseCaptureProfile(
        device->workspace.views["capture-profile"]["profile"].toString().toStdString());
    QVERIFY(profile);
    QCOMPARE(profile->runs, 3);
    QCOMPARE(profile->inputs, std::vector<std::string> {"zeros"});
    const auto program = readCommand(QStringLiteral(
        "dumpscope-cli capture run --kind command --env A=B --again -o out -- python3 -c 'x y'"));
    QVERIFY2(program, program ? "" : program.error().text().c_str());
    const core::LaunchProfileReport launch = core::parseLaunchProfile(
        program->workspace.views["capture-profile"]["launch"].toString().toStdString());
    QCOMPARE(launch.profile.arguments, (std::vector<std::string> {"-c", "x y"}));
    QVERIFY(launch.profile.undisturbed.isWanted);
    QCOMPARE(QString::fromStdString(launch.profile.output), QDir::current().absoluteFilePath("out"));
}

void ReopenedCommandTest::stripFollowsThePanelInFront()
{
    test::WindowProgram program(QStringList {kTarget});
    QVERIFY(program.services.actions.trigger("tools.command"));
    auto* const strip = program.window.findChild<CommandStrip*>();
    const auto shows = [&](const char* panel) {
        return !lineOf(program, panel).isEmpty() && strip->command() == lineOf(program, panel);
    };
    program.window.showDock(program.window.dock("tensors"));
    QTRY_VERIFY_WITH_TIMEOUT(shows("tensors"), kPatienceMs);
    program.window.showDock(program.window.dock("statistics"));
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    program.window.showDock(program.window.dock("tensors"));
    // What the panel shows is another thing now.
    program.find<FilterBar>("tensors")->setText(QStringLiteral("op_type:MatMul"));
    QTRY_VERIFY_WITH_TIMEOUT(shows("tensors") && strip->command().contains("MatMul"), kPatienceMs);
    // So is the place that is chosen in the tree.
    auto* const tree = program.find<QTreeView>("dumps");
    while (tree->model()->rowCount(tree->currentIndex()) == 0)
        tree->setCurrentIndex(tree->currentIndex().parent());
    QTRY_VERIFY_WITH_TIMEOUT(
        shows("tensors") && strip->command().contains("op_name:") && strip->command().contains("MatMul"),
        kPatienceMs);
    // Whoever goes into the strip to copy it still finds the panel's.
    strip->findChild<QLineEdit*>()->setFocus();
    emit program.services.selection.elementChanged();
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    QVERIFY(shows("tensors"));
    program.window.showDock(program.window.dock("tensor-view"));
    QTRY_VERIFY_WITH_TIMEOUT(shows("tensor-view"), kPatienceMs);
}

/// Ranges, axes, slices, folds, tabs: what no command of the terminal speaks of is in the window's own.
void ReopenedCommandTest::wholeWindow()
{
    const auto stateOf
        = [](test::WindowProgram& program) { return program.workspace.current().toBytes(QDir::root()); };
    QString line;
    QByteArray before;
    {
        test::WindowProgram program;
        program.opening.open({kTarget});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.isSettled() && program.services.selection.tensor().isValid(), kPatienceMs);
        const auto settles = [&] { return program.window.isSettled(); };
        program.find<FilterBar>("tensors")->setText(QStringLiteral("op_type:Conv2D io:input slot:0"));
        QTRY_VERIFY_WITH_TIMEOUT(
            settles() && program.find<DataTable>("tensors")->model()->rowCount() > 0, kPatienceMs);
        auto* const table = program.find<DataTable>("tensors");
        table->setCurrentIndex(table->model()->index(0, 0));
        QVERIFY(program.window.showTab(QStringLiteral("heatmap")));
        QTRY_VERIFY_WITH_TIMEOUT(settles(), kPatienceMs);
        for (const char* action : {"plane.range_symmetric", "plane.transpose", "plane.next_slice"}) {
            QVERIFY2(program.services.actions.trigger(action), action);
            QTRY_VERIFY_WITH_TIMEOUT(settles(), kPatienceMs);
        }
        // Folded and unfolded by hand, even above what is chosen.
        auto* const tree = program.find<QTreeView>("dumps");
        const QModelIndex above = tree->currentIndex().parent(), beside = above.siblingAtRow(above.row() + 1);
        QVERIFY(above.isValid() && tree->model()->rowCount(beside) > 0 && !tree->isExpanded(beside));
        tree->collapse(above);
        tree->expand(beside);
        QVERIFY(program.services.actions.trigger("tools.copy_window"));
        line = QGuiApplication::clipboard()->text();
        before = stateOf(program);
    }
    QVERIFY2(line.startsWith(QLatin1String("dumpscope --workspace '")), qPrintable(line.left(80)));
    const QJsonObject shapes
        = QJsonDocument::fromJson(before)["views"].toObject()["tensor-view"].toObject()["shapes"].toObject();
    QVERIFY(!shapes.isEmpty());
    const QJsonObject plane = shapes.begin()->toObject();
    QVERIFY(plane["colours"].toObject()["symmetric"].toBool());
    QVERIFY(plane["rows"].toInt() > plane["columns"].toInt());

    test::WindowProgram program;
    emit program.window.reopenRequested(line);
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && program.services.selection.tensor().isValid(), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(program), before, kPatienceMs);
}

void ReopenedCommandTest::noWorkspaceIsRefused()
{
    for (const char* text : {"", "{", "[]", "{\"roots\":[]}", "{\"dumpscope_workspace\":99}"})
        QVERIFY2(!readWorkspaceText(QString::fromLatin1(text)), text);
    // More than a shell takes.
    Workspace workspace;
    workspace.views.insert(QStringLiteral("x"), QString(200'000, QLatin1Char('x')));
    QVERIFY(windowCommand(workspace).isEmpty());
}

QTEST_MAIN(ReopenedCommandTest)
#include "tst_reopened_command.moc"
