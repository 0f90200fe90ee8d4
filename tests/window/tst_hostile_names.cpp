// SPDX-License-Identifier: GPL-3.0-or-later
// Operators whose names look like HTML: every panel, table and tooltip shows the letters, and nothing they
// name is read.
#include "common/cell_roles.h"
#include "common/language.h"
#include "kit/data_table.h"
#include "panel_dock.h"
#include "tensor/npy_writer.h"
#include "watched_pipe.h"
#include "window_program.h"

#include <QAbstractItemView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include <functional>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 60'000;

/// A dump of msprobe with one output per name; the first one's is `first`, others are 1.
bool writeDump(const QString& folder, const QStringList& names, float first)
{
    const QString place = folder + "/step0/rank0/";
    bool good = QDir().mkpath(place + "dump_tensor_data");
    QJsonObject data;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString file = QStringLiteral("t%1.npy").arg(i);
        const std::vector<float> values(4, i == 0 ? first : 1.0F);
        const std::string head = core::npyHeader("<f4", false, core::Shape {4});
        QFile tensor(place + "dump_tensor_data/" + file);
        good = good && tensor.open(QIODevice::WriteOnly) && tensor.write(head.data(), qint64(head.size())) > 0
            && tensor.write(reinterpret_cast<const char*>(values.data()), 16) == 16;
        const QJsonObject output {{"type", "torch.Tensor"}, {"dtype", "torch.float32"},
            {"shape", QJsonArray {4}}, {"Max", values[0]}, {"Min", values[0]}, {"Mean", values[0]},
            {"Norm", 2 * values[0]}, {"data_name", file}};
        data.insert(QStringLiteral("Torch.%1.%2.forward").arg(names[i]).arg(i),
            QJsonObject {{"input_args", QJsonArray()}, {"input_kwargs", QJsonObject()},
                {"output", QJsonArray {output}}});
    }
    QFile file(place + "dump.json");
    const QJsonObject all {{"task", "tensor"}, {"level", "L1"}, {"framework", "pytorch"},
        {"dump_data_dir", QJsonValue()}, {"data", data}};
    return good && file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(all).toJson()) > 0;
}

/// As a mouse that rests would show it.
void showTip(QWidget* over, const QString& text)
{
    QToolTip::showText(over->mapToGlobal(QPoint(3, 3)), text, over);
    for (QWidget* const window : QApplication::topLevelWidgets()) {
        if (!window->inherits("QTipLabel") || !window->isVisible())
            continue;
        QCOMPARE(qobject_cast<QLabel*>(window)->textFormat(), Qt::PlainText);
        window->grab();
    }
}

void showCells(QAbstractItemView* view, const QModelIndex& parent, int* shown)
{
    const QAbstractItemModel& model = *view->model();
    for (int row = 0; row < std::min(model.rowCount(parent), 20); ++row) {
        for (int column = 0; column < std::min(model.columnCount(parent), 60); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            const QString tip = index.data(Qt::ToolTipRole).toString();
            if (tip.contains(u'<') || tip.contains(u'&')) {
                showTip(view, tip);
                ++*shown;
            }
            if (model.hasChildren(index) && column == 0)
                showCells(view, index, shown);
        }
    }
}

} // namespace

class HostileNamesTest : public QObject {
    Q_OBJECT

private slots:
    void areShownAsTheyAre();
    void whatIsDrawnAsNothingIsShown();
    void fitIntoTheWindow_data();
    void fitIntoTheWindow();
};

/// Names of any letters and any length widen no window, and break no line of a cell.
void HostileNamesTest::fitIntoTheWindow_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::newRow("English") << "en"
                             << "light" << QSize(1366, 768);
    QTest::newRow("Chinese, dark, small") << "zh_CN"
                                          << "dark" << QSize(1100, 700);
}

void HostileNamesTest::fitIntoTheWindow()
{
    QFETCH(const QString, language);
    QFETCH(const QString, theme);
    QFETCH(const QSize, size);
    const QStringList names {QStringLiteral("<b>bold</b>"), QStringLiteral("\u0634\u0628\u0643\u0629"),
        QString(4096, u'n'), QStringLiteral("two\nlines"),
        QStringLiteral("\U0001F600\U0001F468\u200D\U0001F469"), QStringLiteral("nul\u2400\u0001end")};
    const QTemporaryDir folder;
    QVERIFY(writeDump(folder.filePath("target"), names, 2) && writeDump(folder.filePath("golden"), names, 1));
    test::WindowProgram program;
    program.window.resize(size);
    QVERIFY(program.services.preferences.set(Preference::Theme, theme));
    applyLanguage(language);
    program.services.comparisons.compare({{program.services.session.open(folder.filePath("target"))},
        {program.services.session.open(folder.filePath("golden"))}});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled() && program.services.comparisons.pair(), kPatienceMs);
    const std::size_t pairs = program.services.comparisons.current()->pairs()->rows();
    QCOMPARE(pairs, std::size_t(names.size()));
    for (const char* arrangement : {"explore", "compare", "graph"}) {
        QVERIFY(program.window.showArrangement(arrangement));
        for (std::size_t row = 0; row < pairs; ++row) {
            program.services.comparisons.select(row);
            for (PanelDock* const dock : program.window.docks()) {
                if (!dock->isVisible())
                    continue;
                for (const QAbstractItemView* const view : dock->findChildren<QAbstractItemView*>()) {
                    for (int r = 0; view->model() && r < std::min(view->model()->rowCount(), 20); ++r) {
                        for (int c = 0; c < view->model()->columnCount(); ++c) {
                            const QModelIndex index = view->model()->index(r, c);
                            QVERIFY2(
                                index.data(PathRole).toBool() || !index.data().toString().contains(u'\n'),
                                qPrintable(dock->objectName())); // names are made so by who paints them
                        }
                    }
                }
            }
            QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
            program.window.grab();
            QVERIFY2(
                program.window.size() == size && program.window.minimumSizeHint().width() <= size.width(),
                qPrintable(
                    QStringLiteral("%1: %2").arg(QLatin1String(arrangement)).arg(program.window.width())));
        }
    }
    applyLanguage("en");
}

void HostileNamesTest::areShownAsTheyAre()
{
    const test::WatchedPipe pipe;
    QVERIFY(pipe.isThere());
    const QStringList names {
        pipe.image(), "<img src=\"/dev/zero\">", "<h1>x</h1>", "&lt;", "a&b", "<table><tr><td>"};
    const QTemporaryDir folder;
    QVERIFY(writeDump(folder.filePath("<b>target</b>"), names, 2));
    QVERIFY(writeDump(folder.filePath("<i>golden"), names, 1));
    test::WindowProgram program;
    program.services.comparisons.compare({{program.services.session.open(folder.filePath("<b>target</b>"))},
        {program.services.session.open(folder.filePath("<i>golden"))}});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled() && program.services.comparisons.pair(), kPatienceMs);
    const core::PairTable& pairs = *program.services.comparisons.current()->pairs();
    QCOMPARE(pairs.rows(), std::size_t(names.size()));
    int tips = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        program.services.comparisons.select(row);
        for (PanelDock* const dock : program.window.docks()) {
            program.window.showDock(dock);
            QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
            dock->grab();
            for (QLabel* const label : dock->findChildren<QLabel*>()) {
                label->ensurePolished();
                QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->text()));
                if (label->textFormat() == Qt::RichText)
                    QVERIFY2(!label->text().remove(QChar(0x200B)).contains("<img")
                            && !label->text().remove(QChar(0x200B)).contains("<h1"),
                        qPrintable(label->text().remove(QChar(0x200B))));
            }
            for (QWidget* const widget : dock->findChildren<QWidget*>()) {
                if (widget->toolTip().contains(u'<'))
                    showTip(widget, widget->toolTip());
            }
            for (QAbstractItemView* const view : dock->findChildren<QAbstractItemView*>()) {
                if (view->model())
                    showCells(view, {}, &tips);
            }
        }
        program.window.grab();
    }
    QVERIFY(tips > 0);
    // The letters themselves.
    QStringList shown;
    const QAbstractItemModel& model = *program.find<DataTable>("results")->model();
    const int column = program.find<DataTable>("results")->columnModel()->columnNumber("op_name");
    for (int row = 0; row < model.rowCount(); ++row)
        shown.append(model.index(row, column).data().toString());
    for (const QString& name : names)
        QVERIFY2(std::ranges::any_of(shown, [&](const QString& one) { return one.contains(name); }),
            qPrintable(name));
    QVERIFY(!pipe.wasRead());
}

/// Two names that look the same are told apart: in labels, and in cells that are not painted as names.
void HostileNamesTest::whatIsDrawnAsNothingIsShown()
{
    const QString name = QStringLiteral("a\u200bb\u202ec");
    const QTemporaryDir folder;
    QVERIFY(writeDump(folder.filePath("target"), {name, "abc"}, 2));
    QVERIFY(writeDump(folder.filePath("golden"), {name, "abc"}, 1));
    test::WindowProgram program;
    program.services.comparisons.compare({{program.services.session.open(folder.filePath("target"))},
        {program.services.session.open(folder.filePath("golden"))}});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled() && program.services.comparisons.pair(), kPatienceMs);
    QStringList hidden;
    const std::function<void(const QString&, const QAbstractItemModel&, const QModelIndex&)> look
        = [&](const QString& where, const QAbstractItemModel& model, const QModelIndex& parent) {
              for (int row = 0; row < std::min(model.rowCount(parent), 20); ++row) {
                  for (int column = 0; column < std::min(model.columnCount(parent), 60); ++column) {
                      const QModelIndex index = model.index(row, column, parent);
                      if (!index.data(PathRole).toBool() && index.data().toString().contains(name))
                          hidden.append(where + ": " + index.data().toString());
                      if (model.hasChildren(index) && column == 0)
                          look(where, model, index);
                  }
              }
          };
    for (std::size_t row = 0; row < 2; ++row) {
        program.services.comparisons.select(row);
        for (PanelDock* const dock : program.window.docks()) {
            program.window.showDock(dock);
            QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
            for (const QLabel* const label : dock->findChildren<QLabel*>()) {
                // A command is to be run as it is.
                if (label->text().remove(QChar(0x200B)).contains(name)
                    && !label->text().startsWith("dumpscope-cli"))
                    hidden.append(dock->objectName() + ": " + label->text());
            }
            for (const QAbstractItemView* const view : dock->findChildren<QAbstractItemView*>()) {
                if (view->model())
                    look(dock->objectName(), *view->model(), {});
            }
        }
    }
    hidden.removeDuplicates();
    QVERIFY2(hidden.isEmpty(), qPrintable(hidden.join(QLatin1Char('\n'))));
}

QTEST_MAIN(HostileNamesTest)
#include "tst_hostile_names.moc"
