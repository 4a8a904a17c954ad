// Links to an application's privacy policy and terms (RFC 7591 §2, policy_uri and tos_uri), which the consent page shows with their host.
import type { ApiApplicationLinks } from '@countersign/api/api-endpoints'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { validateWebUrl } from './validate-redirect-uri.ts'

/** What is wrong with such a link: people leave the consent page by it, so that it is https. */
export const validateLegalLink = (text: string): ApplicationDefinitionErrorDetail | null =>
  validateWebUrl(text) ?? (text.startsWith('https:') ? null : createApplicationDefinitionErrorDetail('address_https'))

/** A link that a program names itself, where it is on one of these hosts (with port): elsewhere it would be another party's. Null otherwise. */
export const parseLinkOnAllowedHosts = (value: unknown, hosts: readonly string[]): string | null =>
  typeof value === 'string' && validateLegalLink(value) === null && hosts.includes(new URL(value).host) ? value : null

/** The hosts of the https addresses among these. */
export const listHostsOfHttpsUrls = (addresses: readonly unknown[]): string[] =>
  addresses.flatMap((address) =>
    typeof address === 'string' && address.startsWith('https:') && URL.canParse(address) ? [new URL(address).host] : [],
  )

/** The links as the consent page shows them; left out where there are none. */
export function describeLegalLinks({ policyUri, termsUri }: Pick<ApplicationDefinition, 'policyUri' | 'termsUri'>): {
  links?: ApiApplicationLinks
} {
  return policyUri === null && termsUri === null ? {} : { links: { policy: policyUri, terms: termsUri } }
}
