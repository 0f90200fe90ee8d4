// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/pickle.h"

#include "base/text.h"
#include "io/byte_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxNodes = 4'000'000; ///< a tensor takes about 30

enum Opcode : std::uint8_t {
    Proto = 0x80,
    Global = 0x63,
    BinPut = 0x71,
    LongBinPut = 0x72,
    BinGet = 0x68,
    LongBinGet = 0x6A,
    Mark = 0x28,
    Tuple = 0x74,
    EmptyTuple = 0x29,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    EmptyList = 0x5D,
    Append = 0x61,
    Appends = 0x65,
    EmptyDict = 0x7D,
    SetItem = 0x73,
    SetItems = 0x75,
    NoneValue = 0x4E,
    NewTrue = 0x88,
    NewFalse = 0x89,
    BinInt1 = 0x4B,
    BinInt2 = 0x4D,
    BinInt = 0x4A,
    Long1 = 0x8A,
    BinFloat = 0x47,
    BinUnicode = 0x58,
    BinPersistentId = 0x51,
    Reduce = 0x52,
    Build = 0x62,
    Stop = 0x2E,
    // Of objects, and of protocols 3 to 5.
    Pop = 0x30,
    PopMark = 0x31,
    Dup = 0x32,
    NewObj = 0x81,
    NewObjEx = 0x92,
    StackGlobal = 0x93,
    Memoize = 0x94,
    Frame = 0x95,
    EmptySet = 0x8F,
    AddItems = 0x90,
    FrozenSet = 0x91,
    Long4 = 0x8B,
    ShortBinString = 0x55,
    BinString = 0x54,
    ShortBinUnicode = 0x8C,
    BinUnicode8 = 0x8D,
    ShortBinBytes = 0x43,
    BinBytes = 0x42,
    BinBytes8 = 0x8E,
    ByteArray8 = 0x96,
};

class Machine {
public:
    Machine(ByteSpan bytes, std::uint64_t base)
        : m_text(reinterpret_cast<const char*>(bytes.data()), bytes.size())
        , m_base(base)
        , m_reader(bytes, base)
    {
    }

    Result<Pickle> run()
    {
        while (true) {
            m_offset = m_reader.offset();
            TRY_ASSIGN(const auto opcode, m_reader.read<std::uint8_t>());
            if (opcode == Stop)
                break;
            TRY_VOID(step(opcode));
            if (m_pickle.nodes.size() > kMaxNodes)
                return fail(Code::Limit, phrase("a pickle of too many values"), {.offset = m_offset});
        }
        if (m_stack.size() != 1 || !m_marks.empty())
            return damaged(phrase("a pickle that does not end with one value"));
        m_pickle.root = m_stack.back();
        m_pickle.end = m_reader.offset() - m_base;
        return std::move(m_pickle);
    }

private:
    [[nodiscard]] Failure damaged(Message message) const
    {
        return fail(Code::BadSyntax, std::move(message), {.offset = m_offset});
    }

    Pickle::Node& push(Pickle::Kind kind)
    {
        m_stack.push_back(static_cast<std::uint32_t>(m_pickle.nodes.size()));
        Pickle::Node& node = m_pickle.nodes.emplace_back();
        node.kind = kind;
        node.offset = m_offset;
        return node;
    }
    void pushInteger(std::int64_t value, Pickle::Kind kind = Pickle::Kind::Int)
    {
        push(kind).integer = value;
    }

    /// The stack does not reach below the last mark.
    [[nodiscard]] std::size_t available() const
    {
        return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back());
    }
    Result<std::vector<std::uint32_t>> popItems(std::size_t count)
    {
        if (available() < count)
            return damaged(phrase("a pickle that takes more values than there are"));
        std::vector<std::uint32_t> items(m_stack.end() - static_cast<std::ptrdiff_t>(count), m_stack.end());
        m_stack.resize(m_stack.size() - count);
        return items;
    }
    Result<std::vector<std::uint32_t>> popToMark()
    {
        if (m_marks.empty())
            return damaged(phrase("a pickle that goes back to a mark it never set"));
        const std::size_t count = available();
        auto items = popItems(count);
        m_marks.pop_back();
        return items;
    }
    Result<void> makeOf(Pickle::Kind kind, Result<std::vector<std::uint32_t>> items)
    {
        if (!items)
            return fail(std::move(items).error());
        push(kind).items = std::move(*items);
        return {};
    }
    /// Adds to the list or dictionary on top of the stack; for an object it is recorded.
    Result<void> extend(Pickle::Kind kind, Result<std::vector<std::uint32_t>> items)
    {
        if (!items)
            return fail(std::move(items).error());
        if (kind == Pickle::Kind::Dict && items->size() % 2 != 0)
            return damaged(phrase("a pickle with a key without a value"));
        if (available() == 0)
            return damaged(phrase("a pickle that adds to what is no list or dictionary"));
        const std::uint32_t top = m_stack.back();
        if (m_pickle.nodes[top].kind == Pickle::Kind::Call) {
            Pickle::Node added;
            added.kind = kind;
            added.offset = m_offset;
            added.items = std::move(*items);
            m_pickle.nodes[top].items.push_back(static_cast<std::uint32_t>(m_pickle.nodes.size()));
            m_pickle.nodes.push_back(std::move(added));
            return {};
        }
        if (m_pickle.nodes[top].kind != kind)
            return damaged(phrase("a pickle that adds to what is no list or dictionary"));
        auto& all = m_pickle.nodes[top].items;
        all.insert(all.end(), items->begin(), items->end());
        return {};
    }

    Result<void> step(std::uint8_t opcode)
    {
        switch (opcode) {
        case Proto: {
            constexpr int kNewest = 5;
            TRY_ASSIGN(const auto version, m_reader.read<std::uint8_t>());
            return version <= kNewest ? Result<void>()
                                      : Result<void>(damaged(phrase("an unknown pickle protocol")));
        }
        case Global:
            return global();
        case StackGlobal:
            return stackGlobal();
        case Memoize:
            return remember(static_cast<std::uint32_t>(m_memo.size()));
        case Frame:
            return m_reader.read<std::uint64_t>().map([](std::uint64_t) {});
        case Pop:
            return pop();
        case PopMark:
            return popToMark().map([](const std::vector<std::uint32_t>&) {});
        case Dup:
            if (available() == 0)
                return damaged(phrase("a pickle that takes more values than there are"));
            m_stack.push_back(m_stack.back());
            return {};
        case BinPut:
        case LongBinPut:
            return put(opcode == LongBinPut);
        case BinGet:
        case LongBinGet:
            return get(opcode == LongBinGet);
        case Mark:
            m_marks.push_back(m_stack.size());
            return {};
        case Tuple:
            return makeOf(Pickle::Kind::Tuple, popToMark());
        case EmptyTuple:
            return makeOf(Pickle::Kind::Tuple, popItems(0));
        case Tuple1:
        case Tuple2:
        case Tuple3:
            return makeOf(Pickle::Kind::Tuple, popItems(opcode - Tuple1 + std::size_t {1}));
        case EmptyList:
        case EmptySet: // sets are lists here
            push(Pickle::Kind::List);
            return {};
        case FrozenSet:
            return makeOf(Pickle::Kind::List, popToMark());
        case AddItems:
            return extend(Pickle::Kind::List, popToMark());
        case Append:
            return extend(Pickle::Kind::List, popItems(1));
        case Appends:
            return extend(Pickle::Kind::List, popToMark());
        case EmptyDict:
            push(Pickle::Kind::Dict);
            return {};
        case SetItem:
            return extend(Pickle::Kind::Dict, popItems(2));
        case SetItems:
            return extend(Pickle::Kind::Dict, popToMark());
        case BinPersistentId:
            return makeOf(Pickle::Kind::PersistentId, popItems(1));
        case Reduce:
        case NewObj:
            return makeObject(2);
        case NewObjEx:
            return makeObject(3);
        case Build:
            return build();
        default:
            return scalar(opcode);
        }
    }

    template<typename Length> Result<void> text(Pickle::Kind kind)
    {
        TRY_ASSIGN(const auto length, m_reader.read<Length>());
        TRY_ASSIGN(const std::string_view content, m_reader.takeText(length));
        // What Python 2 called a string may be anything.
        if (kind == Pickle::Kind::Text && !isUtf8(content))
            return damaged(phrase("a text that is not UTF-8"));
        push(kind).text = content;
        return {};
    }

    Result<void> texts(std::uint8_t opcode)
    {
        switch (opcode) {
        case BinUnicode:
            return text<std::uint32_t>(Pickle::Kind::Text);
        case ShortBinUnicode:
            return text<std::uint8_t>(Pickle::Kind::Text);
        case BinUnicode8:
            return text<std::uint64_t>(Pickle::Kind::Text);
        case ShortBinString:
        case ShortBinBytes:
            return text<std::uint8_t>(Pickle::Kind::Bytes);
        case BinString:
        case BinBytes:
            return text<std::uint32_t>(Pickle::Kind::Bytes);
        case BinBytes8:
        case ByteArray8:
            return text<std::uint64_t>(Pickle::Kind::Bytes);
        default:
            return fail(Code::Unsupported,
                phrase("the pickle has the opcode %1, which is not read; nothing of it was run",
                    fmt::format("0x{:02x}", opcode)),
                {.offset = m_offset});
        }
    }

    Result<void> scalar(std::uint8_t opcode)
    {
        switch (opcode) {
        case NoneValue:
            push(Pickle::Kind::None);
            return {};
        case NewTrue:
        case NewFalse:
            pushInteger(opcode == NewTrue ? 1 : 0, Pickle::Kind::Bool);
            return {};
        case BinInt1: {
            TRY_ASSIGN(const auto value, m_reader.read<std::uint8_t>());
            pushInteger(value);
            return {};
        }
        case BinInt2: {
            TRY_ASSIGN(const auto value, m_reader.read<std::uint16_t>());
            pushInteger(value);
            return {};
        }
        case BinInt: {
            TRY_ASSIGN(const auto value, m_reader.read<std::int32_t>());
            pushInteger(value);
            return {};
        }
        case Long1: {
            TRY_ASSIGN(const auto length, m_reader.read<std::uint8_t>());
            return longInteger(length);
        }
        case Long4: {
            TRY_ASSIGN(const auto length, m_reader.read<std::uint32_t>());
            return longInteger(length);
        }
        case BinFloat: {
            TRY_ASSIGN(const auto bits, m_reader.read<std::uint64_t>());
            push(Pickle::Kind::Float).real = std::bit_cast<double>(__builtin_bswap64(bits));
            return {};
        }
        default:
            return texts(opcode);
        }
    }

    /// Two's complement, least significant byte first.
    Result<void> longInteger(std::uint32_t length)
    {
        TRY_ASSIGN(const std::string_view bytes, m_reader.takeText(length));
        if (length > sizeof(std::int64_t)) {
            push(Pickle::Kind::BigInt).text = bytes;
            return {};
        }
        std::uint64_t value
            = length > 0 && (static_cast<unsigned char>(bytes.back()) & 0x80U) != 0 ? ~std::uint64_t {0} : 0;
        for (std::size_t i = bytes.size(); i-- > 0;)
            value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
        pushInteger(static_cast<std::int64_t>(value));
        return {};
    }

    Result<void> global()
    {
        const auto start = static_cast<std::size_t>(m_reader.offset() - m_base);
        const std::size_t first = m_text.find('\n', start);
        const std::size_t second = first == std::string_view::npos ? first : m_text.find('\n', first + 1);
        if (second == std::string_view::npos)
            return fail(Code::Truncated, phrase("a name that does not end"), {.offset = m_offset});
        TRY_VOID(m_reader.take(second + 1 - start));
        push(Pickle::Kind::Global).text = m_text.substr(start, second - start);
        return {};
    }

    /// Module and name are texts on the stack. What is put together is limited: texts can be used again.
    Result<void> stackGlobal()
    {
        constexpr std::size_t kMaxName = 1024;
        constexpr std::size_t kMaxNames = 16384;
        TRY_ASSIGN(const std::vector<std::uint32_t> items, popItems(2));
        const Pickle::Node& module = m_pickle.nodes[items[0]];
        const Pickle::Node& name = m_pickle.nodes[items[1]];
        if (module.kind != Pickle::Kind::Text || name.kind != Pickle::Kind::Text
            || module.text.find('\n') != std::string_view::npos)
            return damaged(phrase("a pickle that asks for what has no name"));
        if (module.text.size() + name.text.size() > kMaxName || m_pickle.names.size() >= kMaxNames)
            return fail(Code::Limit, phrase("a pickle that asks for too much"), {.offset = m_offset});
        std::string text(module.text);
        text += '\n';
        text += name.text;
        const auto kept = m_pickle.names.insert(std::move(text)).first;
        push(Pickle::Kind::Global).text = *kept;
        return {};
    }

    /// A call, of `count` values: function or class, arguments, and perhaps keyword arguments.
    Result<void> makeObject(std::size_t count)
    {
        TRY_ASSIGN(std::vector<std::uint32_t> items, popItems(count));
        const Pickle::Node& function = m_pickle.nodes[items[0]];
        const Pickle::Node& arguments = m_pickle.nodes[items[1]];
        if (arguments.kind != Pickle::Kind::Tuple)
            return damaged(phrase("a pickle that calls what is no function"));
        const bool isDict = Pickle::isGlobal(function, "collections", "OrderedDict")
            || Pickle::isGlobal(function, "collections", "defaultdict");
        // A defaultdict is made of the function that makes what is missing.
        if (isDict && arguments.items.size() <= 1 && count == 2) {
            push(Pickle::Kind::Dict);
            return {};
        }
        push(Pickle::Kind::Call).items = std::move(items);
        return {};
    }

    Result<void> build()
    {
        TRY_ASSIGN(const std::vector<std::uint32_t> state, popItems(1));
        if (available() == 0)
            return damaged(phrase("a pickle that gives a state to nothing"));
        Pickle::Node& object = m_pickle.nodes[m_stack.back()];
        if (object.kind == Pickle::Kind::Call)
            object.items.push_back(state.front());
        else if (object.kind != Pickle::Kind::Dict) // OrderedDict of a module: its version numbers
            return damaged(phrase("a pickle that gives a state to what is no object"));
        return {};
    }

    Result<void> pop()
    {
        if (available() > 0) {
            m_stack.pop_back();
            return {};
        }
        if (m_marks.empty())
            return damaged(phrase("a pickle that takes more values than there are"));
        m_marks.pop_back();
        return {};
    }

    Result<void> remember(std::uint32_t index)
    {
        if (available() == 0)
            return damaged(phrase("a pickle that remembers nothing"));
        m_memo[index] = m_stack.back();
        return {};
    }

    Result<std::uint32_t> memoIndex(bool isLong)
    {
        if (isLong)
            return m_reader.read<std::uint32_t>();
        TRY_ASSIGN(const auto index, m_reader.read<std::uint8_t>());
        return std::uint32_t {index};
    }
    Result<void> put(bool isLong)
    {
        TRY_ASSIGN(const std::uint32_t index, memoIndex(isLong));
        return remember(index);
    }
    Result<void> get(bool isLong)
    {
        TRY_ASSIGN(const std::uint32_t index, memoIndex(isLong));
        const auto known = m_memo.find(index);
        if (known == m_memo.end())
            return damaged(phrase("a pickle that recalls what it never remembered"));
        m_stack.push_back(known->second);
        return {};
    }

    std::string_view m_text;
    std::uint64_t m_base;
    ByteReader m_reader;
    std::uint64_t m_offset = 0; ///< of the opcode at work
    Pickle m_pickle;
    std::vector<std::uint32_t> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint32_t, std::uint32_t> m_memo;
};

} // namespace

Result<Pickle> readPickle(ByteSpan bytes, std::uint64_t base, std::size_t mostBytes)
{
    if (bytes.size() > mostBytes)
        bytes = bytes.first(mostBytes);
    return Machine(bytes, base).run();
}

} // namespace dumpscope::core
