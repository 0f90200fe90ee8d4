// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace dumpscope::gui {

/// What models tell the one delegate of all tables (views/cell_delegate.h) beside Qt's own roles.
enum CellRole {
    StateRole = Qt::UserRole + 1, ///< int of State, painted in front of the text
    HatchRole,                    ///< int of NonFinite: tinted and hatched
    TintRole,                     ///< double 0..1: heat of the cell
    DimRole,                      ///< bool: a zero, a placeholder
    MonoRole,                     ///< bool: value, shape, index, path
    PathRole,                     ///< bool: elided by segments, not at the end
    SecondaryTextRole,            ///< QString at the right in secondary colour
    CopyRole,                     ///< QString as it goes to the clipboard; DisplayRole otherwise
    IconNameRole,                 ///< QByteArray, name for icon()
    BoldRole,                     ///< bool
};

} // namespace dumpscope::gui
