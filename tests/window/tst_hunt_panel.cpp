// SPDX-License-Identifier: GPL-3.0-or-later
// A hunt in the window, on the CPU device: a weight of the model is spoiled.
#include "capture/capture_session.h"
#include "kit/simple_table.h"

#include "spoiled_model.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTest>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
const QString kModels = QStringLiteral(DUMPSCOPE_TEST_DATA "/models/");
const QString kInput = kModels + QStringLiteral("transformer_encoder_input_0.npy");
constexpr const char* kAll = "{\"dump\":{\"dump_path\":\".\",\"dump_list\":[{}],\"dump_mode\":\"all\"}}";

} // namespace

class HuntPanelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!QFile::exists(QStringLiteral(DUMPSCOPE_BINARY_DIR "/../lib/dumpscope/libonnxruntime.so.1.28.0")))
            QSKIP("the build found no ONNX Runtime");
        QFile spoiled(at("spoiled.onnx"));
        QVERIFY(spoiled.open(QIODevice::WriteOnly));
        const QByteArray model = dumpscope::test::spoiledModel();
        QVERIFY(!model.isEmpty());
        QCOMPARE(spoiled.write(model), model.size());
        QProcess golden;
        golden.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"),
            {"capture", "model", "--dump-text", kAll, "--runtime", "cpu", "--model",
                kModels + QStringLiteral("transformer_encoder.onnx"), "--input", kInput, "-o", at("golden")});
        QVERIFY(golden.waitForFinished(kPatienceMs));
        QCOMPARE(golden.exitCode(), 0);
    }

    void theRoundsLeadToAProof()
    {
        test::WindowProgram program;
        CaptureSession& capture = program.services.capture;
        capture.setup().edit([&](core::CaptureProfile& profile) {
            profile.model = at("spoiled.onnx").toStdString();
            profile.inputs = {kInput.toStdString()};
            profile.runtime = "cpu";
            profile.dumpText = kAll;
            profile.output = at("unused").toStdString();
        });
        program.window.showArrangement("capture");
        PanelDock* const dock = program.window.dock("hunt");
        QVERIFY(dock != nullptr);
        program.window.showDock(dock);
        auto* const start = dock->panel()->findChild<QPushButton*>();
        const auto fields = dock->panel()->findChildren<QLineEdit*>();
        const auto field = [&](const QString& name) {
            for (QLineEdit* one : fields) {
                if (one->accessibleName() == name)
                    return one;
            }
            return static_cast<QLineEdit*>(nullptr);
        };
        QVERIFY(field(QStringLiteral("Golden")) && field(QStringLiteral("Folder of the rounds")));
        QVERIFY(!start->isEnabled());
        field(QStringLiteral("Golden"))->setText(at("golden"));
        field(QStringLiteral("Folder of the rounds"))->setText(at("rounds"));
        QVERIFY(start->isEnabled());
        start->click();
        QCOMPARE(start->text(), QStringLiteral("Stop"));
        const auto says = [&] {
            QString all;
            for (const QLabel* label : dock->panel()->findChildren<QLabel*>())
                all += label->text() + QLatin1Char('\n');
            return all;
        };
        QTRY_VERIFY2_WITH_TIMEOUT(
            says().contains(QStringLiteral("proof: v_matmul")), qPrintable(says()), kPatienceMs);
        QCOMPARE(start->text(), QStringLiteral("Hunt"));
        auto* const table = dock->panel()->findChild<SimpleTable*>();
        QVERIFY(table->model()->rowCount() >= 2);
        QCOMPARE(table->model()->index(0, 2).data().toString(), QStringLiteral("v_matmul"));

        // A round opens as a comparison.
        emit table->activated(table->model()->index(0, 0));
        QTRY_VERIFY_WITH_TIMEOUT(
            program.services.comparisons.current() && program.services.comparisons.current()->isOver(),
            kPatienceMs);
        QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    }

private:
    [[nodiscard]] QString at(const char* name) const { return QString::fromStdString(m_folder.at(name)); }

    dumpscope::test::TemporaryFolder m_folder;
};

QTEST_MAIN(HuntPanelTest)

#include "tst_hunt_panel.moc"
