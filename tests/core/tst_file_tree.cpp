// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_tree.h"

#include "temporary_folder.h"

#include <QTest>

#include <filesystem>
#include <string>
#include <string_view>

#include <sys/stat.h>

using namespace dumpscope::core;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

std::string textOf(const Result<HeadReader::Head>& head)
{
    return head ? std::string(reinterpret_cast<const char*>(head->bytes.data()), head->bytes.size())
                : std::string(codeWord(head.error().code)) + ' ' + head.error().place.file;
}

} // namespace

class TestFileTree : public QObject {
    Q_OBJECT

private slots:
    void headsOfFolders();
    void headsOfWhatChanged();
    void headsOfOneFile();
};

void TestFileTree::headsOfFolders()
{
    const TemporaryFolder folder;
    fs::create_directories(folder.path() + "/a/b");
    QVERIFY(writeFile(folder.path() + "/top", "0123456789"));
    QVERIFY(writeFile(folder.path() + "/a/one", "one"));
    QVERIFY(writeFile(folder.path() + "/a/b/one", "another one"));
    QVERIFY(writeFile(folder.path() + "/empty", ""));
    const auto tree = openFileTree(folder.path());
    QVERIFY(tree);
    const auto heads = (*tree)->heads();
    // There and back, so that the folder that is kept open is another one each time.
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(textOf(heads->read("top", 10, 4)), std::string("0123"));
        QCOMPARE(textOf(heads->read("a/one", 3, 4096)), std::string("one"));
        QCOMPARE(textOf(heads->read("a/b/one", 11, 7)), std::string("another"));
        QCOMPARE(textOf(heads->read("a/one", 3, 2)), std::string("on"));
        QCOMPARE(textOf(heads->read("empty", 0, 0)), std::string());
    }
}

/// Listed as a file of ten bytes, and then something else.
void TestFileTree::headsOfWhatChanged()
{
    const TemporaryFolder folder;
    fs::create_directories(folder.path() + "/a");
    fs::create_directories(folder.path() + "/a/folder");
    QVERIFY(writeFile(folder.path() + "/a/shorter", "012"));
    QCOMPARE(::mkfifo((folder.path() + "/a/pipe").c_str(), 0600), 0);
    const auto tree = openFileTree(folder.path());
    QVERIFY(tree);
    const auto heads = (*tree)->heads();
    QCOMPARE(textOf(heads->read("a/shorter", 10, 10)), std::string("012"));
    QCOMPARE(heads->read("a/shorter", std::nullopt, 1)->file.size, std::uint64_t {3});
    QCOMPARE(heads->look("a/shorter").size, std::uint64_t {3});
    QCOMPARE(heads->look("a/shorter").mtimeNs, heads->read("a/shorter", std::nullopt, 1)->file.mtimeNs);
    QCOMPARE(heads->look("a/gone").size, std::uint64_t {0});
    QCOMPARE(textOf(heads->read("a/gone", 10, 10)), std::string(codeWord(Code::Vanished)) + " a/gone");
    QCOMPARE(textOf(heads->read("gone/x", 10, 10)), std::string(codeWord(Code::Vanished)) + " gone/x");
    QCOMPARE(textOf(heads->read("a/pipe", 10, 10)), std::string(codeWord(Code::Unsupported)) + " a/pipe");
    QCOMPARE(textOf(heads->read("a/folder", 10, 10)), std::string(codeWord(Code::Unsupported)) + " a/folder");
    QCOMPARE(textOf(heads->read("a/shorter", 10, 2)), std::string("01"));
}

void TestFileTree::headsOfOneFile()
{
    const TemporaryFolder folder;
    QVERIFY(writeFile(folder.path() + "/top", "0123456789"));
    const auto tree = openFileTree(folder.path() + "/top");
    QVERIFY(tree);
    QCOMPARE(textOf((*tree)->heads()->read("top", 10, 4)), std::string("0123"));
}

QTEST_APPLESS_MAIN(TestFileTree)
#include "tst_file_tree.moc"
