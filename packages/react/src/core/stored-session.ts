// The session in the store of the browser. All functions run under the lock of all tabs.
import type { SessionStore, StoredSession } from './client-environment.ts'
import { CountersignError } from './countersign-error.ts'
import type { TokenClient, Tokens } from './token-client.ts'

export interface StoredSessionOptions {
  readonly sessions: SessionStore
  readonly sessionKey: string
  readonly tokens: Pick<TokenClient, 'refresh'>
  /** The server refused the refresh token, and the session was removed. */
  readonly onEnd: () => void
}

export function createStoredSession({ sessions, sessionKey, tokens, onEnd }: StoredSessionOptions) {
  const write = (session: StoredSession): Promise<void> => sessions.write(sessionKey, session)
  const remove = (): Promise<void> => sessions.remove(sessionKey)
  return {
    read: (): Promise<StoredSession | null> => sessions.read(sessionKey),
    write,
    remove,

    /** @throws CountersignError `session_ended`, after the session was removed */
    refresh: async (stored: StoredSession, isForApi: boolean): Promise<Tokens> => {
      try {
        const received = await tokens.refresh(stored, isForApi)
        await write({
          ...stored,
          refreshToken: received.refreshToken ?? stored.refreshToken,
          idToken: received.idToken ?? stored.idToken,
        })
        return received
      } catch (error) {
        if (isSessionEnded(error)) {
          await remove()
          onEnd()
        }
        throw error
      }
    },
  }
}

export const isSessionEnded = (error: unknown): boolean =>
  error instanceof CountersignError && error.code === 'session_ended'
