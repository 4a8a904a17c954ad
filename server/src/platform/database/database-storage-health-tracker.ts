// Tracks storage failures for readiness, because a full disk may still accept a small write.

export type DatabaseStorageFailure = 'full' | 'corrupt'

export interface DatabaseStorageHealthTracker {
  /** `corrupt` stays until the process ends. */
  readonly failure: DatabaseStorageFailure | null
  recordError: (error: unknown) => void
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
