// SPDX-License-Identifier: GPL-3.0-or-later
// A bundle of pairs whose target is cut over two ranks, compared again by who gets it: what is printed of the
// pairs is what was printed before.
#include "msprobe_dump_writer.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QTest>

#include <random>

using namespace dumpscope::test;

namespace {

QByteArray run(const QStringList& arguments)
{
    QProcess program;
    program.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"),
        arguments + QStringList {"--progress", "none"});
    return program.waitForFinished(120'000) ? program.readAllStandardOutput() : QByteArray();
}

/// The pairs of `compare --json` by golden's tensor, without what counts rows or says who paired them.
QMap<QString, QJsonObject> pairsOf(const QString& target, const QString& golden)
{
    QMap<QString, QJsonObject> pairs;
    const QJsonDocument printed = QJsonDocument::fromJson(
        run({"compare", target, golden, "--metrics", "all", "--json", "--fail-on", "never"}));
    for (const QJsonValue& value : printed["pairs"].toArray()) {
        QJsonObject pair = value.toObject();
        pair.remove("index");
        pair.remove("pair_origin");
        pairs.insert(pair["golden_id"].toString(), pair);
    }
    return pairs;
}

DumpedTensor noise(std::int64_t rows, std::int64_t columns, unsigned seed)
{
    std::mt19937 random(seed);
    DumpedTensor made {{rows, columns}, {}};
    for (std::int64_t i = 0; i < rows * columns; ++i)
        made.values.push_back(static_cast<float>(random() % 2001) / 1000 - 1);
    return made;
}

/// Half of the rows or of the columns.
DumpedTensor half(const DumpedTensor& whole, std::int64_t number, bool ofRows)
{
    const std::int64_t rows = whole.shape[0], columns = whole.shape[1];
    DumpedTensor part {{ofRows ? rows / 2 : rows, ofRows ? columns : columns / 2}, {}};
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            if ((ofRows ? row / (rows / 2) : column / (columns / 2)) == number)
                part.values.push_back(whole.values[static_cast<std::size_t>(row * columns + column)]);
        }
    }
    return part;
}

} // namespace

class TestCutBundle : public QObject {
    Q_OBJECT

private slots:
    void showsTheSame()
    {
        const TemporaryFolder folder;
        std::vector<DumpedOperator> whole;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (unsigned number = 0; number < 6; ++number) {
            const std::string name = "Functional.linear." + std::to_string(number) + ".forward";
            const DumpedTensor weight = noise(8, 12, number + 1), output = noise(6, 8, number + 10);
            whole.push_back({name, {weight}, output});
            for (std::int64_t rank = 0; rank < 2; ++rank) {
                DumpedOperator part {name, {half(weight, rank, true)}, half(output, rank, false)};
                if (number == 2 && rank == 1)
                    part.output.values[5] += 0.01F;
                ranks[static_cast<std::size_t>(rank)].push_back(part);
            }
        }
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), whole));
        for (int rank = 0; rank < 2; ++rank)
            QVERIFY(
                MsprobeDumpWriter::write(folder.at("target"), ranks[static_cast<std::size_t>(rank)], rank));
        const QString target = QString::fromStdString(folder.at("target")),
                      golden = QString::fromStdString(folder.at("golden")),
                      file = QString::fromStdString(folder.at("bundle.zip"));
        const auto before = pairsOf(target, golden);
        QCOMPARE(before.size(), 12);
        for (const QJsonObject& pair : before)
            QVERIFY2(pair["assembly"]["parts"].toArray().size() == 2, QJsonDocument(pair).toJson());
        run({"bundle", target, golden, "--pairs", "0,1,2,3,4,5,6,7,8,9,10,11", "-o", file});
        const auto after = pairsOf(file + "/target/target", file + "/golden/golden");
        QCOMPARE(after.keys(), before.keys());
        for (const QString& id : before.keys())
            QCOMPARE(QJsonDocument(after[id]).toJson(), QJsonDocument(before[id]).toJson());
    }
};

QTEST_GUILESS_MAIN(TestCutBundle)
#include "tst_cut_bundle.moc"
