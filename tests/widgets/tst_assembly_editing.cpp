// SPDX-License-Identifier: GPL-3.0-or-later
// Golden of four rows; the first rank has the last two, which somebody said in the wrong order.
#include "comparison/pairing/assembly_dialog.h"
#include "comparison/pairing/reading_list.h"
#include "msprobe_dump_writer.h"
#include "tensor_desk.h"

#include <QComboBox>
#include <QJsonDocument>
#include <QListWidget>
#include <QPushButton>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::test;

namespace {

constexpr int kPatienceMs = 20'000;
const std::string kName = "Functional.linear.0.forward";
const char* const kWrong
    = "{\"version\":1,\"pairs\":[{\"target\":\"Functional.linear.0.forward:output:0\","
      "\"golden\":\"Functional.linear.0.forward:output:0\",\"assembly\":{\"kind\":\"concat\","
      "\"axis\":0,\"parts\":[{\"rank\":0},{\"rank\":1}]}}]}";

struct Cut : gui::test::Desk {
    TemporaryFolder folder;
    ComparisonDocument* document = nullptr;

    Cut()
    {
        MsprobeDumpWriter::write(folder.at("golden"), {{kName, {}, {{4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}}}});
        MsprobeDumpWriter::write(folder.at("target"), {{kName, {}, {{2, 2}, {4, 5, 6, 7}}}}, 0);
        MsprobeDumpWriter::write(folder.at("target"), {{kName, {}, {{2, 2}, {0, 1, 2, 3}}}}, 1);
        ComparisonSetup setup {{session.open(QString::fromStdString(folder.at("target")))},
            {session.open(QString::fromStdString(folder.at("golden")))}};
        QString rules = QString::fromLatin1(kWrong);
        rules.replace(QStringLiteral("\"target\":\"Functional.linear.0.forward:output:0\""),
            QStringLiteral(
                "\"target\":\"step0/rank0/dump_tensor_data/Functional.linear.0.forward.output.0.npy\""));
        setup.edits = *PairingEdits::fromJson(QJsonDocument::fromJson(rules.toUtf8()).object());
        document = comparisons.compare(setup);
        settle();
        comparisons.select(0);
    }
    void settle() const
    {
        QTRY_COMPARE_WITH_TIMEOUT(document->state(), ComparisonDocument::State::Done, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!document->isPublishing(), kPatienceMs);
    }
    /// Ranks of the parts of the only pair.
    [[nodiscard]] std::vector<std::int64_t> ranks() const
    {
        std::vector<std::int64_t> found;
        const core::PairTable& pairs = *document->pairs();
        if (pairs.rows() != 1 || !core::isPutTogether(pairs.row(0).pair))
            return found;
        for (const core::AssemblyPart& part : pairs.row(0).pair.hint->assembly->parts)
            found.push_back(*pairs.target().index->factsOf(part.id).rank);
        return found;
    }
    /// Until the pair is put together of these.
    void wait(const std::vector<std::int64_t>& wanted) const
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            document->state() == ComparisonDocument::State::Done && ranks() == wanted, kPatienceMs);
    }
};

using Ranks = std::vector<std::int64_t>;

QPushButton* button(const QDialog& dialog, const QString& text)
{
    for (QPushButton* one : dialog.findChildren<QPushButton*>()) {
        if (one->text() == text)
            return one;
    }
    return nullptr;
}

} // namespace

class AssemblyEditingTest : public QObject {
    Q_OBJECT

private slots:
    void partsChangePlaces()
    {
        Cut cut;
        QCOMPARE(cut.ranks(), (Ranks {0, 1}));
        AssemblyDialog dialog(cut.comparisons, cut.tasks, 0, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog.answer().contains(QStringLiteral("concat, axis 0, ranks 0, 1")), kPatienceMs);
        QVERIFY(dialog.answer().contains(QStringLiteral("error 0.956"))); // √(128/140)
        dialog.movePart(1);
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog.answer().contains(QStringLiteral("ranks 1, 0: relative L2 error 0")), kPatienceMs);
        QCOMPARE(dialog.findChild<QListWidget*>()->currentRow(), 1);
        button(dialog, QStringLiteral("Use for this pair"))->click();
        cut.wait({1, 0});
        QVERIFY(cut.document->setup().edits.toJson().contains("\"assembly\""));
        cut.comparisons.undo();
        cut.wait({0, 1});
        cut.comparisons.redo();
        cut.wait({1, 0});
    }

    void aRuleOfAllNamedAlike()
    {
        Cut cut;
        AssemblyDialog dialog(cut.comparisons, cut.tasks, 0, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.movePart(1);
        auto* const use = button(dialog, QStringLiteral("Use for all named alike"));
        QTRY_VERIFY_WITH_TIMEOUT(use->isEnabled(), kPatienceMs);
        use->click();
        const PairingEdits& edits = cut.document->setup().edits;
        QCOMPARE(edits.pairs.size(), 0); // what was said of the tensor before
        QCOMPARE(edits.rules.size(), 1);
        QCOMPARE(edits.rules[0].golden, QStringLiteral("Functional.linear.$1.forward"));
        QCOMPARE(edits.rules[0].more.value(QStringLiteral("io")).toString(), QStringLiteral("output"));
        cut.wait({1, 0});
    }

    void whatCannotBeIsSaid()
    {
        Cut cut;
        AssemblyDialog dialog(cut.comparisons, cut.tasks, 0, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QComboBox* const kind = dialog.findChild<QComboBox*>();
        kind->setCurrentIndex(kind->findText(QStringLiteral("sum")));
        QTRY_VERIFY_WITH_TIMEOUT(dialog.answer().contains(QStringLiteral("Cannot be so")), kPatienceMs);
        QVERIFY(!button(dialog, QStringLiteral("Use for this pair"))->isEnabled());
        QCOMPARE(dialog.choice().kind, core::AssemblyKind::Sum);
    }

    void otherReadingsAreOffered()
    {
        Cut cut;
        ReadingList list(cut.comparisons, cut.tasks, nullptr);
        list.resize(600, 100);
        list.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(list.isSettled() && !list.others().empty(), kPatienceMs);
        QVERIFY(list.plainText().contains(
            QStringLiteral("Functional.linear.0.forward output 0: concat, axis 0, ranks 0, 1")));
        QVERIFY(list.plainText().contains(
            QStringLiteral("Could also be concat, axis 0, ranks 1, 0: relative L2 error 0.")));
        list.use(0);
        cut.wait({1, 0});
        cut.comparisons.undo();
        cut.wait({0, 1});
        cut.comparisons.select(std::nullopt);
        list.refresh();
        QVERIFY(list.isHidden());
    }
};

QTEST_MAIN(AssemblyEditingTest)
#include "tst_assembly_editing.moc"
