// SPDX-License-Identifier: GPL-3.0-or-later
// Every reader has a sample that it opens, and says enough of itself for `formats`.
#include "model/dump_folder.h"
#include "summary/kind_registry.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace dumpscope::core;

namespace {

/// Readers without a sample of their own under tests/data or resources/sample.
const std::map<std::string, std::string> kWithoutSample = {
    {"raw", "claims what names or users say; tst_raw makes its files"},
};

std::set<std::string> readersUsed(const char* path, const std::shared_ptr<const FormatRegistry>& formats)
{
    OwnedTask context(2);
    std::set<std::string> used;
    const auto index = openDump(path, formats, {}, context);
    if (!index)
        return used;
    for (std::size_t i = 0; i < (*index)->fileCount(); ++i) {
        if (const Reader* reader = (*index)->readerOf(FileId(i)))
            used.insert(reader->info().id);
    }
    return used;
}

} // namespace

class TestSamples : public QObject {
    Q_OBJECT

private slots:
    void everyReaderHasASample()
    {
        const auto formats = builtinFormats();
        std::set<std::string> used = readersUsed(DUMPSCOPE_TEST_DATA, formats);
        used.merge(readersUsed(DUMPSCOPE_SAMPLE_DATA, formats));
        std::string missing;
        for (const auto& reader : formats->readers()) {
            const std::string& id = reader->info().id;
            if (!used.contains(id) && !kWithoutSample.contains(id))
                missing += id + ' ';
        }
        QVERIFY2(missing.empty(), missing.c_str());
    }

    void everyReaderSaysWhatItIs()
    {
        const auto formats = builtinFormats();
        std::set<std::string> ids;
        for (const auto& reader : formats->readers()) {
            const ReaderInfo& info = reader->info();
            QVERIFY2(ids.insert(info.id).second, info.id.c_str());
            QVERIFY2(
                !info.title.words().empty() && !info.patterns.empty() && (info.can.index || info.can.graph),
                info.id.c_str());
            const auto isWord
                = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
            QVERIFY2(std::ranges::all_of(info.id, isWord), info.id.c_str());
        }
    }

    void everyKindHasEvidence()
    {
        OwnedTask context(2);
        const auto formats = builtinFormats();
        const auto index = openDump(DUMPSCOPE_TEST_DATA, formats, {}, context);
        QVERIFY(index.has_value());
        KindRegistry registry;
        registerBuiltinKinds(registry);
        for (const auto& kind : registry.kinds()) {
            const auto finding = kind->recognise(**index);
            if (!finding)
                continue;
            QCOMPARE(finding->id, std::string(kind->id()));
            QVERIFY2(!finding->title.empty() && !finding->evidence.empty(), finding->id.c_str());
            QVERIFY2(finding->confidence > 0 && finding->confidence <= 1, finding->id.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestSamples)
#include "tst_samples.moc"
