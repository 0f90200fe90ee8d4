// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/no_tensors.h"

#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

class tst_NoTensors : public QObject {
    Q_OBJECT

private slots:
    void saysWhatIsThereInstead()
    {
        const TemporaryFolder folder;
        const auto words = [&] {
            OwnedTask task(1);
            const auto index = openDump(folder.path(), builtinFormats(), {}, task);
            return index && (*index)->tensorCount() == 0 ? whyNoTensors(**index).text() : std::string("-");
        };
        QVERIFY(words().starts_with("No file was found here."));
        QVERIFY(writeFile(folder.at("dump.json"), "{}"));
        QVERIFY(words().starts_with("Its file is of no known format."));
        QVERIFY(writeFile(folder.at("notes.xyz"), "?"));
        QVERIFY(words().starts_with("None of its 2 files is of a known format."));
        QVERIFY(writeFile(folder.at("op_summary_20261123225600.csv"),
            "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),"
            "Task Duration(us),Task Wait Time(us),Block Dim\n"
            "0,4294967295,12,7,MatMulV2,MatMulV2,dynamic,AI_CORE,1764000000000100.123\t,12.5,0.5,20\n"));
        const std::string times = words();
        QVERIFY2(times.starts_with("It holds no tensors: "), times.c_str());
    }
};

QTEST_APPLESS_MAIN(tst_NoTensors)
#include "tst_no_tensors.moc"
