// SPDX-License-Identifier: GPL-3.0-or-later
// A first opening that is cancelled keeps what it read, says so, and goes on where it stopped.
#include "common/cell_roles.h"
#include "documents/problem_list.h"
#include "eventually.h"
#include "kit/data_table.h"
#include "kit/notice_bar.h"
#include "models/dump_tree_model.h"
#include "npy_file.h"
#include "readers/file_finding.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QPointer>
#include <QTest>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kFiles = 300, kPatienceMs = 60'000;

struct Gate {
    std::atomic<bool> isOpen = false;
    std::atomic<int> reads = 0; ///< to the end
};

/// Reads the first 200 files at once and waits before the others until its gate opens or it is stopped.
class GatedReader final : public core::Reader {
public:
    explicit GatedReader(Gate& gate)
        : m_gate(gate)
    {
    }
    const core::ReaderInfo& info() const override
    {
        static const core::ReaderInfo info {"gated", "gated", {"*.gated"}, {.index = true}};
        return info;
    }
    core::Claim probe(const core::FileProbe& probe) const override
    {
        return {probe.name.ends_with(".gated") ? 90 : 0, core::Message("not gated")};
    }
    core::Result<core::FileContents> read(
        const core::FileContext& file, core::TaskContext& task) const override
    {
        if (file.name >= "f200")
            test::eventually([&] { return m_gate.isOpen || task.stopped(); });
        TRY_VOID(task.checkStop());
        ++m_gate.reads;
        core::FileContents contents;
        core::TensorRecord record;
        record.opName = file.name;
        record.dtype = core::DType::Float32;
        record.shape = {2};
        contents.tensors.push_back(std::move(record));
        return contents;
    }
    core::Result<core::TensorView> open(
        const core::FileContext&, std::uint32_t, core::TaskContext&) const override
    {
        return core::fail(core::Code::Unsupported, core::Message("gated only"));
    }

private:
    Gate& m_gate;
};

} // namespace

class PartialOpeningTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void keepsWhatItRead();
    void theWindowSaysSo();

private:
    test::TemporaryFolder m_folder, m_arrays;
};

void PartialOpeningTest::initTestCase()
{
    for (int i = 0; i < kFiles; ++i)
        QVERIFY(test::writeFile(m_folder.at("f" + std::to_string(100 + i) + ".gated"), "1"));
}

void PartialOpeningTest::keepsWhatItRead()
{
    Gate gate;
    auto formats = std::make_shared<core::FormatRegistry>();
    formats->add(std::make_unique<GatedReader>(gate));
    TaskRunner tasks;
    tasks.setThreads(1); // chunk by chunk
    Session session(tasks, formats);
    Selection selection(session);
    ProblemList problems(session, tasks);
    DumpTreeModel tree(session);
    const QAbstractItemModelTester tester(&tree, QAbstractItemModelTester::FailureReportingMode::QtTest);
    OpenedRoot* const root = session.open(QString::fromStdString(m_folder.path()));
    QVERIFY(!Session::canResume(root));
    // Of 300 files whole chunks of 4 come into the index: 25 of them are read.
    QTRY_VERIFY_WITH_TIMEOUT(gate.reads >= 100, kPatienceMs);
    const QPointer<Task> task(root->task());
    QElapsedTimer clock;
    clock.start();
    task->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(task->isOver(), kPatienceMs);
    QVERIFY2(clock.elapsed() < 20 * 100, qPrintable(QString::number(clock.elapsed())));
    QTRY_VERIFY_WITH_TIMEOUT(root->isPartial() && tasks.running().isEmpty(), kPatienceMs);
    QCOMPARE(root->state(), OpenedRoot::State::Ready);
    QVERIFY(!root->error());
    QCOMPARE(root->files(), std::size_t {kFiles});
    const std::size_t before = root->readFiles();
    QCOMPARE(before, std::size_t {100});
    QCOMPARE(root->index()->tensorCount(), before);
    QVERIFY2(task->outcome().contains(QString::number(before)), qPrintable(task->outcome()));
    const QString said = tree.indexOf(root).data(SecondaryTextRole).toString();
    QCOMPARE(said, QStringLiteral("partial %1 of 300").arg(before));
    QCOMPARE(problems.problems().size(), std::size_t {1});
    QVERIFY(Session::canResume(root));

    // What is selected stays, under its name, when the rest is there.
    const TensorRef first {root, core::TensorId(0U)};
    selection.select(first);
    // Stopped once more: never less than before.
    session.resume(root);
    QVERIFY(selection.tensor() == first);
    root->task()->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(tasks.running().isEmpty(), kPatienceMs);
    QVERIFY(root->isPartial());
    QVERIFY(root->readFiles() >= before);

    gate.isOpen = true;
    session.resume(root);
    QTRY_VERIFY_WITH_TIMEOUT(tasks.running().isEmpty(), kPatienceMs);
    QVERIFY(!root->isPartial());
    QVERIFY(!Session::canResume(root));
    QCOMPARE(root->index()->tensorCount(), std::size_t {kFiles});
    QVERIFY(problems.problems().empty());
    // Not one file was read again.
    QCOMPARE(gate.reads.load(), kFiles);
}

/// With real files; the machine decides where it is stopped.
void PartialOpeningTest::theWindowSaysSo()
{
    constexpr int kArrays = 2000;
    const std::string npy = test::npyFile({0, 0});
    for (int i = 0; i < kArrays; ++i)
        QVERIFY(test::writeFile(m_arrays.at("a" + std::to_string(i) + ".npy"), npy));
    const QString path = QString::fromStdString(m_arrays.path());
    test::WindowProgram program;
    Session& session = program.services.session;
    const auto isSettled
        = [&] { return program.window.isSettled() && program.services.tasks.running().isEmpty(); };
    OpenedRoot* root = nullptr;
    for (int attempt = 0; attempt < 100 && !(root && root->isPartial()); ++attempt) {
        if (root)
            session.close(root);
        program.opening.open({path});
        root = session.roots().last();
        Task* const task = root->task();
        QElapsedTimer clock;
        clock.start();
        while (task->progress().title.text() != "Reading headers" || task->progress().done < 256) {
            if (clock.elapsed() > kPatienceMs || task->progress().fraction >= 1)
                break;
        }
        task->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), kPatienceMs);
    }
    QVERIFY(root->isPartial());
    const auto* const table = program.find<DataTable>("tensors");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), static_cast<int>(root->readFiles()), kPatienceMs);
    QVERIFY2(program.window.notice().text().contains(QLatin1String("partial")),
        qPrintable(program.window.notice().text()));
    QAction* const goOn = program.services.actions.action("tools.continue");
    QVERIFY(goOn->isEnabled());
    program.window.notice().action()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(isSettled() && !root->isPartial(), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), kArrays, kPatienceMs);
    QVERIFY(!program.window.notice().isVisible());
    QTRY_VERIFY(!goOn->isEnabled());
}

QTEST_MAIN(PartialOpeningTest)
#include "tst_partial_opening.moc"
