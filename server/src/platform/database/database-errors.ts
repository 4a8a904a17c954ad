// Tells "the database cannot be used right now" from a fault of ours: the first is answered 503 and may be tried again,
// and because each call is one transaction, nothing of it was kept; but for the one case in which that is not known.

/** A commit was under way when the connection broke, or the disk failed: what was to be kept may have been kept, or not. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError'

  constructor(cause: unknown) {
    super('Whether a commit was kept is not known', { cause })
  }
}

/**
 * Whether a commit that fails with this leaves open what becomes of it. SQLite writes it to its log (WAL) first, and enters it in the index of the log ("shm") afterwards. Where
 * the disk has no room for that (`SQLITE_IOERR_SHMSIZE`), it says that the commit has failed, and nobody sees it; but after a crash SQLite believes the log alone ("WAL-mode
 * File Format", "Recovery"), and there it is, unless another commit was written over it. `SQLITE_FULL` says that it did not even fit into the log: no recovery takes it for whole.
 */
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

// PostgreSQL, appendix A, by class: 08 connection, 28 not let in, 3D no such database, 40 rollback, 53 no resources (disk
// full, too many connections), 55 not in the right state (lock not available), 57 the operator stepped in (shut down),
// 58 the system failed (I/O).
const postgresClasses = ['08', '28', '3D', '40', '53', '55', '57', '58']
/** A server that only reads, as one that has just become a standby does; and a transaction that stood idle for too long. */
const postgresCodes = ['25006', '25P03']

// What pg, kysely and better-sqlite3 say without a code.
const closedMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
  'is not queryable',
  'The database connection is not open',
]

/** Whether an error means that the database is locked, full, gone or stopping. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string') {
    if (sqliteCodes.some((known) => code === known || code.startsWith(`${known}_`))) return true
    if (networkCodes.has(code)) return true
    // The socket of a server on this machine is gone.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (postgresCodes.includes(code)) return true
    if (/^[0-9A-Z]{5}$/.test(code) && postgresClasses.includes(code.slice(0, 2))) return true
  }
  return closedMessages.some((message) => error.message.includes(message))
}
