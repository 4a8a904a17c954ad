// The tokens of the signed-in person. Access tokens are only in memory. The refresh token is in
// IndexedDB together with its non-extractable key, so that it is useless elsewhere (RFC 9449 §1).
// A lock among all tabs makes sure that each refresh token is used once (RFC 9700 §4.14).
import type { AccessCredentials, ClientEnvironment, StoredSession } from './client-environment.ts'
import { CountersignError } from './countersign-error.ts'
import { readUser } from './read-user.ts'
import type { User } from './read-user.ts'
import { createStoredSession, isSessionEnded } from './stored-session.ts'
import type { TokenClient, Tokens } from './token-client.ts'

/** Tokens are renewed this long before they expire. */
const renewalMarginMs = 30_000

export interface ClientSessionOptions {
  readonly environment: Pick<ClientEnvironment, 'sessions' | 'now' | 'withLock'>
  readonly tokens: Pick<TokenClient, 'refresh' | 'readClaims'>
  readonly sessionKey: string
  /** Whether the application has an API, which needs tokens of its own (RFC 8707). */
  readonly hasApi: boolean
  readonly onUser: (user: User | null) => void
  /** The stored session changed; other tabs must know. */
  readonly onChange: () => void
}

interface OpenSession {
  readonly user: User
  readonly idToken: string | null
  /** Whether it has a refresh token, and so lasts longer than the page. */
  readonly isStored: boolean
  /** For the API, or for userinfo if there is no API. Null until first needed. */
  readonly credentials: AccessCredentials | null
}

export type ClientSession = ReturnType<typeof createClientSession>

export function createClientSession(options: ClientSessionOptions) {
  const { environment, tokens, sessionKey, hasApi, onUser, onChange } = options
  let current: OpenSession | null = null
  let renewal: Promise<AccessCredentials> | undefined

  const onEnd = (): void => {
    show(null)
    onChange()
  }
  const store = createStoredSession({ sessions: environment.sessions, sessionKey, tokens, onEnd })
  const withLock = <Result>(run: () => Promise<Result>): Promise<Result> =>
    environment.withLock(`countersign:${sessionKey}`, run)

  function show(next: OpenSession | null): void {
    const isChanged = next !== current
    current = next
    if (isChanged) onUser(next?.user ?? null)
  }

  /** @throws CountersignError `insufficient_scope` if the person did not allow a refresh token */
  async function readStored(): Promise<StoredSession | null> {
    const stored = await store.read()
    if (stored === null && current?.isStored === false)
      throw new CountersignError('insufficient_scope', { scope: 'offline_access' })
    return stored
  }

  /** Under the lock. */
  async function showPerson(received: Tokens, keys: CryptoKeyPair, subject: string, isStored = true): Promise<void> {
    const { accessToken, expiresAt, idToken } = received
    const user = readUser(await tokens.readClaims(received, keys, subject))
    show({ user, idToken, isStored, credentials: hasApi ? null : { accessToken, expiresAt, keys } })
  }

  /** Under the lock. */
  async function showStored(stored: StoredSession | null): Promise<void> {
    if (stored === null) return show(null)
    try {
      await showPerson(await store.refresh(stored, false), stored.keys, stored.subject)
    } catch (error) {
      // A session that ended while the page was closed is no error.
      if (!isSessionEnded(error)) throw error
    }
  }

  /** One renewal at a time in this tab, and among all tabs. */
  function renewCredentials(): Promise<AccessCredentials> {
    renewal ??= withLock(async () => {
      const stored = await readStored()
      if (current === null || stored?.subject !== current.user.sub) {
        show(null)
        throw new CountersignError('session_ended')
      }
      const { accessToken, expiresAt } = await store.refresh(stored, hasApi)
      const credentials = { accessToken, expiresAt, keys: stored.keys }
      current = { ...current, credentials }
      return credentials
    }).finally(() => (renewal = undefined))
    return renewal
  }

  return {
    open: (received: Tokens, keys: CryptoKeyPair): Promise<void> =>
      withLock(async () => {
        const { refreshToken, idToken, claims } = received
        const subject = String(claims?.['sub'])
        await showPerson(received, keys, subject, refreshToken !== null)
        if (refreshToken === null) await store.remove()
        else await store.write({ subject, refreshToken, idToken, keys })
        onChange()
      }),

    restore: (): Promise<void> => withLock(async () => showStored(await readStored())),
    renewCredentials,

    getCredentials: async (): Promise<AccessCredentials> => {
      const { credentials = null } = current ?? {}
      return credentials !== null && isFresh(credentials, environment.now()) ? credentials : renewCredentials()
    },

    /** @returns the tokens to revoke; null if no one was signed in */
    close: (): Promise<{ refreshToken: string | null; idToken: string | null } | null> =>
      withLock(async () => {
        const stored = await store.read()
        const ended = stored ?? current
        await store.remove()
        show(null)
        onChange()
        return ended && { refreshToken: stored?.refreshToken ?? null, idToken: ended.idToken }
      }),

    /** Another tab may have signed in or out. */
    compareWithStore: (): Promise<void> =>
      withLock(async () => {
        const stored = await store.read()
        if (stored?.subject !== current?.user.sub) await showStored(stored)
      }),
  }
}

const isFresh = ({ expiresAt }: AccessCredentials, now: number): boolean =>
  expiresAt === null || expiresAt - renewalMarginMs > now
