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

/// A capture on a device as it is requested: the options of `capture model` by their long names, as a JSON
/// file (docs/contract.md 4).
struct CaptureProfile {
    std::string model;
    std::vector<std::string> inputs; ///< files, or how to fill them (input_fill.h); in the model's order
    std::string dump;                ///< an acl.json; its dump_path is replaced by `output`
    std::string dumpText;            ///< key `dump_text`: the configuration itself, instead of a file
    std::string output; ///< folder that gets the dump; `{n}`: the first number for which there is none
    std::string
        runtime; ///< a library that implements AscendCL, or "cpu"; empty: the toolkit's, else the CPU's
    int device = 0;
    int runs = 1;
    double timeout = 600; ///< seconds without an answer after which the runtime counts as hanging

    static constexpr int kMostRuns = 1'000'000;
    bool operator==(const CaptureProfile&) const = default;
};

/// Numbers out of range are clamped. Errors: Code::Usage for unknown keys, Code::Unsupported for other
/// versions, and those of parseJson.
[[nodiscard]] Result<CaptureProfile> parseCaptureProfile(std::string_view json);
/// JSON without the keys that have their default. Parsing it gives the same profile, and writing that the
/// same bytes.
[[nodiscard]] std::string captureProfileText(const CaptureProfile& profile);

/// Dumps every output of every operator: what a golden is captured with.
inline constexpr std::string_view kEverything = R"({"dump":{"dump_path":".","dump_list":[{}]}})";

/// Where runtimes may be.
struct RuntimePlaces {
    std::vector<std::string> toolkits; ///< ASCEND_HOME_PATH, ASCEND_TOOLKIT_HOME; empty ones are skipped
    std::string programFolder;         ///< of the running program; the CPU device is installed beside it
};
/// Libraries to try for `chosen`, a path, `cpu` or nothing, the best first.
[[nodiscard]] std::vector<std::string> runtimeCandidates(
    const std::string& chosen, const RuntimePlaces& places);

/// A configuration whose dump_path is its folder, checked as the runtime will check it.
struct PreparedCapture {
    std::string folder; ///< absolute; it exists
    std::string configText;
    AclCheck check;
    std::optional<OutputClaim> claim; ///< on the folder, until the capture has ended
    [[nodiscard]] bool isAccepted() const { return check.isValid(); }
    [[nodiscard]] bool capturesSomething() const { return check.isValid() && check.config.isEnabled(); }
};
/// Makes the folder and claims it (OutputClaim). What is wrong with the
/// configuration is in the check, not an error. Errors: Code::Usage where the folder holds other files or
/// another capture writes into it; the system's reason where it cannot be made.
[[nodiscard]] Result<PreparedCapture> prepareCapture(
    const std::string& configText, const std::string& output);

/// `pattern` with `{n}` replaced by the first number from 1 for which there is nothing of that name.
[[nodiscard]] std::string freeFolder(const std::string& pattern);

/// Whether files can be made in the folder, or, where it does not exist, in the nearest parent that does.
/// Tries it, since permissions and owner are not conclusive on every file system, and leaves nothing
/// behind. Errors: Code::Usage for what is no folder, else the system's reason.
[[nodiscard]] Result<void> checkFolder(const std::string& folder);

/// Bytes a program may still write where `folder` is or will be; nothing where the system does not report it.
[[nodiscard]] std::optional<std::uint64_t> freeBytes(const std::string& folder);

} // namespace dumpscope::core
