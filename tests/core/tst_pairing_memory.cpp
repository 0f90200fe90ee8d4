// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_memory.h"

#include "compare/pairing/pairing_draft.h"
#include "memory_dump.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

#include <array>
#include <filesystem>
#include <random>
#include <set>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;
using dumpscope::test::TemporaryFolder;

namespace {

using Index = std::shared_ptr<const DumpIndex>;

constexpr int kOperators = 120;

/// Operators of few stems with running numbers and values of their own; the golden side lacks every
/// eleventh, which renumbers what stands behind it, and has two exchanged.
Index dump(bool isGolden)
{
    constexpr const char* kStems[] {"net/block/Conv2D", "net/block/MatMul", "net/head/ReLU", "net/head/Add"};
    MemoryDump made;
    std::array<int, 4> numbers {};
    for (int i = 0; i < kOperators; ++i) {
        if (isGolden && i % 11 == 10)
            continue;
        const int op = isGolden && (i == 40 || i == 44) ? 84 - i : i;
        const auto stem = static_cast<std::size_t>(op % 4);
        const std::string name = std::string(kStems[stem]) + "-op" + std::to_string(numbers[stem]++);
        const double value = 1 + op * 0.37;
        for (const Io io : {Io::Input, Io::Output})
            made.add({name, "Op", io, 0, {4, 1 + op % 3}, DType::Float32, {},
                {value, -value, io == Io::Input ? 0.5 : value / 3, 2 * value}});
    }
    return made.finish();
}

/// All there is to tell about a pairing.
std::string textOf(const Pairing& pairing)
{
    std::string text;
    const auto number = [&](auto value) { text += std::to_string(value) + ' '; };
    for (const TensorPair& pair : pairing.pairs) {
        number(pair.target.value());
        number(pair.golden.value());
        text += pairOriginWord(pair.origin);
        number(pair.confidence);
        text += pair.reason.text() + '\n';
    }
    for (const auto* side : {&pairing.unpairedTarget, &pairing.unpairedGolden}) {
        for (const UnpairedTensor& tensor : *side) {
            number(tensor.id.value());
            text += tensor.reason.text();
            for (const TensorId id : tensor.nearest)
                number(id.value());
            text += '\n';
        }
    }
    for (const Diagnostic& problem : pairing.problems)
        text += problem.message.text() + '\n';
    return text;
}

std::string pairingOf(
    const ComparisonSide& target, const ComparisonSide& golden, const PairingOptions& options)
{
    OwnedTask task;
    const auto pairing = pairSides(target, golden, options, task);
    return pairing ? textOf(*pairing) : pairing.error().message.text();
}

Index openFolder(const std::string& path)
{
    OwnedTask task;
    const auto index = openDump(path, builtinFormats(), {}, task);
    return index ? *index : nullptr;
}

} // namespace

class PairingMemoryTest : public QObject {
    Q_OBJECT

private slots:
    /// Edits, some of them taken back and done again: always what a pairing gives that remembers nothing.
    void editsGiveWhatAFreshPairingGives()
    {
        const ComparisonSide target {dump(false), {}}, golden {dump(true), {}};
        const auto memory = std::make_shared<PairingMemory>();
        std::mt19937 random(21);
        const auto any = [&](const ComparisonSide& side) {
            const TensorId id(random() % side.index->tensorCount());
            return std::string(side.index->text(side.index->tensor(id).opName));
        };
        // Patterns and templates: numbers kept, exchanged stems, spellings of dump files, one for many.
        constexpr std::pair<const char*, const char*> kRules[] {
            {R"(/net\\/block\\/Conv2D-op(\\d+)/)", "net/block/MatMul-op$1"},
            {R"(/net\\/(\\w+)\\/(\\w+)-op(\\d+)/)", "net/$1/$2-op$3"},
            {R"(/net\\/(\\w+)\\/(\\w+)-op(\\d+)/)", "net_$1_$2-op1$3"},
            {"net/head/*-op1?", "net/head/Add-op2$2"}, {"net/*/ReLU-op*", "net/block/Conv2D-op7"},
            {"*", "nothing/of/that/name"}};
        struct Edits {
            std::string pairs, unpaired, rules;
        };
        const auto add = [](std::string& list, const std::string& text) {
            list += (list.empty() ? "{" : ",{") + text + '}';
        };
        std::vector<Edits> history {{}};
        std::size_t now = 0;
        std::set<std::string> seen;
        for (int i = 0; i < 60; ++i) {
            switch (const auto what = random() % 6; what) {
            case 0:
                now -= now > 0 ? 1 : 0;
                break;
            case 1:
                now += now + 1 < history.size() ? 1 : 0;
                break;
            default: {
                Edits edits = history[now];
                if (what == 2)
                    add(edits.pairs, "\"target\":\"" + any(target) + "\",\"golden\":\"" + any(golden) + '"');
                else if (what == 3)
                    add(edits.unpaired, "\"target\":\"" + any(target) + '"');
                else if (what == 4)
                    std::apply(
                        [&](std::string pattern, std::string name) {
                            add(edits.rules, "\"target\":\"" + pattern + "\",\"golden\":\"" + name + '"');
                        },
                        kRules[random() % std::size(kRules)]);
                else
                    add(edits.rules, "\"target\":\"" + any(target) + "\",\"golden\":\"" + any(golden) + '"');
                history.resize(++now);
                history.push_back(std::move(edits));
            }
            }
            const Edits& edits = history[now];
            PairingOptions options;
            options.ruleTexts = {{"edits",
                R"({"version":1,"pairs":[)" + edits.pairs + R"(],"unpaired":[)" + edits.unpaired
                    + R"(],"rules":[)" + edits.rules + "]}"}};
            const std::string fresh = pairingOf(target, golden, options);
            options.memory = memory;
            QCOMPARE(pairingOf(target, golden, options), fresh);
            seen.insert(fresh);
        }
        QVERIFY(seen.size() > 20); // the edits did something
        // Other sides, and a part of one.
        PairingOptions options;
        const std::string fresh = pairingOf(golden, target, options);
        options.memory = memory;
        QCOMPARE(pairingOf(golden, target, options), fresh);
        options.memory = nullptr;
        ComparisonSide part = target;
        part.only.emplace();
        for (std::uint32_t i = 0; i < 40; ++i)
            part.only->emplace_back(i);
        const std::string freshPart = pairingOf(part, golden, options);
        options.memory = memory;
        QCOMPARE(pairingOf(part, golden, options), freshPart);
    }

    /// A rule names the same operators whether it is new, remembered or one of several.
    void rulesPairWhatTheySay()
    {
        const ComparisonSide target {dump(false), {}}, golden {dump(true), {}};
        const auto nameOf = [](const ComparisonSide& side, TensorId id) {
            return std::string(side.index->text(side.index->tensor(id).opName));
        };
        std::set<std::string> goldens;
        for (std::uint32_t i = 0; i < golden.index->tensorCount(); ++i)
            goldens.insert(nameOf(golden, TensorId(i)));
        const std::string stem = "net/block/Conv2D-op", other = "net/block/MatMul-op";
        std::set<std::pair<std::string, std::string>> wanted;
        for (int i = 0; i < kOperators; ++i) {
            if (const std::string number = std::to_string(i); goldens.contains(other + number) && i < 30)
                wanted.emplace(stem + number, other + number);
        }
        QVERIFY(wanted.size() > 20);
        PairingOptions options;
        options.memory = std::make_shared<PairingMemory>();
        const std::string rule
            = R"({"target":"/net\\/block\\/Conv2D-op(\\d+)/","golden":"net/block/MatMul-op$1"})";
        const std::string second = R"({"target":"net/head/Add-op*","golden":"net_head_ReLU-op$1"})";
        for (const std::string& rules : {rule, rule, second + ',' + rule, std::string(), rule}) {
            options.ruleTexts = {{"edits", R"({"version":1,"rules":[)" + rules + "]}"}};
            OwnedTask task;
            const auto pairing = pairSides(target, golden, options, task);
            QVERIFY(pairing.has_value());
            std::set<std::pair<std::string, std::string>> made;
            std::size_t heads = 0;
            for (const TensorPair& pair : pairing->pairs) {
                if (pair.origin != PairOrigin::Mapping)
                    continue;
                const std::string name = nameOf(target, pair.target);
                if (name.starts_with(stem))
                    made.emplace(name, nameOf(golden, pair.golden));
                else
                    heads += name.starts_with("net/head/Add-op") ? 1 : 0;
            }
            QCOMPARE(made, rules.empty() ? decltype(made)() : wanted);
            QCOMPARE(heads > 0, rules.starts_with(second));
        }
    }

    /// Values of files are read for the first pairing only.
    void filesAreReadOnce()
    {
        namespace fs = std::filesystem;
        const TemporaryFolder folder;
        for (const char* side : {"target", "golden"})
            fs::copy(std::string(DUMPSCOPE_SAMPLE_DATA) + '/' + side, folder.path() + '/' + side,
                fs::copy_options::recursive);
        const ComparisonSide target {openFolder(folder.path() + "/target"), {}};
        const ComparisonSide golden {openFolder(folder.path() + "/golden"), {}};
        QVERIFY(target.index && golden.index);
        PairingOptions options;
        const std::string fresh = pairingOf(target, golden, options);
        options.memory = std::make_shared<PairingMemory>();
        QCOMPARE(pairingOf(target, golden, options), fresh);
        for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
            if (entry.is_regular_file())
                fs::resize_file(entry.path(), 0);
        }
        QCOMPARE(pairingOf(target, golden, options), fresh);
    }

    /// What is counted as read without being asked for takes the place of what would have been read.
    void countsWhatItDoesNotRead()
    {
        const Index target = openFolder(std::string(DUMPSCOPE_SAMPLE_DATA) + "/target");
        QVERIFY(target && target->tensorCount() > 5);
        OwnedTask task;
        const TensorId a(0U), b(1U), c(2U);
        ValueSketches first(target, target, nullptr, task, 2);
        first.beginNote();
        static_cast<void>(first.ofTarget(b));
        static_cast<void>(first.ofTarget(a));
        static_cast<void>(first.ofTarget(b));
        const auto asked = first.endNote();
        QCOMPARE(asked, std::optional(ValueSketches::Asked {{0, a}, {0, b}}));
        first.beginNote();
        QVERIFY(first.ofTarget(c).sample.empty()); // two were read
        QVERIFY(!first.endNote());

        ValueSketches second(target, target, nullptr, task, 2);
        QVERIFY(!second.ofTarget(a).sample.empty());
        QVERIFY(second.countAsRead(*asked)); // one of them is new
        QVERIFY(second.ofTarget(c).sample.empty());
        QVERIFY(!second.ofTarget(b).sample.empty());

        ValueSketches third(target, target, nullptr, task, 2);
        QVERIFY(!third.ofTarget(c).sample.empty());
        QVERIFY(!third.countAsRead(*asked)); // only one more may be read
    }
};

QTEST_APPLESS_MAIN(PairingMemoryTest)
#include "tst_pairing_memory.moc"
