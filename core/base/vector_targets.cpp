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

/// What the processor answers about itself; not `__builtin_cpu_supports`, to which some compilers' libraries
/// answer no whatever the processor is.
struct Processor {
    unsigned basic = 0;    ///< leaf 1, ECX
    unsigned extended = 0; ///< leaf 7, EBX
    unsigned kept = 0;     ///< registers that the system keeps, as XGETBV tells

    Processor()
    {
        unsigned a = 0;
        unsigned b = 0;
        unsigned c = 0;
        unsigned d = 0;
        if (__get_cpuid(1, &a, &b, &c, &d) != 0)
            basic = c;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0)
            extended = b;
        if ((basic & bit_OSXSAVE) != 0)
            __asm__("xgetbv" : "=a"(kept), "=d"(d) : "c"(0));
    }
    [[nodiscard]] bool has(unsigned basicBits, unsigned extendedBits, unsigned keptBits) const
    {
        return (basic & basicBits) == basicBits && (extended & extendedBits) == extendedBits
            && (kept & keptBits) == keptBits;
    }
};

/// The instruction sets for which the headers compile each target; each target contains those before it.
std::int64_t targetsOfProcessor()
{
    constexpr unsigned kWideRegisters = 0x06;
    constexpr unsigned kWidestRegisters = 0xE6;
    const Processor processor;
    std::int64_t targets = HWY_STATIC_TARGET;
    if (!processor.has(bit_SSSE3, 0, 0))
        return targets;
    targets |= HWY_SSSE3;
    if (!processor.has(bit_SSE4_1 | bit_SSE4_2 | bit_PCLMUL | bit_AES, 0, 0))
        return targets;
    targets |= HWY_SSE4;
    if (!processor.has(bit_FMA | bit_F16C | bit_OSXSAVE, bit_AVX2 | bit_BMI | bit_BMI2, kWideRegisters))
        return targets;
    targets |= HWY_AVX2;
    if (!processor.has(0, bit_AVX512F | bit_AVX512VL | bit_AVX512DQ | bit_AVX512BW, kWidestRegisters))
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
