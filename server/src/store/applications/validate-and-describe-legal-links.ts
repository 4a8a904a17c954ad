// Privacy policy and terms links of applications (RFC 7591 §2, policy_uri and tos_uri).
import type { ApiApplicationLinks } from '@countersign/api/api-endpoints'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { validateWebUrl } from './validate-redirect-uri.ts'

export const validateLegalLink = (text: string): ApplicationDefinitionErrorDetail | null =>
  validateWebUrl(text) ?? (text.startsWith('https:') ? null : createApplicationDefinitionErrorDetail('address_https'))

/** Returns null for a link on another host, which could belong to someone else. */
export const parseLinkOnAllowedHosts = (value: unknown, hosts: readonly string[]): string | null =>
  typeof value === 'string' && validateLegalLink(value) === null && hosts.includes(new URL(value).host) ? value : null

export const listHostsOfHttpsUrls = (addresses: readonly unknown[]): string[] =>
  addresses.flatMap((address) =>
    typeof address === 'string' && address.startsWith('https:') && URL.canParse(address) ? [new URL(address).host] : [],
  )

export function describeLegalLinks({ policyUri, termsUri }: Pick<ApplicationDefinition, 'policyUri' | 'termsUri'>): {
  links?: ApiApplicationLinks
} {
  return policyUri === null && termsUri === null ? {} : { links: { policy: policyUri, terms: termsUri } }
}
