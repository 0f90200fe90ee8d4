// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/row_groups.h"
#include "records/shape_pool.h"
#include "records/string_pool.h"

#include <QTest>

#include <limits>
#include <string>
#include <unordered_map>

using namespace dumpscope::core;

class TestStringPool : public QObject {
    Q_OBJECT

private slots:
    void emptyTextIsZero();
    void eachTextOnce();
    void awkwardTexts();
    void partsOfItself();
    void manyTexts();
    void shrinking();
    void copies();
    void settled();
    void shapes();
    void manyShapes();
    void partOfAShape();
    void rowsOfManyRanks();
};

void TestStringPool::emptyTextIsZero()
{
    StringPool pool;
    QCOMPARE(pool.size(), std::size_t {1});
    QCOMPARE(pool.intern("").value(), 0U);
    QCOMPARE(pool.find("").value(), 0U);
    QCOMPARE(pool.text(StringId(0U)), std::string_view());
    QCOMPARE(pool.text(StringId()), std::string_view());
    QCOMPARE(pool.text(StringId(77U)), std::string_view());
}

void TestStringPool::eachTextOnce()
{
    StringPool pool;
    const StringId conv = pool.intern("Conv2D");
    const StringId relu = pool.intern("Relu");
    QVERIFY(conv != relu);
    QCOMPARE(pool.intern("Conv2D"), conv);
    QCOMPARE(pool.find("Relu"), relu);
    QVERIFY(!pool.find("Conv2").isValid());
    QVERIFY(!pool.find("Conv2DD").isValid());
    QCOMPARE(pool.text(conv), std::string_view("Conv2D"));
    QCOMPARE(pool.text(relu), std::string_view("Relu"));
    QCOMPARE(pool.size(), std::size_t {3});
}

void TestStringPool::awkwardTexts()
{
    using namespace std::string_view_literals;
    StringPool pool;
    const StringId zero = pool.intern("a\0b"sv);
    const StringId shorter = pool.intern("a"sv);
    const StringId invalid = pool.intern("\xFF\xFE"sv);
    const StringId onlyZero = pool.intern("\0"sv);
    QCOMPARE(pool.text(zero), "a\0b"sv);
    QCOMPARE(pool.text(shorter), "a"sv);
    QCOMPARE(pool.text(invalid), "\xFF\xFE"sv);
    QVERIFY(onlyZero.value() != 0);
    QCOMPARE(pool.size(), std::size_t {5});
    const std::string large(1'000'000, 'x');
    QVERIFY(pool.text(pool.intern(large)) == large);
}

void TestStringPool::partsOfItself()
{
    StringPool pool;
    const StringId whole = pool.intern("Default/network/backbone/conv1/Conv2D-op12");
    std::vector<StringId> ids;
    for (std::size_t length = 1; length < 42; ++length)
        ids.push_back(pool.intern(pool.text(whole).substr(0, length)));
    for (std::size_t length = 1; length < 42; ++length) {
        QVERIFY(pool.text(ids[length - 1])
            == std::string_view("Default/network/backbone/conv1/Conv2D-op12").substr(0, length));
    }
}

void TestStringPool::manyTexts()
{
    StringPool pool;
    std::unordered_map<std::string, std::uint32_t> expected;
    const auto name = [](std::size_t i) { return "op" + std::to_string(i * 2654435761U % 60'000); };
    for (std::size_t i = 0; i < 200'000; ++i) {
        const std::string text = name(i);
        const StringId id = pool.intern(text);
        const auto [known, isNew] = expected.emplace(text, id.value());
        QCOMPARE(id.value(), known->second);
        QCOMPARE(pool.size(), expected.size() + 1);
    }
    for (const auto& [text, id] : expected) {
        QCOMPARE(pool.find(text).value(), id);
        QVERIFY(pool.text(StringId(id)) == text);
    }
}

void TestStringPool::shrinking()
{
    StringPool pool;
    for (int i = 0; i < 5'000; ++i)
        pool.intern("name " + std::to_string(i));
    const std::uint64_t before = pool.memoryBytes();
    pool.shrink();
    QVERIFY(pool.memoryBytes() <= before);
    QCOMPARE(pool.find("name 4999").value(), 5000U);
    QCOMPARE(pool.intern("name 7").value(), 8U);
    QCOMPARE(pool.intern("another").value(), 5001U);
    QCOMPARE(pool.text(StringId(5001U)), std::string_view("another"));
    StringPool fresh;
    fresh.shrink();
    QCOMPARE(fresh.intern("x").value(), 1U);
}

void TestStringPool::copies()
{
    StringPool pool;
    const StringId id = pool.intern("one");
    StringPool copy = pool;
    copy.intern("two");
    QVERIFY(!pool.find("two").isValid());
    QCOMPARE(copy.text(id), std::string_view("one"));
}

void TestStringPool::settled()
{
    StringPool pool;
    const auto name = [](std::uint32_t i) { return "name " + std::to_string(i); };
    for (std::uint32_t i = 1; i <= 1'000; ++i)
        QCOMPARE(pool.intern(name(i)).value(), i);
    const auto block = pool.settle();
    QCOMPARE(block->size(), std::size_t {1'001});
    const char* const place = block->text(1'000).data();
    // Parts of settled texts and of later ones, while blocks grow.
    QCOMPARE(pool.intern(pool.text(StringId(1'000U)).substr(0, 3)).value(), 1'001U);
    for (std::uint32_t i = 1'002; i <= 50'000; ++i) {
        QCOMPARE(pool.intern(name(i)).value(), i);
        if (i / 2 != 1'001)
            QCOMPARE(pool.intern(name(i / 2)).value(), i / 2);
    }
    QVERIFY(pool.settle() == block);
    pool.shrink();
    QVERIFY(pool.text(StringId(1'000U)).data() == place);
    QCOMPARE(pool.text(StringId(0U)), std::string_view());
    QCOMPARE(pool.text(StringId(1'001U)), std::string_view("nam"));
    QCOMPARE(pool.text(StringId(50'001U)), std::string_view());
    const StringPool copy = pool;
    for (std::uint32_t i = 1; i <= 50'000; ++i) {
        if (i != 1'001)
            QVERIFY(copy.text(StringId(i)) == name(i));
    }
    QCOMPARE(copy.find("name 999").value(), 999U);
    QVERIFY(!copy.find("name 1001").isValid());
}

void TestStringPool::shapes()
{
    ShapePool pool;
    const std::vector<std::int64_t> matrix {2, 3};
    const std::vector<std::int64_t> transposed {3, 2};
    const std::vector<std::int64_t> scalar;
    const std::vector<std::int64_t> empty {0};
    const std::vector<std::int64_t> huge {std::numeric_limits<std::int64_t>::max(), 0, -1};
    const std::vector<std::vector<std::int64_t>> all {
        matrix, transposed, scalar, empty, {0, 0}, {1}, {1, 1}, huge};
    std::vector<ShapeId> ids;
    for (const auto& shape : all)
        ids.push_back(pool.intern(shape));
    QCOMPARE(pool.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        QCOMPARE(ids[i].value(), static_cast<std::uint32_t>(i));
        QCOMPARE(pool.intern(all[i]), ids[i]);
        QVERIFY(std::ranges::equal(pool.shape(ids[i]), all[i]));
    }
    QVERIFY(pool.shape(ShapeId()).empty());
    QVERIFY(pool.memoryBytes() > 0);
}

void TestStringPool::manyShapes()
{
    ShapePool pool;
    std::uint32_t next = 0;
    for (std::int64_t a = 0; a < 40; ++a) {
        for (std::int64_t b = 0; b < 40; ++b) {
            for (std::int64_t c = 0; c < 10; ++c)
                QCOMPARE(pool.intern(std::vector {a, b, c}).value(), next++);
        }
    }
    QCOMPARE(pool.size(), std::size_t {16'000});
    const ShapeId id = pool.intern(std::vector<std::int64_t> {39, 0, 9});
    QCOMPARE(id.value(), 39U * 400U + 9U);
}

void TestStringPool::partOfAShape()
{
    ShapePool pool;
    ShapeId id = pool.intern(std::vector<std::int64_t> {9, 8, 7, 6, 5, 4, 3, 2, 1});
    for (std::size_t rank = 8; rank > 0; --rank) {
        id = pool.intern(pool.shape(id).first(rank));
        QCOMPARE(pool.shape(id).size(), rank);
        QCOMPARE(pool.shape(id).front(), std::int64_t {9});
        QCOMPARE(pool.shape(id).back(), static_cast<std::int64_t>(10 - rank));
    }
}

/// Ids of folders and names are small numbers, of which there are all pairs: rows of other ranks are hardly
/// ever looked at.
void TestStringPool::rowsOfManyRanks()
{
    constexpr std::uint32_t kRanks = 64, kNames = 1000, kRows = kRanks * kNames;
    std::size_t looks = 0;
    const RowGroups groups = groupRows(
        kRows, [](std::uint32_t row) { return mixedHash(row / kNames + 3, row % kNames + 20); },
        [&looks](std::uint32_t a, std::uint32_t b) {
            ++looks;
            return a == b;
        },
        [](std::uint32_t, std::uint32_t) {});
    QCOMPARE(groups.firstRow.size(), std::size_t {kRows});
    QVERIFY2(looks < kRows / 100, std::to_string(looks).c_str());
}

QTEST_APPLESS_MAIN(TestStringPool)
#include "tst_string_pool.moc"
