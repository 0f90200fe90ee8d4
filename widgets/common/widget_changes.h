// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QWidget>

#include <functional>
#include <vector>

namespace dumpscope::gui {

/// Calls `react` whenever the widget gets a change event of one of these types (QEvent::PaletteChange, …),
/// before its children get theirs.
void onChange(QWidget* widget, std::vector<QEvent::Type> types, std::function<void()> react);

/// Calls a widget's `retranslate` now and whenever the language changes.
template<typename Widget> void keepTranslated(Widget* widget, void (Widget::*retranslate)())
{
    std::invoke(retranslate, widget);
    onChange(widget, {QEvent::LanguageChange}, [widget, retranslate] { std::invoke(retranslate, widget); });
}

} // namespace dumpscope::gui
