// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_kind.h"

#include "config/json_edit.h"

namespace dumpscope::core {

DumpRequest ConfigKind::request(const ConfigText&) const
{
    DumpRequest nothing;
    nothing.isOn = false;
    return nothing;
}

Result<ConfigDraft> ConfigKind::write(const DumpRequest&) const
{
    return fail(Code::Unsupported, phrase("%1 cannot be written from another kind", title()));
}

Result<ConfigDraft> ConfigKind::rewrite(const ConfigText& config, std::string_view generation) const
{
    if (generation.empty())
        return ConfigDraft {config.text, {}};
    return fail(Code::Usage, phrase("%1 has one generation only", title()));
}

std::vector<ConfigField> ConfigKind::form(const ConfigText&) const
{
    return {};
}

Result<std::string> ConfigKind::withValue(
    const ConfigText& config, std::string_view path, const std::optional<std::string>& json) const
{
    return withJsonValue(config.text, path, json);
}

std::string ConfigKind::usage(const std::string&) const
{
    return {};
}

Result<ConfigDraft> convertConfig(
    const ConfigKind& from, const ConfigText& config, const ConfigKind& to, std::string_view generation)
{
    if (&from == &to)
        return to.rewrite(config, generation);
    const DumpRequest request = from.request(config);
    if (!request.isOn)
        return fail(Code::Unsupported, phrase("it captures nothing: there is nothing to say in other words"));
    TRY_ASSIGN(ConfigDraft draft, to.write(request));
    draft.lost.insert(draft.lost.begin(), request.lost.begin(), request.lost.end());
    if (generation.empty())
        return draft;
    TRY_ASSIGN(ConfigDraft older, to.rewrite({draft.text, {}, config.folder}, generation));
    older.lost.insert(older.lost.begin(), draft.lost.begin(), draft.lost.end());
    return older;
}

const ConfigKind* ConfigKinds::find(std::string_view id) const
{
    for (const auto& kind : m_kinds) {
        if (kind->id() == id)
            return kind.get();
    }
    return nullptr;
}

const ConfigKind* ConfigKinds::recognise(const ConfigText& config) const
{
    const ConfigKind* best = nullptr;
    int bestConfidence = 0;
    for (const auto& kind : m_kinds) {
        const int confidence = kind->recognises(config);
        if (confidence > bestConfidence) {
            best = kind.get();
            bestConfidence = confidence;
        }
    }
    return best;
}

} // namespace dumpscope::core
