// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/comparison_place.h"

#include "base/text.h"
#include "remote/remote_place.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dumpscope::core {

namespace {

/// The machine that a path names, as it is shown; empty: this one.
Result<std::string> machineOf(const std::string& path)
{
    if (!isRemote(path))
        return std::string();
    TRY_ASSIGN(const RemotePath place, parseRemotePath(path));
    return place.host.text();
}

Result<bool> areOnSeveralMachines(const std::vector<std::string>& paths)
{
    std::set<std::string> machines;
    for (const std::string& path : paths) {
        TRY_ASSIGN(std::string machine, machineOf(path));
        machines.insert(std::move(machine));
    }
    return machines.size() > 1;
}

Result<void> refuseRemote(const std::string& option, const std::string& path)
{
    if (!isRemote(path))
        return {};
    return fail(Code::Usage,
        phrase("a comparison of dumps on different machines runs on this one, and %1 names a file on another "
               "one; give one of this machine",
            option),
        {.file = path});
}

/// Options whose files are read or written where the comparison runs.
Result<void> checkLocalFiles(const CompareRequest& request)
{
    TRY_VOID(refuseRemote("--environment", request.environment));
    TRY_VOID(refuseRemote("--golden-environment", request.goldenEnvironment));
    TRY_VOID(refuseRemote("--limits", request.limits));
    for (const std::string& file : request.maps)
        TRY_VOID(refuseRemote("--map", file));
    for (const std::string& file : request.models)
        TRY_VOID(refuseRemote("--model", file));
    for (const auto& [option, file] : request.reports)
        TRY_VOID(refuseRemote("--" + option, file));
    if (!request.resume.empty())
        return fail(Code::Usage,
            phrase("--resume keeps what was measured of files on one machine; it cannot be used with dumps "
                   "on different ones"));
    if (!request.raw.dtype.empty())
        return fail(Code::Usage,
            phrase("--raw-dtype is not possible with dumps on different machines; copy the files without a "
                   "header here, or convert them there"));
    return {};
}

} // namespace

Result<bool> isComparedHere(const CompareRequest& request)
{
    std::vector<std::string> paths;
    for (const std::string* path : {&request.target, &request.golden, &request.truth, &request.environment,
             &request.goldenEnvironment}) {
        if (!path->empty())
            paths.push_back(*path);
    }
    TRY_ASSIGN(const bool isHere, areOnSeveralMachines(paths));
    if (isHere)
        TRY_VOID(checkLocalFiles(request));
    return isHere;
}

Result<bool> isComparedHere(const RepeatRequest& request)
{
    return areOnSeveralMachines(request.paths);
}

} // namespace dumpscope::core
