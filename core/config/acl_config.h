// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

// acl.json as the current runtime reads it (docs/formats/ascendcl-capture.md 1).

inline constexpr int kAclInvalidFile = 100003;
inline constexpr int kAclParseFile = 100006;
inline constexpr int kAclInvalidDumpConfig = 100009;

/// Entry of optype_blacklist or opname_blacklist: these slots of operators of that type or name are left out.
struct AclBlacklisted {
    std::string name;
    std::vector<std::uint64_t> inputs, outputs;
};

/// One item of dump_list.
struct AclDumpItem {
    std::optional<std::string> modelName; ///< absent: every model
    std::vector<std::string> layers;      ///< empty: every operator
    std::vector<std::string> watcherNodes;
    std::vector<AclBlacklisted> typeBlacklist, nameBlacklist;
    std::vector<std::pair<std::string, std::string>> ranges; ///< first and last operator, both included
};

/// A valid `dump` object.
struct AclDumpConfig {
    enum class Scene : std::uint8_t { None, Brief, Norm, Detail, Watcher };
    enum Statistic : unsigned {
        kMax = 1U,
        kMin = 2U,
        kAvg = 4U,
        kNan = 8U,
        kNegInf = 16U,
        kPosInf = 32U,
        kL2norm = 64U,
        kDefaultStatistics = 63U
    };

    std::string path; ///< as written; empty in exception scenes that have none
    bool isRemote = false;
    std::vector<AclDumpItem> items;
    bool inputs = false, outputs = true; ///< dump_mode
    bool operatorSwitch = false;
    std::string level = "all";
    std::vector<std::pair<std::uint64_t, std::uint64_t>> steps; ///< inclusive; empty: every step
    bool statistics = false;
    unsigned statisticSet = kDefaultStatistics;
    bool overflow = false;
    Scene scene = Scene::None;

    [[nodiscard]] bool isExceptionScene() const { return scene != Scene::None && scene != Scene::Watcher; }
    /// Whether something will be captured (docs/formats/ascendcl-capture.md 1.4, step 9).
    [[nodiscard]] bool isEnabled() const
    {
        return !items.empty() || operatorSwitch || overflow || scene != Scene::None;
    }
    [[nodiscard]] bool hasStep(std::uint64_t step) const;
};

struct AclFinding {
    Severity severity = Severity::Error;
    std::string code; ///< EP0001 … EP0005, or a word of Dumpscope
    std::string key;
    std::uint64_t offset = 0; ///< byte in the text
    Message message, fix;
};

struct AclCheck {
    std::vector<AclFinding> findings; ///< in the runtime's order of evaluation
    int returnCode = 0;               ///< of aclmdlSetDump
    int initReturnCode = 0;           ///< of aclInit
    AclDumpConfig config;             ///< meaningful when the return code is 0

    [[nodiscard]] bool isValid() const { return returnCode == 0; }
    /// The one the runtime reports; null if there is none.
    [[nodiscard]] const AclFinding* firstError() const;
};

/// The rules of docs/formats/ascendcl-capture.md 1.1 (F5 to F7) and 1.4 to 1.7. Continues after the first
/// error, so that everything is reported at once. `folder`: where relative paths start. Looks at dump_path on
/// disk.
[[nodiscard]] AclCheck checkAclConfig(std::string_view text, const std::string& folder);

/// Content of a configuration file, or the runtime's return code for a file it refuses (F1 to F4).
struct AclFile {
    std::string text;
    int returnCode = 0;
};
[[nodiscard]] AclFile readAclFile(const std::string& path);

/// The configuration with another dump_path; the rest is unchanged. Errors: those of parseJson;
/// Code::BadSyntax without a `dump` object.
[[nodiscard]] Result<std::string> withDumpPath(std::string_view text, const std::string& path);

/// Whether the text is `a.b.c.d:dir`; then `directory` is the part after the colon, a view into `path`.
[[nodiscard]] bool isRemoteDumpPath(std::string_view path, std::string_view& directory);

} // namespace dumpscope::core
