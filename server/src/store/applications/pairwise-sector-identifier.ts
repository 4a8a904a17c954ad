// Applications in a sector share subjects (OpenID Connect Core §8.1), so a sector with people never
// changes.
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import { getProductOfSector, getProductSector } from '../products/product-definition.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { isLoopbackHost } from './validate-redirect-uri.ts'

/** @throws with the reason if the document cannot be read */
export type FetchJson = (url: string) => Promise<unknown>

type SectorInput = Pick<ApplicationDefinition, 'id' | 'redirectUris' | 'grantTypes' | 'sectorIdentifierUri'> &
  Partial<Pick<ApplicationDefinition, 'product'>>

/** Cannot collide with a host, because no host starts with "application:". */
export function derivePairwiseSector({
  id,
  redirectUris,
  grantTypes,
  sectorIdentifierUri,
  product = null,
}: SectorInput): string {
  if (product !== null) return getProductSector(product)
  const alone = `application:${id}`
  if (sectorIdentifierUri !== null) return new URL(sectorIdentifierUri).hostname
  // Only flows with a redirect prove that the client controls the host.
  if (grantTypes.some((grantType) => grantType !== 'authorization_code' && grantType !== 'refresh_token')) return alone
  const urls = redirectUris.map((uri) => new URL(uri))
  const hosts = new Set(urls.map(({ hostname }) => hostname))
  const [host] = hosts
  if (host === undefined || hosts.size > 1 || isLoopbackHost(host)) return alone
  // Custom schemes do not identify an owner.
  return urls.every(({ protocol }) => protocol === 'https:') ? host : alone
}

/** The document must list every redirect URI (OpenID Connect Core §8.1). */
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

export const validateSectorIdentifierHost = (
  sector: string,
  { sectorIdentifierUri }: SectorInput,
): CodedApplicationDefinitionFieldError[] =>
  sectorIdentifierUri === null ||
  // product-membership.ts decides whether an application can leave its product.
  getProductOfSector(sector) !== null ||
  new URL(sectorIdentifierUri).hostname === sector
    ? []
    : [
        createApplicationDefinitionFieldError(
          'sectorIdentifierUri',
          createApplicationDefinitionErrorDetail('sector_fixed', { host: sector }),
        ),
      ]
