// SPDX-License-Identifier: GPL-3.0-or-later
// Pairing files that say what golden's tensors are put together from. What each rank holds is written down by
// hand.
#include "compare/layout/assembly.h"
#include "compare/report/bundle.h"
#include "compare/report/report.h"
#include "msprobe_dump_writer.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

DumpedOperator add(const DumpedTensor& values, int number = 0)
{
    return {"Torch.add." + std::to_string(number) + ".forward", {values}, values};
}

/// One operator on two ranks; golden on none.
struct Compared {
    TemporaryFolder folder;
    OwnedTask task;
    std::optional<Comparison> comparison;
    std::string error;

    Compared(const std::vector<DumpedTensor>& ranks, const DumpedTensor& golden, const std::string& rules,
        bool findsAssemblies = false)
    {
        bool good = MsprobeDumpWriter::write(folder.at("golden"), {add(golden)});
        for (std::size_t rank = 0; rank < ranks.size(); ++rank)
            good = MsprobeDumpWriter::write(folder.at("target"), {add(ranks[rank])}, static_cast<int>(rank))
                && good;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        options.pairing.findsAssemblies = findsAssemblies;
        options.pairing.ruleTexts = {{"pairs.json", rules}};
        auto done = compareFolders(folder.path(), "max_absolute_error", options, task);
        if (done && good)
            comparison = std::move(*done);
        else if (!done)
            error = done.error().text();
    }
    [[nodiscard]] const PairResult* row(Io io = Io::Output) const
    {
        if (!comparison)
            return nullptr;
        const PairTable& pairs = *comparison->pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            if (pairs.golden().index->tensor(pairs.row(row).pair.golden).io == io)
                return &pairs.row(row);
        }
        return nullptr;
    }
    [[nodiscard]] std::string problems() const
    {
        std::string texts;
        for (const Diagnostic& one : comparison->problems)
            texts += one.message.text() + '\n';
        return texts;
    }
};

std::string ruleOf(const std::string& assembly)
{
    return R"({"version":1,"rules":[{"target":"Torch.add.*","golden":"Torch.add.$1","io":"output","assembly":)"
        + assembly + "}]}";
}

} // namespace

class tst_SaidAssemblies : public QObject {
    Q_OBJECT

private slots:
    void isPutTogetherAsSaid_data()
    {
        QTest::addColumn<int>("number");
        const char* const names[] {"columns", "zigzag", "sum", "mean", "transposed", "slice"};
        for (int i = 0; i < 6; ++i)
            QTest::newRow(names[i]) << i;
    }
    void isPutTogetherAsSaid()
    {
        QFETCH(int, number);
        struct Case {
            DumpedTensor golden;
            std::vector<DumpedTensor> ranks;
            std::string assembly;
        };
        const DumpedTensor golden {{4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}};
        const Case cases[] {
            {golden, {{{4, 1}, {0, 2, 4, 6}}, {{4, 1}, {1, 3, 5, 7}}},
                R"({"kind":"concat","axis":1,"parts":[{"rank":0},{"rank":1}]})"},
            {golden, {{{2, 2}, {0, 1, 6, 7}}, {{2, 2}, {2, 3, 4, 5}}},
                R"({"kind":"interleaved","axis":0,"parts":[{"rank":0,"places":[[0,1],[3,1]]},{"rank":1,"places":[[1,2]]}]})"},
            {golden, {{{4, 2}, {0, 0, 1, 1, 2, 2, 3, 3}}, {{4, 2}, {0, 1, 1, 2, 2, 3, 3, 4}}},
                R"({"kind":"sum","parts":[{"rank":0},{"rank":1}]})"},
            {golden, {{{4, 2}, {0, 0, 2, 2, 4, 4, 6, 6}}, {{4, 2}, {0, 2, 2, 4, 4, 6, 6, 8}}},
                R"({"kind":"mean","parts":[{"rank":0},{"rank":1,"id":"Torch.add.$1:output:0"}]})"},
            {golden, {{{2, 4}, {0, 2, 4, 6, 1, 3, 5, 7}}, {{1}, {9}}},
                R"({"kind":"transpose","parts":[{"rank":0}]})"},
            {golden, {{{5, 2}, {9, 9, 0, 1, 2, 3, 4, 5, 6, 7}}, {{1}, {9}}},
                R"({"kind":"slice","axis":0,"parts":[{"rank":0,"places":[[-1,1],[0,4]]}]})"},
        };
        const Case& one = cases[number];
        const Compared compared(one.ranks, one.golden, ruleOf(one.assembly));
        QVERIFY2(compared.comparison, compared.error.c_str());
        const PairResult* const row = compared.row();
        QVERIFY2(row, compared.problems().c_str());
        QVERIFY2(isPutTogether(row->pair), compared.problems().c_str());
        QCOMPARE(row->values[0].value, 0.0);
        QCOMPARE(row->pair.origin, PairOrigin::Mapping);
        QCOMPARE(row->pair.hint->assembly->coverage, 1.0);
        QCOMPARE(row->pair.hint->assembly->basis, AssemblyBasis::Said);
        // No part is without a partner.
        for (const UnpairedTensor& tensor : compared.comparison->unpairedTarget) {
            for (const TensorId part : targetsOf(row->pair))
                QVERIFY(tensor.id != part);
        }
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("assembly");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("kind") << R"({"kind":"glued","parts":[{"rank":0}]})"
                              << "rules[0].assembly.kind: must be same, replicated, concat";
        QTest::newRow("no parts") << R"({"kind":"sum","parts":[]})"
                                  << "rules[0].assembly.parts: must be a list of one part or more";
        QTest::newRow("no axis") << R"({"kind":"concat","parts":[{"rank":0}]})"
                                 << "rules[0].assembly.axis: is missing";
        QTest::newRow("key") << R"({"kind":"sum","parts":[{"ranks":0}]})"
                             << "rules[0].assembly.parts[0].ranks: unknown key; expected one of rank";
        QTest::newRow("no part") << R"({"kind":"sum","parts":[{}]})"
                                 << "rules[0].assembly.parts[0]: names neither rank nor id";
        QTest::newRow("run") << R"({"kind":"sum","parts":[{"rank":0,"places":[[0,-4]]}]})"
                             << "rules[0].assembly.parts[0].places[0]: must be [first, count]";
        QTest::newRow("two of one") << R"({"kind":"same","parts":[{"rank":0},{"rank":1}]})"
                                    << "rules[0].assembly.parts: same has one part";
        QTest::newRow("group") << R"({"kind":"sum","parts":[{"rank":0,"id":"x.$4"}]})"
                               << "$4 has no group";
        QTest::newRow("no rank") << R"({"kind":"sum","parts":[{"rank":0},{"rank":7}]})"
                                 << "rules[0].assembly: parts[1]: rank 7 has no tensor like";
        QTest::newRow("too short") << R"({"kind":"sum","parts":[{"rank":0},{"rank":1}]})"
                                   << "rules[0].assembly: parts[0]: the tensor has 2 slices, golden 4";
        QTest::newRow("axis") << R"({"kind":"concat","axis":5,"parts":[{"rank":0},{"rank":1}]})"
                              << "rules[0].assembly: golden's [4,2] has no axis 5";
        QTest::newRow("places") << R"({"kind":"interleaved","axis":0,"parts":[{"rank":0},{"rank":1}]})"
                                << "rules[0].assembly: parts[0]: of the kind interleaved it must be said "
                                   "which of its slices stand where";
        QTest::newRow("beyond") << R"({"kind":"interleaved","axis":0,"parts":[{"rank":0,"places":[[3,2]]}]})"
                                << "rules[0].assembly: parts[0]: golden has only 4 slices";
        QTest::newRow("too many")
            << R"({"kind":"concat","axis":0,"parts":[{"rank":0},{"rank":1},{"rank":0}]})"
            << "parts[2]: with the parts before there are 6 slices, golden has 4";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, assembly);
        QFETCH(QString, sentence);
        const Compared compared({{{2, 2}, {0, 1, 2, 3}}, {{2, 2}, {4, 5, 6, 7}}},
            {{4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}}, ruleOf(assembly.toStdString()));
        const std::string said = compared.comparison ? compared.problems() : compared.error;
        QVERIFY2(said.find(sentence.toStdString()) != std::string::npos, said.c_str());
    }

    void otherAxesAreNotTakenTogether()
    {
        const Compared compared({{{2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}}}, {{4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}},
            ruleOf(R"({"kind":"same","parts":[{"rank":0}]})"));
        const std::string said = compared.problems();
        QVERIFY2(said.find("rules[0].assembly: parts[0]: [2,4] is not like golden's [4,2] in the axes beside "
                           "the one that is cut")
                != std::string::npos,
            said.c_str());
    }

    /// The search finds rows in order of the ranks; a file that says otherwise is believed.
    void winsOverTheSearch()
    {
        DumpedTensor golden {{4, 8}, {}}, first {{2, 8}, {}}, second {{2, 8}, {}};
        for (int i = 0; i < 32; ++i) {
            const auto value = static_cast<float>((i * 37 % 101) - 50) / 7;
            golden.values.push_back(value);
            (i < 16 ? first : second).values.push_back(value);
        }
        const std::string none = R"({"version":1,"rules":[]})";
        const Compared found({first, second}, golden, none, true);
        QVERIFY(found.row() && isPutTogether(found.row()->pair));
        QCOMPARE(found.row()->pair.origin, PairOrigin::Assembly);
        QCOMPARE(found.row()->values[0].value, 0.0);
        const Compared said({first, second}, golden,
            ruleOf(R"({"kind":"concat","axis":0,"parts":[{"rank":1},{"rank":0}]})"), true);
        QVERIFY(said.row() && isPutTogether(said.row()->pair));
        std::size_t count = 0;
        for (std::size_t row = 0; row < said.comparison->pairs->rows(); ++row)
            count += said.comparison->pairs->row(row).pair.golden == said.row()->pair.golden ? 1 : 0;
        QCOMPARE(count, std::size_t {1});
        QCOMPARE(said.row()->pair.origin, PairOrigin::Mapping);
        QVERIFY(said.row()->values[0].value > 0);
    }

    void bundlesKeepAllParts_data()
    {
        QTest::addColumn<bool>("isGoldenCut");
        QTest::newRow("target") << false;
        QTest::newRow("golden") << true;
    }

    /// All parts go along, and whoever opens the bundle sees the same assembly and the same figures.
    void bundlesKeepAllParts()
    {
        QFETCH(const bool, isGoldenCut);
        DumpedTensor golden {{4, 8}, {}}, first {{2, 8}, {}}, second {{2, 8}, {}};
        for (int i = 0; i < 32; ++i) {
            const auto value = static_cast<float>((i * 37 % 101) - 50) / 7;
            golden.values.push_back(value);
            (i < 16 ? second : first).values.push_back(value); // the last rank has the first rows
        }
        Compared compared({first, second}, golden, R"({"version":1,"rules":[]})", true);
        QVERIFY(compared.row() && isPutTogether(compared.row()->pair));
        if (isGoldenCut) {
            ComparisonOptions options;
            options.limits = presetLimits("precision").value();
            auto exchanged = compareFolders(
                compared.folder.path(), "max_absolute_error", options, compared.task, {}, "golden", "target");
            QVERIFY(exchanged);
            compared.comparison = std::move(*exchanged);
        }
        const PairTable& pairs = *compared.comparison->pairs;
        std::vector<std::size_t> chosen(pairs.rows());
        for (std::size_t row = 0; row < chosen.size(); ++row)
            chosen[row] = row;
        const Limits limits = presetLimits("precision").value();
        const std::string file = compared.folder.at("bundle.zip");
        QCOMPARE(bundleContents(*compared.comparison, chosen).pairs, chosen.size());
        const auto written = writeBundle(*compared.comparison, chosen, {},
            {.profile = "dumpscope", .limits = limits}, file, compared.task);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        const auto bundle = readBundle(file, compared.task);
        QVERIFY(bundle);
        ComparisonOptions options;
        options.limits = bundle->settings.limits;
        const auto registry = builtinMetrics();
        options.measure.profile = registry->findProfile("dumpscope");
        options.measure.metrics
            = std::make_shared<const MetricSelection>(selectMetrics(*registry, "max_absolute_error").value());
        options.pairing.findsAssemblies = false;
        const auto open = [&](const std::string& side) {
            return ComparisonSide {openDump(side, builtinFormats(), {}, compared.task).value(), std::nullopt};
        };
        const auto again
            = compareSides(open(bundle->target), open(bundle->golden), options, {}, compared.task);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again->pairs->rows(), pairs.rows());
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const PairResult &one = pairs.row(row), &other = again->pairs->row(row);
            QCOMPARE(other.values[0].value, one.values[0].value);
            QCOMPARE(other.verdict, one.verdict);
            const Assembly &was = *one.pair.hint->assembly, &is = *other.pair.hint->assembly;
            QCOMPARE(was.isOfGolden, isGoldenCut);
            QCOMPARE(is.isOfGolden, isGoldenCut);
            QCOMPARE(is.kind, was.kind);
            QCOMPARE(is.axis, was.axis);
            QCOMPARE(is.coverage, was.coverage);
            QCOMPARE(is.parts.size(), was.parts.size());
            QCOMPARE(is.basis, was.basis);
            for (std::size_t i = 0; i < was.parts.size(); ++i) {
                const auto index = [&](const PairTable& table) -> const DumpIndex& {
                    return partsIndex(was, *table.target().index, *table.golden().index);
                };
                QCOMPARE(
                    index(*again->pairs).tensorId(is.parts[i].id), index(pairs).tensorId(was.parts[i].id));
                QCOMPARE(is.parts[i].axes, was.parts[i].axes);
                QCOMPARE(is.parts[i].places, was.parts[i].places);
            }
        }
    }
};

QTEST_MAIN(tst_SaidAssemblies)
#include "tst_said_assemblies.moc"
