// Which way of signing in an application asks for: by the authentication contexts that it names, or by what only one way has.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { acrValues } from './convert-session-for-oidc-provider.ts'

type Parameters = Readonly<Record<string, string | undefined>>

/** The contexts that a request names, and whether none but those will do. */
export interface RequestedAcr {
  values: readonly unknown[]
  isEssential: boolean
}

/**
 * The contexts that a request names: by `acr_values`, or by the claim `acr` of its ID token (OpenID Connect Core §5.5.1.1).
 * Both together are not defined there; the provider reads the first, so that this does too.
 */
export function parseRequestedAcr({ acr_values, claims }: Parameters): RequestedAcr | null {
  if (acr_values !== undefined) return { values: acr_values.split(' '), isEssential: false }
  const acr =
    claims === undefined
      ? undefined
      : (JSON.parse(claims) as { id_token?: { acr?: Record<string, unknown> | null } }).id_token?.acr
  if (acr === undefined || acr === null) return null
  const { value, values, essential } = acr
  if (value !== undefined) return { values: [value], isEssential: essential === true }
  return Array.isArray(values) ? { values, isEssential: essential === true } : null
}

/** The ways that would do, where a request names contexts that there are. */
export function listRequestedSignInMethods(parameters: Parameters): (keyof typeof acrValues)[] {
  const values = parseRequestedAcr(parameters)?.values ?? []
  return (['wallet', 'passkey'] as const).filter((way) => values.includes(acrValues[way]))
}

/** The way that the person is to be offered first. Without another wish, only a wallet signs a message that can be shown. */
export function getPreferredSignInMethod(
  parameters: Parameters,
  scopes: Iterable<string>,
): ApiEndpointOutput<'readInteraction'>['requestedMethod'] {
  const [way, other] = listRequestedSignInMethods(parameters)
  if (way !== undefined && other === undefined) return way
  return [...scopes].includes('proof') ? 'wallet' : 'any'
}
