// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"

#include "io/byte_text.h"
#include "readers/comparison_result.h"
#include "readers/foreign_file.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {

namespace {

// Descending priority, then id: the order in which things are asked.
template<typename Item, typename Key>
void insertSorted(std::vector<std::unique_ptr<Item>>& items, std::unique_ptr<Item> item, Key key)
{
    const auto place = std::upper_bound(items.begin(), items.end(), item,
        [&](const std::unique_ptr<Item>& a, const std::unique_ptr<Item>& b) { return key(*a) < key(*b); });
    items.insert(place, std::move(item));
}

std::vector<std::string_view> pathComponents(std::string_view path)
{
    std::vector<std::string_view> components;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        if (!part.empty() && part != ".")
            components.push_back(part);
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return components;
}

/// `.npz` of `<name>.npz`; empty where a name has none.
std::string_view nameEnding(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

/// Whether files of the reader end like this one.
bool isLikeNamed(const ReaderInfo& info, std::string_view name)
{
    const std::string_view ending = nameEnding(name);
    return !ending.empty()
        && std::any_of(info.patterns.begin(), info.patterns.end(),
            [&](const std::string& pattern) { return nameEnding(pattern) == ending; });
}

} // namespace

void FormatRegistry::add(std::unique_ptr<Reader> reader)
{
    if (!reader->info().magic.empty())
        m_marked.push_back(reader.get());
    if (reader->info().isAskedAlways)
        m_always.push_back(reader.get());
    insertSorted(m_readers, std::move(reader),
        [](const Reader& r) { return std::pair<int, std::string_view>(-r.info().priority, r.info().id); });
}

void FormatRegistry::add(std::unique_ptr<FolderLayout> layout)
{
    insertSorted(m_layouts, std::move(layout),
        [](const FolderLayout& l) { return std::pair<int, std::string_view>(-l.priority(), l.id()); });
}

void FormatRegistry::add(std::unique_ptr<NameGrammar> grammar)
{
    insertSorted(m_grammars, std::move(grammar),
        [](const NameGrammar& g) { return std::pair<int, std::string_view>(-g.priority(), g.id()); });
}

namespace {

/// All of them, nested no deeper than necessary.
Message listed(std::span<const Message> reasons)
{
    if (reasons.empty())
        return {};
    if (reasons.size() == 1)
        return reasons.front();
    const std::size_t half = reasons.size() / 2;
    return phrase("%1; %2", listed(reasons.first(half)), listed(reasons.subspan(half)));
}

/// What its bytes look like; else what those say whose files are named like it. Where there are many, or
/// none, their reasons are of no help.
Message nobodyKnows(const std::vector<Message>& ofLikeNamed, ByteSpan head)
{
    constexpr std::size_t kMost = 2;
    const bool areOfHelp = !ofLikeNamed.empty() && ofLikeNamed.size() <= kMost;
    Message content = unknownContent(head);
    if (content.empty() && !areOfHelp)
        content = unknownText(head);
    if (!content.empty())
        return phrase("no reader knows its name and content: %1; `formats` lists what is read", content);
    if (!areOfHelp)
        return phrase(
            "no reader knows its name and content; `formats` lists what is read, and --raw-dtype with "
            "--raw-shape reads plain values");
    return phrase("%1; `formats` lists what else is read", listed(ofLikeNamed));
}

} // namespace

const Reader* FormatRegistry::findReader(std::string_view id) const
{
    for (const auto& reader : m_readers)
        if (reader->info().id == id)
            return reader.get();
    return nullptr;
}

const Reader* FormatRegistry::claim(const FileProbe& probe, Claim& best, Message* whyNot) const
{
    best = {};
    if (whyNot != nullptr)
        *whyNot = {};
    if (const std::string_view foreign = foreignFormat(probe.name, probe.head); !foreign.empty()) {
        if (whyNot != nullptr)
            *whyNot = comparisonResult(probe.name, probe.head);
        if (whyNot != nullptr && whyNot->empty())
            *whyNot = phrase("%1 is not a format Dumpscope reads", foreign);
        return nullptr;
    }
    if (Message instead = standIn(probe.head); !instead.empty()) {
        if (whyNot != nullptr)
            *whyNot = std::move(instead);
        return nullptr;
    }
    const std::string_view head = asText(probe.head);
    const auto marked = std::ranges::find_if(
        m_marked, [&](const Reader* reader) { return head.starts_with(reader->info().magic); });
    const Reader* winner = nullptr;
    const auto ask = [&](const Reader& reader) {
        Claim claim = reader.probe(probe);
        if (claim.confidence <= best.confidence)
            return;
        best = std::move(claim);
        winner = &reader;
    };
    if (marked != m_marked.end()) {
        ask(**marked);
        for (const Reader* reader : m_always)
            ask(*reader);
    } else {
        for (const auto& reader : m_readers)
            ask(*reader);
    }
    if (winner == nullptr && whyNot != nullptr)
        *whyNot = whyNobodyClaims(probe);
    return winner;
}

/// Readers are asked once more: nearly all files have one.
Message FormatRegistry::whyNobodyClaims(const FileProbe& probe) const
{
    if (Message result = comparisonResult(probe.name, probe.head); !result.empty())
        return result;
    std::vector<Message> reasons;
    for (const auto& reader : m_readers) {
        if (!isLikeNamed(reader->info(), probe.name))
            continue;
        const Claim claim = reader->probe(probe);
        reasons.push_back(phrase(
            "%1: %2", reader->info().id, claim.reason.empty() ? phrase("not its format") : claim.reason));
    }
    return nobodyKnows(reasons, probe.head);
}

FolderFacts FormatRegistry::describeFolder(std::string_view absolutePath) const
{
    const std::vector<std::string_view> components = pathComponents(absolutePath);
    for (const auto& layout : m_layouts) {
        if (auto facts = layout->match(components)) {
            facts->layout = layout->id();
            return std::move(*facts);
        }
    }
    return {};
}

NameFacts FormatRegistry::parseName(std::string_view name, const FolderFacts& folder) const
{
    for (const auto& grammar : m_grammars) {
        if (auto facts = grammar->parse(name, folder)) {
            facts->grammar = grammar->id();
            return *facts;
        }
    }
    return {};
}

std::shared_ptr<const FormatRegistry> builtinFormats()
{
    auto registry = std::make_shared<FormatRegistry>();
    registerBuiltinFormats(*registry);
    return registry;
}

} // namespace dumpscope::core
