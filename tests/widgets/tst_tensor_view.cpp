// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/problem_list.h"
#include "heatmap/heatmap_view.h"
#include "views/panel.h"

#include "common/theme.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"
#include "tensor/npy_writer.h"

#include <QAccessible>
#include <QClipboard>
#include <QLineEdit>
#include <QTabBar>
#include <QTableView>
#include <QtTest>

#include <cmath>
#include <fstream>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

/// What the window gives its panels.
struct Desk {
    TaskRunner tasks;
    Session session {tasks, core::builtinFormats()};
    Selection selection {session};
    ActionRegistry actions;
    ProblemList problems {session, tasks};
    Workbench bench {session, selection, tasks, actions, problems};

    std::unique_ptr<Panel> makePanel()
    {
        PanelRegistry registry;
        registerBuiltinPanels(registry);
        for (const PanelInfo& info : registry.all()) {
            if (QByteArrayView(info.id) == "tensor-view")
                return std::unique_ptr<Panel>(info.create(bench));
        }
        return nullptr;
    }
    OpenedRoot* open(const QString& path)
    {
        OpenedRoot* const root = session.open(path);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), 20000); }();
        return root;
    }
};

/// float32 of the shape, with the value of the flat index / 8 - 100, and what `change` makes of it.
QString writeTensor(const QString& folder, const QString& name, const core::Shape& shape,
    const std::function<void(std::vector<float>&)>& change = {})
{
    std::vector<float> values(core::elementCount(shape).value());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i) / 8 - 100;
    if (change)
        change(values);
    const QString path = folder + u'/' + name;
    std::ofstream file(path.toStdString(), std::ios::binary);
    file << core::npyHeader("<f4", false, shape);
    file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * 4));
    return path;
}

void grabIfWanted(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("DUMPSCOPE_TEST_PICTURES");
    if (!folder.isEmpty())
        widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace

class TestTensorView : public QObject {
    Q_OBJECT
private slots:
    void showsWhatIsSelected();
    void pictures();
};

void TestTensorView::showsWhatIsSelected()
{
    QTemporaryDir folder;
    writeTensor(folder.path(), QStringLiteral("Add.op.0.0.1700000000000000.output.0.npy"), {4, 3, 20, 30});
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    QVERIFY(root->index());
    QCOMPARE(root->index()->tensorCount(), std::size_t {1});
    const auto panel = desk.makePanel();
    panel->resize(1600, 700);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && panel->findChild<HeatmapView*>(), 5000);
    auto* const view = panel->findChild<HeatmapView*>();
    QTRY_VERIFY(view->plane());
    QCOMPARE(view->plane()->rows, std::uint64_t {20});
    QCOMPARE(view->plane()->columns, std::uint64_t {30});
}

void TestTensorView::pictures()
{
    const QString data = qEnvironmentVariable("DUMPSCOPE_TEST_TENSOR");
    if (data.isEmpty())
        QSKIP("DUMPSCOPE_TEST_TENSOR names no file");
    for (const bool dark : {false, true}) {
        QApplication::setPalette((dark ? Theme::dark() : Theme::light()).palette());
        Desk desk;
        OpenedRoot* const root = desk.open(data);
        QVERIFY(root->index() && root->index()->tensorCount() > 0);
        const auto panel = desk.makePanel();
        panel->resize(1600, 700);
        panel->show();
        const auto number = static_cast<std::uint32_t>(qEnvironmentVariableIntValue("DUMPSCOPE_TEST_NUMBER"));
        desk.selection.select({root, core::TensorId(number)});
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 20000);
        const QString probe = qEnvironmentVariable("DUMPSCOPE_TEST_PROBE");
        if (!probe.isEmpty()) {
            std::vector<std::int64_t> element;
            for (const QString& part : probe.split(u','))
                element.push_back(part.toLongLong());
            desk.selection.setElement(element);
        }
        auto* const tabs = panel->findChild<QTabBar*>();
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 20000);
            QTest::qWait(300);
            QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 20000);
            grabIfWanted(*panel,
                QStringLiteral("tensorview-%1-%2")
                    .arg(tabs->tabData(i).toString(),
                        dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    }
}

QTEST_MAIN(TestTensorView)
#include "tst_tensor_view.moc"
