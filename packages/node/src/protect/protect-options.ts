import {
  ConfigurationError,
  newSecretHint,
  parseOrigin,
  readOptionalSetting,
  readOriginSetting,
  readSetting,
} from '../settings/read-setting.ts'
import type { Now } from '../settings/clock.ts'
import { normalizeResourceIdentifier } from '../settings/normalize-resource-identifier.ts'

/**
 * Options of `protect`. The first three default to environment variables.
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node'
 * import type { ProtectOptions } from '@countersign/node'
 *
 * const options: ProtectOptions = {
 *   issuer: 'https://sign-in.example',
 *   audience: 'https://api.shop.example',
 *   scopes: ['orders'],
 * }
 * protect(options).metadata.scopes_supported // => ['orders']
 * ```
 */
export interface ProtectOptions {
  /** The origin of the sign-in server. Default: COUNTERSIGN_ISSUER. */
  readonly issuer?: string
  /** The identifier of this API, as registered at the server. Default: COUNTERSIGN_AUDIENCE. */
  readonly audience?: string
  /** An origin at which clients reach this API, if it is not the audience's. Default: COUNTERSIGN_APP_URL. */
  readonly appUrl?: string
  /** The scopes that a token must have, all of them. Default: none. */
  readonly scopes?: readonly string[]
  /** A name for people, in the metadata (RFC 9728 §2). */
  readonly name?: string
  /** Refuses tokens that are not bound to a DPoP key. Default: false. */
  readonly dpopRequired?: boolean
  /** Requires server nonces in DPoP proofs (RFC 9449 §9). At least 32 characters, the same in all processes. */
  readonly dpopNonceSecret?: string
  /** How many DPoP proofs one process remembers, to refuse replays. Default: 100,000. */
  readonly maxRememberedProofs?: number
  /** Reports why a request was refused, in one line without its token. Default: `console.error`. */
  readonly log?: (message: string) => void
  /** Epoch milliseconds. Default: `Date.now`. */
  readonly now?: Now
  readonly fetch?: typeof fetch
}

export interface ProtectConfiguration {
  readonly issuer: string
  readonly audience: string
  readonly scopes: readonly string[]
  readonly name: string | undefined
  readonly dpopRequired: boolean
  readonly dpopNonceSecret: string | undefined
  readonly maxRememberedProofs: number
  /** Origins at which clients reach the API; never read from a request. */
  readonly origins: ReadonlySet<string>
  readonly metadataUrl: string | null
  readonly metadataPath: string
  readonly log: (message: string) => void
  readonly now: Now
  readonly fetch: typeof fetch
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** @throws ConfigurationError if an option is missing or invalid */
export function readProtectConfiguration(options: ProtectOptions): ProtectConfiguration {
  const issuer = readOriginSetting('issuer', options.issuer, 'api')
  const audience = normalizeResourceIdentifier(readSetting('audience', options.audience, 'api'))
  const scopes = options.scopes ?? []
  const wrong = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
  if (wrong !== undefined)
    throw new ConfigurationError(
      'scopes',
      `${JSON.stringify(wrong)} is not a scope. Pass one scope per item: ['read', 'write'].`,
    )
  const appUrl = readOptionalSetting('appUrl', options.appUrl)
  const resource = /^https?:/.test(audience) && URL.canParse(audience) ? new URL(audience) : undefined
  const origins = new Set([
    ...(resource === undefined ? [] : [resource.origin]),
    ...(appUrl === undefined ? [] : [parseOrigin('appUrl', appUrl)]),
  ])
  // RFC 9728 §3.1: the well-known path comes before the path of the resource identifier.
  const suffix = resource === undefined || resource.pathname === '/' ? '' : resource.pathname
  const metadataPath = `${wellKnown}${suffix}`
  if (options.dpopRequired === true && origins.size === 0)
    throw new ConfigurationError(
      'COUNTERSIGN_APP_URL',
      `A DPoP proof names the address of the API, which the audience ${audience} does not contain. ` +
        'Set COUNTERSIGN_APP_URL or pass the option "appUrl", for example https://api.shop.example.',
    )
  return {
    issuer,
    audience,
    scopes,
    name: options.name,
    dpopRequired: options.dpopRequired ?? false,
    dpopNonceSecret: checkNonceSecret(options.dpopNonceSecret),
    maxRememberedProofs: options.maxRememberedProofs ?? 100_000,
    origins,
    metadataUrl: resource === undefined ? null : `${resource.origin}${metadataPath}`,
    metadataPath,
    log: options.log ?? ((message) => console.error(message)),
    now: options.now ?? Date.now,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  }
}

function checkNonceSecret(secret: string | undefined): string | undefined {
  if (secret === undefined || secret.length >= 32) return secret
  throw new ConfigurationError('dpopNonceSecret', `dpopNonceSecret must have at least 32 characters. ${newSecretHint}`)
}
