// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_source.h"
#include "readers/format_registry.h"

#include <QTest>

#include <set>

using namespace dumpscope::core;

namespace {

class FakeReader final : public Reader {
public:
    FakeReader(std::string id, int priority, int confidence)
        : m_info {std::move(id), "fake", {}, {}, priority}
        , m_confidence(confidence)
    {
    }
    const ReaderInfo& info() const override { return m_info; }
    Claim probe(const FileProbe&) const override
    {
        return {m_confidence, Message(m_confidence > 0 ? "mine" : "not mine")};
    }
    Result<FileContents> read(const FileContext&, TaskContext&) const override { return FileContents {}; }

private:
    ReaderInfo m_info;
    int m_confidence;
};

class FakeGrammar final : public NameGrammar {
public:
    explicit FakeGrammar(int priority)
        : m_priority(priority)
    {
    }
    std::string_view id() const override { return m_priority > 10 ? "first" : "second"; }
    int priority() const override { return m_priority; }
    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        if (m_priority > 10 && name != "both")
            return std::nullopt;
        return NameFacts {};
    }

private:
    int m_priority;
};

} // namespace

class TestFormatRegistry : public QObject {
    Q_OBJECT

private slots:
    void bestClaimWins();
    void nobodyClaims();
    void filesOfOtherPrograms_data();
    void filesOfOtherPrograms();
    void contentsNobodyKnows_data();
    void contentsNobodyKnows();
    void resultsOfComparisons();
    void zipsByContent_data();
    void zipsByContent();
    void grammarsInOrder();
    void builtin();
    void defaults();
};

void TestFormatRegistry::bestClaimWins()
{
    FormatRegistry registry;
    registry.add(std::make_unique<FakeReader>("b", 50, 60));
    registry.add(std::make_unique<FakeReader>("a", 50, 60));
    registry.add(std::make_unique<FakeReader>("late", 10, 80));
    registry.add(std::make_unique<FakeReader>("early", 90, 60));
    QCOMPARE(registry.readers().front()->info().id, std::string("early"));
    QCOMPARE(registry.readers()[1]->info().id, std::string("a"));
    Claim best;
    Message whyNot("old");
    QCOMPARE(registry.claim({}, best, &whyNot)->info().id, std::string("late"));
    QCOMPARE(best.confidence, 80);
    QCOMPARE(whyNot.text(), std::string());
    QVERIFY(registry.findReader("b"));
    QVERIFY(!registry.findReader("c"));
}

void TestFormatRegistry::nobodyClaims()
{
    FormatRegistry registry;
    registry.add(std::make_unique<FakeReader>("a", 50, 0));
    registry.add(std::make_unique<FakeReader>("b", 40, 0));
    Claim best;
    Message whyNot;
    QVERIFY(!registry.claim({}, best, &whyNot));
    QVERIFY(whyNot.text().starts_with("no reader knows its name and content"));
    QVERIFY(!registry.claim({}, best, nullptr));
}

void TestFormatRegistry::filesOfOtherPrograms_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("is");
    const QByteArray network("\x1c\0\0\0TFL3\x14\0", 10);
    QTest::newRow("a magic in front")
        << QByteArray("weights.gguf") << QByteArray("GGUF\3\0\0\0", 8) << QByteArray("GGUF");
    QTest::newRow("by name and beginning only")
        << QByteArray("net.TFLite") << network << QByteArray("TensorFlow Lite");
    QTest::newRow("another beginning") << QByteArray("a.gguf") << QByteArray("\x93NUMPY\1\0") << QByteArray();
    QTest::newRow("another name") << QByteArray("a.npy") << network << QByteArray();
    QTest::newRow("empty") << QByteArray("a.gguf") << QByteArray() << QByteArray();
}

void TestFormatRegistry::filesOfOtherPrograms()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, head);
    QFETCH(const QByteArray, is);
    FormatRegistry registry;
    registry.add(std::make_unique<FakeReader>("greedy", 50, 100));
    Claim best;
    Message whyNot;
    const FileProbe probe {std::string_view(name.data(), static_cast<std::size_t>(name.size())),
        static_cast<std::uint64_t>(head.size()),
        std::as_bytes(std::span(head.data(), static_cast<std::size_t>(head.size())))};
    QCOMPARE(registry.claim(probe, best, &whyNot) == nullptr, !is.isEmpty());
    QCOMPARE(QByteArray::fromStdString(whyNot.text()),
        is.isEmpty() ? QByteArray() : is + QByteArray(" is not a format Dumpscope reads"));
}

void TestFormatRegistry::contentsNobodyKnows_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("a pickle") << QByteArray("\x80\x04\x95\x10\0\0\0", 7) << QByteArray("a pickle of Python");
    QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08\0", 4)
                          << QByteArray("packed by gzip; unpack it first: gunzip");
    QTest::newRow("a zip file") << QByteArray("PK\3\4\x14\0", 6)
                                << QByteArray("named .zip it is opened like a folder");
    QTest::newRow("another program's") << QByteArray("GGUF\3\0\0\0", 8) << QByteArray("it looks like GGUF");
    QTest::newRow("a pointer") << QByteArray("version https://git-lfs.github.com/spec/v1\n")
                               << QByteArray("git lfs pull");
    QTest::newRow("zeros") << QByteArray(100, '\0') << QByteArray("begins with 100 zero bytes");
    QTest::newRow("JSON") << QByteArray("{\"a\": 1}") << QByteArray("it looks like JSON");
    QTest::newRow("text") << QByteArray("hello\n") << QByteArray("it looks like text");
    QTest::newRow("nothing known") << QByteArray("\1\2\3\4") << QByteArray("--raw-dtype");
}

void TestFormatRegistry::contentsNobodyKnows()
{
    QFETCH(const QByteArray, head);
    QFETCH(const QByteArray, says);
    Claim best;
    Message whyNot;
    const FileProbe probe {"weights.dat", static_cast<std::uint64_t>(head.size()),
        std::as_bytes(std::span(head.data(), static_cast<std::size_t>(head.size())))};
    QVERIFY(!FormatRegistry().claim(probe, best, &whyNot));
    QVERIFY2(QByteArray::fromStdString(whyNot.text()).contains(says), whyNot.text().c_str());
}

/// Figures of pairs, as they are found beside dumps.
void TestFormatRegistry::resultsOfComparisons()
{
    const std::vector<std::pair<std::string, std::string>> files {
        {"pairs.csv", "index,verdict,run,rank,op_name,golden_op_name,io\n0,pass,,,a,a,input\n"},
        {"pairs.json", "{\"target\":\"a\",\"golden\":\"b\",\"profile\":\"dumpscope\"}"},
        {"compare_result_20261121.csv", "NPU Name,Bench Name,NPU Dtype\n"},
        {"compare_result_20261121.xlsx", "PK\3\4\24"},
        {"result.csv", "Index,OpType,NPUDump,DataType,Address,GroundTruth\n"}};
    for (const auto& [name, text] : files) {
        Claim best;
        Message whyNot;
        const FolderFacts folder;
        const NameFacts facts;
        const FileProbe probe {
            name, text.size(), std::as_bytes(std::span(text.data(), text.size())), &folder, &facts};
        const auto formats = builtinFormats();
        QVERIFY2(!formats->claim(probe, best, &whyNot), name.c_str());
        QVERIFY2(whyNot.text().starts_with("the result of a comparison by "), whyNot.text().c_str());
    }
}

/// The first member of a zip file says what it is, whatever the file is called.
void TestFormatRegistry::zipsByContent_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("family");
    for (const char* name : {"weights.bin", "weights", "weights.npz", "weights.zip", "model.ckpt", "a.npy"})
        QTest::newRow(name) << QByteArray("archive/data.pkl") << QByteArray(name) << QByteArray("pt");
    QTest::newRow("arrays without a name")
        << QByteArray("x.npy") << QByteArray("arrays") << QByteArray("npz");
    QTest::newRow("arrays") << QByteArray("x.npy") << QByteArray("x.npz") << QByteArray("npz");
    QTest::newRow("an archive of arrays")
        << QByteArray("x.npy") << QByteArray("x.zip") << QByteArray("archive");
    QTest::newRow("a packed dump") << QByteArray("dump/weights/data.pkl") << QByteArray("x.zip")
                                   << QByteArray("archive");
    QTest::newRow("something else") << QByteArray("a.txt") << QByteArray("x.bin") << QByteArray();
}

void TestFormatRegistry::zipsByContent()
{
    QFETCH(const QByteArray, member);
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, family);
    QByteArray head("PK\3\4", 4);
    head += QByteArray(22, '\0'); // to the length of the name, then that of what follows it
    head += static_cast<char>(member.size());
    head += QByteArray(3, '\0') + member;
    Claim best;
    const FolderFacts folder;
    const NameFacts facts;
    const FileProbe probe {std::string_view(name.data(), static_cast<std::size_t>(name.size())),
        static_cast<std::uint64_t>(head.size()),
        std::as_bytes(std::span(head.data(), static_cast<std::size_t>(head.size()))), &folder, &facts};
    const auto formats = builtinFormats();
    const Reader* const reader = formats->claim(probe, best, nullptr);
    QCOMPARE(reader ? QByteArray::fromStdString(reader->info().id) : QByteArray(), family);
}

void TestFormatRegistry::grammarsInOrder()
{
    FormatRegistry registry;
    registry.add(std::make_unique<FakeGrammar>(1));
    registry.add(std::make_unique<FakeGrammar>(99));
    QCOMPARE(registry.parseName("both", {}).grammar, std::string_view("first"));
    QCOMPARE(registry.parseName("one", {}).grammar, std::string_view("second"));
    QVERIFY(FormatRegistry().parseName("one", {}).grammar.empty());
    QVERIFY(FormatRegistry().describeFolder("/a/b").layout.empty());
}

// Whatever is registered: ids are unique and every name and folder is understood without a crash.
void TestFormatRegistry::builtin()
{
    const auto formats = builtinFormats();
    std::set<std::string> ids;
    for (const auto& reader : formats->readers()) {
        QVERIFY(ids.insert(reader->info().id).second);
        QVERIFY(!reader->info().title.words().empty());
    }
    for (const char* id : {"npy", "ascend-bin", "mapping"})
        QVERIFY(formats->findReader(id));
    const FolderFacts folder;
    const std::string text = "just a note";
    const ByteSpan head(reinterpret_cast<const std::byte*>(text.data()), text.size());
    for (const char* name : {"notes.md", "a.json", "b.bin", "c.txt", "d.npz", "e.onnx", "no ending"}) {
        Claim best;
        Message whyNot;
        const NameFacts facts = formats->parseName(name, folder);
        if (formats->claim({name, text.size(), head, &folder, &facts}, best, &whyNot) != nullptr)
            continue;
        QVERIFY2(!whyNot.empty() && whyNot.text().size() <= 200, whyNot.text().c_str());
        if (std::string_view(name) == "notes.md" || std::string_view(name) == "a.json")
            QVERIFY2(whyNot.text().starts_with("no reader knows"), whyNot.text().c_str());
    }
}

void TestFormatRegistry::defaults()
{
    const FakeReader reader("fake", 1, 1);
    const MemorySource source(nullptr, 0, "folder/file");
    const FolderFacts folder;
    const NameFacts facts;
    OwnedTask context(1);
    const auto view = reader.open({source, "file", {}, folder, facts}, 0, context);
    QVERIFY(!view);
    QCOMPARE(view.error().code, Code::Unsupported);
    QCOMPARE(view.error().place.file, std::string("folder/file"));
    QVERIFY(reader.describe({source, "file", {}, folder, facts}, 0, context).empty());
}

QTEST_APPLESS_MAIN(TestFormatRegistry)
#include "tst_format_registry.moc"
