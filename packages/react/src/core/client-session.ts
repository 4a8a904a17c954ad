// The tokens of the signed-in person. Access tokens are only in memory. The refresh token is in
// IndexedDB together with its non-extractable key, so that it is useless elsewhere (RFC 9449 §1).
// A lock among all tabs makes sure that each refresh token is used once (RFC 9700 §4.14).
import type { AccessCredentials, ClientEnvironment, StoredSession } from './client-environment.ts'
import { CountersignError } from './countersign-error.ts'
import { readUser } from './read-user.ts'
import type { User } from './read-user.ts'
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
  const { sessions } = environment
  let current: OpenSession | null = null
  let renewal: Promise<AccessCredentials> | undefined

  const withLock = <Result>(run: () => Promise<Result>): Promise<Result> =>
    environment.withLock(`countersign:${sessionKey}`, run)

  function show(next: OpenSession | null): void {
    current = next
    onUser(next?.user ?? null)
  }

  /** @throws CountersignError `insufficient_scope` if the person did not allow a refresh token */
  async function readStored(): Promise<StoredSession | null> {
    const stored = await sessions.read(sessionKey)
    if (stored === null && current?.isStored === false)
      throw new CountersignError('insufficient_scope', { scope: 'offline_access' })
    return stored
  }

  /** Under the lock. @throws CountersignError `session_ended`, after the session was removed */
  async function refresh(stored: StoredSession, isForApi: boolean): Promise<Tokens> {
    try {
      const received = await tokens.refresh(stored, isForApi)
      await sessions.write(sessionKey, {
        ...stored,
        refreshToken: received.refreshToken ?? stored.refreshToken,
        idToken: received.idToken ?? stored.idToken,
      })
      return received
    } catch (error) {
      if (isSessionEnded(error)) {
        await sessions.remove(sessionKey)
        show(null)
        onChange()
      }
      throw error
    }
  }

  /** Under the lock. */
  async function showPerson(received: Tokens, keys: CryptoKeyPair, subject: string, isStored = true): Promise<void> {
    const { accessToken, expiresAt, idToken } = received
    const user = readUser(await tokens.readClaims(received, keys, subject))
    show({
      user,
      idToken,
      isStored,
      credentials: hasApi ? null : { accessToken, expiresAt, keys },
    })
  }

  async function restore(): Promise<void> {
    await withLock(async () => {
      const stored = await readStored()
      if (stored === null) return show(null)
      try {
        await showPerson(await refresh(stored, false), stored.keys, stored.subject)
      } catch (error) {
        // A session that ended while the page was closed is no error.
        if (!isSessionEnded(error)) throw error
      }
    })
  }

  /** One renewal at a time in this tab, and among all tabs. */
  function renewCredentials(): Promise<AccessCredentials> {
    renewal ??= withLock(async () => {
      const stored = await readStored()
      if (current === null || stored?.subject !== current.user.sub) {
        show(null)
        throw new CountersignError('session_ended')
      }
      const { keys } = stored
      const { accessToken, expiresAt } = await refresh(stored, hasApi)
      const credentials = { accessToken, expiresAt, keys }
      current = { ...current, credentials }
      return credentials
    }).finally(() => (renewal = undefined))
    return renewal
  }

  async function getCredentials(): Promise<AccessCredentials> {
    const { credentials = null } = current ?? {}
    const isFresh =
      credentials !== null &&
      (credentials.expiresAt === null || credentials.expiresAt - renewalMarginMs > environment.now())
    return isFresh ? credentials : renewCredentials()
  }

  return {
    open: (received: Tokens, keys: CryptoKeyPair): Promise<void> =>
      withLock(async () => {
        const { refreshToken, idToken, claims } = received
        const subject = String(claims?.['sub'])
        await showPerson(received, keys, subject, refreshToken !== null)
        if (refreshToken === null) await sessions.remove(sessionKey)
        else await sessions.write(sessionKey, { subject, refreshToken, idToken, keys })
        onChange()
      }),
    restore,
    renewCredentials,
    getCredentials,

    /** @returns the tokens to revoke; null if no one was signed in */
    close: (): Promise<{ refreshToken: string | null; idToken: string | null } | null> =>
      withLock(async () => {
        const stored = await sessions.read(sessionKey)
        const ended = stored ?? current
        await sessions.remove(sessionKey)
        show(null)
        onChange()
        return ended && { refreshToken: stored?.refreshToken ?? null, idToken: ended.idToken }
      }),

    /** Another tab signed in or out. */
    compareWithStore: async (): Promise<void> => {
      const stored = await sessions.read(sessionKey)
      if (stored === null) show(null)
      else if (stored.subject !== current?.user.sub) await restore()
    },
  }
}

const isSessionEnded = (error: unknown): boolean => error instanceof CountersignError && error.code === 'session_ended'
