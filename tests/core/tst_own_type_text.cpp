// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/own_type_text.h"

#include "memory_table.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::MemoryTable;

class tst_own_type_text : public QObject {
    Q_OBJECT
private slots:
    void extremesAreElements();
};

/// 0.1 as NumPy stores it in float32 and float16, given as float64; a mean is no element.
void tst_own_type_text::extremesAreElements()
{
    MemoryTable table(
        {{"dtype", ColumnType::Text}, {"min", ColumnType::Real}, {"mean", ColumnType::Real}}, 0);
    table.add({std::string_view("float32"), 0.10000000149011612, 0.10000000149011612});
    table.add({std::string_view("float16"), 0.0999755859375, 0.0999755859375});
    table.add({std::string_view("float64"), 0.10000000149011612, Cell()});
    table.add({Cell(), 0.10000000149011612, Cell()});
    QCOMPARE(textInOwnType(table, 0, 1), std::string("0.1"));
    QCOMPARE(textInOwnType(table, 0, 2), std::string("0.10000000149011612"));
    QCOMPARE(textInOwnType(table, 1, 1), std::string("0.1"));
    QCOMPARE(textInOwnType(table, 2, 1), std::string("0.10000000149011612"));
    QCOMPARE(textInOwnType(table, 3, 1), std::string("0.10000000149011612"));
    QCOMPARE(textInOwnType(table, 3, 2), std::string());
    // 1.0234375 and 0.053955078125 are numbers of bfloat16; np.float32 prints them so.
    table.add({std::string_view("bfloat16"), 1.0234375, Cell()});
    table.add({std::string_view("bfloat16"), 0.053955078125, Cell()});
    QCOMPARE(textInOwnType(table, 4, 1), std::string("1.0234375"));
    QCOMPARE(textInOwnType(table, 5, 1), std::string("0.053955078"));
    QCOMPARE(extremeText(-3.123046875, DType::Float16), std::string("-3.123"));
}

QTEST_GUILESS_MAIN(tst_own_type_text)
#include "tst_own_type_text.moc"
