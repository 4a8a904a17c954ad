// What failed statements say about the storage itself. A full disk may still take a small write where a sign-in finds no room, and a damaged file
// may still answer most questions; readiness (`../health-probes.ts`) goes by this and not by its own small write alone.

/** `full`: a write found no room, or the disk failed. `corrupt`: SQLite found the file damaged. */
export type DatabaseStorageFailure = 'full' | 'corrupt'

export interface DatabaseStorageHealthTracker {
  /** The failure that counts now. `corrupt` counts until the process ends. */
  readonly failure: DatabaseStorageFailure | null
  recordError: (error: unknown) => void
  /** A write of the size of a sign-in has succeeded. */
  recordRecovery: () => void
}

export function createDatabaseStorageHealthTracker(): DatabaseStorageHealthTracker {
  let failure: DatabaseStorageFailure | null = null
  return {
    get failure() {
      return failure
    },
    recordError: (error) => {
      const code = String((error as { code?: unknown } | null)?.code)
      if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) failure = 'corrupt'
      else if (/^SQLITE_(FULL|IOERR)/.test(code)) failure ??= 'full'
    },
    recordRecovery: () => {
      if (failure === 'full') failure = null
    },
  }
}
