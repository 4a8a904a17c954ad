import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { getRequestedProofBinding } from '../../store/interactions/requested-proof-binding.ts'
import { acrValues } from './convert-session-for-oidc-provider.ts'

type Parameters = Readonly<Record<string, string | undefined>>

export interface RequestedAcr {
  values: readonly unknown[]
  isEssential: boolean
}

// As in the provider, `acr_values` wins: using both is undefined (OpenID Connect Core §5.5.1.1).
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

export function listRequestedSignInMethods(parameters: Parameters): (keyof typeof acrValues)[] {
  const values = parseRequestedAcr(parameters)?.values ?? []
  return (['wallet', 'passkey'] as const).filter((way) => values.includes(acrValues[way]))
}

/** Only a wallet can sign the message for `proof`. */
export function getPreferredSignInMethod(
  parameters: Parameters,
  scopes: Iterable<string>,
): ApiEndpointOutput<'readInteraction'>['requestedMethod'] {
  if (getRequestedProofBinding(parameters) !== null) return 'wallet'
  const [way, other] = listRequestedSignInMethods(parameters)
  if (way !== undefined && other === undefined) return way
  return [...scopes].includes('proof') ? 'wallet' : 'any'
}
