// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/result_store.h"

#include "base/digest.h"
#include "compare/measuring/content_stamp.h"
#include "compare/result_record.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <mutex>
#include <set>

namespace dumpscope::core {

namespace {

constexpr int kVersion = 8;
/// "DSrs" in the header of the file, so that a database of another program is never taken for a store.
constexpr int kApplication = 0x44537273;
/// A transaction is closed after this time or number, so that a kill loses little.
constexpr std::chrono::milliseconds kTransaction {200};
constexpr Form<0> kForeign(
    "the file holds no results of an earlier comparison and stays as it is; give that of an earlier "
    "--resume, or a new one");
constexpr std::size_t kTransactionResults = 32;

struct StatementDeleter {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, StatementDeleter>;

void bindText(sqlite3_stmt* statement, int at, const std::string& text)
{
    sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

/// What tells that a tensor is still the one that was measured: its content, and how it is read.
std::string fingerprintOf(ContentStamps& stamps, const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    std::string text = stamps.of(index, id);
    text += fmt::format(" {} {} {} {} {}", row.ordinal, static_cast<int>(row.dtype),
        static_cast<int>(row.state), static_cast<int>(row.format), static_cast<int>(row.originalFormat));
    for (const ShapeId shape : {row.shape, row.originalShape})
        text += shape.isValid() ? shapeText(index.shape(shape)) : "-";
    return text;
}

struct EntryKey {
    std::string target, golden, fingerprint;

    EntryKey(ContentStamps& stamps, const PairTable& table, const TensorPair& pair)
        : target(table.target().index->tensorId(pair.target))
        , golden(table.golden().index->tensorId(pair.golden))
        , fingerprint(fingerprintOf(stamps, *table.target().index, pair.target) + '|'
              + fingerprintOf(stamps, *table.golden().index, pair.golden))
    {
        if (!pair.hint)
            return;
        fingerprint += fmt::format("|{} {} {}", pair.hint->targetAxes, pair.hint->goldenAxes,
            static_cast<int>(pair.hint->goldenFormat));
        if (pair.hint->goldenShape)
            fingerprint += shapeText(*pair.hint->goldenShape);
    }
    void bind(sqlite3_stmt* statement, std::int64_t settings) const
    {
        sqlite3_bind_int64(statement, 1, settings);
        bindText(statement, 2, target);
        bindText(statement, 3, golden);
        bindText(statement, 4, fingerprint);
    }
    /// Of the record and what it belongs to: SQLite does not notice a flipped bit in a number.
    [[nodiscard]] std::uint32_t checksum(ByteSpan record) const
    {
        std::uint32_t sum = 0;
        for (const std::string* text : {&target, &golden, &fingerprint})
            sum = crc32(std::as_bytes(std::span(*text)), sum);
        return crc32(record, sum);
    }
};

} // namespace

struct ResultStore::Database {
    sqlite3* handle = nullptr;
    ContentStamps stamps; ///< of this run: keep() must name the content that find() saw
    Statement select, insert;
    std::int64_t settings = 0;
    std::string path;
    std::mutex mutex;
    bool inTransaction = false;
    bool broken = false;
    std::chrono::steady_clock::time_point since; ///< of the open transaction
    std::size_t uncommitted = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> known; ///< pairs that came from the file

    Database() = default;
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database()
    {
        select.reset();
        insert.reset();
        sqlite3_close(handle);
    }

    [[nodiscard]] Error error(Message what) const
    {
        const int code = sqlite3_errcode(handle);
        Place place;
        place.file = path;
        if (code == SQLITE_NOTADB)
            return makeError(Code::Usage, kForeign, place);
        return makeError(code == SQLITE_FULL ? Code::NoSpace : Code::Io,
            phrase("%1: %2", std::move(what), sqlite3_errmsg(handle)), place);
    }
    [[nodiscard]] Result<void> run(const char* sql)
    {
        if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            return fail(error(phrase("the result store cannot be used")));
        return {};
    }
    [[nodiscard]] Result<Statement> prepare(const char* sql)
    {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) != SQLITE_OK)
            return fail(error(phrase("the result store cannot be used")));
        return Statement(statement);
    }
    [[nodiscard]] Result<int> number(const char* sql);
    [[nodiscard]] Result<void> checkOwner();
    [[nodiscard]] Result<void> prepareTables();
    [[nodiscard]] Result<void> chooseSettings(const std::string& text);
    [[nodiscard]] Result<void> commit();
    void giveUp(const Error& why, Diagnostics& diagnostics);
};

Result<int> ResultStore::Database::number(const char* sql)
{
    TRY_ASSIGN(const Statement statement, prepare(sql));
    if (sqlite3_step(statement.get()) != SQLITE_ROW)
        return fail(error(phrase("the result store cannot be read")));
    return sqlite3_column_int(statement.get(), 0);
}

/// Nothing is written to a file that is not ours.
Result<void> ResultStore::Database::checkOwner()
{
    TRY_ASSIGN(const int application, number("PRAGMA application_id"));
    TRY_ASSIGN(const int version, number("PRAGMA user_version"));
    TRY_ASSIGN(const int tables, number("SELECT count(*) FROM sqlite_master"));
    if (application == kApplication && version == kVersion)
        return {};
    if (application == 0 && version == 0 && tables == 0)
        return {}; // new
    Place place;
    place.file = path;
    if (application != kApplication)
        return fail(Code::Usage, kForeign, place);
    return fail(Code::Usage,
        phrase("the result store has version %1, this program knows %2; give a new file", version, kVersion),
        place);
}

Result<void> ResultStore::Database::prepareTables()
{
    TRY_VOID(run("PRAGMA journal_mode=WAL"));
    TRY_VOID(run("PRAGMA synchronous=NORMAL"));
    TRY_VOID(run("BEGIN IMMEDIATE"));
    TRY_VOID(run("CREATE TABLE IF NOT EXISTS settings (id INTEGER PRIMARY KEY, text TEXT UNIQUE NOT NULL)"));
    TRY_VOID(run("CREATE TABLE IF NOT EXISTS results (settings INTEGER NOT NULL, target TEXT NOT NULL, "
                 "golden TEXT NOT NULL, fingerprint TEXT NOT NULL, checksum INTEGER NOT NULL, "
                 "record BLOB NOT NULL, PRIMARY KEY (settings, target, golden)) WITHOUT ROWID"));
    TRY_VOID(run(fmt::format("PRAGMA application_id={}", kApplication).c_str()));
    TRY_VOID(run(fmt::format("PRAGMA user_version={}", kVersion).c_str()));
    return run("COMMIT");
}

Result<void> ResultStore::Database::chooseSettings(const std::string& text)
{
    TRY_ASSIGN(const Statement add, prepare("INSERT OR IGNORE INTO settings (text) VALUES (?)"));
    bindText(add.get(), 1, text);
    if (sqlite3_step(add.get()) != SQLITE_DONE)
        return fail(error(phrase("the result store cannot be written")));
    TRY_ASSIGN(const Statement find, prepare("SELECT id FROM settings WHERE text=?"));
    bindText(find.get(), 1, text);
    if (sqlite3_step(find.get()) != SQLITE_ROW)
        return fail(error(phrase("the result store cannot be read")));
    settings = sqlite3_column_int64(find.get(), 0);
    TRY_ASSIGN(select,
        prepare("SELECT record, checksum FROM results "
                "WHERE settings=? AND target=? AND golden=? AND fingerprint=?"));
    TRY_ASSIGN(insert,
        prepare("INSERT OR REPLACE INTO results (settings, target, golden, fingerprint, record, checksum) "
                "VALUES (?,?,?,?,?,?)"));
    return {};
}

Result<void> ResultStore::Database::commit()
{
    if (!inTransaction)
        return {};
    inTransaction = false;
    return run("COMMIT");
}

void ResultStore::Database::giveUp(const Error& why, Diagnostics& diagnostics)
{
    broken = true;
    if (inTransaction)
        sqlite3_exec(handle, "ROLLBACK", nullptr, nullptr, nullptr);
    inTransaction = false;
    Error told = why;
    told.message = phrase("%1; the comparison goes on without keeping results", why.message);
    diagnostics.add(Severity::Warning, told);
}

ResultStore::ResultStore(std::unique_ptr<Database> database)
    : m_database(std::move(database))
{
}

ResultStore::~ResultStore()
{
    (void)m_database->commit();
}

Result<std::unique_ptr<ResultStore>> ResultStore::open(const std::string& path, const std::string& settings)
{
    auto database = std::make_unique<Database>();
    database->path = path;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path.c_str(), &database->handle, flags, nullptr) != SQLITE_OK)
        return fail(database->error(phrase("the result store cannot be opened")));
    sqlite3_busy_timeout(database->handle, 2000);
    TRY_VOID(database->checkOwner());
    TRY_VOID(database->prepareTables());
    TRY_VOID(database->chooseSettings(settings));
    return std::unique_ptr<ResultStore>(new ResultStore(std::move(database)));
}

std::optional<PairResult> ResultStore::find(
    const PairTable& table, const TensorPair& pair, Diagnostics& diagnostics)
{
    const EntryKey key(m_database->stamps, table, pair);
    const std::lock_guard lock(m_database->mutex);
    if (m_database->broken)
        return std::nullopt;
    sqlite3_stmt* const select = m_database->select.get();
    sqlite3_reset(select);
    key.bind(select, m_database->settings);
    const int step = sqlite3_step(select);
    if (step != SQLITE_ROW) {
        if (step != SQLITE_DONE)
            m_database->giveUp(m_database->error(phrase("kept results cannot be read")), diagnostics);
        return std::nullopt;
    }
    const auto* const bytes = static_cast<const std::byte*>(sqlite3_column_blob(select, 0));
    const ByteSpan record(bytes, static_cast<std::size_t>(sqlite3_column_bytes(select, 0)));
    const bool whole = sqlite3_column_int64(select, 1) == std::int64_t {key.checksum(record)};
    auto result = decodeResult(record);
    sqlite3_reset(select);
    if (!whole || !result || result->values.size() != table.metrics().size()) {
        Place place;
        place.file = m_database->path;
        diagnostics.add({Severity::Warning, Code::BadHeader, place,
            phrase("the kept result of %1 is damaged; it is measured again", key.target)});
        return std::nullopt;
    }
    result->pair = pair;
    m_database->known.insert({pair.target.value(), pair.golden.value()});
    return std::move(*result);
}

void ResultStore::keep(const PairTable& table, const PairResult& result, Diagnostics& diagnostics)
{
    const EntryKey key(m_database->stamps, table, result.pair);
    const std::string record = encodeResult(result);
    const std::lock_guard lock(m_database->mutex);
    Database& database = *m_database;
    if (database.broken || database.known.contains({result.pair.target.value(), result.pair.golden.value()}))
        return;
    if (!database.inTransaction) {
        if (const auto begun = database.run("BEGIN IMMEDIATE"); !begun)
            return database.giveUp(begun.error(), diagnostics);
        database.inTransaction = true;
        database.since = std::chrono::steady_clock::now();
        database.uncommitted = 0;
    }
    sqlite3_stmt* const insert = database.insert.get();
    sqlite3_reset(insert);
    key.bind(insert, database.settings);
    sqlite3_bind_blob64(insert, 5, record.data(), record.size(), SQLITE_TRANSIENT);
    sqlite3_bind_int64(insert, 6, key.checksum(std::as_bytes(std::span(record))));
    const bool written = sqlite3_step(insert) == SQLITE_DONE;
    if (!written)
        return database.giveUp(database.error(phrase("a result cannot be kept")), diagnostics);
    sqlite3_reset(insert);
    if (++database.uncommitted < kTransactionResults
        && std::chrono::steady_clock::now() - database.since < kTransaction)
        return;
    if (const auto done = database.commit(); !done)
        database.giveUp(done.error(), diagnostics);
}

void ResultStore::flush(Diagnostics& diagnostics)
{
    const std::lock_guard lock(m_database->mutex);
    if (const auto done = m_database->commit(); !done)
        m_database->giveUp(done.error(), diagnostics);
}

std::string settingsText(
    const ComparisonSide& target, const ComparisonSide& golden, const MeasureOptions& options)
{
    const std::string &a = target.index->root(), &b = golden.index->root();
    std::string text = fmt::format(
        "target={} {}\ngolden={} {}\nprofile={}\ntop={}\natol={}\nrtol={}\nlimit={}\nblocks={}\nhistogram={}"
        "\nbooleans={}\n",
        a, rootStamp(a), b, rootStamp(b), options.profile->id(), options.top, options.atol, options.rtol,
        options.elementLimit ? std::to_string(*options.elementLimit) : "none", options.blocks,
        options.histogram, options.keepBooleans);
    for (const std::shared_ptr<const Metric>& metric : options.metrics->metrics())
        text += fmt::format("metric={} {}\n", metric->info().id, metric->info().formula.text());
    return text;
}

} // namespace dumpscope::core
