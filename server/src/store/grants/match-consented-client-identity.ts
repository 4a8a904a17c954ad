// As whom an application that nobody registered was shown when a person let it in: what it called itself, and where it sent them to. Its document
// can say something else tomorrow, and then the person is asked again (THREATS O14).
import { isLoopbackHost } from '../applications/validate-redirect-uri.ts'
import type { ApplicationRecord } from '../applications/application-store.ts'

export interface ConsentedClientIdentity {
  /** What it called itself; null where it said nothing. */
  name: string | null
  /** The places that people were sent to, as they read them. */
  places: readonly string[]
}

/** Where the browser goes afterwards, as a person reads it: the host, or the scheme of a program on this device. */
export function describeRedirectTarget(redirectUri: string | undefined): string {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return ''
  const { host, hostname, protocol } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return protocol.slice(0, -1)
  // The port of a program on the device is another one each time (RFC 8252 §7.3).
  return protocol === 'http:' ? hostname : host
}

/** Whether people are sent to a program on the very device that they use: any program there can be the one that waits (RFC 8252 §8.6). */
export function isRedirectToLocalProgram(redirectUri: string | undefined): boolean {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return false
  const { protocol, hostname } = new URL(redirectUri)
  return (protocol !== 'https:' && protocol !== 'http:') || isLoopbackHost(hostname)
}

/** Whether somebody let in what the application is now, to go where they would go now. */
export function matchesConsentedClientIdentity(
  { origin, claimedName }: Pick<ApplicationRecord, 'origin' | 'claimedName'>,
  shown: ConsentedClientIdentity | null,
  redirectUri: string | undefined,
): boolean {
  if (origin !== 'metadata-document') return true
  const place = describeRedirectTarget(redirectUri)
  return shown !== null && shown.name === claimedName && (place === '' || shown.places.includes(place))
}

/** What is remembered when somebody lets it in: with the places that they went to before under the same name, where they still are its own. */
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
