// SPDX-License-Identifier: GPL-3.0-or-later
// Expected words follow from the numbers written here: for n elements max |x| <= ‖x‖ and √n |mean| <= ‖x‖.
#include "readers/statistic_contradictions.h"

#include <QTest>

#include <limits>

using namespace dumpscope::core;

class TestStatisticContradictions : public QObject {
    Q_OBJECT

private slots:
    /// In a file in which every row contradicts itself, what is kept of them is bounded.
    void manyRows()
    {
        constexpr std::size_t kRows = 20'000;
        StatisticTable table;
        table.opName.assign(kRows, table.strings.intern("add"));
        table.shapeText.assign(kRows, table.strings.intern("[2,2]"));
        table.dtype.assign(kRows, DType::Float32);
        table.problem.assign(kRows, MessageId {0U});
        table.problem[kRows - 1] = table.messages.intern(phrase("short row: %1 of %2 fields", 3, 4));
        using Field = StatisticTable::Field;
        for (std::size_t i = 0; i < kRows; ++i) {
            table.line.push_back(i + 2);
            table.values[static_cast<std::size_t>(Field::Max)].push_back(-1.0 - static_cast<double>(i));
            table.values[static_cast<std::size_t>(Field::Min)].push_back(1.0);
        }
        std::vector<Diagnostic> problems;
        noteContradictions(table, problems);
        const auto said
            = [&](std::size_t row) { return std::string(table.messages.text(table.problem[row])); };
        QCOMPARE(said(41), std::string("the statistics contradict themselves: min 1 is above max -42"));
        QCOMPARE(said(kRows - 2), std::string("the statistics contradict themselves: min is above max"));
        QCOMPARE(said(kRows - 1),
            std::string("short row: 3 of 4 fields; the statistics contradict themselves: min is above max"));
        QCOMPARE(problems.back().message.text(), std::string("19900 more rows with a problem"));
        QVERIFY(table.messages.size() < kRows);
    }

    void rows_data()
    {
        QTest::addColumn<QList<double>>("row"); // max, min, mean, norm; four elements
        QTest::addColumn<QString>("problem");
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        constexpr double kInf = std::numeric_limits<double>::infinity();
        using Row = QList<double>;
        QTest::newRow("possible") << Row {3, -1, 0.5, 4} << "";
        QTest::newRow("rounded to bfloat16") << Row {1, 1, 1.0078125, 2} << "";
        QTest::newRow("not finite") << Row {kInf, -1, kNan, kInf} << "";
        QTest::newRow("norm not computed") << Row {3, -1, 0.5, 0} << "";
        // Squares below 2^-126 lose their bits in float32: the root of its smallest number, 2^-149.
        QTest::newRow("lost squares") << Row {2.4e-23, 2e-23, 2.2e-23, 3.743392066509216e-23} << "";
        QTest::newRow("small but whole")
            << Row {3e-16, 2e-16, 2.5e-16, 3e-16} << "norm 3e-16 is below what elements of mean 2.5e-16 have";
        QTest::newRow("exchanged") << Row {-1, 3, 0.5, 4} << "min 3 is above max -1";
        QTest::newRow("mean above") << Row {3, -1, 1e6, 4} << "mean 1000000 is not between min -1 and max 3";
        QTest::newRow("mean below") << Row {3, -1, -2, 4} << "mean -2 is not between min -1 and max 3";
        QTest::newRow("small norm") << Row {3, -1, 0.5, 2} << "norm 2 is below the largest element 3";
        QTest::newRow("norm of the mean")
            << Row {3, -1, 2.5, 4} << "norm 4 is below what elements of mean 2.5 have";
        // msprobe gives a number without axes as its own norm.
        QTest::newRow("one number") << Row {-0.5, -0.5, -0.5, -0.5} << "";
        QTest::newRow("four numbers")
            << Row {-0.5, -0.5, -0.5, -0.5} << "norm -0.5 is below the largest element 0.5";
    }
    void rows()
    {
        QFETCH(const QList<double>, row);
        QFETCH(const QString, problem);
        const QByteArray shape = QTest::currentDataTag() == QByteArray("one number") ? "[]" : "[2,2]";
        StatisticTable table;
        table.opName = {table.strings.intern("add")};
        table.shapeText = {table.strings.intern(shape.toStdString())};
        table.dtype = {DType::Float32};
        table.line = {7};
        table.problem = {MessageId {0U}};
        using Field = StatisticTable::Field;
        for (const auto& [field, at] : {std::pair(Field::Max, 0), std::pair(Field::Min, 1),
                 std::pair(Field::Mean, 2), std::pair(Field::L2Norm, 3)})
            table.values[static_cast<std::size_t>(field)] = {row[at]};
        std::vector<Diagnostic> problems;
        noteContradictions(table, problems);
        const QString said = QString::fromStdString(std::string(table.messages.text(table.problem[0])));
        if (problem.isEmpty()) {
            QVERIFY2(problems.empty(), qPrintable(said));
            return;
        }
        QCOMPARE(said, "the statistics contradict themselves: " + problem);
        QCOMPARE(problems.size(), std::size_t {1});
        QVERIFY(problems[0].severity == Severity::Warning && problems[0].code == Code::Suspicious);
        QCOMPARE(problems[0].place.row, std::optional<std::uint64_t>(7));
    }
};

QTEST_APPLESS_MAIN(TestStatisticContradictions)
#include "tst_statistic_contradictions.moc"
