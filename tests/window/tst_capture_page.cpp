// SPDX-License-Identifier: GPL-3.0-or-later
// Captures on the CPU device as a user would do them, by the ids of actions.
#include "capture/arrival_model.h"
#include "capture/capture_session.h"
#include "capture/dump_choice.h"
#include "capture/launch_form.h"
#include "capture/self_test_model.h"
#include "common/cell_roles.h"
#include "config/config_editor.h"

#include "model/tensor_store.h"
#include "tensor/element_stream.h"

#include "chrome/task_strip.h"

#include "temporary_folder.h"
#include "window_program.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <map>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
const std::string kModels = DUMPSCOPE_TEST_DATA "/models/";

/// Bytes of the elements of every tensor by step, operator, direction and slot.
std::map<std::string, std::vector<std::byte>> elementsOf(const std::string& folder)
{
    core::OwnedTask task(1);
    auto formats = std::make_shared<core::FormatRegistry>();
    core::registerBuiltinFormats(*formats);
    const auto index = core::openDump(folder, formats, {}, task);
    if (!index)
        qFatal("%s", index.error().text().c_str());
    const core::TensorStore store(*index);
    std::map<std::string, std::vector<std::byte>> elements;
    for (std::size_t i = 0; i < (*index)->tensorCount(); ++i) {
        const core::TensorId id(i);
        const core::TensorRow& row = (*index)->tensor(id);
        const auto view = store.open(id, task);
        if (!view)
            qFatal("%s", view.error().text().c_str());
        const auto stream = core::ElementStream::make(*view, core::Order::Logical);
        core::ElementStream::Scratch scratch;
        const core::ElementChunk chunk = stream->read(0, stream->count(), scratch);
        const std::string key = std::to_string((*index)->factsOf(id).step.value_or(-1)) + '/'
            + std::string((*index)->text(row.opName)) + '/' + std::string(core::ioWord(row.io))
            + std::to_string(row.slot);
        elements[key].assign(chunk.data, chunk.data + chunk.count * core::unpackedBytes(chunk.dtype));
    }
    return elements;
}

/// A program with a capture that could start, of a model that overflows.
class CaptureProgram : public test::WindowProgram {
public:
    explicit CaptureProgram(const test::TemporaryFolder& folder, const char* model = "overflow")
        : capture(services.capture)
        , run(capture.run())
    {
        services.actions.trigger("view.capture");
        capture.setup().edit([&](core::CaptureProfile& profile) {
            profile.model = kModels + model + ".onnx";
            profile.output = folder.at("dump-{n}");
        });
    }
    [[nodiscard]] bool becomesReady() const
    {
        return QTest::qWaitFor(
            [this] { return capture.canStart() && capture.setup().isSettled(); }, kPatienceMs);
    }
    [[nodiscard]] bool ends() const
    {
        return QTest::qWaitFor(
            [this] { return !run.isActive() && run.state() != CaptureRun::State::Idle; }, kPatienceMs);
    }

    CaptureSession& capture;
    CaptureRun& run;
};

class Fault {
public:
    explicit Fault(const char* what) { qputenv("DUMPSCOPE_CPU_DEVICE_FAULT", what); }
    ~Fault() { qunsetenv("DUMPSCOPE_CPU_DEVICE_FAULT"); }
};

} // namespace

class CapturePageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void isThereWithNothingOpen();
    void takesTheModelThatIsOpen();
    void anotherModelKeepsItReady();
    void operatorsAreCounted();
    void capturesAndOpens();
    void originIsTheFirstToBeExecuted();
    void usedFolderThatIsOpen();
    void profileAndLineGiveTheSame();
    void comparesWithTheCpuDevice();
    void stopsAtOnceAndKeeps();
    void failureSaysCauseAndRemedy();
    void askedBeforeItCloses();
    void askedBeforeAProfileIsReplaced();
    void askedBeforeAConfigurationIsLost();
    void saysWhatIsMissing();
    void testsTheMachine();
    void launchesAProgram();
    void programThatFailsOrIsStopped();
    void argumentsAreThoseOfAShell();
    void estimatesBeforeItStarts();
};

void CapturePageTest::initTestCase()
{
    for (const char* name : {"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"})
        qunsetenv(name);
}

void CapturePageTest::isThereWithNothingOpen()
{
    test::WindowProgram program;
    QVERIFY(program.services.actions.trigger("view.capture"));
    QCOMPARE(program.window.arrangement(), QByteArray("capture"));
    for (const char* panel : {"capture-profile", "live", "device-log", "tensor-view", "when-finished"})
        QVERIFY2(program.window.dock(panel)->isVisible(), panel);
    QTRY_COMPARE_WITH_TIMEOUT(program.services.capture.setup().devices().size(), 1, kPatienceMs);
    QVERIFY(program.services.capture.setup().devices().first().isCpu());
    QVERIFY(!program.services.actions.trigger("capture.start")); // no model yet
    // Back to where the start page is.
    QVERIFY(program.services.actions.trigger("view.explore"));
    QVERIFY(!program.window.dock("capture-profile")->isVisible());
    QVERIFY(program.services.actions.trigger("view.capture"));
    QVERIFY(program.window.dock("capture-profile")->isVisible());
}

void CapturePageTest::capturesAndOpens()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY2(program.becomesReady(), qPrintable(program.capture.setup().obstacle()));
    program.capture.setup().edit([](core::CaptureProfile& profile) { profile.runs = 3; });
    QVERIFY(program.becomesReady());
    const auto expected = program.capture.setup().estimate().files;
    QVERIFY(expected);
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.run.isActive());
    QVERIFY(!program.services.actions.trigger("capture.start")); // one at a time
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    for (const RunSteps::Step& step : program.run.steps()) {
        QCOMPARE(step.glyph, State::Pass);
        QVERIFY(step.tookMs >= 0);
    }
    QCOMPARE(program.run.executed(), quint64 {3});
    // As many as were expected, all of them told, in the tree and in the list of what arrived.
    QCOMPARE(program.run.live().files, *expected);
    QCOMPARE(program.services.session.roots().size(), 1);
    OpenedRoot* const root = program.services.session.roots().first();
    QCOMPARE(root, program.run.dump().root());
    QCOMPARE(root->state(), OpenedRoot::State::Ready);
    QCOMPARE(program.run.arrivals().kept().size(), root->index()->tensorCount());
    QCOMPARE(program.window.arrangement(), QByteArray("explore"));
    QVERIFY(!program.run.log().kept().empty());
    // The model overflows, which is told where it happened first.
    auto* const live = program.window.dock("live")->panel();
    auto* const table = live->findChild<QTableView*>();
    QCOMPARE(static_cast<std::size_t>(table->model()->rowCount()), root->index()->tensorCount());
    QTRY_VERIFY_WITH_TIMEOUT(live->isSettled(), kPatienceMs);
    // Names can be read, however many numbers stand beside them.
    program.window.showArrangement("capture");
    program.window.resize(1000, 700);
    QTRY_VERIFY(table->isVisible() && table->columnWidth(0) >= 150);
    QTRY_VERIFY(table->horizontalScrollBar()->maximum() > 0);
    program.window.resize(1600, 1000);
    // Run again: one key, another folder, and now the size is known before.
    QVERIFY(program.becomesReady());
    QTRY_VERIFY_WITH_TIMEOUT(program.capture.setup().estimate().bytes.has_value(), kPatienceMs);
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    QCOMPARE(program.run.dump().folder(), QString::fromStdString(folder.at("dump-2")));
    QCOMPARE(program.services.session.roots().size(), 2);
    // It is the one that is looked at, and the table says so.
    OpenedRoot* const second = program.run.dump().root();
    QVERIFY(second != root);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    const Selection& selection = program.services.selection;
    QCOMPARE(selection.scope().root.data(), second);
    QCOMPARE(selection.tensor().root.data(), second);
    QVERIFY(program.window.dock("tensors")->panel()->title().contains(QStringLiteral("dump-2")));
}

// Files are read in whatever order they are closed; the origin is that of core::scanValues all the same.
void CapturePageTest::originIsTheFirstToBeExecuted()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    program.capture.setFinish(CaptureSession::Finish::Stay);
    auto* const live = program.window.dock("live")->panel();
    auto* const banner = live->findChild<QLabel*>(QStringLiteral("banner"));
    auto* const table = live->findChild<QTableView*>();
    QVERIFY(banner && table);
    for (int time = 0; time < 3; ++time) {
        QVERIFY(program.becomesReady());
        QVERIFY(program.services.actions.trigger("capture.start"));
        QVERIFY(program.ends());
        QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
        QTRY_VERIFY_WITH_TIMEOUT(live->isSettled(), kPatienceMs);
        // As README.md of the models has it: exp of 200 in float16 is too much.
        QVERIFY2(banner->isVisibleTo(live) && banner->text().contains(QStringLiteral("exp_overflows")),
            qPrintable(banner->text()));
        QVERIFY2(banner->text().contains(QStringLiteral("output 0")), qPrintable(banner->text()));
        QVERIFY2(!banner->text().contains(QStringLiteral("so far")), qPrintable(banner->text()));
        const auto& arrivals = program.run.arrivals().kept();
        int firsts = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const auto state = static_cast<State>(table->model()->index(row, 0).data(StateRole).toInt());
            const core::LiveTensor& tensor = arrivals[static_cast<std::size_t>(row)].tensor;
            const bool isFirst = tensor.opName == "exp_overflows" && tensor.io == core::Io::Output;
            QCOMPARE(state == State::BornHere, isFirst);
            firsts += isFirst ? 1 : 0;
            QVERIFY(isFirst || tensor.io == core::Io::Output || state != State::Fail); // inputs bear nothing
        }
        QCOMPARE(firsts, 1);
    }
}

// What it writes comes into view and into the counts, what lay there before does not count.
void CapturePageTest::usedFolderThatIsOpen()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    const auto output = folder.at("used");
    program.capture.setup().edit([&](core::CaptureProfile& profile) { profile.output = output; });
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    OpenedRoot* const root = program.run.dump().root();
    const std::size_t before = root->index()->tensorCount(), filesBefore = root->index()->fileCount();
    QCOMPARE(program.run.live().files, filesBefore);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);

    const QString statistics
        = DumpChoice::preset(DumpChoice::Preset::Statistics).text(QStringLiteral("overflow"));
    program.capture.setup().edit(
        [&](core::CaptureProfile& profile) { profile.dumpText = statistics.toStdString(); });
    QVERIFY(program.becomesReady());
    // Dumps are told apart by the second in which they began.
    const qint64 second = QDateTime::currentSecsSinceEpoch();
    QTRY_VERIFY(QDateTime::currentSecsSinceEpoch() > second);
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    QCOMPARE(program.run.dump().root(), root);
    QCOMPARE(program.services.session.roots().size(), 1);
    const core::DumpIndex& index = *root->index();
    QVERIFY(index.tensorCount() > before);
    QCOMPARE(program.run.live().files, index.fileCount() - filesBefore);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    // Its numbers are there, and where it began.
    auto* const live = program.window.dock("live")->panel();
    auto* const banner = live->findChild<QLabel*>(QStringLiteral("banner"));
    QTRY_VERIFY_WITH_TIMEOUT(live->isSettled(), kPatienceMs);
    QVERIFY2(banner->text().contains(QStringLiteral("exp_overflows")), qPrintable(banner->text()));
    const auto* const rows = live->findChild<QTableView*>()->model();
    QCOMPARE(static_cast<std::size_t>(rows->rowCount()), index.tensorCount() - before);
    for (int row = 0; row < rows->rowCount(); ++row) {
        const QString text = rows->index(row, ArrivalModel::Max).data().toString();
        QVERIFY2(!text.isEmpty() && text != QStringLiteral("·"), qPrintable(QString::number(row)));
    }
    QVERIFY(program.run.hasWritten(program.services.selection.tensor()));
    // The next one is expected to write as much as this one did, not as much as lies there.
    QVERIFY(program.becomesReady());
    QTRY_COMPARE_WITH_TIMEOUT(
        program.capture.setup().estimate().files.value_or(0), program.run.live().files, kPatienceMs);
}

void CapturePageTest::profileAndLineGiveTheSame()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder, "dynamic_batch");
    QVERIFY(program.becomesReady());
    program.capture.setFinish(CaptureSession::Finish::Stay);
    program.capture.setup().edit([](core::CaptureProfile& profile) {
        profile.inputs = {"random:7:3,2,12,12"};
        profile.runs = 2;
    });
    QVERIFY(program.becomesReady());
    QString line = program.capture.setup().commandLine();
    QVERIFY(line.startsWith("dumpscope-cli capture model"));
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    QCOMPARE(program.window.arrangement(), QByteArray("capture"));
    const auto byWindow = elementsOf(program.run.dump().folder().toStdString());
    QVERIFY(!byWindow.empty());
    // The line as it is shown, and the profile that it becomes once it is saved.
    const auto file = QString::fromStdString(folder.at("profile.json"));
    QVERIFY(program.capture.setup().save(file));
    const QString saved = program.capture.setup().commandLine();
    QVERIFY(saved.endsWith("profile.json"));
    int number = 1;
    for (const QString& one : {line, saved}) {
        QProcess shell;
        shell.setWorkingDirectory(QString::fromStdString(folder.at("")));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", QStringLiteral(DUMPSCOPE_BINARY_DIR ":") + environment.value("PATH"));
        shell.setProcessEnvironment(environment);
        shell.start("/bin/sh", {"-c", one});
        QVERIFY(shell.waitForFinished(kPatienceMs));
        QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
        const auto byLine = elementsOf(folder.at("dump-" + std::to_string(++number)));
        QVERIFY(byLine == byWindow);
    }
    // A saved profile comes back as it was.
    const core::CaptureProfile profile = program.capture.setup().profile();
    program.capture.setup().reset();
    QVERIFY(program.capture.setup().profile() != profile);
    program.opening.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(program.capture.setup().profile() == profile, kPatienceMs);
}

void CapturePageTest::comparesWithTheCpuDevice()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder, "convnet");
    program.capture.setFinish(CaptureSession::Finish::CompareCpu);
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.current()
            && program.services.comparisons.current()->state() == ComparisonDocument::State::Done,
        kPatienceMs);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    const auto& setup = program.services.comparisons.current()->setup();
    QVERIFY(setup.golden.root->path().contains("-golden-"));
    QVERIFY(!program.services.comparisons.current()->firstDivergence());
    QVERIFY(program.services.comparisons.current()->pairs()->rows() > 0);
}

void CapturePageTest::stopsAtOnceAndKeeps()
{
    const Fault fault("execute:hang");
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    constexpr int kExecuting = 4;
    QTRY_COMPARE_WITH_TIMEOUT(program.run.steps().current(), kExecuting, kPatienceMs);
    QVERIFY(program.services.actions.trigger("capture.stop"));
    QCOMPARE(program.run.state(), CaptureRun::State::Stopping);
    QVERIFY(program.ends());
    QCOMPARE(program.run.state(), CaptureRun::State::Cancelled);
    QCOMPARE(program.run.steps()[kExecuting].glyph, State::NotComparable);
    QCOMPARE(program.window.arrangement(), QByteArray("capture"));
    QVERIFY(program.becomesReady()); // and again
}

void CapturePageTest::failureSaysCauseAndRemedy()
{
    const Fault fault("load:545001");
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.ends());
    QCOMPARE(program.run.state(), CaptureRun::State::Failed);
    QVERIFY(program.run.failure().contains("aclmdlLoadFromFile answered 545001"));
    constexpr int kLoading = 2;
    QCOMPARE(program.run.steps()[kLoading].glyph, State::Fail);
    QCOMPARE(program.run.steps()[kLoading + 1].glyph, State::Unpaired);
    const auto& log = program.run.log().kept();
    QVERIFY(std::ranges::any_of(log, &RunLines::Line::isProblem));
    QCOMPARE(program.window.arrangement(), QByteArray("capture"));
}

void CapturePageTest::askedBeforeItCloses()
{
    const Fault fault("execute:hang");
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    const auto question = [&] { return program.window.findChild<QMessageBox*>("capture-question"); };
    const auto press = [&](QMessageBox::ButtonRole role) {
        for (QAbstractButton* button : question()->buttons()) {
            if (question()->buttonRole(button) == role)
                return button->click();
        }
    };
    QVERIFY(!program.window.close());
    QVERIFY(question() && program.window.isVisible());
    press(QMessageBox::RejectRole); // keep running
    QTRY_VERIFY_WITH_TIMEOUT(!question(), kPatienceMs);
    QVERIFY(program.run.isActive());
    QVERIFY(!program.window.close());
    press(QMessageBox::AcceptRole);
    QTRY_VERIFY_WITH_TIMEOUT(!program.window.isVisible(), kPatienceMs);
    QCOMPARE(program.run.state(), CaptureRun::State::Cancelled);
}

void CapturePageTest::askedBeforeAProfileIsReplaced()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY(program.becomesReady());
    const auto question = [&] { return program.window.findChild<QMessageBox*>("profile-question"); };
    const auto press = [&](QMessageBox::ButtonRole role) {
        for (QAbstractButton* button : question()->buttons()) {
            if (question()->buttonRole(button) == role)
                return button->click();
        }
    };
    const auto model = [&] { return program.capture.setup().profile().model; };
    QVERIFY(program.services.actions.trigger("capture.new_profile"));
    QVERIFY(question());
    press(QMessageBox::RejectRole);
    QTRY_VERIFY_WITH_TIMEOUT(!question(), kPatienceMs);
    QCOMPARE(model(), kModels + "overflow.onnx");
    QVERIFY(program.services.actions.trigger("capture.open_profile"));
    QVERIFY(question());
    press(QMessageBox::RejectRole);
    QTRY_VERIFY_WITH_TIMEOUT(!question(), kPatienceMs);
    QVERIFY(program.services.actions.trigger("capture.new_profile"));
    QVERIFY(question());
    press(QMessageBox::DestructiveRole);
    QTRY_VERIFY_WITH_TIMEOUT(!question(), kPatienceMs);
    QVERIFY(model().empty());
    // Nothing that could be lost: no question.
    QVERIFY(program.services.actions.trigger("capture.new_profile"));
    QVERIFY(!question());
    program.capture.setup().edit(
        [&](core::CaptureProfile& profile) { profile.model = kModels + "overflow.onnx"; });
    QVERIFY(program.becomesReady());
    const auto saved = program.capture.saveProfile(QString::fromStdString(folder.at("kept.json")));
    QVERIFY2(saved.has_value(), saved ? "" : saved.error().text().c_str());
    QVERIFY(program.services.actions.trigger("capture.new_profile"));
    QVERIFY(!question());
    QVERIFY(model().empty());
}

/// `dumpscope --arrangement capture X.onnx`: what was opened is what is captured, until a model is named.
void CapturePageTest::takesTheModelThatIsOpen()
{
    test::WindowProgram program;
    program.services.actions.trigger("view.capture");
    const std::string other = kModels + "overflow.onnx";
    program.opening.open({QString::fromStdString(kModels + "convnet.onnx")});
    const core::CaptureProfile& profile = program.services.capture.setup().profile();
    QTRY_COMPARE_WITH_TIMEOUT(profile.model, kModels + "convnet.onnx", kPatienceMs);
    program.services.capture.setup().edit([&](core::CaptureProfile& changed) { changed.model = other; });
    program.opening.open({QString::fromStdString(kModels + "control_flow.onnx")});
    QTRY_COMPARE_WITH_TIMEOUT(program.services.session.roots().size(), 2, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    QCOMPARE(profile.model, other);
}

/// The configuration names the model it was written for; another model does not make it a riddle.
void CapturePageTest::anotherModelKeepsItReady()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY(program.becomesReady());
    CaptureSetup& setup = program.capture.setup();
    DumpChoice choice = DumpChoice::preset(DumpChoice::Preset::Everything);
    choice.operators = QStringList {setup.model().operators.first()};
    setup.edit([&](core::CaptureProfile& profile) {
        profile.dumpText = choice.text(setup.model().name).toStdString();
    });
    QVERIFY(program.becomesReady());
    const std::string copy = folder.at("renamed.onnx");
    std::filesystem::copy_file(kModels + "overflow.onnx", copy);
    setup.edit([&](core::CaptureProfile& profile) { profile.model = copy; });
    QVERIFY2(program.becomesReady(), qPrintable(setup.obstacle()));
    QVERIFY(QString::fromStdString(setup.profile().dumpText).contains(QStringLiteral("\"renamed\"")));
}

/// While they are typed, and of the model that is named now.
void CapturePageTest::operatorsAreCounted()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY(program.becomesReady());
    const QStringList names = program.capture.setup().model().operators;
    auto* const panel = program.window.dock("capture-profile")->panel();
    const auto fields = panel->findChildren<QLineEdit*>();
    const auto field = std::ranges::find(fields, QStringLiteral("Operators"), &QLineEdit::accessibleName);
    QVERIFY(field != fields.end());
    const auto isSaid = [&](qsizetype count) {
        const QString words = QStringLiteral("%1 of %2").arg(count).arg(names.size());
        const auto labels = panel->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [&](const QLabel* one) { return one->text() == words; });
    };
    QVERIFY(isSaid(names.size()));
    program.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    (*field)->setFocus();
    QTest::keyClicks(*field, names.first());
    QVERIFY(isSaid(1));
    QTest::keyClicks(*field, QStringLiteral(", nobody"));
    QVERIFY(isSaid(1));
    // What they are picked from is the model, though nothing is open.
    ConfigEditor editor(program.services.workbench, panel);
    editor.setModel(QString::fromStdString(kModels + "overflow.onnx"));
    editor.show();
    QTRY_VERIFY_WITH_TIMEOUT(editor.isSettled() && editor.estimate(), kPatienceMs);
}

void CapturePageTest::askedBeforeAConfigurationIsLost()
{
    const test::TemporaryFolder folder;
    const std::string first = folder.at("first.json"), second = folder.at("second.json");
    const std::string_view text = R"({"dump":{"dump_path":"/tmp","dump_mode":"all"}})";
    QVERIFY(test::writeFile(first, text));
    QVERIFY(test::writeFile(second, text));
    test::WindowProgram program;
    auto* const editor = program.find<ConfigEditor>("configuration");
    QVERIFY(editor);
    const auto question = [&] { return program.window.findChild<QMessageBox*>("configuration-question"); };
    const auto press = [&](QMessageBox::ButtonRole role) {
        for (QAbstractButton* button : question()->buttons()) {
            if (question()->buttonRole(button) == role)
                return button->click();
        }
    };
    const auto isOpen
        = [&](const std::string& file) { return editor->file() == QString::fromStdString(file); };
    program.opening.open({QString::fromStdString(first)});
    QTRY_VERIFY_WITH_TIMEOUT(isOpen(first), kPatienceMs);
    editor->setText(QStringLiteral("{\"dump\":{}}"));
    QVERIFY(editor->isModified());
    // Another file does not take its place without a word.
    program.opening.open({QString::fromStdString(second)});
    QTRY_VERIFY_WITH_TIMEOUT(question(), kPatienceMs);
    press(QMessageBox::RejectRole);
    QTRY_VERIFY_WITH_TIMEOUT(!question(), kPatienceMs);
    QVERIFY(isOpen(first) && editor->isModified());
    // Nor does the window close; what is saved is not lost.
    QVERIFY(!program.window.close());
    QVERIFY(question());
    press(QMessageBox::RejectRole);
    QTRY_VERIFY_WITH_TIMEOUT(!question(), kPatienceMs);
    QVERIFY(program.window.isVisible() && editor->isModified());
    QVERIFY(!program.window.close());
    press(QMessageBox::AcceptRole);
    QTRY_VERIFY_WITH_TIMEOUT(!program.window.isVisible(), kPatienceMs);
    QVERIFY(!editor->isModified());
    QFile saved(QString::fromStdString(first));
    QVERIFY(saved.open(QFile::ReadOnly));
    QCOMPARE(saved.readAll(), QByteArray("{\"dump\":{}}"));
}

void CapturePageTest::saysWhatIsMissing()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    QVERIFY(program.becomesReady());
    CaptureSetup& setup = program.capture.setup();
    const auto becomes = [&](CaptureSetup::Step step, State state) {
        return QTest::qWaitFor(
                   [&] { return setup.isSettled() && setup.readiness(step).state == state; }, kPatienceMs)
            && (state == State::Pass || !setup.readiness(step).why.isEmpty());
    };
    const core::CaptureProfile good = setup.profile();
    setup.edit([](core::CaptureProfile& profile) { profile.model = kModels + "README.md"; });
    QVERIFY(becomes(CaptureSetup::ModelStep, State::Warn));
    setup.setProfile(good);
    setup.edit([](core::CaptureProfile& profile) { profile.inputs[0] = "/nowhere.npy"; });
    QVERIFY(becomes(CaptureSetup::InputStep, State::Warn));
    setup.setProfile(good);
    setup.edit([](core::CaptureProfile& profile) { profile.dumpText = R"({"dump":{"dump_mode":"both"}})"; });
    QVERIFY(becomes(CaptureSetup::DumpStep, State::Warn));
    QVERIFY(!program.services.actions.trigger("capture.start"));
    setup.edit([](core::CaptureProfile& profile) { profile.dumpText = "{"; });
    QVERIFY(becomes(CaptureSetup::DumpStep, State::Warn));
    setup.setProfile(good);
    QVERIFY(program.becomesReady());
}

void CapturePageTest::testsTheMachine()
{
    test::WindowProgram program;
    QVERIFY(program.services.actions.trigger("capture.self_test"));
    QVERIFY(program.window.dock("self-test")->isVisible());
    auto* const table = program.find<QTableView>("self-test");
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 5, 2 * kPatienceMs);
    QVERIFY(program.window.dock("self-test")->panel()->title().contains(QStringLiteral(" of ")));
    // Every check has a title of the window's.
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QString title = table->model()->index(row, SelfTestModel::Check).data().toString();
        QVERIFY2(title.at(0).isUpper(), qPrintable(title));
    }
    // What to do can be read, though the table was made while a message stood in its place.
    QVERIFY(table->columnWidth(SelfTestModel::Remedy) > table->width() / 4);
}

namespace {

constexpr int kExecuteStep = 4;

/// A shell that does this, in the way of programs.
void chooseShell(CaptureProgram& program, const std::string& does, const std::string& output)
{
    program.capture.setWay(CaptureSession::Way::Program);
    program.capture.launchSetup().edit([&](core::LaunchProfile& profile) {
        profile.program = "/bin/sh";
        profile.arguments = {"-c", does};
        profile.output = output;
        profile.keepFree = 0;
    });
}

} // namespace

void CapturePageTest::launchesAProgram()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    chooseShell(program,
        "echo begun; cp -r '" DUMPSCOPE_SAMPLE_DATA "/golden/.' {output}; echo \"said $WORD\"",
        folder.at("run-{n}"));
    program.capture.launchSetup().edit([](core::LaunchProfile& profile) {
        profile.environment = {{"WORD", "hello"}};
    });
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    QCOMPARE(program.run.dump().folder(), QString::fromStdString(folder.at("run-1")));
    QCOMPARE(program.run.dump().root()->index()->tensorCount(), std::size_t {168}); // as the sample has
    // What the run keeps for itself lies beside the dump.
    QCOMPARE(program.run.dump().root()->index()->fileCount(), std::size_t {program.run.live().files});
    QCOMPARE(program.run.dump().root()->index()->problems().size(), std::size_t {0});
    QCOMPARE(program.state.recent().first().paths, QStringList {program.run.dump().folder()});
    QVERIFY(program.capture.launchSetup().past()); // so that the next one is known before
    QCOMPARE(program.window.arrangement(), QByteArray("explore"));
    const auto& output = program.run.output().kept();
    QVERIFY(
        std::ranges::any_of(output, [](const RunLines::Line& line) { return line.text == "said hello"; }));
    // A profile that was saved comes back as it was, and the line names it.
    const auto file = QString::fromStdString(folder.at("launch.json"));
    const core::LaunchProfile profile = program.capture.launchSetup().profile();
    QVERIFY(program.capture.saveProfile(file));
    QVERIFY(program.capture.commandLine().startsWith("dumpscope-cli capture /"));
    program.capture.launchSetup().reset();
    program.capture.setWay(CaptureSession::Way::Device);
    program.opening.open({file});
    QTRY_COMPARE_WITH_TIMEOUT(program.capture.way(), CaptureSession::Way::Program, kPatienceMs);
    core::LaunchProfile again = program.capture.launchSetup().profile();
    again.folder = profile.folder; // where the profile lies, unless it says something else
    QVERIFY(again == profile);
    // So does what a workspace keeps.
    Panel* const panel = program.window.dock("capture-profile")->panel();
    const QJsonObject view = panel->saveView();
    const core::LaunchProfile kept = program.capture.launchSetup().profile();
    program.capture.launchSetup().reset();
    program.capture.setWay(CaptureSession::Way::Device);
    panel->restoreView(view);
    QCOMPARE(program.capture.way(), CaptureSession::Way::Program);
    QVERIFY(program.capture.launchSetup().profile() == kept);
}

void CapturePageTest::programThatFailsOrIsStopped()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    chooseShell(program, "exit 3", folder.at("failed"));
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    QVERIFY(program.ends());
    QCOMPARE(program.run.state(), CaptureRun::State::Failed);
    QVERIFY2(program.run.failure().contains('3'), qPrintable(program.run.failure()));
    // It was executing when it failed; the last files came all the same.
    const auto& steps = program.run.steps();
    QCOMPARE(steps[kExecuteStep].glyph, State::Fail);
    QCOMPARE(steps[kExecuteStep + 1].glyph, State::Pass);
    QCOMPARE(steps[kExecuteStep + 2].glyph, State::Unpaired);
    chooseShell(program, "echo begun; exec sleep 600", folder.at("stopped"));
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    QTRY_VERIFY_WITH_TIMEOUT(!program.run.output().kept().empty(), kPatienceMs);
    QVERIFY(program.services.actions.trigger("capture.stop"));
    QVERIFY(program.ends());
    QCOMPARE(program.run.state(), CaptureRun::State::Cancelled);
    QCOMPARE(steps[kExecuteStep].glyph, State::NotComparable);
    // The task strip has it, too, and cancelling there is a stop; once more hurries what does not answer.
    chooseShell(program, "trap '' INT TERM; echo begun; while :; do sleep 0.1; done", folder.at("cancelled"));
    QVERIFY(program.becomesReady());
    QVERIFY(program.services.actions.trigger("capture.start"));
    QTRY_VERIFY_WITH_TIMEOUT(!program.run.output().kept().empty(), kPatienceMs);
    const auto* const strip = program.window.findChild<TaskStrip*>();
    QTRY_VERIFY_WITH_TIMEOUT(strip->text().contains(QStringLiteral("sh")), kPatienceMs);
    QCOMPARE(program.run.tasks().running().size(), 1);
    program.run.tasks().running().first()->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(program.run.state(), CaptureRun::State::Stopping, kPatienceMs);
    for (int hurry = 0; hurry < 2; ++hurry)
        QVERIFY(program.services.actions.trigger("capture.stop"));
    QVERIFY(program.ends());
    QCOMPARE(program.run.state(), CaptureRun::State::Cancelled);
}

void CapturePageTest::argumentsAreThoseOfAShell()
{
    const test::TemporaryFolder folder;
    CaptureProgram program(folder);
    chooseShell(program, "true", folder.at("run-{n}"));
    LaunchSetup& setup = program.capture.launchSetup();
    auto* const form = program.window.findChild<LaunchForm*>();
    QLineEdit* field = nullptr;
    for (QLineEdit* const one : form->findChildren<QLineEdit*>()) {
        if (one->accessibleName() == QStringLiteral("Arguments"))
            field = one;
    }
    QVERIFY(field);
    QCOMPARE(field->text(), QStringLiteral("-c true"));
    const auto type = [&](const QString& text) {
        field->selectAll();
        field->insert(text);
    };
    type(QStringLiteral(R"(train.py --name "a b" --other 'c "d"' e\ f)"));
    QCOMPARE(setup.profile().arguments,
        (std::vector<std::string> {"train.py", "--name", "a b", "--other", "c \"d\"", "e f"}));
    // One that is not closed is an obstacle, and stays as it was written.
    type(QStringLiteral("--name 'a b"));
    QVERIFY(setup.obstacle(LaunchSetup::ProgramStep).contains(QStringLiteral("quotation mark")));
    setup.edit([](core::LaunchProfile& profile) { profile.folder = "/"; });
    QCOMPARE(field->text(), QStringLiteral("--name 'a b"));
    type(QStringLiteral("--name 'a b'"));
    QCOMPARE(setup.obstacle(LaunchSetup::ProgramStep), QString());
    QCOMPARE(setup.profile().arguments, (std::vector<std::string> {"--name", "a b"}));
    // As it is shown it is read.
    setup.setProfile(setup.profile());
    setup.edit([](core::LaunchProfile& profile) { profile.arguments = {"x y", "it's", ""}; });
    const QString shown = field->text();
    type(shown);
    QCOMPARE(setup.profile().arguments, (std::vector<std::string> {"x y", "it's", ""}));
}

void CapturePageTest::estimatesBeforeItStarts()
{
    test::WindowProgram program;
    program.services.actions.trigger("view.capture");
    CaptureSession& capture = program.services.capture;
    capture.setWay(CaptureSession::Way::Program);
    capture.launchSetup().setKind("mindspore");
    auto* const panel = program.window.dock("capture-profile")->panel();
    QTRY_VERIFY_WITH_TIMEOUT(capture.launchSetup().isSettled(), kPatienceMs);
    QVERIFY(!capture.launchSetup().estimate());
    // An earlier dump tells how much its model writes.
    program.services.session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
    QTRY_VERIFY_WITH_TIMEOUT(capture.launchSetup().estimate().has_value(), kPatienceMs);
    QVERIFY(capture.launchSetup().estimate()->bytes > 0);
    QVERIFY(panel->isVisible());
}

QTEST_MAIN(CapturePageTest)
#include "tst_capture_page.moc"
