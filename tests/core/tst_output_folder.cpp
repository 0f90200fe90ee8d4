// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/output_folder.h"
#include "convert/output_names.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

ByteProducer text(std::string_view value)
{
    return [value](const ByteSink& sink) { return sink(std::as_bytes(std::span(value))); };
}

} // namespace

class TestOutputFolder : public QObject {
    Q_OBJECT

    using Existing = OutputFolder::Existing;

private slots:
    void writesIntoNewFolders()
    {
        const TemporaryFolder folder;
        const auto output = OutputFolder::open(folder.at("a/b/"));
        QVERIFY(output.has_value());
        const auto written = output->write("c/d", "file", Existing::Keep, text("hello"));
        QVERIFY(written && written->bytes == 5 && !written->unchanged);
        QCOMPARE(readFile(folder.at("a/b/c/d/file")), std::string("hello"));
        // No temporary file is left.
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.at("a/b/c/d")), {}), 1);
    }

    void neverLeavesTheFolder_data()
    {
        QTest::addColumn<std::string>("part");
        QTest::addColumn<std::string>("name");
        QTest::newRow("parent") << std::string("..") << std::string("file");
        QTest::newRow("parent below") << std::string("a/../..") << std::string("file");
        QTest::newRow("dot") << std::string(".") << std::string("file");
        QTest::newRow("name is a path") << std::string() << std::string("../file");
        QTest::newRow("name is the parent") << std::string() << std::string("..");
        QTest::newRow("absolute") << std::string() << std::string("/tmp/file");
        QTest::newRow("link to a folder") << std::string("link") << std::string("file");
        QTest::newRow("link below") << std::string("link/x") << std::string("file");
    }
    void neverLeavesTheFolder()
    {
        QFETCH(const std::string, part);
        QFETCH(const std::string, name);
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder.at("elsewhere"));
        const auto output = OutputFolder::open(folder.at("out"));
        QVERIFY(output.has_value());
        std::filesystem::create_directory_symlink(folder.at("elsewhere"), folder.at("out/link"));
        for (const Existing existing : {Existing::Keep, Existing::Replace})
            QVERIFY(!output->write(part, name, existing, text("x")));
        QVERIFY(std::filesystem::is_empty(folder.at("elsewhere")));
        QCOMPARE(folder.names(), (std::vector<std::string> {"elsewhere", "out"}));
    }

    void aLinkIsReplacedNotFollowed()
    {
        const TemporaryFolder folder;
        const auto output = OutputFolder::open(folder.at("out"));
        QVERIFY(output && writeFile(folder.at("target"), "mine"));
        std::filesystem::create_symlink(folder.at("target"), folder.at("out/file"));
        const auto kept = output->write("", "file", Existing::Keep, text("mine"));
        QVERIFY(!kept && kept.error().code == Code::Duplicate);
        QVERIFY(output->write("", "file", Existing::Replace, text("new")).has_value());
        QVERIFY(!std::filesystem::is_symlink(folder.at("out/file")));
        QCOMPARE(readFile(folder.at("target")), std::string("mine"));
    }

    void whatIsThereIsCompared_data()
    {
        QTest::addColumn<std::string>("there");
        QTest::addColumn<bool>("same");
        QTest::newRow("equal") << std::string("hello") << true;
        QTest::newRow("different") << std::string("hallo") << false;
        QTest::newRow("shorter") << std::string("hell") << false;
        QTest::newRow("longer") << std::string("hello!") << false;
        QTest::newRow("empty") << std::string() << false;
    }
    void whatIsThereIsCompared()
    {
        QFETCH(const std::string, there);
        QFETCH(const bool, same);
        const TemporaryFolder folder;
        const auto output = OutputFolder::open(folder.path());
        QVERIFY(output && writeFile(folder.at("file"), there));
        const auto written = output->write("", "file", Existing::Keep, text("hello"));
        QCOMPARE(written.has_value() && written->unchanged, same);
        QCOMPARE(readFile(folder.at("file")), there);
    }

    void aFailedProducerLeavesNothing()
    {
        const TemporaryFolder folder;
        const auto output = OutputFolder::open(folder.path());
        const auto written
            = output->write("", "file", Existing::Keep, [](const ByteSink& sink) -> Result<void> {
                  TRY_VOID(sink(std::as_bytes(std::span("half"))));
                  return fail(Code::Cancelled, Message("cancelled"));
              });
        QVERIFY(!written && written.error().code == Code::Cancelled);
        QVERIFY(folder.names().empty());
    }

    void protectedFilesStay()
    {
        const TemporaryFolder folder;
        auto output = OutputFolder::open(folder.path());
        QVERIFY(output && writeFile(folder.at("input"), "data"));
        struct stat info = {};
        QCOMPARE(::stat(folder.at("input").c_str(), &info), 0);
        output->protect(info);
        QVERIFY(!output->write("", "input", Existing::Replace, text("new")));
        QCOMPARE(readFile(folder.at("input")), std::string("data"));
    }

    void namesAreMadeSafe()
    {
        QCOMPARE(safeComponent(".."), std::string("__"));
        QCOMPARE(safeComponent("."), std::string("_"));
        QCOMPARE(safeComponent(""), std::string("_"));
        QCOMPARE(safeComponent("a/b\n"), std::string("a_b_"));
        // What steers a terminal or turns text around in UTF-8; bytes of no UTF-8 stay.
        QCOMPARE(safeComponent("a\xC2\x9B"
                               "2J\xE2\x80\xAE.npy"),
            std::string("a_2J_.npy"));
        QCOMPARE(safeComponent("\xE5\xB1\x82"), std::string("\xE5\xB1\x82"));
        QCOMPARE(safeComponent("\xB2\xE3\x1B"), std::string("\xB2\xE3_"));
        QCOMPARE(safeComponent("\xFF\xC2\x9B\xE2"), std::string("\xFF_\xE2"));
        QCOMPARE(safeComponent(std::string_view("a\0b", 3)), std::string("a_b"));
        QCOMPARE(safeRelativePath("../a//./b"), std::string("__/a/_/b"));
        QCOMPARE(safeRelativePath("/etc"), std::string("etc"));
    }

    void longNamesAreUuids()
    {
        // python3 -c 'import uuid; print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org").hex)'
        QCOMPARE(shortenedName("python.org", ".npy"), std::string("6fa459eaee8a3ca4894edb77e160355e.npy"));
        const std::string name = "Conv2D." + std::string(240, 'a') + ".1.2.1700000000000000.output.0.npy";
        QCOMPARE(shortenedName(name, ".npy"), std::string("8de479d4c8f23a5bb3999c3dc550761e.npy"));
    }

    void namesAreGivenOnce()
    {
        NameBook exact(false);
        QCOMPARE(exact.take("", "a.npy", ".npy"), std::string("a.npy"));
        QCOMPARE(exact.take("", "A.npy", ".npy"), std::string("A.npy"));
        QCOMPARE(exact.take("", "a.npy", ".npy"), std::string("a~2.npy"));
        QCOMPARE(exact.take("x", "a.npy", ".npy"), std::string("a.npy"));
        NameBook folding(true);
        QCOMPARE(folding.take("", "a.npy", ".npy"), std::string("a.npy"));
        QCOMPARE(folding.take("", "A.npy", ".npy"), std::string("A~2.npy"));
        QCOMPARE(folding.take("", "a~2.npy", ".npy"), std::string("a~2~2.npy"));
    }
};

QTEST_APPLESS_MAIN(TestOutputFolder)
#include "tst_output_folder.moc"
