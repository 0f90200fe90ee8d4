// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/array_dump.h"

#include "compare/conclusion/answer.h"
#include "metrics/metric_profile.h"
#include "model/tensor_store.h"
#include "request/compare_request.h"
#include "tensor/statistics.h"

#include <QTest>

#include <algorithm>
#include <span>

using namespace dumpscope::core;

namespace {

NamedArray floats(std::string name, std::vector<float> values, Shape shape)
{
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::ranges::copy(std::as_bytes(std::span(values)), bytes.begin());
    NamedArray array {name, name, Io::Output, 0, {}};
    array.view = makeDenseView(DType::Float32, std::move(shape), Bytes::fromVector(std::move(bytes)));
    return array;
}

std::shared_ptr<const DumpIndex> dump(std::string root, std::vector<NamedArray> arrays)
{
    return dumpOfArrays(std::move(root), std::move(arrays)).value();
}

Comparison compared(std::shared_ptr<const DumpIndex> target, std::shared_ptr<const DumpIndex> golden)
{
    OwnedTask task;
    return compareSides({std::move(target), {}}, {std::move(golden), {}},
        comparisonOptions(CompareRequest()).value(), {}, task)
        .value();
}

} // namespace

class TestArrayDump : public QObject {
    Q_OBJECT

private slots:
    void keepsOrderNamesAndValues();
    void emptyAndScalarArraysAreTensors();
    void opensWhatNoFileCanHold();
    void refusesNamesThatAreNone();
    void isComparedInOrder();
    void answers();
};

void TestArrayDump::keepsOrderNamesAndValues()
{
    NamedArray input = floats("a/../b:input:1", {1, 2}, {2});
    input.opName = "a/../b";
    input.io = Io::Input;
    input.slot = 1;
    const auto index = dump("arrays", {floats("z", {1, 2, 3}, {3}), std::move(input)});
    QCOMPARE(index->tensorCount(), std::size_t {2});
    QCOMPARE(index->tensorId(TensorId(0U)), std::string("z"));
    QCOMPARE(index->tensorId(TensorId(1U)), std::string("a/../b:input:1"));
    QCOMPARE(index->text(index->tensor(TensorId(1U)).opName), std::string_view("a/../b"));
    QCOMPARE(index->findTensor("a/../b:input:1").value(), TensorId(1U));
    OwnedTask task(1);
    const Statistics statistics
        = computeStatistics(TensorStore(index).open(TensorId(0U), task).value(), task).value();
    QCOMPARE(statistics.mean.value(), 2.0);
}

void TestArrayDump::emptyAndScalarArraysAreTensors()
{
    const auto index = dump("arrays", {floats("empty", {}, {0, 3}), floats("scalar", {7}, {})});
    OwnedTask task(1);
    for (std::uint32_t i = 0; i < 2; ++i)
        QVERIFY(TensorStore(index).open(TensorId(i), task).has_value());
    QCOMPARE(TensorStore(index).open(TensorId(0U), task).value().shape, (Shape {0, 3}));
    const Comparison same
        = compared(index, dump("others", {floats("empty", {}, {0, 3}), floats("scalar", {7}, {})}));
    QCOMPARE(same.summary.fail, std::uint64_t {0});
}

void TestArrayDump::opensWhatNoFileCanHold()
{
    NamedArray named = floats("../y", {7}, {1});
    NamedArray bfloat = floats("y", {7}, {2});
    bfloat.view = makeDenseView(DType::BFloat16, {2}, bfloat.view.bytes);
    const auto index = dump("arrays", {named, bfloat});
    OwnedTask task(1);
    const TensorStore store(index);
    QCOMPARE(store.open(TensorId(0U), task).value().bytes.span().data(), named.view.bytes.span().data());
    QCOMPARE(store.open(TensorId(1U), task).value().bytes.span().data(), bfloat.view.bytes.span().data());
    QCOMPARE(fileToHandOn(*index, index->tensor(TensorId(0U)).file).error().code, Code::Usage);
    QCOMPARE(fileToHandOn(*index, index->tensor(TensorId(1U)).file).error().code, Code::Unsupported);
}

void TestArrayDump::refusesNamesThatAreNone()
{
    QCOMPARE(dumpOfArrays("arrays", {floats("", {1}, {1})}).error().code, Code::Usage);
    QCOMPARE(
        dumpOfArrays("arrays", {floats("a", {1}, {1}), floats("a", {1}, {1})}).error().code, Code::Usage);
}

void TestArrayDump::isComparedInOrder()
{
    const auto golden
        = dump("golden", {floats("z", {1, 2}, {2}), floats("a", {1, 2}, {2}), floats("m", {1, 2}, {2})});
    const auto target
        = dump("target", {floats("z", {1, 2}, {2}), floats("a", {9, 2}, {2}), floats("m", {9, 9}, {2})});
    const Comparison comparison = compared(target, golden);
    QVERIFY(comparison.isOrderKnown);
    QCOMPARE(comparison.summary.fail, std::uint64_t {2});
    QCOMPARE(comparison.firstDivergence.value().opName, std::string("a"));
}

void TestArrayDump::answers()
{
    const std::vector<std::string> failOn {"fail"}, all {"fail", "unpaired"};
    const auto one = dump("one", {floats("a", {1, 2}, {2})});
    const auto more = dump("more", {floats("a", {1, 2}, {2}), floats("b", {1, 2, 3, 4}, {4})});
    const auto wrong = dump("wrong", {floats("a", {5, 2}, {2})});
    const auto other = dump("other", {floats("entirely", {1, 2, 3, 4, 5, 6, 7}, {7})});
    QVERIFY(answerOf(compared(one, one), failOn) == Answer::Agree);
    QVERIFY(answerOf(compared(wrong, one), failOn) == Answer::Differ);
    QVERIFY(answerOf(compared(more, one), all) == Answer::Differ);
    QVERIFY(answerOf(compared(other, one), failOn) == Answer::NothingCompared);
}

QTEST_APPLESS_MAIN(TestArrayDump)
#include "tst_array_dump.moc"
