// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/sqlite_file.h"

#include "base/text.h"
#include "io/byte_text.h"
#include "readers/msprobe/sqlite_log.h"

#include <sqlite3.h>

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kSqliteMagic {"SQLite format 3\0", 16};
// Journal modes of writer and reader in the header; 1 is without a write-ahead log.
constexpr std::size_t kWriteVersion = 18, kReadVersion = 19;

/// Big-endian, as all numbers of the header.
std::uint64_t headerNumber(ByteSpan bytes, std::size_t at, std::size_t length)
{
    std::uint64_t number = 0;
    for (std::size_t i = at; i < at + length && i < bytes.size(); ++i)
        number = number << 8U | static_cast<std::uint64_t>(bytes[i]);
    return number;
}

/// Bytes of all pages; 0 where the header does not count them.
std::uint64_t pagesBytes(ByteSpan bytes)
{
    constexpr std::size_t kPageSize = 16, kPages = 28;
    constexpr std::uint64_t kLargest = 65536; // written as 1
    const std::uint64_t page = headerNumber(bytes, kPageSize, 2);
    return (page == 1 ? kLargest : page) * headerNumber(bytes, kPages, 4);
}

constexpr std::uint64_t kMostCopied = 1ULL << 28;

/// Bytes of a file beside the database; none where there is none that can be read.
Bytes fileBeside(const FileContext& context, std::string_view ending)
{
    if (context.folderFiles == nullptr)
        return {};
    const auto source = context.folderFiles->open(std::string(context.name) + std::string(ending));
    auto bytes = source->map();
    return bytes ? std::move(*bytes) : Bytes();
}

/// What was written last stands in a log beside the file as long as a program has the database open, or when
/// it ended without closing it.
void applyLog(const FileContext& context, std::vector<std::byte>& database, std::vector<Diagnostic>& problems)
{
    const Bytes bytes = fileBeside(context, "-wal");
    if (bytes.size() == 0)
        return;
    const SqliteLog log = bytes.size() > kMostCopied ? SqliteLog {0, false}
                                                     : applySqliteLog(database, bytes.span(), kMostCopied);
    if (!bytes.check() || (log.frames == 0 && !log.isWhole))
        problems.push_back({Severity::Warning, Code::Suspicious, {},
            phrase("the write-ahead log beside the database cannot be applied: what was written last is "
                   "missing")});
    else if (!log.isWhole)
        problems.push_back({Severity::Warning, Code::Truncated, {},
            phrase(
                "the last transaction in the write-ahead log beside the database is not finished and is left "
                "out")});
    else if (log.frames > 0)
        problems.push_back({Severity::Hint, Code::Suspicious, {},
            phrase("what the write-ahead log beside the database changes is included: its writer has not "
                   "closed it")});
}

/// A journal with its beginning keeps what a transaction was about to overwrite.
void reportJournal(const FileContext& context, std::vector<Diagnostic>& problems)
{
    constexpr std::string_view kJournalMagic = "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7";
    const Bytes journal = fileBeside(context, "-journal");
    if (asText(journal.span()).starts_with(kJournalMagic))
        problems.push_back({Severity::Warning, Code::Suspicious, {},
            phrase("a rollback journal beside the database says that a transaction is not finished: what is "
                   "read may "
                   "be half of it")});
}

struct StatementEnd {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using SqliteStatement = std::unique_ptr<sqlite3_stmt, StatementEnd>;

sqlite3* handleOf(void* database)
{
    return static_cast<sqlite3*>(database);
}

SqliteStatement prepared(void* database, const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handleOf(database), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    return SqliteStatement(statement);
}

std::string quotedName(std::string_view name)
{
    std::string quoted = "\"";
    for (const char c : name) {
        quoted += c;
        if (c == '"')
            quoted += c;
    }
    return quoted + '"';
}

/// Nothing but reading of tables is asked for; a file may hold other things.
int onlyReading(void*, int action, const char*, const char*, const char*, const char*)
{
    return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

int isStopped(void* task)
{
    return static_cast<TaskContext*>(task)->stopped() ? 1 : 0;
}

Error damageOf(void* database)
{
    return makeError(Code::BadSyntax,
        phrase("the database is damaged: %1", printable(sqlite3_errmsg(handleOf(database)))));
}

} // namespace

std::optional<std::int64_t> SqliteRow::integer(int column) const
{
    auto* const statement = static_cast<sqlite3_stmt*>(m_statement);
    if (sqlite3_column_type(statement, column) != SQLITE_INTEGER)
        return std::nullopt;
    return sqlite3_column_int64(statement, column);
}

std::optional<double> SqliteRow::real(int column) const
{
    auto* const statement = static_cast<sqlite3_stmt*>(m_statement);
    const int type = sqlite3_column_type(statement, column);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return std::nullopt;
    return sqlite3_column_double(statement, column);
}

std::string_view SqliteRow::text(int column) const
{
    auto* const statement = static_cast<sqlite3_stmt*>(m_statement);
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    if (text == nullptr)
        return {};
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

void SqliteFile::Closer::operator()(void* database) const
{
    sqlite3_close(handleOf(database));
}

bool hasSqliteMagic(ByteSpan head)
{
    return asText(head).starts_with(kSqliteMagic);
}

Result<SqliteFile> SqliteFile::open(const FileContext& context, std::vector<Diagnostic>& problems)
{
    constexpr std::uint64_t kHeaderBytes = 100;
    TRY_ASSIGN(Bytes bytes, context.source.map());
    if (!hasSqliteMagic(bytes.span()))
        return fail(Code::BadHeader, phrase("no SQLite database"));
    if (bytes.size() < kHeaderBytes)
        return fail(Code::Truncated, phrase("the file ends within its header"));
    SqliteFile file;
    const std::byte* data = bytes.span().data();
    std::uint64_t size = bytes.size();
    if (data[kWriteVersion] == std::byte {2} || data[kReadVersion] == std::byte {2}) {
        // In memory there is no log to read: it is applied to a copy.
        if (size > kMostCopied)
            return fail(
                Code::Limit, phrase("a database with a write-ahead log, larger than %1 bytes", kMostCopied));
        file.m_copy = std::make_shared<std::vector<std::byte>>(data, data + size);
        applyLog(context, *file.m_copy, problems);
        if (file.m_copy->size() < kHeaderBytes)
            return fail(Code::Truncated, phrase("the file ends within its header"));
        (*file.m_copy)[kWriteVersion] = (*file.m_copy)[kReadVersion] = std::byte {1};
        data = file.m_copy->data();
        size = file.m_copy->size();
    } else {
        reportJournal(context, problems);
    }
    file.m_isCut = pagesBytes({data, static_cast<std::size_t>(size)}) > size;
    sqlite3* database = nullptr;
    const int opened = sqlite3_open_v2(
        ":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
    file.m_database.reset(database);
    if (opened != SQLITE_OK)
        return fail(Code::OutOfMemory, phrase("no memory for the database"));
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    auto* const content = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(data));
    const auto length = static_cast<sqlite3_int64>(size);
    if (sqlite3_deserialize(database, "main", content, length, length, SQLITE_DESERIALIZE_READONLY)
        != SQLITE_OK)
        return fail(damageOf(database));
    sqlite3_set_authorizer(database, onlyReading, nullptr);
    file.m_bytes = std::move(bytes);
    return file;
}

std::vector<std::string> SqliteFile::columns(std::string_view table) const
{
    const SqliteStatement kind
        = prepared(m_database.get(), "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?");
    std::vector<std::string> names;
    if (!kind)
        return names;
    sqlite3_bind_text(kind.get(), 1, table.data(), static_cast<int>(table.size()), SQLITE_STATIC);
    if (sqlite3_step(kind.get()) != SQLITE_ROW)
        return names;
    const SqliteStatement all = prepared(m_database.get(), "SELECT * FROM " + quotedName(table));
    for (int i = 0; all && i < sqlite3_column_count(all.get()); ++i) {
        if (const char* const name = sqlite3_column_name(all.get(), i))
            names.emplace_back(name);
    }
    return names;
}

Result<void> SqliteFile::forRows(std::string_view table, const std::vector<std::string>& columns,
    TaskContext& task, const std::function<bool(const SqliteRow&)>& take) const
{
    std::string list;
    for (const std::string& column : columns)
        list += (list.empty() ? "" : ", ") + quotedName(column);
    const SqliteStatement rows = prepared(m_database.get(), "SELECT " + list + " FROM " + quotedName(table));
    if (!rows)
        return fail(damageOf(m_database.get()));
    constexpr int kStepsBetweenChecks = 1000;
    sqlite3_progress_handler(handleOf(m_database.get()), kStepsBetweenChecks, isStopped, &task);
    const SqliteRow row(rows.get());
    int state = SQLITE_ROW;
    while ((state = sqlite3_step(rows.get())) == SQLITE_ROW && take(row)) { }
    sqlite3_progress_handler(handleOf(m_database.get()), 0, nullptr, nullptr);
    TRY_VOID(task.checkStop());
    TRY_VOID(m_bytes.check());
    if (state != SQLITE_DONE && state != SQLITE_ROW)
        return fail(damageOf(m_database.get()));
    return {};
}

} // namespace dumpscope::core
