// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "summary/kind_registry.h"

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Files of some readers in some folders, and their rows.
struct CountedFiles {
    std::size_t files = 0, rows = 0;
    std::size_t others = 0; ///< further rows of these files, which do not count

    [[nodiscard]] Message filesText() const; ///< "3 files"
    [[nodiscard]] Message rowsText() const;  ///< "1 tensor"
    [[nodiscard]] Message allText() const;   ///< likewise, with those that do not count
};

/// A kind of dump that the files of a reader, or of a tree, prove by themselves.
class CountedKind final : public DumpKind {
public:
    struct Sort {
        std::string_view id;
        Form<0> title;
        std::string producer;
        double confidence = 0.95;
        std::vector<std::string_view> readers; ///< ids; empty: any
        std::string_view layout;               ///< id of the tree; empty: any
        Message (*evidence)(const CountedFiles&);
        std::string_view grammar = {}; ///< id of the grammar of the names; empty: any
        enum class Rows : std::uint8_t { All, Parameters, InputsAndOutputs } rows = Rows::All; ///< that count
        bool evenWithout = false; ///< files of no tensor are a dump of the kind, too
    };
    explicit CountedKind(Sort sort)
        : m_sort(std::move(sort))
    {
    }
    [[nodiscard]] std::string_view id() const override { return m_sort.id; }
    [[nodiscard]] std::optional<KindFinding> recognise(const DumpIndex& index) const override;

private:
    [[nodiscard]] bool counts(const TensorRow& row) const;

    Sort m_sort;
};

} // namespace dumpscope::core
