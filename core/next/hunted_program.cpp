// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/hunted_program.h"

#include "config/config_file.h"
#include "config/dump_estimate.h"
#include "io/posix_file.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostProfileBytes = 16U << 20U;

Failure inFile(Error error, const std::string& path)
{
    if (error.place.file.empty())
        error.place.file = path;
    return fail(std::move(error));
}

} // namespace

Result<HuntedProgram> HuntedProgram::read(const std::string& path, const ConfigKinds& kinds)
{
    TRY_ASSIGN(const std::string text, readSmallFile(path, kMostProfileBytes));
    HuntedProgram program;
    std::string kind = "acl", file;
    if (isLaunchProfile(text)) {
        TRY_ASSIGN(LaunchProfileReport report, loadLaunchProfile(path));
        if (!report.isValid())
            return fail(Code::BadSyntax, report.problems.front().message, {path});
        kind = report.profile.kind;
        file = report.profile.configPath;
        program.m_config.text = report.profile.configText;
        // Compared here, and run once.
        report.profile.golden.clear();
        report.profile.limits.clear();
        report.profile.undisturbed = {};
        program.m_profile = std::move(report.profile);
    } else {
        auto profile = parseCaptureProfile(text);
        if (!profile)
            return inFile(profile.error(), path);
        file = profile->dump;
        program.m_config.text
            = profile->dumpText.empty() && file.empty() ? std::string(kEverything) : profile->dumpText;
        program.m_profile = std::move(*profile);
    }
    program.m_kind = kinds.find(kind);
    if (program.m_kind == nullptr)
        return fail(Code::Usage,
            phrase("a program that gets no dump configuration cannot be captured in rounds"), {path});
    if (program.m_config.text.empty()) {
        TRY_ASSIGN(program.m_config.text, readConfigFile(file));
        program.m_config.file = file;
    }
    return program;
}

std::uint64_t HuntedProgram::bytesOf(const DumpIndex& index, const std::string& config) const
{
    const DumpEstimate estimate = estimateDump(m_kind->request({.text = config}), sizedOperators(index));
    const std::uint64_t devices = std::max<std::uint64_t>(1, estimate.devices.value_or(index.ranks().size()));
    const std::uint64_t bytes = estimate.totalBytes(), most = std::numeric_limits<std::uint64_t>::max();
    return bytes > most / devices ? most : bytes * devices;
}

std::string HuntedProgram::profileText(const std::string& config, const std::string& output) const
{
    if (const auto* const model = std::get_if<CaptureProfile>(&m_profile)) {
        CaptureProfile profile = *model;
        profile.dump.clear();
        profile.dumpText = config;
        profile.output = output;
        return captureProfileText(profile);
    }
    LaunchProfile profile = std::get<LaunchProfile>(m_profile);
    profile.configPath.clear();
    profile.configText = config;
    profile.output = output;
    return launchProfileText(profile);
}

} // namespace dumpscope::core
