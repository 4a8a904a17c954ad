// The client without React: one sign-in session of one page.
import { createApiFetch } from './api-fetch.ts'
import type { ApiFetch } from './api-fetch.ts'
import type { AccessCredentials, ClientEnvironment } from './client-environment.ts'
import { resolveOptions } from './client-options.ts'
import type { ClientCallbacks, ClientOptions } from './client-options.ts'
import { createClientSession } from './client-session.ts'
import { createClientStore } from './client-store.ts'
import type { ClientSnapshot } from './client-store.ts'
import { CountersignError } from './countersign-error.ts'
import { handleCallback } from './handle-callback.ts'
import { createOauthRequests } from './oauth-requests.ts'
import { createServerLinks } from './server-links.ts'
import { createSignInFlow } from './sign-in-flow.ts'
import type { SignInOptions } from './sign-in-flow.ts'
import { createTokenClient } from './token-client.ts'
import { watchStoredSession } from './watch-stored-session.ts'
import type { StoredSessionWatcher } from './watch-stored-session.ts'

/**
 * Options of one sign-out.
 * @example
 * ```ts
 * import type { SignOutOptions } from '@countersign/react'
 *
 * const options: SignOutOptions = { everywhere: true }
 * options.everywhere // => true
 * ```
 */
export interface SignOutOptions {
  /** Also ends the session at the sign-in server, which leaves this page. */
  readonly everywhere?: boolean
}

export interface CountersignClient {
  readonly getSnapshot: () => ClientSnapshot
  readonly subscribe: (listener: () => void) => () => void
  /** Handles the callback, or restores the stored session. Repeated calls do nothing more. */
  readonly start: () => Promise<void>
  /** Stops listening to other tabs. */
  readonly stop: () => void
  /** Never rejects: errors are in the snapshot. Call it directly in a click handler. */
  readonly signIn: (options?: SignInOptions) => Promise<void>
  readonly signOut: (options?: SignOutOptions) => Promise<void>
  /** Renews the tokens and the claims, such as `groups`. Never rejects. */
  readonly refreshUser: () => Promise<void>
  /** @throws CountersignError `session_ended`, `network` */
  readonly getAccessToken: () => Promise<string>
  readonly fetch: ApiFetch
  /** Replaces the callbacks of the options. */
  readonly setCallbacks: (callbacks: ClientCallbacks) => void
}

export function createCountersignClient(given: ClientOptions, environment: ClientEnvironment): CountersignClient {
  const options = resolveOptions(given, environment)
  const requests = createOauthRequests(options, environment)
  const tokens = createTokenClient(options, requests, environment)
  const links = createServerLinks(options, requests, environment)
  const store = createClientStore(given, environment.warn)
  const { getSnapshot, subscribe, update, showUser, fail } = store
  const sessionKey = `${options.issuer} ${options.clientId}`
  let started: Promise<void> | undefined
  let watcher: StoredSessionWatcher | undefined

  const session = createClientSession({
    environment,
    tokens,
    sessionKey,
    hasApi: options.api !== undefined,
    onUser: showUser,
    onChange: () => watcher?.announce(),
  })
  const flow = createSignInFlow({ environment, options, store, session, tokens, links })

  const watch = (): StoredSessionWatcher =>
    watchStoredSession(environment, sessionKey, (isRestored) => {
      if (isRestored) store.stopWaiting()
      session.compareWithStore().catch(fail)
    })

  /** Components can send requests before the provider starts the client. */
  const waitUntilStarted = (): Promise<void> => (started ??= start())
  const getCredentials = (): Promise<AccessCredentials> => waitUntilStarted().then(session.getCredentials)

  async function start(): Promise<void> {
    try {
      const handled = await handleCallback({
        environment,
        redirectUri: options.redirectUri,
        navigate: (path) => (store.callbacks.navigate ?? environment.showPath)(path),
        redeem: flow.redeem,
        onCallback: () => update({ isCallback: true }),
      })
      if (handled === 'elsewhere') return
      if (handled === 'unknown') fail(new CountersignError('state_mismatch'))
      if (getSnapshot().user === null) await session.restore()
    } catch (error) {
      fail(error)
    }
    if (getSnapshot().status === 'loading') showUser(null)
    update({ isCallback: false })
  }

  async function signOut({ everywhere = false }: SignOutOptions = {}): Promise<void> {
    flow.cancel()
    try {
      const ended = await session.close()
      update({ status: 'signed-out', error: null })
      if (ended?.refreshToken) await links.revoke(ended.refreshToken).catch(() => {})
      if (!everywhere) return
      const url = await links.createEndSessionUrl(ended?.idToken ?? null, options.signedOutUri)
      if (url !== null) environment.assign(url)
    } catch (error) {
      fail(error)
    }
  }

  return {
    getSnapshot,
    subscribe,
    start: () => {
      watcher ??= watch()
      return waitUntilStarted()
    },
    stop: () => {
      watcher?.stop()
      watcher = undefined
    },
    signIn: flow.signIn,
    signOut,
    setCallbacks: (callbacks) => {
      store.callbacks = callbacks
    },
    refreshUser: () => session.restore().then(() => update({ error: null }), fail),
    getAccessToken: async () => (await getCredentials()).accessToken,
    fetch: createApiFetch({
      api: options.api,
      onInsufficientScope: options.onInsufficientScope,
      session: { getCredentials, renewCredentials: session.renewCredentials },
      callResource: requests.callResource,
      signIn: async (scope) => {
        const before = getSnapshot().user?.sub
        await flow.signIn({ scope })
        const { status, user, error } = getSnapshot()
        return status === 'signed-in' && error === null && user?.sub === before
      },
      onError: fail,
    }),
  }
}
