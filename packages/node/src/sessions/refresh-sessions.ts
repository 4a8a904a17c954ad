// Refreshes tokens before they expire: once per session at a time, also for parallel requests.
import * as client from 'openid-client'
import type { OpenIdClientFactory } from '../issuer/create-openid-client.ts'
import { describeError } from '../logging/describe-error.ts'
import { createRefreshedSession } from './create-stored-session.ts'
import type { LoadedSession } from './session-repository.ts'
import type { SessionsConfiguration } from './session-options.ts'
import type { StoredSession } from './session-store.ts'

export type RefreshResult =
  | { readonly outcome: 'unchanged' | 'refreshed'; readonly session: StoredSession }
  /** The server ended the session, or the person revoked the access. */
  | { readonly outcome: 'ended' }

const [marginMs, retryAfterMs, maxRemembered] = [30_000, 30_000, 10_000]

interface Remembered {
  readonly session: StoredSession
  readonly retryAt: number
}

export function createSessionRefresher(
  openClient: OpenIdClientFactory,
  { now, api, log }: Pick<SessionsConfiguration, 'now' | 'api' | 'log'>,
): (loaded: LoadedSession) => Promise<RefreshResult> {
  const pending = new Map<string, Promise<RefreshResult>>()
  /** Requests that are already on their way still carry the previous cookie. */
  const remembered = new Map<string, Remembered>()
  const remember = (id: string, entry: Remembered): void => {
    remembered.delete(id)
    const oldest = remembered.keys().next().value
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest)
    remembered.set(id, entry)
  }

  async function refresh({ id, session }: LoadedSession, refreshToken: string): Promise<RefreshResult> {
    try {
      const openIdClient = await openClient()
      const refreshed = await createRefreshedSession(openIdClient, { previous: session, refreshToken, now, api, log })
      remember(id, { session: refreshed, retryAt: 0 })
      return { outcome: 'refreshed', session: refreshed }
    } catch (error) {
      if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return { outcome: 'ended' }
      // The sign-in server may be unreachable for a moment. Until then, the person stays signed in.
      log(`countersign: the session could not be refreshed; retrying in 30 s: ${describeError(error)}`)
      remember(id, { session, retryAt: now() + retryAfterMs })
      return { outcome: 'unchanged', session }
    }
  }

  return async (loaded) => {
    const known = remembered.get(loaded.id)
    const isNewer = known !== undefined && known.session.accessTokenExpiresAt > loaded.session.accessTokenExpiresAt
    const session = isNewer ? known.session : loaded.session
    const { refreshToken, accessTokenExpiresAt } = session
    const isDue = accessTokenExpiresAt - now() < marginMs && (known?.retryAt ?? 0) <= now()
    if (refreshToken === null || !isDue) return { outcome: isNewer ? 'refreshed' : 'unchanged', session }
    const running = pending.get(loaded.id) ?? refresh({ id: loaded.id, session }, refreshToken)
    pending.set(loaded.id, running)
    try {
      return await running
    } finally {
      pending.delete(loaded.id)
    }
  }
}
