// SPDX-License-Identifier: GPL-3.0-or-later
// Golden counts its elements; what the parts hold is written down by hand.
#include "compare/layout/assembly_readings.h"

#include "compare/pairing/pairing.h"
#include "compare/pairing/pairing_file.h"
#include "msprobe_dump_writer.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

const std::string kName = "Functional.linear.0.forward";

/// One operator, whose output every rank has a part of.
struct Dumps {
    TemporaryFolder folder;
    OwnedTask task;
    std::shared_ptr<const DumpIndex> target, golden;

    Dumps(const std::vector<DumpedTensor>& parts, const DumpedTensor& whole)
    {
        for (std::size_t rank = 0; rank < parts.size(); ++rank)
            MsprobeDumpWriter::write(folder.at("target"), {{kName, {}, parts[rank]}}, static_cast<int>(rank));
        MsprobeDumpWriter::write(folder.at("golden"), {{kName, {}, whole}});
        target = openDump(folder.at("target"), builtinFormats(), {}, task).value();
        golden = openDump(folder.at("golden"), builtinFormats(), {}, task).value();
    }
    [[nodiscard]] TensorId part(std::int64_t rank) const
    {
        for (std::size_t i = 0; i < target->tensorCount(); ++i) {
            if (target->factsOf(TensorId(i)).rank == rank)
                return TensorId(i);
        }
        return {};
    }
    [[nodiscard]] Result<Assembly> as(const AssemblyChoice& choice, const Assembly* now = nullptr)
    {
        return assembledAs(choice, now, TensorId(0U), TensorStore(target), TensorStore(golden), task);
    }
    [[nodiscard]] TensorPair pair(std::optional<Assembly> assembly = {}) const
    {
        TensorPair made {part(0), TensorId(0U), PairOrigin::Manual, 1, {}, {}};
        if (assembly) {
            auto hint = std::make_shared<AlignmentHint>();
            hint->assembly = std::make_shared<const Assembly>(std::move(*assembly));
            made.hint = std::move(hint);
        }
        return made;
    }
    [[nodiscard]] std::vector<Assembly> others(const TensorPair& pair)
    {
        return otherReadings(pair, TensorStore(target), TensorStore(golden), task).value();
    }
};

const std::string kRule = "\"rules\":[{\"target\":\"/Functional\\\\.linear\\\\.(\\\\d+)\\\\.forward/\","
                          "\"golden\":\"Functional.linear.$1.forward\",\"io\":\"output\",";

const DumpedTensor kWhole {{4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}};

} // namespace

class TestAssemblyReadings : public QObject {
    Q_OBJECT

private slots:
    void orderOfParts()
    {
        Dumps dumps({{{2, 2}, {4, 5, 6, 7}}, {{2, 2}, {0, 1, 2, 3}}}, kWhole);
        const TensorId zero = dumps.part(0), one = dumps.part(1);
        const auto wrong = dumps.as({AssemblyKind::Concat, 0, {zero, one}});
        QVERIFY(wrong);
        // Each element is off by 4: √(8·16 / 140).
        QVERIFY(std::abs(wrong->error - std::sqrt(128.0 / 140)) < 1e-6);
        const auto right = dumps.as({AssemblyKind::Concat, 0, {one, zero}}, &*wrong);
        QVERIFY(right);
        QCOMPARE(right->error, 0.0);
        QCOMPARE(right->parts.front().id, one);
        QVERIFY(right->basis == AssemblyBasis::Said);
        QCOMPARE(readingText(*right, *dumps.target).text(), std::string("concat, axis 0, ranks 1, 0"));
        // The word is one of ours, which the window translates, not a name.
        const Message how = readingText(*right, *dumps.target).arguments().front();
        QCOMPARE(how.arguments().front().form(), std::string_view("concat"));
        // Offered beside the wrong one, and not beside itself.
        const auto others = dumps.others(dumps.pair(*wrong));
        QVERIFY(!others.empty());
        QVERIFY(others.front().kind == AssemblyKind::Concat && others.front().axis == std::size_t {0});
        QCOMPARE(others.front().parts.front().id, one);
        QCOMPARE(others.front().error, 0.0);
        for (const Assembly& other : dumps.others(dumps.pair(*right)))
            QVERIFY(other.error > 0);
    }

    void inTurns()
    {
        // Rows 0 and 2 on rank 0, 1 and 3 on rank 1; in zigzag 0 and 3, 1 and 2.
        Dumps turns({{{2, 2}, {0, 1, 4, 5}}, {{2, 2}, {2, 3, 6, 7}}}, kWhole);
        QCOMPARE(turns.as({AssemblyKind::Interleaved, 0, {turns.part(0), turns.part(1)}})->error, 0.0);
        Dumps zigzag({{{2, 2}, {0, 1, 6, 7}}, {{2, 2}, {2, 3, 4, 5}}}, kWhole);
        const std::vector<TensorId> parts {zigzag.part(0), zigzag.part(1)};
        QCOMPARE(zigzag.as({AssemblyKind::Interleaved, 0, parts, 2, true})->error, 0.0);
        QVERIFY(zigzag.as({AssemblyKind::Interleaved, 0, parts})->error > 0.1);
        QCOMPARE(
            readingText(*zigzag.as({AssemblyKind::Interleaved, 0, parts, 2, true}), *zigzag.target).text(),
            std::string("interleaved, axis 0, runs of ranks 0, 1, 0"));
        QCOMPARE(zigzag.as({AssemblyKind::Interleaved, 0, parts, 3}).error().code, Code::Mapping);
    }

    /// Decode steps of one rank, for example.
    void partsOfOneRankNameItOnce()
    {
        Dumps dumps({{{2, 2}, {0, 1, 2, 3}}, {{2, 2}, {4, 5, 6, 7}}}, kWhole);
        Assembly steps;
        steps.kind = AssemblyKind::Concat;
        steps.axis = 0;
        steps.parts.resize(3);
        for (AssemblyPart& part : steps.parts)
            part.id = dumps.part(0);
        QCOMPARE(readingText(steps, *dumps.target).text(), std::string("concat, axis 0, 3 parts, rank 0"));
        steps.parts.emplace_back().id = dumps.part(1);
        QCOMPARE(
            readingText(steps, *dumps.target).text(), std::string("concat, axis 0, 4 parts, ranks 0, 1"));
    }

    /// Kinds that nobody can choose have places that were found by values: they stay.
    void whatWasFoundStays()
    {
        // Golden is rows 2 and 3 of what the rank has, which is read again as it was found.
        Dumps dumps({{{6, 2}, {9, 9, 9, 9, 0, 1, 2, 3, 4, 5, 6, 7}}}, kWhole);
        Assembly found;
        found.kind = AssemblyKind::Slice;
        found.axis = 0;
        found.shape = {4, 2};
        found.parts = {{dumps.part(0), {0, 1}, {}, {-1, -1, 0, 1, 2, 3}, 0}};
        const auto again = dumps.as({AssemblyKind::Slice, 0, {dumps.part(0)}}, &found);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again->error, 0.0);
        QCOMPARE(again->axis, std::optional<std::size_t>(0));
        QCOMPARE(again->parts.front().places, found.parts.front().places);
        // Without them nobody knows which rows they are.
        const auto nothing = dumps.as({AssemblyKind::Slice, 0, {dumps.part(0)}});
        QVERIFY(!nothing);
        QVERIFY(nothing.error().text().find("which of its slices") != std::string::npos);
    }

    void addedAndEachTheWhole()
    {
        Dumps halves({{{4, 2}, {0, 0, 1, 1, 2, 2, 3, 3}}, {{4, 2}, {0, 1, 1, 2, 2, 3, 3, 4}}}, kWhole);
        const std::vector<TensorId> parts {halves.part(0), halves.part(1)};
        QCOMPARE(halves.as({AssemblyKind::Sum, {}, parts})->error, 0.0);
        QVERIFY(std::abs(halves.as({AssemblyKind::Mean, {}, parts})->error - 0.5) < 1e-6);
        // Of one tensor those of its name on all ranks are the parts.
        QCOMPARE(partsToChoose(halves.pair(), *halves.target), parts);
        const auto others = halves.others(halves.pair());
        QVERIFY(!others.empty() && others.front().kind == AssemblyKind::Sum);
        // With too few slices it cannot be one behind the other.
        const auto whole = halves.as({AssemblyKind::Concat, 0, parts});
        QVERIFY(!whole);
        QCOMPARE(whole.error().code, Code::Mapping);
    }

    void masksAndCopiesAreNoReadings()
    {
        DumpedTensor masked = kWhole;
        masked.values[0] = -32768;
        Dumps dumps({{{2, 2}, {4, 5, 6, 7}}, {{2, 2}, {-32768, 1, 2, 3}}}, masked);
        QVERIFY(dumps.others(dumps.pair()).empty());
        // One of two copies is another one: that the other is golden's is no other reading.
        Dumps copies({kWhole, {{4, 2}, {9, 9, 9, 9, 9, 9, 9, 9}}}, kWhole);
        const auto both = copies.as({AssemblyKind::Replicated, {}, {copies.part(0), copies.part(1)}});
        for (const Assembly& other : copies.others(copies.pair(*both)))
            QVERIFY(other.parts.size() == 2);
    }

    void theFileSaysTheSame()
    {
        Dumps dumps({{{2, 2}, {4, 5, 6, 7}}, {{2, 2}, {0, 1, 2, 3}}}, kWhole);
        const auto made = dumps.as({AssemblyKind::Concat, 0, {dumps.part(1), dumps.part(0)}});
        for (const bool isRule : {false, true}) {
            const auto said = saidAssemblyText(*made, TensorId(0U), *dumps.target, *dumps.golden, isRule);
            QVERIFY(said);
            QCOMPARE(said->find("\"id\"") != std::string::npos, !isRule);
            const std::string place = isRule
                ? kRule
                : "\"pairs\":[{\"target\":\"" + std::string(dumps.target->tensorId(dumps.part(1)))
                    + "\",\"golden\":\"" + std::string(dumps.golden->tensorId(TensorId(0U))) + "\",";
            PairingOptions options;
            options.ruleTexts = {{"by hand", "{\"version\":1," + place + "\"assembly\":" + *said + "}]}"}};
            const auto pairing = pairSides({dumps.target, {}}, {dumps.golden, {}}, options, dumps.task);
            QVERIFY(pairing);
            QVERIFY(pairing->problems.empty());
            QCOMPARE(pairing->pairs.size(), std::size_t {1});
            QVERIFY(isPutTogether(pairing->pairs[0]));
            const Assembly& read = *pairing->pairs[0].hint->assembly;
            QVERIFY(read.kind == AssemblyKind::Concat);
            QCOMPARE(read.parts[0].id, dumps.part(1));
            QCOMPARE(read.parts[1].id, dumps.part(0));
        }
    }

    void stopped()
    {
        Dumps dumps({{{2, 2}, {4, 5, 6, 7}}, {{2, 2}, {0, 1, 2, 3}}}, kWhole);
        dumps.task.stopSource().request_stop();
        QCOMPARE(otherReadings(dumps.pair(), TensorStore(dumps.target), TensorStore(dumps.golden), dumps.task)
                     .error()
                     .code,
            Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestAssemblyReadings)
#include "tst_assembly_readings.moc"
