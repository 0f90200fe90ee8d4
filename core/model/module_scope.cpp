// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/module_scope.h"

#include "base/text.h"
#include "model/dump_index.h"
#include "readers/msprobe/msprobe_name.h"
#include "readers/msprobe/msprobe_structure.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 9> kBlockWords
    = {"layer", "layers", "block", "blocks", "stage", "stages", "h", "decoder_layers", "encoder_layers"};

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "3", "layers.3", "layer_3", "layer3", "3-DecoderLayer"; not "fc1" or "conv2d_1", which are modules of
/// their own.
bool numbersBlock(std::string_view segment)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto digits = std::ranges::find_if(segment, isDigit);
    if (digits == segment.end())
        return false;
    const auto behind = std::find_if_not(digits, segment.end(), isDigit);
    if (behind != segment.end() && *behind != '-')
        return false;
    std::string_view word(segment.begin(), digits);
    if (word.empty())
        return true;
    if (word.back() == '.')
        return word.size() > 1;
    if (word.back() == '_' || word.back() == '-')
        word.remove_suffix(1);
    return std::ranges::find(kBlockWords, word) != kBlockWords.end();
}

} // namespace

std::string_view scopeOf(const DumpIndex& index, const TensorRow& row)
{
    if (!row.opName.isValid())
        return {};
    if (row.scope.isValid())
        return index.text(row.scope);
    const std::string_view name = index.text(row.opName);
    const auto slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

std::string_view layerOf(std::string_view scope)
{
    for (std::size_t begin = 0; begin <= scope.size();) {
        const std::size_t end = std::min(scope.find('/', begin), scope.size());
        if (numbersBlock(scope.substr(begin, end - begin))) {
            const std::string_view layer = scope.substr(0, end);
            return layer.starts_with('/') ? layer.substr(1) : layer;
        }
        begin = end + 1;
    }
    return {};
}

std::string layerOfName(std::string_view name)
{
    const std::string scope = msprobeScope(name, {});
    if (const std::string_view layer = layerOf(scope); !layer.empty())
        return std::string(layer);
    const auto entry = parseMsprobeEntry(name);
    const std::string_view path = entry && entry->kind == MsprobeEntryName::Kind::Module ? entry->path : name;
    std::string_view before;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string_view segment = path.substr(begin, end - begin);
        if (isNumber(segment) && std::ranges::find(kBlockWords, before) != kBlockWords.end()) {
            std::string layer(path.substr(0, end));
            std::ranges::replace(layer, '.', '/');
            return layer;
        }
        before = segment;
        begin = end + 1;
    }
    return {};
}

std::string layerOf(const DumpIndex& index, const TensorRow& row)
{
    std::string_view scope = scopeOf(index, row);
    constexpr std::string_view kGradients = "Gradients/";
    if (scope.starts_with(kGradients))
        scope.remove_prefix(kGradients.size());
    if (const std::string_view layer = layerOf(scope); !layer.empty() || !row.opName.isValid())
        return std::string(layer);
    return layerOfName(index.text(row.opName));
}

} // namespace dumpscope::core
