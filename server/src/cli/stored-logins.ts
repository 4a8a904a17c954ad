// The file with the tokens of `countersign login`, which only its owner can read (THREATS N24).
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { StrictJsonError, parseStrictJson } from '../platform/parse-strict-json.ts'
import { AdminApiError } from './cli-admin-api-client.ts'

export interface StoredLogin {
  token: string
  /** RFC 3339. */
  expiresAt: string
}

/** By server origin. */
export type StoredLogins = Readonly<Record<string, StoredLogin>>

interface UserEnvironment {
  environment: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  home: string
}

export function getStoredLoginsPath({
  environment = process.env,
  platform = process.platform,
  home = homedir(),
}: Partial<UserEnvironment> = {}): string {
  const configured = environment[platform === 'win32' ? 'APPDATA' : 'XDG_CONFIG_HOME'] ?? ''
  // A relative path is invalid (XDG Base Directory Specification §Environment variables).
  const fallback = platform === 'win32' ? join(home, 'AppData', 'Roaming') : join(home, '.config')
  return join(isAbsolute(configured) ? configured : fallback, 'countersign', 'logins.json')
}

const othersPermissions = 0o077
const hasPermissionBits = process.platform !== 'win32'

/** Empty if there is no file. @throws AdminApiError if others can read it, or it is damaged */
export function readStoredLogins(path: string): StoredLogins {
  const text = readPrivateFile(path)
  if (text === null) return {}
  try {
    const content = parseStrictJson(text)
    if (isStoredLogins(content)) return content
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
  }
  throw new AdminApiError(`The file ${path} is damaged. Delete it, then log in again.`)
}

function readPrivateFile(path: string): string | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new AdminApiError(`The file ${path} cannot be read: ${(error as Error).message}.`)
  }
  try {
    // The open file is checked, because the path could lead to another file a moment later.
    const { mode, uid } = fstatSync(file)
    if (hasPermissionBits && (mode & othersPermissions) !== 0)
      throw new AdminApiError(
        `Other users can access ${path} (mode ${(mode & 0o777).toString(8)}), so its tokens may be stolen. Delete the file, revoke the tokens in the administration, under Tokens, and log in again.`,
      )
    if (hasPermissionBits && uid !== process.getuid?.())
      throw new AdminApiError(`The file ${path} belongs to another user. Delete it, then log in again.`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof AdminApiError) throw error
    throw new AdminApiError(`The file ${path} cannot be read: ${(error as Error).message}.`)
  } finally {
    closeSync(file)
  }
}

const isStoredLogins = (content: unknown): content is StoredLogins =>
  isObject(content) &&
  Object.entries(content).every(
    ([origin, login]) =>
      URL.parse(origin)?.origin === origin &&
      isObject(login) &&
      typeof login['token'] === 'string' &&
      typeof login['expiresAt'] === 'string',
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the file at once, so that a crash leaves the old one. Deletes it if no login is left. */
export function writeStoredLogins(path: string, logins: StoredLogins): void {
  if (Object.keys(logins).length === 0) return rmSync(path, { force: true })
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const temporary = `${path}.${randomUUID()}`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(file, `${JSON.stringify(logins, null, 2)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Null if the person has not logged in there. @throws AdminApiError as `readStoredLogins`, or if it has expired */
export function findStoredLoginToken(origin: string, now: number, path = getStoredLoginsPath()): string | null {
  const logins = readStoredLogins(path)
  const login = Object.hasOwn(logins, origin) ? logins[origin] : undefined
  if (login === undefined) return null
  if (Date.parse(login.expiresAt) > now) return login.token
  throw new AdminApiError(`Your login at ${origin} has expired. Run "countersign login ${origin}" again.`)
}
