// Links to an application's privacy policy and terms (RFC 7591 §2, policy_uri and tos_uri), which the consent page shows with their host.
import type { ApplicationLinks } from '@countersign/api/calls'
import { tell } from '../definition-errors/definition-fault.ts'
import type { ToldFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'
import { webAddressFault } from './redirect-uri.ts'

/** What is wrong with such a link: people leave the consent page by it, so that it is https. */
export const legalLinkFault = (text: string): ToldFault | null =>
  webAddressFault(text) ?? (text.startsWith('https:') ? null : tell('address_https'))

/** A link that a program names itself, where it is on one of these hosts (with port): elsewhere it would be another party's. Null otherwise. */
export const linkOnHosts = (value: unknown, hosts: readonly string[]): string | null =>
  typeof value === 'string' && legalLinkFault(value) === null && hosts.includes(new URL(value).host) ? value : null

/** The hosts of the https addresses among these. */
export const hostsOf = (addresses: readonly unknown[]): string[] =>
  addresses.flatMap((address) =>
    typeof address === 'string' && address.startsWith('https:') && URL.canParse(address) ? [new URL(address).host] : [],
  )

/** The links as the consent page shows them; left out where there are none. */
export function describeLinks({ policyUri, termsUri }: Pick<ApplicationDefinition, 'policyUri' | 'termsUri'>): {
  links?: ApplicationLinks
} {
  return policyUri === null && termsUri === null ? {} : { links: { policy: policyUri, terms: termsUri } }
}
