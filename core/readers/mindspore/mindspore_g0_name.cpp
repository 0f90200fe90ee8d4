// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "readers/mindspore/mindspore_scope.h"

#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::string_view kShapeMark = "_shape_";

/// Takes `_<io>_<slot>` off the end of `text`.
bool takeIoAndSlot(std::string_view& text, NameFacts& facts)
{
    const auto slotAt = text.rfind('_');
    if (slotAt == std::string_view::npos || slotAt == 0)
        return false;
    const std::string_view slotText = text.substr(slotAt + 1);
    const auto slot = isDigits(slotText) ? parseInt(slotText) : std::nullopt;
    if (!slot || !std::in_range<std::int32_t>(*slot))
        return false;
    const std::string_view before = text.substr(0, slotAt);
    for (const auto& [word, io] :
        {std::pair<std::string_view, Io>("_input", Io::Input), {"_output", Io::Output}}) {
        if (!before.ends_with(word) || before.size() == word.size())
            continue;
        facts.slot = static_cast<std::int32_t>(*slot);
        facts.io = io;
        text = before.substr(0, before.size() - word.size());
        return true;
    }
    return false;
}

/// `<dims>_<dtype>_<format>`: numbers, one word, the rest (formats have `_` too).
bool fillTail(std::string_view tail, NameFacts& facts)
{
    std::size_t end = 0; // of the dimensions
    while (true) {
        const auto next = tail.find('_', end);
        if (next == std::string_view::npos)
            return false;
        if (!isDigits(tail.substr(end, next - end)))
            break;
        end = next + 1;
    }
    if (end == 0)
        return false;
    facts.shape = tail.substr(0, end - 1);
    const std::string_view rest = tail.substr(end);
    const auto dtypeEnd = rest.find('_');
    facts.dtype = rest.substr(0, dtypeEnd);
    facts.format = rest.substr(dtypeEnd + 1);
    return !facts.dtype.empty() && !facts.format.empty();
}

/// Raw tensors of 1.0-1.2 (docs/formats/mindspore-dump.md 3.1):
/// `{full_name}_{io}_{slot}_shape_{dims}_{dtype}_{format}.bin`. A scope may itself contain
/// `_input_0_shape_`, so the last mark counts.
class MindsporeG0Name final : public NameGrammar {
public:
    std::string_view id() const override { return "mindspore-g0"; }
    int priority() const override { return 65; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        constexpr std::string_view kBin = ".bin";
        if (!name.ends_with(kBin))
            return std::nullopt;
        const std::string_view stem = name.substr(0, name.size() - kBin.size());
        for (auto mark = stem.rfind(kShapeMark); mark != std::string_view::npos && mark > 0;
             mark = stem.rfind(kShapeMark, mark - 1)) {
            NameFacts facts;
            std::string_view head = stem.substr(0, mark);
            if (!takeIoAndSlot(head, facts))
                continue;
            if (!fillTail(stem.substr(mark + kShapeMark.size()), facts))
                return std::nullopt;
            facts.grammar = id();
            facts.opName = head;
            facts.opType = primitiveOf(head);
            return facts;
        }
        return std::nullopt;
    }
};

} // namespace

void register_mindspore_g0_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeG0Name>());
}

} // namespace dumpscope::core
