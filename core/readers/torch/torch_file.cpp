// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/torch_file.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "readers/torch/torch_pickle.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::string_view kPickleName = "data.pkl";
/// PROTO 2, LONG1 of ten bytes, 0x1950a86a20f9469cfc6c (docs/formats/msprobe-dump.md 9.3).
constexpr std::string_view kLegacyMagic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
/// Strides of 0 make shapes of any size from a few bytes; nobody looks at more elements than this.
constexpr std::uint64_t kMaxElements = 1ULL << 40;
/// Elements of a tensor that has more of them than its storage; an expanded mask has far fewer.
constexpr std::uint64_t kMaxRepeated = 1ULL << 32;

std::uint64_t storedElementBytes(const TorchTensor& tensor)
{
    return std::max<std::uint64_t>(dtypeInfo(tensor.dtype).bits / 8, 1);
}

std::map<std::string, std::int64_t> parallelSizesOf(const Pickle& pickle)
{
    std::map<std::string, std::int64_t> sizes;
    const Pickle::Node* const arguments = pickle.find(pickle.at(pickle.root), "args");
    for (const std::string_view name : {"tensor_model_parallel_size", "pipeline_model_parallel_size",
             "virtual_pipeline_model_parallel_size", "expert_model_parallel_size", "kv_channels"}) {
        const Pickle::Node* const size = arguments == nullptr ? nullptr : pickle.attribute(*arguments, name);
        if (size != nullptr && size->kind == Pickle::Kind::Int)
            sizes.emplace(name, size->integer);
    }
    // What SGLang's dumper writes beside a value (docs/formats/llm-era.md 4.1).
    const Pickle::Node* const meta = pickle.find(pickle.at(pickle.root), "meta");
    for (const std::string_view who : {"sglang_parallel_info", "megatron_parallel_info"}) {
        const Pickle::Node* const info = meta == nullptr ? nullptr : pickle.find(*meta, who);
        for (std::size_t i = 0;
             info != nullptr && info->kind == Pickle::Kind::Dict && i + 1 < info->items.size(); i += 2) {
            const Pickle::Node &key = pickle.item(*info, i), &value = pickle.item(*info, i + 1);
            if (key.kind == Pickle::Kind::Text && value.kind == Pickle::Kind::Int
                && (key.text.ends_with("_rank") || key.text.ends_with("_size")))
                sizes.emplace(key.text, value.integer);
        }
    }
    const Pickle::Node* const rank = meta == nullptr ? nullptr : pickle.find(*meta, "world_rank");
    if (!sizes.empty() && rank != nullptr && rank->kind == Pickle::Kind::Int)
        sizes.emplace("world_rank", rank->integer);
    return sizes;
}

/// A copy of the storage with signs turned: of all parts, or of imaginary parts only.
Result<Bytes> withSigns(const Bytes& storage, const TorchTensor& tensor, bool bigEndian)
{
    const bool complex = isComplex(tensor.dtype);
    if (!complex && !isFloating(tensor.dtype))
        return fail(Code::Unsupported,
            phrase("negated tensors of the type %1 are not read", dtypeName(tensor.dtype)));
    const std::uint64_t unit = storedElementBytes(tensor) / (complex ? 2 : 1);
    std::vector<std::byte> copy(storage.span().begin(), storage.span().end());
    for (std::uint64_t part = 0; (part + 1) * unit <= copy.size(); ++part) {
        const bool isImaginary = complex && part % 2 == 1;
        const bool turn = tensor.isNegative != (isImaginary && tensor.isConjugate);
        if (turn)
            copy[part * unit + (bigEndian ? 0 : unit - 1)] ^= std::byte {0x80};
    }
    return Bytes::fromVector(std::move(copy));
}

/// Elements of the storage up to the last one of the tensor; nothing when that overflows.
std::optional<std::uint64_t> extentOf(const TorchTensor& tensor)
{
    const auto count = elementCount(tensor.shape);
    if (!count || *count > kMaxElements)
        return std::nullopt;
    if (*count == 0)
        return 0;
    std::uint64_t last = tensor.offset;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        std::uint64_t reach = 0;
        if (!checkedMul(static_cast<std::uint64_t>(tensor.shape[i] - 1),
                static_cast<std::uint64_t>(tensor.strides[i]), reach)
            || !checkedAdd(last, reach, last))
            return std::nullopt;
    }
    return checkedAdd(last, 1, last) ? std::optional(last) : std::nullopt;
}

bool isDense(const TorchTensor& tensor)
{
    std::uint64_t expected = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] != 1 && static_cast<std::uint64_t>(tensor.strides[i]) != expected)
            return false;
        expected *= static_cast<std::uint64_t>(tensor.shape[i]);
    }
    return true;
}

/// Checks what only the storage can tell. `elements`: up to the last one of the tensor.
Result<std::uint64_t> checkedExtent(const TorchTensor& tensor, std::uint64_t available)
{
    const auto extent = extentOf(tensor);
    if (!extent)
        return fail(Code::BadShape, phrase("shape %1 leads out of any file", shapeText(tensor.shape)));
    std::uint64_t wanted = 0;
    if (!checkedMul(tensor.storageElements, storedElementBytes(tensor), wanted)
        || (*extent > 0 && wanted > available))
        return fail(Code::Truncated,
            phrase("the storage should have %1 elements of %2, but has %3 bytes", tensor.storageElements,
                tensor.dtypeText, available));
    if (*extent > tensor.storageElements)
        return fail(Code::BadShape,
            phrase("the tensor reaches element %1 of a storage of %2", *extent, tensor.storageElements));
    if (const auto count = elementCount(tensor.shape); *count > kMaxRepeated && *count > *extent)
        return fail(Code::BadShape,
            phrase("shape %1 repeats a storage of %2 elements beyond what can be read through",
                shapeText(tensor.shape), tensor.storageElements));
    return *extent;
}

/// Whether an element of torch is a pair of elements of 4 bits.
bool isOfPairs(const TorchTensor& tensor)
{
    constexpr int kHalfByte = 4;
    return dtypeInfo(tensor.dtype).bits == kHalfByte;
}

} // namespace

Shape TorchTensor::elementShape() const
{
    Shape single = shape;
    if (isOfPairs(*this) && !single.empty() && single.back() <= std::numeric_limits<std::int64_t>::max() / 2)
        single.back() *= 2;
    return single;
}

bool TorchFile::hasLegacyMagic(ByteSpan head)
{
    return head.size() >= kLegacyMagic.size()
        && std::memcmp(head.data(), kLegacyMagic.data(), kLegacyMagic.size()) == 0;
}

Result<TorchFile> TorchFile::read(Bytes file)
{
    if (hasZipMagic(file.span()))
        return readZip(std::move(file));
    if (hasLegacyMagic(file.span()))
        return readLegacy(std::move(file));
    return fail(Code::BadHeader, phrase("neither a zip file nor a pickle of torch.save"));
}

Result<TorchFile> TorchFile::readZip(Bytes file)
{
    TorchFile result;
    auto contents = std::make_shared<Contents>();
    TRY_ASSIGN(result.m_directory, ZipDirectory::read(std::move(file)));
    const ZipEntry* pickled = nullptr;
    for (const ZipEntry& entry : result.m_directory->entries()) {
        const std::string_view name = entry.name;
        if (name.ends_with("/constants.pkl") || name.find("/code/") != std::string_view::npos)
            return fail(Code::Unsupported, phrase("a program saved by torch.jit.save, not tensors"));
        if (name != kPickleName && !name.ends_with("/" + std::string(kPickleName)))
            continue;
        if (pickled != nullptr)
            return fail(Code::BadHeader, phrase("a zip file with more than one data.pkl"));
        pickled = &entry;
    }
    if (pickled == nullptr)
        return fail(Code::Unsupported, phrase("a zip file without the data.pkl of torch.save"));
    contents->folder = pickled->name.substr(0, pickled->name.size() - kPickleName.size());
    if (const ZipEntry* order = result.m_directory->find(contents->folder + "byteorder")) {
        TRY_ASSIGN(const Bytes text, result.m_directory->head(*order, 3));
        contents->bigEndian = text.size() == 3 && std::memcmp(text.data(), "big", 3) == 0;
    }
    // A packed one may claim anything; more than this is not read anyway.
    TRY_ASSIGN(const Bytes content,
        pickled->bytes > kMaxPickleBytes ? result.m_directory->head(*pickled, kMaxPickleBytes)
                                         : result.m_directory->content(*pickled));
    TRY_ASSIGN(const Pickle pickle, readPickle(content.span(), 0));
    contents->foreign = foreignGlobals(pickle);
    contents->parallelSizes = parallelSizesOf(pickle);
    contents->numbers = dumpscope::core::savedNumbers(pickle);
    TRY_ASSIGN(contents->tensors, collectTorchTensors(pickle));
    result.m_contents = std::move(contents);
    return result;
}

/// Magic, protocol, system facts, object, storage keys; then count and bytes of every storage.
Result<TorchFile> TorchFile::readLegacy(Bytes file)
{
    constexpr std::int64_t kProtocol = 1001;
    TorchFile result;
    auto contents = std::make_shared<Contents>();
    std::uint64_t at = 0;
    std::vector<Pickle> parts;
    for (int i = 0; i < 5; ++i) {
        TRY_ASSIGN(Pickle part, readPickle(file.span().subspan(at), at));
        at += part.end;
        parts.push_back(std::move(part));
    }
    if (parts[1].at(parts[1].root).integer != kProtocol)
        return fail(Code::Unsupported, phrase("an unknown protocol of torch.save"));
    const Pickle::Node* little = parts[2].find(parts[2].at(parts[2].root), "little_endian");
    contents->bigEndian = little != nullptr && little->kind == Pickle::Kind::Bool && little->integer == 0;
    contents->foreign = foreignGlobals(parts[3]);
    contents->parallelSizes = parallelSizesOf(parts[3]);
    contents->numbers = dumpscope::core::savedNumbers(parts[3]);
    TRY_ASSIGN(contents->tensors, collectTorchTensors(parts[3]));

    // A storage says how many elements follow, the tensors how large they are.
    std::map<std::string, std::uint64_t> elementBytes;
    for (const TorchTensor& tensor : contents->tensors)
        elementBytes.emplace(tensor.storage, tensor.isUntyped ? 1 : storedElementBytes(tensor));
    const Pickle::Node& keys = parts[4].at(parts[4].root);
    ByteReader reader(file.span().subspan(at), at);
    for (std::size_t i = 0; i < keys.items.size(); ++i) {
        const std::string key(parts[4].item(keys, i).text);
        const auto size = elementBytes.find(key);
        if (size == elementBytes.end())
            return fail(Code::Unsupported, phrase("a storage that no tensor uses, of unknown size"),
                {.offset = reader.offset()});
        TRY_ASSIGN(const auto count, reader.read<std::uint64_t>());
        std::uint64_t bytes = 0;
        if (!checkedMul(count, size->second, bytes))
            return fail(Code::BadSize, phrase("a storage larger than any file"), {.offset = reader.offset()});
        const std::uint64_t there = std::min(bytes, reader.remaining());
        contents->storages.insert_or_assign(key, Part {reader.offset(), there});
        TRY_VOID(reader.take(there));
    }
    result.m_file = std::move(file);
    result.m_contents = std::move(contents);
    return result;
}

TorchFile TorchFile::withFile(Bytes file) const
{
    TorchFile same = *this;
    if (same.m_directory)
        same.m_directory = same.m_directory->withFile(std::move(file));
    else
        same.m_file = std::move(file);
    return same;
}

std::size_t TorchFile::members() const
{
    return m_contents->tensors.size() + (m_directory ? m_directory->members() : m_contents->storages.size());
}

Result<const ZipEntry*> TorchFile::storageEntry(const TorchTensor& tensor) const
{
    const std::string name = m_contents->folder + "data/" + tensor.storage;
    const ZipEntry* entry = m_directory->find(name);
    if (entry == nullptr)
        return fail(Code::Truncated, phrase("the storage \"%1\" is missing", printable(name)));
    return entry;
}

Result<std::uint64_t> TorchFile::storageBytes(const TorchTensor& tensor) const
{
    if (m_directory) {
        TRY_ASSIGN(const ZipEntry* entry, storageEntry(tensor));
        return entry->bytes;
    }
    const auto place = m_contents->storages.find(tensor.storage);
    if (place == m_contents->storages.end())
        return fail(Code::Truncated, phrase("the storage \"%1\" is missing", printable(tensor.storage)));
    return place->second.size;
}

Result<Bytes> TorchFile::storage(const TorchTensor& tensor, const std::stop_token& stop) const
{
    if (!m_directory) {
        const Part& part = m_contents->storages.at(tensor.storage);
        return m_file.slice(part.offset, part.size);
    }
    TRY_ASSIGN(const ZipEntry* entry, storageEntry(tensor));
    // `check` has found that this is no more than there is. What lies behind is not unpacked.
    const std::uint64_t wanted = tensor.storageElements * storedElementBytes(tensor);
    return wanted < entry->bytes ? m_directory->head(*entry, wanted, stop)
                                 : m_directory->content(*entry, stop);
}

Result<void> TorchFile::check(const TorchTensor& tensor) const
{
    if (!tensor.unsupported.empty())
        return fail(Code::Unsupported, tensor.unsupported);
    if (isOfPairs(tensor) && (tensor.shape.empty() || !isDense(tensor)))
        return fail(Code::Unsupported, phrase("views of pairs of 4-bit elements are not read"));
    TRY_ASSIGN(const std::uint64_t available, storageBytes(tensor));
    const auto extent = checkedExtent(tensor, available);
    return extent ? Result<void>() : Result<void>(fail(extent.error()));
}

Result<TensorView> TorchFile::open(const TorchTensor& tensor, const std::stop_token& stop) const
{
    TRY_VOID(check(tensor));
    TRY_ASSIGN(Bytes bytes, storage(tensor, stop));
    TRY_ASSIGN(const std::uint64_t extent, checkedExtent(tensor, bytes.size()));
    const std::uint64_t size = storedElementBytes(tensor);
    const bool dense = isDense(tensor);
    // An empty tensor may stand anywhere, even behind its storage.
    const std::uint64_t first = dense && extent > 0 ? tensor.offset : 0;
    TRY_ASSIGN(bytes, bytes.slice(first * size, (extent - first) * size));
    if (tensor.isConjugate || tensor.isNegative) {
        TRY_ASSIGN(bytes, withSigns(bytes, tensor, m_contents->bigEndian));
    }
    TensorView view = makeDenseView(tensor.dtype, tensor.elementShape(), std::move(bytes));
    view.bigEndian = m_contents->bigEndian && size > 1;
    if (!dense && extent > 0) {
        view.strides = tensor.strides;
        view.firstElement = tensor.offset;
    }
    return view;
}

} // namespace dumpscope::core
