// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are parsed once for all tensors in them, and again once they are others.
#include "readers/parsed_files.h"

#include "temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

int g_parsed = 0;

/// As many members as the file has bytes.
class Counted {
public:
    static Result<Counted> read(Bytes file)
    {
        ++g_parsed;
        if (file.size() == 1)
            return fail(Code::BadHeader, Message("a file of one byte"));
        Counted counted;
        counted.m_members = file.size();
        counted.m_file = std::move(file);
        return counted;
    }
    [[nodiscard]] Counted withFile(Bytes file) const
    {
        Counted same = *this;
        same.m_file = std::move(file);
        return same;
    }
    [[nodiscard]] std::size_t members() const { return m_members; }
    [[nodiscard]] const Bytes& file() const { return m_file; }

private:
    std::size_t m_members = 0;
    Bytes m_file;
};

} // namespace

class TestParsedFiles : public QObject {
    Q_OBJECT

    const TemporaryFolder m_folder;

    std::string make(const std::string& name, const std::string& content) const
    {
        writeFile(m_folder.at(name), content);
        return m_folder.at(name);
    }
    /// How often it was parsed for this.
    static int parsedFor(ParsedFiles<Counted>& files, const Bytes& bytes)
    {
        g_parsed = 0;
        const auto read = files.read(bytes);
        if (read && read->file().data() != bytes.data())
            return -1; // of another mapping, which may be gone
        return g_parsed;
    }
    static int parsedFor(ParsedFiles<Counted>& files, const std::string& path)
    {
        return parsedFor(files, mapFile(path, path).value());
    }

private slots:
    void onceForAFile()
    {
        ParsedFiles<Counted> files;
        const std::string a = make("a", "some"), b = make("b", "other");
        QCOMPARE(parsedFor(files, a), 1);
        QCOMPARE(parsedFor(files, b), 1);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(parsedFor(files, a), 0);
            QCOMPARE(parsedFor(files, b), 0);
        }
    }

    void againWhenItIsAnother()
    {
        ParsedFiles<Counted> files;
        const std::string path = make("changing", "some");
        QCOMPARE(parsedFor(files, path), 1);
        // The same bytes by another file in its place; then longer; then written in place at another time.
        std::filesystem::rename(make("new", "some"), path);
        QCOMPARE(parsedFor(files, path), 1);
        make("changing", "longer");
        QCOMPARE(parsedFor(files, path), 1);
        std::filesystem::last_write_time(
            path, std::filesystem::last_write_time(path) - std::chrono::hours(1));
        QCOMPARE(parsedFor(files, path), 1);
        QCOMPARE(parsedFor(files, path), 0);
    }

    /// Members of an archive are parts of one file.
    void partsAreTheirOwn()
    {
        ParsedFiles<Counted> files;
        const Bytes whole = mapFile(make("parts", "abcdefgh"), "parts").value();
        QCOMPARE(parsedFor(files, whole.slice(0, 4).value()), 1);
        QCOMPARE(parsedFor(files, whole.slice(4, 4).value()), 1);
        QCOMPARE(parsedFor(files, whole.slice(0, 4).value()), 0);
        QCOMPARE(parsedFor(files, whole.slice(4, 4).value()), 0);
    }

    void memoryByItsOwner()
    {
        ParsedFiles<Counted> files;
        const std::vector<std::byte> content(4);
        auto first = std::make_unique<Bytes>(Bytes::fromVector(content));
        QCOMPARE(parsedFor(files, *first), 1);
        QCOMPARE(parsedFor(files, *first), 0);
        const std::weak_ptr<const ByteOwner> owner = first->owner();
        first.reset();
        QVERIFY(owner.expired()); // what is remembered keeps nothing alive
        QCOMPARE(parsedFor(files, Bytes::fromVector(content)), 1);
    }

    void nothingIsKeptOfFailures()
    {
        ParsedFiles<Counted> files;
        const std::string bad = make("bad", "x");
        QCOMPARE(parsedFor(files, bad), 1);
        QCOMPARE(parsedFor(files, bad), 1);
    }

    void forgetsTheOldest()
    {
        ParsedFiles<Counted> files(10);
        const std::string a = make("four", "1234"), b = make("five", "12345"), c = make("two", "12"),
                          large = make("large", std::string(100, 'x'));
        for (const std::string& path : {a, b})
            QCOMPARE(parsedFor(files, path), 1);
        QCOMPARE(parsedFor(files, a), 0);
        QCOMPARE(parsedFor(files, c), 1); // eleven in all: `b` was asked for least
        QCOMPARE(parsedFor(files, a), 0);
        QCOMPARE(parsedFor(files, b), 1);
        // One that is larger than all is kept all the same, alone.
        QCOMPARE(parsedFor(files, large), 1);
        QCOMPARE(parsedFor(files, large), 0);
        QCOMPARE(parsedFor(files, b), 1);
    }
};

QTEST_APPLESS_MAIN(TestParsedFiles)
#include "tst_parsed_files.moc"
