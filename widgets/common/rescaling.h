// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTableView>

#include <functional>
#include <vector>

class QHeaderView;
class QLayout;
class QWidget;

namespace dumpscope::gui {

/// Sizes that code gave to widgets, layouts and header sections, in pixels of the font of that moment. Noted
/// before the application's font changes, given anew after. What changes by itself is left alone. A chosen
/// row that was in sight still is afterwards.
class Rescaling {
public:
    /// Of every widget there is.
    Rescaling();
    void apply() const;

private:
    template<typename Object, typename Get, typename Set> void note(Object* object, Get get, Set set);
    void noteWidget(QWidget* widget);
    void noteLayout(QLayout* layout);
    void noteHeader(QHeaderView* header);

    std::vector<std::function<void()>> m_again;
    std::vector<QPointer<QTableView>> m_tables; ///< whose current row is in sight
};

} // namespace dumpscope::gui
