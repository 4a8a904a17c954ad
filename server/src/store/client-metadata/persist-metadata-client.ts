import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { addApplicationInTransaction } from '../applications/add-application.ts'
import { findApplicationById } from '../applications/application-store.ts'
import type { ApplicationRecord } from '../applications/application-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { getClientMetadataDocumentSector } from './client-metadata-document-store.ts'

/** Returns events to append. @throws ApiError `interaction.invalid` if the client is disabled */
export async function persistMetadataClient(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { id, origin, definition, claimedName, document }: ApplicationRecord,
  now: number,
): Promise<NewAuditEvent[]> {
  if (origin !== 'metadata-document') return []
  const kept = await findApplicationById(transaction, id)
  if (kept !== undefined) return requireEnabled(kept)
  const added = await addApplicationInTransaction(
    transaction,
    random,
    { definition, origin, claimedName, document, sector: getClientMetadataDocumentSector(id) },
    now,
  )
  return added.outcome === 'added' ? [added.event] : []
}

function requireEnabled({ enabled }: ApplicationRecord): [] {
  if (!enabled)
    throw new ApiError('interaction.invalid', { privateDetail: 'the application was disabled during the request' })
  return []
}
