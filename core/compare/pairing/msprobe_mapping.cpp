// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/msprobe_mapping.h"

#include "base/text.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxBytes = 16U << 20;
constexpr std::string_view kRootClass = "TopLayer";

class MappingParser {
public:
    explicit MappingParser(const std::string& path)
        : m_path(path)
    {
    }

    Result<MsprobeMapping> parse(const YAML::Node& root)
    {
        if (root.IsSequence()) {
            m_mapping.kind = MsprobeMapping::Kind::Api;
            for (std::size_t i = 0; i < root.size(); ++i)
                TRY_VOID(api(root[i], '[' + std::to_string(i) + ']'));
            return std::move(m_mapping);
        }
        if (!root.IsMap())
            return failed(root, phrase("the file"), phrase("must be a map or a list of APIs"));
        const bool isLayer
            = std::any_of(root.begin(), root.end(), [](const auto& member) { return member.second.IsMap(); });
        return isLayer ? layers(root) : names(root);
    }

private:
    Failure failed(const YAML::Node& node, const Message& key, Message what) const
    {
        const YAML::Mark mark = node.Mark();
        Place place {.file = m_path};
        if (!mark.is_null()) {
            place.row = static_cast<std::uint64_t>(mark.line) + 1;
            place.column = static_cast<std::uint64_t>(mark.column) + 1;
        }
        return fail(Code::BadSyntax, phrase("%1: %2", key, std::move(what)), std::move(place));
    }

    Result<MsprobeMapping> names(const YAML::Node& root)
    {
        const auto isTensor = [](const std::string& name) {
            return std::ranges::any_of(std::initializer_list<std::string_view> {".forward.", ".backward.",
                                           ".parameters_grad.", ".debug."},
                [&](std::string_view word) { return name.find(word) != std::string::npos; });
        };
        bool isData = false;
        for (const auto& member : root) {
            const std::string key = member.first.IsScalar() ? member.first.Scalar() : std::string();
            if (key.empty())
                return failed(member.first, phrase("a key"), phrase("must be a text"));
            if (!member.second.IsScalar() || member.second.Scalar().empty())
                return failed(member.second, key, phrase("must be the name on the golden side"));
            isData = isData || isTensor(key);
            m_mapping.names.emplace_back(key, member.second.Scalar());
        }
        m_mapping.kind = isData ? MsprobeMapping::Kind::Data : MsprobeMapping::Kind::Cells;
        return std::move(m_mapping);
    }

    Result<MsprobeMapping> layers(const YAML::Node& root)
    {
        m_mapping.kind = MsprobeMapping::Kind::Layer;
        for (const auto& member : root) {
            if (!member.first.IsScalar())
                return failed(member.first, phrase("a key"), phrase("must be the name of a class"));
            MsprobeMapping::Layer layer;
            layer.className = member.first.Scalar();
            if (layer.className == "Cell") // old spelling
                layer.className = kRootClass;
            if (!member.second.IsMap())
                return failed(
                    member.second, layer.className, phrase("must map child modules to child modules"));
            for (const auto& child : member.second) {
                if (!child.first.IsScalar() || !child.second.IsScalar())
                    return failed(
                        child.second, layer.className, phrase("must map child modules to child modules"));
                std::string golden = child.second.Scalar();
                golden.resize(std::min(golden.size(), golden.find('(')));
                layer.children.emplace_back(child.first.Scalar(), std::move(golden));
            }
            std::ranges::stable_sort(
                layer.children, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
            m_mapping.layers.push_back(std::move(layer));
        }
        return std::move(m_mapping);
    }

    Result<void> api(const YAML::Node& node, const std::string& key)
    {
        if (!node.IsMap())
            return failed(node, key, phrase("must be a map with ms_api and pt_api"));
        MsprobeMapping::Api api;
        for (const auto& [name, text] :
            {std::pair("ms_api", &api.target), std::pair("pt_api", &api.golden)}) {
            const YAML::Node value = node[name];
            if (!value.IsDefined() || !value.IsScalar() || value.Scalar().empty())
                return failed(
                    value.IsDefined() ? value : node, key + '.' + name, phrase("the API's name is missing"));
            *text = value.Scalar();
        }
        TRY_ASSIGN(api.inputs, slots(node, key, {"args"}));
        // Documented in the plural, read in the singular (docs/formats/msprobe-dump.md 12).
        TRY_ASSIGN(api.outputs, slots(node, key, {"output", "outputs"}));
        TRY_ASSIGN(api.parameters, texts(node, key, "parameters"));
        TRY_ASSIGN(api.gradients, texts(node, key, "parameters_grad"));
        m_mapping.apis.push_back(std::move(api));
        return {};
    }

    /// `ms_<what>` and `pt_<what>`, both lists of equal length, or neither.
    Result<std::optional<std::pair<YAML::Node, YAML::Node>>> lists(
        const YAML::Node& node, const std::string& key, const std::string& what) const
    {
        const YAML::Node target = node["ms_" + what];
        const YAML::Node golden = node["pt_" + what];
        if (!target.IsDefined() && !golden.IsDefined())
            return std::optional<std::pair<YAML::Node, YAML::Node>>();
        for (const auto& [name, list] : {std::pair("ms_" + what, target), std::pair("pt_" + what, golden)}) {
            if (!list.IsDefined() || !list.IsSequence())
                return failed(list.IsDefined() ? list : node, key + '.' + name, phrase("must be a list"));
        }
        if (target.size() != golden.size())
            return failed(golden, key + ".pt_" + what,
                phrase("has %1 entries, %2 has %3", golden.size(), "ms_" + what, target.size()));
        return std::optional(std::pair(target, golden));
    }

    Result<std::optional<MsprobeMapping::Api::Slots>> slots(
        const YAML::Node& node, const std::string& key, std::initializer_list<std::string> words) const
    {
        for (const std::string& what : words) {
            TRY_ASSIGN(const auto both, lists(node, key, what));
            if (!both)
                continue;
            MsprobeMapping::Api::Slots result;
            for (std::size_t i = 0; i < both->first.size(); ++i) {
                const auto target = slot(both->first[i]), golden = slot(both->second[i]);
                if (!target || !golden)
                    return failed(target ? both->second[i] : both->first[i],
                        key + (target ? ".pt_" : ".ms_") + what + '[' + std::to_string(i) + ']',
                        phrase("must be a number from 0"));
                result.emplace_back(*target, *golden);
            }
            return std::optional(std::move(result));
        }
        return std::optional<MsprobeMapping::Api::Slots>();
    }

    static std::optional<std::int32_t> slot(const YAML::Node& node)
    {
        constexpr std::int64_t kMaxSlot = 1 << 20;
        const auto number = node.IsScalar() ? parseInt(node.Scalar()) : std::nullopt;
        return number && *number >= 0 && *number <= kMaxSlot
            ? std::optional(static_cast<std::int32_t>(*number))
            : std::nullopt;
    }

    Result<std::optional<MsprobeMapping::Texts>> texts(
        const YAML::Node& node, const std::string& key, const std::string& what) const
    {
        TRY_ASSIGN(const auto both, lists(node, key, what));
        if (!both)
            return std::optional<MsprobeMapping::Texts>();
        MsprobeMapping::Texts result;
        for (std::size_t i = 0; i < both->first.size(); ++i) {
            if (!both->first[i].IsScalar() || !both->second[i].IsScalar())
                return failed(both->first[i], key + ".ms_" + what, phrase("must be a list of names"));
            result.emplace_back(both->first[i].Scalar(), both->second[i].Scalar());
        }
        return std::optional(std::move(result));
    }

    const std::string& m_path;
    MsprobeMapping m_mapping;
};

} // namespace

Result<MsprobeMapping> MsprobeMapping::parse(const std::string& text, const std::string& path)
{
    if (text.size() > kMaxBytes)
        return fail(Code::Limit, phrase("too large to be a mapping file"), {.file = path});
    if (!isUtf8(text))
        return fail(Code::BadEncoding, phrase("is not UTF-8 text"), {.file = path});
    try {
        const YAML::Node root = YAML::Load(text);
        return MappingParser(path).parse(root);
    } catch (const YAML::Exception& error) {
        Place place {.file = path};
        if (!error.mark.is_null()) {
            place.row = static_cast<std::uint64_t>(error.mark.line) + 1;
            place.column = static_cast<std::uint64_t>(error.mark.column) + 1;
        }
        return fail(Code::BadSyntax, phrase("not YAML: %1", error.msg), std::move(place));
    } catch (const std::exception& error) {
        return fail(Code::BadSyntax, phrase("not YAML: %1", error.what()), {.file = path});
    }
}

bool looksLikeMsprobeMapping(std::string_view text)
{
    while (!text.empty()) {
        const auto end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        const auto first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '#' || line.substr(first, 3) == "---")
            continue;
        line = line.substr(first);
        if (line.front() == '{' || line.front() == '[' || line.front() == '<')
            return false;
        return line.find(':') != std::string_view::npos;
    }
    return false;
}

} // namespace dumpscope::core
