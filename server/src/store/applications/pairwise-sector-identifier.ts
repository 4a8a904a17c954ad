// Under which sector people have their name with an application: applications of one sector see the same name
// (OpenID Connect Core §8.1). Decided when the application is made, and for good: people would become strangers to it.
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { isLoopbackHost } from './validate-redirect-uri.ts'

/** Reads a JSON document of another server; what it throws tells why it could not. */
export type FetchJson = (url: string) => Promise<unknown>

type SectorInput = Pick<ApplicationDefinition, 'id' | 'redirectUris' | 'grantTypes' | 'sectorIdentifierUri'>

/**
 * The sector of a new application: the host of its sector identifier, or the one host of all its redirect addresses, or
 * the application alone. No host can begin with "application:".
 */
export function derivePairwiseSector({ id, redirectUris, grantTypes, sectorIdentifierUri }: SectorInput): string {
  const alone = `application:${id}`
  if (sectorIdentifierUri !== null) return new URL(sectorIdentifierUri).hostname
  // A flow without a redirect does not prove that who holds the token belongs to the host.
  if (grantTypes.some((grantType) => grantType !== 'authorization_code' && grantType !== 'refresh_token')) return alone
  const urls = redirectUris.map((uri) => new URL(uri))
  const hosts = new Set(urls.map(({ hostname }) => hostname))
  const [host] = hosts
  if (host === undefined || hosts.size > 1 || isLoopbackHost(host)) return alone
  // A scheme of its own says nothing about whose it is.
  return urls.every(({ protocol }) => protocol === 'https:') ? host : alone
}

/**
 * Asks the document behind a sector identifier whether this application belongs to it: it must list every redirect
 * address (OpenID Connect Core §8.1).
 * @param fetchJson the guarded way out
 */
export async function validateSectorIdentifierDocument(
  { redirectUris, sectorIdentifierUri }: SectorInput,
  fetchJson: FetchJson,
): Promise<CodedApplicationDefinitionFieldError[]> {
  if (sectorIdentifierUri === null) return []
  const fault = (
    ...told: Parameters<typeof createApplicationDefinitionErrorDetail>
  ): CodedApplicationDefinitionFieldError[] => [
    createApplicationDefinitionFieldError('sectorIdentifierUri', createApplicationDefinitionErrorDetail(...told)),
  ]
  let listed: unknown
  try {
    listed = await fetchJson(sectorIdentifierUri)
  } catch (error) {
    return fault('sector_unreadable', {
      reason: (error as Error).message,
      ...(error instanceof OutboundHttpError ? { outbound: error.reason } : {}),
    })
  }
  if (!Array.isArray(listed)) return fault('sector_list')
  const missing = redirectUris.filter((uri) => !listed.includes(uri))
  return missing.length > 0 ? fault('sector_lacking', { addresses: missing.join(', ') }) : []
}

/** A sector identifier of another host would be another sector. */
export const validateSectorIdentifierHost = (
  sector: string,
  { sectorIdentifierUri }: SectorInput,
): CodedApplicationDefinitionFieldError[] =>
  sectorIdentifierUri === null || new URL(sectorIdentifierUri).hostname === sector
    ? []
    : [
        createApplicationDefinitionFieldError(
          'sectorIdentifierUri',
          createApplicationDefinitionErrorDetail('sector_fixed', { host: sector }),
        ),
      ]
