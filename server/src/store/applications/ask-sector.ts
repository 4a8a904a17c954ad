// Asks the document behind a sector identifier, where a definition names one that was not asked for it before.
import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { Settings } from '../../platform/settings.ts'
import { parseStrictJson } from '../../platform/strict-json.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'
import { checkSectorIdentifier } from './sector.ts'
import type { ApplicationRecord } from './store.ts'

/** @param record the application as it is now; null for a new one */
export async function askSector(
  { settings }: { settings: Settings },
  record: ApplicationRecord | null,
  definition: ApplicationDefinition,
): Promise<CodedFault[]> {
  const before = record?.definition
  const asked = ({ sectorIdentifierUri, redirectUris }: ApplicationDefinition): string =>
    JSON.stringify([sectorIdentifierUri, redirectUris])
  if (before !== undefined && asked(before) === asked(definition)) return []
  const outbound = createOutbound(settings)
  return checkSectorIdentifier(definition, async (url) => {
    const { status, body } = await outbound.fetch(url, { purpose: 'sector', headers: { accept: 'application/json' } })
    if (status !== 200) throw new Error(`the other server answered ${status}`)
    return parseStrictJson(body.toString('utf8'))
  })
}
