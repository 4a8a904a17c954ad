import { ConfigurationError, readOriginSetting, readSecretSetting, readSetting } from '../settings/read-setting.ts'
import type { Now } from '../settings/clock.ts'
import { normalizeResourceIdentifier } from '../settings/normalize-resource-identifier.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Options of `sessions`. The first five default to environment variables.
 *
 * @example
 * ```ts
 * import { createMemorySessionStore, sessions } from '@countersign/node'
 * import type { SessionsOptions } from '@countersign/node'
 *
 * const options: SessionsOptions = {
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 *   store: createMemorySessionStore(),
 * }
 * sessions(options).signInPath // => '/auth/sign-in'
 * ```
 */
export interface SessionsOptions {
  /** The origin of the sign-in server. Default: COUNTERSIGN_ISSUER. */
  readonly issuer?: string
  /** Default: COUNTERSIGN_CLIENT_ID. */
  readonly clientId?: string
  /** Default: COUNTERSIGN_CLIENT_SECRET. */
  readonly clientSecret?: string
  /**
   * Encrypts cookies; at least 32 characters. Of several secrets, the first encrypts and all
   * decrypt, so that a secret can be replaced. Default: COUNTERSIGN_SESSION_SECRET.
   */
  readonly secret?: string | readonly string[]
  /** The origin at which browsers reach this site. Default: COUNTERSIGN_APP_URL. */
  readonly appUrl?: string
  /** Default: `openid profile wallet offline_access`. */
  readonly scope?: string
  /**
   * The identifier of your API (RFC 8707). `accessToken` is then a token for it, so add a scope of the
   * API to `scope`. Default: none; the token is for the sign-in server only.
   */
  readonly api?: string
  /** Keeps sessions on the server. Default: none; the session is in an encrypted cookie. */
  readonly store?: SessionStore
  /** The path of the routes. Default: `/auth`. */
  readonly basePath?: string
  /** Where people return to after sign-out. Register its address with `--post-logout`. Default: `/`. */
  readonly afterSignOut?: string
  /** How long a session lasts at most. Default: 43,200 (12 hours). */
  readonly maxAgeSeconds?: number
  /** Further parameters of the authorization request, such as `prompt` or `ui_locales`. */
  readonly authorizationParameters?: Readonly<Record<string, string>>
  /** Reports sign-ins, refreshes and sign-outs that failed. Default: `console.error`. */
  readonly log?: (message: string) => void
  /** Epoch milliseconds. Default: `Date.now`. */
  readonly now?: Now
  readonly fetch?: typeof fetch
}

export interface SessionsConfiguration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly secrets: readonly string[]
  readonly appUrl: string
  readonly scope: string
  readonly api: string | null
  readonly store: SessionStore | null
  readonly basePath: string
  readonly afterSignOut: string
  readonly maxAgeMs: number
  readonly authorizationParameters: Readonly<Record<string, string>>
  readonly log: (message: string) => void
  readonly now: Now
  readonly fetch: typeof fetch
}

export const defaultScope = 'openid profile wallet offline_access'

/** @throws ConfigurationError if an option is missing or invalid */
export function readSessionsConfiguration(options: SessionsOptions): SessionsConfiguration {
  const scope = options.scope ?? defaultScope
  if (!scope.split(' ').includes('openid'))
    throw new ConfigurationError('scope', `The scope must contain openid, for example "${defaultScope}".`)
  if (options.api !== undefined && !scope.split(' ').includes('offline_access'))
    throw new ConfigurationError('scope', `With the option "api", the scope must contain offline_access.`)
  return {
    issuer: readOriginSetting('issuer', options.issuer, 'site'),
    clientId: readSetting('clientId', options.clientId, 'site'),
    clientSecret: readSetting('clientSecret', options.clientSecret, 'site'),
    secrets: readSecretSetting(options.secret),
    appUrl: readOriginSetting('appUrl', options.appUrl, 'site'),
    scope,
    api: options.api === undefined ? null : normalizeResourceIdentifier(options.api),
    store: options.store ?? null,
    basePath: checkPath('basePath', options.basePath ?? '/auth'),
    afterSignOut: checkPath('afterSignOut', options.afterSignOut ?? '/'),
    maxAgeMs: checkMaxAge(options.maxAgeSeconds ?? 43_200) * 1000,
    authorizationParameters: options.authorizationParameters ?? {},
    log: options.log ?? ((message) => console.error(message)),
    now: options.now ?? Date.now,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  }
}

function checkMaxAge(seconds: number): number {
  if (Number.isFinite(seconds) && seconds >= 1) return seconds
  throw new ConfigurationError(
    'maxAgeSeconds',
    `maxAgeSeconds must be a number of seconds, at least 1, not ${seconds}.`,
  )
}

function checkPath(option: string, path: string): string {
  if (/^\/(?:[-\w.~]+\/)*[-\w.~]*$/.test(path) && (path === '/' ? option !== 'basePath' : !path.endsWith('/')))
    return path
  throw new ConfigurationError(option, `${option} must be a path such as /auth, without a slash at the end.`)
}
