// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/foreign_globals.h"

#include "base/text.h"
#include "readers/torch/torch_pickle.h"

#include <algorithm>
#include <array>
#include <set>

namespace dumpscope::core {

namespace {

/// Modules of Python that reach the system, other programs or the interpreter.
constexpr auto kDangerousModules = std::to_array<std::string_view>(
    {"_pickle", "_posixsubprocess", "asyncio", "bdb", "cProfile", "code", "codeop", "commands", "ctypes",
        "ftplib", "http", "imp", "importlib", "marshal", "multiprocessing", "nt", "os", "pdb", "pickle",
        "pip", "platform", "popen2", "posix", "profile", "pty", "runpy", "shutil", "smtplib", "socket",
        "subprocess", "sys", "telnetlib", "threading", "timeit", "trace", "urllib", "webbrowser"});
/// Types among the built-in functions.
constexpr auto kBuiltinTypes
    = std::to_array<std::string_view>({"bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset",
        "int", "list", "long", "object", "range", "set", "slice", "str", "tuple", "unicode", "xrange"});

bool isDangerous(std::string_view module, std::string_view name)
{
    if (module == "builtins" || module == "__builtin__")
        return std::ranges::find(kBuiltinTypes, name) == kBuiltinTypes.end();
    const std::string_view top = module.substr(0, module.find('.'));
    return std::ranges::find(kDangerousModules, top) != kDangerousModules.end();
}

} // namespace

ForeignGlobals foreignGlobals(const Pickle& pickle)
{
    constexpr std::size_t kMost = 100;
    constexpr std::size_t kMostText = 256;
    std::set<std::string> names, dangerous;
    for (const Pickle::Node& node : pickle.nodes) {
        if (node.kind != Pickle::Kind::Global)
            continue;
        const auto [module, name] = Pickle::globalName(node);
        if (isTorchGlobal(module, name))
            continue;
        const bool isBad = isDangerous(module, name);
        std::set<std::string>& into = isBad ? dangerous : names;
        if (into.size() < kMost)
            into.insert(printable(module.substr(0, kMostText)) + "." + printable(name.substr(0, kMostText)));
    }
    ForeignGlobals found;
    found.dangerous.assign(dangerous.begin(), dangerous.end());
    names.merge(dangerous);
    found.names.assign(names.begin(), names.end());
    return found;
}

} // namespace dumpscope::core
