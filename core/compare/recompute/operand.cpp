// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/operand.h"
#include "tensor/element_convert.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace dumpscope::core {

struct Operand::Pages {
    static constexpr std::uint64_t kElements = 4096; ///< of a page
    static constexpr std::size_t kPages = 64;
    static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

    explicit Pages(ElementStream made)
        : stream(std::move(made))
    {
        numbers.fill(kNone);
    }

    const std::vector<double>& page(std::uint64_t number)
    {
        const std::size_t place = number % kPages;
        if (numbers[place] == number)
            return pages[place];
        const std::uint64_t first = number * kElements;
        const std::uint64_t many = std::min(kElements, stream.count() - first);
        pages[place].resize(many);
        toDouble(stream.read(first, many, scratch), pages[place].data());
        numbers[place] = number;
        return pages[place];
    }

    ElementStream stream;
    ElementStream::Scratch scratch;
    std::array<std::uint64_t, kPages> numbers {};
    std::array<std::vector<double>, kPages> pages;
};

Result<Operand> Operand::make(TensorView view)
{
    const DTypeClass kind = dtypeInfo(view.dtype).kind;
    if (kind == DTypeClass::Complex || kind == DTypeClass::Opaque)
        return fail(Code::Unsupported, phrase("elements are no real numbers"));
    TRY_ASSIGN(ElementStream stream, ElementStream::make(std::move(view), Order::Logical));
    Operand operand;
    operand.m_pages = std::make_shared<Pages>(std::move(stream));
    return operand;
}

const Shape& Operand::shape() const
{
    return m_pages->stream.shape();
}

DType Operand::dtype() const
{
    return m_pages->stream.dtype();
}

std::uint64_t Operand::count() const
{
    return m_pages->stream.count();
}

double Operand::at(std::uint64_t index) const
{
    return m_pages->page(index / Pages::kElements)[index % Pages::kElements];
}

void Operand::gather(std::uint64_t first, std::uint64_t step, std::uint64_t count, double* out) const
{
    if (count == 0)
        return;
    const ElementChunk chunk
        = m_pages->stream.readStrided(first, static_cast<std::int64_t>(step), count, m_pages->scratch);
    toDouble(chunk, out);
}

Result<void> Operand::check() const
{
    return m_pages->stream.view().bytes.check();
}

int neededBits(const Operand& operand)
{
    constexpr std::uint64_t kSome = 4096;
    int most = 0;
    for (std::uint64_t i = 0; i < std::min(operand.count(), kSome); ++i) {
        const double value = operand.at(i);
        if (value == 0 || !std::isfinite(value))
            continue;
        int exponent = 0;
        const auto digits
            = static_cast<std::uint64_t>(std::ldexp(std::fabs(std::frexp(value, &exponent)), 53));
        most = std::max(most, 53 - std::countr_zero(digits));
    }
    return most;
}

} // namespace dumpscope::core
