// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/dump_tree_model.h"

#include "common/cell_roles.h"
#include "common/glyphs.h"
#include "common/language.h"
#include "documents/tensor_states.h"
#include "msprobe_dump_writer.h"

#include <QAbstractItemModelTester>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace dumpscope;
using namespace dumpscope::gui;

class DumpTreeModelTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void fillsRegroupsAndCloses();
    void findsTensors();
    void marksWhatIsBad();
    void everyOpenDumpIsJudged();
    void keepsWhatWasRead();
    void levelsHaveWordsOfTheLanguage();

private:
    std::shared_ptr<DumpTreeModel::Built> built(OpenedRoot* root, core::DumpTree::Grouping grouping);
    OpenedRoot* opened(const QString& path);

    std::unique_ptr<TaskRunner> m_tasks;
    std::unique_ptr<Session> m_session;
};

void DumpTreeModelTest::init()
{
    auto formats = std::make_shared<core::FormatRegistry>();
    core::registerBuiltinFormats(*formats);
    m_session.reset();
    m_tasks = std::make_unique<TaskRunner>();
    m_session = std::make_unique<Session>(*m_tasks, formats);
}

OpenedRoot* DumpTreeModelTest::opened(const QString& path)
{
    OpenedRoot* const root = m_session->open(path);
    [&] { QTRY_VERIFY(m_session->isSettled()); }();
    return root;
}

std::shared_ptr<DumpTreeModel::Built> DumpTreeModelTest::built(
    OpenedRoot* root, core::DumpTree::Grouping grouping)
{
    return DumpTreeModel::build(root->table(), grouping, nullptr, core::OwnedTask()).value_or(nullptr);
}

void DumpTreeModelTest::fillsRegroupsAndCloses()
{
    DumpTreeModel model(*m_session);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    OpenedRoot* const target = opened(DUMPSCOPE_SAMPLE_DATA "/target");
    OpenedRoot* const golden = opened(DUMPSCOPE_SAMPLE_DATA "/golden");
    QVERIFY(target->index() && golden->index());
    QCOMPARE(model.rowCount(), 2);
    for (const auto grouping : {core::DumpTree::Grouping::Scope, core::DumpTree::Grouping::File,
             core::DumpTree::Grouping::OperatorType, core::DumpTree::Grouping::ExecutionOrder}) {
        model.setTree(golden, built(golden, grouping));
        model.setTree(target, built(target, grouping));
        QVERIFY(model.rowCount(model.indexOf(target)) > 0);
    }
    m_session->rescan(target);
    QCOMPARE(model.rowCount(model.indexOf(target)), 0);
    QTRY_VERIFY(m_session->isSettled());
    m_session->close(target);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, 0).data().toString(), QString("golden"));
    QVERIFY(model.rowCount(model.index(0, 0)) > 0);
    m_session->close(golden);
    QCOMPARE(model.rowCount(), 0);
}

void DumpTreeModelTest::levelsHaveWordsOfTheLanguage()
{
    DumpTreeModel model(*m_session);
    OpenedRoot* const root = opened(DUMPSCOPE_SAMPLE_DATA "/target");
    model.setTree(root, built(root, core::DumpTree::Grouping::Scope));
    const core::DumpTree& tree = *model.tree(root);
    const auto all = [&](int role) {
        QStringList words;
        for (core::DumpTree::Node node = 1; node < tree.size(); ++node) {
            const auto kind = tree.kind(node);
            const bool isThere = !tree.tensors(node).empty();
            if (isThere && (kind == core::DumpTree::Kind::Step || kind == core::DumpTree::Kind::Tensor))
                words += model.indexOf(root, node).data(role).toString();
        }
        return words;
    };
    QVERIFY(all(CopyRole).contains(QStringLiteral("step 1"))
        && all(CopyRole).contains(QStringLiteral("input 0")));
    QCOMPARE(all(Qt::DisplayRole), all(CopyRole));
    const QStringList english = all(CopyRole);
    applyLanguage(QStringLiteral("zh_CN"));
    const QStringList chinese = all(Qt::DisplayRole);
    QCOMPARE(all(CopyRole), english); // a workspace is the same in every language
    applyLanguage(QStringLiteral("en"));
    for (qsizetype i = 0; i < chinese.size(); ++i)
        QVERIFY2(chinese[i] != english[i], qPrintable(chinese[i]));
}

void DumpTreeModelTest::findsTensors()
{
    DumpTreeModel model(*m_session);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    OpenedRoot* const root = opened(DUMPSCOPE_SAMPLE_DATA "/target");
    model.setTree(root, built(root, core::DumpTree::Grouping::Scope));
    for (std::size_t row = 0; row < root->index()->tensorCount(); ++row) {
        const TensorRef tensor {root, core::TensorId(row)};
        const QModelIndex index = model.indexOf(tensor);
        QVERIFY(index.isValid());
        QVERIFY(model.tensorAt(index) == tensor);
        QCOMPARE(model.scopeOf(index).rows->size(), std::size_t {1});
    }
    const RowScope all = model.scopeOf(model.indexOf(root));
    QVERIFY(all.root == root && !all.rows);
    QVERIFY(!model.tensorAt(model.indexOf(root)).isValid());
}

void DumpTreeModelTest::marksWhatIsBad()
{
    DumpTreeModel model(*m_session);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    OpenedRoot* const root = opened(DUMPSCOPE_SAMPLE_DATA "/target");
    model.setTree(root, built(root, core::DumpTree::Grouping::Scope));
    const TensorRef tensor {root, core::TensorId(0U)};
    const QModelIndex index = model.indexOf(tensor);
    QCOMPARE(index.data(StateRole).toInt(), static_cast<int>(State::None));
    core::Statistics statistics;
    statistics.count = 6;
    statistics.nanCount = 1;
    root->table()->setStatistics(tensor.id, statistics);
    emit root->statisticsChanged({tensor.id});
    QCOMPARE(index.data(StateRole).toInt(), static_cast<int>(State::Fail));
    const auto tip = [&] { return index.data(Qt::ToolTipRole).toString(); };
    QVERIFY(tip().contains(QStringLiteral("Where they come from was not looked for")));
    for (QModelIndex above = index.parent(); above.parent().isValid(); above = above.parent())
        QCOMPARE(above.data(StateRole).toInt(), static_cast<int>(State::FailInside));
    QVERIFY(model.mostSuspicious(root) == tensor);
    // Tree and table have one store of marks: what a scan says of the tensor, and above all its verdict.
    TensorStates& states = TensorStates::of(*m_session);
    QCOMPARE(states.stateOf(tensor), State::Fail);
    core::NonFiniteTensor found;
    found.id = tensor.id;
    found.nan = 1;
    found.origin = core::ValueOrigin::Inherited;
    core::ValueScan scan;
    scan.found.push_back(found);
    FirstNonFinite::of(*m_session).report(root, scan);
    QCOMPARE(index.data(StateRole).toInt(), static_cast<int>(State::Inherited));
    QCOMPARE(index.parent().data(StateRole).toInt(), static_cast<int>(State::Inherited));
    QVERIFY(tip().contains(QStringLiteral("that an input has already")));
    scan.first = found;
    FirstNonFinite::of(*m_session).report(root, scan);
    QCOMPARE(index.data(StateRole).toInt(), static_cast<int>(State::BornHere));
    QCOMPARE(index.parent().data(StateRole).toInt(), static_cast<int>(State::BornInside));
    auto verdicts = std::make_shared<std::vector<State>>(root->index()->tensorCount(), State::Pass);
    verdicts->front() = State::FirstDivergence;
    states.setVerdicts({{root, verdicts}});
    QCOMPARE(index.data(StateRole).toInt(), static_cast<int>(State::FirstDivergence));
    QCOMPARE(index.parent().data(StateRole).toInt(), static_cast<int>(State::DivergenceInside));
    QVERIFY(tip().contains(QStringLiteral("In the comparison: ")));
    QCOMPARE(TensorStates::markOf({root, core::TensorId(1U)}), State::Pass);
    states.setVerdicts({});
    QCOMPARE(index.data(StateRole).toInt(), static_cast<int>(State::BornHere));
}

/// -Inf of a mask that softmax turns into zeros has no mark, however many dumps are open; one that is left
/// out, as it is compared, is not read.
void DumpTreeModelTest::everyOpenDumpIsJudged()
{
    constexpr float kInf = std::numeric_limits<float>::infinity();
    QTemporaryDir folder;
    const dumpscope::test::DumpedTensor scores {{2, 2}, {1, 2, 3, 4}}, mask {{2, 2}, {1, -kInf, 3, 4}},
        weights {{2, 2}, {1, 0, 0.25F, 0.75F}};
    FirstNonFinite& firsts = FirstNonFinite::of(*m_session);
    firsts.scanByItself(
        *m_tasks, [](const OpenedRoot* root) { return root->path().endsWith(QStringLiteral("compared")); });
    for (const char* name : {"a", "b", "compared"}) {
        const QString path = folder.filePath(QLatin1String(name));
        QVERIFY(dumpscope::test::MsprobeDumpWriter::write(path.toStdString(),
            {{"Torch.masked_fill.0.forward", {scores}, mask},
                {"Functional.softmax.0.forward", {mask}, weights}}));
        opened(path);
    }
    QTRY_VERIFY(firsts.isSettled());
    for (OpenedRoot* root : m_session->roots()) {
        const bool isRead = !root->path().endsWith(QStringLiteral("compared"));
        for (std::uint32_t i = 0; i < root->index()->tensorCount(); ++i) {
            const TensorRef tensor {root, core::TensorId(i)};
            const core::TensorRow& row = tensor.row();
            const bool isMask = (row.io == core::Io::Output)
                == (root->index()->text(row.opName) == "Torch.masked_fill.0.forward");
            QCOMPARE(firsts.originOf(tensor).has_value(), isRead && isMask);
            if (isRead)
                QCOMPARE(TensorStates::markOf(tensor), State::None);
        }
    }
}

/// Reading again can be cancelled at no cost.
void DumpTreeModelTest::keepsWhatWasRead()
{
    OpenedRoot* const root = opened(DUMPSCOPE_SAMPLE_DATA "/target");
    const auto before = root->index();
    m_session->rescan(root);
    const QPointer<Task> task(root->task());
    task->cancel();
    QTRY_VERIFY(m_session->isSettled());
    QTRY_VERIFY(task->isOver());
    QCOMPARE(root->state(), OpenedRoot::State::Ready);
    QVERIFY(!root->error());
    if (task->state() == Task::State::Cancelled) { // else it was faster
        QCOMPARE(root->index(), before);
        QVERIFY(!task->outcome().isEmpty());
    }
}

QTEST_MAIN(DumpTreeModelTest)
#include "tst_dump_tree_model.moc"
