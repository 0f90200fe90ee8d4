// SPDX-License-Identifier: GPL-3.0-or-later
// The search for NaN and infinities says what was looked at, what was not, and what it sets aside.
#include "explore/scan_table.h"
#include "models/scan_model.h"
#include "panel_dock.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr const char* kFinite = R"("Max":1.0,"Min":-1.0,"Mean":0.5,"Norm":1.0)";
constexpr const char* kNan = R"("Max":NaN,"Min":NaN,"Mean":NaN,"Norm":NaN)";
constexpr const char* kMask = R"("Max":0.0,"Min":-Infinity,"Mean":-Infinity,"Norm":Infinity)";

/// The output of one operator after the other, as msprobe records statistics.
std::string dumpOf(const QStringList& outputs)
{
    QStringList data;
    for (const QString& figures : outputs)
        data << QStringLiteral(
            R"("%1.%2.forward":{"input_args":[],"input_kwargs":{},"output":[{"type":"torch.Tensor",)"
            R"("dtype":"torch.float32","shape":[3,3],%3}]})")
                    .arg(figures == QLatin1String(kMask) ? "Torch.full" : "Torch.abs")
                    .arg(data.size())
                    .arg(figures);
    return QStringLiteral(
        R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{%1}})")
        .arg(data.join(','))
        .toStdString();
}

class Search {
public:
    explicit Search(const QStringList& outputs, int ranks = 1)
    {
        for (int rank = 0; rank < ranks; ++rank) {
            const std::string folder = m_dump.at("step0/rank" + std::to_string(rank));
            QVERIFY(test::writeFile(folder + "/dump.json", dumpOf(outputs)));
        }
        m_program.opening.open({QString::fromStdString(m_dump.path())});
        test::settle(m_program);
        QVERIFY(m_program.services.actions.trigger("tools.scan_nonfinite"));
        test::settle(m_program);
    }

    [[nodiscard]] bool says(const QString& words) const
    {
        const auto labels = m_program.window.dock("overflow")->panel()->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&](const QLabel* label) { return label->isVisible() && label->text() == words; });
    }
    [[nodiscard]] QToolButton* button(const char* text) const
    {
        for (auto* button : m_program.window.dock("overflow")->panel()->findChildren<QToolButton*>()) {
            if (button->isVisible() && button->text() == QLatin1String(text))
                return button;
        }
        return nullptr;
    }
    [[nodiscard]] ScanTable* table() const
    {
        for (auto* table : m_program.window.dock("overflow")->panel()->findChildren<ScanTable*>()) {
            if (table->isVisible())
                return table;
        }
        return nullptr;
    }
    /// Tensor and origin of every row.
    [[nodiscard]] QStringList rows() const
    {
        QStringList rows;
        const ScanModel& model = table()->rows();
        for (int row = 0; row < model.rowCount(); ++row)
            rows << model.index(row, ScanModel::Tensor).data().toString() + ' '
                    + model.index(row, ScanModel::Origin).data().toString();
        return rows;
    }

private:
    test::TemporaryFolder m_dump;
    test::WindowProgram m_program;
};

} // namespace

class ValueSearchTest : public QObject {
    Q_OBJECT

private slots:
    void nothingFound();
    void nothingToLookAt();
    void comesToTheFront();
    void marksAreThereForAll();
    void whatIsSetAsideCanBeShown();
    void ranksAndStepsAreShownWhereThereAreSeveral();
    void opensAtTheFirst();
};

void ValueSearchTest::nothingFound()
{
    const Search search({kFinite, kFinite});
    QVERIFY(search.says("No NaN or Inf: 0 tensors looked at by their values, 2 by statistics."));
    QVERIFY(!search.button("Show what is set aside"));
}

void ValueSearchTest::nothingToLookAt()
{
    const Search search({});
    QVERIFY(search.says("Nothing could be looked at for NaN and Inf. There is no tensor."));
}

void ValueSearchTest::comesToTheFront()
{
    test::WindowProgram program(QStringList {QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden")});
    program.window.dock("overflow")->close();
    QVERIFY(!program.window.dock("overflow")->isVisible());
    QVERIFY(program.services.actions.trigger("tools.scan_nonfinite"));
    QVERIFY(program.window.dock("overflow")->isVisible());
    test::settle(program);
}

// Not for those alone that a table had on screen.
void ValueSearchTest::marksAreThereForAll()
{
    test::WindowProgram program;
    program.opening.open({QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target")});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled() && !program.fill.isBusy(), 60'000);
    const OpenedRoot* const root = program.services.session.roots().first();
    const int source = root->table()->columnByName("source");
    for (std::size_t row = 0; row < root->table()->rows(); ++row) {
        if (root->index()->tensor(core::TensorId(row)).state == core::TensorState::Ok)
            QVERIFY2(!core::isNull(root->table()->cell(row, source)), qPrintable(QString::number(row)));
    }
    const auto* const tree = program.find<QTreeView>("dumps");
    QVERIFY2(tree->model()->index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("All ")),
        qPrintable(tree->model()->index(0, 0).data(Qt::ToolTipRole).toString()));
}

void ValueSearchTest::whatIsSetAsideCanBeShown()
{
    const Search search({kFinite, kMask, kNan});
    QVERIFY(search.says("1 of 3 tensors have NaN or Inf. It began at Torch.abs.2.forward output 0, rank 0, "
                        "step 0. Set aside as masks of -Inf: 1."));
    QCOMPARE(search.rows().size(), 1);
    QVERIFY(search.rows()[0].startsWith("Torch.abs.2.forward output"));
    QToolButton* const button = search.button("Show what is set aside");
    QVERIFY(button);
    button->click();
    QCOMPARE(search.rows().size(), 2);
    QVERIFY(search.rows()[1].startsWith("Torch.full.1.forward output"));
    QVERIFY(search.rows()[1].endsWith("mask"));
    QVERIFY(!search.button("Show what is set aside"));
}

void ValueSearchTest::ranksAndStepsAreShownWhereThereAreSeveral()
{
    const Search one({kNan});
    QVERIFY(one.table()->isColumnHidden(ScanModel::Rank));
    const Search two({kNan}, 2);
    QVERIFY(!two.table()->isColumnHidden(ScanModel::Rank));
    QVERIFY(two.table()->isColumnHidden(ScanModel::Step));
    QCOMPARE(two.table()->rows().index(1, ScanModel::Rank).data().toString(), "1");
}

/// The tensor where NaN began opens at its first one, [0,1], which is probed; a finite one at its beginning.
void ValueSearchTest::opensAtTheFirst()
{
    test::WindowProgram program;
    program.opening.open({QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full")});
    test::settle(program);
    const Selection& selection = program.services.selection;
    QTRY_VERIFY(selection.tensor().isValid() && selection.tensor().opName() == u"Default/Log-op0");
    QTRY_COMPARE(selection.element(), (std::vector<std::int64_t> {0, 1}));
    // Who looks at an element stays there.
    program.services.selection.setElement({1, 2});
    test::settle(program);
    QCOMPARE(selection.element(), (std::vector<std::int64_t> {1, 2}));
    const OpenedRoot* const root = selection.tensor().root;
    for (std::size_t i = 0; i < root->index()->tensorCount(); ++i) {
        const TensorRef finite {selection.tensor().root, core::TensorId(i)};
        if (finite.opName() != u"Default/Log-op0" || finite.row().io != core::Io::Input)
            continue;
        program.services.selection.select(finite);
        test::settle(program);
        QTRY_COMPARE(selection.element(), (std::vector<std::int64_t> {0, 0}));
    }
}

QTEST_MAIN(ValueSearchTest)
#include "tst_value_search.moc"
