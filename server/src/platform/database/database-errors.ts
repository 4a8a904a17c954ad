// Distinguishes an unavailable database (a 503 that can be retried) from bugs in this server.

/** The connection or the disk failed during a commit. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError'

  constructor(cause: unknown) {
    super('It is unknown whether the commit succeeded', { cause })
  }
}

// Without space for the WAL index, SQLite reports a failed commit that crash recovery may restore
// from the WAL ("WAL-mode File Format", "Recovery"). This cannot happen after `SQLITE_FULL`.
export function isCommitOutcomeUnknown(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_IOERR') || code === 'SQLITE_NOMEM'
}

const sqliteCodes = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
  'SQLITE_PROTOCOL',
]

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])

// PostgreSQL error classes (appendix A) of an unavailable server or a rolled-back transaction.
const postgresClasses = ['08', '28', '3D', '40', '53', '55', '57', '58']
/** A read-only server, such as a new standby, and a transaction that was idle for too long. */
const postgresCodes = ['25006', '25P03']

// Messages from pg, kysely and better-sqlite3 that have no error code.
const closedMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
  'is not queryable',
  'The database connection is not open',
]

/** undefined_table and undefined_column (PostgreSQL, appendix A). */
const missingCodes: readonly unknown[] = ['42P01', '42703']

/** The schema is older than this program, unless the program changes it first. */
export const isTableOrColumnMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && missingCodes.includes(error.code)) || /^no such (?:table|column): /.test(error.message))

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string') {
    if (sqliteCodes.some((known) => code === known || code.startsWith(`${known}_`))) return true
    if (networkCodes.has(code)) return true
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (postgresCodes.includes(code)) return true
    if (/^[0-9A-Z]{5}$/.test(code) && postgresClasses.includes(code.slice(0, 2))) return true
  }
  return closedMessages.some((message) => error.message.includes(message))
}
