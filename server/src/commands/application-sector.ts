// Asks the document behind a sector identifier, where a definition names one that was not asked for it before.
import type { ApplicationDefinition, DefinitionFault } from '../applications/definition.ts'
import { checkSectorIdentifier } from '../applications/sector.ts'
import type { ApplicationRecord } from '../applications/store.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { parseStrictJson } from '../platform/strict-json.ts'
import type { CommandWorld } from './application-command.ts'

/** @param record the application as it is now; null for a new one */
export async function checkSector(
  { settings }: Pick<CommandWorld, 'settings'>,
  record: ApplicationRecord | null,
  definition: ApplicationDefinition,
): Promise<DefinitionFault[]> {
  const before = record?.definition
  const asked = ({ sectorIdentifierUri, redirectUris }: ApplicationDefinition): string => JSON.stringify([sectorIdentifierUri, redirectUris])
  if (before !== undefined && asked(before) === asked(definition)) return []
  const outbound = createOutbound(settings)
  return checkSectorIdentifier(definition, async (url) => {
    const { status, body } = await outbound.fetch(url, { purpose: 'sector', headers: { accept: 'application/json' } })
    if (status !== 200) throw new Error(`the other server answered ${status}`)
    return parseStrictJson(body.toString('utf8'))
  })
}
