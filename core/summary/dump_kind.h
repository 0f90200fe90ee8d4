// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

class DumpIndex;

/// A finding of `info`: the kind of the opened dump, how sure it is, and the evidence.
struct KindFinding {
    std::string id;          ///< e.g. "mindspore-sync"
    Message title;           ///< e.g. "MindSpore synchronous dump"
    double confidence = 0;   ///< 0..1
    Message evidence;        ///< sentence with counts
    std::string generation;  ///< e.g. "G5 (after 2.7)"; empty if not known
    std::string producer;    ///< e.g. "MindSpore 2.10.0"; empty if unknown
    std::string config = {}; ///< kind of the configuration that asks for such a dump; empty: none does
};

/// Recognises one kind of dump from a finished index. Stateless; thread-safe.
class DumpKind {
public:
    virtual ~DumpKind() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;
    [[nodiscard]] virtual std::optional<KindFinding> recognise(const DumpIndex& index) const = 0;
};

} // namespace dumpscope::core
