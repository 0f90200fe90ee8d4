// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers, datasets and descriptions of AscendCL on the CPU (docs/formats/ascendcl-capture.md 2.5).
#include "cpu_device/acl_dataset.h"

#include <algorithm>

namespace dumpscope::core {

using namespace acl;

DUMPSCOPE_ACL DataBuffer* aclCreateDataBuffer(void* data, std::size_t size)
{
    return new (std::nothrow) DataBuffer {data, size};
}

DUMPSCOPE_ACL Status aclDestroyDataBuffer(const DataBuffer* buffer)
{
    delete buffer;
    return buffer != nullptr ? kSuccess : kInvalidParam;
}

DUMPSCOPE_ACL Status aclUpdateDataBuffer(DataBuffer* buffer, void* data, std::size_t size)
{
    if (buffer == nullptr)
        return kInvalidParam;
    *buffer = {data, size};
    return kSuccess;
}

DUMPSCOPE_ACL void* aclGetDataBufferAddr(const DataBuffer* buffer)
{
    return buffer != nullptr ? buffer->data : nullptr;
}

DUMPSCOPE_ACL std::size_t aclGetDataBufferSizeV2(const DataBuffer* buffer)
{
    return buffer != nullptr ? buffer->size : 0;
}

DUMPSCOPE_ACL std::uint32_t aclGetDataBufferSize(const DataBuffer* buffer)
{
    return static_cast<std::uint32_t>(aclGetDataBufferSizeV2(buffer));
}

DUMPSCOPE_ACL Dataset* aclmdlCreateDataset()
{
    return new (std::nothrow) Dataset;
}

DUMPSCOPE_ACL Status aclmdlDestroyDataset(const Dataset* dataset)
{
    delete dataset;
    return dataset != nullptr ? kSuccess : kInvalidParam;
}

DUMPSCOPE_ACL Status aclmdlAddDatasetBuffer(Dataset* dataset, DataBuffer* buffer)
{
    if (dataset == nullptr || buffer == nullptr)
        return kInvalidParam;
    return guarded([&]() -> Status {
        dataset->items.push_back({buffer, nullptr});
        return kSuccess;
    });
}

DUMPSCOPE_ACL std::size_t aclmdlGetDatasetNumBuffers(const Dataset* dataset)
{
    return dataset != nullptr ? dataset->items.size() : 0;
}

DUMPSCOPE_ACL DataBuffer* aclmdlGetDatasetBuffer(const Dataset* dataset, std::size_t index)
{
    return index < aclmdlGetDatasetNumBuffers(dataset) ? dataset->items[index].buffer : nullptr;
}

DUMPSCOPE_ACL Status aclmdlSetDatasetTensorDesc(
    Dataset* dataset, TensorDescription* description, std::size_t index)
{
    if (description == nullptr || index >= aclmdlGetDatasetNumBuffers(dataset))
        return kInvalidParam;
    return guarded([&]() -> Status {
        dataset->items[index].description = std::make_unique<TensorDescription>(*description);
        return kSuccess;
    });
}

DUMPSCOPE_ACL TensorDescription* aclmdlGetDatasetTensorDesc(const Dataset* dataset, std::size_t index)
{
    return index < aclmdlGetDatasetNumBuffers(dataset) ? dataset->items[index].description.get() : nullptr;
}

DUMPSCOPE_ACL TensorDescription* aclCreateTensorDesc(
    int dataType, int rank, const std::int64_t* dims, int format)
{
    if (rank < 0 || (rank > 0 && dims == nullptr))
        return nullptr;
    return guarded(
        [&] {
            return new TensorDescription {dataType, format, {dims, dims + rank}};
        },
        static_cast<TensorDescription*>(nullptr));
}

DUMPSCOPE_ACL void aclDestroyTensorDesc(const TensorDescription* description)
{
    delete description;
}

DUMPSCOPE_ACL std::size_t aclGetTensorDescNumDims(const TensorDescription* description)
{
    return description != nullptr ? description->dims.size() : 0;
}

DUMPSCOPE_ACL Status aclGetTensorDescDimV2(
    const TensorDescription* description, std::size_t index, std::int64_t* size)
{
    if (size == nullptr || index >= aclGetTensorDescNumDims(description))
        return kInvalidParam;
    *size = description->dims[index];
    return kSuccess;
}

DUMPSCOPE_ACL std::size_t aclDataTypeSize(int type)
{
    // docs/formats/ascendcl-capture.md 2.2; 8 is what the implementation answers for types it has no line
    // for.
    constexpr std::pair<int, std::size_t> kSizes[] = {{-1, 0}, {0, 4}, {1, 2}, {2, 1}, {3, 4}, {4, 1}, {6, 2},
        {7, 2}, {8, 4}, {9, 8}, {10, 8}, {11, 8}, {12, 1}, {13, 0}, {16, 8}, {17, 16}, {27, 2}, {28, 0},
        {29, 1}, {30, 1}, {33, 4}, {34, 1}, {35, 1}, {36, 1}, {37, 1}};
    const auto* found = std::ranges::find(kSizes, type, &std::pair<int, std::size_t>::first);
    return found != std::end(kSizes) ? found->second : 8;
}

} // namespace dumpscope::core
