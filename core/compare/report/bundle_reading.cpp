// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/bundle.h"

#include "base/text.h"
#include "compare/report/bundle_members.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "io/mapped_file.h"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostMemberBytes = 64ULL << 20U;
constexpr std::size_t kMostMembers = 4096; ///< before the files of the sides
constexpr std::size_t kLocalHeaderBytes = 30, kNameLengthAt = 26;

using Members = std::map<std::string, std::string, std::less<>>;

Error damaged(const std::string& path, Message what)
{
    return makeError(Code::BadHeader, std::move(what), {.file = path});
}

/// The members in front of the sides' files, which are all that is read.
Result<Members> readFront(const std::string& path, TaskContext& task)
{
    TRY_ASSIGN(const Bytes bytes, mapFile(path, path));
    const std::unique_ptr<archive, void (*)(archive*)> zip(
        ::archive_read_new(), [](archive* used) { ::archive_read_free(used); });
    if (!zip || ::archive_read_support_format_zip(zip.get()) != ARCHIVE_OK
        || ::archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
        return fail(damaged(path, phrase("the zip file cannot be read")));
    Members members;
    archive_entry* entry = nullptr;
    for (std::size_t i = 0; i < kMostMembers; ++i) {
        TRY_VOID(task.checkStop());
        const int status = ::archive_read_next_header(zip.get(), &entry);
        if (status == ARCHIVE_EOF)
            break;
        const char* const name = status < ARCHIVE_WARN ? nullptr : ::archive_entry_pathname(entry);
        if (!name)
            return fail(damaged(path, phrase("the zip file is damaged")));
        const std::string_view place(name);
        if (place.starts_with("target/") || place.starts_with("golden/"))
            break;
        std::string text;
        std::array<char, 16384> piece {};
        for (la_ssize_t got = 1; got > 0;) {
            got = ::archive_read_data(zip.get(), piece.data(), piece.size());
            if (got < 0 || text.size() > kMostMemberBytes)
                return fail(damaged(path, phrase("%1 of the bundle cannot be read", place)));
            text.append(piece.data(), static_cast<std::size_t>(got));
        }
        members.insert_or_assign(std::string(place), std::move(text));
    }
    TRY_VOID(bytes.check());
    return members;
}

/// Where a side stands in the archive; nothing where the summary leads out of it.
Result<std::string> sideOf(const JsonValue& summary, std::string_view side, const std::string& path)
{
    std::string place = std::string(summary.textAt(side));
    while (place.ends_with('/'))
        place.pop_back();
    const bool isInside = (place == side || place.starts_with(std::string(side) + '/'))
        && place.find("..") == std::string::npos;
    if (!isInside)
        return fail(damaged(path,
            phrase("bundle.json does not say where the %1 is",
                side == "target" ? phrase("target") : phrase("golden"))));
    return path + '/' + place;
}

/// The name a rule file had: `rules/0-NAME`.
std::string ruleName(std::string_view member)
{
    const std::size_t dash = member.find('-');
    return std::string(dash == std::string_view::npos ? member : member.substr(dash + 1));
}

} // namespace

bool isBundle(const std::string& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) // a pipe would never answer
        return false;
    std::array<char, kLocalHeaderBytes + 11> head {};
    std::ifstream in(path, std::ios::binary);
    const std::string_view name(kBundleSummary);
    return in.read(head.data(), head.size()) && std::memcmp(head.data(), "PK\3\4", 4) == 0
        && static_cast<unsigned char>(head[kNameLengthAt]) == name.size() && head[kNameLengthAt + 1] == 0
        && std::string_view(head.data() + kLocalHeaderBytes, name.size()) == name;
}

bool isUnpackedBundle(const std::string& folder)
{
    const std::filesystem::path path(folder);
    std::error_code ignored;
    return std::filesystem::is_regular_file(path / kBundleSummary, ignored)
        && std::filesystem::is_directory(path / "target", ignored)
        && std::filesystem::is_directory(path / "golden", ignored);
}

namespace {

Failure bothSides(const std::string& path, const std::string& target, const std::string& golden)
{
    return fail(Code::Usage,
        phrase("a bundle holds both sides of a comparison; name one of them: %1 or %2", printable(target),
            printable(golden)),
        {.file = path});
}

} // namespace

Result<void> checkComparable(const std::string& path)
{
    if (isUnpackedBundle(path))
        return bothSides(path, path + "/target", path + "/golden");
    if (!isBundle(path))
        return {};
    OwnedTask task(1);
    TRY_ASSIGN(const Bundle bundle, readBundle(path, task));
    return bothSides(path, bundle.target, bundle.golden);
}

Result<void> checkComparable(const DumpIndex& index)
{
    bool hasSummary = false, hasTarget = false, hasGolden = false;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const FileRow& file = index.file(FileId(i));
        const std::string_view folder = index.text(index.folder(file.folder).path);
        hasSummary = hasSummary || (folder.empty() && index.text(file.name) == kBundleSummary);
        hasTarget = hasTarget || folder == "target" || folder.starts_with("target/");
        hasGolden = hasGolden || folder == "golden" || folder.starts_with("golden/");
    }
    if (!hasSummary || !hasTarget || !hasGolden)
        return {};
    return bothSides(index.root(), index.root() + "/target", index.root() + "/golden");
}

Result<BundleSettings> bundleSettings(std::string profile, Limits limits, const PairingOptions& pairing)
{
    BundleSettings settings {std::move(profile), std::move(limits), {}};
    for (const std::string& file : pairing.ruleFiles) {
        TRY_ASSIGN(const Bytes bytes, mapFile(file, file));
        settings.rules.emplace_back(file, std::string(asText(bytes.span())));
        TRY_VOID(bytes.check());
    }
    settings.rules.insert(settings.rules.end(), pairing.ruleTexts.begin(), pairing.ruleTexts.end());
    return settings;
}

Result<Bundle> readBundle(const std::string& path, TaskContext& task)
{
    TRY_ASSIGN(Members members, readFront(path, task));
    const auto found = members.find(std::string_view(kBundleSummary));
    if (found == members.end())
        return fail(damaged(path, phrase("this zip file is no bundle: bundle.json is missing")));
    auto summary = parseJson(found->second);
    if (!summary || !summary->isObject())
        return fail(damaged(path, phrase("bundle.json is damaged")));
    Bundle bundle;
    TRY_ASSIGN(bundle.target, sideOf(*summary, "target", path));
    TRY_ASSIGN(bundle.golden, sideOf(*summary, "golden", path));
    bundle.settings.profile = std::string(summary->textAt("profile"));
    const auto pairs = summary->integerAt("chosen");
    bundle.pairs = static_cast<std::uint64_t>(std::max<std::int64_t>(0, pairs.value_or(0)));
    if (const auto limits = members.find(std::string_view(kBundleLimits)); limits != members.end()) {
        TRY_ASSIGN(
            bundle.settings.limits, parseLimits(limits->second, std::string(summary->textAt("limits"))));
    }
    bundle.run = recordedRun(*summary, bundle.settings.limits);
    if (const auto others = members.find(std::string_view(kBundleOthers)); others != members.end()) {
        if (const auto groups = parseJson(others->second); groups && groups->isArray())
            bundle.run.others = recordedOthers(*groups);
    }
    if (const JsonValue* const rules = summary->find("rules"); rules && rules->isArray()) {
        for (const JsonValue& rule : rules->items) {
            const auto member = members.find(rule.text);
            if (member == members.end())
                return fail(damaged(path, phrase("the bundle lacks %1", printable(rule.text))));
            bundle.settings.rules.emplace_back(ruleName(member->first), std::move(member->second));
        }
    }
    if (const auto pairing = members.find(std::string_view(kBundlePairing)); pairing != members.end())
        bundle.pairing = std::move(pairing->second);
    return bundle;
}

} // namespace dumpscope::core
