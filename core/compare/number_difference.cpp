// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/number_difference.h"

#include "readers/torch/saved_numbers.h"

#include <algorithm>
#include <map>

namespace dumpscope::core {

namespace {

using NumbersOfFile = std::vector<std::pair<std::string, std::string>>; ///< name and text
using NumbersByPath = std::map<std::string, NumbersOfFile>;

NumbersByPath numbersByPath(const DumpIndex& index)
{
    std::map<FileId, NumbersOfFile> byFile;
    for (const FileProperty& property : index.properties()) {
        if (property.key.starts_with(kSavedNumber))
            byFile[property.file].emplace_back(property.key.substr(kSavedNumber.size()), property.value);
    }
    NumbersByPath numbers;
    for (auto& [file, ofFile] : byFile)
        numbers.emplace(index.filePath(file), std::move(ofFile));
    return numbers;
}

void addNumberDifferences(const NumbersOfFile& targets, const NumbersOfFile& goldens,
    const std::string& prefix, NumberDifferences& found)
{
    std::map<std::string_view, std::string_view> ofGolden, ofTarget;
    for (const auto& [name, text] : goldens)
        ofGolden.emplace(name, text);
    for (const auto& [name, text] : targets) {
        ofTarget.emplace(name, text);
        const auto other = ofGolden.find(name);
        if (other == ofGolden.end())
            found.differences.push_back({prefix + name, text, std::nullopt});
        else if (other->second == text)
            ++found.equal;
        else
            found.differences.push_back({prefix + name, text, std::string(other->second)});
    }
    for (const auto& [name, text] : goldens) {
        if (!ofTarget.contains(name))
            found.differences.push_back({prefix + name, std::nullopt, text});
    }
}

Message numberLine(const NumberDifference& difference)
{
    if (!difference.target)
        return phrase("%1: %2 in golden, not in the target", difference.name, *difference.golden);
    if (!difference.golden)
        return phrase("%1: %2 in the target, not in golden", difference.name, *difference.target);
    return phrase(
        "%1: %2 in the target, %3 in golden", difference.name, *difference.target, *difference.golden);
}

} // namespace

Message NumberDifferences::sentence() const
{
    constexpr std::size_t kShown = 4;
    std::vector<Message> lines;
    for (std::size_t i = 0; i < std::min(differences.size(), kShown); ++i)
        lines.push_back(numberLine(differences[i]));
    if (lines.empty())
        return {};
    const Message listed = joined(lines);
    if (differences.size() == 1)
        return phrase("1 number beside the tensors differs: %1", listed);
    return differences.size() <= kShown
        ? phrase("%1 numbers beside the tensors differ: %2", differences.size(), listed)
        : phrase("%1 numbers beside the tensors differ, the first: %2", differences.size(), listed);
}

NumberDifferences numberDifferences(const DumpIndex& target, const DumpIndex& golden)
{
    NumberDifferences found;
    const NumbersByPath targets = numbersByPath(target), goldens = numbersByPath(golden);
    if (targets.size() == 1 && goldens.size() == 1) {
        addNumberDifferences(targets.begin()->second, goldens.begin()->second, {}, found);
        return found;
    }
    for (const auto& [path, numbers] : targets) {
        if (const auto other = goldens.find(path); other != goldens.end())
            addNumberDifferences(numbers, other->second, path + ": ", found);
    }
    return found;
}

void writeNumberDifferences(JsonWriter& json, const NumberDifferences& found)
{
    json.key("number_differences");
    if (found.isEmpty()) {
        json.null();
        return;
    }
    json.beginObject().member("equal", static_cast<std::uint64_t>(found.equal));
    json.key("differences").beginArray();
    for (const NumberDifference& difference : found.differences) {
        json.beginObject().member("name", difference.name);
        json.member("target", difference.target);
        json.member("golden", difference.golden);
        json.endObject();
    }
    json.endArray().endObject();
}

} // namespace dumpscope::core
