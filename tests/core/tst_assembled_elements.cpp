// SPDX-License-Identifier: GPL-3.0-or-later
// Golden counts its elements: where one stands in the target, the part has its number. What each part holds
// is written down by hand.
#include "compare/layout/assembled_elements.h"

#include "base/task.h"
#include "model/dump_folder.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <numeric>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

struct Part {
    Shape shape;
    std::vector<float> values;
};

/// Files `0.npy`, `1.npy`, … of the parts, and the golden.
struct Dumps {
    TemporaryFolder folder;
    OwnedTask task;
    std::shared_ptr<const DumpIndex> target, golden;

    template<typename T>
    Dumps(std::string_view descr, const std::vector<std::pair<Shape, std::vector<T>>>& parts,
        const Shape& goldenShape)
    {
        for (std::size_t i = 0; i < parts.size(); ++i)
            writeFile(folder.at("target/" + std::to_string(i) + ".npy"),
                npyFile(descr, parts[i].first, parts[i].second));
        std::vector<float> numbers(elementCount(goldenShape).value());
        std::iota(numbers.begin(), numbers.end(), 0.0F);
        writeFile(folder.at("golden/0.npy"), npyFile(goldenShape, numbers));
        target = openDump(folder.at("target"), builtinFormats(), {}, task).value();
        golden = openDump(folder.at("golden"), builtinFormats(), {}, task).value();
    }
    explicit Dumps(const std::vector<Part>& parts, const Shape& goldenShape)
        : Dumps("<f4", pairsOf(parts), goldenShape)
    {
    }

    [[nodiscard]] static TensorId id(const DumpIndex& index, std::size_t number)
    {
        for (std::size_t i = 0; i < index.tensorCount(); ++i) {
            if (index.tensorId(TensorId(i)) == std::to_string(number) + ".npy")
                return TensorId(i);
        }
        return {};
    }
    [[nodiscard]] Result<TensorView> view(const Assembly& assembly, Missing missing = Missing::Nan)
    {
        auto hint = std::make_shared<AlignmentHint>();
        hint->assembly = std::make_shared<const Assembly>(assembly);
        const TensorPair pair {
            assembly.parts.front().id, id(*golden, 0), PairOrigin::Assembly, 1, {}, std::move(hint)};
        return assembledView(pair, TensorStore(target), TensorStore(golden), task, missing);
    }

private:
    static std::vector<std::pair<Shape, std::vector<float>>> pairsOf(const std::vector<Part>& parts)
    {
        std::vector<std::pair<Shape, std::vector<float>>> pairs;
        for (const Part& part : parts)
            pairs.emplace_back(part.shape, part.values);
        return pairs;
    }
};

template<typename T> std::vector<T> elements(const TensorView& view)
{
    std::vector<T> values(view.bytes.size() / sizeof(T));
    std::memcpy(values.data(), view.bytes.data(), values.size() * sizeof(T));
    return values;
}

struct Wanted {
    AssemblyKind kind;
    Shape goldenShape;
    std::optional<std::size_t> axis;
    Shape shape;
    std::size_t along;
    std::vector<Part> parts;
    std::vector<std::vector<std::size_t>> axes;
    std::vector<std::vector<std::int32_t>> places;
};

Assembly assemblyOf(const Wanted& wanted, const DumpIndex& target)
{
    Assembly assembly;
    assembly.kind = wanted.kind;
    assembly.axis = wanted.axis;
    assembly.shape = wanted.shape;
    assembly.along = wanted.along;
    for (std::size_t i = 0; i < wanted.parts.size(); ++i)
        assembly.parts.push_back({Dumps::id(target, i), wanted.axes[i], {}, wanted.places[i], 0});
    return assembly;
}

} // namespace

class tst_AssembledElements : public QObject {
    Q_OBJECT

private slots:
    void eachElementStandsWhereThePartHasItsNumber_data()
    {
        QTest::addColumn<int>("number");
        const char* const names[] {
            "columns", "zigzag", "slice", "transposed", "permuted", "tokens", "three axes turned"};
        for (int i = 0; i < 7; ++i)
            QTest::newRow(names[i]) << i;
    }
    void eachElementStandsWhereThePartHasItsNumber()
    {
        QFETCH(int, number);
        using Kind = AssemblyKind;
        const Wanted all[] {
            {Kind::Concat, {2, 4}, 1, {2, 4}, 1, {{{2, 2}, {0, 1, 4, 5}}, {{2, 2}, {2, 3, 6, 7}}},
                {{0, 1}, {0, 1}}, {{0, 1}, {2, 3}}},
            // Ranks 0 and 1 have chunks 0, 3 and 1, 2, as context parallelism cuts; an axis of 1 in front.
            {Kind::Interleaved, {1, 4, 2}, 1, {4, 2}, 0, {{{2, 2}, {0, 1, 6, 7}}, {{2, 1, 2}, {2, 3, 4, 5}}},
                {{0, 1}, {0, 1}}, {{0, 3}, {1, 2}}},
            {Kind::Slice, {2, 2}, 0, {2, 2}, 0, {{{4, 2}, {-1, -1, 0, 1, 2, 3, -1, -1}}}, {{0, 1}},
                {{-1, 0, 1, -1}}},
            {Kind::Transpose, {2, 3}, std::nullopt, {2, 3}, 0, {{{3, 2}, {0, 3, 1, 4, 2, 5}}}, {{1, 0}},
                {{0, 1}}},
            {Kind::Permute, {3, 2}, 0, {3, 2}, 0, {{{3, 2}, {4, 5, 0, 1, 2, 3}}}, {{0, 1}}, {{2, 0, 1}}},
            // Two sequences packed: of golden's [2,2] tokens the last is padding.
            {Kind::Tokens, {2, 2, 2}, std::nullopt, {4, 2}, 0, {{{3, 2}, {0, 1, 2, 3, 4, 5}}}, {{0, 1}},
                {{0, 1, 2}}},
            {Kind::Concat, {2, 2, 2}, 2, {2, 2, 2}, 2, {{{1, 2, 2}, {0, 4, 2, 6}}, {{1, 2, 2}, {1, 5, 3, 7}}},
                {{1, 0}, {1, 0}}, {{0}, {1}}},
        };
        const Wanted& wanted = all[number];
        Dumps dumps(wanted.parts, wanted.goldenShape);
        const Assembly assembly = assemblyOf(wanted, *dumps.target);
        const auto view = dumps.view(assembly);
        QVERIFY(view);
        const auto whole = elements<float>(*view);
        QCOMPARE(whole.size(), elementCount(wanted.goldenShape).value());
        std::vector<std::int64_t> index(wanted.goldenShape.size(), 0);
        for (std::size_t flat = 0; flat < whole.size(); ++flat) {
            const auto origins = elementOrigins(assembly, *dumps.target, wanted.goldenShape, index);
            if (std::isnan(whole[flat])) {
                QVERIFY(origins.empty());
            } else {
                QCOMPARE(whole[flat], static_cast<float>(flat));
                QCOMPARE(origins.size(), std::size_t {1});
                const Part& part = wanted.parts[origins.front().part];
                std::size_t at = 0;
                for (std::size_t axis = 0; axis < part.shape.size(); ++axis)
                    at = at * static_cast<std::size_t>(part.shape[axis])
                        + static_cast<std::size_t>(origins.front().index[axis]);
                QCOMPARE(part.values[at], static_cast<float>(flat));
            }
            for (std::size_t axis = index.size(); axis-- > 0;) {
                if (++index[axis] < wanted.goldenShape[axis])
                    break;
                index[axis] = 0;
            }
        }
    }

    /// Every part has the element, and golden is what they give together.
    void sumsComeFromAllParts()
    {
        const Wanted wanted {AssemblyKind::Sum, {2, 2}, std::nullopt, {2, 2}, 0,
            {{{2, 2}, {0, 3, -1, 1}}, {{2, 2}, {0, -2, 3, 2}}}, {{0, 1}, {0, 1}}, {{0, 1}, {0, 1}}};
        Dumps dumps(wanted.parts, wanted.goldenShape);
        const Assembly assembly = assemblyOf(wanted, *dumps.target);
        const auto view = dumps.view(assembly);
        QVERIFY(view);
        QCOMPARE(view->dtype, DType::Float32);
        QCOMPARE(elements<float>(*view), (std::vector<float> {0, 1, 2, 3}));
        const std::vector<std::int64_t> index {1, 0};
        const auto origins = elementOrigins(assembly, *dumps.target, wanted.goldenShape, index);
        QCOMPARE(origins, (std::vector<ElementOrigin> {{0, index}, {1, index}}));
        QVERIFY(partRuns(assembly).empty());
        QCOMPARE(compositionText(assembly, *dumps.target).text(), std::string("the sum of 2 tensors"));
        QCOMPARE(originText(origins.back(), assembly, *dumps.target).text(),
            std::string("part 2 of 2, element [1,0]"));
    }

    /// Bits stay, those of a NaN as well; where no part has an element there is one.
    void halfPrecisionStaysBitForBit()
    {
        const std::vector<std::uint16_t> first {0x3C00, 0x7E55}, second {0x8001, 0x7BFF};
        Dumps dumps("<f2",
            std::vector<std::pair<Shape, std::vector<std::uint16_t>>> {{{2, 1}, first}, {{2, 1}, second}},
            {2, 3});
        Assembly assembly;
        assembly.kind = AssemblyKind::Concat;
        assembly.axis = 1;
        assembly.shape = {2, 3};
        assembly.along = 1;
        assembly.parts = {
            {Dumps::id(*dumps.target, 0), {0}, {}, {0}, 0}, {Dumps::id(*dumps.target, 1), {0}, {}, {2}, 0}};
        const auto view = dumps.view(assembly);
        QVERIFY(view);
        QCOMPARE(view->dtype, DType::Float16);
        QCOMPARE(elements<std::uint16_t>(*view),
            (std::vector<std::uint16_t> {0x3C00, 0x7E00, 0x8001, 0x7E55, 0x7E00, 0x7BFF}));
        QCOMPARE(partRuns(assembly), (std::vector<PartRun> {{0, 1, 0}, {1, 1, std::nullopt}, {2, 1, 1}}));
        QCOMPARE(compositionText(assembly, *dumps.target).text(),
            std::string("columns of 2 tensors, one behind the other"));
    }

    /// What is shown has the values of golden, where the target has none too, in the types of both.
    void nothingIsInventedWhereNoPartHasAnElement()
    {
        const std::vector<std::int64_t> first {11, 12}, second {9007199254740993};
        Dumps dumps("<i8",
            std::vector<std::pair<Shape, std::vector<std::int64_t>>> {{{2, 1}, first}, {{1}, second}},
            {2, 2});
        Assembly assembly;
        assembly.kind = AssemblyKind::Concat;
        assembly.axis = 1;
        assembly.shape = {2, 2};
        assembly.along = 1;
        assembly.parts = {{Dumps::id(*dumps.target, 0), {0}, {}, {1}, 0}};
        assembly.coverage = 0.5F;
        auto hint = std::make_shared<AlignmentHint>();
        hint->assembly = std::make_shared<const Assembly>(assembly);
        const TensorPair pair {assembly.parts.front().id, Dumps::id(*dumps.golden, 0), PairOrigin::Assembly,
            1, {}, std::move(hint)};
        const auto views
            = openShownViews(pair, TensorStore(dumps.target), TensorStore(dumps.golden), dumps.task);
        QVERIFY(views);
        QCOMPARE(views->isCovered, (std::vector<bool> {false, true, false, true}));
        QCOMPARE(views->golden.dtype, DType::Float32);
        QCOMPARE(elements<float>(views->golden), (std::vector<float> {0, 1, 2, 3}));
        QCOMPARE(views->target.dtype, DType::Int64);
        const auto target = elements<std::int64_t>(views->target);
        QCOMPARE(target[1], 11);
        QCOMPARE(target[3], 12);
    }

    /// Interleaved is also what stands in one run in parts that hold other things, as fused projections.
    void wordsTellTurnsFromFused()
    {
        Dumps dumps({{{2, 2}, {0, 1, 6, 7}}, {{3, 2}, {2, 3, 4, 5, -1, -1}}}, {4, 2});
        Assembly assembly
            = assemblyOf({AssemblyKind::Interleaved, {4, 2}, 0, {4, 2}, 0, {{{2, 2}, {}}, {{3, 2}, {}}},
                             {{0, 1}, {0, 1}}, {{0, 3}, {1, 2, -1}}},
                *dumps.target);
        QCOMPARE(compositionText(assembly, *dumps.target).text(), std::string("rows of 2 tensors, in turns"));
        assembly.parts[0].places = {2, 3};
        assembly.parts[1].places = {0, 1, -1};
        QCOMPARE(compositionText(assembly, *dumps.target).text(),
            std::string("rows of 2 tensors, which hold others, too"));
    }

    /// Numbers beyond 2^53, of which a place is missing.
    void integersStayExactWhereSomeAreMissing()
    {
        constexpr std::int64_t kLarge = (std::int64_t {1} << 53) + 1;
        Dumps dumps("<i8",
            std::vector<std::pair<Shape, std::vector<std::int64_t>>> {{{1}, {kLarge}}, {{1}, {-7}}}, {3});
        Assembly assembly;
        assembly.kind = AssemblyKind::Concat;
        assembly.axis = 0;
        assembly.shape = {3};
        assembly.parts = {
            {Dumps::id(*dumps.target, 0), {0}, {}, {0}, 0}, {Dumps::id(*dumps.target, 1), {0}, {}, {2}, 0}};
        const auto view = dumps.view(assembly, Missing::Zero);
        QVERIFY(view);
        QCOMPARE(view->dtype, DType::Int64);
        QCOMPARE(elements<std::int64_t>(*view), (std::vector<std::int64_t> {kLarge, 0, -7}));
        // Where it is to be seen that one is missing, as exact as a type with a NaN can be.
        const auto shown = dumps.view(assembly);
        QVERIFY(shown);
        QCOMPARE(shown->dtype, DType::Float64);
        QVERIFY(std::isnan(elements<double>(*shown)[1]));
        QCOMPARE(elements<double>(*shown)[2], -7.0);
    }

    /// Added in float64, where 2^24 + 1 is a number.
    void sumsOfDoublesAreDoubles()
    {
        Dumps dumps("<f8",
            std::vector<std::pair<Shape, std::vector<double>>> {{{2}, {16777216, 1}}, {{2}, {1, 0.5}}}, {2});
        Assembly assembly;
        assembly.kind = AssemblyKind::Sum;
        assembly.shape = {2};
        assembly.parts = {{Dumps::id(*dumps.target, 0), {0}, {}, {0, 1}, 0},
            {Dumps::id(*dumps.target, 1), {0}, {}, {0, 1}, 0}};
        const auto view = dumps.view(assembly);
        QVERIFY(view);
        QCOMPARE(view->dtype, DType::Float64);
        QCOMPARE(elements<double>(*view), (std::vector<double> {16777217, 1.5}));
    }
};

QTEST_MAIN(tst_AssembledElements)
#include "tst_assembled_elements.moc"
