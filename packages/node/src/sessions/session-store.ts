// Where sessions are kept on the server.

/**
 * A session, as a store keeps it. It contains tokens, so protect the store like passwords.
 *
 * @example
 * ```ts
 * import type { StoredSession } from '@countersign/node'
 *
 * const session: StoredSession = {
 *   sub: 'a1',
 *   sid: null,
 *   claims: { sub: 'a1', name: 'Alice' },
 *   scopes: ['openid', 'profile'],
 *   idToken: 'eyJhbGciOi…',
 *   accessToken: 'opaque',
 *   accessTokenExpiresAt: 1_800_000_600_000,
 *   refreshToken: null,
 *   signedInAt: 1_800_000_000_000,
 *   expiresAt: 1_800_043_200_000,
 * }
 * session.expiresAt - session.signedInAt // => 43_200_000
 * ```
 */
export interface StoredSession {
  readonly sub: string
  /** The session at the sign-in server, which back-channel logout names. */
  readonly sid: string | null
  readonly claims: Readonly<Record<string, unknown>>
  readonly scopes: readonly string[]
  /** Needed to sign out without a question (`id_token_hint`). */
  readonly idToken: string
  /** Null if the server refused a token for the API. */
  readonly accessToken: string | null
  /** Epoch milliseconds, as all times here. */
  readonly accessTokenExpiresAt: number
  readonly refreshToken: string | null
  /** By the clock of the sign-in server, as the times of logout tokens. */
  readonly signedInAt: number
  readonly expiresAt: number
}

/**
 * Keeps sessions on the server, for example in Redis or a database. `id` is a hash, so that a stolen
 * copy of the store contains no usable cookies.
 *
 * @example
 * ```ts
 * import type { SessionStore, StoredSession } from '@countersign/node'
 *
 * const rows = new Map<string, StoredSession>()
 * const removeWhere = (matches: (session: StoredSession) => boolean) => {
 *   for (const [id, session] of rows) if (matches(session)) rows.delete(id)
 * }
 * const store: SessionStore = {
 *   get: async (id) => rows.get(id) ?? null,
 *   set: async (id, session) => void rows.set(id, session),
 *   delete: async (id) => void rows.delete(id),
 *   deleteBySid: async (sid) => removeWhere((session) => session.sid === sid),
 *   deleteBySub: async (sub) => removeWhere((session) => session.sub === sub),
 * }
 * await store.get('unknown') // => null
 * ```
 */
export interface SessionStore {
  readonly get: (id: string) => Promise<StoredSession | null>
  /** The entry may be removed after `session.expiresAt`. */
  readonly set: (id: string, session: StoredSession) => Promise<void>
  readonly delete: (id: string) => Promise<void>
  /** Back-channel logout of one session. */
  readonly deleteBySid: (sid: string) => Promise<void>
  /** Back-channel logout of a person: all their sessions. */
  readonly deleteBySub: (sub: string) => Promise<void>
}

/**
 * A session store in the memory of this process, for one process and for tests. When it is full, it
 * removes the oldest session.
 *
 * @param options `maxSessions`: default 10,000; `now`: epoch milliseconds, default `Date.now`
 * @example
 * ```ts
 * import { createMemorySessionStore } from '@countersign/node'
 *
 * const store = createMemorySessionStore({ maxSessions: 500 })
 * await store.get('unknown') // => null
 * ```
 */
export function createMemorySessionStore({
  maxSessions = 10_000,
  now = Date.now,
}: { readonly maxSessions?: number; readonly now?: () => number } = {}): SessionStore {
  const sessions = new Map<string, StoredSession>()
  const removeWhere = (matches: (session: StoredSession) => boolean): void => {
    for (const [id, session] of sessions) if (matches(session)) sessions.delete(id)
  }
  return {
    get: async (id) => {
      const session = sessions.get(id)
      return session === undefined || session.expiresAt <= now() ? null : session
    },
    set: async (id, session) => {
      if (!sessions.has(id) && sessions.size >= maxSessions) {
        removeWhere(({ expiresAt }) => expiresAt <= now())
        const oldest = sessions.keys().next().value
        if (sessions.size >= maxSessions && oldest !== undefined) sessions.delete(oldest)
      }
      sessions.set(id, session)
    },
    delete: async (id) => void sessions.delete(id),
    deleteBySid: async (sid) => removeWhere((session) => session.sid === sid),
    deleteBySub: async (sub) => removeWhere((session) => session.sub === sub),
  }
}
