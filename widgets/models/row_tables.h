// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_folder.h"
#include "model/tensor_table.h"

#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// Tensors of one or several roots as one table: everything, or chosen rows of a root. Immutable
/// except for statistics that become known; thread-safe.
class TensorRows : public core::FilterTable {
public:
    struct Part {
        std::shared_ptr<const core::TensorTable> table;
        std::shared_ptr<const std::vector<core::TensorId>> rows; ///< null: all
    };
    struct Place {
        std::size_t part = 0;
        core::TensorId id;
    };
    explicit TensorRows(std::vector<Part> parts);

    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }
    [[nodiscard]] std::size_t rows() const { return m_starts.back(); }
    [[nodiscard]] Place placeOf(std::size_t row) const;
    [[nodiscard]] std::optional<std::size_t> rowOf(const Place& place) const;

    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override;
    [[nodiscard]] int nameColumn() const override;
    [[nodiscard]] bool has(std::size_t row, Property property) const override;
    [[nodiscard]] bool isMeasuredColumn(int column) const override;
    [[nodiscard]] bool isUnmeasured(std::size_t row, int column) const override;
    [[nodiscard]] bool isUndecided(std::size_t row, Property property) const override;
    [[nodiscard]] std::vector<std::string> valueHints(int column) const override;

private:
    std::vector<Part> m_parts;
    std::vector<std::size_t> m_starts; ///< first row of each part, then the number of rows
};

/// Files of a root that is still being read, under the columns of tensors: what a name tells.
/// Immutable; thread-safe.
class NamedRows : public core::FilterTable {
public:
    using Batch = std::shared_ptr<const std::vector<core::NamedFile>>; ///< as of OpenedRoot::names
    explicit NamedRows(std::vector<Batch> batches);

    [[nodiscard]] const std::vector<Batch>& batches() const { return m_batches; }
    [[nodiscard]] std::size_t rows() const { return m_starts.back(); }
    [[nodiscard]] const core::NamedFile& file(std::size_t row) const;

    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override;
    [[nodiscard]] int nameColumn() const override;
    [[nodiscard]] bool has(std::size_t, Property) const override { return false; }

private:
    std::vector<Batch> m_batches;
    std::vector<std::size_t> m_starts;
};

} // namespace dumpscope::gui
