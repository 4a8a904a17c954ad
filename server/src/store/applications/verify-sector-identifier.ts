import { createOutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { parseStrictJson } from '../../platform/parse-strict-json.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { validateSectorIdentifierDocument } from './pairwise-sector-identifier.ts'
import type { ApplicationRecord } from './application-store.ts'

export async function verifySectorIdentifier(
  { settings }: { settings: ServerSettings },
  record: ApplicationRecord | null,
  definition: ApplicationDefinition,
): Promise<CodedApplicationDefinitionFieldError[]> {
  const before = record?.definition
  const asked = ({ sectorIdentifierUri, redirectUris }: ApplicationDefinition): string =>
    JSON.stringify([sectorIdentifierUri, redirectUris])
  if (before !== undefined && asked(before) === asked(definition)) return []
  const outbound = createOutboundHttpClient(settings)
  return validateSectorIdentifierDocument(definition, async (url) => {
    const { status, body } = await outbound.fetch(url, { purpose: 'sector', headers: { accept: 'application/json' } })
    if (status !== 200) throw new Error(`the other server responded with status ${status}`)
    return parseStrictJson(body.toString('utf8'))
  })
}
