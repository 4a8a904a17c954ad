import type { UserInfo } from 'node:os'

/** Returns the user ID if the user has no name, as in containers; null if neither is known. */
export function readOperatingSystemUserName(read: () => Pick<UserInfo<string>, 'username' | 'uid'>): string | null {
  try {
    const { username, uid } = read()
    return username === '' ? String(uid) : username
  } catch {
    return process.getuid === undefined ? null : String(process.getuid())
  }
}
