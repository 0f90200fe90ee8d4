// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_expression.h"

#include "base/nearest_word.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dumpscope::core {
namespace {

/// A node of the tree; children are evaluated first.
struct Node {
    virtual ~Node() = default;
    [[nodiscard]] virtual double value(const PairFold& fold) const = 0;
};
using NodePtr = std::unique_ptr<const Node>;

struct Constant final : Node {
    explicit Constant(double number)
        : m_number(number)
    {
    }
    [[nodiscard]] double value(const PairFold& /*fold*/) const override { return m_number; }

private:
    double m_number;
};

struct Variable final : Node {
    explicit Variable(const FoldVariable& variable)
        : m_variable(variable)
    {
    }
    [[nodiscard]] double value(const PairFold& fold) const override { return m_variable.value(fold); }

private:
    const FoldVariable& m_variable;
};

constexpr std::size_t kMostArguments = 3;
using Arguments = std::array<double, kMostArguments>;

struct Function {
    std::string_view name;
    std::size_t arguments;
    double (*call)(const Arguments& of);
};
constexpr std::array kFunctions {
    Function {"abs", 1, [](const Arguments& of) { return std::fabs(of[0]); }},
    Function {"exp", 1, [](const Arguments& of) { return std::exp(of[0]); }},
    Function {"if", 3, [](const Arguments& of) { return of[0] > 0 ? of[1] : of[2]; }},
    Function {"log", 1, [](const Arguments& of) { return std::log(of[0]); }},
    Function {"log10", 1, [](const Arguments& of) { return std::log10(of[0]); }},
    Function {"log2", 1, [](const Arguments& of) { return std::log2(of[0]); }},
    Function {"max", 2, [](const Arguments& of) { return std::fmax(of[0], of[1]); }},
    Function {"min", 2, [](const Arguments& of) { return std::fmin(of[0], of[1]); }},
    Function {"sqrt", 1, [](const Arguments& of) { return std::sqrt(of[0]); }},
};
constexpr Function kAdd {"+", 2, [](const Arguments& of) { return of[0] + of[1]; }};
constexpr Function kSubtract {"-", 2, [](const Arguments& of) { return of[0] - of[1]; }};
constexpr Function kMultiply {"*", 2, [](const Arguments& of) { return of[0] * of[1]; }};
constexpr Function kDivide {"/", 2, [](const Arguments& of) { return of[0] / of[1]; }};
constexpr Function kPower {"^", 2, [](const Arguments& of) { return std::pow(of[0], of[1]); }};
constexpr Function kNegate {"-", 1, [](const Arguments& of) { return -of[0]; }};

struct Call final : Node {
    Call(const Function& function, std::vector<NodePtr> arguments)
        : m_function(function)
        , m_arguments(std::move(arguments))
    {
    }
    [[nodiscard]] double value(const PairFold& fold) const override
    {
        Arguments values {};
        for (std::size_t i = 0; i < m_arguments.size(); ++i)
            values[i] = m_arguments[i]->value(fold);
        return m_function.call(values);
    }

private:
    const Function& m_function;
    std::vector<NodePtr> m_arguments;
};

NodePtr makeCall(const Function& function, NodePtr a, NodePtr b = nullptr)
{
    std::vector<NodePtr> arguments;
    arguments.push_back(std::move(a));
    if (b)
        arguments.push_back(std::move(b));
    return std::make_unique<Call>(function, std::move(arguments));
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isNameCharacter(char c)
{
    return isLetter(c) || isDigit(c) || c == '_';
}

/// Recursive descent over `name=expression`; one function per rule of the grammar.
class Parser {
public:
    explicit Parser(std::string_view text, std::size_t start)
        : m_text(text)
        , m_position(start)
    {
    }

    Result<NodePtr> parseAll()
    {
        TRY_ASSIGN(NodePtr node, parseSum());
        if (m_position < m_text.size())
            return failHere(phrase("expected an operator or the end"));
        return node;
    }
    [[nodiscard]] FoldGroups needs() const { return m_needs; }

private:
    /// The tree must not be so deep that walking it exhausts the stack.
    class Nesting {
    public:
        explicit Nesting(Parser& parser)
            : m_parser(parser)
        {
            ++m_parser.m_nesting;
        }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        ~Nesting() { --m_parser.m_nesting; }

    private:
        Parser& m_parser;
    };

    [[nodiscard]] Failure failAt(std::size_t offset, Message message) const
    {
        return fail(Code::Usage, std::move(message), Place {.column = offset + 1});
    }
    [[nodiscard]] Failure failHere(Message message) const { return failAt(m_position, std::move(message)); }

    void skipBlanks()
    {
        while (m_position < m_text.size() && (m_text[m_position] == ' ' || m_text[m_position] == '\t'))
            ++m_position;
    }
    bool take(char c)
    {
        skipBlanks();
        if (m_position >= m_text.size() || m_text[m_position] != c)
            return false;
        ++m_position;
        skipBlanks();
        return true;
    }

    Result<NodePtr> parseChain(Result<NodePtr> (Parser::*operand)(), char first, const Function& forFirst,
        char second, const Function& forSecond)
    {
        TRY_ASSIGN(NodePtr left, (this->*operand)());
        while (true) {
            const bool isFirst = take(first);
            if (!isFirst && !take(second))
                return left;
            TRY_ASSIGN(NodePtr right, (this->*operand)());
            left = makeCall(isFirst ? forFirst : forSecond, std::move(left), std::move(right));
        }
    }

    Result<NodePtr> parseSum() { return parseChain(&Parser::parseProduct, '+', kAdd, '-', kSubtract); }
    Result<NodePtr> parseProduct() { return parseChain(&Parser::parseUnary, '*', kMultiply, '/', kDivide); }

    Result<NodePtr> parseUnary()
    {
        const Nesting nesting(*this);
        if (m_nesting > kMaxExpressionNesting)
            return failHere(phrase("nested deeper than %1 levels", kMaxExpressionNesting));
        if (take('-')) {
            TRY_ASSIGN(NodePtr operand, parseUnary());
            return makeCall(kNegate, std::move(operand));
        }
        TRY_ASSIGN(NodePtr base, parsePrimary());
        if (!take('^'))
            return base;
        TRY_ASSIGN(NodePtr exponent, parseUnary());
        return makeCall(kPower, std::move(base), std::move(exponent));
    }

    Result<NodePtr> parsePrimary()
    {
        skipBlanks();
        if (take('(')) {
            TRY_ASSIGN(NodePtr inner, parseSum());
            if (!take(')'))
                return failHere(phrase("expected ')'"));
            return inner;
        }
        if (m_position < m_text.size() && isLetter(m_text[m_position]))
            return parseName();
        return parseNumber();
    }

    Result<NodePtr> parseNumber()
    {
        const std::size_t start = m_position;
        std::size_t end = start;
        while (end < m_text.size() && (isDigit(m_text[end]) || m_text[end] == '.'))
            ++end;
        if (end > start && end < m_text.size() && (m_text[end] == 'e' || m_text[end] == 'E')) {
            std::size_t digits = end + 1;
            if (digits < m_text.size() && (m_text[digits] == '+' || m_text[digits] == '-'))
                ++digits;
            if (digits < m_text.size() && isDigit(m_text[digits])) {
                end = digits;
                while (end < m_text.size() && isDigit(m_text[end]))
                    ++end;
            }
        }
        const auto number = parseDouble(m_text.substr(start, end - start));
        if (!number)
            return failHere(phrase("expected a number, an accumulator, a function or '('"));
        m_position = end;
        skipBlanks();
        return std::make_unique<Constant>(*number);
    }

    Result<NodePtr> parseName()
    {
        const std::size_t start = m_position;
        while (m_position < m_text.size() && isNameCharacter(m_text[m_position]))
            ++m_position;
        const std::string_view name = m_text.substr(start, m_position - start);
        if (take('('))
            return parseCall(name, start);
        const auto variables = foldVariables();
        const auto found = std::find_if(
            variables.begin(), variables.end(), [name](const FoldVariable& v) { return v.name == name; });
        if (found == variables.end())
            return failAt(start, noVariable(name));
        m_needs |= found->needs;
        return std::make_unique<Variable>(*found);
    }

    Result<NodePtr> parseCall(std::string_view name, std::size_t start)
    {
        const auto* function = std::find_if(
            kFunctions.begin(), kFunctions.end(), [name](const Function& f) { return f.name == name; });
        if (function == kFunctions.end())
            return failAt(start,
                phrase(
                    "there is no function '%1'; there are abs, exp, if, log, log10, log2, max, min and sqrt",
                    name));
        std::vector<NodePtr> arguments;
        do {
            TRY_ASSIGN(NodePtr argument, parseSum());
            arguments.push_back(std::move(argument));
        } while (arguments.size() < function->arguments && take(','));
        if (arguments.size() < function->arguments)
            return failHere(phrase("%1 takes %2 arguments", name, function->arguments));
        if (!take(')'))
            return failHere(phrase("expected ')'"));
        return std::make_unique<Call>(*function, std::move(arguments));
    }

    static Message noVariable(std::string_view name)
    {
        NearestWord nearest(name);
        for (const FoldVariable& variable : foldVariables())
            nearest.consider(variable.name);
        return nearest.word().empty()
            ? phrase("there is no accumulator '%1'", name)
            : phrase("there is no accumulator '%1'; did you mean %2?", name, nearest.word());
    }

    std::string_view m_text;
    std::size_t m_position;
    int m_nesting = 0;
    FoldGroups m_needs;
};

/// Keeps the id its info points at.
class ExpressionMetric final : public Metric {
public:
    ExpressionMetric(std::string name, std::string formula, FoldGroups needs, NodePtr root)
        : m_name(std::move(name))
        , m_info {m_name, m_name, std::move(formula), phrase("no number without compared elements"),
              Better::Neither}
        , m_needs(needs)
        , m_root(std::move(root))
    {
    }
    [[nodiscard]] const MetricInfo& info() const override { return m_info; }
    [[nodiscard]] FoldGroups needs() const override { return m_needs; }
    [[nodiscard]] MetricValue evaluate(const PairFold& fold) const override
    {
        const auto none = nothingToCompare(fold);
        return none ? *none : foldValue(fold, m_root->value(fold));
    }

private:
    std::string m_name;
    MetricInfo m_info;
    FoldGroups m_needs;
    NodePtr m_root;
};

} // namespace

Result<std::shared_ptr<const Metric>> parseUserMetric(
    const MetricRegistry& registry, std::string_view definition)
{
    const auto failAt = [](std::size_t offset, Message message) {
        return fail(Code::Usage, std::move(message), Place {.column = offset + 1});
    };
    if (definition.size() > kMaxExpressionBytes)
        return failAt(kMaxExpressionBytes, phrase("the expression is too long"));
    const std::size_t equals = definition.find('=');
    if (equals == std::string_view::npos)
        return failAt(definition.size(), phrase("expected name=expression"));
    std::string_view name = definition.substr(0, equals);
    while (!name.empty() && name.back() == ' ')
        name.remove_suffix(1);
    if (name.empty() || !isLetter(name.front()))
        return failAt(0, phrase("expected a name that starts with a letter"));
    const auto* wrong = std::find_if_not(name.begin(), name.end(), isNameCharacter);
    if (wrong != name.end())
        return failAt(static_cast<std::size_t>(wrong - name.begin()),
            phrase("expected letters, digits and _ in the name"));
    if (registry.findMetric(name) != nullptr)
        return failAt(0, phrase("'%1' is the name of a metric already", name));
    Parser parser(definition, equals + 1);
    TRY_ASSIGN(NodePtr root, parser.parseAll());
    return std::make_shared<ExpressionMetric>(
        std::string(name), std::string(definition.substr(equals + 1)), parser.needs(), std::move(root));
}

} // namespace dumpscope::core
