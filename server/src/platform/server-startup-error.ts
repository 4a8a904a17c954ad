// Why a start or a command could not begin at all, for who runs it: one line that says what and what to do, and an exit code of its own, so that a
// supervisor (systemd, Kubernetes) can tell what helps by itself from what needs somebody.
import { ServerSettingsError } from './parse-server-settings.ts'

/** What each exit code means. 0 is done, 1 that something was refused, 2 a setting that is wrong (`SettingsError`). */
export const startupErrorExitCodes = {
  'database.newer': {
    code: 3,
    about: 'A newer version has worked on the database. Start that version or a later one.',
  },
  'database.damaged': { code: 4, about: 'The file of the database is damaged. Restore a copy.' },
  'data.forbidden': { code: 5, about: 'The folder of the database, or a file in it, belongs to another user.' },
  'disk.full': { code: 6, about: 'There is no room on the disk, for an upgrade or for its copy.' },
  'port.taken': { code: 7, about: 'The port cannot be listened on.' },
  'key.unusable': { code: 8, about: 'The key file is missing, cannot be read, or is not the one of this database.' },
  'database.replaced': {
    code: 10,
    about: 'The file of the database was replaced under the write-ahead log (`-wal`) of another. Restore a copy.',
  },
  'database.locked': {
    code: 11,
    about: 'Another session holds the lock for the upgrade of the database. This may pass by itself.',
  },
  'database.too_old': {
    code: 12,
    about: 'An older development version made the database. It cannot be upgraded; start with an empty one.',
  },
  'database.unreachable': { code: 9, about: 'The database does not answer. This may pass by itself.' },
} as const

export type ServerStartupErrorKind = keyof typeof startupErrorExitCodes

/** A start that failed for a reason which somebody outside of the program can fix; nothing was changed. */
export class ServerStartupError extends ServerSettingsError {
  readonly kind: ServerStartupErrorKind

  /** @param explanation one line: what is wrong, and what to do */
  constructor(kind: ServerStartupErrorKind, explanation: string) {
    super([explanation])
    this.kind = kind
    this.message = explanation
  }
}

/** The code that a process ends with because of a fault of its configuration. */
export const getSettingsErrorExitCode = (fault: ServerSettingsError): number =>
  fault instanceof ServerStartupError ? startupErrorExitCodes[fault.kind].code : 2
