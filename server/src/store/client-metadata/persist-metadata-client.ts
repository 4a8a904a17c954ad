// Keeps an application that nobody registered, from the moment on that a person lets it in: before, nothing of it stands among the applications.
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { addApplicationInTransaction } from '../applications/add-application.ts'
import { findApplicationById } from '../applications/application-store.ts'
import type { ApplicationRecord } from '../applications/application-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { getClientMetadataDocumentSector } from './client-metadata-document-store.ts'

/**
 * @returns lines that are still to be appended
 * @throws ApiError `interaction.invalid` where an operator disabled it at this very moment
 */
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
  if (!enabled) throw new ApiError('interaction.invalid', { privateDetail: 'the application was disabled meanwhile' })
  return []
}
