// SPDX-License-Identifier: GPL-3.0-or-later
// The four examples of docs/extending.md work.
#include "compare/pairing/pairing_rule.h"
#include "config/config_kind.h"
#include "memory_dump.h"
#include "metrics/measure.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "temporary_folder.h"
#include "tensor/element_stream.h"
#include "tensor_building.h"

#include <QTest>

#include <cstring>

namespace dumpscope::core {
void register_f32v_reader(FormatRegistry& registry);
void register_mean_shift_metric(MetricRegistry& registry);
void register_wrapped_pairing_rule(PairingRules& registry);
void register_switch_config_kind(ConfigKinds& registry);
} // namespace dumpscope::core

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestExtending : public QObject {
    Q_OBJECT

private slots:
    void reader()
    {
        const TemporaryFolder folder;
        const float values[] = {1.5F, -2.0F, 8.0F};
        std::string bytes = "F32V";
        bytes.append(reinterpret_cast<const char*>(values), sizeof values);
        QVERIFY(writeFile(folder.at("a.f32v"), bytes));
        QVERIFY(writeFile(folder.at("cut.f32v"), bytes.substr(0, bytes.size() - 2)));
        QVERIFY(writeFile(folder.at("short.f32v"), "F3"));
        auto formats = std::make_shared<FormatRegistry>();
        registerBuiltinFormats(*formats);
        register_f32v_reader(*formats);
        OwnedTask task;
        const auto index = openDump(folder.path(), formats, {}, task);
        QVERIFY(index.has_value());
        QCOMPARE((*index)->tensorCount(), std::size_t {3});
        const TensorStore store(*index);
        const std::size_t expected[] = {3, 2, 0};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto view = store.open(TensorId(i), task);
            QVERIFY(view.has_value());
            QCOMPARE(view->shape, Shape {static_cast<std::int64_t>(expected[i])});
            QCOMPARE(std::memcmp(view->bytes.span().data(), values, expected[i] * sizeof(float)), 0);
        }
    }

    void metric()
    {
        MetricRegistry registry;
        register_mean_shift_metric(registry);
        const auto builtin = builtinMetrics();
        MeasureOptions options;
        options.metrics = std::make_shared<const MetricSelection>(registry.metrics());
        options.profile = builtin->findProfile("dumpscope");
        OwnedTask task;
        const auto measured = measureTensors(vectorView<float>(DType::Float32, {1, 2, 6}),
            vectorView<float>(DType::Float32, {1, 2, 3}), options, task);
        QVERIFY(measured.has_value());
        QCOMPARE(measured->values.front().value, std::optional<double>(1.0)); // |9/3 - 6/3|
    }

    void pairingRule()
    {
        MemoryDump target, golden;
        target.add({"module.net.fc1", "Dense"}).add({"module.net.fc2", "Dense"});
        golden.add({"net.fc2", "Dense"}).add({"net.fc1", "Dense"});
        const ComparisonSide sides[] = {{target.finish(), {}}, {golden.finish(), {}}};
        PairingRules rules;
        register_wrapped_pairing_rule(rules);
        OwnedTask task;
        const PairingOptions options;
        PairingDraft draft(sides[0], sides[1], options, task);
        QVERIFY(rules.sorted().front()->pair(draft, {}, task).has_value());
        const Pairing pairing = draft.finish();
        QCOMPARE(pairing.pairs.size(), std::size_t {2});
        for (const TensorPair& pair : pairing.pairs) {
            const std::string_view name = sides[0].index->text(sides[0].index->tensor(pair.target).opName);
            QCOMPARE(
                "module." + std::string(sides[1].index->text(sides[1].index->tensor(pair.golden).opName)),
                std::string(name));
        }
    }

    void configKind()
    {
        ConfigKinds kinds;
        registerConfigKinds(kinds);
        register_switch_config_kind(kinds);
        const ConfigKind* const kind = kinds.recognise({"dump=on\n", "dump.switch"});
        QVERIFY(kind);
        QCOMPARE(kind->id(), std::string_view("switch"));
        QVERIFY(kind->check({"dump=on\n", {}}).valid);
        const ConfigReport wrong = kind->check({"dump=maybe\n", {}});
        QVERIFY(!wrong.valid);
        QCOMPARE(wrong.problems.front().column, std::uint64_t {6});
        QCOMPARE(kind->create({{"dump", "off"}}).value_or(""), std::string("dump=off\n"));
        QVERIFY(!kind->create({{"dump", "perhaps"}}));
    }
};

QTEST_GUILESS_MAIN(TestExtending)
#include "tst_extending.moc"
