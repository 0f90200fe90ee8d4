// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "tensor/dtype.h"

namespace dumpscope::core {

namespace {

/// Arrays that `save` of msprobe writes in graphs of MindSpore, `<name>[_grad]_<dtype>_<n>.npy`
/// (docs/formats/llm-era.md 3.4): the run-time appends type and counter.
class MindsporeSaveName final : public NameGrammar {
public:
    std::string_view id() const override { return "mindspore-save"; }
    int priority() const override { return 64; } // behind msprobe's own names

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts& folder) const override
    {
        constexpr std::string_view kEnd = ".npy", kGradient = "_grad";
        constexpr std::size_t kMostDigits = 9;
        // A folder `data` above the others makes them look like those of SingleSave.
        const bool isPlace = folder.layout == "mindspore-save" || folder.layout == "single-save"
            || (folder.layout == "msprobe" && folder.step && !folder.belongsToParent);
        if (!isPlace || !name.ends_with(kEnd))
            return std::nullopt;
        std::string_view rest = name.substr(0, name.size() - kEnd.size());
        const std::string_view count = takeBehindBar(rest), dtype = takeBehindBar(rest);
        if (!isDigits(count) || count.size() > kMostDigits || !dtypeFromName(dtype) || isDigits(dtype)
            || rest.empty())
            return std::nullopt;
        NameFacts facts;
        facts.occurrence = static_cast<std::uint32_t>(*parseInt(count));
        facts.dtype = dtype;
        if (rest.ends_with(kGradient) && rest.size() > kGradient.size()) {
            facts.io = Io::Gradient;
            rest.remove_suffix(kGradient.size());
        }
        facts.opName = rest;
        return facts;
    }

private:
    static std::string_view takeBehindBar(std::string_view& text)
    {
        const std::size_t bar = text.rfind('_');
        if (bar == std::string_view::npos)
            return {};
        const std::string_view part = text.substr(bar + 1);
        text.remove_suffix(part.size() + 1);
        return part;
    }
};

} // namespace

void register_mindspore_save_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeSaveName>());
}

} // namespace dumpscope::core
