// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/pairing/pairing_picture.h"
#include "query/filter_expression.h"

namespace dumpscope::gui {

/// The operators of a pairing as rows of a filter, the target's first. A bare word looks at name and type.
/// Thread-safe.
class PairingTable : public core::FilterTable {
public:
    explicit PairingTable(std::shared_ptr<const PairingPicture> picture);

    [[nodiscard]] std::size_t rowOf(bool isTarget, std::uint32_t op) const
    {
        return isTarget ? op : m_picture->target.size() + op;
    }

    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override;
    [[nodiscard]] int nameColumn() const override { return 0; }
    [[nodiscard]] bool has(std::size_t row, Property property) const override;
    [[nodiscard]] std::vector<std::string> valueHints(int column) const override;

private:
    [[nodiscard]] const PairingPicture::Operator& at(std::size_t row) const;

    std::shared_ptr<const PairingPicture> m_picture;
};

} // namespace dumpscope::gui
