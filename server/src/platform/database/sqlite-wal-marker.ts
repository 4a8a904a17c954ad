// Ties the write-ahead log (WAL) of an SQLite file to that file. SQLite replays whatever lies in `-wal` into the file next to it, also when that
// file was replaced by an old copy: the result is a mixture of both, or the newer state under the name of the copy.
// Each time the log starts over, SQLite draws a new salt for it ("WAL-mode File Format"). The first commit after that copies the salt into page 1 of
// the database (`user_version`), together with the mark that the file itself has at that moment (`application_id`). Page 1 goes into the log; so
// the log names the only marks that a file under it can have.
import type BetterSqlite from 'better-sqlite3'
import { closeSync, openSync, readSync } from 'node:fs'
import { ServerStartupError } from '../server-startup-error.ts'

/** "The Database Header": 16 bytes that every SQLite file starts with, and two 32-bit numbers that an application may use. */
const magic = 'SQLite format 3\0'
const headerBytes = 100
const userVersionAt = 60
const applicationIdAt = 68

/** "WAL-mode File Format": one header, then frames of a header and a page each. */
const walMagics = [0x377f0682, 0x377f0683]
const walHeaderBytes = 32
const walPageSizeAt = 8
const walSaltsAt = 16
const frameHeaderBytes = 24
const frameSaltsAt = 8

/** The second salt is random; the first one only counts. */
const readWalSalt = (walHeader: Buffer): number => walHeader.readInt32BE(walSaltsAt + 4)

/** What a log says about the file that it belongs to. */
interface WalMarks {
  salt: number
  /** Whether this log was marked; one of an older release, or of a process that died in the moment it started over, was not. */
  isMarked: boolean
  /** The marks that its file can have. */
  own: ReadonlySet<number>
}

/**
 * Refuses an SQLite file that was replaced while the log of another one is still next to it. Reads both, and changes neither.
 * @throws ServerStartupError
 */
export function rejectMismatchedSqliteWal(path: string): void {
  for (;;) {
    const wal = readWalMarks(path)
    if (wal === null) return
    const mark = readMark(path)
    if (mark !== null && (!wal.isMarked || wal.own.has(mark))) return
    // While another process writes, the two were read at different moments.
    const now = readWalMarks(path)
    if (now?.salt === wal.salt && now.own.size === wal.own.size)
      throw new ServerStartupError(
        'database.replaced',
        `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} was replaced${mark === null ? ' or removed' : ''} while its -wal belongs to another one, ` +
          'so that neither the copy nor what was there before would be served. Nothing was changed. Use "countersign restore FILE" with the copy; ' +
          'if you have it under this name alone, move it to another name first and add --new.',
      )
  }
}

/** @returns the mark of the file itself, without its log; null where there is no file, or an empty one */
function readMark(path: string): number | null {
  const header = readFileStart(path, headerBytes)
  if (header === null || header.length === 0) return null
  // Any mark that no log names will do for what is no database.
  return header.length === headerBytes && header.toString('latin1', 0, magic.length) === magic
    ? header.readInt32BE(userVersionAt)
    : Number.NaN
}

/** @returns null where there is no log, or nothing in it that SQLite would replay */
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
    // Frames with other salts are left over from before the log started over.
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

/** A commit of ours may itself start the log over; it is marked again then. */
const maxMarkAttempts = 3

/** Marks the log of an open file whenever it has started over. */
export class SqliteWalMarker {
  readonly #file: BetterSqlite.Database
  /** Held open: it is read after every commit. SQLite locks no part of it, so that closing it releases no lock. */
  #wal: number | null = null
  #marked: number | null = null
  /** What the file itself had when this log started: everything before was written into it by then. */
  #started: { salt: number; mark: number } | null = null

  constructor(file: BetterSqlite.Database) {
    this.#file = file
  }

  /** To be called after every commit, and outside of a transaction. What cannot be marked now is marked after the next one. */
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

  /** @returns null while nothing is in the log */
  #readSalt(): number | null {
    this.#wal ??= openIfExists(`${this.#file.name}-wal`)
    if (this.#wal === null) return null
    const header = readAt(this.#wal, 0, walHeaderBytes)
    return header.length < walHeaderBytes ? null : readWalSalt(header)
  }
}
