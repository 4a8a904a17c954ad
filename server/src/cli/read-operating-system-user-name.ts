// Which user of the operating system runs a command, so that the log can say who was at the command line.
import type { UserInfo } from 'node:os'

/** @returns their name; their id where the machine has none for it, as in a container; null where it knows neither */
export function readOperatingSystemUserName(read: () => Pick<UserInfo<string>, 'username' | 'uid'>): string | null {
  try {
    const { username, uid } = read()
    return username === '' ? String(uid) : username
  } catch {
    return process.getuid === undefined ? null : String(process.getuid())
  }
}
