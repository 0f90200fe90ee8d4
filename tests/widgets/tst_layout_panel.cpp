// SPDX-License-Identifier: GPL-3.0-or-later
// A product of one process, and the same with its weight cut over two ranks.
#include "comparison/errors/rank_error_map.h"
#include "comparison/layout/rank_mesh_model.h"
#include "comparison/pairing/assembly_group_model.h"
#include "kit/message_page.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"
#include "msprobe_dump_writer.h"
#include "tensor_desk.h"

#include <QAbstractItemModelTester>

#include <random>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::test;

namespace {

constexpr int kPatienceMs = 20'000;

DumpedTensor noise(const core::Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    DumpedTensor made {shape, {}};
    for (std::uint64_t i = 0; i < core::elementCount(shape).value(); ++i)
        made.values.push_back(static_cast<float>(random() % 2001) / 1000 - 1);
    return made;
}

DumpedTensor half(const DumpedTensor& whole, bool isSecond)
{
    const auto size = static_cast<std::ptrdiff_t>(whole.values.size() / 2);
    const auto from = whole.values.begin() + (isSecond ? size : 0);
    return {{whole.shape[0] / 2, whole.shape[1]}, {from, from + size}};
}

/// Folders `golden` with one rank and `target` with two.
struct CutWeight {
    TemporaryFolder folder;
    bool good = true;

    CutWeight()
    {
        std::vector<DumpedOperator> golden, first, second;
        for (int i = 0; i < 2; ++i) {
            const std::string name = "Functional.linear." + std::to_string(i) + ".forward";
            const DumpedTensor input = noise({3, 8}, 7),
                               weight = noise({6, 8}, 20U + static_cast<unsigned>(i)),
                               output = noise({3, 4}, 9);
            golden.push_back({name, {input, weight}, output});
            first.push_back({name, {input, half(weight, false)}, output});
            second.push_back({name, {input, half(weight, true)}, output});
        }
        good = MsprobeDumpWriter::write(folder.at("golden"), golden)
            && MsprobeDumpWriter::write(folder.at("target"), first, 0)
            && MsprobeDumpWriter::write(folder.at("target"), second, 1);
    }
    [[nodiscard]] QString at(const char* name) const { return QString::fromStdString(folder.at(name)); }
};

template<typename Model> Model* modelIn(const Panel& panel)
{
    for (const SimpleTable* table : panel.findChildren<SimpleTable*>()) {
        if (auto* const model = qobject_cast<Model*>(table->model()))
            return model;
    }
    return nullptr;
}

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class LayoutPanelTest : public QObject {
    Q_OBJECT

private slots:
    void coordinatesOfRanks()
    {
        RankMeshModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        core::RunLayout layout;
        layout.ranks = {0, 1, 2};
        layout.axes = {{"tp", 2, {{1, 0}}, {}}, {{}, 3, {{0, 1, 2}}, {}}};
        model.setLayout(layout);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("tp2"));
        QCOMPARE(
            model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("groups of 3"));
        QCOMPARE(cell(model, 0, 1), QStringLiteral("1"));
        QCOMPARE(cell(model, 2, 1), QStringLiteral("–")); // no group has it
        QCOMPARE(cell(model, 2, 2), QStringLiteral("2"));
        model.setLayout({});
        QCOMPARE(model.rowCount(), 0);
    }

    void oneRankIsSaid()
    {
        const CutWeight written;
        QVERIFY(written.good);
        gui::test::Desk desk;
        desk.open(written.at("golden"));
        const auto panel = desk.makePanel("layout");
        panel->show();
        QTRY_COMPARE_WITH_TIMEOUT(panel->findChild<MessagePage*>()->text().trimmed(),
            QStringLiteral("There is one rank only."), kPatienceMs);
    }

    void meshOfOneDump()
    {
        const CutWeight written;
        gui::test::Desk desk;
        desk.open(written.at("target"));
        const auto panel = desk.makePanel("layout");
        panel->show();
        QTRY_COMPARE_WITH_TIMEOUT(modelIn<RankMeshModel>(*panel)->rowCount(), 2, kPatienceMs);
        QVERIFY(!panel->findChild<SentenceList*>()->plainText().isEmpty());
        QCOMPARE(modelIn<AssemblyGroupModel>(*panel)->rowCount(), 0);
        QVERIFY(panel->commandLine().startsWith(QStringLiteral("dumpscope-cli info ")));
        QVERIFY(panel->commandLine().contains(QStringLiteral(" --layout")));
    }

    void whatIsCutWhere()
    {
        const CutWeight written;
        gui::test::Desk desk;
        OpenedRoot* const target = desk.open(written.at("target"));
        OpenedRoot* const golden = desk.open(written.at("golden"));
        const auto panel = desk.makePanel("layout");
        panel->resize(900, 300);
        panel->show();
        auto* const model = modelIn<AssemblyGroupModel>(*panel);
        const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        desk.comparisons.compare({{target}, {golden}});
        int weights = -1;
        const auto find = [&] {
            for (int row = 0; row < model->rowCount(); ++row) {
                if (cell(*model, row, AssemblyGroupModel::How)
                    == QStringLiteral("concat, axis 0, ranks 0, 1"))
                    weights = row;
            }
            return weights;
        };
        QTRY_VERIFY_WITH_TIMEOUT(find() >= 0, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs);
        QVERIFY(find() >= 0);
        QCOMPARE(
            cell(*model, weights, AssemblyGroupModel::First), QStringLiteral("Functional.linear.0.forward"));
        QCOMPARE(cell(*model, weights, AssemblyGroupModel::Place), QStringLiteral("input 1"));
        QCOMPARE(cell(*model, weights, AssemblyGroupModel::Tensors), QStringLiteral("2"));
        QCOMPARE(cell(*model, weights, AssemblyGroupModel::Error), QStringLiteral("0"));
        const std::size_t first = model->at(weights).first;
        for (SimpleTable* table : panel->findChildren<SimpleTable*>()) {
            if (table->model() == model)
                emit table->activated(model->index(weights, 0));
        }
        QCOMPARE(desk.comparisons.pair(), std::optional(first));

        auto* const map = panel->findChild<RankErrorMap*>();
        QVERIFY(map->isVisible());
        QCOMPARE(map->content().rows, (QStringList {"rank 0", "rank 1"}));
        QCOMPARE(map->content().lines.front().texts, (QStringList {"linear.0", "linear.1"}));
        QVERIFY(map->describe({1, 0}).contains(QStringLiteral("Functional.linear.1.forward, rank 0")));
        QTest::mouseClick(map, Qt::LeftButton, {}, map->rectOf({1, 1}).center().toPoint());
        const core::PairTable& pairs = *desk.comparisons.current()->pairs();
        const core::DumpIndex& index = *pairs.golden().index;
        const core::TensorId chosen = pairs.row(*desk.comparisons.pair()).pair.golden;
        QCOMPARE(index.text(index.tensor(chosen).opName), std::string_view("Functional.linear.1.forward"));
    }
};

QTEST_MAIN(LayoutPanelTest)
#include "tst_layout_panel.moc"
