// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/bundle.h"

#include "compare/layout/said_assembly.h"
#include "compare/report/bundle_members.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/pair_document.h"
#include "compare/report/recorded_suspicion.h"

#include "base/library_versions.h"
#include "base/text.h"
#include "compare/report/suspicion_document.h"
#include "graph/graph_catalog.h"
#include "graph/graph_export.h"
#include "graph/graph_traversal.h"
#include "io/atomic_file.h"
#include "io/json_message.h"
#include "model/array_dump.h"
#include "readers/format_registry.h"

#include <fmt/format.h>

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <map>
#include <memory>
#include <set>

namespace dumpscope::core {

namespace {

/// What explains tensors is small; what is not small is not needed to read them.
constexpr std::uint64_t kMaxCompanion = 1ULL << 20U;
constexpr std::uint64_t kMaxCompanions = 16ULL << 20U;
/// Folders above the root whose names may say rank, model or step.
constexpr int kMaxFolders = 8;
/// Longer lists of verdicts are left out, as a bundle is small.
constexpr std::size_t kMaxOthers = 16ULL << 20U;

/// A zip file in the making; the time of every member is the beginning of zip's calendar.
class ZipWriter {
public:
    static Result<ZipWriter> create(const std::string& path)
    {
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        ZipWriter zip(std::move(file));
        if (!zip.m_archive || ::archive_write_set_format_zip(zip.m_archive.get()) != ARCHIVE_OK
            || ::archive_write_open(zip.m_archive.get(), zip.m_file.get(), nullptr, writeTo, nullptr)
                != ARCHIVE_OK)
            return fail(zip.error());
        return zip;
    }

    Result<void> add(const std::string& name, ByteSpan bytes)
    {
        constexpr std::int64_t kBeginning = 315532800; // 1980-01-01
        const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(
            ::archive_entry_new(), [](archive_entry* used) { ::archive_entry_free(used); });
        ::archive_entry_copy_pathname(entry.get(), name.c_str());
        ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
        ::archive_entry_set_filetype(entry.get(), AE_IFREG);
        ::archive_entry_set_perm(entry.get(), 0644);
        ::archive_entry_set_mtime(entry.get(), kBeginning, 0);
        if (::archive_write_header(m_archive.get(), entry.get()) != ARCHIVE_OK)
            return fail(error());
        if (::archive_write_data(m_archive.get(), bytes.data(), bytes.size())
            != static_cast<la_ssize_t>(bytes.size()))
            return fail(error());
        return {};
    }
    Result<void> add(const std::string& name, std::string_view text)
    {
        return add(name, std::as_bytes(std::span(text.data(), text.size())));
    }

    Result<void> commit()
    {
        if (::archive_write_close(m_archive.get()) != ARCHIVE_OK)
            return fail(error());
        return m_file->commit();
    }

private:
    static la_ssize_t writeTo(archive* zip, void* file, const void* bytes, std::size_t size)
    {
        const auto written
            = static_cast<AtomicFile*>(file)->write(ByteSpan(static_cast<const std::byte*>(bytes), size));
        if (written)
            return static_cast<la_ssize_t>(size);
        ::archive_set_error(zip, EIO, "%s", written.error().message.text().c_str());
        return -1;
    }

    explicit ZipWriter(AtomicFile file)
        : m_file(std::make_unique<AtomicFile>(std::move(file)))
        , m_archive(::archive_write_new(), [](archive* used) { ::archive_write_free(used); })
    {
    }
    [[nodiscard]] Error error() const
    {
        const char* const why = m_archive ? ::archive_error_string(m_archive.get()) : "no memory";
        return makeError(Code::Io,
            phrase("cannot be written: %1", why ? Message(why) : phrase("unknown reason")),
            {.file = m_file->path()});
    }

    std::unique_ptr<AtomicFile> m_file; // libarchive keeps its address
    std::unique_ptr<archive, void (*)(archive*)> m_archive;
};

/// One side's files in the bundle.
class SideFiles {
public:
    SideFiles(const DumpIndex& index, std::string_view side)
        : m_index(index)
        , m_prefix(std::string(side) + '/' + keptFolders())
    {
    }

    void want(TensorId id)
    {
        m_tensors.insert(id);
        m_files.insert(m_index.tensor(id).file);
        // A statistics row may have been joined to the file of its values.
        if (m_index.tensor(id).statisticRow != TensorRow::kNone)
            m_files.insert(m_index.statisticFile(m_index.tensor(id).statisticTable));
    }

    Result<void> write(ZipWriter& zip, TaskContext& task)
    {
        for (const FileId file : m_files) {
            TRY_VOID(task.checkStop());
            const std::string path = m_index.filePath(file);
            TRY_ASSIGN(const Bytes bytes, fileToHandOn(m_index, file));
            TRY_VOID(zip.add(m_prefix + path, bytes.span()));
            TRY_VOID(bytes.check());
        }
        return {};
    }

    /// Small files without tensors beside the chosen ones, on the way to the root, or one folder beside that
    /// way: names, orders, configurations.
    void addCompanions()
    {
        std::set<std::string> way;
        for (const FileId file : m_files) {
            std::string folder(m_index.text(m_index.folder(m_index.file(file).folder).path));
            while (way.insert(folder).second && !folder.empty()) {
                const std::size_t slash = folder.rfind('/');
                folder.resize(slash == std::string::npos ? 0 : slash);
            }
        }
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < m_index.fileCount(); ++i) {
            const FileId file(i);
            const FileRow& row = m_index.file(file);
            const Reader* const reader = m_index.readerOf(file);
            const std::string_view folder = m_index.text(m_index.folder(row.folder).path);
            const std::size_t slash = folder.rfind('/');
            const std::string_view above = folder.substr(0, slash == std::string_view::npos ? 0 : slash);
            const bool isNear = way.contains(std::string(folder)) || way.contains(std::string(above));
            if (!isNear || !reader || reader->info().can.values || reader->info().can.statistics
                || row.size > kMaxCompanion || total + row.size > kMaxCompanions)
                continue;
            total += row.size;
            m_files.insert(file);
        }
    }
    /// Counts the shared files of `contents` by their name.
    void countInto(BundleContents& contents, std::map<std::string, BundleContents::Kind>& shared) const
    {
        for (const FileId file : m_files) {
            const std::uint64_t bytes = m_index.file(file).size;
            ++contents.files;
            contents.bytes += bytes;
            if (isOfChosenAlone(file))
                continue;
            BundleContents::Kind& kind = shared[std::string(m_index.text(m_index.file(file).name))];
            ++kind.files;
            kind.bytes += bytes;
            ++contents.sharedFiles;
            contents.sharedBytes += bytes;
        }
    }
    /// One of the files is the graph itself.
    [[nodiscard]] bool hasGraph() const
    {
        return std::any_of(m_files.begin(), m_files.end(), [this](FileId file) {
            const Reader* const reader = m_index.readerOf(file);
            return reader && reader->info().can.graph;
        });
    }

    /// Whether a chosen tensor's file of statistics has the line of this one, too.
    [[nodiscard]] bool hasStatisticsOf(TensorId id) const
    {
        const TensorRow& row = m_index.tensor(id);
        return row.statisticRow != TensorRow::kNone
            && m_files.contains(m_index.statisticFile(row.statisticTable)) && m_files.contains(row.file);
    }

    [[nodiscard]] const DumpIndex& index() const { return m_index; }
    [[nodiscard]] const std::string& prefix() const { return m_prefix; }

private:
    /// As many names of folders above the root as readers need to tell what the files are; at least its own.
    [[nodiscard]] std::string keptFolders() const
    {
        std::string root = m_index.tree().absoluteFolder("");
        while (root.ends_with('/'))
            root.pop_back();
        std::string kept;
        for (int count = 0; count < kMaxFolders && !root.empty(); ++count) {
            const std::size_t slash = root.rfind('/');
            kept.insert(0, root.substr(slash == std::string::npos ? 0 : slash + 1).append("/"));
            root.resize(slash == std::string::npos ? 0 : slash);
            if (saysAll(kept))
                return kept;
        }
        return kept;
    }
    [[nodiscard]] bool saysAll(const std::string& kept) const
    {
        for (std::size_t i = 0; i < m_index.folderCount(); ++i) {
            const FolderRow& folder = m_index.folder(FolderId(i));
            const std::string path(m_index.text(folder.path));
            if (!(m_index.formats().describeFolder(fmt::format("/{}{}", kept, path))
                    == m_index.formats().describeFolder(m_index.tree().absoluteFolder(path))))
                return false;
        }
        return true;
    }

    /// The file holds values, all of them of chosen tensors.
    [[nodiscard]] bool isOfChosenAlone(FileId file) const
    {
        const auto tensors = m_index.tensorsOfFile(file);
        return !tensors.empty()
            && std::ranges::all_of(tensors, [this](TensorId id) { return m_tensors.contains(id); });
    }

    const DumpIndex& m_index;
    std::string m_prefix;
    std::set<FileId> m_files;
    std::set<TensorId> m_tensors;
};

/// The graph around operators of one side; empty where there is no graph or none of them in it. A graph that
/// cannot be read is reported.
struct Neighbourhood {
    std::string json, dot;
};

Neighbourhood neighbourhoodIn(const DumpIndex& index, const std::set<TensorId>& tensors, TaskContext& task)
{
    const auto candidates = rankGraphs(index, &index, task);
    if (!candidates)
        task.diagnostics.add(Severity::Error, candidates.error());
    if (!candidates || candidates->empty())
        return {};
    const auto document = loadGraph(index, candidates->front().file, task);
    if (!document) {
        task.diagnostics.add(Severity::Error, document.error());
        return {};
    }
    const Graph& graph = entryGraph(*document);
    const GraphMatch match = matchGraph(graph, index, matchScope(index, candidates->front().file, graph));
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const auto entries = match.tensorsOf(NodeId(i));
        if (std::any_of(entries.begin(), entries.end(), [&](TensorId id) { return tensors.contains(id); }))
            nodes.emplace_back(i);
    }
    if (nodes.empty())
        return {};
    nodes = neighbourhoodOf(graph, nodes, kBundleHops);
    GraphView view {&*document, 0, &nodes, &match, &index};
    for (std::size_t i = 0; i < document->graphs.size(); ++i) {
        if (document->graphs[i].get() == &graph)
            view.graph = i;
    }
    Neighbourhood found;
    JsonWriter json([&](std::string_view text) { found.json += text; }, true);
    json.beginObject().member("format", document->format).key("graphs").beginArray().beginObject();
    writeGraphMembers(json, view);
    json.endObject().endArray().endObject().finish();
    writeGraphDot(view, [&](std::string_view text) { found.dot += text; });
    return found;
}

/// At the top for people; beside the tensors of a side for programs, where the graph itself stays behind.
Result<void> addNeighbourhoods(ZipWriter& zip, const SideFiles& target, const SideFiles& golden,
    const std::set<TensorId>& targets, const std::set<TensorId>& goldens, TaskContext& task)
{
    const Neighbourhood around = neighbourhoodIn(target.index(), targets, task);
    if (!around.json.empty()) {
        TRY_VOID(zip.add(kBundleGraph, around.json));
        TRY_VOID(zip.add("graph.dot", around.dot));
        if (!target.hasGraph())
            TRY_VOID(zip.add(target.prefix() + kBundleGraph, around.json));
    }
    if (golden.hasGraph())
        return {};
    const Neighbourhood other = neighbourhoodIn(golden.index(), goldens, task);
    return other.json.empty() ? Result<void>() : zip.add(golden.prefix() + kBundleGraph, other.json);
}

/// Found by looking at the dumps as a whole, which are not there any more.
bool needsWholeDump(PairOrigin origin)
{
    return origin == PairOrigin::Alignment || origin == PairOrigin::GraphOrder
        || origin == PairOrigin::Fingerprint || origin == PairOrigin::Assembly;
}

std::string pairingOf(const PairTable& pairs, std::span<const std::size_t> rows)
{
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; }, true);
    json.beginObject().member("version", 1).key("pairs").beginArray();
    for (const std::size_t row : rows) {
        const TensorPair& pair = pairs.row(row).pair;
        if (!needsWholeDump(pair.origin))
            continue;
        json.beginObject()
            .member("target", pairs.target().index->tensorId(pair.target))
            .member("golden", pairs.golden().index->tensorId(pair.golden));
        writeMessage(json.key("note"), pair.reason);
        if (isPutTogether(pair))
            writeSaidAssembly(json.key(pair.hint->assembly->isOfGolden ? "golden_assembly" : "assembly"),
                pair, *pairs.target().index, *pairs.golden().index);
        json.endObject();
    }
    json.endArray().endObject().finish();
    return text;
}

/// Verdicts of pairs that were not chosen, of which the files have all that was compared; empty: too many.
std::string othersOf(const PairTable& pairs, std::span<const std::size_t> chosen, const SideFiles& target,
    const SideFiles& golden)
{
    const std::set<std::size_t> taken(chosen.begin(), chosen.end());
    std::map<std::pair<Verdict, Message>, std::vector<std::size_t>> groups;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const PairResult& result = pairs.row(row);
        if (!taken.contains(row) && result.basis != PairBasis::Elements && !isPutTogether(result.pair)
            && target.hasStatisticsOf(result.pair.target) && golden.hasStatisticsOf(result.pair.golden))
            groups[{result.verdict, result.reason}].push_back(row);
    }
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; }, true);
    json.beginArray();
    for (const auto& [said, rows] : groups) {
        json.beginObject().member("verdict", verdictWord(said.first));
        writeMessage(json.key("reason"), said.second);
        json.key("pairs").beginArray();
        for (const std::size_t row : rows) {
            if (text.size() > kMaxOthers)
                return {};
            json.beginArray()
                .value(pairs.target().index->tensorId(pairs.row(row).pair.target))
                .value(pairs.golden().index->tensorId(pairs.row(row).pair.golden))
                .endArray();
        }
        json.endArray().endObject();
    }
    json.endArray().finish();
    return text;
}

/// What the conclusion and the chosen pairs say, as messages, which a window in another language shows.
void writeSaid(JsonWriter& json, const Comparison& comparison, std::span<const std::size_t> rows)
{
    json.beginObject();
    writeMessage(json.key("conclusion"), comparison.conclusion.message());
    writeMessage(json.key("reason"), comparison.conclusion.reason);
    json.key("pairs").beginArray();
    for (const std::size_t row : rows)
        writeMessage(json, comparison.pairs->row(row).reason);
    json.endArray();
    writeRecordedSuspicion(json, comparison.suspicion, rows);
    json.endObject();
}

std::string summaryOf(const Comparison& comparison, std::span<const std::size_t> rows,
    const ReportFacts& facts, const BundleSettings& settings, const std::string& target,
    const std::string& golden)
{
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; }, true);
    json.beginObject()
        .member("version", 1)
        .member("target", target)
        .member("golden", golden)
        .member("profile", settings.profile)
        .member("limits", settings.limits.name)
        .member("chosen", rows.size());
    json.key("rules").beginArray();
    for (std::size_t i = 0; i < settings.rules.size(); ++i)
        json.value(bundleRule(i, settings.rules[i].first));
    json.endArray();
    json.key("versions").beginObject().member("dumpscope", facts.programVersion);
    for (const auto& [library, version] : libraryVersions())
        json.member(library, version);
    json.endObject();
    writeFirstDivergence(json.key("first_divergence"), comparison.firstDivergence);
    writeSuspicion(json, comparison.suspicion);
    writeConclusion(json, comparison.conclusion);
    json.key("pairs").beginArray();
    for (const std::size_t row : rows)
        writePair(json, *comparison.pairs, row);
    json.endArray();
    writeSaid(json.key("said"), comparison, rows);
    json.endObject().finish();
    return text;
}

} // namespace

BundleContents bundleContents(const Comparison& comparison, std::span<const std::size_t> rows)
{
    const PairTable& pairs = *comparison.pairs;
    SideFiles target(*pairs.target().index, "target"), golden(*pairs.golden().index, "golden");
    BundleContents contents;
    for (const std::size_t row : rows) {
        if (row >= pairs.rows())
            continue;
        ++contents.pairs;
        for (const TensorId part : targetsOf(pairs.row(row).pair))
            target.want(part);
        for (const TensorId part : goldensOf(pairs.row(row).pair))
            golden.want(part);
    }
    std::map<std::string, BundleContents::Kind> shared;
    for (SideFiles* side : {&target, &golden}) {
        side->addCompanions();
        side->countInto(contents, shared);
    }
    for (auto& [name, kind] : shared) {
        kind.name = name;
        contents.shared.push_back(std::move(kind));
    }
    std::ranges::stable_sort(contents.shared, std::greater(), &BundleContents::Kind::bytes);
    return contents;
}

Result<void> writeBundle(const Comparison& comparison, std::span<const std::size_t> rows,
    const ReportFacts& facts, const BundleSettings& settings, const std::string& path, TaskContext& task)
{
    // What was measured until then is no comparison to choose from.
    TRY_VOID(task.checkStop());
    const PairTable& pairs = *comparison.pairs;
    SideFiles target(*pairs.target().index, "target"), golden(*pairs.golden().index, "golden");
    std::set<TensorId> targets, goldens;
    for (const std::size_t row : rows) {
        if (row >= pairs.rows())
            return fail(Code::Usage,
                pairs.rows() == 0 ? phrase("there is no pair %1; there are none", row)
                                  : phrase("there is no pair %1; they are 0 to %2", row, pairs.rows() - 1));
        for (const TensorId part : targetsOf(pairs.row(row).pair)) {
            target.want(part);
            targets.insert(part);
        }
        for (const TensorId part : goldensOf(pairs.row(row).pair)) {
            golden.want(part);
            goldens.insert(part);
        }
    }
    target.addCompanions();
    golden.addCompanions();
    TRY_ASSIGN(ZipWriter zip, ZipWriter::create(path));
    TRY_VOID(zip.add(
        kBundleSummary, summaryOf(comparison, rows, facts, settings, target.prefix(), golden.prefix())));
    if (const std::string others = othersOf(pairs, rows, target, golden); !others.empty())
        TRY_VOID(zip.add(kBundleOthers, others));
    TRY_VOID(zip.add(kBundlePairing, pairingOf(pairs, rows)));
    TRY_VOID(zip.add(kBundleLimits, limitsJson(settings.limits)));
    for (std::size_t i = 0; i < settings.rules.size(); ++i)
        TRY_VOID(zip.add(bundleRule(i, settings.rules[i].first), settings.rules[i].second));
    TRY_VOID(addNeighbourhoods(zip, target, golden, targets, goldens, task));
    TRY_VOID(target.write(zip, task));
    TRY_VOID(golden.write(zip, task));
    return zip.commit();
}

} // namespace dumpscope::core
