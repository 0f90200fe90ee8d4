// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <utility>

namespace dumpscope::core {

/// Of which tensors a checksum says nothing where all recorded figures agree: memory that operators write
/// over in place (writesOverInput). msprobe computes checksums in the background, before or behind that, so
/// that those of such a tensor, or of a result that is written over later, may differ between equal runs
/// (docs/culprit.md, known effects). `Content` is what identifies a tensor by its figures.
template<class Content> class WrittenOver {
public:
    /// What a tensor held that an operator writes over.
    void add(Content content) { m_contents.insert(std::move(content)); }

    /// `isItself`: an operator writes over this input. `isIdentified`: the figures tell the tensor from
    /// others; other elements have the same extremes by chance.
    [[nodiscard]] bool contains(const Content& content, bool isItself, bool isIdentified) const
    {
        return isItself || (isIdentified && m_contents.contains(content));
    }

private:
    std::set<Content> m_contents;
};

} // namespace dumpscope::core
