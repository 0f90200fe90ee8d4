// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_profile.h"
#include "capture/launch_profile.h"
#include "config/config_kind.h"
#include "model/dump_index.h"

#include <cstdint>
#include <string>
#include <variant>

namespace dumpscope::core {

/// What a hunt captures again and again: a model on a device or a program, with the dump configuration of its
/// profile.
class HuntedProgram {
public:
    /// Errors: those of reading a profile, also of its configuration; Code::Usage for a program that gets no
    /// configuration.
    [[nodiscard]] static Result<HuntedProgram> read(const std::string& path, const ConfigKinds& kinds);

    [[nodiscard]] const ConfigKind& kind() const { return *m_kind; }
    [[nodiscard]] const ConfigText& config() const { return m_config; }
    /// The profile of one capture. `output`: absolute.
    [[nodiscard]] std::string profileText(const std::string& config, const std::string& output) const;

    /// What one capture with this configuration is expected to write, by a dump of the program, on all
    /// devices together.
    [[nodiscard]] std::uint64_t bytesOf(const DumpIndex& index, const std::string& config) const;

private:
    std::variant<CaptureProfile, LaunchProfile> m_profile;
    const ConfigKind* m_kind = nullptr; ///< of the kinds it was read with
    ConfigText m_config;
};

} // namespace dumpscope::core
