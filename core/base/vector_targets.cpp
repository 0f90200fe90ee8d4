// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Highway's headers ask its library: which instruction sets this processor has, and where the choice
// among them is kept. libhwy.so also holds a benchmark that measures the clock for milliseconds whenever it
// is loaded, which is half of the start of a command line. With these definitions the linker leaves it out of
// release builds. Other processors than x86-64 take the library's own answer.
#include <hwy/targets.h>

#if HWY_ARCH_X86_64

#include <cpuid.h>

#include <atomic>

namespace {

/// Set by tests alone; 0: ask the processor.
std::atomic<std::int64_t> onlyTargets {0};

bool hasF16c()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

/// The instruction sets for which the headers compile each target. `__builtin_cpu_supports` also knows
/// whether the system keeps the wide registers; each target contains those before it.
std::int64_t targetsOfProcessor()
{
    __builtin_cpu_init();
    std::int64_t targets = HWY_STATIC_TARGET;
    if (!__builtin_cpu_supports("ssse3"))
        return targets;
    targets |= HWY_SSSE3;
    if (!__builtin_cpu_supports("sse4.1") || !__builtin_cpu_supports("sse4.2")
        || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("aes"))
        return targets;
    targets |= HWY_SSE4;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")
        || !__builtin_cpu_supports("fma") || !hasF16c())
        return targets;
    targets |= HWY_AVX2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl")
        || !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512bw"))
        return targets;
    return targets | HWY_AVX3;
}

} // namespace

namespace hwy {

ChosenTarget& GetChosenTarget()
{
    static ChosenTarget chosen;
    return chosen;
}

std::int64_t SupportedTargets()
{
    const std::int64_t only = onlyTargets;
    return only != 0 ? only : targetsOfProcessor();
}

void SetSupportedTargetsForTest(std::int64_t targets)
{
    onlyTargets = targets;
}

} // namespace hwy

#endif
