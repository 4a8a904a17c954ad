// The discovery document of the sign-in server (OpenID Connect Discovery §4), loaded on first use.
import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import type { Now } from '../settings/clock.ts'

export interface IssuerMetadata {
  /** The discovery document. Its `issuer` is the configured one. */
  readonly document: Readonly<Record<string, unknown>>
  readonly jwksUri: string
  readonly keys: JWTVerifyGetKey
  /** Asymmetric signature algorithms that the server uses; never `none` or an HMAC. */
  readonly algorithms: readonly string[]
}

/** The server could not be reached, or its answer is not usable. The same request can be retried. */
export class IssuerUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'IssuerUnavailableError'
  }
}

const [timeoutMs, retryAfterMs, refreshAfterMs, maxBytes] = [5000, 2000, 3_600_000, 100_000]
const asymmetricAlgorithms = /^(?:ES(?:256|384|512)|[RP]S(?:256|384|512)|EdDSA|Ed25519)$/

interface IssuerOptions {
  readonly issuer: string
  readonly now: Now
  readonly fetch: typeof fetch
}

/**
 * @returns a function that resolves to the metadata. It requests them at most once at a time, and
 *   after a failure at most every two seconds.
 */
export function createIssuerMetadataLoader(options: IssuerOptions): () => Promise<IssuerMetadata> {
  const { now } = options
  let loaded: { metadata: IssuerMetadata; at: number } | undefined
  let failed: { error: unknown; at: number } | undefined
  let pending: Promise<IssuerMetadata> | undefined
  return async () => {
    if (loaded !== undefined && now() - loaded.at < refreshAfterMs) return loaded.metadata
    if (failed !== undefined && now() - failed.at < retryAfterMs) {
      if (loaded !== undefined) return loaded.metadata
      throw failed.error
    }
    pending ??= requestMetadata(options, loaded?.metadata)
      .then(
        (metadata) => {
          loaded = { metadata, at: now() }
          failed = undefined
          return metadata
        },
        (error: unknown) => {
          failed = { error, at: now() }
          if (loaded !== undefined) return loaded.metadata
          throw error
        },
      )
      .finally(() => (pending = undefined))
    return pending
  }
}

async function requestMetadata(
  { issuer, fetch }: IssuerOptions,
  previous: IssuerMetadata | undefined,
): Promise<IssuerMetadata> {
  const address = `${issuer}/.well-known/openid-configuration`
  const document = await requestJson(address, fetch)
  if (document['issuer'] !== issuer)
    throw new IssuerUnavailableError(
      `${address} names the issuer ${JSON.stringify(document['issuer'])}, but COUNTERSIGN_ISSUER is ${issuer}. ` +
        'Set COUNTERSIGN_ISSUER to the exact origin of the server.',
    )
  const { jwks_uri: jwksUri } = document
  // The settings allow http for servers on localhost only.
  const isAllowed = (uri: string): boolean => uri.startsWith('https:') || issuer.startsWith('http:')
  if (typeof jwksUri !== 'string' || !URL.canParse(jwksUri) || !isAllowed(new URL(jwksUri).href))
    throw new IssuerUnavailableError(`${address} contains no jwks_uri with https.`)
  const names = document['id_token_signing_alg_values_supported']
  const algorithms = (Array.isArray(names) ? names : []).filter(
    (name): name is string => typeof name === 'string' && asymmetricAlgorithms.test(name),
  )
  if (algorithms.length === 0) throw new IssuerUnavailableError(`${address} lists no asymmetric signature algorithm.`)
  if (previous?.jwksUri === jwksUri) return { ...previous, document, algorithms }
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: timeoutMs,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
    [customFetch]: (url: string, options: RequestInit) => fetch(url, options),
  })
  return { document, jwksUri, keys, algorithms }
}

async function requestJson(address: string, send: typeof fetch): Promise<Record<string, unknown>> {
  try {
    const response = await send(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    const body = await response.text()
    if (body.length > maxBytes) throw new Error(`more than ${maxBytes} characters`)
    const document: unknown = JSON.parse(body)
    if (typeof document !== 'object' || document === null) throw new Error('not a JSON object')
    return { ...document }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new IssuerUnavailableError(
      `The sign-in server did not answer: ${address} (${reason}). ` +
        'Check that it runs and that COUNTERSIGN_ISSUER is its address.',
      { cause },
    )
  }
}
