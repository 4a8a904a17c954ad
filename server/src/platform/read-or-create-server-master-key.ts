// The master key is in its own file, so that a copy of the database decrypts nothing (THREATS P9).
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { RandomBytes } from './clock.ts'
import { ServerStartupError } from './server-startup-error.ts'

const settingVariable = 'COUNTERSIGN_KEY_FILE'
const keyBytes = 32

// If several instances start at once, one key is created, and all of them read it.
export function readOrCreateServerMasterKey(path: string, random: RandomBytes): Buffer {
  return readServerMasterKey(path) ?? createServerKey(path, random)
}

/** @returns null if there is no file @throws ServerStartupError if the file is unusable */
export function readServerMasterKey(path: string): Buffer | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw serverKeyError(
      path,
      `cannot be read (${describeReason(error)}); make it readable by the user that runs the server, or specify another file`,
    )
  }
  try {
    const status = fstatSync(file)
    if (!status.isFile())
      throw serverKeyError(path, 'is not a file; specify a file path (the file is created if it does not exist)')
    // Windows does not have these mode bits.
    if (process.platform !== 'win32' && (status.mode & forbiddenModeBits(status.uid)) !== 0) {
      throw serverKeyError(path, `can be read by other users of this machine; run: chmod 600 ${JSON.stringify(path)}`)
    }
    return parseServerKey(path, readFileSync(file, 'utf8'))
  } finally {
    closeSync(file)
  }
}

// A secret mounted by Kubernetes or systemd belongs to root, and its group may read it.
const forbiddenModeBits = (owner: number): number => (owner === 0 && process.getuid?.() !== 0 ? 0o037 : 0o077)

function parseServerKey(path: string, text: string): Buffer {
  const encoded = text.trimEnd()
  const key = Buffer.from(encoded, 'base64url')
  if (key.length === keyBytes && key.toString('base64url') === encoded) return key
  throw serverKeyError(
    path,
    'does not contain a key, which has 43 characters (A-Z a-z 0-9 - _); restore it from a backup, or specify another file',
  )
}

// Linking is atomic: it fails if another process was faster, and never exposes half a key.
function createServerKey(path: string, random: RandomBytes): Buffer {
  const draft = `${path}.${Buffer.from(random(8)).toString('hex')}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    try {
      writeDurably(draft, `${Buffer.from(random(keyBytes)).toString('base64url')}\n`)
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
    fsyncFolder(dirname(path))
  } catch (error) {
    throw serverKeyError(
      path,
      `cannot be created (${describeReason(error)}); give the user that runs the server write access to its folder, or specify another file`,
    )
  }
  const key = readServerMasterKey(path)
  if (key === null) throw serverKeyError(path, 'was removed while it was being created; start again')
  return key
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Losing the new file's name in a power failure would lose everything the key encrypted. */
function fsyncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const describeReason = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message

const serverKeyError = (path: string, words: string): ServerStartupError =>
  new ServerStartupError('key.unusable', `${settingVariable}: the file ${JSON.stringify(path)} ${words}.`)
