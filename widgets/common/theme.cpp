// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include <QGuiApplication>
#include <QWidget>

#include <array>

namespace dumpscope::gui {

namespace {

struct Line {
    Token token;
    QRgb light;
    QRgb dark;
};

// docs/window.md 8.2; tst_theme recomputes its contrasts.
constexpr std::array<Line, kTokens> kTable {{
    {Token::Base, 0xFFFFFFFF, 0xFF17191D},
    {Token::Alternate, 0xFFF7F8FA, 0xFF1C1F24},
    {Token::Window, 0xFFF1F2F4, 0xFF22262C},
    {Token::Title, 0xFFE8EAED, 0xFF1D2026},
    {Token::Border, 0xFFD3D7DD, 0xFF3A404A},
    {Token::Separator, 0xFFE3E6EA, 0xFF2D323A},
    {Token::Selection, 0xFFDCE8FB, 0xFF233A63},
    {Token::Hover, 0xFFEDF2FA, 0xFF262C36},
    {Token::Text, 0xFF1B1F24, 0xFFE6E9ED},
    {Token::Secondary, 0xFF545D68, 0xFFA9B2BD},
    {Token::Dim, 0xFF646C77, 0xFF8A939E},
    {Token::Accent, 0xFF1F5FC0, 0xFF7FB0FF},
    {Token::TextOnAccent, 0xFFFFFFFF, 0xFF10141A},
    {Token::Pass, 0xFF00738C, 0xFF2FB0C2},
    {Token::Warn, 0xFFA35C00, 0xFFFFC163},
    {Token::Fail, 0xFFA8123A, 0xFFFF7088},
    {Token::Inherited, 0xFF806868, 0xFFB47C9A},
    {Token::NotComparable, 0xFF434A54, 0xFFD6DCE2},
    {Token::Target, 0xFF6A3DB8, 0xFFBCA2FF},
    {Token::Golden, 0xFF806000, 0xFFE3BC50},
    {Token::PassFill, 0xFFDFF1F5, 0xFF15363D},
    {Token::WarnFill, 0xFFFDF3E3, 0xFF41321A},
    {Token::FailFill, 0xFFFBE1E8, 0xFF48212B},
    {Token::NotComparableFill, 0xFFE6E8EB, 0xFF363C45},
    {Token::TargetFill, 0xFFEFE9FA, 0xFF342C4C},
    {Token::GoldenFill, 0xFFF8F0D8, 0xFF3C3419},
    {Token::AxisLine, 0xFF6E7681, 0xFF8A939E},
    {Token::Grid, 0xFFE4E7EB, 0xFF2B3038},
    {Token::Nan, 0xFFD1147A, 0xFFD1147A},
}};

constexpr bool isInOrder()
{
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].token) != i)
            return false;
    }
    return true;
}
static_assert(isInOrder(), "color() looks a token up by its number");

} // namespace

const Theme& Theme::light()
{
    static const Theme theme(false);
    return theme;
}

const Theme& Theme::dark()
{
    static const Theme theme(true);
    return theme;
}

const Theme& Theme::of(const QPalette& palette)
{
    const int window = qGray(palette.color(QPalette::Window).rgb());
    return window < qGray(palette.color(QPalette::WindowText).rgb()) ? dark() : light();
}

const Theme& Theme::of(const QWidget* widget)
{
    return of(widget ? widget->palette() : QGuiApplication::palette());
}

QColor Theme::color(Token token) const
{
    const Line& line = kTable[static_cast<std::size_t>(token)];
    return QColor::fromRgb(m_dark ? line.dark : line.light);
}

QPalette Theme::palette() const
{
    constexpr std::pair<QPalette::ColorRole, Token> kRoles[] = {
        {QPalette::Window, Token::Window},
        {QPalette::WindowText, Token::Text},
        {QPalette::Base, Token::Base},
        {QPalette::AlternateBase, Token::Alternate},
        {QPalette::Text, Token::Text},
        {QPalette::PlaceholderText, Token::Dim},
        {QPalette::Button, Token::Window},
        {QPalette::ButtonText, Token::Text},
        {QPalette::BrightText, Token::Fail},
        {QPalette::ToolTipBase, Token::Base},
        {QPalette::ToolTipText, Token::Text},
        {QPalette::Highlight, Token::Selection},
        {QPalette::HighlightedText, Token::Text},
        {QPalette::Link, Token::Accent},
        {QPalette::LinkVisited, Token::Accent},
        {QPalette::Light, Token::Base},
        {QPalette::Midlight, Token::Separator},
        {QPalette::Mid, Token::Border},
        {QPalette::Dark, Token::Border},
    };
    QPalette palette;
    for (const auto& [role, token] : kRoles)
        palette.setColor(role, color(token));
    palette.setColor(QPalette::Shadow, Qt::black);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
             QPalette::HighlightedText, QPalette::ToolTipText, QPalette::Link})
        palette.setColor(QPalette::Disabled, role, color(Token::Dim));
    palette.setColor(QPalette::Disabled, QPalette::Base, color(Token::Window));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, color(Token::Separator));
    return palette;
}

} // namespace dumpscope::gui
