// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/run_environment.h"

#include "base/text.h"
#include "io/archive_scan.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/msprobe/config_check_package.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 6> kEnvironmentWords {
    "version", "environment", "hyperparameter", "random", "data", "weights"};
constexpr std::uint64_t kMostPartBytes = 16U << 20;
constexpr std::size_t kMostArchives = 16;
constexpr std::size_t kMostFacts = 200'000;
constexpr std::size_t kMostTextBytes = 4096;
constexpr int kDeepestFact = 32;

/// A file of a package, by its path inside.
struct PartFile {
    std::string path; ///< relative to the root that is opened
    std::uint64_t size = 0;
    std::function<Result<Bytes>()> bytes;
};

/// Which part of a package a file is, by its path from the package's folder; nothing: none.
struct Part {
    EnvironmentKind kind;
    std::string prefix; ///< of the names of its facts
};
std::optional<Part> partOf(std::string_view path)
{
    const auto inFolder = [&](std::string_view folder) { return path.starts_with(folder); };
    const auto place = [&](std::string_view folder) {
        // `step0/rank0/dataset.json`, `rank0.json`
        std::string words(
            path.substr(folder.size(), path.rfind(folder == "random/" ? '.' : '/') - folder.size()));
        std::ranges::replace(words, '/', ' ');
        return words + ": ";
    };
    if (path == "pip")
        return Part {EnvironmentKind::Version, {}};
    if (path == "env")
        return Part {EnvironmentKind::Environment, {}};
    if (!path.ends_with(".json"))
        return std::nullopt;
    if (inFolder("hyperparameters/"))
        return Part {EnvironmentKind::Hyperparameter, {}};
    if (inFolder("random/"))
        return Part {EnvironmentKind::Random, place("random/")};
    if (inFolder("dataset/") && path.ends_with("/dataset.json"))
        return Part {EnvironmentKind::Data, place("dataset/")};
    if (inFolder("weights/") && path.ends_with("/weight.json"))
        return Part {EnvironmentKind::Weights, place("weights/")};
    return std::nullopt;
}

class PackageReader {
public:
    explicit PackageReader(RunEnvironment& environment)
        : m_environment(environment)
    {
    }

    void read(const PartFile& file, const Part& part)
    {
        auto text = textOf(file);
        if (!text) {
            m_environment.unreadable[part.kind] = phrase("%1: %2", file.path, text.error().message);
            return;
        }
        if (part.kind == EnvironmentKind::Version) {
            addVersions(*text);
            return;
        }
        const auto root = parseJson(*text);
        if (!root) {
            m_environment.unreadable[part.kind] = phrase("%1: %2", file.path, root.error().message);
            return;
        }
        if (part.kind == EnvironmentKind::Random)
            addCalls(*root, part);
        else
            addLeaves(*root, part, {}, 0);
    }

private:
    static Result<std::string> textOf(const PartFile& file)
    {
        if (file.size > kMostPartBytes)
            return fail(Code::Limit, phrase("more than %1 bytes", kMostPartBytes));
        TRY_ASSIGN(const Bytes bytes, file.bytes());
        std::string text(asText(bytes.span()));
        TRY_VOID(bytes.check());
        return text;
    }

    void add(EnvironmentKind kind, const std::string& name, std::string_view value)
    {
        auto& facts = m_environment.facts[kind];
        if (++m_count > kMostFacts)
            m_environment.unreadable[kind] = phrase("more than %1 facts", kMostFacts);
        else
            facts.insert_or_assign(name, std::string(value.substr(0, kMostTextBytes)));
    }

    /// Lines `name=version`.
    void addVersions(std::string_view text)
    {
        m_environment.facts[EnvironmentKind::Version];
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view line = trimmed(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            const std::size_t equals = line.find('=');
            if (equals == std::string_view::npos)
                continue;
            std::string_view version = line.substr(equals + 1);
            while (version.starts_with('='))
                version.remove_prefix(1);
            add(EnvironmentKind::Version, std::string(line.substr(0, equals)), version);
        }
    }

    static std::string_view trimmed(std::string_view line)
    {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
            line.remove_suffix(1);
        return line;
    }

    /// operator -> [{count, stack}]: the count of all places. Stacks differ between machines.
    void addCalls(const JsonValue& root, const Part& part)
    {
        m_environment.facts[part.kind];
        for (const auto& [name, places] : root.members) {
            std::uint64_t calls = 0;
            for (const JsonValue& place : places.items) {
                const JsonValue* count = place.find("count");
                const auto number = count == nullptr ? std::nullopt : count->integer();
                calls += number && *number > 0 ? static_cast<std::uint64_t>(*number) : 0;
            }
            add(part.kind, part.prefix + name, std::to_string(calls));
        }
    }

    void addLeaves(const JsonValue& value, const Part& part, const std::string& path, int depth)
    {
        m_environment.facts[part.kind];
        using Kind = JsonValue::Kind;
        if (depth == kDeepestFact)
            return;
        const std::string start = path.empty() ? path : path + '.';
        switch (value.kind) {
        case Kind::Object:
            for (const auto& [name, member] : value.members)
                addLeaves(member, part, start + name, depth + 1);
            break;
        case Kind::Array:
            for (std::size_t i = 0; i < value.items.size(); ++i)
                addLeaves(value.items[i], part, start + std::to_string(i), depth + 1);
            break;
        case Kind::Bool:
            add(part.kind, part.prefix + path, value.boolean ? "true" : "false");
            break;
        case Kind::Null:
            add(part.kind, part.prefix + path, "null");
            break;
        default:
            add(part.kind, part.prefix + path, value.text);
        }
    }

    RunEnvironment& m_environment;
    std::size_t m_count = 0;
};

std::vector<std::string> packageFolders(const std::vector<PartFile>& files)
{
    std::vector<std::string> paths;
    paths.reserve(files.size());
    for (const PartFile& file : files)
        paths.push_back(file.path);
    return configCheckPackages(paths);
}

void readPackage(const std::vector<PartFile>& files, const std::string& folder, RunEnvironment& environment)
{
    PackageReader reader(environment);
    for (const PartFile& file : files) {
        if (!file.path.starts_with(folder))
            continue;
        if (const auto part = partOf(std::string_view(file.path).substr(folder.size())))
            reader.read(file, *part);
    }
}

/// Only names that a package can have: dumps have very many files.
bool mayBePart(std::string_view name)
{
    return name == "pip" || name == "env" || name.ends_with(".json");
}

PartFile fileOf(const FileTree& tree, std::string path, std::uint64_t size)
{
    auto bytes = [&tree, path, size] { return tree.open(path, size)->map(); };
    return {std::move(path), size, std::move(bytes)};
}

std::optional<RunEnvironment> packageOf(const std::vector<PartFile>& files, const std::string& path)
{
    const std::vector<std::string> folders = packageFolders(files);
    if (folders.empty())
        return std::nullopt;
    RunEnvironment environment {path, folders.size(), {}, {}};
    readPackage(files, folders.front(), environment);
    return environment;
}

/// A folder or an archive.
Result<std::optional<RunEnvironment>> ofPlace(const std::string& path, TaskContext& task)
{
    auto tree = openFileTree(path);
    if (!tree)
        return std::optional<RunEnvironment>();
    std::vector<PartFile> files;
    Diagnostics ignored; // who opens the archive itself is told what is wrong with it
    Progress silent;
    TaskContext quiet {task.stop, silent, ignored, task.arena};
    const auto walked = (*tree)->walk(false, quiet, [&](WalkedBatch&& batch) -> Result<void> {
        for (const WalkedFile& file : batch.files) {
            if (mayBePart(file.name))
                files.push_back(fileOf(**tree,
                    batch.directory.empty() ? file.name : batch.directory + '/' + file.name, file.size));
        }
        return {};
    });
    TRY_VOID(task.checkStop());
    return walked ? packageOf(files, path) : std::nullopt;
}

/// An archive in a dump, wherever that lies.
Result<std::optional<RunEnvironment>> ofArchive(const DumpIndex& index, FileId id, TaskContext& task)
{
    Diagnostics ignored; // as above
    Progress silent;
    TaskContext quiet {task.stop, silent, ignored, task.arena};
    const auto bytes = index.tree().open(index.filePath(id), index.file(id).size)->map();
    auto contents = bytes ? scanArchive(*bytes, ArchiveKind::Zip, index.filePath(id), {}, quiet)
                          : Result<ArchiveContents>(fail(bytes.error()));
    TRY_VOID(task.checkStop());
    if (!contents)
        return std::optional<RunEnvironment>();
    std::vector<PartFile> files;
    for (const ArchiveMember& member : contents->members) {
        if (!mayBePart(std::string_view(member.path).substr(member.path.rfind('/') + 1)))
            continue;
        files.push_back({member.path, member.size, [&member]() -> Result<Bytes> {
                             return member.unread ? Result<Bytes>(fail(*member.unread)) : member.bytes;
                         }});
    }
    return packageOf(files, index.fullPath(id));
}

} // namespace

std::string_view environmentKindWord(EnvironmentKind kind)
{
    return kEnvironmentWords[static_cast<std::size_t>(kind)];
}

Result<std::optional<RunEnvironment>> runEnvironmentOf(const DumpIndex& index, TaskContext& task)
{
    std::vector<PartFile> files;
    std::vector<FileId> archives;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const FileId id(i);
        const FileRow& file = index.file(id);
        const std::string_view name = index.text(file.name);
        if (mayBePart(name))
            files.push_back(fileOf(index.tree(), index.filePath(id), file.size));
        const Reader* reader = index.readerOf(id);
        // A zip has a directory; whatever else is packed would have to be unpacked to see what it is.
        const bool isZip = reader != nullptr && reader->info().id == "archive" && name.ends_with(".zip");
        if (isZip && file.size <= kMostPackageBytes)
            archives.push_back(id);
    }
    TRY_VOID(task.checkStop());
    std::optional<RunEnvironment> found;
    if (const std::vector<std::string> folders = packageFolders(files); !folders.empty()) {
        std::string path = index.root() + (folders.front().empty() ? "" : '/' + folders.front());
        if (path.ends_with('/'))
            path.pop_back();
        found = RunEnvironment {std::move(path), folders.size(), {}, {}};
        readPackage(files, folders.front(), *found);
    }
    std::ranges::sort(archives, {}, [&](FileId id) { return index.filePath(id); });
    std::uint64_t bytes = 0; // which may come from another machine
    for (std::size_t i = 0; i < std::min(archives.size(), kMostArchives); ++i) {
        bytes += index.file(archives[i]).size;
        if (bytes > kMostPackageBytes)
            break;
        TRY_ASSIGN(std::optional<RunEnvironment> packed, ofArchive(index, archives[i], task));
        if (packed && found)
            ++found->packages;
        else if (packed)
            found = std::move(packed);
    }
    return found;
}

Result<RunEnvironment> runEnvironmentAt(const std::string& path, TaskContext& task)
{
    TRY_VOID(openFileTree(path));
    TRY_ASSIGN(std::optional<RunEnvironment> found, ofPlace(path, task));
    if (!found)
        return fail(Code::NotRecognised,
            phrase("is no package of config_check: no folder in it has the files env and pip"),
            {.file = path});
    return *std::move(found);
}

} // namespace dumpscope::core
