// Startup errors, with exit codes from which a supervisor knows whether a retry helps.
import { ServerSettingsError } from './parse-server-settings.ts'

// Other exit codes: 0 success, 1 something was refused, 2 invalid setting (`ServerSettingsError`).
export const startupErrorExitCodes = {
  'database.newer': {
    code: 3,
    about: 'A newer version has used the database. Start that version or a later one.',
  },
  'database.damaged': { code: 4, about: 'The database file is damaged. Restore a backup.' },
  'data.forbidden': {
    code: 5,
    about: 'The database folder, or a file in it, belongs to another user or is not writable.',
  },
  'disk.full': { code: 6, about: 'There is not enough disk space, for example for an upgrade and its backup.' },
  'port.taken': { code: 7, about: 'The server cannot listen on the port.' },
  'key.unusable': { code: 8, about: 'The key file is missing, cannot be read, or does not belong to this database.' },
  'database.replaced': {
    code: 10,
    about:
      'The database file was replaced, but a write-ahead log (`-wal`) from another file remains. Restore a backup.',
  },
  'database.locked': {
    code: 11,
    about: 'Another session holds the lock for the database upgrade. This can be temporary.',
  },
  'database.too_old': {
    code: 12,
    about: 'The database was created by a development version. It cannot be upgraded; start with an empty one.',
  },
  'database.unreachable': {
    code: 9,
    about:
      'The database cannot be reached or cannot be locked, which can be temporary; or a command that only reads found no database file.',
  },
} as const

export type ServerStartupErrorKind = keyof typeof startupErrorExitCodes

/** An error that can be fixed outside the program; nothing was changed. */
export class ServerStartupError extends ServerSettingsError {
  readonly kind: ServerStartupErrorKind

  constructor(kind: ServerStartupErrorKind, explanation: string) {
    super([explanation])
    this.kind = kind
    this.message = explanation
  }
}

export const getSettingsErrorExitCode = (fault: ServerSettingsError): number =>
  fault instanceof ServerStartupError ? startupErrorExitCodes[fault.kind].code : 2
