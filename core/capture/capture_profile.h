// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture.h"
#include "capture/output_claim.h"
#include "config/acl_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A capture on a device as it is asked for: the options of `capture model` by their long names, as a JSON
/// file (contract `capture`).
struct CaptureProfile {
    std::string model;
    std::vector<std::string> inputs; ///< files, or how to fill them (input_fill.h); in the model's order
    std::string dump;                ///< an acl.json; its dump_path is replaced by `output`
    std::string dumpText;            ///< key `dump_text`: the configuration itself, instead of a file
    std::string output;  ///< folder that gets the dump; `{n}`: the first number for which there is none
    std::string runtime; ///< a library that speaks AscendCL, or "cpu"; empty: the toolkit's, else the CPU's
    int device = 0;
    int runs = 1;
    double timeout = 600; ///< seconds without an answer after which the runtime counts as hanging

    static constexpr int kMostRuns = 1'000'000;
    bool operator==(const CaptureProfile&) const = default;
};

/// Errors: Code::Usage for keys a profile has not, Code::Unsupported for other versions, as of parseJson.
[[nodiscard]] Result<CaptureProfile> parseCaptureProfile(std::string_view json);
/// What is as usual is left out. Parsing gives the same profile, and writing that the same bytes.
[[nodiscard]] std::string captureProfileText(const CaptureProfile& profile);

/// Dumps every output of every operator: what a golden is captured with.
inline constexpr std::string_view kEverything = R"({"dump":{"dump_path":".","dump_list":[{}]}})";

/// Where runtimes may be.
struct RuntimePlaces {
    std::vector<std::string>
        toolkits;              ///< ASCEND_HOME_PATH, ASCEND_TOOLKIT_HOME; empty ones count for nothing
    std::string programFolder; ///< of the running program; the CPU device is installed beside it
};
/// Libraries to try for `chosen`, a path, `cpu` or nothing, the best first.
[[nodiscard]] std::vector<std::string> runtimeCandidates(
    const std::string& chosen, const RuntimePlaces& places);

/// A configuration that leads into its folder, checked as the runtime will.
struct PreparedCapture {
    std::string folder; ///< absolute, there
    std::string configText;
    AclCheck check;
    std::optional<OutputClaim> claim; ///< on the folder, until the capture has ended
    [[nodiscard]] bool isAccepted() const { return check.isValid(); }
    [[nodiscard]] bool capturesSomething() const { return check.isValid() && check.config.isEnabled(); }
};
/// Makes the folder, which no other capture gets meanwhile (OutputClaim). What is wrong with the
/// configuration is in the check, not an error.
[[nodiscard]] Result<PreparedCapture> prepareCapture(
    const std::string& configText, const std::string& output);

/// `pattern` with `{n}` replaced by the first number from 1 for which there is nothing of that name.
[[nodiscard]] std::string freeFolder(const std::string& pattern);

/// Whether files can be made in a folder that is there or in the nearest one above it, where it would be
/// made. Tries it, since neither permissions nor the owner tell of every file system, and leaves nothing
/// behind.
[[nodiscard]] Result<void> checkFolder(const std::string& folder);

/// Bytes a program may still write where `folder` is or will be; none where the system does not say.
[[nodiscard]] std::optional<std::uint64_t> freeBytes(const std::string& folder);

} // namespace dumpscope::core
