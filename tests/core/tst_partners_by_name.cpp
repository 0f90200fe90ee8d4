// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of which only the name makes partners. Who belongs to whom is written here.
#include "compare/pairing/pairing.h"

#include "memory_dump.h"

#include <QTest>

#include <map>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;

namespace {

using Index = std::shared_ptr<const DumpIndex>;
using Names = std::map<std::string, std::string>;

Index dump(const std::vector<MemoryDump::Tensor>& tensors)
{
    MemoryDump dump;
    for (const MemoryDump::Tensor& tensor : tensors)
        dump.add(tensor);
    return dump.finish();
}

MemoryDump::Tensor tensor(const std::string& op, double value, Shape shape = {2, 3})
{
    MemoryDump::Tensor result {op, {}, Io::Output, 0, std::move(shape)};
    result.statistics = {value, -value / 3, value / 7, value * 2};
    return result;
}

Names pairsBy(PartnersBy by, const Index& target, const Index& golden)
{
    OwnedTask task;
    PairingOptions options;
    options.partnersBy = by;
    const auto pairing = pairSides({target, std::nullopt}, {golden, std::nullopt}, options, task);
    const auto nameOf
        = [](const Index& index, TensorId id) { return std::string(index->text(index->tensor(id).opName)); };
    Names names;
    for (const TensorPair& pair : pairing->pairs)
        names[nameOf(target, pair.target)] = nameOf(golden, pair.golden);
    return names;
}

} // namespace

class PartnersByNameTest : public QObject {
    Q_OBJECT

private slots:
    void otherNamesAreNoPartners();
    void shapesAndValuesAreNoReason();
    void theOnlyTensor();
};

void PartnersByNameTest::otherNamesAreNoPartners()
{
    const Index target = dump({tensor("q", 5), tensor("k", 7), tensor("same", 3)});
    const Index golden = dump({tensor("v", 5), tensor("o", 7), tensor("same", 3)});
    QCOMPARE(pairsBy(PartnersBy::Anything, target, golden).size(), 3U);
    QCOMPARE(pairsBy(PartnersBy::Names, target, golden), (Names {{"same", "same"}}));
    // Another case is another name.
    QCOMPARE(
        pairsBy(PartnersBy::Names, dump({tensor("Q", 5), tensor("k", 7)}), dump({tensor("q", 5)})), Names());
}

void PartnersByNameTest::shapesAndValuesAreNoReason()
{
    // Values say that these two have exchanged their numbers.
    const Index target
        = dump({tensor("s/Mul-op0", 5), tensor("s/Mul-op1", 900), tensor("s/Sub-op0", 3, {4})});
    const Index golden = dump({tensor("s/Mul-op0", 901), tensor("s/Mul-op1", 5.01), tensor("s/Sub-op0", 3)});
    const Names byName {{"s/Mul-op0", "s/Mul-op0"}, {"s/Mul-op1", "s/Mul-op1"}, {"s/Sub-op0", "s/Sub-op0"}};
    QVERIFY(pairsBy(PartnersBy::Anything, target, golden) != byName);
    QCOMPARE(pairsBy(PartnersBy::Names, target, golden), byName);
}

void PartnersByNameTest::theOnlyTensor()
{
    const Index target = dump({tensor("y", 5)}), golden = dump({tensor("array", 6)});
    QCOMPARE(pairsBy(PartnersBy::Names, target, golden), Names());
    QCOMPARE(pairsBy(PartnersBy::NamesOrOnly, target, golden), (Names {{"y", "array"}}));
    const Index two = dump({tensor("array", 6), tensor("other", 7)});
    QCOMPARE(pairsBy(PartnersBy::NamesOrOnly, target, two), Names());
}

QTEST_GUILESS_MAIN(PartnersByNameTest)
#include "tst_partners_by_name.moc"
