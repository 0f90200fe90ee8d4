// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/cell_delegate.h"

#include "common/app_style.h"
#include "common/cell_roles.h"
#include "common/glyphs.h"
#include "common/spacing.h"
#include "painted_texts.h"

#include <QHeaderView>
#include <QPainter>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace dumpscope::gui;

namespace {

QStringList textsOf(const QAbstractItemView& view, const QModelIndex& index)
{
    test::RecordingDevice device;
    QPainter painter(&device);
    QStyleOptionViewItem option;
    option.initFrom(&view);
    option.widget = &view;
    option.font = view.font();
    option.rect = view.visualRect(index);
    view.itemDelegate()->paint(&painter, option, index);
    painter.end();
    return device.texts;
}

struct Table {
    QStandardItemModel model;
    QTableView view;

    Table(int rows, int columns)
        : model(rows, columns)
    {
        view.setModel(&model);
        view.setItemDelegate(new CellDelegate(&view));
        view.resize(640, 300);
    }
    void set(
        int row, int column, const QString& text, std::initializer_list<std::pair<int, QVariant>> roles = {})
    {
        const QModelIndex index = model.index(row, column);
        model.setData(index, text, Qt::DisplayRole);
        for (const auto& [role, value] : roles)
            model.setData(index, value, role);
    }
    void show()
    {
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
};

const QString kLong
    = QStringLiteral("Default/network-WithLossCell/_backbone-ResNet/layer1/conv1-Conv2d/Conv2D-op3");
const QString kShort = QStringLiteral("Default/network/fc/MatMul-op0");
const QString kNumber = QStringLiteral("-3.4028234663852886e+38");

} // namespace

class tst_cell_delegate : public QObject {
    Q_OBJECT
private slots:
    void headersKeepTheirBeginning();
    void initTestCase() { applyTheme(ThemeChoice::Light); }
    void numbersMakeTheColumnGrow();
    void numbersAreNeverElided_data();
    void numbersAreNeverElided();
    void namesAreCutByThemselves();
    void namesOfATreeLoseWhatAllEndIn();
    void otherTextIsElidedAtItsEnd();
    void secondaryTextGoesFirst();
    void rowHeights();
    void selectionUsesItsColour();
    void tintIsPainted();
};

void tst_cell_delegate::numbersMakeTheColumnGrow()
{
    Table table(2, 2);
    table.set(0, 0, kNumber, {{MonoRole, true}, {Qt::TextAlignmentRole, int(Qt::AlignRight)}});
    table.view.setColumnWidth(0, 40);
    table.show();
    QTRY_VERIFY(table.view.columnWidth(0) > 100);
    QStyleOptionViewItem option;
    option.initFrom(&table.view);
    option.font = table.view.font();
    QCOMPARE(table.view.columnWidth(0),
        table.view.itemDelegate()->sizeHint(option, table.model.index(0, 0)).width());
    QCOMPARE(textsOf(table.view, table.model.index(0, 0)).join(QString()), kNumber);
}

void tst_cell_delegate::numbersAreNeverElided_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {300, 150, 120, 100, 60, 30})
        QTest::addRow("%d px", width) << width;
}

void tst_cell_delegate::numbersAreNeverElided()
{
    QFETCH(int, width);
    Table table(1, 2);
    table.set(0, 0, kNumber, {{MonoRole, true}, {Qt::TextAlignmentRole, int(Qt::AlignRight)}});
    // A column that cannot grow.
    table.view.horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
    table.view.horizontalHeader()->setMinimumSectionSize(10);
    table.view.setColumnWidth(0, width);
    table.show();
    const QString text = textsOf(table.view, table.model.index(0, 0)).join(QString());
    QVERIFY2(text == kNumber || QString(text).remove(QLatin1Char('#')).isEmpty(), qPrintable(text));
}

void tst_cell_delegate::namesAreCutByThemselves()
{
    Table table(2, 1);
    table.set(0, 0, kShort, {{PathRole, true}});
    table.set(1, 0, kLong, {{PathRole, true}});
    table.show();
    const QFontMetrics metrics(table.view.font());
    table.view.setColumnWidth(
        0, metrics.horizontalAdvance(QStringLiteral("Default/…/layer1/conv1-Conv2d/Conv2D-op3")) + 30);
    QCOMPARE(textsOf(table.view, table.model.index(1, 0)).join(QString()),
        QStringLiteral("Default/…/layer1/conv1-Conv2d/Conv2D-op3"));
    // One long name cuts no other.
    QCOMPARE(textsOf(table.view, table.model.index(0, 0)).join(QString()), QString(kShort));
}

/// Two names that differ in the number before the end they share; a scope between them has no such end.
void tst_cell_delegate::namesOfATreeLoseWhatAllEndIn()
{
    QStandardItemModel model;
    for (const char* name :
        {"Distributed.all_reduce.0.forward", "head", "Distributed.all_reduce.1.forward"}) {
        auto* const item = new QStandardItem(QString::fromLatin1(name));
        item->setData(true, PathRole);
        model.appendRow(item);
    }
    QTreeView tree;
    tree.setModel(&model);
    tree.setItemDelegate(new CellDelegate(&tree));
    tree.setHeaderHidden(true);
    tree.setRootIsDecorated(false);
    tree.setIndentation(0);
    const int room = tree.fontMetrics().horizontalAdvance(QStringLiteral("…all_reduce.0.fo"));
    tree.resize(room + 2 * scaled(kMedium), 300);
    tree.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tree));
    for (const int row : {0, 2}) {
        const QString text = textsOf(tree, model.index(row, 0)).join(QString());
        QVERIFY2(text.endsWith(QStringLiteral("all_reduce.%1…").arg(row / 2)), qPrintable(text));
    }
}

void tst_cell_delegate::otherTextIsElidedAtItsEnd()
{
    Table table(1, 1);
    table.set(0, 0, QStringLiteral("a sentence that has no room in its narrow column"));
    table.view.setColumnWidth(0, 90);
    table.show();
    const QString text = textsOf(table.view, table.model.index(0, 0)).join(QString());
    QVERIFY2(text.endsWith(QChar(0x2026)), qPrintable(text));
}

void tst_cell_delegate::secondaryTextGoesFirst()
{
    Table table(1, 1);
    table.set(0, 0, QStringLiteral("output 0"), {{SecondaryTextRole, QStringLiteral("14 208")}});
    table.view.setColumnWidth(0, 200);
    table.show();
    QVERIFY(textsOf(table.view, table.model.index(0, 0)).contains(QStringLiteral("14 208")));
    table.view.setColumnWidth(0, 80);
    QCOMPARE(textsOf(table.view, table.model.index(0, 0)), QStringList {QStringLiteral("output 0")});
}

void tst_cell_delegate::rowHeights()
{
    Table table(2, 1);
    table.show();
    for (const Density density : {Density::Comfortable, Density::Compact, Density::Normal}) {
        setDensity(density);
        QCOMPARE(table.view.rowHeight(0), rowHeight());
        QCOMPARE(table.view.itemDelegate()->sizeHint({}, table.model.index(0, 0)).height(), rowHeight());
    }
    QCOMPARE(rowHeight(), scaled(22));
}

void tst_cell_delegate::selectionUsesItsColour()
{
    Table table(2, 1);
    table.set(0, 0, QStringLiteral("pass"), {{StateRole, int(State::Pass)}});
    table.show();
    table.view.selectRow(0);
    const QImage image = table.view.viewport()->grab().toImage();
    const QRect cell = table.view.visualRect(table.model.index(0, 0));
    QCOMPARE(
        QColor(image.pixel(cell.right() - 4, cell.center().y())), Theme::light().color(Token::Selection));
}

void tst_cell_delegate::tintIsPainted()
{
    Table table(2, 1);
    table.set(0, 0, QString(), {{TintRole, 1.0}});
    table.set(1, 0, QString(), {{TintRole, 0.0}});
    table.show();
    const QImage image = table.view.viewport()->grab().toImage();
    const auto red = [&](int row) {
        const QRect cell = table.view.visualRect(table.model.index(row, 0));
        const QColor color(image.pixel(cell.center()));
        return color.red() - color.green();
    };
    QVERIFY(red(0) > 40);
    QVERIFY(red(1) > 3 && red(1) < 20);
}

// Numbers stand at the right, and so does their header; what does not fit is cut at its end all the same.
void tst_cell_delegate::headersKeepTheirBeginning()
{
    AppStyle style;
    const QTableView view;
    QStyleOptionHeaderV2 option;
    option.initFrom(view.horizontalHeader());
    option.text = QStringLiteral("× explained");
    const int needed = option.fontMetrics.horizontalAdvance(option.text);
    for (const Qt::AlignmentFlag side : {Qt::AlignLeft, Qt::AlignRight}) {
        option.textAlignment = side | Qt::AlignVCenter;
        for (const int width : {needed, needed * 2 / 3}) {
            option.rect = QRect(0, 0, width, 24);
            test::RecordingDevice device;
            QPainter painter(&device);
            style.drawControl(QStyle::CE_HeaderLabel, &option, &painter, view.horizontalHeader());
            painter.end();
            const QString shown = device.texts.join(QString());
            QVERIFY2(shown.startsWith(QStringLiteral("× ex")), qPrintable(shown));
            QCOMPARE(shown.endsWith(QStringLiteral("…")), width < needed);
        }
    }
}

QTEST_MAIN(tst_cell_delegate)
#include "tst_cell_delegate.moc"
