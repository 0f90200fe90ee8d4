// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/column_data.h"

namespace dumpscope::core {

/// Texts of a column on their way into pools, which never move what they hold.
class TextPools {
public:
    explicit TextPools(std::vector<std::string>& pools)
        : m_pools(pools)
    {
    }
    /// Errors: Code::Unsupported for what no view can hold.
    [[nodiscard]] Result<TextView> add(std::string_view text);

private:
    std::vector<std::string>& m_pools;
};

/// Where a long text lies.
struct TextPlace {
    std::int32_t pool = 0, offset = 0;
};
[[nodiscard]] TextPlace placeOf(const TextView& view);
void setPlace(TextView& view, TextPlace place);

} // namespace dumpscope::core
