// Marks page 1 with the salt of the WAL, because SQLite replays any `-wal` file next to a database.
import type BetterSqlite from 'better-sqlite3'
import { closeSync, openSync, readSync } from 'node:fs'
import { ServerStartupError } from '../server-startup-error.ts'

/** "The Database Header". */
const magic = 'SQLite format 3\0'
const headerBytes = 100
const userVersionAt = 60
const applicationIdAt = 68

/** "WAL-mode File Format". */
const walMagics = [0x377f0682, 0x377f0683]
const walHeaderBytes = 32
const walPageSizeAt = 8
const walSaltsAt = 16
const frameHeaderBytes = 24
const frameSaltsAt = 8

/** The second salt is random; the first one is only a counter. */
const readWalSalt = (walHeader: Buffer): number => walHeader.readInt32BE(walSaltsAt + 4)

interface WalMarks {
  salt: number
  /** False if an older release wrote the WAL, or if the process died just as the WAL restarted. */
  isMarked: boolean
  own: ReadonlySet<number>
}

/** Changes nothing. @throws ServerStartupError */
export function rejectMismatchedSqliteWal(path: string): void {
  for (;;) {
    const wal = readWalMarks(path)
    if (wal === null) return
    const mark = readMark(path)
    if (mark !== null && (!wal.isMarked || wal.own.has(mark))) return
    // If another process is writing, the mark and the WAL were read at different times.
    const now = readWalMarks(path)
    if (now?.salt === wal.salt && now.own.size === wal.own.size)
      throw new ServerStartupError(
        'database.replaced',
        `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} was replaced${mark === null ? ' or removed' : ''}, but the -wal file of another database file is still there. ` +
          'Together, the two files would be neither the copy nor the previous database. Nothing was changed. Use "countersign restore FILE" with the copy; ' +
          'if the copy exists only under this name, rename it first and add --new.',
      )
  }
}

/** Null if the file is missing or empty. */
function readMark(path: string): number | null {
  const header = readFileStart(path, headerBytes)
  if (header === null || header.length === 0) return null
  // If the file is not a database, any mark that does not occur in a WAL will do.
  return header.length === headerBytes && header.toString('latin1', 0, magic.length) === magic
    ? header.readInt32BE(userVersionAt)
    : Number.NaN
}

/** Null if the WAL contains nothing that SQLite would replay. */
function readWalMarks(path: string): WalMarks | null {
  const file = openIfExists(`${path}-wal`)
  if (file === null) return null
  try {
    const header = readAt(file, 0, walHeaderBytes)
    if (header.length < walHeaderBytes || !walMagics.includes(header.readUInt32BE(0))) return null
    const pageSize = header.readUInt32BE(walPageSizeAt)
    const salt = readWalSalt(header)
    const own = new Set<number>()
    let isMarked = false
    let frames = 0
    // Frames with other salts remain from before the WAL restarted.
    for (; ; frames += 1) {
      const frame = readAt(
        file,
        walHeaderBytes + frames * (frameHeaderBytes + pageSize),
        frameHeaderBytes + headerBytes,
      )
      const isOver =
        frame.length < frameHeaderBytes + headerBytes ||
        frame.compare(header, walSaltsAt, walSaltsAt + 8, frameSaltsAt, frameSaltsAt + 8) !== 0
      if (isOver) break
      if (frame.readUInt32BE(0) !== 1) continue
      const mark = frame.readInt32BE(frameHeaderBytes + userVersionAt)
      own.add(mark)
      if (mark !== salt) continue
      isMarked = true
      own.add(frame.readInt32BE(frameHeaderBytes + applicationIdAt))
    }
    return frames === 0 ? null : { salt, isMarked, own }
  } finally {
    closeSync(file)
  }
}

function readFileStart(path: string, bytes: number): Buffer | null {
  const file = openIfExists(path)
  if (file === null) return null
  try {
    return readAt(file, 0, bytes)
  } finally {
    closeSync(file)
  }
}

function openIfExists(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function readAt(file: number, position: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, position))
}

/** Our own commit may restart the WAL, which must then be marked again. */
const maxMarkAttempts = 3

export class SqliteWalMarker {
  readonly #file: BetterSqlite.Database
  /** Opened only once; SQLite locks no part of the WAL, so closing it releases no lock. */
  #wal: number | null = null
  #marked: number | null = null
  #started: { salt: number; mark: number } | null = null

  constructor(file: BetterSqlite.Database) {
    this.#file = file
  }

  /** Must be called after every commit, outside a transaction. */
  write(): void {
    for (let tries = 0; tries < maxMarkAttempts; tries += 1) {
      const salt = this.#readSalt()
      if (salt === null || salt === this.#marked) return
      const mark = this.#file.pragma('user_version', { simple: true }) as number
      if (this.#started?.salt !== salt) this.#started = { salt, mark }
      if (mark !== salt && !this.#mark(salt, this.#started.mark)) return
      const after = this.#readSalt()
      if (after === salt) this.#marked = salt
      else if (after !== null) this.#started = { salt: after, mark }
    }
  }

  close(): void {
    if (this.#wal !== null) closeSync(this.#wal)
    this.#wal = null
  }

  #mark(salt: number, before: number): boolean {
    try {
      this.#file.exec(`begin immediate; pragma application_id = ${before}; pragma user_version = ${salt}; commit`)
      return true
    } catch {
      // Another process is writing, or the disk is full.
      if (this.#file.inTransaction) this.#file.exec('rollback')
      return false
    }
  }

  #readSalt(): number | null {
    this.#wal ??= openIfExists(`${this.#file.name}-wal`)
    if (this.#wal === null) return null
    const header = readAt(this.#wal, 0, walHeaderBytes)
    return header.length < walHeaderBytes ? null : readWalSalt(header)
  }
}
