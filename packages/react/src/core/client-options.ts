// The options of an application, with their defaults.
import type { ClientEnvironment } from './client-environment.ts'
import { CountersignError } from './countersign-error.ts'

/**
 * What an application configures; the provider takes the same as properties.
 * @example
 * ```ts
 * import type { ClientOptions } from '@countersign/react'
 *
 * const options: ClientOptions = { issuer: 'https://sign-in.example', clientId: 'shop' }
 * options.clientId // => 'shop'
 * ```
 */
export interface ClientOptions extends ClientCallbacks {
  /** The origin of your Countersign server. */
  readonly issuer: string
  readonly clientId: string
  /** A path or an absolute URL of this origin; by default `/callback`. */
  readonly redirectUri?: string
  /** By default `openid profile wallet offline_access`. */
  readonly scope?: string
  /** The resource identifier of your API (RFC 8707). Tokens are sent only to its origin. */
  readonly api?: string
  /** Scopes of the API, separated by spaces. */
  readonly apiScopes?: string
  /** By default `popup`. */
  readonly mode?: 'popup' | 'redirect'
  /** If the browser blocks the pop-up; by default `redirect`. */
  readonly blockedPopup?: 'redirect' | 'error'
  /**
   * If the API asks for more scopes: `return` (default) returns the response and sets the error;
   * `ask` starts a sign-in with the missing scopes and repeats the request.
   */
  readonly onInsufficientScope?: 'return' | 'ask'
  /** Where the sign-in server returns to after `signOut({ everywhere: true })`; must be registered. */
  readonly signedOutUri?: string
}

export interface ClientCallbacks {
  /** Shows a path after a redirect, such as `router.replace`. By default, uses the History API. */
  readonly navigate?: ((path: string) => void) | undefined
  /** Every error, also those that `useCountersign` returns. */
  readonly onError?: ((error: CountersignError) => void) | undefined
}

export interface ResolvedOptions extends Omit<ClientOptions, 'redirectUri'> {
  readonly redirectUri: () => string
  readonly scope: string
  readonly currentPath: () => string
}

/** Without a slash at the end. An unset environment variable becomes an empty text. */
export const normalizeIssuer = (issuer: string | undefined): string => (issuer ?? '').replace(/\/+$/, '')

/** Reads no address yet, because a server has none. */
export function resolveOptions(options: ClientOptions, environment: ClientEnvironment): ResolvedOptions {
  const { redirectUri: given = '/callback' } = options
  const redirectUri = (): string => {
    const { origin } = new URL(environment.href())
    const url = URL.canParse(given, origin) ? new URL(given, origin) : null
    if (url?.origin === origin) return url.href
    throw new CountersignError('configuration', {
      reason: `redirectUri is "${given}"; it must be on ${origin}, such as /callback`,
    })
  }
  return {
    ...options,
    // Discovery compares the issuer exactly; a slash at the end is the most frequent mistake.
    issuer: normalizeIssuer(options.issuer),
    redirectUri,
    // The server registers resources as browsers write them: with a slash after a bare origin.
    ...(URL.canParse(options.api ?? '') && { api: new URL(options.api ?? '').href }),
    scope: `${options.scope ?? 'openid profile wallet offline_access'} ${options.apiScopes ?? ''}`,
    currentPath: () => {
      const { pathname, search, hash } = new URL(environment.href())
      return pathname === new URL(redirectUri()).pathname ? '/' : pathname + search + hash
    },
  }
}
