// Parallel first requests would overwrite each other's browser secret (THREATS M4).

/** Maximum time in milliseconds that a stuck tab can block the others. */
const lockTimeoutMs = 3000

/** @param ask must never reject */
export const withCrossTabChallengeRequestLock = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  // Locks exist only in secure contexts.
  'locks' in navigator
    ? (
        navigator.locks.request('challenge', { signal: AbortSignal.timeout(lockTimeoutMs) }, ask) as Promise<Answer>
      ).catch(ask)
    : ask()
