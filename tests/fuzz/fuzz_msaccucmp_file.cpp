// SPDX-License-Identifier: GPL-3.0-or-later
#include "../support/memory_source.h"
#include "official/msaccucmp_file.h"
#include "tensor/element_text.h"

#include <algorithm>
#include <cstdlib>

using namespace dumpscope::core;

namespace {

/// Looks at both ends of an array.
void touch(const OrRefusal<MsaccucmpArray>& array)
{
    constexpr std::uint64_t kElements = 256;
    if (!array)
        return;
    const ElementStream& elements = array->array.elements;
    if (elementCount(elements.shape()) != elements.count())
        std::abort();
    const std::uint64_t count = std::min(elements.count(), kElements);
    if (count == 0)
        return;
    ElementStream::Scratch scratch;
    (void)elementText(elements.read(0, count, scratch), 0);
    (void)elementText(elements.read(elements.count() - count, count, scratch), count - 1);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::uint32_t kTensors = 16;
    const MemorySource source(data, size);
    const auto file = MsaccucmpFile::read(source, "Relu.x.1.1.1771061415000000.4.1.0.0");
    if (!file)
        return 0;
    using enum MemoryFormat;
    for (std::uint32_t i = 0; i < kTensors && file->tensor(i) != nullptr; ++i) {
        const StoredTensor& tensor = *file->tensor(i);
        if (tensor.io != Io::Input && tensor.io != Io::Output)
            continue;
        touch(file->plain(tensor));
        for (const MemoryFormat format : {NCHW, NHWC, HWCN, ND, NCDHW, FractalZ, FractalNZ, NC1HWC0}) {
            touch(file->inFormat(tensor, format, std::nullopt));
            touch(file->inFormat(tensor, format, Shape {2, 3, 17, 20}));
        }
    }
    return 0;
}
