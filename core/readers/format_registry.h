// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/folder_layout.h"
#include "readers/name_grammar.h"
#include "readers/reader.h"

#include <memory>
#include <vector>

namespace dumpscope::core {

/// All readers, folder layouts and name grammars. An ordinary object: tests build their own, the programs
/// build the default one once and pass it down. Immutable after filling; thread-safe then.
///
/// A file `foo_reader.cpp`, `foo_layout.cpp` or `foo_name.cpp` in core/readers defines
/// `void register_foo_reader(FormatRegistry&)` (or …_layout, …_name); CMake lists and calls them
/// (cmake/GenerateRegistry.cmake).
class FormatRegistry {
public:
    void add(std::unique_ptr<Reader> reader);
    void add(std::unique_ptr<FolderLayout> layout);
    void add(std::unique_ptr<NameGrammar> grammar);

    /// By descending priority, then id.
    [[nodiscard]] const std::vector<std::unique_ptr<Reader>>& readers() const { return m_readers; }
    [[nodiscard]] const std::vector<std::unique_ptr<FolderLayout>>& layouts() const { return m_layouts; }

    [[nodiscard]] const Reader* findReader(std::string_view id) const;

    /// Best claim, or null with every reader's reason in `whyNot` ("npy: no NUMPY magic; …").
    [[nodiscard]] const Reader* claim(const FileProbe& probe, Claim& best, Message* whyNot) const;
    /// Facts of a directory given its absolute path; layout empty if nothing matched.
    [[nodiscard]] FolderFacts describeFolder(std::string_view absolutePath) const;
    /// Facts from the first grammar that matches the name; empty if none does. Views point into `name`.
    [[nodiscard]] NameFacts parseName(std::string_view name, const FolderFacts& folder) const;

private:
    [[nodiscard]] Message whyNobodyClaims(const FileProbe& probe) const;

    std::vector<std::unique_ptr<Reader>> m_readers;
    std::vector<const Reader*> m_marked; ///< whose files have a beginning of their own
    std::vector<const Reader*> m_always;
    std::vector<std::unique_ptr<FolderLayout>> m_layouts;
    std::vector<std::unique_ptr<NameGrammar>> m_grammars;
};

/// Generated: calls every register_* function.
void registerBuiltinFormats(FormatRegistry& registry);
[[nodiscard]] std::shared_ptr<const FormatRegistry> builtinFormats();

} // namespace dumpscope::core
