// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/diagnostics.h"
#include "base/result.h"

#include <QTest>

#include <cerrno>
#include <set>
#include <string>
#include <thread>

using namespace dumpscope::core;

class TestError : public QObject {
    Q_OBJECT

private slots:
    void codeWordsAreStable_data();
    void codeWordsAreStable();
    void everyCodeIsExplained();
    void placeText_data();
    void placeText();
    void errorTextNamesCauses();
    void wrappingInheritsCodeAndPlace();
    void systemErrorCodes_data();
    void systemErrorCodes();
    void systemErrorWords();
    void macrosPropagate();
    void severityWords();
    void diagnosticsAreSortedWithoutDuplicates();
    void diagnosticsDoNotDependOnArrival();
    void diagnosticsOfAnErrorKeepPlaceAndCauses();
};

void TestError::codeWordsAreStable_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("word");
    const auto row
        = [](Code code, const char* word) { QTest::newRow(word) << static_cast<int>(code) << word; };
    row(Code::Truncated, "truncated");
    row(Code::BadHeader, "bad-header");
    row(Code::BadSize, "bad-size");
    row(Code::BadDtype, "bad-dtype");
    row(Code::BadShape, "bad-shape");
    row(Code::BadFormat, "bad-format");
    row(Code::BadName, "bad-name");
    row(Code::BadEncoding, "bad-encoding");
    row(Code::BadSyntax, "bad-syntax");
    row(Code::NotRecognised, "not-recognised");
    row(Code::Duplicate, "duplicate");
    row(Code::Permission, "permission");
    row(Code::NotFound, "not-found");
    row(Code::Vanished, "vanished");
    row(Code::ChangedWhileRead, "changed-while-read");
    row(Code::Limit, "limit");
    row(Code::Cycle, "cycle");
    row(Code::Mapping, "mapping");
    row(Code::Ambiguous, "ambiguous");
    row(Code::Unsupported, "unsupported");
    row(Code::Suspicious, "suspicious");
    row(Code::Io, "io");
    row(Code::NoSpace, "no-space");
    row(Code::OutOfMemory, "out-of-memory");
    row(Code::Usage, "usage");
    row(Code::Cancelled, "cancelled");
    row(Code::Internal, "internal");
}

void TestError::codeWordsAreStable()
{
    QFETCH(int, code);
    QFETCH(QString, word);
    QCOMPARE(QString::fromStdString(std::string(codeWord(static_cast<Code>(code)))), word);
}

void TestError::everyCodeIsExplained()
{
    std::set<std::string_view> words;
    for (const CodeInfo& info : codeTable()) {
        QVERIFY(words.insert(info.word).second);
        QVERIFY(info.word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
        QVERIFY(info.meaning.words().ends_with('.'));
        QVERIFY(info.advice.words().ends_with('.'));
    }
    QCOMPARE(words.size(), std::size_t {27});
    QCOMPARE(codeWord(static_cast<Code>(200)), std::string_view("internal"));
}

void TestError::placeText_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<qint64>("row");
    QTest::addColumn<qint64>("column");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray() << -1LL << -1LL << -1LL << QByteArray();
    QTest::newRow("file") << QByteArray("a/b.bin") << -1LL << -1LL << -1LL << QByteArray("a/b.bin");
    QTest::newRow("offset") << QByteArray("b.bin") << 12LL << -1LL << -1LL << QByteArray("b.bin@12");
    QTest::newRow("offset 0") << QByteArray("b.bin") << 0LL << -1LL << -1LL << QByteArray("b.bin@0");
    QTest::newRow("row") << QByteArray("s.csv") << -1LL << 3LL << -1LL << QByteArray("s.csv:3");
    QTest::newRow("column") << QByteArray("s.csv") << -1LL << 3LL << 7LL << QByteArray("s.csv:3:7");
    QTest::newRow("row without file") << QByteArray() << -1LL << 3LL << 7LL << QByteArray("3:7");
    QTest::newRow("row wins") << QByteArray("x") << 9LL << 1LL << -1LL << QByteArray("x:1");
    QTest::newRow("not UTF-8") << QByteArray("a\xFF%") << -1LL << -1LL << -1LL << QByteArray("a%FF%25");
    QTest::newRow("escape sequence") << QByteArray("a\x1b[2J") << -1LL << -1LL << -1LL
                                     << QByteArray("a%1B[2J");
}

void TestError::placeText()
{
    QFETCH(QByteArray, file);
    QFETCH(qint64, offset);
    QFETCH(qint64, row);
    QFETCH(qint64, column);
    QFETCH(QByteArray, text);
    const auto optional = [](qint64 value) {
        return value < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(value));
    };
    const Place place {file.toStdString(), optional(offset), optional(row), optional(column)};
    QCOMPARE(QByteArray::fromStdString(place.text()), text);
}

void TestError::errorTextNamesCauses()
{
    const Error inner = makeError(Code::Truncated, Message("3 bytes are missing"), {"a.bin", 61, {}, {}});
    QCOMPARE(inner.text(), std::string("a.bin@61: 3 bytes are missing"));
    const Error same = wrapError(Message("cannot read the header"), inner);
    QCOMPARE(same.text(), std::string("a.bin@61: cannot read the header: 3 bytes are missing"));
    Error elsewhere = wrapError(Message("cannot open the archive"), inner);
    elsewhere.place = {"all.tar", {}, {}, {}};
    QCOMPARE(
        elsewhere.text(), std::string("all.tar: cannot open the archive: a.bin@61: 3 bytes are missing"));
    QCOMPARE(makeError(Code::Usage, Message("no")).text(), std::string("no"));
}

void TestError::wrappingInheritsCodeAndPlace()
{
    const Error outer
        = wrapError(Message("outer"), makeError(Code::BadDtype, Message("inner"), {"f", 8, {}, {}}));
    QCOMPARE(outer.code, Code::BadDtype);
    QCOMPARE(outer.place.text(), std::string("f@8"));
    QVERIFY(outer.cause);
    QCOMPARE(outer.cause->message.text(), std::string("inner"));
}

/// Whether a translation knows them or not, the words are the system's.
void TestError::systemErrorWords()
{
    for (int number = 1; number < 140; ++number) {
        const char* const words = strerrordesc_np(number);
        const std::string told = systemError(number, Message("x")).text();
        QCOMPARE(told, words ? "x: " + std::string(words) : "x: system error " + std::to_string(number));
    }
}

void TestError::systemErrorCodes_data()
{
    QTest::addColumn<int>("value");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, int value, Code code) {
        QTest::newRow(name) << value << static_cast<int>(code);
    };
    row("ENOENT", ENOENT, Code::NotFound);
    row("ENOTDIR", ENOTDIR, Code::NotFound);
    row("EACCES", EACCES, Code::Permission);
    row("EPERM", EPERM, Code::Permission);
    row("EROFS", EROFS, Code::Permission);
    row("ENOSPC", ENOSPC, Code::NoSpace);
    row("EDQUOT", EDQUOT, Code::NoSpace);
    row("ENOMEM", ENOMEM, Code::OutOfMemory);
    row("EMFILE", EMFILE, Code::Limit);
    row("ELOOP", ELOOP, Code::Cycle);
    row("ESTALE", ESTALE, Code::Vanished);
    row("EIO", EIO, Code::Io);
    row("unknown", 99999, Code::Io);
}

void TestError::systemErrorCodes()
{
    QFETCH(int, value);
    QFETCH(int, code);
    const Error error = systemError(value, Message("cannot open the file"), {"x", {}, {}, {}});
    QCOMPARE(static_cast<int>(error.code), code);
    QVERIFY(error.message.text().starts_with("cannot open the file: "));
    QVERIFY(error.message.text().size() > std::string_view("cannot open the file: ").size());
    QCOMPARE(error.place.file, std::string("x"));
}

void TestError::macrosPropagate()
{
    const auto half = [](int value) -> Result<int> {
        if (value % 2 != 0)
            return fail(Code::Usage, Message("odd"));
        return value / 2;
    };
    const auto quarter = [&](int value) -> Result<int> {
        TRY_ASSIGN(const int once, half(value));
        TRY_ASSIGN(const int twice, half(once));
        return twice;
    };
    const auto check = [&](int value) -> Result<void> {
        TRY_VOID(quarter(value).map([](int) {}));
        return {};
    };
    QCOMPARE(*quarter(12), 3);
    QVERIFY(!quarter(6));
    QVERIFY(check(12));
    QCOMPARE(check(6).error().code, Code::Usage);
}

void TestError::severityWords()
{
    QCOMPARE(severityWord(Severity::Hint), std::string_view("hint"));
    QCOMPARE(severityWord(Severity::Warning), std::string_view("warning"));
    QCOMPARE(severityWord(Severity::Error), std::string_view("error"));
}

namespace {

Diagnostic at(std::string file, std::optional<std::uint64_t> offset, Code code, std::string message)
{
    return {Severity::Warning, code, {std::move(file), offset, {}, {}}, std::move(message)};
}

std::string textOf(const std::vector<Diagnostic>& items)
{
    std::string result;
    for (const Diagnostic& item : items)
        result
            += item.place.text() + ' ' + std::string(codeWord(item.code)) + ' ' + item.message.text() + '\n';
    return result;
}

} // namespace

void TestError::diagnosticsAreSortedWithoutDuplicates()
{
    Diagnostics diagnostics;
    diagnostics.add(at("op10", {}, Code::BadSize, "b"));
    diagnostics.add(at("op2", 8, Code::Truncated, "a"));
    diagnostics.add(at("op2", {}, Code::Truncated, "a"));
    diagnostics.add(at("op10", {}, Code::BadSize, "a"));
    diagnostics.add(at("op10", {}, Code::Truncated, "z"));
    diagnostics.add(at("op2", 8, Code::Truncated, "a"));
    QCOMPARE(diagnostics.count(), std::size_t {6});
    QCOMPARE(textOf(diagnostics.sorted()),
        std::string(
            "op2 truncated a\nop2@8 truncated a\nop10 truncated z\nop10 bad-size a\nop10 bad-size b\n"));
}

void TestError::diagnosticsDoNotDependOnArrival()
{
    // Every third one comes twice; some are dropped on the way, some at the end.
    constexpr std::size_t kDistinct = 155'000;
    const auto message = [](std::size_t i) { return std::to_string(1'000'000 + i); };
    Diagnostics forward;
    for (std::size_t i = 0; i < kDistinct; ++i) {
        forward.add(at("f", {}, Code::Suspicious, message(i)));
        if (i % 3 == 0)
            forward.add(at("f", {}, Code::Suspicious, message(i)));
    }
    Diagnostics backward;
    {
        std::vector<std::jthread> threads;
        for (std::size_t part = 0; part < 3; ++part) {
            threads.emplace_back([&, part] {
                for (std::size_t i = kDistinct; i-- > 0;) {
                    if (i % 3 == part)
                        backward.add(at("f", {}, Code::Suspicious, message(i)));
                    if (i % 3 == 0 && part == 2)
                        backward.add(at("f", {}, Code::Suspicious, message(i)));
                }
            });
        }
    }
    const auto a = forward.sorted();
    const auto b = backward.sorted();
    QCOMPARE(a.size(), Diagnostics::kLimit + 1);
    QCOMPARE(a.front().message.text(), message(0));
    QCOMPARE(a[Diagnostics::kLimit - 1].message.text(), message(Diagnostics::kLimit - 1));
    QCOMPARE(a.back().code, Code::Limit);
    QVERIFY(textOf(a) == textOf(b));
    QCOMPARE(forward.count(), backward.count());
    // 55 000 distinct ones are left out, 18 333 of them came twice.
    QVERIFY(a.back().message.text().starts_with("73333 more"));
}

void TestError::diagnosticsOfAnErrorKeepPlaceAndCauses()
{
    Diagnostics diagnostics;
    diagnostics.add(Severity::Error,
        wrapError(Message("cannot index"), makeError(Code::BadHeader, Message("magic"), {"f", 0, {}, {}})));
    const auto items = diagnostics.sorted();
    QCOMPARE(items.size(), std::size_t {1});
    QCOMPARE(items[0].severity, Severity::Error);
    QCOMPARE(items[0].code, Code::BadHeader);
    QCOMPARE(items[0].place.text(), std::string("f@0"));
    QVERIFY(items[0].message.text().starts_with("cannot index: "));
    QVERIFY(items[0].message.text().ends_with("magic"));
}

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
