// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/edge_stubs.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace dumpscope::gui {

namespace {

using Line = core::GraphPicture::Line;
constexpr double kFar = 560; ///< six ranks
constexpr double kAway = 10; ///< from the box

QRectF rectOf(const core::GraphPicture::Rect& rect)
{
    return {rect.x, rect.y, rect.width, rect.height};
}

class StubMaker {
public:
    StubMaker(const core::GraphPicture& picture, const QSizeF& size)
        : m_picture(picture)
        , m_size(size)
    {
        m_found.isFar.assign(picture.lines.size(), false);
    }

    void consider(std::uint32_t number)
    {
        const Line& line = m_picture.lines[number];
        if (line.from == core::ScopeTree::kNone || line.to == core::ScopeTree::kNone || line.curve.size() < 4
            || std::fabs(line.curve.back().y - line.curve.front().y) < kFar)
            return;
        const EdgeStub out = stub(number, true), in = stub(number, false);
        if (!hasRoom(out, line.level) || !hasRoom(in, line.level) || out.rect.intersects(in.rect))
            return;
        add(out);
        add(in);
        m_found.isFar[number] = true;
    }
    EdgeStubs take() { return std::move(m_found); }

private:
    [[nodiscard]] EdgeStub stub(std::uint32_t number, bool isOut) const
    {
        const Line& line = m_picture.lines[number];
        const core::Point& end = isOut ? line.curve.front() : line.curve.back();
        EdgeStub made;
        made.end = {end.x, end.y};
        made.rect
            = {{end.x - m_size.width() / 2, isOut ? end.y + kAway : end.y - kAway - m_size.height()}, m_size};
        made.place = isOut ? line.from : line.to;
        made.other = isOut ? line.to : line.from;
        made.line = number;
        made.isOut = isOut;
        return made;
    }

    [[nodiscard]] bool hasRoom(const EdgeStub& made, std::uint32_t level) const
    {
        if (m_known.contains({made.place, made.isOut}))
            return true;
        const core::GraphPicture::Place& scope = m_picture.places[level];
        if (!rectOf(scope.rect).contains(made.rect))
            return false;
        for (std::uint32_t i = 0; i < scope.childCount; ++i) {
            if (rectOf(m_picture.places[scope.firstChild + i].rect).intersects(made.rect))
                return false;
        }
        return std::ranges::none_of(
            m_found.stubs, [&made](const EdgeStub& other) { return other.rect.intersects(made.rect); });
    }

    void add(const EdgeStub& made)
    {
        const auto [known, isNew] = m_known.try_emplace({made.place, made.isOut}, m_found.stubs.size());
        if (isNew)
            m_found.stubs.push_back(made);
        else
            ++m_found.stubs[known->second].edges;
    }

    const core::GraphPicture& m_picture;
    QSizeF m_size;
    EdgeStubs m_found;
    std::map<std::pair<std::uint32_t, bool>, std::size_t> m_known; ///< by place and side
};

} // namespace

const EdgeStub* EdgeStubs::at(const QPointF& point) const
{
    const auto found
        = std::ranges::find_if(stubs, [&point](const EdgeStub& stub) { return stub.rect.contains(point); });
    return found == stubs.end() ? nullptr : &*found;
}

std::vector<std::size_t> EdgeStubs::beside(std::uint32_t place) const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < stubs.size(); ++i) {
        if (stubs[i].place == place)
            found.push_back(i);
    }
    return found;
}

EdgeStubs stubsOf(const core::GraphPicture& picture, const QSizeF& size)
{
    StubMaker maker(picture, size);
    for (std::uint32_t number = 0; number < picture.lines.size(); ++number)
        maker.consider(number);
    return maker.take();
}

} // namespace dumpscope::gui
