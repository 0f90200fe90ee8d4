// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/zip_directory.h"
#include "model/dump_folder.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <set>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

const TensorRecord* find(const ReadFile& file, std::string_view entry)
{
    for (const TensorRecord& record : file.tensors()) {
        if (record.entry == entry)
            return &record;
    }
    return nullptr;
}

/// Sets a little-endian number at an offset from the end of the file.
QByteArray patched(QByteArray file, qsizetype at, std::uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        file[at + i] = static_cast<char>(value >> (8 * i));
    return file;
}

void add(QByteArray& bytes, std::uint64_t number, int size)
{
    for (int i = 0; i < size; ++i)
        bytes += static_cast<char>(number >> (8 * i));
}

/// A zip file of one deflated member.
QByteArray deflatedZip(const QByteArray& name, const QByteArray& content, std::uint32_t checksum)
{
    const QByteArray packed = qCompress(content, 9).sliced(6).chopped(4); // without the frame of zlib
    QByteArray facts;
    for (const std::uint64_t number : {0x14U, 0U, 8U, 0U, 0U})
        add(facts, number, 2);
    add(facts, checksum, 4);
    add(facts, static_cast<std::uint64_t>(packed.size()), 4);
    add(facts, static_cast<std::uint64_t>(content.size()), 4);
    add(facts, static_cast<std::uint64_t>(name.size()), 2);
    add(facts, 0, 2);
    QByteArray file("PK\x03\x04");
    file += facts + name + packed;
    const auto start = static_cast<std::uint64_t>(file.size());
    file += QByteArray("PK\x01\x02\x14\x00", 6) + facts + QByteArray(14, '\0') + name;
    const auto size = static_cast<std::uint64_t>(file.size()) - start;
    file += QByteArray("PK\x05\x06\0\0\0\0\x01\0\x01\0", 12);
    add(file, size, 4);
    add(file, start, 4);
    add(file, 0, 2);
    return file;
}

/// Two float32 and what lies behind them.
QByteArray smallArray(qsizetype behind)
{
    const QByteArray words = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    QByteArray array("\x93NUMPY\x01\x00", 8);
    add(array, static_cast<std::uint64_t>(words.size()), 2);
    const float values[] {1.5F, -2};
    array += words + QByteArray(reinterpret_cast<const char*>(values), sizeof(values));
    return array + QByteArray(behind, '\0');
}

} // namespace

class TestNpzReader : public QObject {
    Q_OBJECT

private slots:
    void arrays_data();
    void arrays();
    void equalNames();
    void storedArraysStayInPlace();
    void storedArraysHaveTheirChecksums();
    void directory_data();
    void directory();
    void bombs();
    void unpacksOnlyTheArray();
    void stopsUnpacking();
    void cutAnywhere_data();
    void cutAnywhere();
    void flippedAnywhere_data();
    void flippedAnywhere();

private:
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestNpzReader::arrays_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("stored") << "stored.npz";
    QTest::newRow("deflated") << "deflated.npz";
}

/// The arrays that tests/data/npz/make_arrays.py wrote.
void TestNpzReader::arrays()
{
    QFETCH(QString, name);
    ReadFile file(*m_formats, name.toStdString(), toBytes(testData("npz/" + name)));
    QCOMPARE(file.family(), std::string("npz"));
    QCOMPARE(file.tensors().size(), 7U);
    for (const TensorRecord& record : file.tensors()) {
        QCOMPARE(record.state, TensorState::Ok);
        QCOMPARE(record.opName, record.entry);
    }
    const auto values = [&](std::string_view entry) {
        const TensorRecord* record = find(file, entry);
        const auto view
            = record != nullptr ? file.open(*record) : Result<TensorView>(fail(Code::NotFound, Message("")));
        return view ? elementValues(*view).value_or(std::vector<double>()) : std::vector<double>();
    };
    const std::vector<double> a = values("a");
    QCOMPARE(a.size(), 24U);
    for (std::size_t i = 0; i < a.size(); ++i)
        QCOMPARE(a[i], static_cast<double>(static_cast<float>(i) / 7.0F));
    QCOMPARE(find(file, "a")->shape, (Shape {2, 3, 4}));
    QCOMPARE(values("b"), (std::vector<double> {1, -2, 3}));
    QCOMPARE(values("with/slash"), (std::vector<double> {1, -2, 3}));
    QCOMPARE(values("fortran"), (std::vector<double> {0, 1, 2, 3, 4, 5}));
    QCOMPARE(values("zero_d"), (std::vector<double> {2.5}));
    QCOMPARE(find(file, "empty")->shape, (Shape {0, 3}));
    QCOMPARE(values("empty"), std::vector<double>());
    const std::vector<double> big = values("big");
    QCOMPARE(big.size(), 2000U);
    QCOMPARE(big[1999], 49.0);
}

/// What NumPy refuses is not shown as if it were right.
void TestNpzReader::storedArraysHaveTheirChecksums()
{
    QByteArray content = testData("npz/stored.npz");
    ReadFile good(*m_formats, "stored.npz", toBytes(content));
    const TensorRecord* record = find(good, "a");
    QVERIFY(record);
    const auto right = good.open(*record);
    QVERIFY(right && right->bytes.check());
    // The elements are k / 7; the last of them stands once in the file.
    const float last = 23.0F / 7.0F;
    const qsizetype at = content.indexOf(QByteArray(reinterpret_cast<const char*>(&last), sizeof(last)));
    QVERIFY(at > 0);
    content[at] = static_cast<char>(content[at] ^ 1);
    ReadFile flipped(*m_formats, "stored.npz", toBytes(content));
    record = find(flipped, "a");
    QVERIFY(record);
    const auto wrong = flipped.open(*record);
    QVERIFY(wrong);
    const auto checked = wrong->bytes.check();
    QVERIFY(!checked);
    QCOMPARE(checked.error().text(), std::string("\"a.npy\" does not have the checksum the zip file says"));
    QVERIFY(flipped.open(*find(flipped, "b"))->bytes.check());
}

/// Two members of one name are two tensors with two ids, and both can be had.
void TestNpzReader::equalNames()
{
    TemporaryFolder folder;
    QByteArray content = testData("npz/stored.npz");
    content.replace("b.npy", "a.npy");
    QVERIFY(writeFile(folder.at("two.npz"), content.toStdString()));
    OwnedTask task;
    const auto index = openDump(folder.path(), m_formats, {}, task);
    QVERIFY(index);
    std::set<std::string> ids;
    for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i) {
        const std::string id = (*index)->tensorId(TensorId(i));
        ids.insert(id);
        const auto found = (*index)->findTensor(id);
        QVERIFY2(found && *found == TensorId(i), id.c_str());
    }
    QCOMPARE(ids.size(), (*index)->tensorCount());
    const auto shapeOf = [&](const char* id) {
        const auto found = (*index)->findTensor(id);
        if (!found)
            return Shape {-1};
        const auto shape = (*index)->shape((*index)->tensor(*found).shape);
        return Shape(shape.begin(), shape.end());
    };
    QCOMPARE(shapeOf("two.npz#a"), (Shape {2, 3, 4}));
    QCOMPARE(shapeOf("two.npz#a~1"), (Shape {3}));
    const auto isSaid = [](const Diagnostic& problem) { return problem.code == Code::Duplicate; };
    QCOMPARE(std::ranges::count_if((*index)->problems(), isSaid), 1);
}

void TestNpzReader::storedArraysStayInPlace()
{
    const Bytes file = Bytes::fromVector(toBytes(testData("npz/stored.npz")));
    const auto zip = ZipDirectory::read(file);
    QVERIFY(zip);
    const auto content = zip->content(*zip->find("b.npy"));
    QVERIFY(content);
    QVERIFY(content->data() > file.data() && content->data() < file.data() + file.size());
    QVERIFY(zip->find("c.npy") == nullptr);
}

void TestNpzReader::directory_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("code");
    const QByteArray good = testData("npz/stored.npz");
    const qsizetype end = good.size() - 22;
    const auto row = [](const char* name, const QByteArray& file, Code code) {
        QTest::newRow(name) << file << static_cast<int>(code);
    };
    row("no end", good.left(end), Code::Truncated);
    row("directory outside", patched(good, end + 16, 0x7FFFFFFF, 4), Code::BadHeader);
    row("directory too long", patched(good, end + 12, 0x7FFFFFFF, 4), Code::BadHeader);
    row("more entries than fit", patched(good, end + 10, 60000, 2), Code::Limit);
    row("ZIP64 without its end", patched(good, end + 16, 0xFFFFFFFF, 4), Code::BadHeader);
    row("nothing", QByteArray(), Code::Truncated);
}

void TestNpzReader::directory()
{
    QFETCH(QByteArray, file);
    QFETCH(int, code);
    const auto zip = ZipDirectory::read(Bytes::fromVector(toBytes(file)));
    QVERIFY(!zip);
    QCOMPARE(static_cast<int>(zip.error().code), code);
}

/// Sizes nobody could have packed are refused before anything is unpacked.
void TestNpzReader::bombs()
{
    QByteArray file = testData("npz/deflated.npz");
    const qsizetype entry = file.indexOf("PK\x01\x02");
    QVERIFY(entry > 0);
    file = patched(file, entry + 24, 0x7FFFFFFF, 4);
    const auto zip = ZipDirectory::read(Bytes::fromVector(toBytes(file)));
    QVERIFY(zip);
    const auto content = zip->content(zip->entries().front());
    QVERIFY(!content);
    QCOMPARE(content.error().code, Code::Limit);
}

/// A member may be far larger than its array. A checksum that is wrong shows whether the rest was unpacked.
void TestNpzReader::unpacksOnlyTheArray()
{
    constexpr qsizetype kBehind = 8 << 20;
    ReadFile file(*m_formats, "bomb.npz", toBytes(deflatedZip("a.npy", smallArray(kBehind), 0xBAD)));
    QCOMPARE(file.tensors().size(), 1U);
    QCOMPARE(file.tensors().front().state, TensorState::Ok);
    const auto view = file.open(file.tensors().front());
    QVERIFY2(view.has_value(), view ? "" : view.error().text().c_str());
    QCOMPARE(elementValues(*view).value(), (std::vector<double> {1.5, -2}));
    // Of an array that is all of its member, it counts.
    ReadFile whole(*m_formats, "whole.npz", toBytes(deflatedZip("a.npy", smallArray(0), 0xBAD)));
    QVERIFY(!whole.open(whole.tensors().front()));
}

void TestNpzReader::stopsUnpacking()
{
    const auto zip
        = ZipDirectory::read(Bytes::fromVector(toBytes(deflatedZip("a.npy", smallArray(8 << 20), 0))));
    QVERIFY(zip);
    std::stop_source stop;
    stop.request_stop();
    const auto content = zip->content(zip->entries().front(), stop.get_token());
    QVERIFY(!content);
    QCOMPARE(content.error().code, Code::Cancelled);
}

void TestNpzReader::cutAnywhere_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("deflated") << "deflated.npz";
}

void TestNpzReader::cutAnywhere()
{
    QFETCH(QString, name);
    const std::vector<std::byte> whole = toBytes(testData("npz/" + name));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        ReadFile file(*m_formats, name.toStdString(), part);
        QCOMPARE(file.tensors().size(), 1U);
        QVERIFY(file.tensors().front().state != TensorState::Ok);
        QVERIFY(!file.tensors().front().problem.empty());
    }
}

void TestNpzReader::flippedAnywhere_data()
{
    arrays_data();
}

void TestNpzReader::flippedAnywhere()
{
    QFETCH(QString, name);
    const std::vector<std::byte> whole = toBytes(testData("npz/" + name));
    const std::size_t step = whole.size() / 1500 + 1;
    for (std::size_t at = 0; at < whole.size(); at += step) {
        std::vector<std::byte> flipped = whole;
        flipped[at] ^= std::byte {0xFF};
        ReadFile file(*m_formats, name.toStdString(), flipped);
        for (const TensorRecord& record : file.tensors()) {
            QVERIFY(record.state == TensorState::Ok || !record.problem.empty());
            if (const auto view = file.open(record); view && elementCount(view->shape).value_or(0) < 10'000)
                (void)elementValues(*view);
        }
    }
}

QTEST_APPLESS_MAIN(TestNpzReader)
#include "tst_npz_reader.moc"
