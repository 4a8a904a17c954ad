// The tabs of one browser ask for their messages one after the other. The first answer gives the browser the secret that its
// messages are bound to (THREATS M4); tabs that asked at once would each be given one, and all but the last would be lost.

/** A tab that is stuck does not keep the others waiting for longer. Milliseconds. */
const lockTimeoutMs = 3000

/**
 * Runs what asks the server while no other tab of this browser does.
 * @param ask never rejects
 */
export const withCrossTabChallengeRequestLock = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  // Browsers have locks only where the page came over a safe way.
  'locks' in navigator
    ? (
        navigator.locks.request('challenge', { signal: AbortSignal.timeout(lockTimeoutMs) }, ask) as Promise<Answer>
      ).catch(ask)
    : ask()
