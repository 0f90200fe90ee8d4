// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/output_check.h"

#include "temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestOutputCheck : public QObject {
    Q_OBJECT

private slots:
    void refuses_data()
    {
        QTest::addColumn<QStringList>("outputs");
        QTest::addColumn<QString>("code"); ///< empty: accepted
        QTest::newRow("new file") << QStringList {"out.csv"} << "";
        QTest::newRow("file to replace") << QStringList {"old.csv"} << "";
        QTest::newRow("several") << QStringList {"a.csv", "a.json"} << "";
        QTest::newRow("twice") << QStringList {"a.csv", "a.csv"} << "usage";
        QTest::newRow("twice by another name") << QStringList {"a.csv", "./dump/../a.csv"} << "usage";
        QTest::newRow("inside the dump") << QStringList {"dump/out.csv"} << "usage";
        QTest::newRow("below the dump") << QStringList {"dump/sub/out.csv"} << "usage";
        QTest::newRow("through a link") << QStringList {"link/out.csv"} << "usage";
        QTest::newRow("through a link that leads to nothing yet") << QStringList {"dangling.csv"} << "usage";
        QTest::newRow("a link that leads to nothing yet elsewhere") << QStringList {"harmless.csv"} << "";
        QTest::newRow("inside an archive") << QStringList {"archive.zip/out.csv"} << "usage";
        QTest::newRow("deep inside an archive") << QStringList {"archive.zip/sub/out.csv"} << "usage";
        QTest::newRow("an archive of which a part is read") << QStringList {"part.zip"} << "usage";
        QTest::newRow("beside the dump") << QStringList {"dump2.csv"} << "";
        QTest::newRow("an input") << QStringList {"input.npy"} << "usage";
        QTest::newRow("a hard link to an input") << QStringList {"hard.npy"} << "usage";
        QTest::newRow("no folder") << QStringList {"nowhere/out.csv"} << "not-found";
        QTest::newRow("a folder") << QStringList {"folder"} << "unsupported";
    }
    void refuses()
    {
        QFETCH(const QStringList, outputs);
        QFETCH(const QString, code);
        const TemporaryFolder folder;
        for (const char* made : {"dump", "dump/sub", "folder"})
            std::filesystem::create_directory(folder.at(made));
        std::filesystem::create_directory_symlink(folder.at("dump"), folder.at("link"));
        std::filesystem::create_symlink("dump/new.csv", folder.at("dangling.csv"));
        std::filesystem::create_symlink("new.csv", folder.at("harmless.csv"));
        for (const char* made : {"old.csv", "input.npy", "archive.zip", "part.zip"})
            QVERIFY(writeFile(folder.at(made), "content"));
        std::filesystem::create_hard_link(folder.at("input.npy"), folder.at("hard.npy"));
        const std::vector<std::string> before = folder.names();
        std::vector<std::string> paths;
        for (const QString& output : outputs)
            paths.push_back(folder.at(output.toStdString()));
        const std::vector<std::string> inputs {folder.at("dump"), folder.at("input.npy"),
            folder.at("archive.zip"), folder.at("part.zip/inner"), folder.at("missing"), "precision"};
        const auto checked = checkOutputs(paths, inputs);
        QCOMPARE(checked ? QString() : QString::fromUtf8(codeWord(checked.error().code)), code);
        if (!checked)
            QCOMPARE(checked.error().place.file, paths.back());
        // The system's words for it would be riddles.
        if (code == "usage")
            QVERIFY(checked.error().message.text().find("Not a directory") == std::string::npos);
        QCOMPARE(folder.names(), before);
        QCOMPARE(readFile(folder.at("old.csv")), std::string("content"));
        QCOMPARE(readFile(folder.at("input.npy")), std::string("content"));
    }

    void replacesOnlyItsKind()
    {
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder.at("folder"));
        QVERIFY(writeFile(folder.at("ours"), "ours, old"));
        QVERIFY(writeFile(folder.at("empty"), ""));
        QVERIFY(writeFile(folder.at("model.onnx"), std::string("\x08\x07\0", 3)));
        std::filesystem::create_symlink("model.onnx", folder.at("link"));
        const auto isOurs = [](const std::string& text) { return text.starts_with("ours"); };
        for (const char* name : {"new", "ours", "empty", "folder", "nowhere/new"})
            QVERIFY2(checkReplaced(folder.at(name), "thing of ours", isOurs), name);
        for (const char* name : {"model.onnx", "link"}) {
            const auto checked = checkReplaced(folder.at(name), "thing of ours", isOurs);
            QVERIFY2(!checked && checked.error().code == Code::Usage, name);
            QVERIFY(checked.error().message.text().find("it is no thing of ours") != std::string::npos);
        }
        // Large ones are not read for it
        const auto isOursAt = [&](const std::string& path) { return isOurs(readFile(path)); };
        for (const char* name : {"new", "ours", "empty", "folder", "nowhere/new"})
            QVERIFY2(checkReplacedFile(folder.at(name), "thing of ours", isOursAt), name);
        for (const char* name : {"model.onnx", "link"}) {
            const auto checked = checkReplacedFile(folder.at(name), "thing of ours", isOursAt);
            QVERIFY2(!checked && checked.error().code == Code::Usage, name);
        }
    }

    void foldersApart_data()
    {
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("input");
        QTest::addColumn<bool>("isApart");
        QTest::newRow("beside") << "out"
                                << "dump" << true;
        QTest::newRow("beside, the beginning of a name in common") << "dump2"
                                                                   << "dump" << true;
        QTest::newRow("the same") << "dump"
                                  << "dump" << false;
        QTest::newRow("the same through a link") << "link"
                                                 << "dump/sub/.." << false;
        QTest::newRow("a new one inside") << "dump/new/deep"
                                          << "dump" << false;
        QTest::newRow("around") << "dump"
                                << "dump/sub" << false;
        QTest::newRow("around a file") << "dump"
                                       << "dump/a.npy" << false;
    }
    void foldersApart()
    {
        QFETCH(const QString, output);
        QFETCH(const QString, input);
        const TemporaryFolder folder;
        std::filesystem::create_directories(folder.at("dump/sub"));
        std::filesystem::create_directory_symlink(folder.at("dump"), folder.at("link"));
        QVERIFY(writeFile(folder.at("dump/a.npy"), "content"));
        const auto checked
            = keepFoldersApart(folder.at(output.toStdString()), folder.at(input.toStdString()));
        QFETCH(const bool, isApart);
        QCOMPARE(checked.has_value(), isApart);
        QVERIFY(isApart || checked.error().code == Code::Usage);
    }
};

QTEST_APPLESS_MAIN(TestOutputCheck)
#include "tst_output_check.moc"
