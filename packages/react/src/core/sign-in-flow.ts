// Starts a sign-in by pop-up or redirect, and redeems its answer.
import type { ClientEnvironment, PopupWindow } from './client-environment.ts'
import type { ResolvedOptions } from './client-options.ts'
import type { ClientSession } from './client-session.ts'
import type { ClientStore } from './client-store.ts'
import { CountersignError } from './countersign-error.ts'
import { startPopupAttempt } from './popup-attempt.ts'
import { toSafeReturnPath } from './safe-return-path.ts'
import type { createServerLinks } from './server-links.ts'
import { isExpired, saveSignInRequest } from './sign-in-request.ts'
import type { SignInRequest } from './sign-in-request.ts'
import type { TokenClient } from './token-client.ts'

/**
 * Options of one sign-in.
 * @example
 * ```ts
 * import type { SignInOptions } from '@countersign/react'
 *
 * const options: SignInOptions = { mode: 'redirect', returnTo: '/orders' }
 * options.mode // => 'redirect'
 * ```
 */
export interface SignInOptions {
  /** By default, the mode of the provider. */
  readonly mode?: 'popup' | 'redirect'
  /** With redirect: a path of this origin; by default the current one. Anything else becomes `/`. */
  readonly returnTo?: string
  /** Scopes beyond those of the provider, separated by spaces. */
  readonly scope?: string
}

export interface SignInFlowContext {
  readonly environment: ClientEnvironment
  readonly options: ResolvedOptions
  readonly store: ClientStore
  readonly session: Pick<ClientSession, 'open'>
  readonly tokens: Pick<TokenClient, 'exchange'>
  readonly links: Pick<ReturnType<typeof createServerLinks>, 'createAuthorizationUrl'>
}

export interface SignInFlow {
  /** Never rejects: errors are in the store. */
  readonly signIn: (options?: SignInOptions) => Promise<void>
  /** Never rejects: errors are in the store. */
  readonly redeem: (answer: URLSearchParams, request: SignInRequest) => Promise<void>
  /** Answers of an open pop-up no longer count. */
  readonly cancel: () => void
}

export function createSignInFlow({
  environment,
  options,
  store,
  session,
  tokens,
  links,
}: SignInFlowContext): SignInFlow {
  let cancel = (): void => {}

  async function redeem(answer: URLSearchParams, request: SignInRequest): Promise<void> {
    try {
      store.update({ status: 'signing-in', error: null })
      if (isExpired(request, environment.now())) throw new CountersignError('expired')
      if (request.issuer !== options.issuer || request.clientId !== options.clientId)
        throw new CountersignError('state_mismatch', { reason: 'another server or application' })
      const { tokens: received, keys } = await tokens.exchange(answer, request)
      await session.open(received, keys)
    } catch (error) {
      store.fail(error instanceof CountersignError && error.code === 'session_ended' ? toUsedCode(error) : error)
    }
  }

  async function signInByRedirect(request: SignInRequest): Promise<void> {
    const url = await links.createAuthorizationUrl(request)
    saveSignInRequest(environment.requests(), request)
    environment.assign(url)
  }

  async function sendToServer(popup: PopupWindow, request: SignInRequest): Promise<void> {
    const url = await links.createAuthorizationUrl(request)
    // Reliable until the window leaves this origin.
    if (popup.isClosed()) throw new CountersignError('popup_closed')
    popup.navigate(url)
  }

  const signInByPopup = (popup: PopupWindow, request: SignInRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = startPopupAttempt(environment, popup, request, {
        onAnswer: (answer) => void redeem(answer, request).then(resolve),
        onLost: (code) => {
          if (store.getSnapshot().status === 'signing-in') store.fail(new CountersignError(code))
          resolve()
        },
      })
      cancel = () => {
        end()
        popup.close()
        resolve()
      }
      sendToServer(popup, request).catch(reject)
    })

  async function signIn(wanted: SignInOptions = {}): Promise<void> {
    cancel()
    // Before anything asynchronous: browsers allow pop-ups only directly after a click.
    const popup = (wanted.mode ?? options.mode) === 'redirect' ? undefined : environment.openPopup()
    store.update({ status: 'signing-in', error: null })
    try {
      const request = createSignInRequest(environment, options, wanted)
      if (popup) return await signInByPopup(popup, request)
      if (popup === null) {
        const blocked = new CountersignError('popup_blocked')
        if (options.blockedPopup === 'error') throw blocked
        store.callbacks.onError?.(blocked)
      }
      await signInByRedirect(request)
    } catch (error) {
      cancel()
      popup?.close()
      store.fail(error)
    }
  }

  return { signIn, redeem, cancel: () => cancel() }
}

function createSignInRequest(
  environment: ClientEnvironment,
  options: ResolvedOptions,
  { returnTo, scope = '' }: SignInOptions,
): SignInRequest {
  const { issuer, clientId } = options
  return {
    state: environment.random(),
    nonce: environment.random(),
    verifier: environment.random(),
    scope: [...new Set(`openid ${options.scope} ${scope}`.split(' ').filter(Boolean))].join(' '),
    returnTo: toSafeReturnPath(returnTo ?? options.currentPath(), new URL(environment.href()).origin),
    issuer,
    clientId,
    startedAt: environment.now(),
  }
}

/** At the code exchange, `invalid_grant` is about the code (RFC 6749 §5.2). */
const toUsedCode = ({ details }: CountersignError): CountersignError =>
  new CountersignError('invalid_response', details)
