// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/named_role.h"

#include <QTest>

using namespace dumpscope::core;

/// Names that hooks of modules give, and names of parameters that look like them.
class TestNamedRole : public QObject {
    Q_OBJECT

private slots:
    void names_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("meant"); // module io slot key; empty: no role
        const auto row = [](const char* name, const char* meant) {
            QTest::newRow(name) << QByteArray(name) << QString(meant);
        };
        row("model.norm.output", "model.norm output 0 ");
        row("model.layers.0.mlp.input.1", "model.layers.0.mlp input 1 ");
        row("m.outputs.0.2", "m output 0 0.2");
        row("model.input.attention_mask", "model input -1 attention_mask");
        row("model.inputs.past.3", "model input -1 past.3");
        row("bert.layer.0.output.input.0", "bert.layer.0.output input 0 ");
        row("bert.layer.0.output.dense.weight", "");
        row("decoder.output.weight", "");
        row("output.weight", "");
        row("output", "");
        row("input_layernorm", "");
        row("m.input.0.weight", "");
        row("m.input.99999999999", "");
        row("m.input.", "");
    }
    void names()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, meant);
        const auto role = roleInName({name.constData(), static_cast<std::size_t>(name.size())});
        const auto text = [](std::string_view part) {
            return QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size()));
        };
        QCOMPARE(role ? QString("%1 %2 %3 %4")
                            .arg(text(role->module), text(ioWord(role->io)))
                            .arg(role->slot.value_or(-1))
                            .arg(text(role->key))
                      : QString(),
            meant);
    }

    void files()
    {
        const auto formats = builtinFormats();
        const NameFacts mask = formats->parseName("model.input.attention_mask.npy", {});
        QCOMPARE(mask.opName, std::string_view("model"));
        QCOMPARE(mask.io, Io::Input);
        QVERIFY(!mask.slot);
        QCOMPARE(formats->parseName("model.norm.output.npy", {}).io, Io::Output);
        QCOMPARE(formats->parseName("notes.output.txt", {}).io, Io::Unknown);
        QCOMPARE(formats->parseName("decoder.output.weight.npy", {}).io, Io::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestNamedRole)
#include "tst_named_role.moc"
