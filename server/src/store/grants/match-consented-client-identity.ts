// If the client changes after consent, the person is asked again (THREATS O14).
import { isLoopbackHost } from '../applications/validate-redirect-uri.ts'
import type { ApplicationRecord } from '../applications/application-store.ts'

export interface ConsentedClientIdentity {
  /** The self-declared name; null if the document had none. */
  name: string | null
  places: readonly string[]
}

export function describeRedirectTarget(redirectUri: string | undefined): string {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return ''
  const { host, hostname, protocol } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return protocol.slice(0, -1)
  // Native apps use a different port each time (RFC 8252 §7.3).
  return protocol === 'http:' ? hostname : host
}

/** Other programs on the device can intercept such a redirect (RFC 8252 §8.6). */
export function isRedirectToLocalProgram(redirectUri: string | undefined): boolean {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return false
  const { protocol, hostname } = new URL(redirectUri)
  return (protocol !== 'https:' && protocol !== 'http:') || isLoopbackHost(hostname)
}

export function matchesConsentedClientIdentity(
  { origin, claimedName }: Pick<ApplicationRecord, 'origin' | 'claimedName'>,
  shown: ConsentedClientIdentity | null,
  redirectUri: string | undefined,
): boolean {
  if (origin !== 'metadata-document') return true
  const place = describeRedirectTarget(redirectUri)
  return shown !== null && shown.name === claimedName && (place === '' || shown.places.includes(place))
}

/** Keeps redirect targets that were consented to under the same name and are still registered. */
export function updateConsentedClientIdentity(
  { origin, claimedName, definition }: Pick<ApplicationRecord, 'origin' | 'claimedName' | 'definition'>,
  before: ConsentedClientIdentity | null,
  redirectUri: string | undefined,
): ConsentedClientIdentity | null {
  if (origin !== 'metadata-document') return null
  const own = new Set(definition.redirectUris.map(describeRedirectTarget))
  const known = before !== null && before.name === claimedName ? before.places.filter((place) => own.has(place)) : []
  const place = describeRedirectTarget(redirectUri)
  return { name: claimedName, places: [...new Set([...known, ...(place === '' ? [] : [place])])] }
}
