// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace dumpscope::core {

/// Value or Error. The alias is the only line to change when std::expected is available.
template<typename T> using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

[[nodiscard]] inline Failure fail(Error error)
{
    return Failure(std::move(error));
}
[[nodiscard]] inline Failure fail(Code code, Message message, Place place = {})
{
    return Failure(makeError(code, std::move(message), std::move(place)));
}

} // namespace dumpscope::core

#define DUMPSCOPE_CONCAT_INNER(a, b) a##b
#define DUMPSCOPE_CONCAT(a, b) DUMPSCOPE_CONCAT_INNER(a, b)

/// Returns the error of `expr` (a Result) from the enclosing function; a value is dropped.
#define TRY_VOID(expr)                                                                                       \
    do {                                                                                                     \
        auto tryVoidResult = (expr);                                                                         \
        if (!tryVoidResult)                                                                                  \
            return ::dumpscope::core::Failure(std::move(tryVoidResult).error());                             \
    } while (false)

/// `TRY_ASSIGN(auto x, f())`: declares x from the value or returns the error.
#define TRY_ASSIGN(decl, expr) TRY_ASSIGN_IMPL(DUMPSCOPE_CONCAT(tryResult, __LINE__), decl, expr)
#define TRY_ASSIGN_IMPL(name, decl, expr)                                                                    \
    auto name = (expr);                                                                                      \
    if (!name)                                                                                               \
        return ::dumpscope::core::Failure(std::move(name).error());                                          \
    decl = std::move(*name)
