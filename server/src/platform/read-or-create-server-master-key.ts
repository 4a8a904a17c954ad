// The server's own key: 32 random bytes in a file outside the database, so that a copy of the database alone opens
// nothing (THREATS P9). It is made at the first start; afterwards it must be there, whole, and nobody else's to read.
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

/**
 * Reads the server's key, or makes it with its folder where the file is missing. Of several starts at the same time
 * one makes it, and all read that one.
 * @param path the value of the setting `keyFile`
 * @throws ServerStartupError when the file cannot be read or made, holds something else, or can be read by others
 */
export function readOrCreateServerMasterKey(path: string, random: RandomBytes): Buffer {
  return readServerMasterKey(path) ?? createServerKey(path, random)
}

/**
 * Reads the server's key.
 * @returns null where there is no such file
 * @throws ServerStartupError when the file cannot be read, holds something else, or can be read by others
 */
export function readServerMasterKey(path: string): Buffer | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw serverKeyError(
      path,
      `cannot be read (${describeReason(error)}); let the user that runs the server read it, or name another file`,
    )
  }
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw serverKeyError(path, 'is not a file; name one, also one that is not there yet')
    // Windows has no such bits.
    if (process.platform !== 'win32' && (status.mode & forbiddenModeBits(status.uid)) !== 0) {
      throw serverKeyError(path, `can be read by other users of this machine; run: chmod 600 ${JSON.stringify(path)}`)
    }
    return parseServerKey(path, readFileSync(file, 'utf8'))
  } finally {
    closeSync(file)
  }
}

/**
 * The rights that nobody may have to the file. A secret that is handed to a service (Kubernetes, systemd) belongs to root, and to the service by
 * its group alone: then the group may read.
 */
const forbiddenModeBits = (owner: number): number => (owner === 0 && process.getuid?.() !== 0 ? 0o037 : 0o077)

function parseServerKey(path: string, text: string): Buffer {
  const encoded = text.trimEnd()
  const key = Buffer.from(encoded, 'base64url')
  if (key.length === keyBytes && key.toString('base64url') === encoded) return key
  throw serverKeyError(
    path,
    'does not hold a key, which is 43 characters of A-Z a-z 0-9 - _; restore it from a copy, or name another file',
  )
}

/** Writes the whole key beside its place first and then gives it its name, which fails where another was faster: no
 * reader ever sees half a key, and no crash leaves one. */
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
      `cannot be made (${describeReason(error)}); let the user that runs the server write in its folder, or name another file`,
    )
  }
  const key = readServerMasterKey(path)
  if (key === null) throw serverKeyError(path, 'was removed while it was made; start again')
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

/** A name that a power cut takes back would be a key that is lost with everything it encrypted. */
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
