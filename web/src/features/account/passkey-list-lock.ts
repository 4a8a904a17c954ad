// While one tab creates a passkey, no tab signals a list that lacks it, because a password manager
// could then delete it (THREATS P19).

const lockName = 'passkeys'

/** Maximum time in milliseconds that a stuck tab can delay a creation. */
const lockTimeoutMs = 3000

export type PasskeyListLocks = Pick<LockManager, 'request'>

/** Null outside secure contexts. */
const getLocks = (): PasskeyListLocks | null => ('locks' in navigator ? navigator.locks : null)

/** @param create creates the passkey and adds it at the server */
export async function withPasskeyCreationLock<Result>(
  create: () => Promise<Result>,
  locks: PasskeyListLocks | null = getLocks(),
): Promise<Result> {
  if (locks === null) return create()
  let isStarted = false
  const start = () => {
    isStarted = true
    return create()
  }
  try {
    return await (locks.request(lockName, { signal: AbortSignal.timeout(lockTimeoutMs) }, start) as Promise<Result>)
  } catch (error) {
    if (isStarted) throw error
    return create()
  }
}

/** @param read reads the list, and signals it if `maySignal` */
export async function withPasskeyListLock<Result>(
  read: (maySignal: boolean) => Promise<Result>,
  locks: PasskeyListLocks | null = getLocks(),
): Promise<Result> {
  if (locks === null) return read(false)
  let isStarted = false
  const start = (lock: Lock | null) => {
    isStarted = true
    return read(lock !== null)
  }
  try {
    return await (locks.request(lockName, { mode: 'shared', ifAvailable: true }, start) as Promise<Result>)
  } catch (error) {
    if (isStarted) throw error
    // Some browsers refuse locks where they block storage.
    return read(false)
  }
}
