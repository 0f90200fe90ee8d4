// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_kind.h"

namespace dumpscope::core {

namespace {

/// A file with one line, `dump=on` or `dump=off`.
class SwitchKind final : public ConfigKind {
public:
    std::string_view id() const override { return "switch"; }
    std::string_view title() const override { return "Dump switch"; }
    int recognises(const ConfigText& config) const override
    {
        return config.text.starts_with("dump=") ? 90 : 0;
    }

    ConfigReport check(const ConfigText& config) const override
    {
        ConfigReport report;
        report.valid = config.text == "dump=on\n" || config.text == "dump=off\n";
        if (!report.valid)
            report.problems.push_back({Severity::Error, "bad-value", "dump", 1, 6,
                phrase("the value is neither on nor off"), phrase("write dump=on or dump=off")});
        else if (config.text == "dump=on\n")
            report.enabled = {"model-dump"};
        return report;
    }

    std::vector<Message> explain(const ConfigText& config) const override
    {
        return {
            config.text == "dump=on\n" ? phrase("Every tensor is written.") : phrase("Nothing is written.")};
    }

    Result<std::string> create(const ConfigSettings& settings) const override
    {
        std::string value = "on";
        for (const auto& [key, wanted] : settings) {
            if (key != "dump" || (wanted != "on" && wanted != "off"))
                return fail(Code::Usage, phrase("there is only dump=on and dump=off"));
            value = wanted;
        }
        return "dump=" + value + "\n";
    }
};

} // namespace

void register_switch_config_kind(ConfigKinds& registry)
{
    registry.add(std::make_unique<SwitchKind>());
}

} // namespace dumpscope::core
