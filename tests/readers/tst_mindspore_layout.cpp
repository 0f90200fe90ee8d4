// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"

#include <QTest>

using namespace dumpscope::core;

namespace dumpscope::core {
void register_mindspore_rank_layout(FormatRegistry& registry);
void register_mindspore_g0_layout(FormatRegistry& registry);
void register_mindspore_acl_layout(FormatRegistry& registry);
} // namespace dumpscope::core

namespace {

QString number(const std::optional<std::int64_t>& value)
{
    return value ? QString::number(*value) : QStringLiteral("-");
}

/// layout|run|device|rank|model|model id|graph|step
QString summary(const FolderFacts& facts)
{
    return QStringList {QString::fromUtf8(facts.layout.data(), static_cast<qsizetype>(facts.layout.size())),
        QString::fromStdString(facts.run), number(facts.deviceId), number(facts.rank),
        QString::fromStdString(facts.model), number(facts.modelId), number(facts.graphId), number(facts.step)}
        .join('|');
}

} // namespace

class TestMindsporeLayout : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void folders_data();
    void folders();

private:
    FormatRegistry m_registry;
};

void TestMindsporeLayout::initTestCase()
{
    register_mindspore_rank_layout(m_registry);
    register_mindspore_g0_layout(m_registry);
    register_mindspore_acl_layout(m_registry);
}

void TestMindsporeLayout::folders_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* path, const char* expected) {
        QTest::newRow(path) << QString::fromUtf8(path) << QString::fromUtf8(expected);
    };
    const char* nothing = "||-|-||-|-|-";

    // docs/formats/mindspore-dump.md 2.2
    add("/d/rank_0", "mindspore-rank||-|0||-|-|-");
    add("/d/rank_12/LeNet", "mindspore-rank||-|12||-|-|-");
    add("/d/rank_0/LeNet/3", "mindspore-rank||-|0|LeNet|-|3|-");
    add("/d/rank_0/LeNet/3/17", "mindspore-rank||-|0|LeNet|-|3|17");
    add("/d/rank_0/LeNet/3/constants", "mindspore-rank||-|0|LeNet|-|3|-");
    add("/d/rank_0/_/1/0", "mindspore-rank||-|0|_|-|1|0");
    add("/d/rank_0/graphs", "mindspore-rank||-|0||-|-|-");
    add("/d/rank_0/execution_order", "mindspore-rank||-|0||-|-|-");
    add("/d/rank_0/.dump_metadata", "mindspore-rank||-|0||-|-|-");
    add("/d/rank_7/debug_files/2", "mindspore-rank||-|7||-|-|2");
    add("/rank_1/run/rank_0/Net/0/1", "mindspore-rank||-|0|Net|-|0|1");
    add("rank_0/Net/0/1", "mindspore-rank||-|0|Net|-|0|1");
    add("/d/rank_0/Net/0/1/deeper", nothing);
    add("/d/rank_0/Net/zero/1", nothing);
    add("/d/rank_0/Net/0/one", nothing);
    add("/d/rank_0/Net/0/99999999999999999999", nothing);
    add("/d/rank_0/a net/0/1", nothing);
    add("/d/rank_/Net/0/1", nothing);
    add("/d/rank_x/Net/0/1", nothing);
    add("/d/rank0/Net/0/1", nothing);
    add("/d/rank_0/debug_files/two", nothing);

    // docs/formats/mindspore-dump.md 2.1
    add("/d/ResNet50/device_0/iteration_3", "mindspore-g0||0|-|ResNet50|-|-|3");
    add("/d/ResNet50/iteration_0", "mindspore-g0||-|-|ResNet50|-|-|0");
    add("/d/device_0/ResNet50_graph_2", "mindspore-g0||0|-|ResNet50|-|2|-");
    add("/d/device_0/ResNet50_graph_2/2", "mindspore-g0||0|-|ResNet50|-|2|-");
    add("/d/device_3/ResNet50_graph_2/2/1", "mindspore-g0||3|-|ResNet50|-|2|1");
    add("/d/dump_1/ResNet50_4/4/0", "mindspore-g0||1|-|ResNet50|-|4|0");
    add("/d/device_0/execution_order", "mindspore-g0||0|-||-|-|-");
    add("/d/ResNet50/device_0/graphs", "mindspore-g0||0|-||-|-|-");
    add("/d/dump_1/ResNet50_4/3/0", nothing);
    add("/d/dump/ResNet50_4/4/0", nothing);
    add("/d/device_0", nothing);
    add("/d/device_0/ResNet50_graph_2/2/x", nothing);
    add("/iteration_0", nothing);
    add("/device_0/iteration_0", nothing);

    // docs/formats/mindspore-dump.md 2.3
    add("/d/5/20240711093005", "mindspore-acl|20240711093005|-|-||-|-|5");
    add("/d/5/20240711093005/1", "mindspore-acl|20240711093005|1|-||-|-|5");
    add("/d/5/20240711093005/0/kernel_graph0", "mindspore-acl|20240711093005|0|-|kernel_graph0|-|-|5");
    add("/d/5/20240711093005/0/kernel_graph0/3", "mindspore-acl|20240711093005|0|-|kernel_graph0|3|-|5");
    add("/d/5/20240711093005/0/kernel_graph0/3/0", "mindspore-acl|20240711093005|0|-|kernel_graph0|3|-|5");
    add("/d/0/20240711093566/0", "mindspore-acl|20240711093566|0|-||-|-|0");
    // Offline dumps have no step level; they belong to another layout.
    add("/d/20240711093005/0/resnet/1/0", nothing);
    add("/d/dump/20240711093005/0", nothing);
    add("/d/20240711093004/20240711093005/0", nothing);
    add("/d/5/20240711093005/x", nothing);
    add("/d/5/20240711093005/0/m/1/0/deeper", nothing);
    add("/d/5/2024071109300/0", nothing);

    add("/", nothing);
    add("", nothing);
    add("/home/user", nothing);
}

void TestMindsporeLayout::folders()
{
    QFETCH(QString, path);
    const FolderFacts facts = m_registry.describeFolder(path.toStdString());
    QTEST(summary(facts), "expected");
    QCOMPARE(facts.namesLosePath, !facts.layout.empty());
}

QTEST_APPLESS_MAIN(TestMindsporeLayout)
#include "tst_mindspore_layout.moc"
